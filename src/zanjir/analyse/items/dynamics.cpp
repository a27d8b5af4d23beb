// Forward, inverse and mixed dynamics.
#include "zanjir/analyse/items/item.hpp"

namespace zanjir::eval_item {
namespace {

Value solved_value(const StateAnswers& a, const SolveAnswer& s) {
  const Names& speeds = a.users().speed_names();
  const Names units = units_of_speeds(a.users(), "N m", "N");
  Value out = status_of(a, s);
  if (s.leftover.size() > 0) out.add("speeds", speeds).add("leftover", Value::vector(speeds, s.leftover, units));
  if (!s.solved()) return out;
  out.add("speeds", speeds)
      .add("vdot", Value::vector(speeds, s.vdot, units_of_speeds(a.users(), "rad/s^2", "m/s^2")))
      .add("tau", Value::vector(speeds, s.tau, units));
  return out;
}

}  // namespace

EvalItem forward_dynamics() {
  return {"forward_dynamics", Solves::forward, InAll::always, "`status`, `formulation`, `wanted`, `speeds`, `vdot`, `tau`",
          [](StateAnswers& a) { return solved_value(a, a.forward()); }};
}

EvalItem inverse_dynamics() {
  return {"inverse_dynamics", Solves::inverse, InAll::always, "the same", [](StateAnswers& a) { return solved_value(a, a.inverse()); }};
}

EvalItem hybrid() {
  return {"hybrid", Solves::motion, InAll::always, "the same, for the mixed question", [](StateAnswers& a) { return solved_value(a, a.motion()); }};
}

}  // namespace zanjir::eval_item
