#include "zanjir/loops/assembly.hpp"

#include <cmath>

#include "zanjir/loops/closer.hpp"
#include "zanjir/loops/projector.hpp"

namespace zanjir {

std::vector<bool> with_prescribed(const Model& model, std::vector<bool> held) {
  held.resize(static_cast<std::size_t>(model.nv()), false);
  for (std::size_t i = 0; i < held.size(); ++i) held[i] = held[i] || model.roles()[i] == Role::prescribed;
  return held;
}

namespace {

constexpr Vec3d world_axes[] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

// The type of a joint that forbids what the target does, and its axes in the world; nothing where there is none.
std::optional<std::pair<JointType, std::vector<Vec3d>>> joint_like(const Model& model, const PoseTarget& target) {
  using What = PoseTarget::What;
  const auto normal = plane_normal(model.plane());
  std::vector<Vec3d> loose;  // ways in which the origin may go
  for (std::size_t i = 0; i < 3; ++i) {
    const bool led = target.what != What::orientation && target.led[i];
    if (!led && !(normal && std::abs(dot(*normal, world_axes[i])) > 0.5)) loose.push_back(world_axes[i]);
  }
  const Vec3d along = target.X_WF.R * target.axis;
  const auto is_along = [&](const Vec3d& a) { return norm(cross(a, along)) < 1e-12; };
  const auto is_across = [&](const Vec3d& a) { return std::abs(dot(a, along)) < 1e-12; };
  using Found = std::pair<JointType, std::vector<Vec3d>>;
  switch (target.what) {
    case What::pose:
    case What::orientation:
      if (loose.empty()) return Found{JointType::weld, {}};
      if (loose.size() == 1) return Found{JointType::prismatic, loose};
      return std::nullopt;
    case What::position:
      if (!loose.empty()) return std::nullopt;
      return normal ? Found{JointType::revolute, {*normal}} : Found{JointType::spherical, {}};
    case What::axis:
      if (loose.empty()) return Found{JointType::revolute, {along}};
      if (loose.size() == 1 && is_along(loose[0])) return Found{JointType::cylindrical, {along}};
      if (loose.size() == 2 && is_across(loose[0]) && is_across(loose[1])) {
        if (dot(cross(loose[0], loose[1]), along) < 0) std::swap(loose[0], loose[1]);
        return Found{JointType::planar, loose};
      }
      return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace

bool is_joint(const Model& model, const PoseTarget& target) { return joint_like(model, target).has_value(); }

CutJoint constraint_of(const Model& model, const PoseTarget& target) {
  using What = PoseTarget::What;
  CutJoint cut;
  Joint& joint = cut.joint;
  joint.name = model.frame(target.frame).name;
  joint.child = model.frame(target.frame).body;
  joint.X_PJ = target.X_WF;
  joint.X_CJ = model.frame(target.frame).X_BF;
  const auto normal = plane_normal(model.plane());
  const Mat3d& R = target.X_WF.R;
  std::optional<Vec3d> normal_J;
  if (normal) normal_J = transpose_times(R, *normal);
  // The rows: of a weld, a ball or a hinge; of the translations those that are led.
  joint.type = target.what == What::position ? JointType::spherical : target.what == What::axis ? JointType::revolute : JointType::weld;
  if (target.what == What::axis) joint.axes = {target.axis};
  if (normal && target.what == What::position) {
    joint.type = JointType::revolute;
    joint.axes = {*normal_J};
  }
  cut.rows = closure_rows(joint, normal_J);
  if (!target.leads_origin()) {
    std::erase_if(cut.rows, [](const ClosureRow& row) { return is_translation(row.kind); });
    for (std::size_t i = 0; i < 3 && target.what != What::orientation; ++i) {
      const bool in_plane = !normal || std::abs(dot(*normal, world_axes[i])) < 0.5;
      if (target.led[i] && in_plane) cut.rows.push_back({RowKind::translation, transpose_times(R, world_axes[i])});
    }
  }
  if (const auto like = joint_like(model, target); like && like->first != joint.type) {
    joint.type = like->first;
    joint.axes.clear();
    for (const Vec3d& axis : like->second) joint.axes.push_back(transpose_times(R, axis));
  }
  joint.nq = joint.nv = static_cast<int>(joint.type == JointType::planar ? 3 : joint.type == JointType::cylindrical ? 2 : joint.axes.size());
  return cut;
}

CutJoint held_joint(const Model& model, const Joint& joint, const double* q) {
  CutJoint cut;
  cut.joint.name = joint.name;
  cut.joint.parent = joint.parent;
  cut.joint.child = joint.child;
  cut.joint.X_PJ = joint.X_PJ * joint_motion(joint, q);
  cut.joint.X_CJ = joint.X_CJ;
  cut.rows = closure_rows(cut.joint, plane_normal(model.plane()));  // a planar model turns no joint frame out of its plane
  return cut;
}

ClosureTask::ClosureTask(const Model& model, const std::vector<CutJoint>& more)
    : constraints(model.constraints().begin(), model.constraints().end()) {
  std::vector<double> scale(model.row_scale().begin(), model.row_scale().end());
  for (const CutJoint& cut : more) {
    for (const ClosureRow& row : cut.rows) scale.push_back(is_translation(row.kind) ? 1 / model.length_m() : 1);
    constraints.emplace_back(cut);
  }
  row_scale = Eigen::Map<const VecX>(scale.data(), static_cast<Eigen::Index>(scale.size()));
}

AssemblyReport close_positions(const Model& model, State& state, const std::vector<bool>& held) {
  return Closer(model).positions(model, state, held);
}

AssemblyReport close_positions(const Model& model, const ClosureTask& task, State& state, const std::vector<bool>& held) {
  return Closer(model, task).positions(model, state, held);
}

AssemblyReport reach(const Model& model, const std::vector<PoseTarget>& targets, State& state, const std::vector<bool>& held) {
  return Closer(model).reach(model, targets, state, held);
}

VelocityReport close_velocities(const Model& model, State& state, const std::vector<bool>& held) {
  return Closer(model).velocities(model, state, held);
}

double project(const Model& model, const LoopRank& kept, State& state) {
  return Projector(model).project(model, kept, WeakDirections::spared, state).after.position;
}

}  // namespace zanjir
