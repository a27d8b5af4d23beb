#include "zanjir/terms/frame_drive.hpp"

#include "zanjir/core/decompositions.hpp"
#include "zanjir/kinematics/frames.hpp"
#include "zanjir/loops/allowed_motions.hpp"

namespace zanjir {
namespace {

Actuator actuator_of(const Model& model, const UserJoint& u, int part) {
  const int speed = (u.tree >= 0 ? model.joints()[at(u.tree)].v_begin : u.joint.v_begin) + part;
  for (const Actuator& a : u.tree >= 0 ? model.actuators() : model.cut_actuators()) {
    if (a.speed == speed) return a;
  }
  return {};
}

}  // namespace

std::vector<DrivenSpeed> driven_speeds(const Model& model, const UserJoints& users) {
  std::vector<DrivenSpeed> out;
  for (const UserJoint& u : users.joints()) {
    for (int i = 0; i < u.joint.nv; ++i) {
      if (users.role(u, i) == Role::actuated) out.push_back({u.v_begin + i, users.turns(u.v_begin + i), actuator_of(model, u, i)});
    }
  }
  return out;
}

DrivenMotion driven_motion(const Model& model, const UserJoints& users, const Workspace& ws) {
  DrivenMotion d;
  d.actuators = driven_speeds(model, users);
  d.S.resize(static_cast<Eigen::Index>(d.actuators.size()), model.nv());
  const VecX q = users.coordinates(ws);
  UserJoints::RowScratch scratch(model);
  VecX row(model.nv());
  for (std::size_t i = 0; i < d.actuators.size(); ++i) {
    users.speed_row(ws, q, d.actuators[i].speed, scratch, row);
    d.S.row(static_cast<Eigen::Index>(i)) = row.transpose();
  }
  std::vector<int> modes;
  for (int k = 0; k < model.nv(); ++k) {
    if (model.speed(k).is_mode()) modes.push_back(k);
  }
  MatX held = MatX::Zero(static_cast<Eigen::Index>(modes.size()), model.nv());
  for (std::size_t i = 0; i < modes.size(); ++i) held(static_cast<Eigen::Index>(i), modes[i]) = 1;
  d.N = allowed_motions(model, ws, nullptr, held);
  d.A = d.S * d.N;
  return d;
}

MatX twists_of(const Model& model, const Workspace& ws, const Frame& frame, const MatX& N) {
  Mat6X J = Mat6X::Zero(6, model.nv());
  frame_jacobian(model, ws, frame, J);
  return J * N;
}

std::vector<int> turn_components(Plane plane) {
  switch (plane) {
    case Plane::xy: return {2};
    case Plane::yz: return {0};
    case Plane::xz: return {1};
    case Plane::none: break;
  }
  return {0, 1, 2};
}

std::vector<int> shift_components(Plane plane) {
  switch (plane) {
    case Plane::xy: return {3, 4};
    case Plane::yz: return {4, 5};
    case Plane::xz: return {3, 5};
    case Plane::none: break;
  }
  return {3, 4, 5};
}

VecX drive_values(const MatX& A, const MatX& T) {
  if (A.rows() == 0 || A.cols() == 0) return {};
  Eigen::CompleteOrthogonalDecomposition<MatX> factor;
  factor.setThreshold(1e-12);
  factor.compute(A);
  const MatX back = factor.pseudoInverse();
  const MatX unseen = T - T * back * A;
  if (unseen.cwiseAbs().maxCoeff() > 1e-9 * T.cwiseAbs().maxCoeff()) return {};
  VecX values = VecX::Zero(T.rows());  // with fewer actuators than directions some are zero
  const VecX found = Eigen::JacobiSVD<MatX>(MatX(T * back)).singularValues();
  values.head(found.size()) = found;
  return values;
}

}  // namespace zanjir
