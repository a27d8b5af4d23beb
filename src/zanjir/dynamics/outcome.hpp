// What comes out of a question about dynamics: whether there is an answer, and energy, momentum and power of a state, part by part.
#pragma once

#include <cstdint>
#include <string_view>

#include "zanjir/spatial/spatial.hpp"

namespace zanjir {

enum class SolveStatus : std::uint8_t {  // of one answer
  ok,                                    // Solved.
  redundant,                             // Solved, but some of the numbers are one choice of many: more actuators or constraints than freedoms.
  inconsistent,                          // What is given contradicts itself: accelerations that open a loop, motions that the actuators cannot drive.
  singular,                              // Something that no inertia resists, or loops at a singular point.
  not_converged                          // The numbers did not settle.
};

// "ok", "redundant", ...
std::string_view name_of(SolveStatus);

// There is an answer.
inline bool solved(SolveStatus status) { return status == SolveStatus::ok || status == SolveStatus::redundant; }

struct Energy {                                                                    // of a state
  double kinetic_J = 0;                                                            // rotors included
  double gravity_J = 0;                                                            // zero at the world origin
  double springs_J = 0;                                                            // springs, stops, and loops that give
  double strain_J = 0;                                                             // of elastic bodies
  double total_J() const { return kinetic_J + gravity_J + springs_J + strain_J; }  // the sum of the four
};

struct Momentum {                   // of all bodies that can move
  double mass_kg = 0;               // of them all
  Vec3d centre_of_mass_m{0, 0, 0};  // world
  Vec3d linear_kg_m_s{0, 0, 0};     // world axes
  Vec3d angular_kg_m2_s{0, 0, 0};   // about the world origin
};

// dE/dt = actuators + prescribed + passive + dampers + friction + loads + contacts; contacts have no energy of their own, so that all their work counts.
struct Power {
  double actuators_W = 0, prescribed_W = 0, passive_W = 0;  // tau . v by role of the speed
  double dampers_W = 0, friction_W = 0, loads_W = 0;        // of the elements of the model
  double contact_normal_W = 0, contact_friction_W = 0;      // of compliant contacts
  // The sum of all.
  double total_W() const { return actuators_W + prescribed_W + passive_W + dampers_W + friction_W + loads_W + contact_normal_W + contact_friction_W; }
};

}  // namespace zanjir
