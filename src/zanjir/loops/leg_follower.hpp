// The closed form of a mechanism along a path: the poses of its targets change from point to point, and the branch is kept. Where loops/leg_plan finds all
// branches, this follows one, leg after leg, to the coordinates of the tree. No heap, no text. Whether the loops are closed there is for the caller to check.
#pragma once

#include "zanjir/loops/leg_plan.hpp"

namespace zanjir {

struct PosePlan;  // loops/pose_plan.hpp

// Which of two roots every step of every leg takes, chain after chain; -1: there are not two. Two poses between which no leg is stretched, folded or otherwise at the end of its
// reach have the same.
using LegBranch = std::vector<std::int8_t>;

class LegFollower {
 public:
  // Nothing where legs do not give all of the coordinates, and for targets that are no pose, no point and no point with a direction.
  static std::optional<LegFollower> make(const Model&, std::span<const PoseTarget>, const State& near);
  // Coordinates of the tree with target i at X_WF[i], from q_near; a direction is that of the target's axis. `wanted`: on this branch, however far that is from q_near.
  Followed follow(const Model&, std::span<const Transformd> X_WF, const VecX& q_near, VecX& q, const LegBranch* wanted = nullptr);
  const LegBranch& branch() const { return branch_; }  // of what follow() has found
  // For the kernels, which follow several poses at once, and leave to the careful path what is not on `branch`; empty: on any.
  void write(const Model&, std::span<const PoseTarget>, const LegBranch& branch, PosePlan&) const;

 private:
  struct Coordinate {  // of an element, where it is one of the tree
    int q = -1;
    double scale = 1;  // by which steps are measured
  };
  struct Chain {
    Leg leg;
    std::vector<Coordinate> coordinates = {};  // per element
    std::vector<bool> solved = {};             // per element
    std::vector<std::size_t> placed = {};      // bodies between the ends whose pose somebody reads: places in leg.link_of
    Transformd from_end = {};                  // the last link in the end, or in the target
    std::optional<Transformd> X_W0 = {};       // the frame of the first joint, where it stands on the ground
    int target_first = -1, target_last = -1;   // the first or last joint is this target
    std::size_t spin = no_spin;                // the element of a target that turns freely, where one of two roots is chosen by where the frame was
  };
  static constexpr std::size_t no_spin = most_leg_elements;
  static void write(const Chain&, const std::int8_t* branch, PosePlan&);
  struct Rigid {  // a body that follows another, or a target
    std::size_t parent = 0, child = 0;
    Transformd X;
    int target = -1;
  };
  struct Turning {  // a target that leaves a turn free
    Joint joint;
    std::vector<int> path;  // tree joints from the ground to its frame
  };
  LegFollower() = default;
  double spin_near(const Model&, const Chain&, std::span<const Transformd> X_WF, const VecX& q_near) const;

  std::vector<Turning> targets_;
  std::vector<Chain> chains_;
  std::vector<Rigid> rigid_;
  std::vector<std::pair<bool, std::size_t>> steps_;  // a chain, or else rigid
  std::vector<int> by_poses_;                        // tree joints whose coordinates come from poses
  std::vector<Transformd> X_WB_;
  LegPath path_;
  LegBranch branch_;
};

}  // namespace zanjir
