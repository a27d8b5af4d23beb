// The motor side of the gear. With the rotor inertia J, the ratio n and the joint's speed v the motor turns with n v, and
//   J n v'          = torque - shaft_torque          the rotor
//   n shaft_torque  = what the gear, without losses, puts on the joint
//   M_links v' + b  = n shaft_torque                 so (M_links + J n^2) v' + b = n torque = tau of the joint.
// M holds J n^2, hence tau is n times the torque in the air gap of the motor, and what accelerates the rotor is in it already.
#include "zanjir/terms/for_each_motor.hpp"
#include "zanjir/terms/quantity_family.hpp"

namespace zanjir {
namespace {

bool motor_turns(const QuantityScope& s, int speed, const Actuator& motor) { return s.users.turns(speed) || motor.spindle; }

auto list_of_motors(const char* suffix, const char* unit_of_turn, const char* unit_of_slide) {
  return [=](const QuantityScope& s, std::vector<QuantityName>& out) {
    for_each_motor(s.model, s.users, [&](int speed, const Actuator& motor) {
      out.push_back({s.users.speed_names()[at(speed)] + suffix, motor_turns(s, speed, motor) ? unit_of_turn : unit_of_slide});
    });
  };
}

// value(QuantityData, speed, actuator)
template <class Value> auto write_of_motors(Value value) {
  return [value](QuantityData& d, double* out) {
    for_each_motor(d.scope.model, d.scope.users, [&](int speed, const Actuator& motor) { *out++ = value(d, speed, motor); });
  };
}

}  // namespace

void add_motor_quantities(std::vector<QuantityFamily>& all) {
  all.push_back({QuantityGroup::motors, "JOINT.motor.speed", "rad/s or m/s", "Speed of the motor: gear ratio times the speed of the joint.",
                 Needs::state, uses_speeds, list_of_motors(".motor.speed", "rad/s", "m/s"),
                 write_of_motors([](QuantityData& d, int i, const Actuator& motor) { return motor.gear_ratio * d.v[i]; })});
  all.push_back({QuantityGroup::motors, "JOINT.motor.torque", "N m or N",
                 "Torque in the air gap of the motor: the force on the joint divided by the gear ratio. It accelerates the rotor and drives the "
                 "gear; gears have no losses.",
                 Needs::solution, uses_forces, list_of_motors(".motor.torque", "N m", "N"),
                 write_of_motors([](QuantityData& d, int i, const Actuator& motor) { return d.tau[i] / motor.gear_ratio; })});
  all.push_back({QuantityGroup::motors, "JOINT.motor.shaft_torque", "N m or N",
                 "Torque that the motor's shaft puts into the gear: its torque less rotor inertia times acceleration of the rotor.", Needs::solution,
                 uses_forces | uses_accelerations, list_of_motors(".motor.shaft_torque", "N m", "N"),
                 write_of_motors([](QuantityData& d, int i, const Actuator& motor) {
                   return d.tau[i] / motor.gear_ratio - motor.rotor_inertia_kg_m2 * motor.gear_ratio * d.vdot[i];
                 })});
  all.push_back({QuantityGroup::motors, "JOINT.motor.power", "W", "Torque times speed of the motor, which equals force times speed of the joint.",
                 Needs::solution, uses_forces | uses_speeds, list_of_motors(".motor.power", "W", "W"),
                 write_of_motors([](QuantityData& d, int i, const Actuator&) { return d.tau[i] * d.v[i]; })});
}

}  // namespace zanjir
