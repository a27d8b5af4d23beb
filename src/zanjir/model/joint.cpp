#include "zanjir/model/joint.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace zanjir {

using kernels::Primitive;
using kernels::Step;

std::string part_name(const std::string& joint, const JointPart& part) { return part.name.empty() ? joint : joint + "." + std::string(part.name); }

Joint opposite(const Joint& joint) {
  Joint other = joint;
  std::swap(other.parent, other.child);
  std::swap(other.X_PJ, other.X_CJ);
  other.swapped = !joint.swapped;
  const Swap swap = traits(joint.type).swap;
  if (swap == Swap::converted) return other;
  if (swap == Swap::reversed) std::reverse(other.axes.begin(), other.axes.end());
  for (Vec3d& axis : other.axes) axis = -axis;
  return other;
}

std::vector<JointElement> joint_chain(const Joint& joint) {
  constexpr Vec3d none{0, 0, 1};
  switch (joint.type) {
    case JointType::weld: return {};
    case JointType::revolute: return {{Primitive::revolute_z, joint.axes[0], 0, 0}};
    case JointType::prismatic: return {{Primitive::prismatic_z, joint.axes[0], 0, 0}};
    case JointType::cylindrical: return {{Primitive::revolute_z, joint.axes[0], 0, 0}, {Primitive::prismatic_z, joint.axes[0], 1, 1}};
    case JointType::universal: return {{Primitive::revolute_z, joint.axes[0], 0, 0}, {Primitive::revolute_z, joint.axes[1], 1, 1}};
    case JointType::planar:
      return {{Primitive::prismatic_z, joint.axes[0], 0, 0},
              {Primitive::prismatic_z, joint.axes[1], 1, 1},
              {Primitive::revolute_z, cross(joint.axes[0], joint.axes[1]), 2, 2}};
    case JointType::spherical: return {{Primitive::ball, none, 0, 0}};
    case JointType::free: return {{Primitive::free, none, 0, 0}};
  }
  return {};
}

namespace {

void store(const Transformd& X, double (&out)[12]) {
  const Mat3d& R = X.R;
  const double numbers[12] = {R.xx, R.xy, R.xz, R.yx, R.yy, R.yz, R.zx, R.zy, R.zz, X.p.x, X.p.y, X.p.z};
  std::copy(std::begin(numbers), std::end(numbers), out);
}

}  // namespace

// With Z a turn that carries z to the axis, motion about the axis is Z (motion about z) Z^T, so the chain of steps is
// Z1 · z-motion · (Z1^T Z2) · z-motion · ... · Zn^T.
JointSteps joint_steps(const Joint& joint) {
  JointSteps result;
  Mat3d Z_before = Mat3d::identity();
  for (const JointElement& part : joint_chain(joint)) {
    const bool has_axis = part.primitive == Primitive::revolute_z || part.primitive == Primitive::prismatic_z;
    const Mat3d Z = has_axis ? spatial::rotation_from_z(part.axis) : Mat3d::identity();
    Step step;
    step.joint = part.primitive;
    step.q_begin = joint.q_begin + part.q;
    step.v_begin = joint.v_begin + part.v;
    store({transpose(Z_before) * Z, {0, 0, 0}}, step.X_before);
    result.steps.push_back(step);
    Z_before = Z;
  }
  result.X_last_C = {transpose(Z_before), {0, 0, 0}};
  return result;
}

namespace {

// Angle about the unit vector a that carries u to v, both taken normal to a.
double angle_about(const Vec3d& a, const Vec3d& u, const Vec3d& v) { return std::atan2(dot(a, cross(u, v)), dot(u, v) - dot(a, u) * dot(a, v)); }
// Angle of a rotation R that is (nearly) about a.
double angle_about(const Vec3d& a, const Mat3d& R) {
  const Vec3d vee{R.zy - R.yz, R.xz - R.zx, R.yx - R.xy};  // 2 sin a
  return std::atan2(dot(a, vee), R.xx + R.yy + R.zz - 1);
}

}  // namespace

void joint_coordinates(const Joint& joint, const Transformd& X_JC, double* q) {
  switch (joint.type) {
    case JointType::weld: break;
    case JointType::revolute: q[0] = angle_about(joint.axes[0], X_JC.R); break;
    case JointType::prismatic: q[0] = dot(joint.axes[0], X_JC.p); break;
    case JointType::cylindrical:
      q[0] = angle_about(joint.axes[0], X_JC.R);
      q[1] = dot(joint.axes[0], X_JC.p);
      break;
    case JointType::universal:  // R a_1 = R_0(a) a_1 gives the first angle; what is left turns about a_1
      q[0] = angle_about(joint.axes[0], joint.axes[1], X_JC.R * joint.axes[1]);
      q[1] = angle_about(joint.axes[1], transpose(spatial::rotation_about(joint.axes[0], q[0])) * X_JC.R);
      break;
    case JointType::planar:
      q[0] = dot(joint.axes[0], X_JC.p);
      q[1] = dot(joint.axes[1], X_JC.p);
      q[2] = angle_about(cross(joint.axes[0], joint.axes[1]), X_JC.R);
      break;
    case JointType::free:
      q[0] = X_JC.p.x;
      q[1] = X_JC.p.y;
      q[2] = X_JC.p.z;
      q += 3;
      [[fallthrough]];
    case JointType::spherical: {
      const Quatd r = spatial::to_quaternion(X_JC.R);
      q[0] = r.w;
      q[1] = r.x;
      q[2] = r.y;
      q[3] = r.z;
      break;
    }
  }
}

