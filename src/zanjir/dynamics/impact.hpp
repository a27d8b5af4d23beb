// Rigid impact: impulses at several contacts at once, through the inertia and the loops.
//
// With J the rows of the gap rates u = J v, N the motions that loops and prescribed joints allow, and B = L^-1 N^T J^T, N^T M N = L L^T:
//   v+ = v- + N (N^T M N)^-1 N^T J^T Lambda,      u+ = u- + B^T B Lambda                                                         (1)
//   0 <= Lambda,   u+ + e u- >= 0,   Lambda (u+ + e u-) = 0        Newton's restitution, contact by contact                        (2)
// (2) is the least of 1/2 |B Lambda|^2 + (1 + e) u- . Lambda over Lambda >= 0: an active-set search as in [LawsonHanson1974] ch. 23. Contacts
// that depend on each other (four corners of a box) share the impulse by least norm. A contact that is already opening (u- >= 0) has e = 0.
#pragma once

#include "zanjir/dynamics/formulation.hpp"

namespace zanjir {

struct ImpactResult {
  SolveStatus status = SolveStatus::ok;
  VecX impulse;          // [contacts] N s (N m s on a turn), not negative
  VecX approach, after;  // [contacts] u- and u+
  double energy_J = 0;   // that the impact added: not positive for restitution up to one at a single contact
};

// B^T B of (1) for the rows J of rates: of one gap 1/m of the mass m that a contact feels, zero where loops and prescribed joints let it not move.
// rank null: that of the loops at this state. Needs Stage::position.
MatX inverse_effective_mass(const Model&, Workspace&, const LoopRank* rank, const MatX& J);
// Of the velocity of a frame's origin, world axes: the acceleration that a force on it adds. Its inverse is [Khatib1987]'s Lambda of the point.
MatX frame_inverse_mass(const Model&, Workspace&, const LoopRank* rank, const Frame&);

// Changes v (all tree speeds; those of prescribed joints stay). Needs Stage::velocity of the same state. rank: as kept; null without loops.
ImpactResult solve_impact(const Model&, Workspace&, const LoopRank* rank, const MatX& J, const VecX& restitution, VecX& v);

}  // namespace zanjir
