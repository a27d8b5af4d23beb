// Control of one actuated speed, resolved.
#pragma once

#include <limits>
#include <string>
#include <vector>

#include "zanjir/describe/controller.hpp"
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

// A sampled controller: what its file says, and the actuated speeds that get its values.
struct SampledController {
  struct Force {
    int value = 0;  // place among outputs_of(says)
    double sign = 1;
    bool cut = false;  // `speed` counts among those of cut joints
    int speed = -1;
    double limit = std::numeric_limits<double>::infinity();  // of the force, either sign
  };
  ControllerDescription says;
  std::vector<Force> forces;  // one per says.apply
};

}  // namespace zanjir
