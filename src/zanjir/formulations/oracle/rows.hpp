// Joints of `oracle`: their residuals, differentiated automatically. Numbers in brackets: oracle.cpp.
#pragma once

#include <array>
#include <vector>

#include "zanjir/dynamics/dual.hpp"
#include "zanjir/dynamics/poses.hpp"
#include "zanjir/model/model.hpp"

namespace zanjir::oracle {

using spatial::cast;
using spatial::Mat3;
using spatial::Quaternion;
using spatial::Transform;
using spatial::Vec3;
using Vec6 = Eigen::Matrix<double, 6, 1>;
using Mat6 = Eigen::Matrix<double, 6, 6>;

inline Vec6 to_eigen(const Vec3d& a, const Vec3d& b) { return (Vec6() << a.x, a.y, a.z, b.x, b.y, b.z).finished(); }
inline Vec3d head(const Vec6& a) { return {a[0], a[1], a[2]}; }
inline Vec3d tail(const Vec6& a) { return {a[3], a[4], a[5]}; }

// A joint with its coordinates; for a section, those are the modes of its elastic body.
struct JointView {
  JointView(const Model&, const Joint&);
  explicit JointView(const Joint& cut) : joint(cut), q_begin(cut.q_begin), nq(cut.nq), v_begin(cut.v_begin), nv(cut.nv) {}

  template <class T> Transform<T> motion(const T* q) const {
    return section ? section_pose(elastic->field, section->shapes, q) : joint_motion(joint, q);
  }

  const Joint& joint;
  int q_begin, nq, v_begin, nv;
  const SectionBody* section = nullptr;
  const ElasticBody* elastic = nullptr;
};

// (4)
template <class T> Vec3<T> screw_shift(const T* xi) {
  const Vec3<T> w{xi[0], xi[1], xi[2]}, v{xi[3], xi[4], xi[5]};
  return v + cross(w, v) * T(0.5);
}
template <class T> Transform<T> moved(const Transformd& X, const T* xi) {
  const Mat3<T> R = cast<T>(X.R);
  return {R * to_matrix(exp_quaternion(Vec3<T>{xi[0], xi[1], xi[2]})), cast<T>(X.p) + R * screw_shift(xi)};
}
template <class T> std::vector<T> moved_coordinates(const JointView& view, const double* q0, const T* xi) {
  const Joint& joint = view.joint;
  std::vector<T> q(q0, q0 + view.nq);
  if (view.section) {
    for (int i = 0; i < view.nv; ++i) q[at(i)] += xi[i];
    return q;
  }
  if (!has_quaternion(joint.type)) {
    for (int i = 0; i < joint.nv; ++i) q[at(i)] += xi[i];
    return q;
  }
  T* quat = q.data() + joint.nq - 4;
  const Quaternion<T> r0 = normalized(Quaternion<T>{quat[0], quat[1], quat[2], quat[3]});
  const Quaternion<T> r = r0 * exp_quaternion(Vec3<T>{xi[0], xi[1], xi[2]});
  quat[0] = r.w, quat[1] = r.x, quat[2] = r.y, quat[3] = r.z;
  if (joint.type == JointType::free) {
    const Vec3<T> shift = to_matrix(r0) * screw_shift(xi);
    for (int i = 0; i < 3; ++i) q[at(i)] += shift[i];
  }
  return q;
}

template <class T> std::array<T, 6> residual(const JointView& view, const Transform<T>& X_WP, const Transform<T>& X_WC, const T* q) {
  const Transform<T> expected = X_WP * cast<T>(view.joint.X_PJ) * view.motion(q);
  const Transform<T> E = inverse(expected) * (X_WC * cast<T>(view.joint.X_CJ));  // the identity when the joint holds
  const T half(0.5);
  return {(E.R.zy - E.R.yz) * half, (E.R.xz - E.R.zx) * half, (E.R.yx - E.R.xy) * half, E.p.x, E.p.y, E.p.z};
}

// Variables of one residual: 6 of the parent, 6 of the child, nv of the joint.
template <class T>
std::array<T, 6> residual_at(const JointView& joint, const Transformd& X_WP, const Transformd& X_WC, const double* q0, const std::vector<T>& x) {
  return residual(joint, moved(X_WP, x.data()), moved(X_WC, x.data() + 6), moved_coordinates(joint, q0, x.data() + 12).data());
}

struct JointRows {
  Mat6 parent, child;
  Mat6X speeds;
};
JointRows differentiate(const JointView&, const Transformd& X_WP, const Transformd& X_WC, const double* q0);
// d2r/ds2 along the motion x(s) = s (V_P, V_C, v_j)
Vec6 second_derivative(const JointView&, const Transformd& X_WP, const Transformd& X_WC, const double* q0, const VecX& motion);

// Where a planar mechanism holds its cut joints: turns about the normal, shifts along the plane. All six rows elsewhere.
std::array<bool, 6> rows_in(Plane);

// Length between two frames; variables: 6 of the first body, 6 of the second.
template <class T> T length_at(const Frame& a, const Frame& b, const Transformd& X_WA, const Transformd& X_WB, const std::array<T, 12>& x) {
  return norm(moved(X_WB, x.data() + 6) * cast<T>(b.X_BF.p) - moved(X_WA, x.data()) * cast<T>(a.X_BF.p));
}

// c of one row of a cut joint, or of a distance; variables: 6 of the first body, 6 of the second.
template <class T>
T elongation_at(const Joint& joint, const ClosureRow& row, const Transformd& X_WP, const Transformd& X_WC, const std::array<T, 12>& x) {
  return closure_residual<T>(joint, row, inverse(moved(X_WP, x.data()) * cast<T>(joint.X_PJ)) * (moved(X_WC, x.data() + 6) * cast<T>(joint.X_CJ)));
}

}  // namespace zanjir::oracle
