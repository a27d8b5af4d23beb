#include "zanjir/simulate/run_plan.hpp"

#include <algorithm>
#include <optional>

namespace zanjir {
namespace {

void write(const Vec3d& a, double* out) { out[0] = a.x, out[1] = a.y, out[2] = a.z; }

std::optional<kernels::ContactFriction> friction_of(FrictionLawType type) {
  switch (type) {
    case FrictionLawType::none: return kernels::ContactFriction::none;
    case FrictionLawType::viscous: return kernels::ContactFriction::viscous;
    case FrictionLawType::coulomb: return kernels::ContactFriction::coulomb;
    case FrictionLawType::stribeck: return kernels::ContactFriction::stribeck;
    case FrictionLawType::bengisu_akay: return kernels::ContactFriction::bengisu_akay;
    case FrictionLawType::ambrosio: return kernels::ContactFriction::ambrosio;
    case FrictionLawType::bristle: return kernels::ContactFriction::bristle;
    default: return std::nullopt;  // of contacts that hold
  }
}

// A point or sphere over a plane of the world, with laws that need no power but a root, and directions that do not turn with the body.
std::optional<kernels::ContactPoint> contact_point(const Model& model, const Contact& c) {
  const NormalLaw& normal = c.compliant->normal;
  const FrictionLaw& friction = c.compliant->friction;
  const auto kind = friction_of(friction.type);
  const bool plain_place = !c.carrier && !c.held && c.ground.kind == GroundKind::plane && c.shape.rim_m == 0;
  const bool plain_law = kind && normal.type != NormalLawType::hold && (normal.exponent == 1 || normal.exponent == 1.5) &&
                         friction.rolling_resistance_m == 0 && friction.spinning_resistance_m == 0;
  const bool turns = friction.axes == FrictionAxes::body && norm(friction.direction) > 0;
  if (!plain_place || !plain_law || turns) return std::nullopt;
  const Frame& frame = model.frame(c.on);
  const Body& body = model.body(frame.body);
  kernels::ContactPoint p;
  p.row = body.row;
  write(body.X_RB * (frame.X_BF * c.shape.centre_m), p.centre);
  p.radius = c.shape.radius_m;
  write(c.ground.plane.normal, p.normal);
  p.level = dot(c.ground.plane.normal, c.ground.plane.point);
  const Mat3d upright{};
  const FrictionDirections d = friction_directions(friction, {c.ground.plane.normal, c.ground.tangent, upright});
  write(d.along, p.along), write(d.across, p.across);
  p.with_root = normal.exponent == 1.5;
  p.cut_off = normal.pulling == PullingForce::cut_off;
  p.stiffness = normal.stiffness, p.viscous = normal.viscous_N_s_per_m;
  p.friction = *kind;
  p.mu = friction.coefficient, p.mu_across = d.directed ? friction.coefficient_across : friction.coefficient;
  p.static_ratio = friction.static_ratio;
  p.transition_speed = friction.transition_speed_m_per_s, p.stribeck_speed = friction.stribeck_speed_m_per_s;
  p.v0 = friction.v0_m_per_s, p.v1 = friction.v1_m_per_s, p.decay = friction.decay_s_per_m;
  p.bristle_stiffness = friction.stiffness_N_per_m, p.bristle_damping = friction.damping_N_s_per_m, p.elastic_part = friction.elastic_part;
  p.drag = friction.viscous_N_s_per_m, p.drag_across = d.directed ? friction.viscous_across_N_s_per_m : friction.viscous_N_s_per_m;
  return p;
}

}  // namespace

RunPlan::RunPlan(const Model& model) {
  const ForceElements& forces = model.forces();
  if (model.n_closure_rows() > 0 || !model.sprung().empty()) why_not = "closed loops";
  if (forces.size() > forces.joint_springs.size())  // all kinds but those that the tables know
    why_not = "forces other than contacts and springs at joints";
  int bristles = 0;
  for (std::size_t i = 0; i < model.contacts().size(); ++i) {
    const Contact& c = model.contacts()[i];
    if (!c.compliant) continue;
    auto point = contact_point(model, c);
    if (!point) {
      why_not = "the contact '" + c.name + "' is not that of a sphere with a plane by a law without memory or by bristles";
      continue;
    }
    if (c.has_bristle()) point->bristle = bristles++;
    contacts_.push_back(*point);
    contact_of.push_back(static_cast<int>(i));
  }
  for (const JointSpring& s : forces.joint_springs) springs_.push_back({s.coordinate, s.speed, s.stiffness, s.rest, s.damping});
  tables = {static_cast<std::int32_t>(contacts_.size()), static_cast<std::int32_t>(springs_.size()), contacts_.data(), springs_.data()};
}

void contact_memory_for(const Contact& c, const ContactMemory& memory, double* out) {
  const NormalLaw& law = c.compliant->normal;
  out[0] = memory.phase == ContactPhase::touching ? 1 : 0;
  out[1] = law.hysteresis / std::max(memory.touch_speed_m_per_s, law.least_speed_m_per_s) + law.rate_factor_s_per_m;
}

}  // namespace zanjir
