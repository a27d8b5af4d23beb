#include "zanjir/language/expression.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <new>

#include "support/tolerance.hpp"
#include "zanjir/core/contract.hpp"
#include "zanjir/language/expression_ops.hpp"
#include "zanjir/language/expression_parser.hpp"

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

TEST(Expression, TellsWhereItTakesAnotherBranch) {
  const auto all = [](const std::string& text, double until) {
    std::vector<double> found;
    const Expression e = of_time(text);
    for (double t = e.next_switch(0, until); std::isfinite(t) && found.size() < 50; t = e.next_switch(t, until)) found.push_back(t);
    return found;
  };
  const auto expect_near = [&](const std::string& text, double until, const std::vector<double>& expected) {
    SCOPED_TRACE(text);
    const std::vector<double> found = all(text, until);
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t i = 0; i < found.size(); ++i) EXPECT_NEAR(found[i], expected[i], 2 * time_rounding_s(expected[i]));
  };
  expect_near("3*step(t - 0.7) - step(t - 1.3)", 2, {0.7, 1.3});
  EXPECT_EQ(all("step(t - 0.7)", 2)[0], 0.7) << "the first instant with the new value";
  expect_near("abs(t - 1)", 2, {1});
  expect_near("min(t, 0.5)", 2, {0.5});
  expect_near("max(0, t - 0.25)", 2, {0.25});
  expect_near("mod(t, 0.5)", 2, {0.5, 1, 1.5});
  expect_near("sign(sin(10*t))", 1.5, {M_PI / 10, 2 * M_PI / 10, 3 * M_PI / 10, 4 * M_PI / 10});
  expect_near("smoothstep((t - 0.25)/0.5)", 2, {0.25, 0.75});
  expect_near("step(t - 5) - step(t - 5.002)", 20, {5, 5.002});      // a 10 000th of the time
  expect_near("step(1e-6 - (t - 20.002)^2)", 60, {20.001, 20.003});  // on the same branch before and after it
  expect_near("mod(step(t - 700) + step(t - 700.000001), 2)", 1000, {700, 700.000001});
  expect_near("step(exp(-1e6*(t - 7)^2) - 0.5)", 100, {7 - 1e-3 * std::sqrt(std::log(2)), 7 + 1e-3 * std::sqrt(std::log(2))});
  expect_near("step(t - 2)", 2, {});  // the end of the interval is none
  expect_near("sin(t)", 2, {});
  expect_near("step(3)", 2, {});
}

// A claim `max(error, 0) < 1e-6` must not hold because the error is not a number.
TEST(Expression, NotANumberStaysNotANumberThroughEveryFunction) {
  const Jet nan{std::nan(""), 1, 0}, one{1, 1, 0}, zero{0, 0, 0};
  for (const ExpressionFunction& f : expression_functions) {
    if (f.n_arguments == 1) {
      EXPECT_TRUE(std::isnan(apply(f.op, nan).value)) << f.name;
      continue;
    }
    for (const Jet& other : {zero, one, nan}) {
      EXPECT_TRUE(std::isnan(apply(f.op, nan, other).value)) << f.name << "(nan, " << other.value << ")";
      EXPECT_TRUE(std::isnan(apply(f.op, other, nan).value)) << f.name << "(" << other.value << ", nan)";
    }
  }
  for (const ExpressionOp op : {ExpressionOp::add, ExpressionOp::subtract, ExpressionOp::multiply, ExpressionOp::divide, ExpressionOp::power}) {
    for (const Jet& other : {zero, one}) {
      EXPECT_TRUE(std::isnan(apply(op, nan, other).value)) << static_cast<int>(op);
      EXPECT_TRUE(std::isnan(apply(op, other, nan).value)) << static_cast<int>(op);
    }
  }
  EXPECT_TRUE(std::isnan(apply(ExpressionOp::negate, nan).value));
  EXPECT_TRUE(std::isnan(of_time("max(0, sqrt(t))").at(-1).value));
  EXPECT_TRUE(std::isnan(of_time("sqrt(t)^0").at(-1).value));
}

TEST(Expression, BranchesOfWhatIsNotANumberAreOneMore) {
  EXPECT_EQ(of_time("step(sqrt(t))").next_switch(-1, 1), of_time("step(t)").next_switch(-1, 1));
  EXPECT_TRUE(std::isnan(of_time("mod(t, 0)").at(1).value));
  EXPECT_EQ(of_time("mod(t, 0)").next_switch(0, 1), std::numeric_limits<double>::infinity());
}

TEST(Expression, WholePowersAreThoseOfTheLibrary) {
  for (const double x : {-1.7, -0.3, 0.4, 2.5}) {
    for (int n = -16; n <= 16; ++n) {
      const Jet power = apply(ExpressionOp::power, {x, 1, 0}, {static_cast<double>(n), 0, 0});
      EXPECT_NEAR(power.value, std::pow(x, n), rounding(16, std::abs(std::pow(x, n)))) << x << "^" << n;
      EXPECT_NEAR(power.rate, n * std::pow(x, n - 1), rounding(20, std::abs(n * std::pow(x, n - 1)))) << x << "^" << n;
      EXPECT_NEAR(power.acceleration, n * (n - 1) * std::pow(x, n - 2), rounding(24, std::abs(n * (n - 1) * std::pow(x, n - 2)))) << x << "^" << n;
    }
  }
  EXPECT_EQ(of_time("t^2").at(3).value, 9);
  EXPECT_EQ(of_time("t^-2").at(0).value, std::numeric_limits<double>::infinity());
}

TEST(Expression, SumsAreWrittenOut) {
  EXPECT_EQ(of_time("sum(k, 1, 10, $k^2)").value(), 385);
  EXPECT_EQ(of_time("sum(i, 1, 3, sum(k, 1, $i, $i*$k))").value(), 1 + 2 * 3 + 3 * 6);
  EXPECT_EQ(of_time("5 + sum(k, 1, 0, t) + 1").value(), 6);
  EXPECT_EQ(of_time("sum(k, 1, 3, t^$k)").at(2).value, 14);
  EXPECT_EQ(of_time("sum(k, 1, 3, t^$k)").at(2).rate, 1 + 4 + 12);
  EXPECT_EQ(of_time("sum(k, 0, 2, $k*t) - 3*t").at(7).value, 0);
}

TEST(Expression, ConstantPartsAreFolded) {
  EXPECT_EQ(of_time("2*3*t + sin(0)*4 - 1").in_numbers(), "6*t + 0 - 1");
  EXPECT_EQ(of_time("(1 + 2)*(t + 3*4)").in_numbers(), "3*(t + 12)");
}

TEST(Expression, ExtremesTakeMoreThanTwo) {
  EXPECT_EQ(of_time("max(1, t, 3, 2)").at(0).value, 3);
  EXPECT_EQ(of_time("min(1, t, 3, 2)").at(-1).rate, 1);
}
