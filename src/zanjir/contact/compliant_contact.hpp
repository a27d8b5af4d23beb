// A compliant contact as a whole: from the place and velocity of the touching point to its forces on the body.
#pragma once

#include "zanjir/contact/contact_memory.hpp"
#include "zanjir/contact/friction_law.hpp"
#include "zanjir/contact/half_space.hpp"
#include "zanjir/contact/normal_law.hpp"

namespace zanjir {

struct CompliantContact {
  NormalLaw normal;
  FrictionLaw friction;
};

struct ContactForce {
  double normal_N = 0;
  Vec3d friction_W{0, 0, 0};
  Vec3d total_W{0, 0, 0};  // on the body, at the touching point
};

// point_W: the body's lowest point (lowest_point); velocity_W: of the body's material there. Zero in flight, whatever the gap.
inline ContactForce contact_force(const CompliantContact& contact, const HalfSpace& ground, const ContactMemory& memory, const Vec3d& point_W,
                                  const Vec3d& velocity_W, const Mat3d& R_WB) {
  ContactForce force;
  if (memory.phase == ContactPhase::flight) return force;
  const Gap gap = gap_of_sphere(ground, 0, point_W, velocity_W);
  force.normal_N = normal_force(contact.normal, -gap.distance_m, -gap.rate_m_per_s, memory.touch_speed_m_per_s);
  if (contact.friction.type != FrictionLawType::none)
    force.friction_W = friction_force(contact.friction, force.normal_N, ground.normal, R_WB, velocity_W);
  force.total_W = ground.normal * force.normal_N + force.friction_W;
  return force;
}

}  // namespace zanjir
