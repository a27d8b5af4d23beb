// Control of one actuated speed, resolved.
#pragma once

#include <limits>
#include <string>

#include "zanjir/forces/motion_law.hpp"

namespace zanjir {

// By kind:  force            force(t)
//           pd               force(t) + kp (target - q) + kd (target' - v)
//           computed_torque  what gives the acceleration target'' + kp (target - q) + kd (target' - v), plus force(t)
struct Controller {
  std::string name;  // joint or joint.part
  ControlKind kind = ControlKind::force;
  bool cut = false;  // the numbers below count among the coordinates and speeds of cut joints
  int coordinate = -1, speed = -1;
  MotionLaw force, target;
  double kp = 0, kd = 0;                                   // pd: N/m or N m/rad, and per speed; computed torque: 1/s^2 and 1/s
  double limit = std::numeric_limits<double>::infinity();  // of the force, either sign
};

}  // namespace zanjir
