// Building a model: the initial state as a file gives it.
#include "zanjir/model/model_builder.hpp"

#include <algorithm>
#include <cmath>

namespace zanjir {

using namespace building;

void ModelBuilder::set_initial() {
  m_.initial_q_ = VecX::Zero(m_.tables_.nq);
  m_.initial_v_ = VecX::Zero(m_.tables_.nv);
  for (const Joint& joint : m_.joints_) {
    if (has_quaternion(joint.type)) m_.initial_q_[joint.q_begin + traits(joint.type).quaternion] = 1;
  }
  std::vector<bool> q_set(at(m_.tables_.nq), false), v_set(at(m_.tables_.nv), false);
  m_.initial_cut_q_.assign(at(m_.n_cut_q_), std::nullopt);
  m_.initial_cut_v_.assign(at(m_.n_cut_v_), std::nullopt);
  for (const InitialValue& value : d_.initial_q) set_initial_value(value, "initial.q." + value.of.name, true, m_.initial_q_, q_set);
  for (const InitialValue& value : d_.initial_v) set_initial_value(value, "initial.v." + value.of.name, false, m_.initial_v_, v_set);
  for (const Joint& joint : m_.joints_) {  // so far in the user's own terms
    if (!joint.swapped) continue;
    double q[7], v[6];
    std::copy_n(m_.initial_q_.data() + joint.q_begin, joint.nq, q);
    std::copy_n(m_.initial_v_.data() + joint.v_begin, joint.nv, v);
    tree_coordinates(joint, q, m_.initial_q_.data() + joint.q_begin);
    tree_speeds(joint, m_.initial_q_.data() + joint.q_begin, v, m_.initial_v_.data() + joint.v_begin);
  }
  record_given(q_set, v_set);
}

// Where the file begins, the angle of a cut joint is the one nearest to what the file gives for it, or to zero.
void ModelBuilder::count_turns() {
  for (Constraint& constraint : m_.constraints_) {
    auto* cut = std::get_if<CutJoint>(&constraint);
    if (!cut) continue;
    TurnCount& turns = cut->turns = turn_count(m_, cut->joint);
    if (turns.part < 0) continue;
    double first = turns.at_zero;
    for (const TurnCount::Term& term : turns.terms) first += term.sign * m_.initial_q_[term.coordinate];
    const TurnCount given{turns.part, m_.initial_cut_q_[at(cut->joint.q_begin + turns.part)].value_or(0), {}};
    turns.at_zero += counted(given, nullptr, first) - first;
  }
}

// Which speeds have their coordinate, and which have their own value, from the file. Quaternions and swapped planar and free joints: all or none.
void ModelBuilder::record_given(const std::vector<bool>& q_set, const std::vector<bool>& v_set) {
  const auto any = [](const std::vector<bool>& set, int begin, int n) {
    return std::any_of(set.begin() + begin, set.begin() + begin + n, [](bool b) { return b; });
  };
  for (int i = 0; i < m_.tables_.nv; ++i) {
    const Coordinate& speed = m_.speed(i);
    const Joint& joint = m_.joint(speed.joint);
    if (speed.is_mode()) {
      m_.initial_q_given_.push_back(q_set[at(speed.position)]);
      m_.initial_v_given_.push_back(v_set[at(i)]);
    } else if (converted(joint)) {
      m_.initial_q_given_.push_back(any(q_set, joint.q_begin, joint.nq));
      m_.initial_v_given_.push_back(any(v_set, joint.v_begin, joint.nv));
    } else if (has_quaternion(joint.type)) {
      const int first = traits(joint.type).quaternion;
      m_.initial_q_given_.push_back(speed.turns() ? any(q_set, joint.q_begin + first, 4) : any(q_set, joint.q_begin, first));
      m_.initial_v_given_.push_back(v_set[at(i)]);
    } else {  // so far in the user's order
      m_.initial_q_given_.push_back(q_set[at(joint.q_begin + stored_part(joint, speed.part))]);
      m_.initial_v_given_.push_back(v_set[at(joint.v_begin + stored_part(joint, speed.part))]);
    }
  }
}

// A value for a joint that the tree leaves out: assembly makes the others follow it.
const CutJoint* ModelBuilder::find_cut(const std::string& name) const {
  if (const CutJoint* cut = cut_named(name)) return cut;
  for (std::size_t dot = name.find('.'); dot != std::string::npos; dot = name.find('.', dot + 1)) {
    if (const CutJoint* cut = cut_named(name.substr(0, dot))) return cut;
  }
  return nullptr;
}

// Which of the joint's coordinates or speeds an entry of `initial` names: first and count.
std::optional<std::pair<int, int>> ModelBuilder::initial_entries(const InitialValue& value, const std::string& path, bool position,
                                                                 const Joint& joint, const std::string& part_name) {
  const auto parts = position ? traits(joint.type).coordinates : traits(joint.type).speeds;
  int first = 0, count = position ? joint.nq : joint.nv;
  if (position && part_name == "quat" && has_quaternion(joint.type)) {
    first = traits(joint.type).quaternion;
    count = 4;
  } else if (!part_name.empty()) {
    first = -1;
    for (std::size_t i = 0; i < parts.size(); ++i)
      if (parts[i].name == part_name) first = static_cast<int>(i);
    if (first < 0) {
      no_part(value.of, path, {&joint, -1, part_name}, parts);
      return std::nullopt;
    }
    count = 1;
  }
  if (static_cast<int>(value.values.size()) != count) {
    sink_.error(value.of.at, path,
                "needs " + std::to_string(count) + " number" + (count == 1 ? "" : "s") + ", has " + std::to_string(value.values.size()),
                count > 1 ? "in the order " + list_of(parts) : "");
    return std::nullopt;
  }
  return std::pair{first, count};
}

void ModelBuilder::set_initial_cut(const InitialValue& value, const std::string& path, bool position, const Joint& joint) {
  const std::string part = value.of.name == joint.name ? "" : value.of.name.substr(joint.name.size() + 1);
  const auto entries = initial_entries(value, path, position, joint, part);
  if (!entries) return;
  for (int i = 0; i < entries->second; ++i) {
    auto& slot = (position ? m_.initial_cut_q_ : m_.initial_cut_v_)[at((position ? joint.q_begin : joint.v_begin) + entries->first + i)];
    if (slot) return sink_.error(value.of.at, path, "is given twice");
    slot = value.values[at(i)];
  }
}

// "body.mode2": its place among the speeds, or nothing.
std::optional<int> ModelBuilder::find_mode(const std::string& name) const {
  const auto found = mode_index_.find(name);
  return found == mode_index_.end() ? std::nullopt : std::optional(found->second);
}

void ModelBuilder::set_initial_value(const InitialValue& value, const std::string& path, bool position, VecX& out, std::vector<bool>& set) {
  if (const auto mode = find_mode(value.of.name)) {
    const int entry = position ? m_.speed(*mode).position : *mode;
    if (value.values.size() != 1) return sink_.error(value.of.at, path, "needs 1 number, has " + std::to_string(value.values.size()));
    if (set[at(entry)]) return sink_.error(value.of.at, path, "'" + value.of.name + "' is given twice");
    set[at(entry)] = true;
    out[entry] = value.values[0];
    return;
  }
  if (const CutJoint* cut = find_cut(value.of.name)) return set_initial_cut(value, path, position, cut->joint);
  const auto ref = resolve_joint(value.of, path);
  if (!ref) return;
  const Joint& joint = *ref->joint;
  const auto entries = initial_entries(value, path, position, joint, ref->part_name);
  if (!entries) return;
  const auto [first, count] = *entries;
  const int begin = (position ? joint.q_begin : joint.v_begin) + first;
  for (int i = 0; i < count; ++i) {
    if (set[at(begin + i)])
      return sink_.error(value.of.at, path, "'" + (position ? m_.coordinate_names_ : m_.speed_names_)[at(begin + i)] + "' is given twice");
    set[at(begin + i)] = true;
    out[begin + i] = value.values[at(i)];  // in the user's order
  }
  for (int s = 0; s < joint.nv; ++s) {
    const bool touched = has_quaternion(joint.type) || (s >= first && s < first + count);
    if (touched && m_.roles_[at(joint.v_begin + s)] == Role::prescribed) {
      return sink_.error(value.of.at, path, "the joint is prescribed: its motion law gives its state at every time", "remove this entry");
    }
  }
  if (position && has_quaternion(joint.type) && first + count > joint.nq - 4) {
    auto quat = out.segment(joint.q_begin + joint.nq - 4, 4);
    bool complete = true;
    for (int i = joint.nq - 4; i < joint.nq; ++i) complete = complete && set[at(joint.q_begin + i)];
    if (complete && std::abs(quat.norm() - 1) > 1e-6)
      sink_.error(value.of.at, path, "the quaternion's norm is " + std::to_string(quat.norm()), "it must be 1 within 1e-6");
    if (complete) quat.normalize();
  }
}

}  // namespace zanjir
