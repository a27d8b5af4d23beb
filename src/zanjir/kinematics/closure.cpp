// Source of the row formulas: own derivation (1)-(4). All vectors in J axes; w, alpha: angular velocity and acceleration of C relative to J;
// b = R_JC a, b' = w x b, b'' = alpha x b + w x (w x b); c = 1 + a . b; q = (s, x) the quaternion of R_JC, s >= 0.
//   translation  phi = u . p                  phi'' = u . p''                                                         (1)
//   alignment    phi = 2 u.b/c                phi'' = 2 [u.b''/c - 2 (u.b')(a.b')/c² - (u.b)(a.b'')/c² + 2 (u.b)(a.b')²/c³]   (2)
//   universal    phi = a_0.b - const          phi'' = a_0 . b''                                                       (3)
//   rotation     phi = 2 u.x                  phi'' = u . (s' w + s alpha + alpha x x + w x x'),  x' = (s w + w x x)/2, s' = -w.x/2   (4)
#include "zanjir/kinematics/closure.hpp"

#include <cmath>

#include "zanjir/core/contract.hpp"
#include "zanjir/kernels/dispatch.hpp"
#include "zanjir/kinematics/frames.hpp"

namespace zanjir {

namespace {

template <class... Fs>
struct overloaded : Fs... {
  using Fs::operator()...;
};
template <class... Fs>
overloaded(Fs...) -> overloaded<Fs...>;

Eigen::Vector3d eigen(const Vec3d& a) { return {a.x, a.y, a.z}; }

// Jacobian of the point of `body` that is now at p_W.
void jacobian_at(const Model& model, const Workspace& ws, BodyId body, const Vec3d& p_W, Mat6X& J) {
  const int row = model.body(body).row;
  const Vec3d p = inverse(row_pose(model, ws, row)) * p_W;
  const double point[3] = {p.x, p.y, p.z};
  kernels::functions().jacobian(model.tables(), ws.tree.data(), row, point, J.data());
}

struct PointMotion {
  Vec3d w, v, alpha, a;  // angular velocity, velocity, angular acceleration, acceleration of the point; world axes
};
// Of the point of `body` now at p_W, for the accelerations that are in the scratch (with -gravity in `a`).
PointMotion motion_at(const Model& model, const Workspace& ws, BodyId body, const Vec3d& p_W) {
  const int row = model.body(body).row;
  if (row == 0) return {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}, -model.gravity()};
  const Transformd X = row_pose(model, ws, row);
  const Vec3d p = inverse(X) * p_W;
  const Motiond V = row_velocity(model, ws, row);
  const double* A = ws.tree.data() + kernels::scratch_layout(model.n_steps()).A + 6 * static_cast<std::size_t>(row);
  const Vec3d A_w{A[0], A[1], A[2]}, A_v{A[3], A[4], A[5]};
  const Vec3d v = V.v + cross(V.w, p);
  return {X.R * V.w, X.R * v, X.R * A_w, X.R * (A_v + cross(A_w, p) + cross(V.w, v))};
}

struct CutPoses {
  Transformd X_WJ, X_WC, X_JC;
};
CutPoses cut_poses(const Model& model, const Workspace& ws, const Joint& joint) {
  const Transformd X_WJ = body_pose(model, ws, joint.parent) * joint.X_PJ, X_WC = body_pose(model, ws, joint.child) * joint.X_CJ;
  return {X_WJ, X_WC, inverse(X_WJ) * X_WC};
}

// [moment; force] of a row in J axes: the gradient of phi with respect to the relative twist at the origin of C.
Forced row_wrench(const Joint& joint, const ClosureRow& row, const Transformd& X_JC) {
  switch (row.kind) {
    case RowKind::translation: return {{0, 0, 0}, row.u};
    case RowKind::alignment: {
      const Vec3d a = aligned_axis(joint), b = X_JC.R * a;
      const double c = 1 + dot(a, b);
      return {(cross(b, row.u) * c - cross(b, a) * dot(row.u, b)) * (2 / (c * c)), {0, 0, 0}};
    }
    case RowKind::universal: return {cross(X_JC.R * joint.axes[1], joint.axes[0]), {0, 0, 0}};
    case RowKind::rotation: {
      const Quatd q = to_quaternion(X_JC.R);
      return {row.u * q.w + cross(Vec3d{q.x, q.y, q.z}, row.u), {0, 0, 0}};
    }
  }
  return {};
}

double row_second_derivative(const Joint& joint, const ClosureRow& row, const Transformd& X_JC, const Vec3d& w, const Vec3d& alpha, const Vec3d& p_ddot) {
  const auto twice = [&](const Vec3d& b) { return cross(alpha, b) + cross(w, cross(w, b)); };
  switch (row.kind) {
    case RowKind::translation: return dot(row.u, p_ddot);
    case RowKind::alignment: {
      const Vec3d a = aligned_axis(joint), b = X_JC.R * a, db = cross(w, b), ddb = twice(b);
      const double c = 1 + dot(a, b), f = dot(row.u, b), df = dot(row.u, db), dc = dot(a, db);
      return 2 * (dot(row.u, ddb) / c - 2 * df * dc / (c * c) - f * dot(a, ddb) / (c * c) + 2 * f * dc * dc / (c * c * c));
    }
    case RowKind::universal: return dot(joint.axes[0], twice(X_JC.R * joint.axes[1]));
    case RowKind::rotation: {
      const Quatd q = to_quaternion(X_JC.R);
      const Vec3d x{q.x, q.y, q.z}, dx = (w * q.w + cross(w, x)) * 0.5;
      const double ds = -0.5 * dot(w, x);
      return dot(row.u, w * ds + alpha * q.w + cross(alpha, x) + cross(w, dx));
    }
  }
  return 0;
}

}  // namespace

