#include "zanjir/forces/motion_law.hpp"
#include "zanjir/describe/description.hpp"
#include "zanjir/describe/table_spline.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numbers>

#include "support/tolerance.hpp"
#include "zanjir/describe/table_spline.hpp"

using namespace zanjir;
using test::rounding;

namespace {

constexpr double pi = std::numbers::pi;

MotionLaw named(LawKind kind, std::vector<double> numbers, std::vector<std::pair<double, double>> knots = {}) {
  LawDescription d;
  d.kind = kind;
  d.numbers = std::move(numbers);
  d.knots = std::move(knots);
  return MotionLaw(d);
}

// Rate against central differences of the value, acceleration against those of the rate. With step h the error is h^2/6 f''' + eps f/h;
// `scale` bounds value and derivatives up to the fourth.
void expect_derivatives(const MotionLaw& law, double t, double scale) {
  const double h = 1e-5, tolerance = test::tolerance_scale() * scale * (h * h + 4 * test::eps / h);
  const Jet a = law.at(t - h), b = law.at(t + h), x = law.at(t);
  EXPECT_NEAR(x.rate, (b.value - a.value) / (2 * h), tolerance) << "t = " << t;
  EXPECT_NEAR(x.acceleration, (b.rate - a.rate) / (2 * h), tolerance) << "t = " << t;
}

void expect_continuous(const MotionLaw& law, double t, double scale, bool acceleration_too) {
  const double step = 1e-9;
  const Jet a = law.at(t - step), b = law.at(t + step);
  EXPECT_NEAR(a.value, b.value, 4 * step * scale) << "t = " << t;
  EXPECT_NEAR(a.rate, b.rate, 4 * step * scale) << "t = " << t;
  if (acceleration_too) {
    EXPECT_NEAR(a.acceleration, b.acceleration, 4 * step * scale) << "t = " << t;
  }
}

}  // namespace

TEST(MotionLaw, DefaultIsTheConstantZero) {
  const MotionLaw law;
  EXPECT_TRUE(law.is_constant());
  EXPECT_EQ(law.at(3).value, 0);
  EXPECT_EQ(law.at(3).rate, 0);
}

TEST(MotionLaw, SineIsItsClosedForm) {
  const MotionLaw law = named(LawKind::sine, {0.3, 5, 0.7, 0.1});
  for (const double t : {-1.0, 0.0, 0.2, 7.0}) {
    const Jet x = law.at(t);
    EXPECT_NEAR(x.value, 0.1 + 0.3 * std::sin(5 * t + 0.7), rounding(8));
    EXPECT_NEAR(x.rate, 1.5 * std::cos(5 * t + 0.7), rounding(8, 1.5));
    EXPECT_NEAR(x.acceleration, -7.5 * std::sin(5 * t + 0.7), rounding(8, 7.5));
  }
  EXPECT_FALSE(law.is_constant());
}

TEST(MotionLaw, CycloidStartsAndEndsAtRestWithoutAJump) {
  const MotionLaw law = named(LawKind::cycloid, {1, 3, 0.5, 2});
  EXPECT_EQ(law.at(0).value, 1);
  EXPECT_EQ(law.at(9).value, 3);
  EXPECT_NEAR(law.at(1.5).value, 2, rounding(8, 3));                      // half way at half time
  EXPECT_NEAR(law.at(1.5).rate, 2.0 * 2 / 2, rounding(8, 2));             // twice the mean rate
  EXPECT_NEAR(law.at(1.0).acceleration, 2 * pi * 2 / 4, rounding(8, 4));  // largest at a quarter
  for (const double t : {0.5, 2.5}) expect_continuous(law, t, 100, true);
  for (const double t : {0.2, 0.9, 1.7, 2.4}) expect_derivatives(law, t, 1e3);
}

TEST(MotionLaw, PolynomialIsItsClosedForm) {
  const MotionLaw law = named(LawKind::polynomial, {1, -2, 3, 0.5});
  const double t = 1.7;
  EXPECT_NEAR(law.at(t).value, 1 - 2 * t + 3 * t * t + 0.5 * t * t * t, rounding(10, 10));
  EXPECT_NEAR(law.at(t).rate, -2 + 6 * t + 1.5 * t * t, rounding(10, 15));
  EXPECT_NEAR(law.at(t).acceleration, 6 + 3 * t, rounding(10, 12));
  EXPECT_TRUE(named(LawKind::polynomial, {4}).is_constant());
}

