// The closed form of a whole mechanism. Some poses are known: of the ground, of targets, of bodies that held joints tie to these. A leg is a chain of
// unknown bodies between two known ones; solving it makes its bodies known, and so the next leg can be solved, until no body is left. The order of
// the legs, the plan, depends on the graph and on what is held, not on the numbers. A leg has several solutions; those of the plan are all
// combinations of them.
#pragma once

#include <string>
#include <vector>

#include "zanjir/loops/assembly.hpp"
#include "zanjir/loops/leg.hpp"

namespace zanjir {

struct CoordinateRange {  // what a joint can do; angles are meant up to full turns
  std::string joint;      // as the user wrote it
  int part = 0;
  std::string name;  // "U1.a"
  double min = 0, max = 0;
  bool angle = false;
};

struct BranchQuestion {
  std::vector<PoseTarget> targets;
  std::vector<bool> held;                    // [nv] tree speeds whose coordinates stay at their values; prescribed ones always do
  std::vector<CutJoint> held_joints;         // cut joints that stay at given coordinates (held_joint)
  std::vector<CoordinateRange> ranges = {};  // branches beyond them are none
  std::vector<std::string> label = {};       // only branches whose label has these words: "S1:out"; other legs may be on any branch
};

struct Limit {        // what keeps the targets out of reach
  std::string where;  // a leg, a joint or a target
  double gap = 0;
  bool angle = false;  // radians, else metres
  std::string why;
};

// How the closed form walks from what is known to the rest.
struct LegPlan {
  struct Step {
    enum class Kind : std::uint8_t { follow, leg, carry };  // follow: rigidly; carry: a loose end that keeps its coordinates
    Kind kind = Kind::follow;
    Joint joint;  // follow, carry: with its parent on the known side
    int leg = -1;
    int place = -1;  // follow: of the weld among `joints`; -1: bodies that welds tie together
  };
  std::vector<Step> steps;
  std::vector<Leg> legs;
  std::vector<Joint> joints;  // tree, cut, targets; held ones as welds
  std::vector<int> others;    // of these, what no leg has closed: to be checked
  bool covers = false;        // every body is reached
  std::vector<CoordinateRange> ranges;
  std::vector<std::string> label;
};
LegPlan plan_legs(const Model&, const BranchQuestion&, const State& near);

// Whether a joint restricts anything: free joints do not, nor do planar ones in a planar model.
bool ties(const Model&, const Joint&);

// "S1:out": what a leg says in the label of a branch; empty where its solution is the only one.
std::string leg_word(const Leg&, std::span<const Transformd> poses_W);

// How far the configuration is beyond a range, and which one: the largest; nothing within all of them.
std::optional<Limit> beyond_ranges(const LegPlan&, const std::vector<Transformd>& X_WB);

// Poses of all bodies, world. Needs Stage::position.
std::vector<Transformd> body_poses(const Model&, const Workspace&);

struct LegPlanSolutions {
  std::vector<std::vector<Transformd>> X_WB;  // per solution the poses of all bodies; every joint is closed within typed_gap
  std::vector<Limit> limits;                  // no solution: the legs that cannot reach, or else the joint that stays open
  bool cut_short = false;                     // more combinations than max_combinations
};
inline constexpr double typed_gap = 1e-6;  // of the model length, or radians: targets of overconstrained mechanisms are typed with some digits
inline constexpr int max_combinations = 1 << 16;
LegPlanSolutions solve_plan(const Model&, const LegPlan&, const std::vector<Transformd>& near_W);

// Angles by the full turns that bring them nearest to `near_q`, quaternions to its side.
void take_nearest_turns(const Model&, const VecX& near_q, VecX& q);
// Coordinates of the tree for these poses, the nearest turns taken.
VecX coordinates_of(const Model&, const std::vector<Transformd>& X_WB, const VecX& near_q);

}  // namespace zanjir
