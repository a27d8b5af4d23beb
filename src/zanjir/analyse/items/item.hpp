// For the files in analyse/items/ alone: what several items share.
#pragma once

#include "zanjir/analyse/items.hpp"
#include "zanjir/analyse/state_answers.hpp"
#include "zanjir/dynamics/contacts_left_out.hpp"
#include "zanjir/terms/quantities.hpp"

namespace zanjir::eval_item {

using Solves = EvalItem::Solves;
using InAll = EvalItem::InAll;
using Infinite = EvalItem::Infinite;

inline const Names wrench_components{"moment.x", "moment.y", "moment.z", "force.x", "force.y", "force.z"};
inline const Names twist_components{"wx", "wy", "wz", "vx", "vy", "vz"};

// Units of the entries over all speeds of the users' joints.
inline Names units_of_speeds(const UserJoints& users, const char* of_turn, const char* of_slide) {
  Names units;
  for (int i = 0; i < users.nv(); ++i) units.emplace_back(users.turns(i) ? of_turn : of_slide);
  return units;
}

// With loops, the speeds of the tree are a choice, and what is over them says so.
inline Value of_the_tree(const StateAnswers& a, Value out) {
  if (a.has_loops()) out.add_in_json("tree_dependent", true);
  return out;
}

// What was solved for, by whom, and how it went.
inline Value status_of(const StateAnswers& a, const SolveAnswer& s) {
  Value out;
  out.add("status", name_of(s.status)).add("formulation", s.formulation);
  if (!s.solution.note.empty()) out.add("note", s.solution.note);
  Value wanted;
  for (std::size_t i = 0; i < s.want.size(); ++i) wanted.add(a.model().speed_names()[i], s.want[i] == Want::vdot ? "vdot" : "tau");
  out.add("wanted", std::move(wanted));
  return out;
}

// Of what contacts have a part in and nothing was solved for.
inline void add_left_out(StateAnswers& a, const Workspace& ws, Value& out) {
  const std::string note = left_out_note(a.model(), ws);
  if (note.empty()) return;
  out.add("left_out", note);
  a.say(note);
}

inline Value pose_of(const Transformd& X) {
  const Quatd q = spatial::to_quaternion(X.R);
  MatX R(3, 3);
  for (int r = 0; r < 3; ++r) R.row(r) << X.R.row(r).x, X.R.row(r).y, X.R.row(r).z;
  const Names axes{"x", "y", "z"}, quaternion{"qw", "qx", "qy", "qz"};
  Value out;
  out.add_unnamed("p", Value::vector(X.p, "m"));
  out.add_in_json("R", Value::matrix(axes, axes, R, "1"));
  out.add_unnamed("quat", Value::vector(quaternion, VecX(Eigen::Vector4d(q.w, q.x, q.y, q.z)), "1"));
  return out;
}

// The quantities of a group as a tree, the name of the group left out: "momentum.linear.x" is an entry of the vector `linear`.
Value quantities_of(StateAnswers&, QuantityGroup, const Solution*);

}  // namespace zanjir::eval_item
