// Inverse and forward kinematics: all branches.
#include "zanjir/analyse/items/item.hpp"

namespace zanjir::eval_item {
namespace {

Value branch_value(const StateAnswers& a, const KinematicsAnswer& k, std::size_t i) {
  const Branch& branch = k.branches.list[i];
  Value frames;
  for (std::size_t f = 0; f < a.view().frames.size(); ++f) frames.add(a.frame_name(a.view().frames[f]), pose_of(k.poses[i][f]));
  Value out;
  out.add("label", branch.label).add("residual", Value::number(branch.residual, "1")).add("distance", Value::number(branch.distance, "1"));
  out.add("freedoms", Value::count(branch.freedoms)).add("leg_choices", Value::count(branch.leg_choices));
  out.add_unnamed("q", Value::vector(a.users().coordinate_names(), k.q[i], a.users().coordinate_units()));
  out.add("relative_to", a.view().in_name).add("frames", std::move(frames));
  return out;
}

Value branches_value(const StateAnswers& a, const KinematicsAnswer& k) {
  const Branches& b = k.branches;
  Value out, legs, list = Value::list();
  out.add("status", k.found()       ? "ok"
                    : b.closed_form ? "unreachable"
                                    : "not_found")
      .add("complete", b.complete)
      .add("evidence", k.evidence())
      .add("count", Value::count(b.count));
  if (b.n_complex > 0) out.add("complex", Value::count(b.n_complex));
  out.add("method", b.closed_form ? "closed form" : b.n_complex > 0 ? "polynomial" : "numeric").add("held", k.held);
  for (const Leg& leg : b.legs) legs.add(leg.joints.front().name, Value().add("joints", leg.name()).add("type", leg.type()));
  out.add("legs", std::move(legs));
  if (!k.found()) {
    Value limits = Value::list();
    for (const Limit& limit : b.limits)
      limits.add("", Value()
                         .add("where", limit.where)
                         .add("gap", Value::number(limit.gap, limit.angle ? "rad" : "m"))
                         .add("unit", limit.angle ? "rad" : "m")
                         .add("why", limit.why));
    out.add("note", k.note()).add_in_json("limits", std::move(limits));
  }
  out.add("coordinates", a.users().coordinate_names()).add("relative_to", a.view().in_name);
  for (std::size_t i = 0; i < b.list.size(); ++i) list.add(std::to_string(i + 1), branch_value(a, k, i));
  out.add_unnamed("branches", std::move(list));
  return out;
}

}  // namespace

EvalItem fk() {
  return {"fk", Solves::nothing, InAll::by_name_only, "forward kinematics, see *inverse and forward kinematics*; a tree has one branch",
          [](StateAnswers& a) { return branches_value(a, a.fk()); }};
}

EvalItem ik() {
  return {"ik", Solves::nothing, InAll::by_name_only, "inverse kinematics, see *inverse and forward kinematics*",
          [](StateAnswers& a) { return branches_value(a, a.ik()); }};
}

}  // namespace zanjir::eval_item
