// The loops of `virtual-work`: their residuals, differentiated along displacements and along the motion. Numbers in brackets: virtual_work.cpp.
#pragma once

#include "zanjir/dynamics/question.hpp"
#include "zanjir/formulations/virtual_work/jacobians.hpp"

namespace zanjir::virtual_work {

struct Loops {
  // Rows and gamma at the poses and velocities of the Jacobians.
  void update(const Model&, const Jacobians&);
  // gamma alone, at other velocities in the same place.
  void update_accelerations(const Model&, const Jacobians&);
  // N, and what solve() needs: the scaled rows over some speeds by their singular values. False: the rank is smaller here.
  bool factor(const Model&, const std::vector<int>& speeds, int rank);
  // Of the rows over some speeds, by the size of those over all.
  int rank_over(const Model&, const std::vector<int>& speeds) const;
  // The least rates with Phi_q rates = b over the speeds that were factored.
  VecX least_rates(const Model&, const VecX& b) const;

  MatX Phi_q, S_cut;  // [nc x nv], [n_cut_v x nv]
  VecX gamma;         // [nc]
  MatX N;             // [n x freedoms] motions that the loops allow

 private:
  VecX C_, sigma_;  // column scales; singular values that are kept
  MatX U_, V_;
};

// Loops that are springs pull with virtual work of their own: added to the force on the speeds.
void add_springs(const Model&, const Question&, const Jacobians&, VecX& force);

}  // namespace zanjir::virtual_work
