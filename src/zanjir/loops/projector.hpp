// Back onto the loops from nearby, in a time loop: the smallest change of positions, then of velocities, in the mass metric, with the kept rank.
//   positions   Phi dq = -phi,  smallest dq^T M dq         velocities   Phi dv = -Phi v,  smallest dv^T M dv                                       (1)
// Both are loops/loop_factor with no force, so one factorisation at the first iterate serves all of them: a position iteration repeats
// with the new residual and the old factor, which gains as many digits each time as the state was closed to begin with; when it gains too few, the
// factor is renewed. Where the mass matrix is singular on the tree, dense, with A = R Phi C = U S V^T and r the kept rank:
//   dq = C V_r S_r^-1 U_r^T (-R phi) + N z,   (N^T M N) z = -N^T M dq_p,   N = C V_0                                                                 (2)
// Weak directions. A residual is known to nu = eps x (coordinates in model lengths). Along a singular value s that is nu/s in q, and through Phi(q) v
// it becomes nu |v|/s^2 in v: near a singular point, and far from it in a long chain of loops, a projection would bring in more than it takes away.
// So every direction is corrected by the share s^2/(s^2 + mu) only, mu = nu/(what may be brought in, of |v|): what is left is taken by later
// projections where the direction is strong. (A sharp limit on s instead let forty four-bars come off their branch by 5e-6 at a singular point.)
#pragma once

#include "zanjir/loops/loop_factor.hpp"
#include "zanjir/loops/loop_rank.hpp"

namespace zanjir {

struct ClosureResidual {
  double position = 0, velocity = 0;  // largest scaled phi and phi_dot
};
struct ProjectionReport {
  ClosureResidual before, after;
  int iterations = 0;      // of positions
  int factorisations = 0;  // 0: the state was left as it is
};

// Of the correction along directions in which rounding counts for more than the residual: a share, or all of it.
enum class WeakDirections : std::uint8_t { spared, closed };

class Projector {
 public:
  explicit Projector(const Model&);
  // What a caller needs to decide whether a projection is due. Allocates nothing.
  ClosureResidual residual(const Model&, const State&);
  // For states that are nearly closed; one whose residuals are not above `leave` stays as it is. Prescribed coordinates stay. Allocates nothing once it
  // has seen the rows of this rank.
  ProjectionReport project(const Model&, const LoopRank&, WeakDirections, State&, const ClosureResidual& leave = {});
  // sigma_r at a state, from above, within about a half. 0 where the sparse factor does not exist.
  double smallest_singular_value(const Model&, const LoopRank&, const State&);

 private:
  void evaluate(const Model&, const State&);
  void find_sparse_step(const Model&, const VecX& rows);
  bool prepare(const Model&, const LoopRank&, double damping);  // true: sparse
  void prepare_dense(const Model&, const LoopRank&, double damping);
  void find_dense_step(const Model&, const VecX& rows);
  void take_step(const Model&, State&);

  Workspace ws_;
  Closure closure_;
  LoopFactor factor_;
  ScaledRows rows_;
  MatX M_, N_, MN_, NMN_;
  VecX weight_;  // [rank] s/(s^2 + mu) of the dense way
  VecX step_, lambda_, no_force_, q_, rate_, c_, z_, force_;
  Eigen::Index taken_ = 0;
  double sigma_ = 0;  // the smallest singular value of the rows of the sparse factor, from above; 0 where there is none, or damping
};

}  // namespace zanjir
