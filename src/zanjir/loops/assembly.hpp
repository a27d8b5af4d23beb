// Closing the loops: from rough guesses (assembly), and back onto them from nearby (projection). Each function here makes its scratch anew: for more than
// a few states use a Closer (loops/closer.hpp), in a time loop a Projector (loops/projector.hpp).
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "zanjir/loops/loop_rank.hpp"

namespace zanjir {

struct AssemblyReport {
  bool closed = false;
  int iterations = 0;
  double residual = 0;   // largest scaled residual left
  std::string worst;     // the constraint it belongs to
  double worst_gap = 0;  // how far its two sides are apart, all its rows of that kind together: metres or radians
  bool worst_is_angle = false;
};

// [nv] what the caller holds (nothing where it is empty), and the prescribed speeds.
std::vector<bool> with_prescribed(const Model&, std::vector<bool> held);

// Moves the coordinates that are not held until every loop is closed: damped Gauss-Newton on all rows, least scaled change, no rank needed.
// held: [nv] true for speeds whose coordinates stay; prescribed ones always do. state.q is changed only when it closes.
AssemblyReport close_positions(const Model&, State&, const std::vector<bool>& held = {});

// Inverse kinematics: where a frame shall be, wholly or in part.
struct PoseTarget {
  enum class What : std::uint8_t { pose, position, orientation, axis };  // axis: the spin about it is free
  FrameId frame{};
  Transformd X_WF;
  What what = What::pose;
  std::array<bool, 3> led = {true, true, true};  // components of the origin, world axes; none of an orientation
  Vec3d axis{0, 0, 1};                           // axis: unit, in the frame; X_WF.R takes it to the direction that it shall have

  bool leads_origin() const { return what != What::orientation && led[0] && led[1] && led[2]; }  // wholly
};
// A target as a constraint between the ground and the frame's body; a cut joint held at the coordinates q[nq] as a weld.
CutJoint constraint_of(const Model&, const PoseTarget&);
// Whether some joint to the ground forbids just what the target does, so that legs may end there: constraint_of has it. A pose is a weld, a point a ball, a
// point and a direction a hinge; with one free component a slide; a height and the normal a plane.
bool is_joint(const Model&, const PoseTarget&);
CutJoint held_joint(const Model&, const Joint&, const double* q);

// The loops, and more rows beside them.
struct ClosureTask {
  ClosureTask(const Model&, const std::vector<CutJoint>& more);
  std::vector<Constraint> constraints;
  VecX row_scale;
};
// As close_positions, for all rows of the task.
AssemblyReport close_positions(const Model&, const ClosureTask&, State&, const std::vector<bool>& held = {});

// Closes the loops with the frames at their targets, starting from state.q: near a solution it stays on its branch, so a path is tracked by
// starting each point from the one before. state.q is changed only when it gets there.
AssemblyReport reach(const Model&, const std::vector<PoseTarget>&, State&, const std::vector<bool>& held = {});

struct VelocityReport {
  bool consistent = false;
  double residual = 0;  // largest scaled row left
  std::string worst;
};
// Completes the speeds: those held stay, the others change as little as possible (scaled) so that the loops stay closed.
VelocityReport close_velocities(const Model&, State&, const std::vector<bool>& held = {});

// Mass-weighted projection of positions, then velocities, onto the loops with the kept rank; rows in the window of a singular point are
// left out. For states that are nearly closed. Returns the scaled residual.
double project(const Model&, const LoopRank&, State&);

}  // namespace zanjir