namespace {

struct Axes {  // the subspace without the heap
  std::array<Motiond, 6> axis{};
  std::size_t n = 0;
  void turn(const Vec3d& a) { axis[n++] = {a, {0, 0, 0}}; }
  void slide(const Vec3d& a) { axis[n++] = {{0, 0, 0}, a}; }
};

Axes axes_at(const Joint& joint, const double* q) {
  Axes S;
  switch (joint.type) {
    case JointType::weld: break;
    case JointType::revolute: S.turn(joint.axes[0]); break;
    case JointType::prismatic: S.slide(joint.axes[0]); break;
    case JointType::cylindrical:
      S.turn(joint.axes[0]);
      S.slide(joint.axes[0]);
      break;
    case JointType::universal:
      S.turn(joint.axes[0]);
      S.turn(spatial::rotation_about(joint.axes[0], q[0]) * joint.axes[1]);
      break;
    case JointType::planar:
      S.slide(joint.axes[0]);
      S.slide(joint.axes[1]);
      S.turn(cross(joint.axes[0], joint.axes[1]));
      break;
    case JointType::spherical:
    case JointType::free: {
      const Mat3d R = joint_motion(joint, q).R;
      for (int i = 0; i < 3; ++i) S.turn(R.col(i));
      for (int i = 0; i < 3 && joint.type == JointType::free; ++i) S.slide(R.col(i));
      break;
    }
  }
  return S;
}

}  // namespace

std::vector<Motiond> joint_subspace(const Joint& joint, const double* q) {
  const Axes S = axes_at(joint, q);
  return {S.axis.begin(), S.axis.begin() + static_cast<std::ptrdiff_t>(S.n)};
}

namespace {

// (S^T S) x = b, in place. Only the two axes of a universal joint need not be at right angles.
void solve_axes(const Joint& joint, const Axes& S, double* x) {
  if (joint.type != JointType::universal) return;
  const double c = dot(S.axis[0].w, S.axis[1].w), det = 1 - c * c, a = x[0], b = x[1];
  x[0] = (a - c * b) / det;
  x[1] = (b - c * a) / det;
}

}  // namespace

void joint_speeds(const Joint& joint, const double* q, const Motiond& V_JC, double* v) {
  const Axes S = axes_at(joint, q);
  for (std::size_t i = 0; i < S.n; ++i) v[i] = dot(S.axis[i].w, V_JC.w) + dot(S.axis[i].v, V_JC.v);
  solve_axes(joint, S, v);
}

namespace {

void copy_reversed(const Joint& joint, int n, const double* from, double* to) {
  const bool reversed = traits(joint.type).swap == Swap::reversed;
  for (int i = 0; i < n; ++i) to[i] = from[reversed ? n - 1 - i : i];
}
// Coordinates and speeds of the opposite of `from`.
void opposite_coordinates(const Joint& from, const double* q, double* q_out) {
  if (same_coordinates_swapped(from.type)) return copy_reversed(from, from.nq, q, q_out);
  joint_coordinates(opposite(from), inverse(joint_motion(from, q)), q_out);
}
void opposite_speeds(const Joint& from, const double* q, const double* v, double* v_out) {
  if (same_coordinates_swapped(from.type)) return copy_reversed(from, from.nv, v, v_out);
  // Motion of C in J, seen from C: the opposite motion, at J's origin instead of C's, in C axes.
  const Axes S = axes_at(from, q);
  Motiond V{{0, 0, 0}, {0, 0, 0}};
  for (std::size_t i = 0; i < S.n; ++i) V = V + S.axis[i] * v[i];
  const Transformd X_JC = joint_motion(from, q);
  const Motiond V_CJ{-transpose_times(X_JC.R, V.w), -transpose_times(X_JC.R, V.v - cross(V.w, X_JC.p))};
  const Joint to = opposite(from);
  double q_out[7];
  joint_coordinates(to, inverse(X_JC), q_out);
  joint_speeds(to, q_out, V_CJ, v_out);
}

}  // namespace

void user_coordinates(const Joint& joint, const double* q_tree, double* q_user) {
  if (joint.swapped) return opposite_coordinates(joint, q_tree, q_user);
  std::copy_n(q_tree, joint.nq, q_user);
}
void user_speeds(const Joint& joint, const double* q_tree, const double* v_tree, double* v_user) {
  if (joint.swapped) return opposite_speeds(joint, q_tree, v_tree, v_user);
  std::copy_n(v_tree, joint.nv, v_user);
}
void tree_coordinates(const Joint& joint, const double* q_user, double* q_tree) {
  if (joint.swapped) return opposite_coordinates(opposite(joint), q_user, q_tree);
  std::copy_n(q_user, joint.nq, q_tree);
}
void tree_speeds(const Joint& joint, const double* q_tree, const double* v_user, double* v_tree) {
  if (!joint.swapped) {
    std::copy_n(v_user, joint.nv, v_tree);
    return;
  }
  double q_user[7];
  user_coordinates(joint, q_tree, q_user);
  opposite_speeds(opposite(joint), q_user, v_user, v_tree);
}

// The wrench W = S x with S^T W = tau.
Forced actuator_wrench(const Joint& joint, const double* q, const double* tau) {
  const Axes S = axes_at(joint, q);
  double x[6];
  std::copy_n(tau, S.n, x);
  solve_axes(joint, S, x);
  Forced W{{0, 0, 0}, {0, 0, 0}};
  for (std::size_t i = 0; i < S.n; ++i) {
    W.n = W.n + S.axis[i].w * x[i];
    W.f = W.f + S.axis[i].v * x[i];
  }
  return W;
}

}  // namespace zanjir
