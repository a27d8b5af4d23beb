// Slow, obvious sums over bodies for the tests: energy and momentum from each body's own mass, inertia and velocity.
#pragma once

#include <Eigen/Geometry>

#include "zanjir/kinematics/frames.hpp"

namespace zanjir::test {

using Vec3 = Eigen::Vector3d;
using Mat3 = Eigen::Matrix3d;

inline Vec3 to_eigen(const Vec3d& a) { return {a.x, a.y, a.z}; }
inline Vec3d from_eigen(const Vec3& a) { return {a.x(), a.y(), a.z()}; }
inline Mat3 to_eigen(const Mat3d& R) {
  Mat3 out;
  out << R.xx, R.xy, R.xz, R.yx, R.yy, R.yz, R.zx, R.zy, R.zz;
  return out;
}
inline Eigen::Matrix<double, 6, 1> to_eigen(const Motiond& V) {
  Eigen::Matrix<double, 6, 1> out;
  out << to_eigen(V.w), to_eigen(V.v);
  return out;
}
inline Eigen::Matrix<double, 6, 1> to_eigen(const Forced& F) {
  Eigen::Matrix<double, 6, 1> out;
  out << to_eigen(F.n), to_eigen(F.f);
  return out;
}

struct BodySums {
  double mass = 0;                                                                  // of the bodies that can move
  double kinetic = 0, potential = 0;                                                // without rotors and springs
  Vec3 linear = Vec3::Zero(), angular = Vec3::Zero(), first_moment = Vec3::Zero();  // angular about the world origin
};
BodySums sum_bodies(const Model&, const Workspace&);

}  // namespace zanjir::test