TEST(MotionLaw, TrapezoidCoversTheDistanceWithAContinuousRate) {
  const MotionLaw law = named(LawKind::trapezoid, {1, 4, 0.5, 2, 0.5});
  const double v = 3 / (2 - 0.5);
  EXPECT_EQ(law.at(0.1).value, 1);
  EXPECT_EQ(law.at(2.6).value, 4);
  EXPECT_NEAR(law.at(1.5).value, 2.5, rounding(8, 4));
  EXPECT_NEAR(law.at(1.2).rate, v, rounding(8, v));
  EXPECT_NEAR(law.at(0.7).acceleration, v / 0.5, rounding(8, v));
  EXPECT_NEAR(law.at(2.3).acceleration, -v / 0.5, rounding(8, v));
  for (const double t : {0.5, 1.0, 2.0, 2.5}) expect_continuous(law, t, 100, false);
  for (const double t : {0.6, 1.5, 2.2}) expect_derivatives(law, t, 100);
}

TEST(MotionLaw, RoseIsThePathOfTheStudy) {  // r = r0 cos(2 theta), theta = pi t
  const double r0 = 0.05;
  const MotionLaw x = named(LawKind::rose_x, {r0, 2, 2, 0, 0.01, 0}), y = named(LawKind::rose_y, {r0, 2, 2, 0, -0.02, 0});
  for (const double t : {0.0, 0.3, 1.234}) {
    const double theta = pi * t, r = r0 * std::cos(2 * theta);
    EXPECT_NEAR(x.at(t).value, 0.01 + r * std::cos(theta), rounding(20, r0));
    EXPECT_NEAR(y.at(t).value, -0.02 + r * std::sin(theta), rounding(20, r0));
    expect_derivatives(x, t, 1e3);
    expect_derivatives(y, t, 1e3);
  }
  EXPECT_NEAR(y.at(0).rate, 0.15707963267948966, rounding(8));                    // start with the path's velocity
  EXPECT_NEAR(std::abs(x.at(0).acceleration), 5 * r0 * pi * pi, rounding(8, 3));  // its peak
}

TEST(MotionLaw, RampedRoseStartsFromRestAndJoinsTheUniformOneHalfARampLate) {
  const MotionLaw ramped = named(LawKind::rose_x, {0.05, 2, 2, 0, 0, 2}), uniform = named(LawKind::rose_x, {0.05, 2, 2, 0, 0, 0});
  EXPECT_EQ(ramped.at(-1).rate, 0);
  EXPECT_NEAR(ramped.at(3.3).value, uniform.at(2.3).value, rounding(30));
  for (const double t : {0.0, 2.0}) expect_continuous(ramped, t, 1e3, true);
  for (const double t : {0.4, 1.1, 1.9, 2.5}) expect_derivatives(ramped, t, 1e4);
}

TEST(MotionLaw, SplineGoesThroughItsKnotsAndIsSmoothThere) {
  const std::vector<std::pair<double, double>> knots = {{0, 1}, {0.5, 2}, {1.5, -1}, {2, 0}, {4, 1}};
  for (const double ends : {0.0, 1.0, 2.0}) {
    const MotionLaw law = named(LawKind::spline, {ends}, knots);
    for (const auto& [t, value] : knots) {
      EXPECT_NEAR(law.at(t).value, value, rounding(50, 2));
      if (t > 0 && t < 4) expect_continuous(law, t, 1e3, true);
    }
    for (const double t : {0.1, 0.7, 1.9, 3.0}) expect_derivatives(law, t, 1e3);
    expect_continuous(law, 0, 1e3, ends != 0);  // rest: the rate is zero and stays, the acceleration jumps
    expect_continuous(law, 4, 1e3, ends != 0);
    if (ends == 0) {
      EXPECT_NEAR(law.at(4).rate, 0, rounding(50, 10));
    }
    if (ends == 1) {
      EXPECT_NEAR(law.at(4).acceleration, 0, rounding(100, 10));
    }
    if (ends == 2) {
      EXPECT_NEAR(law.at(1.2 + 8).value, law.at(1.2).value, rounding(100, 2));
    }
    if (ends == 2) {
      EXPECT_NEAR(law.at(1.2 - 8).rate, law.at(1.2).rate, rounding(100, 10));
    }
  }
}

TEST(MotionLaw, NaturalSplineOfALineIsTheLineEverywhere) {
  const MotionLaw law = named(LawKind::spline, {1}, {{0, 1}, {1, 3}, {3, 7}});
  for (const double t : {-5.0, 0.3, 2.0, 9.0}) {
    EXPECT_NEAR(law.at(t).value, 1 + 2 * t, rounding(50, 20));
    EXPECT_NEAR(law.at(t).rate, 2, rounding(50, 2));
    EXPECT_NEAR(law.at(t).acceleration, 0, rounding(50, 2));
  }
}

