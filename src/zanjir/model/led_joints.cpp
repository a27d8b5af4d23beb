#include "zanjir/model/led_joints.hpp"

#include <numeric>

#include "zanjir/model/model.hpp"

namespace zanjir {
namespace {

// Joints that some loop has in common, as sets: each joint points to another one of its set, or to itself.
class LoopSets {
 public:
  explicit LoopSets(const Model& model) : model_(model), next_(model.joints().size()), looped_(next_.size(), false) {
    std::iota(next_.begin(), next_.end(), std::size_t{0});
  }
  // Joins all joints on the way between two bodies; returns one of them, or none if the bodies move together.
  std::size_t join(BodyId a, BodyId b) {
    std::size_t first = none;
    while (a != b) {  // parents precede children: the later body is not an ancestor of the other
      BodyId& later = index(a) > index(b) ? a : b;
      const auto joint = static_cast<std::size_t>(index(later)) - 1;
      looped_[joint] = true;
      if (first == none) first = joint;
      else next_[root(joint)] = root(first);
      later = model_.joints()[joint].parent;
    }
    return first;
  }
  std::size_t root(std::size_t joint) const {
    while (next_[joint] != joint) joint = next_[joint];
    return joint;
  }
  bool in_loop(std::size_t joint) const { return looped_[joint]; }
  static constexpr std::size_t none = static_cast<std::size_t>(-1);

 private:
  const Model& model_;
  std::vector<std::size_t> next_;
  std::vector<bool> looped_;
};

}  // namespace

std::vector<bool> led_speeds(const Model& model) {
  LoopSets sets(model);
  std::vector<std::size_t> with_actuated_cut;
  for (const Constraint& constraint : model.constraints()) {
    if (springs_of(constraint) >= 0) continue;
    if (const auto* rod = std::get_if<Distance>(&constraint)) sets.join(model.frame(rod->a).body, model.frame(rod->b).body);
    const auto* cut = std::get_if<CutJoint>(&constraint);
    if (!cut) continue;
    const std::size_t joint = sets.join(cut->joint.parent, cut->joint.child);
    for (int i = 0; i < cut->joint.nv && joint != LoopSets::none; ++i) {
      if (model.cut_roles()[at(cut->joint.v_begin + i)] == Role::actuated) with_actuated_cut.push_back(joint);
    }
  }
  std::vector<bool> actuated(model.joints().size(), false);  // of a set, at its root
  for (const std::size_t joint : with_actuated_cut) actuated[sets.root(joint)] = true;
  for (int k = 0; k < model.nv(); ++k) {
    const auto joint = at(model.speed(k).joint);
    if (model.roles()[at(k)] == Role::actuated && sets.in_loop(joint)) actuated[sets.root(joint)] = true;
  }
  std::vector<bool> led(at(model.nv()), false);
  for (int k = 0; k < model.nv(); ++k) {
    const auto joint = at(model.speed(k).joint);
    led[at(k)] = model.roles()[at(k)] == Role::prescribed && model.joints()[joint].nv > 1 && sets.in_loop(joint) && actuated[sets.root(joint)];
  }
  return led;
}

}  // namespace zanjir
