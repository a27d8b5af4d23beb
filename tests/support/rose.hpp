// The 3-RRR robot on its rose path (models/rrr_3.yaml): states by closed-form inverse kinematics, torques by inverse dynamics of the rigid mechanism.
#pragma once

#include <vector>

#include "zanjir/forces/control.hpp"
#include "zanjir/state/state.hpp"

namespace zanjir::test {

struct RosePoint {
  State state;
  VecX vdot;
};
RosePoint rose_point(const Model&, double t_s);

// Torques of A1, A2, A3 along the path, as tables over [-0.1 s, until + 0.1 s] with cubic splines: off by 4e-10 N m inside.
std::vector<Controller> rose_torques(const Model& rigid, double until_s);

}  // namespace zanjir::test
