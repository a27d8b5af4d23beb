// How far frames give way when actuators are held and what is elastic yields.
#include "zanjir/terms/compliance.hpp"

#include "zanjir/analyse/items/item.hpp"
#include "zanjir/core/decompositions.hpp"

namespace zanjir::eval_item {
namespace {

// The parts in the axes asked for.
Compliance turned(const StateAnswers& a, Compliance c) {
  const auto axes_of = [&](std::vector<int> components) -> MatX {
    for (int& i : components) i %= 3;
    return a.axes()(components, components);
  };
  const MatX turns = axes_of(turn_components(a.model().plane())), shifts = axes_of(shift_components(a.model().plane()));
  c.turn = turns * c.turn * turns.transpose();
  c.shift = shifts * c.shift * shifts.transpose();
  c.cross = turns * c.cross * shifts.transpose();
  return c;
}

Names picked_names(const Names& all, const std::vector<int>& turns, const std::vector<int>& shifts) {
  Names out;
  for (const int i : turns) out.push_back(all[at(i)]);
  for (const int i : shifts) out.push_back(all[at(i)]);
  return out;
}

Value compliance_of(const StateAnswers& a, const Compliance& seen) {
  Value out;
  if (!seen.finite) return out.add("note", "with held actuators something of this frame still moves and nothing resists it");
  const std::vector<int> turns = turn_components(a.model().plane()), shifts = shift_components(a.model().plane());
  const Names motions = picked_names({"turn.x", "turn.y", "turn.z", "x", "y", "z"}, turns, shifts),
              loads = picked_names(wrench_components, turns, shifts);
  const MatX C = seen.of_all();
  out.add("compliance", Value::named_matrix(motions, loads, C));
  // Rows and columns are weighed against each other before it is said that a direction does not yield at all.
  const VecX unit = C.diagonal().cwiseMax(0).cwiseSqrt();
  if (unit.minCoeff() > 0) {
    const MatX scaled = unit.cwiseInverse().asDiagonal() * C * unit.cwiseInverse().asDiagonal();
    const Eigen::FullPivLU<MatX> lu(scaled);
    if (std::abs(lu.matrixLU().diagonal().cwiseAbs().minCoeff()) > 1e-12)
      out.add("stiffness", Value::named_matrix(loads, motions, unit.cwiseInverse().asDiagonal() * lu.inverse() * unit.cwiseInverse().asDiagonal()));
  }
  const auto numbered = [](const VecX& values, const char* of) {
    Names names;
    for (Eigen::Index i = 0; i < values.size(); ++i) names.push_back(std::to_string(i + 1));
    return Value::vector(names, values, of);
  };
  out.add("principal_translation", numbered(seen.shifts, "m/N")).add("principal_rotation", numbered(seen.turns, "rad/N/m"));
  return out;
}

}  // namespace

EvalItem compliance() {
  return {"compliance", Solves::nothing, InAll::by_name_only,
          "`axes`, `frames: {name: {compliance, stiffness, principal_translation, principal_rotation}}`: with held actuators, [turn; shift] of "
          "the frame = compliance [moment; force] on it, from the `stiffness` of actuators, elastic links and springs; `stiffness` is its "
          "inverse, where all directions yield; the principal values are increasing: [stiffness](parallel-robots.md#stiffness-and-compliance)",
          [](StateAnswers& a) {
            const ElasticRest rest(a.model(), a.users(), a.ws());
            Value frames;
            for (const FrameId id : a.view().frames) frames.add(a.frame_name(id), compliance_of(a, turned(a, rest.of(a.model().frame(id)))));
            return Value().add("axes", a.view().in_name).add_unnamed("frames", std::move(frames));
          }};
}

}  // namespace zanjir::eval_item
