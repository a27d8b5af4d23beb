// Energy, momentum and power, from the catalogue of quantities.
#include "zanjir/analyse/items/item.hpp"

namespace zanjir::eval_item {

EvalItem energy() {
  return {"energy", Solves::nothing, InAll::always,
          "`kinetic`, `gravity` (zero at the world origin), `springs`, with elastic bodies `strain`, `total`, in J",
          [](StateAnswers& a) { return quantities_of(a, QuantityGroup::energy, nullptr); }};
}

EvalItem momentum() {
  return {"momentum", Solves::nothing, InAll::always,
          "`linear`, `angular`, `about` (the ground's origin), `mass`, `center_of_mass`: of everything that can move; world axes",
          [](StateAnswers& a) { return quantities_of(a, QuantityGroup::momentum, nullptr).add("about", "ground"); }};
}

EvalItem power() {
  return {"power", Solves::motion, InAll::always,
          "`actuators`, `prescribed`, `passive` (tau on passive speeds), `dampers`, `friction`, `loads`, `contact_normal`, `contact_friction`, "
          "`total` = dE/dt, in W; `by_speed` = tau times v",
          [](StateAnswers& a) {
            const SolveAnswer& s = a.motion();
            Value out = status_of(a, s);
            if (!s.solved()) return out;
            out.add_all(quantities_of(a, QuantityGroup::power, &s.solution));
            return out.add("speeds", a.users().speed_names()).add("by_speed", Value::vector(a.users().speed_names(), s.tau.cwiseProduct(a.v()), "W"));
          }};
}

}  // namespace zanjir::eval_item