Closure::Closure(const Model& model) : Closure(model, model.n_closure_rows()) {}

Closure::Closure(const Model& model, int n_rows)
    : phi(VecX::Zero(n_rows)),
      phi_dot(phi),
      gamma(phi),
      Phi_q(MatX::Zero(n_rows, model.nv())),
      wrench(Mat6X::Zero(6, n_rows)),
      point(Eigen::Matrix3Xd::Zero(3, n_rows)),
      J_a(Mat6X::Zero(6, model.nv())),
      J_b(J_a) {}

void update_closure_positions(const Model& model, const Workspace& ws, Closure& x) { update_closure_positions(model, model.constraints(), ws, x); }

void update_closure_positions(const Model& model, std::span<const Constraint> constraints, const Workspace& ws, Closure& x) {
  ZANJIR_ASSERT(ws.stage >= Stage::position);
  Eigen::Index i = 0;
  for (const Constraint& constraint : constraints) {
    std::visit(overloaded{
                   [&](const CutJoint& cut) {
                     const CutPoses poses = cut_poses(model, ws, cut.joint);
                     jacobian_at(model, ws, cut.joint.child, poses.X_WC.p, x.J_b);
                     jacobian_at(model, ws, cut.joint.parent, poses.X_WC.p, x.J_a);
                     x.J_b -= x.J_a;
                     for (const ClosureRow& row : cut.rows) {
                       const Forced W = row_wrench(cut.joint, row, poses.X_JC);
                       x.phi[i] = closure_residual<double>(cut.joint, row, poses.X_JC);
                       x.wrench.col(i) << eigen(poses.X_WJ.R * W.n), eigen(poses.X_WJ.R * W.f);
                       x.point.col(i) = eigen(poses.X_WC.p);
                       x.Phi_q.row(i).noalias() = x.wrench.col(i).transpose() * x.J_b;
                       ++i;
                     }
                   },
                   [&](const Distance& rod) {
                     const Frame &a = model.frame(rod.a), &b = model.frame(rod.b);
                     const Vec3d p_a = frame_pose(model, ws, a).p, p_b = frame_pose(model, ws, b).p, d = p_b - p_a;
                     const double length = norm(d);
                     jacobian_at(model, ws, b.body, p_b, x.J_b);
                     jacobian_at(model, ws, a.body, p_b, x.J_a);
                     x.phi[i] = length - rod.length_m;
                     x.wrench.col(i) << 0, 0, 0, eigen(d * (1 / length));
                     x.point.col(i) = eigen(p_b);
                     x.Phi_q.row(i).noalias() = x.wrench.col(i).tail<3>().transpose() * (x.J_b - x.J_a).bottomRows<3>();
                     ++i;
                   },
                   [&](const Gear& gear) {
                     x.phi[i] = ws.q[gear.coordinate_b] - gear.ratio * ws.q[gear.coordinate_a] - gear.offset;
                     x.Phi_q.row(i).setZero();
                     x.Phi_q(i, gear.speed_b) = 1;
                     x.Phi_q(i, gear.speed_a) -= gear.ratio;
                     ++i;
                   },
               },
               constraint);
  }
}

