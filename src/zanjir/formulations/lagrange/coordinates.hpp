// The coordinates of `lagrange` around a configuration, for any scalar: poses and residuals of loops as functions of xi. Numbers in brackets: lagrange.cpp.
#pragma once

#include <vector>

#include "zanjir/dynamics/dual.hpp"
#include "zanjir/dynamics/poses.hpp"
#include "zanjir/model/model.hpp"

namespace zanjir::lagrange {

using spatial::cast;
using spatial::Quaternion;
using spatial::Transform;
using spatial::Vec3;

constexpr int chunk = 6;                  // derivatives taken at once
using Gradient = Dual<double, chunk>;     // d/d(six variables)
using Mixed = Dual<Dual<double>, chunk>;  // d2/d(six variables) d(one direction)

template <class T> using Vector = std::vector<T>;
template <class T> using Poses = std::vector<Transform<T>>;

// (1) of one joint, cut or not: its coordinates q, moved by x.
template <class T> void move_joint(const Joint& joint, T* q, const T* x) {
  if (joint.type != JointType::spherical && joint.type != JointType::free) {
    for (int i = 0; i < joint.nv; ++i) q[i] += x[i];
    return;
  }
  T* quat = q + (joint.type == JointType::free ? 3 : 0);
  const Quaternion<T> r0 = normalized(Quaternion<T>{quat[0], quat[1], quat[2], quat[3]});
  const Quaternion<T> r = r0 * exp_quaternion(Vec3<T>{x[0], x[1], x[2]});
  quat[0] = r.w, quat[1] = r.x, quat[2] = r.y, quat[3] = r.z;
  if (joint.type == JointType::free) {
    const Vec3<T> step = to_matrix(r0) * Vec3<T>{x[3], x[4], x[5]};
    for (int i = 0; i < 3; ++i) q[i] += step[i];
  }
}

template <class T> Poses<T> poses_at(const Model& model, const VecX& q0, const Vector<T>& xi, Vector<T>& q) {
  q.assign(q0.data(), q0.data() + q0.size());
  for (const Joint& joint : model.joints()) move_joint(joint, q.data() + joint.q_begin, xi.data() + joint.v_begin);
  for (const ElasticBody& elastic : model.elastic_bodies()) {
    for (int j = 0; j < elastic.field.n_modes(); ++j)
      q[static_cast<std::size_t>(elastic.q_begin + j)] += xi[static_cast<std::size_t>(elastic.v_begin + j)];
  }
  Poses<T> X_WB;
  body_poses(model, q.data(), X_WB);
  return X_WB;
}
template <class T> Poses<T> poses_at(const Model& model, const VecX& q0, const Vector<T>& xi) {
  Vector<T> q;
  return poses_at(model, q0, xi, q);
}

template <class S> Vec3<S> origin_of(const Model& model, const Poses<S>& X_WB, FrameId id) {
  const Frame& frame = model.frame(id);
  return X_WB[static_cast<std::size_t>(index(frame.body))] * cast<S>(frame.X_BF.p);
}
template <class S> Vec3<S> span_of(const Model& model, const Poses<S>& X_WB, const FrameSpring& spring) {
  return origin_of(model, X_WB, spring.b) - origin_of(model, X_WB, spring.a);
}

template <class S> Transform<S> cut_pose(const Joint& joint, const Poses<S>& X_WB) {
  const Transform<S> X_WJ = X_WB[static_cast<std::size_t>(index(joint.parent))] * cast<S>(joint.X_PJ);
  return inverse(X_WJ) * (X_WB[static_cast<std::size_t>(index(joint.child))] * cast<S>(joint.X_CJ));
}

// Of all constraints that are rigid: those of Model::sprung() are here as well as rigid ones.
template <class S> Vector<S> residuals(const Model& model, std::span<const Constraint> constraints, const Poses<S>& X_WB, const Vector<S>& q) {
  Vector<S> phi;
  for (const Constraint& constraint : constraints) {
    if (springs_of(constraint) >= 0) continue;
    if (const auto* cut = std::get_if<CutJoint>(&constraint)) {
      const Transform<S> X_JC = cut_pose(cut->joint, X_WB);
      for (const ClosureRow& row : cut->rows) phi.push_back(closure_residual<S>(cut->joint, row, X_JC));
    } else if (const auto* rod = std::get_if<Distance>(&constraint)) {
      phi.push_back(norm(origin_of(model, X_WB, rod->b) - origin_of(model, X_WB, rod->a)) - S(rod->length_m));
    } else {
      const auto& gear = std::get<Gear>(constraint);
      phi.push_back(q[static_cast<std::size_t>(gear.coordinate_b)] - S(gear.ratio) * q[static_cast<std::size_t>(gear.coordinate_a)] - S(gear.offset));
    }
  }
  return phi;
}

template <class S> Vector<S> constants(const VecX& a) { return {a.data(), a.data() + a.size()}; }
template <class S> Vector<S> zeros(const VecX& a) { return Vector<S>(static_cast<std::size_t>(a.size()), S(0.0)); }
// Calls visit(first, count) for each chunk of the nv variables.
template <class Visit> void for_chunks(int nv, Visit visit) {
  for (int first = 0; first < nv; first += chunk) visit(first, std::min(chunk, nv - first));
}

// (5): xi_ddot - vdot
VecX chart_acceleration(const Model&, const VecX& v);

}  // namespace zanjir::lagrange
