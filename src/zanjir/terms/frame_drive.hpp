// How actuators move frames, loops closed, in every mechanism: serial or parallel, with any number of actuators.
//   v = N z   motions that loops and prescribed joints allow, elastic links held in their shape
//   u = A z   rates of the actuators,   t = T z   [omega; v] of a frame, world axes
#pragma once

#include "zanjir/terms/user_joints.hpp"

namespace zanjir {

struct DrivenSpeed {
  int speed = 0;  // among those of UserJoints
  bool turns = true;
  Actuator actuator;  // its place in the model does not count here
};
// All of them, tree or cut.
std::vector<DrivenSpeed> driven_speeds(const Model&, const UserJoints&);

struct DrivenMotion {
  std::vector<DrivenSpeed> actuators;
  MatX S;  // [actuators x nv] their rates
  MatX N;  // [nv x f]
  MatX A;  // [actuators x f]
};
// Needs Stage::position.
DrivenMotion driven_motion(const Model&, const UserJoints&, const Workspace&);
// [6 x columns of N]
MatX twists_of(const Model&, const Workspace&, const Frame&, const MatX& N);

// The places of omega and of v in a twist that a mechanism has: those in its plane, or all three.
std::vector<int> turn_components(Plane);
std::vector<int> shift_components(Plane);

// Of a velocity that depends on the actuators alone, per unit of their rates: rows of T A^-1. Decreasing singular values, one per row; empty where with locked actuators
// something that T sees still moves.
VecX drive_values(const MatX& A, const MatX& T);

}  // namespace zanjir
