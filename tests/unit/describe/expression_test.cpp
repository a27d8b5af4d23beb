#include "zanjir/describe/expression.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <new>

#include "support/tolerance.hpp"
#include "zanjir/core/contract.hpp"
#include "zanjir/describe/expression_parser.hpp"

using namespace zanjir;
using test::rounding;

namespace {

Expression of_time(const std::string& text) {
  ExpressionNames names;
  names.time = ExpressionNames::Time::allowed;
  auto parsed = parse_expression(text, names);
  const auto* failure = std::get_if<ExpressionError>(&parsed);
  EXPECT_EQ(failure, nullptr) << text << ": " << (failure ? failure->message : "");
  return failure ? Expression() : std::get<ParsedExpression>(parsed).expression;
}

}  // namespace

TEST(Expression, DefaultAndConstant) {
  EXPECT_EQ(Expression().at(2).value, 0);
  EXPECT_EQ(Expression::constant(0.1).at(2).value, 0.1);
  EXPECT_EQ(Expression::constant(0.1).text(), "0.1");
  EXPECT_FALSE(Expression::constant(1).depends_on_time());
  EXPECT_THROW(of_time("t").value(), ContractViolation);
}

TEST(Expression, HasTheDerivativesOfClosedForms) {
  const double t = 0.7;
  struct Case {
    const char* text;
    double value, rate, acceleration;
  };
  const double s = std::sin(t), c = std::cos(t), e = std::exp(t), k = std::sqrt(1 - t * t);
  const Case cases[] = {
      {"t", t, 1, 0},
      {"3*t^2", 3 * t * t, 6 * t, 6},
      {"t^-1", 1 / t, -1 / (t * t), 2 / (t * t * t)},
      {"t^t", std::pow(t, t), std::pow(t, t) * (std::log(t) + 1), std::pow(t, t) * ((std::log(t) + 1) * (std::log(t) + 1) + 1 / t)},
      {"sin(t)", s, c, -s},
      {"cos(2*t)", std::cos(2 * t), -2 * std::sin(2 * t), -4 * std::cos(2 * t)},
      {"tan(t)", s / c, 1 / (c * c), 2 * s / (c * c * c)},
      {"asin(t)", std::asin(t), 1 / k, t / (k * k * k)},
      {"acos(t)", std::acos(t), -1 / k, -t / (k * k * k)},
      {"atan(t)", std::atan(t), 1 / (1 + t * t), -2 * t / ((1 + t * t) * (1 + t * t))},
      {"atan2(sin(3*t), cos(3*t))", std::atan2(std::sin(3 * t), std::cos(3 * t)), 3, 0},
      {"atan2(t, 1)", std::atan(t), 1 / (1 + t * t), -2 * t / ((1 + t * t) * (1 + t * t))},
      {"sinh(t)", std::sinh(t), std::cosh(t), std::sinh(t)},
      {"cosh(t)", std::cosh(t), std::sinh(t), std::cosh(t)},
      {"tanh(t)", std::tanh(t), 1 - std::tanh(t) * std::tanh(t), -2 * std::tanh(t) * (1 - std::tanh(t) * std::tanh(t))},
      {"sqrt(t)", std::sqrt(t), 0.5 / std::sqrt(t), -0.25 / (t * std::sqrt(t))},
      {"exp(t)", e, e, e},
      {"log(t)", std::log(t), 1 / t, -1 / (t * t)},
      {"abs(-t)", t, 1, 0},
      {"sign(t - 1)", -1, 0, 0},
      {"step(t - 0.5)*t", t, 1, 0},
      {"min(t, t^2)", t * t, 2 * t, 2},
      {"max(t, t^2)", t, 1, 0},
      {"mod(t, 0.5)", t - 0.5, 1, 0},
      {"sin(t)/t", s / t, c / t - s / (t * t), -s / t - 2 * c / (t * t) + 2 * s / (t * t * t)},
      {"-2^2 + 2^3^2", 508, 0, 0},
      {"exp(-t)*sin(5*t)", std::exp(-t) * std::sin(5 * t), std::exp(-t) * (5 * std::cos(5 * t) - std::sin(5 * t)),
       std::exp(-t) * (-24 * std::sin(5 * t) - 10 * std::cos(5 * t))},
  };
  for (const Case& k2 : cases) {
    const Jet x = of_time(k2.text).at(t);
    const double scale = 1 + std::abs(k2.value) + std::abs(k2.rate) + std::abs(k2.acceleration);
    EXPECT_NEAR(x.value, k2.value, rounding(30, scale)) << k2.text;
    EXPECT_NEAR(x.rate, k2.rate, rounding(30, scale)) << k2.text;
    EXPECT_NEAR(x.acceleration, k2.acceleration, rounding(60, scale)) << k2.text;
  }
}

TEST(Expression, DerivativesAgreeWithDifferences) {
  const double h = 1e-5;
  for (const char* text : {"smoothstep(t/3)", "sqrt(1 + sin(t)^2)*atan2(t, 2 + cos(t))", "log(2 + t)^1.5/(1 + t^2)", "(1 + t)^sin(t)"}) {
    const Expression e = of_time(text);
    for (const double t : {0.3, 1.1, 2.2}) {
      const Jet a = e.at(t - h), b = e.at(t + h), x = e.at(t);
      const double tolerance = test::tolerance_scale() * 100 * (h * h + test::eps / h);  // derivatives up to the fourth stay below 100 here
      EXPECT_NEAR(x.rate, (b.value - a.value) / (2 * h), tolerance) << text;
      EXPECT_NEAR(x.acceleration, (b.rate - a.rate) / (2 * h), tolerance) << text;
    }
  }
}

TEST(Expression, ConstantsInsideDoNotPoisonDerivatives) {
  EXPECT_EQ(of_time("t + sqrt(0)").at(1).rate, 1);  // the slope of sqrt at 0 is infinite, but nothing moves there
  EXPECT_EQ(of_time("t^1").at(0).acceleration, 0);  // 1*0*0^-1
  EXPECT_EQ(of_time("t^2").at(0).acceleration, 2);
  EXPECT_EQ(of_time("t^0").at(0).rate, 0);
}
