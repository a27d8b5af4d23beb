#include "zanjir/analyse/sizing.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace zanjir {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

// Sum over the steps of all motions of h (g_k + g_(k+1))/2, as often as each is made.
template <class Value> double integral(const ActuatorCycle& cycle, Value value) {
  double sum = 0;
  for (const ActuatorMotion& m : cycle.motions) {
    double before = 0, part = 0;
    for (std::size_t k = 0; k < m.t_s.size(); ++k) {
      const double here = value(m, k);
      if (k > 0) part += (m.t_s[k] - m.t_s[k - 1]) * (before + here) / 2;
      before = here;
    }
    sum += m.times * part;
  }
  return sum;
}

double squared(double x) { return x * x; }
double power(const ActuatorMotion& m, std::size_t k) { return m.force[k] * m.speed[k]; }

// Of a step of length h in which x goes straight from a to b: the integral of its positive part, and for how long it is positive.
struct PositivePart {
  double integral = 0, time = 0;
};
PositivePart positive_part(double a, double b, double h) {
  if (a <= 0 && b <= 0) return {};
  if (a >= 0 && b >= 0) return {h * (a + b) / 2, h};
  const double high = std::max(a, b), time = h * high / (high - std::min(a, b));
  return {time * high / 2, time};
}

void add_power(Demand& d, const std::vector<double>& t, const std::vector<double>& p, double times) {
  for (std::size_t k = 0; k < p.size(); ++k) {
    d.power_out = std::max(d.power_out, p[k]);
    d.power_back = std::max(d.power_back, -p[k]);
    if (k == 0) continue;
    const double h = t[k] - t[k - 1];
    const PositivePart out = positive_part(p[k - 1], p[k], h), back = positive_part(-p[k - 1], -p[k], h);
    d.energy_out += times * out.integral;
    d.energy_back += times * back.integral;
    d.drives += times * out.time;
    d.brakes += times * back.time;
    d.power_rms += times * h * (squared(p[k - 1]) + squared(p[k])) / 2;
  }
}

// Times into shares, squares into roots of their means.
void finish(Demand& d, double duration) {
  if (!(duration > 0)) return;
  for (double* square : {&d.force_rms, &d.speed_rms, &d.power_rms}) *square = std::sqrt(*square / duration);
  d.drives /= duration;
  d.brakes /= duration;
  d.stands = std::max(0.0, 1 - d.drives - d.brakes);
}

double motor_torque(const ActuatorMotion& m, std::size_t k, double rotor_inertia, double n, const GearChoice& gear) {  // (1)
  const double loss = m.load[k] * m.speed[k] >= 0 ? 1 / gear.efficiency : gear.efficiency;
  return gear.margin * (rotor_inertia * n * m.acceleration[k] + m.load[k] * loss / n);
}

}  // namespace

double ActuatorCycle::duration_s() const {
  double sum = rest_s;
  for (const ActuatorMotion& m : motions) sum += m.t_s.empty() ? 0 : m.times * (m.t_s.back() - m.t_s.front());
  return sum;
}

Demand demand_of(const ActuatorCycle& cycle) {
  Demand d;
  std::vector<double> p;
  for (const ActuatorMotion& m : cycle.motions) {
    p.clear();
    for (std::size_t k = 0; k < m.t_s.size(); ++k) {
      d.force_peak = std::max(d.force_peak, std::abs(m.force[k]));
      d.speed_peak = std::max(d.speed_peak, std::abs(m.speed[k]));
      p.push_back(power(m, k));
    }
    add_power(d, m.t_s, p, m.times);
  }
  d.force_rms = integral(cycle, [](const ActuatorMotion& m, std::size_t k) { return squared(m.force[k]); });
  d.speed_rms = integral(cycle, [](const ActuatorMotion& m, std::size_t k) { return squared(m.speed[k]); });
  finish(d, cycle.duration_s());
  return d;
}

Demand demand_of_all(std::span<const ActuatorCycle> actuators) {
  Demand d;
  if (actuators.empty()) return d;
  for (std::size_t motion = 0; motion < actuators.front().motions.size(); ++motion) {
    const ActuatorMotion& first = actuators.front().motions[motion];
    std::vector<double> p(first.t_s.size(), 0.0);
    for (const ActuatorCycle& a : actuators)
      for (std::size_t k = 0; k < p.size(); ++k) p[k] += power(a.motions[motion], k);
    add_power(d, first.t_s, p, first.times);
  }
  finish(d, actuators.front().duration_s());
  return d;
}

BearingLoad bearing_load(std::span<const BearingMotion> motions) {
  BearingLoad out;
  double time = 0, squares = 0, cubes = 0, turned = 0, turned_cubes = 0;
  for (const BearingMotion& m : motions) {
    for (std::size_t k = 0; k < m.t_s.size(); ++k) {
      out.peak = std::max(out.peak, m.size[k]);
      if (k == 0) continue;
      const double h = m.times * (m.t_s[k] - m.t_s[k - 1]);
      const auto mean = [&](auto value) { return h * (value(k - 1) + value(k)) / 2; };
      const auto rate = [&](std::size_t i) { return m.speed.empty() ? 0.0 : std::abs(m.speed[i]); };
      time += h;
      squares += mean([&](std::size_t i) { return squared(m.size[i]); });
      cubes += mean([&](std::size_t i) { return squared(m.size[i]) * m.size[i]; });
      turned += mean(rate);
      turned_cubes += mean([&](std::size_t i) { return squared(m.size[i]) * m.size[i] * rate(i); });
    }
  }
  if (!(time > 0)) return out;
  out.rms = std::sqrt(squares / time);
  out.cubic = std::cbrt(turned > 0 ? turned_cubes / turned : cubes / time);
  return out;
}

