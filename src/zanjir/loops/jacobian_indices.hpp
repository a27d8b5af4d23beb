// Numbers that say how well a parallel robot can move and carry, from its J0 and the screws of its limbs.
#pragma once

#include <optional>
#include <vector>

#include "zanjir/loops/limb_screws.hpp"

namespace zanjir {

struct JacobianIndices {
  VecX sigma;            // singular values of J0, decreasing, in SI: they mix metres and radians, as the literature often does
  double dexterity = 0;  // the smallest over the largest of them; 0 where J0 has fewer rows than columns
  VecX sigma_scaled;     // the same with turns counted at a characteristic length:  J0 diag(1/length, 1)
  double dexterity_scaled = 0;
  std::optional<double> determinant;  // where J0 is square
  // The largest force of an actuator that balances a unit force, or a unit moment, on the platform at O, limbs without weight. Infinite at a
  // singular configuration of J0.
  double force_gain = 0, moment_gain = 0;
  // Per constraint row w of a square J0: how well it blocks the twist t that it alone blocks when the actuators are locked, |w . t|/(|w| |t|) with turns
  // and moments counted at the characteristic length. 1: as well as a wrench can; 0: a constraint singularity.
  VecX constraint_transmission;
};
JacobianIndices jacobian_indices(const ParallelJacobian&, Plane, double length_m);
// Parts of it alone.
void scaled_singular_values(const MatX& J0, Plane, double length_m, VecX& sigma);
double dexterity_of(const VecX& sigma, const MatX& J0);
// The characteristic length with the best scaled dexterity here, and that dexterity. At most one length is best: the set of 1/length^2 for which
//   mu D^-2 <= J0^T J0 <= mu kappa^2 D^-2,   D = diag(1/length, 1),   for some mu
// is an interval for every kappa.
struct BestLength {
  double length_m = 0, dexterity = 0;
};
BestLength best_length(const ParallelJacobian&, Plane, double start_m);
// The same about another point of the platform: [n; f] about O + shift.
ParallelJacobian moved(const ParallelJacobian&, Plane, const Vec3d& shift_W);
void move_rows(const MatX& J0, Plane, const Vec3d& shift_W, MatX& out);

// How directly an actuator drives the platform, cosines between 0 and 1 of pressure angles at the joint where its limb meets the platform [Wang2010]. For
// actuation wrenches that are pure forces; else not a number.
//   input    between the force and the velocity that the actuator's own screw gives to that point
//   output   between the force and the velocity of that point when this actuator moves and all others are locked
struct Transmission {
  double input = 0, output = 0;
};
std::vector<Transmission> transmissions(const Model&, const std::vector<LimbScrews>&, const ParallelJacobian&, const Vec3d& O_W);

}  // namespace zanjir