TEST(MotionLaw, PeriodicSplineConvergesToASine) {
  double previous = 0;
  for (const int n : {8, 16, 32}) {
    std::vector<std::pair<double, double>> knots;
    for (int i = 0; i <= n; ++i) knots.emplace_back(2 * pi * i / n, i == n ? 0.0 : std::sin(2 * pi * i / n));
    const MotionLaw law = named(LawKind::spline, {2}, knots);
    double error = 0;
    for (int i = 0; i < 200; ++i) error = std::max(error, std::abs(law.at(0.0314 * i).value - std::sin(0.0314 * i)));
    if (previous > 0) {
      EXPECT_NEAR(std::log2(previous / error), 4, 0.3);
    }  // fourth order
    previous = error;
  }
}

TEST(MotionLaw, QuinticTableIsTheNaturalSplineOfTheFifthOrder) {
  // Unevenly spaced; exact for parabolas, whose third derivative is nothing, also outside of them as far as the line goes on.
  std::vector<std::pair<double, double>> knots;
  for (const double t : {0.0, 0.3, 0.5, 1.1, 1.6, 2.0}) knots.emplace_back(t, 2 - 3 * t + 0.7 * t * t);
  const MotionLaw parabola = named(LawKind::table, {2}, knots);
  for (const double t : {0.0, 0.1, 0.5, 0.77, 1.9, 2.0}) {
    const Jet x = parabola.at(t);
    EXPECT_NEAR(x.value, 2 - 3 * t + 0.7 * t * t, 3e-14) << t;
    EXPECT_NEAR(x.rate, -3 + 1.4 * t, 5e-14) << t;
    EXPECT_NEAR(x.acceleration, 1.4, 5e-13) << t;
  }
  // Any knots: it goes through them, and not the second derivative alone but the third and fourth are continuous, and nothing at the ends.
  knots = {{0, 0.3}, {0.2, -0.4}, {0.7, 0.9}, {1.0, 0.1}, {1.6, 0.5}};
  const MotionLaw law = named(LawKind::table, {2}, knots);
  for (const auto& [t, value] : knots) EXPECT_NEAR(law.at(t).value, value, 2e-14);
  for (const double t : {0.1, 0.45, 0.8, 1.3}) expect_derivatives(law, t, 1e4);
  const double h = 1e-3;
  const auto third = [&](double t, int side) {  // one-sided: of the second derivative, which is a cubic on each side
    const auto a = [&](int k) { return law.at(t + side * k * h).acceleration; };
    return side * (-11 * a(0) + 18 * a(1) - 9 * a(2) + 2 * a(3)) / (6 * h);
  };
  const auto fourth = [&](double t, int side) {
    const auto a = [&](int k) { return law.at(t + side * k * h).acceleration; };
    return (2 * a(0) - 5 * a(1) + 4 * a(2) - a(3)) / (h * h);
  };
  const double size = std::abs(third(0.45, 1)) + std::abs(fourth(0.45, 1));
  for (const double t : {0.2, 0.7, 1.0}) {
    EXPECT_NEAR(law.at(t - 1e-12).acceleration, law.at(t + 1e-12).acceleration, 1.5e-11 * size);
    EXPECT_NEAR(third(t, -1), third(t, 1), 4e-11 * size) << t;
    EXPECT_NEAR(fourth(t, -1), fourth(t, 1), 5e-8 * size) << t;  // rounding of differences: eps a/h^2
  }
  EXPECT_NEAR(third(0, 1), 0, 1e-12 * size);
  EXPECT_NEAR(third(1.6, -1), 0, 1.5e-12 * size);
  EXPECT_NEAR(fourth(0, 1), 0, 1.5e-9 * size);
  const Jet out = law.at(2), end = law.at(1.6);
  EXPECT_NEAR(out.value, end.value + 0.4 * end.rate, 6e-14);  // goes on straight
  EXPECT_EQ(out.acceleration, 0);
}

TEST(MotionLaw, QuinticTableConvergesWithTheSixthPowerOfTheStep) {
  // A sine whose third and fourth derivatives do not vanish at the ends: inside, away from them.
  double before = 0;
  for (const int n : {40, 80}) {
    std::vector<std::pair<double, double>> knots;
    for (int i = 0; i <= n; ++i) knots.emplace_back(8.0 * i / n, std::sin(8.0 * i / n));
    const MotionLaw law = named(LawKind::table, {2}, std::move(knots));
    double worst = 0;
    for (int i = 0; i < 100; ++i) worst = std::max(worst, std::abs(law.at(3.5 + 0.01 * i).value - std::sin(3.5 + 0.01 * i)));
    if (before > 0) {
      EXPECT_NEAR(std::log2(before / worst), 6, 0.2) << before << " " << worst;
    }
    before = worst;
  }
}