void update_closure_rates(const Model& model, const Workspace& ws, Closure& x) {
  ZANJIR_ASSERT(ws.stage >= Stage::velocity);
  x.phi_dot.noalias() = x.Phi_q * ws.v;
  Eigen::Index i = 0;
  for (const Constraint& constraint : model.constraints()) {
    std::visit(overloaded{
                   [&](const CutJoint& cut) {
                     const CutPoses poses = cut_poses(model, ws, cut.joint);
                     const PointMotion c = motion_at(model, ws, cut.joint.child, poses.X_WC.p);
                     const PointMotion j = motion_at(model, ws, cut.joint.parent, poses.X_WC.p);
                     const Mat3d& R = poses.X_WJ.R;
                     const Vec3d w_J = transpose_times(R, j.w), w = transpose_times(R, c.w - j.w), p_dot = transpose_times(R, c.v - j.v);
                     const Vec3d alpha = transpose_times(R, c.alpha - j.alpha) - cross(w_J, w);
                     const Vec3d p_ddot = transpose_times(R, c.a - j.a) - cross(w_J, p_dot) * 2.0;
                     for (const ClosureRow& row : cut.rows) x.gamma[i++] = -row_second_derivative(cut.joint, row, poses.X_JC, w, alpha, p_ddot);
                   },
                   [&](const Distance& rod) {
                     const Frame &a = model.frame(rod.a), &b = model.frame(rod.b);
                     const Vec3d p_a = frame_pose(model, ws, a).p, p_b = frame_pose(model, ws, b).p, d = p_b - p_a;
                     const PointMotion m_a = motion_at(model, ws, a.body, p_a), m_b = motion_at(model, ws, b.body, p_b);
                     const double length = norm(d);
                     const Vec3d u = d * (1 / length), rate = m_b.v - m_a.v;
                     const double along = dot(u, rate);
                     x.gamma[i++] = -dot(u, m_b.a - m_a.a) - (dot(rate, rate) - along * along) / length;
                   },
                   [&](const Gear&) { x.gamma[i++] = 0; },
               },
               constraint);
  }
}

void cut_coordinates(const Model& model, const Workspace& ws, VecX& q_cut) {
  q_cut.resize(model.n_cut_q());
  for (const Constraint& constraint : model.constraints()) {
    if (const auto* cut = std::get_if<CutJoint>(&constraint)) joint_coordinates(cut->joint, cut_poses(model, ws, cut->joint).X_JC, q_cut.data() + cut->joint.q_begin);
  }
}

MatX cut_speed_rows(const Model& model, const Workspace& ws) {
  MatX S = MatX::Zero(model.n_cut_v(), model.nv());
  Mat6X J_a(6, model.nv()), J_b(6, model.nv());
  VecX q_cut;
  cut_coordinates(model, ws, q_cut);
  for (const Constraint& constraint : model.constraints()) {
    const auto* cut = std::get_if<CutJoint>(&constraint);
    if (!cut) continue;
    const CutPoses poses = cut_poses(model, ws, cut->joint);
    jacobian_at(model, ws, cut->joint.child, poses.X_WC.p, J_b);
    jacobian_at(model, ws, cut->joint.parent, poses.X_WC.p, J_a);
    J_b -= J_a;
    for (Eigen::Index k = 0; k < J_b.cols(); ++k) {
      const Motiond V{transpose_times(poses.X_WJ.R, Vec3d{J_b(0, k), J_b(1, k), J_b(2, k)}), transpose_times(poses.X_WJ.R, Vec3d{J_b(3, k), J_b(4, k), J_b(5, k)})};
      joint_speeds(cut->joint, q_cut.data() + cut->joint.q_begin, V, S.col(k).data() + cut->joint.v_begin);
    }
  }
  return S;
}

}  // namespace zanjir
