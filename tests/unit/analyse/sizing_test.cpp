// Peaks, means and energies against closed forms and an independent quadrature; gears against the ratio that is known to be best.
#include "zanjir/analyse/sizing.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numbers>

namespace zanjir::test::sizing {
namespace {

constexpr double pi = std::numbers::pi;

// An actuator with the load f_L(t) on a motion q(t) of which speed and acceleration are given.
struct Law {
  std::function<double(double)> speed, acceleration, load;
};
ActuatorMotion sampled(const Law& law, double until, int steps, double times = 1) {
  ActuatorMotion m;
  m.times = times;
  for (int k = 0; k <= steps; ++k) {
    const double t = until * k / steps;
    m.t_s.push_back(t);
    m.speed.push_back(law.speed(t));
    m.acceleration.push_back(law.acceleration(t));
    m.force.push_back(law.load(t));
    m.load.push_back(law.load(t));
  }
  return m;
}
ActuatorCycle cycle_of(std::vector<ActuatorMotion> motions, double rest_s = 0) { return {"A", true, std::move(motions), rest_s}; }

// q = amplitude sin(w t) of a mere inertia J.
Law swing(double J, double amplitude, double w) {
  return {[=](double t) { return amplitude * w * std::cos(w * t); }, [=](double t) { return -amplitude * w * w * std::sin(w * t); },
          [=](double t) { return -J * amplitude * w * w * std::sin(w * t); }};
}

Motor flat_motor(double rotor_inertia, double continuous, double peak, double highest) {
  Motor m;
  m.name = "flat";
  m.rotor_inertia = rotor_inertia;
  m.continuous = {{0, highest}, {continuous, continuous}};
  m.peak = {{0, highest}, {peak, peak}};
  return m;
}

TEST(Sizing, ASwingingInertiaHasItsClosedForms) {
  const double J = 0.7, a = 0.4, w = 3;
  const int steps = 400;  // a whole number of quarters: peaks of force and speed are samples
  const Demand d = demand_of(cycle_of({sampled(swing(J, a, w), 2 * pi / w, steps)}));
  EXPECT_NEAR(d.force_peak, J * a * w * w, 1e-14 * J * a * w * w);
  EXPECT_NEAR(d.speed_peak, a * w, 1e-14 * a * w);
  // Whole periods of trigonometric polynomials: trapezoids are exact.
  EXPECT_NEAR(d.force_rms, J * a * w * w / std::sqrt(2.0), 3e-14);
  EXPECT_NEAR(d.speed_rms, a * w / std::sqrt(2.0), 1.5e-14);
  // P = -J a^2 w^3 sin(2 w t)/2: its peaks are samples too; RMS of a sine.
  const double power = J * a * a * w * w * w / 2;
  EXPECT_NEAR(d.power_out, power, 2e-14);
  EXPECT_NEAR(d.power_back, power, 2e-14);
  EXPECT_NEAR(d.power_rms, power / std::sqrt(2.0), 2e-14);
  // The kinetic energy J a^2 w^2/2 is given and taken back twice. Trapezoids on half a wave: relative error (2 w h)^2/12.
  const double h = 2 * pi / w / steps, energy = J * a * a * w * w, tolerance = energy * std::pow(2 * w * h, 2) / 12 * 1.01;
  EXPECT_NEAR(d.energy_out, energy, tolerance);
  EXPECT_GT(std::abs(d.energy_out - energy), tolerance / 2) << "the error is what it is known to be";
  EXPECT_NEAR(d.energy_out, d.energy_back, 1.5e-14);
  EXPECT_NEAR(d.drives, 0.5, 1e-14);
  EXPECT_NEAR(d.brakes, 0.5, 1e-14);
  EXPECT_NEAR(d.stands, 0, 1e-14);
}

TEST(Sizing, TrapezoidsOfSpeedHaveTheirClosedForms) {
  // Speed rises for a third of the time, stays for a third, falls for a third; the samples at the kinks stand on both sides of them, as pieces of a cycle.
  const double J = 2, rate = 5, T = 0.9, third = T / 3, top = rate * third;
  const auto piece = [&](double v0, double acceleration) {
    return sampled({[=](double t) { return v0 + acceleration * t; }, [=](double) { return acceleration; }, [=](double) { return J * acceleration; }},
                   third, 30);
  };
  const ActuatorCycle cycle = cycle_of({piece(0, rate), piece(top, 0), piece(top, -rate)}, T);  // and as long a rest
  const Demand d = demand_of(cycle);
  EXPECT_DOUBLE_EQ(cycle.duration_s(), 2 * T);
  EXPECT_NEAR(d.force_rms, J * rate * std::sqrt(1.0 / 3), 1e-13);  // a third of the whole time, rest included
  EXPECT_NEAR(d.power_out, J * rate * top, 1e-13);
  EXPECT_NEAR(d.energy_out, J * top * top / 2, 4e-14);  // power is straight in time: exact
  EXPECT_NEAR(d.energy_back, J * top * top / 2, 4e-14);
  EXPECT_NEAR(d.drives, 1.0 / 6, 1e-14);
  EXPECT_NEAR(d.brakes, 1.0 / 6, 1e-14);
  EXPECT_NEAR(d.stands, 2.0 / 3, 1e-14);
}

TEST(Sizing, EnergiesAgreeWithAnotherQuadratureAndConvergeWithTheSquareOfTheStep) {
  // A pendulum with weight, friction and a drift: nothing is periodic and power changes its sign between samples.
  const Law law{[](double t) { return std::cos(2 * t) + 0.3; }, [](double t) { return -2 * std::sin(2 * t); },
                [](double t) { return 1.5 * std::cos(std::sin(2 * t) / 2) - 2 * std::sin(2 * t) + 0.4 * std::cos(2 * t) + 0.2 * t; }};
  const double until = 2.3;
  double out = 0, back = 0, squares = 0;  // midpoints, so fine that their error does not count
  const int fine = 2'000'000;
  for (int k = 0; k < fine; ++k) {
    const double t = until * (k + 0.5) / fine, p = law.speed(t) * law.load(t), h = until / fine;
    out += h * std::max(p, 0.0);
    back += h * std::max(-p, 0.0);
    squares += h * law.load(t) * law.load(t);
  }
  double before[3] = {};
  for (const int steps : {200, 400, 800}) {
    const Demand d = demand_of(cycle_of({sampled(law, until, steps)}));
    const double errors[3] = {d.energy_out - out, d.energy_back - back, d.force_rms - std::sqrt(squares / until)};
    for (int i = 0; i < 3; ++i) {
      EXPECT_LT(std::abs(errors[i]), 20 * std::pow(until / steps, 2)) << steps;
      if (steps > 200) {
        EXPECT_NEAR(before[i] / errors[i], 4, 0.4) << steps << " " << i;
      }
      before[i] = errors[i];
    }
  }
}

TEST(Sizing, WhatOneGivesAndAnotherTakesTheSupplyDoesNotSee) {
  const Law law{[](double) { return 1.5; }, [](double) { return 0.0; }, [](double) { return 250.0; }};
  Law against = law;
  against.load = [](double) { return -250.0; };
  const ActuatorCycle pair[] = {cycle_of({sampled(law, 4, 40)}), cycle_of({sampled(against, 4, 40)})};
  EXPECT_DOUBLE_EQ(demand_of(pair[0]).energy_out, 1500);
  EXPECT_DOUBLE_EQ(demand_of(pair[1]).energy_back, 1500);
  const Demand all = demand_of_all(pair);
  EXPECT_EQ(all.energy_out, 0);
  EXPECT_EQ(all.energy_back, 0);
  EXPECT_EQ(all.power_rms, 0);
}

TEST(Sizing, MotionsCountAsOftenAsTheyAreMade) {
  const ActuatorMotion once = sampled(swing(1, 0.5, 2), pi, 100);
  const Demand thrice = demand_of(cycle_of({sampled(swing(1, 0.5, 2), pi, 100, 3)})), three = demand_of(cycle_of({once, once, once}));
  EXPECT_NEAR(thrice.energy_out, three.energy_out, 5e-14);
  EXPECT_NEAR(thrice.force_rms, three.force_rms, 2e-14);
  EXPECT_NEAR(thrice.drives, three.drives, 1e-14);
}

TEST(Sizing, TheBestRatioForAnInertiaIsTheRootOfTheInertias) {
  const double J_load = 0.5, J = 2e-4, a = 0.6, w = 4;
  const ActuatorCycle cycle = cycle_of({sampled(swing(J_load, a, w), 2 * pi / w, 360)});
  const double best = std::sqrt(J_load / J), rms = a * w * w / std::sqrt(2.0), at_best = 2 * rms * std::sqrt(J_load * J);
  EXPECT_NEAR(ratio_of_least_rms(cycle, J), best, 1.5e-14 * best);
  // A motor that heat alone limits: its torque suffices one and a half times.
  const double continuous = 1.5 * at_best;
  const BestRatio found = best_ratio({&cycle, 1}, flat_motor(J, continuous, 100, 1e6), {1, 1000, 40}, {});
  EXPECT_NEAR(found.ratio, best, 2e-7 * best);  // a smooth minimum: its place is known to the root of rounding
  EXPECT_NEAR(found.use.largest(), 1 / 1.5, 1e-14);
  EXPECT_EQ(found.use.limit(), MotorLimit::heat);
  EXPECT_FALSE(found.at_end);
  // T_rms = rms (J n + J_load/n) = continuous at both ends of what it can do.
  const double c = continuous / rms, root = std::sqrt(c * c - 4 * J * J_load);
  ASSERT_TRUE(found.least && found.most);
  EXPECT_NEAR(*found.least, (c - root) / (2 * J), 1e-14 * best);
  EXPECT_NEAR(*found.most, (c + root) / (2 * J), 5e-14 * best);
}

TEST(Sizing, WhatLimitsARatioIsSaid) {
  const double J_load = 0.5, J = 2e-4, a = 0.6, w = 4, fastest = a * w, torque = J_load * a * w * w;
  const ActuatorCycle cycle = cycle_of({sampled(swing(J_load, a, w), 2 * pi / w, 360)});
  // Slow: the speed of the motor ends at a ratio of 20, where the gear asks for torque/20 and the rotor for J 20 a w^2. Below it torque, above it speed.
  const BestRatio slow = best_ratio({&cycle, 1}, flat_motor(J, 50, 2 * torque / 20, 20 * fastest), {1, 1000, 60}, {});
  EXPECT_EQ(slow.below.limit(), MotorLimit::peak);
  EXPECT_EQ(slow.above.limit(), MotorLimit::speed);
  EXPECT_LT(slow.ratio, 20);
  EXPECT_NEAR(slow.use.share[0], slow.use.share[2], 3e-11);  // where two limits cross
  ASSERT_TRUE(slow.most);
  EXPECT_NEAR(*slow.most, 20, 3e-13);
  // Too weak for all ratios.
  const BestRatio weak = best_ratio({&cycle, 1}, flat_motor(J, 1e-3, 1e-3, 1e6), {1, 1000, 60}, {});
  EXPECT_FALSE(weak.fits());
  EXPECT_FALSE(weak.least);
  // Without inertia the largest ratio is the best: the end of the range is said to be one.
  EXPECT_TRUE(best_ratio({&cycle, 1}, flat_motor(0, 50, 50, 1e9), {1, 1000, 60}, {}).at_end);
  EXPECT_TRUE(std::isnan(ratio_of_least_rms(cycle, 0)));
}

TEST(Sizing, LossesOfTheGearTurnRoundWithThePower) {
  const double e = 0.8, n = 10, f = 30;
  const Law lift{[](double) { return 2.0; }, [](double) { return 0.0; }, [=](double) { return f; }};
  Law lower = lift;
  lower.speed = [](double) { return -2.0; };
  const TorqueSpeed up = torque_speed(cycle_of({sampled(lift, 1, 2)}), 0, n, {e, 1.5}),
                    down = torque_speed(cycle_of({sampled(lower, 1, 2)}), 0, n, {e, 1.5});
  EXPECT_DOUBLE_EQ(up.torque.front(), 1.5 * f / n / e);
  EXPECT_DOUBLE_EQ(down.torque.front(), -1.5 * f / n * e);  // it brakes
  EXPECT_DOUBLE_EQ(up.speed.front(), 20);
  EXPECT_DOUBLE_EQ(down.speed.front(), 20);
}

TEST(Sizing, CurvesAreStraightBetweenTheirPoints) {
  const LimitCurve curve{{0, 100, 300}, {4, 4, 1}};
  EXPECT_DOUBLE_EQ(curve.at(0), 4);
  EXPECT_DOUBLE_EQ(curve.at(100), 4);
  EXPECT_DOUBLE_EQ(curve.at(-200), 2.5);
  EXPECT_DOUBLE_EQ(curve.at(300), 1);
  EXPECT_DOUBLE_EQ(curve.at(1000), 1);
}

TEST(Sizing, BearingsSeeTheCubicMeanOverWhatTheyTurn) {
  BearingMotion m;
  const int steps = 600;
  for (int k = 0; k <= steps; ++k) {
    const double t = 2 * pi * k / steps;
    m.t_s.push_back(t);
    m.size.push_back(90 * std::abs(std::sin(t)));
  }
  BearingLoad load = bearing_load({&m, 1});  // the joint has no speed of its own: over time
  EXPECT_DOUBLE_EQ(load.peak, 90);
  EXPECT_NEAR(load.rms, 90 / std::sqrt(2.0), 1e-12);
  const double h = 2 * pi / steps;
  EXPECT_NEAR(load.cubic, 90 * std::cbrt(4 / (3 * pi)), 90 * h * h);  // mean of |sin|^3
  for (const double t : m.t_s) m.speed.push_back(7 * std::abs(std::sin(t)));
  load = bearing_load({&m, 1});
  EXPECT_NEAR(load.cubic, 90 * std::cbrt((3.0 / 8) / (2 / pi)), 90 * h * h);  // mean of sin^4 over that of |sin|
}

}  // namespace
}  // namespace zanjir::test::sizing
