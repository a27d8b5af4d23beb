#include "zanjir/language/expression_bounds.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "zanjir/core/random.hpp"
#include "zanjir/language/expression_ops.hpp"
#include "zanjir/language/expression_parser.hpp"

using namespace zanjir;

namespace {

Expression bounded(const std::string& text) {
  ExpressionNames names;
  names.time = ExpressionNames::Time::allowed;
  auto parsed = parse_expression(text, names);
  EXPECT_TRUE(std::holds_alternative<ParsedExpression>(parsed)) << text;
  return std::get<ParsedExpression>(std::move(parsed)).expression;
}

const char* const bounded_texts[] = {"t - 1",
                                     "sin(3*t)",
                                     "cos(t)*t - 0.5",
                                     "tan(t) - 1",
                                     "asin(t/3) + acos(t/3) - 1.5",
                                     "atan(t) - sinh(t)/10",
                                     "cosh(t) - 2",
                                     "tanh(t) - 0.3",
                                     "sqrt(t) - 1",
                                     "exp(-t) - 0.5",
                                     "log(t) - 0.2",
                                     "abs(t - 1) - 0.5",
                                     "sign(t - 1)",
                                     "step(t - 0.5) - step(t - 0.7)",
                                     "smoothstep(t - 0.2) - 0.5",
                                     "min(t, 1) - max(0.5, 2 - t)",
                                     "mod(t, 0.7) - 0.3",
                                     "mod(t, -0.7) + 0.3",
                                     "(t - 1)^2 - 0.1",
                                     "(t - 1)^3 + 0.1",
                                     "(t - 1)^(-2) - 3",
                                     "(t + 4)^1.5 - 9",
                                     "2^t - 3",
                                     "1/(t - 0.3) + 2",
                                     "atan2(t, 2 - t) - 0.4"};

}  // namespace

// Where it is said that nothing happens, nothing does, at a hundred instants between; and short stretches mostly are such.
TEST(ExpressionBounds, AreNeverTooNarrow) {
  for (const char* text : bounded_texts) {
    SCOPED_TRACE(text);
    const Expression e = bounded(text);
    Random random(7);
    int signs = 0, branches = 0;
    constexpr int stretches = 2000;
    for (int i = 0; i < stretches; ++i) {
      const double begin = random.uniform(-3, 3), width = std::pow(10.0, random.uniform(-4, 0.5));
      const bool sign = keeps_its_sign(e.program(), begin, begin + width), branch = keeps_its_branches(e.program(), begin, begin + width);
      signs += sign, branches += branch;
      const auto above = [&](double t) { return e.at(t).value > 0; };
      const auto taken = [&](double t) { return branches_taken(e.program(), t, {}); };
      for (int k = 1; k <= 100; ++k) {
        const double t = begin + width * k / 100;
        ASSERT_TRUE(!sign || above(t) == above(begin)) << begin << " + " << width;
        ASSERT_TRUE(!branch || taken(t) == taken(begin)) << begin << " + " << width;
      }
    }
    EXPECT_GT(signs, stretches / 4);
    EXPECT_GT(branches, stretches / 2);
  }
}

// The same texts of a phase instead of time: what is said of a stretch of time is said of bounds of the phase.
TEST(ExpressionBounds, OfAPhaseAreThoseOfTime) {
  for (const char* text : bounded_texts) {
    SCOPED_TRACE(text);
    const Expression e = bounded(text);
    std::vector<Expression::Instruction> program(e.program().begin(), e.program().end());
    for (Expression::Instruction& i : program)
      if (static_cast<ExpressionOp>(i.op) == ExpressionOp::time) i = {static_cast<std::uint8_t>(ExpressionOp::phase), 2};
    Random random(8);
    for (int i = 0; i < 200; ++i) {
      const double begin = random.uniform(-3, 3), end = begin + std::pow(10.0, random.uniform(-4, 0.5));
      const std::vector<Bounds> phases{{}, {}, {begin, end}};
      EXPECT_EQ(keeps_its_branches(program, 0, 1, phases), keeps_its_branches(e.program(), begin, end));
    }
    const bool branches = std::ranges::any_of(program, [](const auto& i) { return has_branches(static_cast<ExpressionOp>(i.op)); });
    EXPECT_EQ(keeps_its_branches(program, 0, 1, {}), !branches);  // of a phase without bounds nothing is known
  }
}
