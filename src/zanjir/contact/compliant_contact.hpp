// A compliant contact as a whole: from where it touches and how its body moves to its forces on the body.
#pragma once

#include "zanjir/contact/contact_memory.hpp"
#include "zanjir/contact/friction_law.hpp"
#include "zanjir/contact/ground.hpp"
#include "zanjir/contact/normal_law.hpp"

namespace zanjir {

struct CompliantContact {
  NormalLaw normal;
  FrictionLaw friction;
};

struct ContactForce {
  double normal_N = 0;
  Vec3d friction_W{0, 0, 0};
  Vec3d total_W{0, 0, 0};          // on the body, at the touching point
  Vec3d moment_W{0, 0, 0};         // of rolling and spinning resistance
  Vec3d normal_moment_W{0, 0, 0};  // of the normal force about the touching point, where several places share it
  std::array<double, 2> bristle_rate_m_per_s{0, 0};
  double cone = 0;  // how much of the cone friction takes, 0 to 1
};

// How the body moves: its material at the touching point, its turning, and its axes.
struct ContactMotion {
  Vec3d velocity_W{0, 0, 0}, turning_W{0, 0, 0};
  const Mat3d& R_WB;
};

// Zero in flight, whatever the gap.
ContactForce contact_force(const CompliantContact&, const Ground&, const ContactMemory&, const Touch&, const ContactMotion&);

// A contact whose ground may be carried by a body, in world axes. The ground, its directions and what the contact remembers are written in the axes of the
// carrier (G), where the laws are asked; `velocity_W` is that of the body's material relative to the ground's.
struct FrameMotion {
  Transformd X_WF;
  Motiond V;  // omega, velocity of the origin; world axes
};
struct ContactSeen {
  Touch at;
  Vec3d velocity_W{0, 0, 0}, turning_W{0, 0, 0};  // of the body relative to the ground
  ContactForce force;                             // zero without a law
};
ContactSeen see_contact(const CompliantContact*, const Ground&, const ContactShape&, const ContactMemory*, const FrameMotion& body,
                        const FrameMotion* carrier);

}  // namespace zanjir
