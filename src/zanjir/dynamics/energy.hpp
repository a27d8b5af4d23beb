// Energy, momentum and power of a state. All need an updated Workspace (Stage::velocity).
#pragma once

#include <string>
#include <vector>

#include "zanjir/state/state.hpp"

namespace zanjir {

struct Energy {
  double kinetic_J = 0;   // rotors included
  double gravity_J = 0;   // zero at the world origin
  double springs_J = 0;
  double strain_J = 0;    // of elastic bodies
  double total_J() const { return kinetic_J + gravity_J + springs_J + strain_J; }
};
Energy energy(const Model&, const Workspace&);

struct Momentum {
  double mass_kg = 0;
  Vec3d centre_of_mass_m{0, 0, 0};  // world
  Vec3d linear_kg_m_s{0, 0, 0};     // world axes
  Vec3d angular_kg_m2_s{0, 0, 0};   // about the world origin
};
// Of all bodies that can move; rotors carry no momentum of their own (they are an inertia on their joint).
Momentum momentum(const Model&, const Workspace&);

// dE/dt = actuators + prescribed + passive + dampers + friction + loads + contacts. Contacts store no energy here, so all of their work counts.
// `tau` is the solved one: what actuators, drives or the caller apply.
struct Power {
  double actuators_W = 0, prescribed_W = 0, passive_W = 0;  // tau . v by role of the speed
  double dampers_W = 0, friction_W = 0, loads_W = 0;
  double contact_normal_W = 0, contact_friction_W = 0;
  double total_W() const { return actuators_W + prescribed_W + passive_W + dampers_W + friction_W + loads_W + contact_normal_W + contact_friction_W; }
};
Power power(const Model&, const Workspace&, const VecX& tau);

}  // namespace zanjir
