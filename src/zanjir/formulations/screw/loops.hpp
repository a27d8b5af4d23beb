// The loops of `screw`: rows on the twists of two bodies, (7) of screw.cpp, projected by T; their factor, and what they carry.
#pragma once

#include "zanjir/core/decompositions.hpp"
#include "zanjir/dynamics/dialogue.hpp"
#include "zanjir/formulations/screw/twists.hpp"

namespace zanjir::screw {

struct Loops {
  void update(const Model&, const Question&, Twists&);
  bool factor(const Model&, const std::vector<int>& speeds, int rank);
  // Of the rows over some speeds, by the size of those over all.
  int rank_over(const Model&, const std::vector<int>& speeds) const;
  void multipliers(const Model&, const VecX& held, VecX& lambda) const;
  MatX self_stress(const Model&) const;

  MatX Phi_q, S_cut;             // [nc x nv], [n_cut_v x nv]
  VecX gamma, rest;              // [nc]
  std::vector<LoopWrench> rows;  // per row: a unit of it; a gear has none
  std::vector<Mat6> cut;         // per constraint: rates_and_wrenches of a cut joint
  std::vector<Vec3d> cut_point;

  // -- of the scaled rows A over some speeds,  A^T P = Q R  to the kept rank
  VecX C;
  MatX Q, R;  // [n x n]; [n x nc]
  Eigen::VectorXi order;
  Eigen::Index rank = 0;
  double sigma = 0;  // the smallest kept singular value
  MatX N;            // [n x freedoms] motions that the loops allow
};

// Loops that are springs: their wrenches are added to what acts on the bodies. Returns them, first on second at the point of the rows.
std::vector<Forced> gather_springs(const Model&, const Question&, Twists&);

}  // namespace zanjir::screw
