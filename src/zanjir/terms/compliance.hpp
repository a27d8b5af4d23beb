// How far a frame gives way under a wrench when actuators are held and what is elastic yields: drives with `stiffness`, elastic links by their modes, springs,
// loops that are springs. Everything else is rigid, drives without `stiffness` too. Without loads: forces that act already do not stiffen it.
//   K_z = sum_i k_i r_i^T r_i,   r_i z the rate of elongation of one elastic part on the motions z that rigid parts leave        (1)
//   C   = T K_z^-1 T^T,   [turn; shift] = C [moment; force] at the frame's origin, world axes                                    (2)
// With rigid links and as many drives as freedoms of the platform this is the inverse of J^T diag(k) J [Gosselin1990].
#pragma once

#include "zanjir/terms/frame_drive.hpp"

namespace zanjir {

struct Compliance {
  MatX C;               // [6 x 6]
  bool finite = true;   // else something that the frame shows yields without resistance, and C leaves it out
  MatX turn, shift;     // its diagonal blocks, components in the plane of the mechanism alone
  VecX turns, shifts;   // their principal values, increasing
  MatX of_all() const;  // C with the components that the mechanism has: [turn; shift]
  MatX cross;           // [turn x shift] block
};
// One decomposition serves all frames.
class ElasticRest {
 public:
  // Needs Stage::position.
  ElasticRest(const Model&, const UserJoints&, const Workspace&);
  Compliance of(const Frame&) const;

 private:
  const Model& model_;
  const Workspace& ws_;
  MatX yielding_;  // [nv x elastic parts] motion per root of energy:  K_z^-1 = Y Y^T on the tree speeds
  MatX loose_;     // [nv x n] motions that nothing resists
};

bool has_elastic_parts(const Model&);

}  // namespace zanjir
