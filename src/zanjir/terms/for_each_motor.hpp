// The actuated speeds of the users' joints with the gear and motor behind each.
#pragma once

#include "zanjir/terms/user_joints.hpp"

namespace zanjir {

// Calls apply(speed of the users' joints, its actuator) for every actuated speed; those of cut joints have no gear.
template <class Apply> void for_each_motor(const Model& model, const UserJoints& users, Apply&& apply) {
  for (const UserJoint& u : users.joints()) {
    for (int i = 0; i < u.joint.nv; ++i) {
      if (users.role(u, i) != Role::actuated) continue;
      Actuator motor;
      if (u.tree >= 0) {
        const int speed = model.joints()[at(u.tree)].v_begin + i;
        for (const Actuator& a : model.actuators())
          if (a.speed == speed) motor = a;
      }
      apply(u.v_begin + i, motor);
    }
  }
}

}  // namespace zanjir
