// Runs side by side for the kernels: what their right-hand sides have beside the recursions, as flat tables of plain numbers, and the functions over them for one
// or several states. The tables are made once per model (simulate/lane_motion), the laws are those of contact/ and forces/, which tests compare them with.
#pragma once

#include <cstddef>
#include <cstdint>

#include "zanjir/kernels/tables.hpp"

namespace zanjir::kernels {

enum class ContactFriction : std::uint8_t { none, viscous, coulomb, stribeck, bengisu_akay, ambrosio, bristle };

// A sphere, or a point, over a plane that is fixed in the world; laws as in contact/normal_law.hpp and contact/friction_law.hpp.
struct ContactPoint {
  std::int32_t row = 0;
  std::int32_t bristle = -1;                           // which pair of bristles is its own, or -1
  double centre[3] = {}, radius = 0;                   // in row axes
  double normal[3] = {0, 0, 1}, level = 0;             // the plane: normal . p = level
  double along[3] = {1, 0, 0}, across[3] = {0, 1, 0};  // of friction, in the plane
  bool with_root = false;                              // the force grows with depth^(3/2), else with the depth
  bool cut_off = true;                                 // the ground does not pull
  double stiffness = 0, viscous = 0;                   // normal
  ContactFriction friction = ContactFriction::none;
  double mu = 0, mu_across = 0, static_ratio = 1;
  double transition_speed = 0, stribeck_speed = 0, v0 = 0, v1 = 0, decay = 0;
  double bristle_stiffness = 0, bristle_damping = 0, elastic_part = 0;
  double drag = 0, drag_across = 0;
};

struct SpeedSpring {  // force -stiffness (q - rest) - damping v on a speed; coordinate -1: a damper
  std::int32_t coordinate = -1, speed = 0;
  double stiffness = 0, rest = 0, damping = 0;
};

struct RunTables {
  std::int32_t n_contacts = 0, n_springs = 0;
  const ContactPoint* contact = nullptr;
  const SpeedSpring* spring = nullptr;
};

// What a contact remembers, two numbers each: 1 where it touches, else 0; and the factor of d' in its normal law, h/v0 + a.
constexpr int contact_memory_numbers = 2;
// Power of contacts along the normal and across it, of dampers at joints, of dampers of modes.
enum RunPower : int { power_of_normals, power_of_friction, power_of_dampers, power_of_modes, n_run_powers };
enum RunEnergy : int { kinetic_energy, gravity_energy, spring_energy, strain_energy, n_run_energies };

// Arrays for `lanes` states as in dispatch.hpp.
struct RunFunctions {
  const char* isa;
  int lanes;

  // out = from + h sum_j weights_j k_j over n numbers; h [1].
  void (*combine)(int n, int n_slopes, const double* from, const double* h, const double* weights, const double* const* k, double* out);

  // Forces of springs and dampers at joints, added to tau, and of contacts that touch: external [n_steps * 6] is set where there are contacts, as forward_dynamics wants it. Powers [n_run_powers],
  // rates of bristles [2 per bristle]. Needs kinematics with v where there are contacts.
  void (*forces)(const Tables&, const RunTables&, const double* q, const double* v, const double* memory, const double* bristles, const double* tree,
                 double* external, double* tau, double* powers, double* bristle_rates);

  // qdot of the stored coordinates.
  void (*coordinate_rates)(const Tables&, const double* q, const double* v, double* qdot);

  // Gap and its rate, two numbers per contact; energies [n_run_energies]. Needs kinematics with v.
  void (*gaps)(const Tables&, const RunTables&, const double* tree, double* gaps);
  void (*energies)(const Tables&, const RunTables&, const double* q, const double* v, const double* tree, double* energies);

  // exp(x) - 1 and tanh(x) of one number, to a few ulp.
  void (*exponentials)(const double* x, double* less_one, double* tangent);

  // n numbers of every lane from an array of its own, and back to those that are not null.
  void (*gather)(int n, const double* const* from, double* to);
  void (*scatter)(int n, const double* from, double* const* to);
};

// As functions_for; "base" has one lane.
const RunFunctions* run_functions_for(const char* isa, int lanes);

extern const RunFunctions runs_base[1];
extern const RunFunctions runs_avx2[1];    // 4 lanes
extern const RunFunctions runs_avx512[1];  // 8 lanes

}  // namespace zanjir::kernels
