// What a cycle of motions asks of an actuator, and of a motor behind a gear.   docs/sizing.md
//   v, a, f   speed, acceleration and force of the joint; f_L = f - J0 n0^2 a: without the rotor that the mechanism file gives it
//   n, J, e   gear ratio, rotor inertia, efficiency of the gear (n in rad/m where a motor that turns moves a slide)
//   T = s (J n a + f_L/(n e)) while the joint is driven (f_L v >= 0),  s (J n a + e f_L/n) while it is braked,  at the motor's speed n v           (1)
// s is the margin asked for. Series are straight between samples; integrals by trapezoids, which on a whole period of a smooth motion converge faster than any power of the step [TrefethenWeideman2014],
// and otherwise with its square. Where power changes its sign the step is split, so that energy out and back add up to the integral of power.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "zanjir/describe/motor_catalogue.hpp"

namespace zanjir {

// One actuator along one motion. All as long as t.
struct ActuatorMotion {
  std::vector<double> t_s, speed, acceleration, force, load;  // load: f_L
  double times = 1;                                           // that the motion is made in a cycle
};

// An actuator over a cycle: its motions, and a rest in which it gives nothing (brakes hold).
struct ActuatorCycle {
  std::string name;
  bool turns = true;
  std::vector<ActuatorMotion> motions;
  double rest_s = 0;
  double duration_s() const;
};

// On the joint's side of the gear, as the file has it.
struct Demand {
  double force_peak = 0, force_rms = 0, speed_peak = 0, speed_rms = 0;
  double power_out = 0, power_back = 0;  // W, the largest it gives and takes
  double power_rms = 0;
  double energy_out = 0, energy_back = 0;     // J per cycle
  double drives = 0, brakes = 0, stands = 0;  // shares of the cycle: gives power, takes power, does neither
};
Demand demand_of(const ActuatorCycle&);

// The power of several actuators together, along one motion after the other: what their supply sees when it takes back what some of them give.
Demand demand_of_all(std::span<const ActuatorCycle>);

// One joint's load over a cycle: of bearings, rods and guides.
struct BearingLoad {
  double peak = 0, rms = 0;
  double cubic = 0;  // cubic mean over what was turned (over time where nothing turns): what a ball bearing's life is computed from [ISO281]
};
struct BearingMotion {
  std::vector<double> t_s, size, speed;  // speed: empty where the joint has none of its own
  double times = 1;
};
BearingLoad bearing_load(std::span<const BearingMotion>);

struct GearChoice {
  double efficiency = 1, margin = 1;
};

// How much of a motor is used, 1: all of it.
enum class MotorLimit : std::uint8_t { peak, heat, speed };
inline constexpr std::array motor_limits{MotorLimit::peak, MotorLimit::heat, MotorLimit::speed};
template <> struct WordsOf<MotorLimit> {
  static constexpr WordOf<MotorLimit> table[] = {{MotorLimit::peak, "peak torque"}, {MotorLimit::heat, "heat"}, {MotorLimit::speed, "speed"}};
};
struct MotorUse {
  std::array<double, 3> share{};  // by MotorLimit: largest T over peak curve; RMS of T over continuous curve; largest speed over the highest
  int actuator = 0;               // that uses most, of several
  double largest() const;
  MotorLimit limit() const;  // the one that is used most
};
MotorUse motor_use(const ActuatorCycle&, const Motor&, double ratio, const GearChoice&);
MotorUse motor_use(std::span<const ActuatorCycle>, const Motor&, double ratio, const GearChoice&);  // the same motor and gear at each

struct RatioRange {
  double from = 1, to = 1;
  int points = 1;
  std::vector<double> ratios() const;  // evenly in their logarithm
};

struct BestRatio {
  double ratio = 1;
  MotorUse use;
  std::optional<double> least, most;  // ratios around it that the motor can do; none: it can do none
  MotorUse below, above;              // beside the best ratio: what limits smaller and larger ones
  bool at_end = false;                // of the range: a better one may lie outside
  bool fits() const { return use.largest() <= 1; }
};
// The ratio at which the least of the motor is used: the best of a grid, then golden section between its neighbours. Between points of the grid a narrow optimum may be missed.
BestRatio best_ratio(std::span<const ActuatorCycle>, const Motor&, const RatioRange&, const GearChoice&);

// Without losses T_rms^2 = J^2 n^2 <a^2> + 2 J <a f_L> + <f_L^2>/n^2 is least at n = (<f_L^2>/(J^2 <a^2>))^(1/4); for a mere inertia f_L = J_L a this is sqrt(J_L/J) [PaschSeering1984].           (2)
// Not a number where nothing accelerates or the rotor has no inertia: then the largest ratio is the best.
double ratio_of_least_rms(const ActuatorCycle&, double rotor_inertia);

// Torques and speeds of the motor, sample by sample, the torque counted along the motion: positive where it drives, negative where it brakes.
struct TorqueSpeed {
  std::vector<double> speed, torque;
};
TorqueSpeed torque_speed(const ActuatorCycle&, double rotor_inertia, double ratio, const GearChoice&);

}  // namespace zanjir
