#include "zanjir/loops/assembly.hpp"

#include "zanjir/loops/closer.hpp"
#include "zanjir/loops/projector.hpp"

namespace zanjir {

std::vector<bool> with_prescribed(const Model& model, std::vector<bool> held) {
  held.resize(static_cast<std::size_t>(model.nv()), false);
  for (std::size_t i = 0; i < held.size(); ++i) held[i] = held[i] || model.roles()[i] == Role::prescribed;
  return held;
}

CutJoint constraint_of(const Model& model, const PoseTarget& target) {
  CutJoint cut;
  cut.joint.name = model.frame(target.frame).name;
  cut.joint.child = model.frame(target.frame).body;
  cut.joint.X_PJ = target.X_WF;
  cut.joint.X_CJ = model.frame(target.frame).X_BF;
  cut.joint.type = target.what == PoseTarget::What::position ? JointType::spherical : JointType::weld;
  const auto normal = plane_normal(model.plane());
  std::optional<Vec3d> normal_J;
  if (normal) normal_J = transpose_times(target.X_WF.R, *normal);
  if (normal && target.what == PoseTarget::What::position) {
    cut.joint.type = JointType::revolute;
    cut.joint.axes = {*normal_J};
    cut.joint.nq = cut.joint.nv = 1;
  }
  cut.rows = closure_rows(cut.joint, normal_J);
  if (target.what == PoseTarget::What::orientation) {
    std::erase_if(cut.rows, [](const ClosureRow& row) { return is_translation(row.kind); });
  }
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
