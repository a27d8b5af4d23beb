// Random step tables for the kernels, and their slow, obvious twin: dense world-frame Jacobians in long double.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <vector>

#include "zanjir/core/random.hpp"
#include "zanjir/kernels/dispatch.hpp"

namespace zanjir::test {

// Plain numbers that start on a cache line, as kernels with lanes want them.
class Numbers {
 public:
  explicit Numbers(std::size_t n = 0, double fill = 0.0);
  double* data() { return data_; }
  const double* data() const { return data_; }
  double& operator[](std::size_t i) { return data_[i]; }
  const double& operator[](std::size_t i) const { return data_[i]; }
  std::size_t size() const { return n_; }

 private:
  std::vector<double> storage_;
  double* data_;
  std::size_t n_;

 public:
  Numbers(const Numbers& other);
  Numbers& operator=(const Numbers& other);
};

struct Tree {
  std::vector<kernels::Step> step = std::vector<kernels::Step>(1);
  std::vector<double> rotor_inertia, pivot_floor, slide_floor;
  std::vector<kernels::PlanarStep> planar;
  double gravity_W[3] = {0, 0, 0};
  int nq = 0, nv = 0;

  // Appends a row and gives it its coordinates; inertia about the mass centre.
  int add(int parent, kernels::Primitive, const Eigen::Matrix3d& R, const Eigen::Vector3d& p, double mass, const Eigen::Vector3d& c,
          const Eigen::Matrix3d& I_c);
  void finish();  // sizes rotor inertias (zero) and computes floors
  kernels::Tables tables() const;
  int depth() const;  // rows on the longest branch
};

struct TreeOptions {
  int n_massive = 6;
  bool all_primitives = true;  // else only revolute
  bool in_plane = false;       // hinges and slides only, in a plane that lies anywhere
  bool massless_steps = true;  // up to two one-dof steps without mass before a massive row
  bool rotors = true;
  double branching = 0.3;  // chance that a row hangs on a random earlier row instead of the one before it
};
Tree random_tree(Random&, const TreeOptions&);

struct RandomState {
  std::vector<double> q, v, vdot, tau, external;  // external: [n_steps * 6]
};
RandomState random_state(Random&, const Tree&);  // quaternions deliberately not of unit length

// The twin. Everything follows from poses(q) written out and from differences of dense Jacobians along the motion (fourth order, in long
// double: step 1e-4 leaves about 1e-15).
using Real = long double;
using MatL = Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic>;
using VecL = Eigen::Matrix<Real, Eigen::Dynamic, 1>;
using Mat3L = Eigen::Matrix<Real, 3, 3>;
using Vec3L = Eigen::Matrix<Real, 3, 1>;

struct PoseL {
  Mat3L R = Mat3L::Identity();
  Vec3L p = Vec3L::Zero();
};

class Twin {
 public:
  Twin(const Tree&, const RandomState&);
  std::vector<PoseL> X_PB() const { return relative_poses(q_); }
  std::vector<PoseL> X_WB() const { return X_; }
  MatL jacobian(int row, const Vec3L& point_row) const { return jacobian_at(X_, row, point_row); }
  MatL mass_matrix() const;             // rotor inertia included
  VecL bias(bool with_external) const;  // velocity terms, gravity, minus external forces
  VecL velocity(int row) const;         // [omega; v of the origin], row axes
  VecL moved(Real t) const;             // q after moving with v for the time t
  std::vector<PoseL> X_WB_at(const VecL& q) const { return poses(q); }

 private:
  std::vector<PoseL> relative_poses(const VecL& q) const;
  std::vector<PoseL> poses(const VecL& q) const;
  MatL jacobian_at(const std::vector<PoseL>& X, int row, const Vec3L& point_row) const;

  const Tree& tree_;
  const RandomState& state_;
  VecL q_, v_;
  std::vector<PoseL> X_;
};

// Tables of this processor: every instruction set, one lane, and the wide ones.
std::vector<const kernels::Functions*> tables_of_one_lane();
std::vector<const kernels::Functions*> tables_of_many_lanes();

}  // namespace zanjir::test
