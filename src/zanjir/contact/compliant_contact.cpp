#include "zanjir/contact/compliant_contact.hpp"

#include <algorithm>
#include <cmath>

namespace zanjir {
namespace {

// tanh(|w|/w_0) w/|w|, without a jump at zero.
double against(double turning, double transition) { return turning > 0 ? std::tanh(turning / transition) / turning : 1 / transition; }

Vec3d resisting_moment(const FrictionLaw& law, double normal_N, const Vec3d& n, const Vec3d& w) {
  const double spin = dot(n, w);
  const Vec3d rolling = w - n * spin;
  const double w_0 = law.transition_spin_rad_per_s, N = std::max(0.0, normal_N);
  return rolling * (-N * law.rolling_resistance_m * against(norm(rolling), w_0)) -
         n * (N * law.spinning_resistance_m * against(std::abs(spin), w_0) * spin);
}

}  // namespace

ContactForce contact_force(const CompliantContact& contact, const Ground& ground, const ContactMemory& memory, const Touch& touch,
                           const ContactMotion& motion) {
  ContactForce force;
  if (memory.phase == ContactPhase::flight) return force;
  const Vec3d& n = touch.normal_W;
  const FrictionLaw& law = contact.friction;
  if (contact.normal.type == NormalLawType::hold) {  // what the equations of motion have found
    force.total_W = memory.force_G;
    force.normal_N = dot(n, memory.force_G);
    force.friction_W = memory.force_G - n * force.normal_N;
    force.cone = share_of_cone(law, force.normal_N, {n, ground.tangent, motion.R_WB}, force.friction_W);
    return force;
  }
  const double normal_N =
      normal_force(contact.normal, -touch.gap_m, -gap_rate(touch, motion.velocity_W, motion.turning_W), memory.touch_speed_m_per_s);
  force.normal_N = normal_N * touch.pressed;
  force.normal_moment_W = touch.turning_m * normal_N;
  if (law.type != FrictionLawType::none) {
    const Friction f = friction(law, force.normal_N, {n, ground.tangent, motion.R_WB}, motion.velocity_W, memory.bristle_m);
    force.friction_W = f.force;
    force.bristle_rate_m_per_s = f.bristle_rate;
    force.cone = f.cone;
    if (law.rolling_resistance_m > 0 || law.spinning_resistance_m > 0) force.moment_W = resisting_moment(law, force.normal_N, n, motion.turning_W);
  }
  force.total_W = n * force.normal_N + force.friction_W;
  return force;
}

ContactSeen see_contact(const CompliantContact* law, const Ground& ground, const ContactShape& shape, const ContactMemory* memory,
                        const FrameMotion& body, const FrameMotion* carrier) {
  const auto velocity = [](const FrameMotion& frame, const Vec3d& point) { return frame.V.v + cross(frame.V.w, point - frame.X_WF.p); };
  ContactSeen seen;
  if (!carrier) {
    seen.at = touch(ground, shape, body.X_WF);
    seen.velocity_W = velocity(body, seen.at.point_W);
    seen.turning_W = body.V.w;
    if (law) seen.force = contact_force(*law, ground, *memory, seen.at, {seen.velocity_W, body.V.w, body.X_WF.R});
    return seen;
  }
  const Mat3d& R_WG = carrier->X_WF.R;
  const Transformd X_GF = inverse(carrier->X_WF) * body.X_WF;
  const Touch at_G = touch(ground, shape, X_GF);
  seen.at = in_world(at_G, carrier->X_WF);
  seen.velocity_W = velocity(body, seen.at.point_W) - velocity(*carrier, seen.at.point_W);
  seen.turning_W = body.V.w - carrier->V.w;
  if (!law) return seen;
  seen.force = contact_force(*law, ground, *memory, at_G, {transpose_times(R_WG, seen.velocity_W), transpose_times(R_WG, seen.turning_W), X_GF.R});
  for (Vec3d* a : {&seen.force.friction_W, &seen.force.total_W, &seen.force.moment_W, &seen.force.normal_moment_W}) *a = R_WG * *a;
  return seen;
}

}  // namespace zanjir
