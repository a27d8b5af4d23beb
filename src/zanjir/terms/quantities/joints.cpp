// Coordinates, speeds, accelerations, forces and powers of the joints as the user wrote them, cut ones too, and of the modes.
#include <algorithm>

#include "zanjir/terms/quantity_family.hpp"

namespace zanjir {
namespace {

void list_speeds(const QuantityScope& s, std::vector<QuantityName>& out) {
  for (int i = 0; i < s.users.nv(); ++i) out.push_back({speed_quantity(s.users, i), s.users.turns(i) ? "rad/s" : "m/s"});
}

// Quantities that belong to a speed: NAME of the speed, and what follows it.
auto list_of_speeds(const char* suffix, const char* unit_of_turn, const char* unit_of_slide) {
  return [=](const QuantityScope& s, std::vector<QuantityName>& out) {
    for (int i = 0; i < s.users.nv(); ++i) out.push_back({s.users.speed_names()[at(i)] + suffix, s.users.turns(i) ? unit_of_turn : unit_of_slide});
  };
}

void copy(const VecX& from, double* out) { std::copy(from.data(), from.data() + from.size(), out); }

}  // namespace

void add_joint_quantities(std::vector<QuantityFamily>& all) {
  all.push_back(single(QuantityGroup::time, "t", "s", "Time.", Needs::state, 0, [](QuantityData& d) { return d.ws->t_s; }));
  all.push_back({QuantityGroup::coordinates, "JOINT, JOINT.PART, BODY.modeN", "rad, m or 1",
                 "Coordinates of the joints, tree or cut, and weights of the modes; quaternions `JOINT.qw` ... `JOINT.qz`.", Needs::state,
                 uses_coordinates,
                 [](const QuantityScope& s, std::vector<QuantityName>& out) {
                   for (int i = 0; i < s.users.nq(); ++i) out.push_back({s.users.coordinate_names()[at(i)], s.users.coordinate_units()[at(i)]});
                 },
                 [](QuantityData& d, double* out) { copy(d.q, out); }});
  all.push_back(
      {QuantityGroup::speeds, "JOINT.speed, JOINT.PART.speed, JOINT.wx", "rad/s or m/s",
       "Their speeds. Speeds that are no rates of coordinates (`wx` ... `vz` of spherical and free joints) have names of their own and no `.speed`.",
       Needs::state, uses_speeds, list_speeds, [](QuantityData& d, double* out) { copy(d.v, out); }});
  all.push_back({QuantityGroup::accelerations, "JOINT.acceleration, JOINT.PART.acceleration", "rad/s^2 or m/s^2", "Rates of the speeds.",
                 Needs::solution, uses_accelerations, list_of_speeds(".acceleration", "rad/s^2", "m/s^2"),
                 [](QuantityData& d, double* out) { copy(d.vdot, out); }});
  all.push_back({QuantityGroup::forces, "JOINT.force, JOINT.PART.force", "N m or N",
                 "Generalized force of actuators and drives on a speed, power-conjugate to it, on the joint side of the gear; what accelerates the "
                 "rotor is part of it.",
                 Needs::solution, uses_forces, list_of_speeds(".force", "N m", "N"), [](QuantityData& d, double* out) { copy(d.tau, out); }});
  all.push_back({QuantityGroup::joint_power, "JOINT.power, JOINT.PART.power", "W",
                 "Force times speed: what the actuator or drive of this speed delivers.", Needs::solution, uses_forces | uses_speeds,
                 list_of_speeds(".power", "W", "W"), [](QuantityData& d, double* out) {
                   for (Eigen::Index i = 0; i < d.v.size(); ++i) out[i] = d.tau[i] * d.v[i];
                 }});
}

}  // namespace zanjir
