// Poses of all bodies straight from the definition of the joints (joint_motion), for any scalar. Poses are all that formulations share
// of kinematics; velocities and Jacobians are each formulation's own. The kernels' poses are tested against these.   Cost: O(n).
#pragma once

#include <vector>

#include "zanjir/model/model.hpp"

namespace zanjir {

// X_WB[i]: body i in the world; q: all nq coordinates.
template <class T> void body_poses(const Model& model, const T* q, std::vector<spatial::Transform<T>>& X_WB) {
  using spatial::cast, spatial::inverse;
  X_WB.resize(model.bodies().size());
  X_WB[0] = {};
  for (std::size_t i = 1; i < X_WB.size(); ++i) {
    const Body& body = model.bodies()[i];
    const Joint& joint = model.joint(*body.inboard_joint);
    if (body.section >= 0) {
      const SectionBody& section = model.sections()[static_cast<std::size_t>(body.section)];
      const ElasticBody& elastic = model.elastic_bodies()[static_cast<std::size_t>(section.elastic)];
      X_WB[i] = X_WB[static_cast<std::size_t>(index(joint.parent))] * section_pose(elastic.field, section.shapes, q + elastic.q_begin);
      continue;
    }
    const spatial::Transform<T> X_JC = joint_motion(joint, q + joint.q_begin);
    X_WB[i] = X_WB[static_cast<std::size_t>(index(joint.parent))] * cast<T>(joint.X_PJ) * X_JC * cast<T>(inverse(joint.X_CJ));
  }
}

}  // namespace zanjir
