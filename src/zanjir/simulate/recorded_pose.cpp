#include "zanjir/simulate/recorded_pose.hpp"

namespace zanjir {

RecordedPose::RecordedPose(const Model& model) : model_(model), users_(model) {}

State RecordedPose::state(const ChannelValue& channel, std::vector<std::string>& missing) {
  State state = initial_state(model_);
  const auto value = [&](const std::string& name, double otherwise) {
    const std::optional<double> found = channel(name);
    if (!found) missing.push_back(name);
    return found.value_or(otherwise);
  };
  state.t_s = value("t", 0);
  double q_user[8], q_tree[8];  // a joint has seven at most
  for (const UserJoint& u : users_.joints()) {
    if (u.tree < 0) continue;  // cut joints follow from the others
    const Joint& tree = model_.joints()[at(u.tree)];
    const bool prescribed = u.joint.nv > 0 && users_.role(u, 0) == Role::prescribed;
    if (!prescribed) {  // the others follow from their laws
      for (int i = 0; i < u.joint.nq; ++i) q_user[i] = value(users_.coordinate_names()[at(u.q_begin + i)], state.q[tree.q_begin + i]);
      tree_coordinates(tree, q_user, q_tree);
      for (int i = 0; i < tree.nq; ++i) state.q[tree.q_begin + i] = q_tree[i];
    }
    for (int i = u.joint.nq; i < u.joint.nq + u.n_modes; ++i) {
      double& q = state.q[tree.q_begin + i];
      q = value(users_.coordinate_names()[at(u.q_begin + i)], q);
    }
  }
  return state;
}

State RecordedPose::state(const std::vector<Channel>& channels, std::span<const double> row, std::vector<std::string>& missing) {
  if (places_.size() != channels.size()) {
    places_.clear();
    for (std::size_t i = 0; i < channels.size(); ++i) places_.emplace(channels[i].name, i);
  }
  return state(
      [&](const std::string& name) -> std::optional<double> {
        const auto found = places_.find(name);
        return found == places_.end() ? std::nullopt : std::optional(row[found->second]);
      },
      missing);
}

}  // namespace zanjir