TEST(MotionLaw, TablesOfEveryOrderHaveExactDerivativesAndGoOnStraight) {
  std::vector<std::pair<double, double>> knots;
  for (int i = 0; i <= 24; ++i) knots.emplace_back(0.25 * i, std::sin(0.25 * i));
  for (const TableSpline spline : {TableSpline::quadratic, TableSpline::quartic, TableSpline::sextic, TableSpline::septic}) {
    const MotionLaw law = named(LawKind::table, {static_cast<double>(spline)}, knots);
    for (const auto& [t, x] : knots) EXPECT_NEAR(law.at(t).value, x, rounding(100));
    for (const double t : {0.1, 1.01, 3.3, 5.9}) expect_derivatives(law, t, 10);
    const Jet end = law.at(6), beyond = law.at(7);
    EXPECT_NEAR(beyond.value, end.value + end.rate, rounding(100));
    EXPECT_EQ(beyond.acceleration, 0);
  }
}

TEST(MotionLaw, LinearTableHoldsOutside) {
  const MotionLaw law = named(LawKind::table, {1}, {{0, 1}, {1, 3}, {2, 3}});
  EXPECT_EQ(law.at(-1).value, 1);
  EXPECT_EQ(law.at(-1).rate, 0);
  EXPECT_NEAR(law.at(0.5).value, 2, rounding(4, 2));
  EXPECT_NEAR(law.at(0.5).rate, 2, rounding(4, 2));
  EXPECT_EQ(law.at(5).value, 3);
  EXPECT_TRUE(named(LawKind::table, {1}, {{0, 2}, {1, 2}}).is_constant());
}

// All switches of a law in an interval, as a run meets them.
std::vector<double> switches(const MotionLaw& law, double from, double until) {
  std::vector<double> all;
  for (double t = law.next_switch(from, until); std::isfinite(t) && all.size() < 100; t = law.next_switch(t, until)) all.push_back(t);
  return all;
}

TEST(MotionLaw, GivesItsValueAlone) {
  const std::vector<std::pair<double, double>> knots{{0, 1}, {0.5, -1}, {1.5, 2}, {2, 0}};
  const MotionLaw laws[] = {MotionLaw(),
                            named(LawKind::sine, {2, 3, 0.5, 1}),
                            named(LawKind::polynomial, {1, -2, 3, 0.5}),
                            named(LawKind::spline, {0}, knots),
                            named(LawKind::spline, {2}, {{0, 1}, {0.5, -1}, {1.5, 2}, {2, 1}}),
                            named(LawKind::table, {0}, knots),
                            named(LawKind::table, {1}, knots),
                            named(LawKind::table, {static_cast<double>(TableSpline::quintic)}, knots)};
  for (const MotionLaw& law : laws)
    for (const double t : {-1.0, 0.0, 0.2, 0.5, 1.1, 2.0, 3.7}) EXPECT_NEAR(law.value_at(t), law.at(t).value, rounding(8, 30)) << "t = " << t;
}

TEST(MotionLaw, TellsWhereItsPiecesMeet) {
  const auto near = [](const std::vector<double>& found, const std::vector<double>& expected) {
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t i = 0; i < found.size(); ++i) EXPECT_NEAR(found[i], expected[i], 2 * time_rounding_s(expected[i])) << i;
  };
  const MotionLaw trapezoid = named(LawKind::trapezoid, {0, 1, 0.2, 1, 0.3});
  near(switches(trapezoid, -1, 5), {0.2, 0.5, 0.9, 1.2});
  near(switches(trapezoid, 0.5, 1.2), {0.9});  // neither the instant it stands at nor the end of the run
  near(switches(named(LawKind::cycloid, {0, 1, 0.2, 1}), 0, 5), {0.2, 1.2});
  near(switches(named(LawKind::table, {1}, {{0, 0}, {1, 2}, {2, 0}}), -1, 1.5), {0, 1});
  near(switches(named(LawKind::table, {0}, {{0, 0}, {1, 2}, {2, 0}}), -1, 5), {0, 2});
  const std::vector<std::pair<double, double>> five = {{0, 0}, {1, 2}, {2, 0}, {3, 1}, {4, 1}};
  near(switches(named(LawKind::table, {static_cast<double>(TableSpline::quadratic)}, five), -1, 5), {0, 1.5, 2.5, 4});  // accelerations jump
  near(switches(named(LawKind::table, {static_cast<double>(TableSpline::quartic)}, five), -1, 5), {0, 4});
  near(switches(named(LawKind::spline, {2}, {{0, 0}, {1, 2}, {2, 0}}), -1, 5), {});
  near(switches(named(LawKind::sine, {1, 2, 0, 0}), -1, 5), {});
  // Value, rate and acceleration do not jump anywhere else: on both sides of every instant that is no switch they differ by their own change.
  for (int i = 0; i < 60; ++i) {
    const double t = -0.95 + 0.1 * i;
    const Jet a = trapezoid.at(t - 1e-9), b = trapezoid.at(t + 1e-9);
    EXPECT_NEAR(a.acceleration, b.acceleration, 8e-14) << t;
  }
}
