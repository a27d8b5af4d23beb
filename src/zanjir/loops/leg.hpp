// Legs of parallel robots in closed form: an open chain of two or three joints between two bodies whose poses are known. What lies between
// is found from the distance of two points, so each leg has finitely many solutions, with a name each.
//
//   rod        X - E        X turns a body until its far point is where E wants it                        at most 1 (R), 2 (U)
//   telescope  X - P - E    the slide's length from the distance of X and E, then X turns                 2 lengths x (1 or 2)
//   crank      J - X - E    J (R or P) carries the centre of X along a circle or a line to the right
//                           distance from E, then X turns                                                 2 elbows x (1 or 2)
// with X one of R, U, S and E one of R, U, S (X = S only with E = S: then the body between may spin about its line, and it keeps the spin
// that it has). So: planar RRR, RPR, PRR and their reverses; UPS, SPS, RPS, UPU, RUS, RSS, PUS, PSS, US, SS, RS ... Whether E (and every
// other joint between two known bodies) is satisfied is for the caller to check; `loops/branches` does.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "zanjir/model/joint.hpp"

namespace zanjir {

struct Leg {
  enum class Kind : std::uint8_t { rod, telescope, crank };
  Kind kind = Kind::rod;
  std::vector<Joint> joints;  // from base to end, each with its parent on the side of the base
  bool spins = false;         // the body between two ball joints may turn about its line
  std::string name() const;   // "A1-B1-C1"
  std::string type() const;   // "RRR"
  BodyId base() const { return joints.front().parent; }
  BodyId end() const { return joints.back().child; }
};

// The joints as a chain, each with its parent on the side of the base. Nothing where no closed form is known; try the reverse too.
std::optional<Leg> recognise_leg(std::vector<Joint> joints);
std::vector<Joint> reversed(const std::vector<Joint>& chain);

struct LegSolutions {
  std::vector<std::vector<Transformd>> X_WB;  // per solution: poses of the bodies between base and end, in order
  double gap_m = 0;                           // no solution: by how much the two ends are too far apart or too close
  std::string why;                            // and which of the two
};
// near_W: poses of the bodies between, from which a free spin is taken.
LegSolutions solve_leg(const Leg&, const Transformd& X_WBase, const Transformd& X_WEnd, std::span<const Transformd> near_W);

// The name of the solution that these poses belong to: "out" or "in" of a telescope, "up" or "down" of a crank (turning or sliding its first
// joint forward moves the far joint away from, or nearer to, the end), and "flipped" for the other of the two solutions of a universal joint.
// poses_W: base, the bodies between, end.
std::string leg_branch(const Leg&, std::span<const Transformd> poses_W);

}  // namespace zanjir
