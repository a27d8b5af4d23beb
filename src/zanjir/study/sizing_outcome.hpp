// What a task `sizing` found out, for tables and figures that show several robots.
#pragma once

#include <string>
#include <vector>

#include "zanjir/analyse/sizing.hpp"

namespace zanjir {

struct SizedMotor {
  Motor motor;
  BestRatio best;               // one gear for all actuators
  std::vector<BestRatio> each;  // a gear of its own for each
};

struct SizingOutcome {
  std::vector<ActuatorCycle> actuators;
  std::vector<Demand> demands;  // of each
  Demand supply;                // of all together
  GearChoice gear;
  std::vector<double> own_ratio, own_rotor_inertia;  // as the mechanism file has them
  MotorKind own_kind = MotorKind::rotary;            // of the motors that the file has; of the first
  std::vector<SizedMotor> motors;
  int chosen = -1;  // of `motors`: the lightest that fits, or, where none does, the one that is overloaded least

  // By name; without one that which was chosen, or none.
  const SizedMotor* motor(const std::string& name) const;
  std::vector<std::string> motor_names() const;
  MotorKind kind(const SizedMotor*) const;                           // of what `cloud` gives
  TorqueSpeed cloud(std::size_t actuator, const SizedMotor*) const;  // with the best common gear; without a motor: as the file has it
};

}  // namespace zanjir
