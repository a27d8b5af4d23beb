// Legs of parallel robots, and arms, in closed form: an open chain of joints between two bodies whose poses are known.
//
// Together with what holds its two ends the chain is a ring of links and joints. Some features (points, directions, planes, lines; loops/subproblem) are left
// alone by the joints beside them and so belong to several links: the centre of a ball joint, the point where three wrist axes meet, the planes
// across parallel hinges. Two features of one link have a known distance, angle or height; if the other way round the ring one unsolved joint alone
// lies between them, it follows. A solved joint makes its two links one, and the ring has one joint less, until one is left, which closes it:
//   UPS       slide to the distance of U and S, turn to the height of S above the plane of U's first axis, turn S into place
//   SPRR      turn the last hinge until the plane of the hinge before passes through S, slide to a distance, turn
//   6R        turn J1 until the wrist is in the plane of J2 and J3, turn J2 to a distance, turn J3; J5 by the angle of J4 and J6, ...
// Which joint follows from which features is decided once, from the geometry of the links: a leg has at most 2^k solutions, all found, with a name each.
// No list of leg types is kept: every chain that decouples in this way is one. The body between two ball joints keeps the spin it has.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "zanjir/loops/subproblem.hpp"
#include "zanjir/model/joint.hpp"

namespace zanjir {

struct LegStep {
  int element = 0;       // the joint's element that is solved; links `element` and `element` + 1 are beside it
  bool reaches = false;  // or relates
  Feature near, far;     // near: on the side of the base
  int near_link = 0;     // where near and far are, joined to the links beside the element by what is solved
  int far_link = 0;
  int near_shared = 0;  // links that are joined, where their relation is known
  int far_shared = 0;
  bool by_ends = false;    // the relation comes from the poses of the two ends, not from the links between
  bool far_moves = true;   // the far side of the element is put in place; else the near one
  std::vector<int> moved;  // the links of that side
};

struct Leg {
  std::vector<Joint> joints;  // from base to end, each with its parent on the side of the base
  bool spins = false;         // the body between two ball joints may turn about its line
  std::vector<int> places;    // for the caller: where the joints come from
  std::string name() const;   // "A1-B1-C1"
  std::string type() const;   // "RRR"
  BodyId base() const { return joints.front().parent; }
  BodyId end() const { return joints.back().child; }

  // The plan. All elements and features are in the frame of the first joint with every joint at zero; link k moves with the elements before k.
  std::vector<Element> elements;
  std::vector<int> joint_of;       // per element
  std::vector<int> link_of;        // per body: base, those between, end
  std::vector<Transformd> X_home;  // per body
  std::vector<LegStep> steps;
};

// The joints as a chain, each with its parent on the side of the base. Nothing where the chain does not decouple.
std::optional<Leg> recognise_leg(std::vector<Joint> joints);

struct LegSolutions {
  std::vector<std::vector<Transformd>> X_WB;  // per solution: poses of the bodies between base and end, in order
  double gap = 0;                             // no solution: by how much the two ends are too far apart, too close, or out of a joint's reach
  bool gap_is_angle = false;                  // radians, else metres
  std::string why;
};
// near_W: poses of base, the bodies between, end, from which free turns are taken. Whether a solution closes at every joint is for the caller to check:
// of the roots of some legs one closes and the other does not, and where a leg has fewer freedoms than its ends perhaps none does.
LegSolutions solve_leg(const Leg&, const Transformd& X_WBase, const Transformd& X_WEnd, std::span<const Transformd> near_W);

// One solution, followed from nearby: of the two roots of a step the one nearest to where its joint was, unless it is said which. Nothing is allocated. Not of legs that spin.
inline constexpr std::size_t most_leg_elements = 11;
struct LegPath {
  std::array<double, most_leg_elements> q;                // per element, where a step has solved it; the last one closes the ring and is not
  std::array<Transformd, most_leg_elements + 1> X_0Link;  // in the frame of the first joint
  std::array<std::int8_t, most_leg_elements> root;        // per step: which of two was taken; -1: there are not two
};
enum class Followed : std::uint8_t {
  found,
  out_of_reach,
  in_doubt,  // two branches are about to meet, or a step has no root of its own
  too_far    // for smaller steps
};
// X_0End: the last link in the frame of the first joint; near_q: per element; roots: per step which of two to take, -1: the nearest.
Followed follow_leg(const Leg&, const Transformd& X_0End, const double* near_q, LegPath&, const std::int8_t* roots = nullptr);

// The name of the solution that these poses belong to: for each of its two-fold choices the sign of what tells the roots apart. "out" or "in" of a
// slide between the two ends, "up" or "down" of a joint that brings a link of given length to its other end (moving it forward takes it away
// from there, or nearer), "flipped" of a turn to a height or an angle. poses_W: base, the bodies between, end.
std::string leg_branch(const Leg&, std::span<const Transformd> poses_W);

}  // namespace zanjir
