// The tree of `screw`: bodies as twists, joints as screws. Numbers in brackets: screw.cpp.
#pragma once

#include <Eigen/SparseCore>
#include <Eigen/SparseLU>
#include <vector>

#include "zanjir/dynamics/question.hpp"

namespace zanjir::screw {

using Vec6 = Eigen::Matrix<double, 6, 1>;
using Mat6 = Eigen::Matrix<double, 6, 6>;
using Sparse = Eigen::SparseMatrix<double>;

inline Eigen::Vector3d eigen(const Vec3d& a) { return {a.x, a.y, a.z}; }
inline Vec3d plain(const Eigen::Vector3d& a) { return {a[0], a[1], a[2]}; }
inline Vec6 stacked(const Vec3d& upper, const Vec3d& lower) {
  Vec6 x;
  x << eigen(upper), eigen(lower);
  return x;
}

// A turn about, or a slide along, a line through the origin of C; in the world.
struct UnitScrew {
  Vec3d axis;
  bool turns, with_child;  // with_child: fixed in the child, else in the parent
};
// What the speeds of a joint mean is said in its definition (model/joint.hpp).
std::vector<UnitScrew> screws_of(const Joint&, const Mat3d& R_WJ, const Mat3d& R_WC);
// [6 x 6] on the twist of C seen from the parent: first the rates of the screws, then wrenches reciprocal to all of them (unit forces and moments).
Mat6 rates_and_wrenches(const std::vector<UnitScrew>&);
// The wrench in the span of the screws with their power, per unit of force on each: the first rows of the above, transposed.
Forced share_of(const Mat6& rates_and_wrenches, int n, const double* tau);

class Twists {
 public:
  explicit Twists(const Model&);
  // Poses, D, twists and T.
  void update(const Model&, const Question&);
  // (3): [6 n] rates of the twists.
  const VecX& accelerations(const VecX& vdot);
  // (5): what joints must give to the bodies for these accelerations, at mass centres, world axes.
  void load(const Model&, const VecX& tdot, VecX& out) const;
  // (6): per joint [forces on its speeds; wrenches reciprocal to its screws].
  const VecX& joint_forces(const VecX& load);
  // Parent on child at C, world axes: all of it, and the share of forces on the speeds.
  Forced joint_wrench(std::size_t joint, const VecX& forces) const;
  Forced joint_share(const Joint& of, std::size_t joint, const double* tau) const { return share_of(joint_[joint], of.nv, tau); }

  Vec3d velocity_at(BodyId body, const Vec3d& x) const { return v(body) + cross(w(body), x - com[at(body)]); }
  Vec3d w(BodyId body) const { return body == BodyId::ground ? Vec3d{0, 0, 0} : plain(t.segment<3>(6 * (index(body) - 1))); }
  Vec3d v(BodyId body) const { return body == BodyId::ground ? Vec3d{0, 0, 0} : plain(t.segment<3>(6 * (index(body) - 1) + 3)); }
  // [omega; velocity] at x for a vector of twists or a matrix of them; a body that does not move gives zero.
  template <class M> auto at_point(const M& twists, BodyId body, const Vec3d& x) const {
    using Out = Eigen::Matrix<double, 6, M::ColsAtCompileTime>;
    Out out = Out::Zero(6, twists.cols());
    if (body == BodyId::ground) return out;
    out = twists.middleRows(6 * (index(body) - 1), 6);
    const Vec3d r = x - com[at(body)];
    for (Eigen::Index k = 0; k < out.cols(); ++k) out.col(k).template tail<3>() += eigen(cross(plain(out.col(k).template head<3>()), r));
    return out;
  }
  // Twist of the child's frame C seen from the parent, world axes, at the origin of C; and the part of its rate, seen from the parent's axes, that is there without
  // accelerations of the bodies.
  Vec6 relative_twist(const Joint&) const;
  Vec6 relative_drift(const Joint&) const;

  std::vector<Transformd> X_WB;  // [n_bodies]
  std::vector<Vec3d> com;        // [n_bodies] world
  std::vector<Sym3d> I;          // [n_bodies] about the mass centre, world axes
  std::vector<Forced> external;  // [n_bodies] at the mass centre
  VecX t;                        // [6 n] [omega; velocity of the mass centre], world axes
  MatX T;                        // [6 n x nv]  t = T v,  K T = 0
  VecX elements;                 // [nv] springs, dampers, loads on joint coordinates

 private:
  void place_joints(const Model&);
  // Places beyond the range of numbers have no factor, and one that is not there must not be asked; the answer is no number then.
  bool solvable() const { return factor_.info() == Eigen::Success; }
  std::vector<Mat6> joint_;  // [n_joints] rates_and_wrenches
  std::vector<Eigen::Triplet<double>> entries_;
  Sparse D_;
  Eigen::SparseLU<Sparse> factor_;
  VecX rates_, drift_, tdot_, forces_;  // [6 n]
  MatX units_;                          // [6 n x nv] one speed at a time, as right-hand sides
};

}  // namespace zanjir::screw
