#include "zanjir/describe/law_algebra.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support/tolerance.hpp"
#include "zanjir/forces/motion_law.hpp"
#include "zanjir/language/expression_parser.hpp"

using namespace zanjir;

namespace {

LawDescription expression(const std::string& text) {
  ExpressionNames names;
  names.time = ExpressionNames::Time::allowed;
  LawDescription law;
  law.expression = std::get<ParsedExpression>(parse_expression(text, names)).expression;
  return law;
}

LawDescription named(LawKind kind, std::vector<double> numbers, std::vector<std::pair<double, double>> knots = {}) {
  LawDescription law;
  law.kind = kind;
  law.numbers = std::move(numbers);
  law.knots = std::move(knots);
  return law;
}

void expect_near(const Jet& a, const Jet& b) {
  EXPECT_NEAR(a.value, b.value, test::rounding(20, 10));
  EXPECT_NEAR(a.rate, b.rate, test::rounding(20, 10));
  EXPECT_NEAR(a.acceleration, b.acceleration, test::rounding(20, 100));
}

}  // namespace

TEST(LawAlgebra, EveryLawScales) {
  const LawDescription laws[] = {expression("sin(3*t) + 2"),
                                 expression("4"),
                                 named(LawKind::sine, {0.3, 5, 0.7, 0.1}),
                                 named(LawKind::cycloid, {1, 3, 0.5, 2}),
                                 named(LawKind::polynomial, {1, -2, 3}),
                                 named(LawKind::trapezoid, {1, 4, 0.5, 2, 0.5}),
                                 named(LawKind::rose_x, {0.5, 2, 2, 0, 0.1, 0}),
                                 named(LawKind::rose_y, {0.5, 2, 2, 0, 0.1, 1}),
                                 named(LawKind::spline, {0}, {{0, 1}, {1, 3}, {2, 0}}),
                                 named(LawKind::table, {1}, {{0, 1}, {1, 3}})};
  for (const LawDescription& law : laws) {
    for (const double t : {0.0, 0.8, 1.7}) {
      const Jet x = MotionLaw(law).at(t);
      expect_near(MotionLaw(scaled(law, -2)).at(t), {-2 * x.value, -2 * x.rate, -2 * x.acceleration});
    }
  }
}

TEST(LawAlgebra, AVectorOfExpressionsTurns) {
  const Mat3d R = rotation_about(Vec3d{0, 0, 1}, 0.6);
  const auto result = turned(R, {expression("t"), expression("2*t^2"), expression("5")});
  ASSERT_TRUE(result);
  const double t = 1.5, c = std::cos(0.6), s = std::sin(0.6);
  expect_near(MotionLaw((*result)[0]).at(t), {c * t - s * 2 * t * t, c - s * 4 * t, -4 * s});
  expect_near(MotionLaw((*result)[1]).at(t), {s * t + c * 2 * t * t, s + c * 4 * t, 4 * c});
  expect_near(MotionLaw((*result)[2]).at(t), {5, 0, 0});
}

TEST(LawAlgebra, OneNamedLawTurnsTwoDoNot) {
  const Mat3d R = rotation_about(Vec3d{0, 0, 1}, 0.6);
  const LawDescription sine = named(LawKind::sine, {1, 2, 0, 0});
  const auto one = turned(R, {sine, expression("0"), expression("0")});
  ASSERT_TRUE(one);
  EXPECT_NEAR(MotionLaw((*one)[1]).at(0.3).value, std::sin(0.6) * std::sin(0.6), test::rounding(10));
  EXPECT_FALSE(turned(R, {sine, sine, expression("0")}));
}

TEST(LawAlgebra, ASumThatWouldNotFitTheStackIsRefused) {
  std::string deep = "t";
  for (int i = 0; i < 30; ++i) deep = "1+(" + deep + ")";
  EXPECT_TRUE(sum(expression(deep), expression("t")));
  EXPECT_TRUE(sum(expression("t"), expression(deep)));  // 31 places and the one that waits
  deep = "1+(" + deep + ")";
  EXPECT_FALSE(sum(expression("t"), expression(deep)));
}
