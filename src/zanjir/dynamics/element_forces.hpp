// Every force element of a model, once: what there is, in which order, and which law it obeys. Where frames are and how fast they move, and what a force does to the
// equations, is the business of whoever asks: formulations pass their own kinematics and their own projection. A new kind of element is added here, and is then
// in every formulation, in the energy, in the power and in the parts of the bias.
//   on frames   apply(part, frame, point, wrench): moment, and force at the point, world axes
//   on joints   apply(part, speed, force)
//   loops that are springs   see for_each_sprung_loop
#pragma once

#include <span>

#include "zanjir/model/model.hpp"

namespace zanjir {

// A sum where that is enough, or by what becomes of the work: stored (spring, stop), lost, or done from outside. A sum is called by the first of its parts.
enum class ElementPart : std::uint8_t { spring, damper, stop, stop_damper, friction, load, contact_normal, contact_friction };
enum class Parts : std::uint8_t { together, apart };

using ElementFrame = FrameMotion;
inline Vec3d velocity_at(const ElementFrame& frame, const Vec3d& point) { return frame.V.v + cross(frame.V.w, point - frame.X_WF.p); }

// Springs, laws and loads. where(Frame) -> ElementFrame.
template <Parts parts = Parts::together, class Where, class Apply>
void for_each_frame_element(const Model& model, double t_s, Where&& where, Apply&& apply) {
  const auto push = [&](ElementPart part, const Frame& frame, const Vec3d& point, const Vec3d& force) {
    apply(part, frame, point, Forced{{0, 0, 0}, force});
  };
  for (const FrameSpring& spring : model.forces().frame_springs) {
    const Frame &a = model.frame(spring.a), &b = model.frame(spring.b);
    const ElementFrame at_a = where(a), at_b = where(b);
    const auto pull = [&](ElementPart part, const Vec3d& on_b) {
      push(part, b, at_b.X_WF.p, on_b);
      push(part, a, at_a.X_WF.p, -on_b);
    };
    const Vec3d d = at_b.X_WF.p - at_a.X_WF.p, d_dot = at_b.V.v - at_a.V.v;
    if constexpr (parts == Parts::together) {
      pull(ElementPart::spring, spring_force_on_b(spring, d, d_dot));
    } else {
      const FrameSpring damper{{}, spring.a, spring.b, 0, spring.rest_m, spring.damping_N_s_per_m};
      pull(ElementPart::spring, spring_force_on_b(spring, d, {0, 0, 0}));
      pull(ElementPart::damper, spring_force_on_b(damper, d, d_dot));
    }
  }
  if (!model.forces().frame_laws.empty()) {
    LawArguments arguments;
    model.phases().at(t_s, arguments);
    for (const FrameLaw& law : model.forces().frame_laws) {
      const Frame &a = model.frame(law.a), &b = model.frame(law.b);
      const ElementFrame at_a = where(a), at_b = where(b);
      const Forced on_b = law_wrench_on_b(law, frame_measures(law.axis, at_a.X_WF, at_a.V, at_b.X_WF, at_b.V), t_s, arguments);
      apply(ElementPart::load, b, at_b.X_WF.p, on_b);
      apply(ElementPart::load, a, at_a.X_WF.p, Forced{-on_b.n, -on_b.f});  // along the line through both origins
    }
  }
  PhaseJets room;
  const std::span<const Jet> phases = model.forces().frame_loads.empty() ? std::span<const Jet>{} : model.phases().at(t_s, room);
  for (const FrameLoad& load : model.forces().frame_loads) {
    const Frame& frame = model.frame(load.on);
    const Transformd X_WF = where(frame).X_WF;
    const Forced F = load_wrench(load, t_s, phases);
    apply(ElementPart::load, frame, X_WF.p, load.world_axes ? F : Forced{X_WF.R * F.n, X_WF.R * F.f});
  }
}

// visit(i, contact, ContactSeen) for compliant contacts that touch.
template <class Where, class Visit>
void for_each_touching_contact(const Model& model, std::span<const ContactMemory> contact, Where&& where, Visit&& visit) {
  if (!model.has_compliant_contacts()) return;
  const Contact* before = nullptr;  // the corners of a box share their frame, whose motion is found once
  ElementFrame motion;
  for (std::size_t i = 0; i < model.contacts().size(); ++i) {
    const Contact& c = model.contacts()[i];
    if (!c.compliant || contact[i].phase == ContactPhase::flight) continue;
    if (!before || before->on != c.on) motion = where(model.frame(c.on));
    before = &c;
    FrameMotion carrier;
    if (c.carrier) carrier = where(model.frame(*c.carrier));
    visit(i, c, see_contact(&*c.compliant, c.ground, c.shape, &contact[i], motion, c.carrier ? &carrier : nullptr));
  }
}

// The wrench on the body at the touching point, and the opposite one on what carries the ground.
template <Parts parts = Parts::together, class Apply> void press(const Model& model, const Contact& c, const ContactSeen& seen, Apply&& apply) {
  const auto on_both = [&](ElementPart part, const Forced& on_body) {
    apply(part, model.frame(c.on), seen.at.point_W, on_body);
    if (c.carrier) apply(part, model.frame(*c.carrier), seen.at.point_W, Forced{-on_body.n, -on_body.f});
  };
  if constexpr (parts == Parts::together) {
    on_both(ElementPart::contact_normal, Forced{seen.force.moment_W + seen.force.normal_moment_W, seen.force.total_W});
  } else {
    on_both(ElementPart::contact_normal, Forced{seen.force.normal_moment_W, seen.at.normal_W * seen.force.normal_N});
    on_both(ElementPart::contact_friction, Forced{seen.force.moment_W, seen.force.friction_W});
  }
}

// Elements and contacts. contact: per contact of the model.
template <Parts parts = Parts::together, class Where, class Apply>
void for_each_frame_force(const Model& model, double t_s, std::span<const ContactMemory> contact, Where&& where, Apply&& apply) {
  for_each_frame_element<parts>(model, t_s, where, apply);
  for_each_touching_contact(model, contact, where,
                            [&](std::size_t, const Contact& c, const ContactSeen& seen) { press<parts>(model, c, seen, apply); });
}

template <Parts parts = Parts::together, class Apply>
void for_each_joint_force(const Model& model, double t_s, const VecX& q, const VecX& v, Apply&& apply) {
  constexpr bool apart = parts == Parts::apart;
  const ForceElements& forces = model.forces();
  for (const JointSpring& e : forces.joint_springs) {
    const double elastic = e.coordinate >= 0 ? -e.stiffness * (q[e.coordinate] - e.rest) : 0, damper = -e.damping * v[e.speed];
    apply(ElementPart::spring, e.speed, apart ? elastic : elastic + damper);
    if (apart) apply(ElementPart::damper, e.speed, damper);
  }
  const auto beyond = [](const TravelLimits& limits, double x, double rate, auto&& push) {
    const double total = force_beyond(limits, x, rate), elastic = apart ? force_beyond(limits, x, 0) : total;
    push(ElementPart::stop, elastic);
    if (apart) push(ElementPart::stop_damper, total - elastic);
  };
  for (const JointStop& e : forces.stops)
    beyond(e.limits, q[e.coordinate], v[e.speed], [&](ElementPart part, double force) { apply(part, e.speed, force); });
  for (const DrivePlay& e : forces.plays)
    beyond(e.limits, e.ahead(q), e.ahead_rate(v), [&](ElementPart part, double force) {
      apply(part, e.motor_speed, force);
      apply(part, e.joint_speed, -force);
    });
  for (const JointFriction& e : forces.frictions) apply(ElementPart::friction, e.speed, friction_force(e, v[e.speed]));
  if (forces.joint_loads.empty()) return;
  PhaseJets room;
  const std::span<const Jet> phases = model.phases().at(t_s, room);
  for (const JointLoad& e : forces.joint_loads) apply(ElementPart::load, e.speed, e.value.value_at(t_s, phases));
}

// Energy of springs and stops. place(FrameId) -> where its origin is.
template <class Place> double element_energy(const Model& model, const VecX& q, Place&& place) {
  double energy = 0;
  for (const FrameSpring& s : model.forces().frame_springs) energy += spring_energy(s, place(s.b) - place(s.a));
  for (const JointSpring& s : model.forces().joint_springs) {
    if (s.coordinate >= 0) energy += 0.5 * s.stiffness * (q[s.coordinate] - s.rest) * (q[s.coordinate] - s.rest);
  }
  for (const JointStop& stop : model.forces().stops) energy += energy_beyond(stop.limits, q[stop.coordinate]);
  for (const DrivePlay& play : model.forces().plays) energy += energy_beyond(play.limits, play.ahead(q));
  return energy;
}

// Loops that are springs, Model::sprung(). Along each of its rows such a loop pulls with  preload - k c - d c',  c the residual of the row:
//   rows(i, constraint, force)  for cut joints and distances: the caller calls force(c, c') for each row in turn and puts it along the row, as it has it
//   apply(speed, force)         for gears
template <class Rows, class Apply>
void for_each_sprung_loop(const Model& model, const VecX& preload, const VecX& q, const VecX& v, Rows&& rows, Apply&& apply) {
  Eigen::Index row = 0;
  const auto force = [&](double c, double c_rate) {
    const double f = preload[row] - model.spring_stiffness()[row] * c - model.spring_damping()[row] * c_rate;
    ++row;
    return f;
  };
  for (std::size_t i = 0; i < model.sprung().size(); ++i) {
    const auto* gear = std::get_if<Gear>(&model.sprung()[i]);
    if (!gear) {
      rows(i, model.sprung()[i], force);
      continue;
    }
    const double f =
        force(q[gear->coordinate_b] - gear->ratio * q[gear->coordinate_a] - gear->offset, v[gear->speed_b] - gear->ratio * v[gear->speed_a]);
    apply(gear->speed_b, f);
    apply(gear->speed_a, -gear->ratio * f);
  }
}

}  // namespace zanjir