double MotorUse::largest() const { return *std::max_element(share.begin(), share.end()); }
MotorLimit MotorUse::limit() const { return static_cast<MotorLimit>(std::max_element(share.begin(), share.end()) - share.begin()); }

MotorUse motor_use(const ActuatorCycle& cycle, const Motor& motor, double ratio, const GearChoice& gear) {
  double fastest = 0, peak = 0;
  for (const ActuatorMotion& m : cycle.motions) {
    for (std::size_t k = 0; k < m.t_s.size(); ++k) {
      const double speed = std::abs(ratio * m.speed[k]);
      fastest = std::max(fastest, speed);
      peak = std::max(peak, std::abs(motor_torque(m, k, motor.rotor_inertia, ratio, gear)) / motor.peak.at(speed));
    }
  }
  const double heat = integral(cycle, [&](const ActuatorMotion& m, std::size_t k) {
    return squared(motor_torque(m, k, motor.rotor_inertia, ratio, gear) / motor.continuous.at(ratio * m.speed[k]));
  });
  const double duration = cycle.duration_s();
  return {{peak, duration > 0 ? std::sqrt(heat / duration) : 0, fastest / motor.highest_speed()}, 0};
}

MotorUse motor_use(std::span<const ActuatorCycle> actuators, const Motor& motor, double ratio, const GearChoice& gear) {
  MotorUse all;
  double most = -1;
  for (std::size_t i = 0; i < actuators.size(); ++i) {
    const MotorUse one = motor_use(actuators[i], motor, ratio, gear);
    for (std::size_t k = 0; k < one.share.size(); ++k) all.share[k] = std::max(all.share[k], one.share[k]);
    if (one.largest() > most) most = one.largest(), all.actuator = static_cast<int>(i);
  }
  return all;
}

std::vector<double> RatioRange::ratios() const {
  std::vector<double> list;
  for (int i = 0; i < points; ++i) list.push_back(points == 1 ? from : from * std::pow(to / from, static_cast<double>(i) / (points - 1)));
  return list;
}

BestRatio best_ratio(std::span<const ActuatorCycle> actuators, const Motor& motor, const RatioRange& range, const GearChoice& gear) {
  const auto use = [&](double ratio) { return motor_use(actuators, motor, ratio, gear); };
  const auto load = [&](double ratio) { return use(ratio).largest(); };
  const std::vector<double> grid = range.ratios();
  std::vector<double> loads;
  for (const double ratio : grid) loads.push_back(load(ratio));
  const auto best = static_cast<std::size_t>(std::min_element(loads.begin(), loads.end()) - loads.begin());
  double a = grid[best == 0 ? 0 : best - 1], b = grid[std::min(best + 1, grid.size() - 1)], ratio = grid[best];
  constexpr double golden = 0.6180339887498949;
  if (b > a) {
    double x = b - golden * (b - a), y = a + golden * (b - a), at_x = load(x), at_y = load(y);
    while (b - a > 1e-10 * ratio) {  // what rounding of the load leaves of the place of a smooth minimum is 1e-8; of a kink, all of it
      if (at_x < at_y) b = y, y = x, at_y = at_x, x = b - golden * (b - a), at_x = load(x);
      else a = x, x = y, at_x = at_y, y = a + golden * (b - a), at_y = load(y);
    }
    if (load((a + b) / 2) < loads[best]) ratio = (a + b) / 2;
  }
  BestRatio out;
  out.ratio = ratio;
  out.use = use(ratio);
  out.below = use(ratio * (1 - 1e-6));
  out.above = use(ratio * (1 + 1e-6));
  out.at_end = grid.size() > 1 && (ratio <= grid.front() * (1 + 1e-9) || ratio >= grid.back() * (1 - 1e-9));
  if (!out.fits()) return out;
  // From the best one outwards over the grid to the first ratio that the motor cannot do, then by halving.
  const auto edge = [&](auto next) {
    double inside = ratio;
    for (std::size_t i = next(best, ratio); i < grid.size(); i = next(i, grid[i])) {
      if (loads[i] <= 1) {
        inside = grid[i];
        continue;
      }
      double outside = grid[i];
      for (int k = 0; k < 60; ++k) {
        const double middle = (inside + outside) / 2;
        (load(middle) <= 1 ? inside : outside) = middle;
      }
      break;
    }
    return inside;
  };
  constexpr std::size_t none = std::numeric_limits<std::size_t>::max();
  out.least = edge([&](std::size_t i, double at) { return grid[i] < at ? i : i == 0 ? none : i - 1; });
  out.most = edge([&](std::size_t i, double at) { return grid[i] > at ? i : i + 1 < grid.size() ? i + 1 : none; });
  return out;
}

double ratio_of_least_rms(const ActuatorCycle& cycle, double rotor_inertia) {
  const double a2 = integral(cycle, [](const ActuatorMotion&m, std::size_t k) { return squared(m.acceleration[k]); }),
               f2 = integral(cycle, [](const ActuatorMotion&m, std::size_t k) { return squared(m.load[k]); });
  return a2 > 0 && rotor_inertia > 0 ? std::pow(f2 / (squared(rotor_inertia) * a2), 0.25) : nan;  // (2)
}

TorqueSpeed torque_speed(const ActuatorCycle& cycle, double rotor_inertia, double ratio, const GearChoice& gear) {
  TorqueSpeed out;
  for (const ActuatorMotion& m : cycle.motions) {
    for (std::size_t k = 0; k < m.t_s.size(); ++k) {
      const double T = motor_torque(m, k, rotor_inertia, ratio, gear);
      out.speed.push_back(std::abs(ratio * m.speed[k]));
      out.torque.push_back(m.speed[k] < 0 ? -T : T);
    }
  }
  return out;
}

}  // namespace zanjir
