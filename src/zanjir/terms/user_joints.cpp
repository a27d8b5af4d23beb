#include "zanjir/terms/user_joints.hpp"

#include <array>

#include "zanjir/core/decompositions.hpp"
#include "zanjir/dynamics/accelerations.hpp"
#include "zanjir/kinematics/frames.hpp"

namespace zanjir {
namespace {

struct RelativeMotion {  // of C in J, J axes
  Transformd X_JC;
  Motiond V;
  Mat3d R_WJ;
  Vec3d w_J{0, 0, 0};
  Frame on_parent, on_child;  // frames of the two bodies that meet at C's origin
};

RelativeMotion relative_pose(const Model& model, const Workspace& ws, const Joint& joint) {
  RelativeMotion m;
  const Transformd X_WP = body_pose(model, ws, joint.parent), X_WJ = X_WP * joint.X_PJ, X_WC = body_pose(model, ws, joint.child) * joint.X_CJ;
  m.X_JC = inverse(X_WJ) * X_WC;
  m.R_WJ = X_WJ.R;
  m.on_child = {"", joint.child, joint.X_CJ};
  m.on_parent = {"", joint.parent, {joint.X_PJ.R, inverse(X_WP) * X_WC.p}};
  return m;
}

RelativeMotion relative_motion(const Model& model, const Workspace& ws, const Joint& joint) {
  RelativeMotion m = relative_pose(model, ws, joint);
  const Motiond child = frame_kinematics(model, ws, m.on_child).V_WF_W, parent = frame_kinematics(model, ws, m.on_parent).V_WF_W;
  m.V = {transpose_times(m.R_WJ, child.w - parent.w), transpose_times(m.R_WJ, child.v - parent.v)};
  m.w_J = transpose_times(m.R_WJ, parent.w);
  return m;
}

// Per body the user's: of a driven cut joint the tree has only its carrier, which is held to the joint's second body.
std::vector<BodyId> users_bodies(const Model& model) {
  std::vector<BodyId> of(model.bodies().size());
  for (std::size_t b = 0; b < of.size(); ++b) of[b] = static_cast<BodyId>(static_cast<int>(b));
  for (const Constraint& c : model.constraints()) {
    const auto* cut = std::get_if<CutJoint>(&c);
    if (cut && cut->joint.origin == Origin::carrier) of[at(index(cut->joint.parent))] = cut->joint.child;
  }
  return of;
}

// Entries of the modes, behind those of the joint in `tree` and at `out` alike.
void copy_modes(const Model& model, const UserJoint& u, const VecX& tree, int Joint::*begin, int Joint::*n, double* out) {
  if (u.n_modes == 0) return;
  const Joint& joint = model.joints()[at(u.tree)];
  for (int k = 0; k < u.n_modes; ++k) out[joint.*n + k] = tree[joint.*begin + joint.*n + k];
}

}  // namespace

Role UserJoints::role(const UserJoint& u, int part) const {
  if (u.tree < 0) return model_->cut_roles()[at(u.joint.v_begin + part)];
  return model_->roles()[at(model_->joints()[at(u.tree)].v_begin + part)];
}

UserJoints::UserJoints(const Model& model) : model_(&model) {
  const auto add = [&](UserJoint u, std::vector<std::string> q_names, std::vector<std::string> v_names) {
    u.q_begin = nq();
    u.v_begin = nv();
    coordinate_names_.insert(coordinate_names_.end(), q_names.begin(), q_names.end());
    speed_names_.insert(speed_names_.end(), v_names.begin(), v_names.end());
    for (const JointPart& part : traits(u.joint.type).coordinates) coordinate_units_.emplace_back(unit_of(part.measure));
    for (const JointPart& part : traits(u.joint.type).speeds) turns_.push_back(part.measure == Measure::angle);
    for (int i = 0; i < u.n_modes; ++i) {  // weights of shapes of size one
      coordinate_units_.push_back("m");
      turns_.push_back(false);
    }
    for (int i = 0; i < u.joint.nv + u.n_modes; ++i) joint_of_speed_.push_back(static_cast<int>(joints_.size()));
    const bool scalar = u.joint.nq == u.joint.nv;
    for (int i = 0; i < u.joint.nq + u.n_modes; ++i)
      speed_of_coordinate_.push_back(scalar || i >= u.joint.nq ? u.v_begin + i - u.joint.nq + u.joint.nv : -1);
    joints_.push_back(std::move(u));
  };
  const auto own_names = [](const Joint& joint, std::span<const JointPart> parts) {
    std::vector<std::string> names;
    for (const JointPart& part : parts) names.push_back(part_name(joint.name, part));
    return names;
  };
  const std::vector<BodyId> second_body = users_bodies(model);
  for (std::size_t j = 0; j < model.joints().size(); ++j) {
    const Joint& joint = model.joints()[j];
    const Body& body = model.bodies()[j + 1];
    if (joint.origin == Origin::section) continue;
    const bool own = converted(joint);
    UserJoint u{joint.swapped ? opposite(joint) : joint, static_cast<int>(j), -1, own, 0, 0};
    if (own) u.turn_count = turn_count(model, u.joint);
    if (body.elastic >= 0) u.n_modes = model.elastic_bodies()[at(body.elastic)].field.n_modes();
    u.second = second_body[at(index(u.joint.child))];
    std::vector<std::string> q_names, v_names;
    if (own) q_names = own_names(joint, traits(joint.type).coordinates), v_names = own_names(joint, traits(joint.type).speeds);
    for (int i = own ? joint.nq : 0; i < joint.nq + u.n_modes; ++i) q_names.push_back(model.coordinate_names()[at(joint.q_begin + i)]);
    for (int i = own ? joint.nv : 0; i < joint.nv + u.n_modes; ++i) v_names.push_back(model.speed_names()[at(joint.v_begin + i)]);
    add(u, q_names, v_names);
  }
  for (std::size_t c = 0; c < model.constraints().size(); ++c) {
    const auto* cut = std::get_if<CutJoint>(&model.constraints()[c]);
    if (cut && cut->joint.origin == Origin::user)
      add({cut->joint, -1, static_cast<int>(c), true, 0, 0, 0, cut->joint.child, cut->turns},
          own_names(cut->joint, traits(cut->joint.type).coordinates), own_names(cut->joint, traits(cut->joint.type).speeds));
  }
}

void UserJoints::coordinates_of(const UserJoint& u, const Workspace& ws, VecX& q) const {
  if (u.own_terms) {
    double* own = q.data() + u.q_begin;
    joint_coordinates(u.joint, relative_pose(*model_, ws, u.joint).X_JC, own);
    if (const int part = u.turn_count.part; part >= 0) own[part] = counted(u.turn_count, ws.q.data(), own[part]);
  } else q.segment(u.q_begin, u.joint.nq) = ws.q.segment(model_->joints()[at(u.tree)].q_begin, u.joint.nq);
  copy_modes(*model_, u, ws.q, &Joint::q_begin, &Joint::nq, q.data() + u.q_begin);
}

void UserJoints::speeds_of(const UserJoint& u, const Workspace& ws, const VecX& q, VecX& v) const {
  if (u.own_terms) joint_speeds(u.joint, q.data() + u.q_begin, relative_motion(*model_, ws, u.joint).V, v.data() + u.v_begin);
  else v.segment(u.v_begin, u.joint.nv) = ws.v.segment(model_->joints()[at(u.tree)].v_begin, u.joint.nv);
  copy_modes(*model_, u, ws.v, &Joint::v_begin, &Joint::nv, v.data() + u.v_begin);
}

void UserJoints::accelerations_of(const UserJoint& u, const Workspace& ws, const VecX& q, const VecX& v, const VecX& vdot, VecX& out) const {
  if (u.own_terms) joint_accelerations(*model_, ws, u.joint, q.data() + u.q_begin, v.data() + u.v_begin, out.data() + u.v_begin);
  else out.segment(u.v_begin, u.joint.nv) = vdot.segment(model_->joints()[at(u.tree)].v_begin, u.joint.nv);
  copy_modes(*model_, u, vdot, &Joint::v_begin, &Joint::nv, out.data() + u.v_begin);
}

void UserJoints::coordinates(const Workspace& ws, VecX& q) const {
  q.resize(nq());
  for (const UserJoint& u : joints_) coordinates_of(u, ws, q);
}

void UserJoints::speeds(const Workspace& ws, const VecX& q, VecX& v) const {
  v.resize(nv());
  for (const UserJoint& u : joints_) speeds_of(u, ws, q, v);
}

void UserJoints::accelerations(const Workspace& ws, const VecX& q, const VecX& v, const VecX& vdot, VecX& out) const {
  out.resize(nv());
  for (const UserJoint& u : joints_) accelerations_of(u, ws, q, v, vdot, out);
}

VecX UserJoints::coordinates(const Workspace& ws) const {
  VecX q;
  coordinates(ws, q);
  return q;
}

VecX UserJoints::speeds(const Workspace& ws) const {
  VecX v;
  speeds(ws, coordinates(ws), v);
  return v;
}

VecX UserJoints::accelerations(const Workspace& ws, const VecX& vdot) const {
  VecX out;
  accelerations(ws, coordinates(ws), speeds(ws), vdot, out);
  return out;
}

UserJoints::RowScratch::RowScratch(const Model& model) : J_child(Mat6X::Zero(6, model.nv())), J_parent(Mat6X::Zero(6, model.nv())) {}

void UserJoints::speed_row(const Workspace& ws, const VecX& q, int speed, RowScratch& x, Eigen::Ref<VecX> row) const {
  const UserJoint& u = joints_[at(joint_of_speed(speed))];
  const int part = speed - u.v_begin;
  row.setZero();
  if (!u.own_terms || part >= u.joint.nv) {  // a speed of the tree, or a mode
    row[model_->joints()[at(u.tree)].v_begin + part] = 1;
    return;
  }
  const RelativeMotion m = relative_pose(*model_, ws, u.joint);
  x.J_child.setZero();
  x.J_parent.setZero();
  frame_jacobian(*model_, ws, m.on_child, x.J_child);
  frame_jacobian(*model_, ws, m.on_parent, x.J_parent);
  std::array<double, 6> speeds{};
  for (Eigen::Index k = 0; k < row.size(); ++k) {
    const double *c = x.J_child.col(k).data(), *p = x.J_parent.col(k).data();
    const Motiond V{transpose_times(m.R_WJ, Vec3d{c[0] - p[0], c[1] - p[1], c[2] - p[2]}),
                    transpose_times(m.R_WJ, Vec3d{c[3] - p[3], c[4] - p[4], c[5] - p[5]})};
    joint_speeds(u.joint, q.data() + u.q_begin, V, speeds.data());
    row[k] = speeds[at(part)];
  }
}

MatX UserJoints::speed_rows(const Workspace& ws) const {
  MatX S(nv(), model_->nv());
  RowScratch scratch(*model_);
  const VecX q = coordinates(ws);
  VecX row(model_->nv());
  for (int i = 0; i < nv(); ++i) {
    speed_row(ws, q, i, scratch, row);
    S.row(i) = row.transpose();
  }
  return S;
}

void UserJoints::forces(const Workspace& ws, const VecX& tau, const VecX& tau_cut, VecX& out) const {
  out.setZero(nv());
  for (const UserJoint& u : joints_) {
    if (u.tree < 0) {
      if (tau_cut.size() > 0) out.segment(u.v_begin, u.joint.nv) = tau_cut.segment(u.joint.v_begin, u.joint.nv);
      continue;
    }
    const Joint& joint = model_->joints()[at(u.tree)];
    out.segment(u.v_begin, joint.nv) = tau.segment(joint.v_begin, joint.nv);
    copy_modes(*model_, u, tau, &Joint::v_begin, &Joint::nv, out.data() + u.v_begin);
    if (!u.own_terms) continue;
    const double* q = ws.q.data() + joint.q_begin;  // tau_tree . v_tree = tau_user . v_user
    Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, 6, 6> T(joint.nv, joint.nv);
    for (int k = 0; k < joint.nv; ++k) {
      std::array<double, 6> unit{};
      unit[at(k)] = 1;
      user_speeds(joint, q, unit.data(), T.col(k).data());
    }
    out.segment(u.v_begin, joint.nv) = T.transpose().partialPivLu().solve(tau.segment(joint.v_begin, joint.nv));
  }
}

VecX UserJoints::forces(const Workspace& ws, const VecX& tau, const VecX& tau_cut) const {
  VecX out;
  forces(ws, tau, tau_cut, out);
  return out;
}

// Relative accelerations in the turning axes of J:  alpha - w_J x w,  a - 2 w_J x p'  (the parts that the rotation of J adds at C's own
// point are common to both bodies). For axes fixed in J they are linear in vdot; a universal joint's second axis turns with the first
// angle, a free joint's velocities are counted in C axes.
void joint_accelerations(const Model& model, const Workspace& ws, const Joint& joint, const double* q, const double* v, double* vdot) {
  const RelativeMotion m = relative_motion(model, ws, joint);
  const Motiond child = frame_acceleration(model, ws, m.on_child), parent = frame_acceleration(model, ws, m.on_parent);
  Motiond A{transpose_times(m.R_WJ, child.w - parent.w) - cross(m.w_J, m.V.w),
            transpose_times(m.R_WJ, child.v - parent.v) - cross(m.w_J, m.V.v) * 2.0};
  if (joint.type == JointType::universal)
    A.w = A.w - cross(joint.axes[0], spatial::rotation_about(joint.axes[0], q[0]) * joint.axes[1]) * (v[0] * v[1]);
  if (joint.type == JointType::free) A.v = A.v - cross(m.V.w, m.V.v);
  joint_speeds(joint, q, A, vdot);
}

}  // namespace zanjir
