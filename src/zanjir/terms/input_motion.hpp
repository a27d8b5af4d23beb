// How everything moves when chosen joints, the inputs, move: first and second order, loops closed. Any speeds of joints may be inputs, tree or cut.
//   velocities      v = G u,   [Phi_q; S_u] v = [0; u],   S_u the rows of the inputs' speeds                            (1)
//   accelerations   [Phi_q; S_u] v' = [gamma(v); u' - S_u' v],   so with u' = 0 they are a quadratic form of u             (2)
//   of a quadratic form h:   H_ij = [h(e_i + e_j) - h(e_i) - h(e_j)]/2: exact, no differences of positions                 (3)
#pragma once

#include <functional>

#include "zanjir/core/decompositions.hpp"
#include "zanjir/kinematics/closure.hpp"
#include "zanjir/terms/user_joints.hpp"

namespace zanjir {

class InputMotion {
 public:
  // At a closed state. inputs: speeds of UserJoints. Prescribed joints stand still.
  InputMotion(const Model&, const UserJoints&, const State&, std::vector<int> inputs);
  int freedoms() const { return freedoms_; }  // that the loops leave
  int rank() const { return rank_; }          // of them the inputs decide so many
  // As many inputs as freedoms, and they decide all of them.
  bool complete() const { return rank_ == freedoms_ && static_cast<int>(inputs_.size()) == freedoms_; }
  // Why not, for people; empty when complete.
  std::string why_not() const;
  const MatX& G() const { return G_; }  // [nv x inputs]
  // [n] quantities that are accelerations of something: visit(ws, v') with Stage::velocity and update_accelerations for v = G u and u' = 0.
  using Accelerations = std::function<VecX(const Workspace&, const VecX& vdot)>;
  // (3) of each of them: [inputs x inputs] per quantity.
  std::vector<MatX> hessians(const Accelerations&);

 private:
  VecX accelerations(const VecX& u, const Accelerations&);
  const Model& model_;
  const UserJoints& users_;
  State state_;
  std::vector<int> inputs_;
  Workspace ws_;
  Closure closure_;
  VecX row_unit_, column_unit_;
  Eigen::CompleteOrthogonalDecomposition<MatX> factor_;
  MatX G_;
  int freedoms_ = 0, rank_ = 0;
};

// The speeds with an actuator, tree or cut.
std::vector<int> actuated_speeds(const UserJoints&);

}  // namespace zanjir
