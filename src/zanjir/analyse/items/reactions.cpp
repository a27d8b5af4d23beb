// Reactions of all joints and rods, and which of them the equations of motion determine.
#include "zanjir/analyse/items/item.hpp"

namespace zanjir::eval_item {
namespace {

// What a planar model leaves out: components in the axes of the ground, which a planar mechanism never tilts.
Names out_of_plane(Plane plane) {
  switch (plane) {
    case Plane::xy: return {"moment.x", "moment.y", "force.z"};
    case Plane::yz: return {"moment.y", "moment.z", "force.x"};
    case Plane::xz: return {"moment.x", "moment.z", "force.y"};
    case Plane::none: break;
  }
  return {};
}

Value& add_wrench(Value& out, const Forced& F) { return out.add("moment", Value::vector(F.n, "N m")).add("force", Value::vector(F.f, "N")); }

Value reaction_value(const ReactionAnswer& r, bool loops) {
  Value out, actuator;
  out.add("parent", r.first).add("child", r.second).add("at", Value::vector(r.at_W, "m"));
  add_wrench(out, r.total).add("actuator", add_wrench(actuator, r.actuator));
  if (!loops) return out.add_in_numbers("undetermined", Value::count(0));
  Names touched;
  for (std::size_t c = 0; c < 6; ++c)
    if (r.undetermined[c]) touched.push_back(wrench_components[c]);
  return out.add_in_json("undetermined", touched).add_as("undetermined_dimensions", "undetermined", Value::count(r.undetermined_dimensions));
}

Value determinacy_of_joint(const Determinacy& d, int index) {
  Value out;
  Names touched;
  for (int c = 0; c < 6; ++c)
    if (d.undetermined(index, c)) touched.push_back(wrench_components[at(c)]);
  out.add("undetermined", touched).add("dimensions", Value::count(d.undetermined_dimensions(index)));
  for (int c = 0; c < 6; ++c) out.add_in_numbers(wrench_components[at(c)] + ".undetermined", Value::count(d.undetermined(index, c) ? 1 : 0));
  for (int k = 0; k < d.n_states(); ++k) {  // the states themselves, moments divided by the model length
    for (int c = 0; c < 6; ++c)
      out.add_in_numbers(wrench_components[at(c)] + ".state" + std::to_string(k + 1), Value::number(d.states(6 * index + c, k), "1"));
  }
  return out;
}

}  // namespace

EvalItem reactions() {
  return {"reactions", Solves::motion_and_reactions, InAll::always,
          "`status`, `formulation`, `wanted`, `on`, `axes`, `not_modelled` (planar models: components that mean nothing), `joints: {name: {parent, "
          "child, at, moment, force, actuator: {moment, force}}}`; a `distance` of `loops:` is "
          "among them, from its first frame on its second",
          [](StateAnswers& a) {
            const SolveAnswer& s = a.motion();
            Value out = status_of(a, s), joints;
            if (!s.solved()) return out;
            out.add("on", a.view().side == ReactionSide::on_child ? "child" : "parent").add("axes", a.view().in_name);
            if (a.model().plane() != Plane::none) out.add("not_modelled", out_of_plane(a.model().plane()));
            bool some_undetermined = false;
            for (const ReactionAnswer& r : a.reactions()) {
              for (const bool touched : r.undetermined) some_undetermined = some_undetermined || touched;
              joints.add(r.joint, reaction_value(r, a.has_loops()));
            }
            if (some_undetermined) out.add("choice", "undetermined components: least sum of |force|^2 + |moment|^2 / length^2 over all joints");
            return out.add_unnamed("joints", std::move(joints));
          }};
}

EvalItem determinacy() {
  return {"determinacy",
          Solves::nothing,
          InAll::with_loops,
          "`rows`, `rank` (of the mechanism, decided here and beside this state), `rank_here`, `redundant`, `self_stress_states`, `singular_values` "
          "of the scaled rows, `gap` at the rank (null: no next one), `certain`, `length` (the model "
          "length), `joints: {name: {undetermined, dimensions}}` in world axes",
          [](StateAnswers& a) {
            const Model& model = a.model();
            const LoopFacts& loops = a.loops();
            const LoopRank& r = loops.rank;
            Names sigma;
            for (Eigen::Index i = 0; i < r.singular_values.size(); ++i) sigma.push_back(std::to_string(i + 1));
            Value out, joints;
            out.add("rows", Value::count(model.n_closure_rows()))
                .add("rank", Value::count(r.rank))
                .add("rank_here", Value::count(r.rank_here))
                .add("redundant", Value::count(loops.n_redundant()));
            out.add("self_stress_states", Value::count(loops.determinacy.n_states())).add_in_numbers("mobility", Value::count(model.nv() - r.rank));
            out.add("singular_values", Value::vector(sigma, r.singular_values, "1"))
                .add_in_json("gap", Value::number(r.gap, "1"))
                .add("certain", r.certain());
            out.add("length", Value::number(model.length_m(), "m")).add("axes", "ground");
            const int n_joints = static_cast<int>(model.joints().size());
            for (int j = 0; j < n_joints; ++j) joints.add(model.joints()[at(j)].name, determinacy_of_joint(loops.determinacy, j));
            for (std::size_t c = 0; c < model.constraints().size(); ++c) {
              const auto* cut = std::get_if<CutJoint>(&model.constraints()[c]);
              const bool listed = cut ? cut->joint.origin == Origin::user : std::holds_alternative<Distance>(model.constraints()[c]);
              if (listed) joints.add(name_of(model.constraints()[c]), determinacy_of_joint(loops.determinacy, n_joints + static_cast<int>(c)));
            }
            return out.add_unnamed("joints", std::move(joints));
          },
          Infinite::no_bound};
}

}  // namespace zanjir::eval_item
