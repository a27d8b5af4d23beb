// The kinds of things that a mechanism is made of: words shared by descriptions, models and laws, below all of them.
#pragma once

#include <cstdint>

namespace zanjir {

enum class JointType : std::uint8_t { weld, revolute, prismatic, cylindrical, universal, spherical, planar, free };  // docs/notation.md
enum class Plane : std::uint8_t { none, xy, yz, xz };  // in which a planar mechanism moves

// Who made a body, joint or frame: the user, or the program where it needs one of its own (model/cross_sections, model/driven_cuts).
enum class Origin : std::uint8_t {
  user,
  section,  // a cross-section of an elastic body, and the weld that carries it
  carrier   // what follows the law of a driven cut joint, and the weld that holds the second body to it
};

// What decides a speed: nothing but the equations of motion, a force of its own beside them, or a law of time.
enum class Role : std::uint8_t { passive, actuated, prescribed };

enum class LawKind : std::uint8_t { expression, sine, cycloid, polynomial, trapezoid, spline, rose_x, rose_y, table };  // of time
constexpr unsigned most_phases = 256;                                  // of one mechanism: what they are at an instant has room on the stack
enum class ControlKind : std::uint8_t { force, pd, computed_torque };  // of an actuated speed

// -- contact
enum class NormalLawType : std::uint8_t { spring_damper, hertz, hunt_crossley, lankarani_nikravesh, flores, hu_guo, hold };  // docs/contact.md
enum class FrictionLawType : std::uint8_t {
  none,
  coulomb,
  stribeck,
  bengisu_akay,
  ambrosio,
  bristle,
  viscous,
  dry,
  stick,
  wheel
};                                                                          // docs/contact.md
enum class PullingForce : std::uint8_t { cut_off, kept };                   // what is done where a law would pull the body back to the ground
enum class FrictionAxes : std::uint8_t { world, body };                     // in which the directions of friction stay
enum class GroundKind : std::uint8_t { plane, step, height_field };         // what bodies touch, fixed in the world
enum class SolidKind : std::uint8_t { point, sphere, capsule, disc, box };  // what of a body touches

}  // namespace zanjir
