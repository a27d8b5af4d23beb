// Laws of motion are put together from pieces, at whose knots an acceleration, or only its derivative, jumps: no difference quotient in time may reach across one.
#pragma once

#include <vector>

#include "zanjir/state/state.hpp"

namespace zanjir {

// The widest five points in time that differences take: two steps to either side.
inline constexpr double longest_time_step_s = 1e-3;

struct PieceInstant {
  double t_s = 0, step_s = longest_time_step_s;  // five points of this step lie in one piece of every law
};
// Where differences are taken in place of t: t itself as a rule, nearby within its piece where a knot is less than two steps away, and on both sides of a knot that t stands on. Pieces that are
// too short for five points are left out; t again when no piece is long enough.
std::vector<PieceInstant> instants_in_pieces(const Model&, double t_s);

// How far beside t the laws are read on either side of a knot.
double beside_knot_s(double t_s);

}  // namespace zanjir
