// Many expressions as one program give what each gives by itself, and what they share is computed once.
#include "zanjir/language/shared_expressions.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "support/tolerance.hpp"
#include "zanjir/language/expression_parser.hpp"

namespace zanjir::test {
namespace {

std::vector<Expression> parsed_laws(const std::vector<std::string>& texts) {
  std::vector<Expression> out;
  for (const std::string& text : texts) {
    ExpressionNames names;
    names.time = ExpressionNames::Time::allowed;
    names.phase = [](std::string_view word) {
      return word == "s" ? std::optional(PhaseName{0}) : word == "u" ? std::optional(PhaseName{1}) : std::nullopt;
    };
    auto parsed = parse_expression(text, names);
    const auto* failure = std::get_if<ExpressionError>(&parsed);
    EXPECT_EQ(failure, nullptr) << text << ": " << (failure ? failure->message : "");
    if (!failure) out.push_back(std::get<ParsedExpression>(parsed).expression);
  }
  return out;
}

SharedExpressions shared(const std::vector<Expression>& all) {
  std::vector<const Expression*> places;
  for (const Expression& e : all) places.push_back(&e);
  return SharedExpressions(places);
}

// Sums and products of numbers are gathered, so that a few roundings of the largest part differ.
void expect_as_by_themselves(const std::vector<Expression>& all, double t, double size) {
  const Jet phases[] = {{0.3 + 0.2 * t, 0.2, 0}, {std::sin(t), std::cos(t), -std::sin(t)}};
  const SharedExpressions together = shared(all);
  SharedExpressions::Reader reader(together, t, phases);
  for (const Expression& e : all) {
    const Jet alone = e.at(t, phases), one = reader.next();
    const auto near = [&](double a, double b) { return std::isnan(a) ? std::isnan(b) : a == b || std::abs(a - b) <= rounding(20, size); };
    EXPECT_TRUE(near(alone.value, one.value) && near(alone.rate, one.rate) && near(alone.acceleration, one.acceleration))
        << e.text() << " at " << t << ": " << alone.value << ' ' << alone.rate << ' ' << alone.acceleration << ", together " << one.value << ' '
        << one.rate << ' ' << one.acceleration;
  }
}

TEST(SharedExpressions, AreWhatEachIsByItself) {
  const std::vector<Expression> all = parsed_laws({
      "0",
      "1.5",
      "t",
      "-t",
      "2*t - 3",
      "3 - 2*t",
      "t/4",
      "4/(1 + t)",
      "t^2",
      "t^3",
      "(1 + t^2)^2",
      "t^t",
      "2^t",
      "sin(2*t + 1)",
      "3*sin(2*t + 1) - 2",
      "cos(2*t + 1)*sin(2*t + 1)",
      "tan(t/3)",
      "atan2(sin(t), 2 + cos(t))",
      "exp(-t)*(1 + 2*(3 + 4*t))",
      "sqrt(1 + t^2)",
      "log(2 + t)",
      "abs(t - 1)",
      "sign(t - 1)",
      "step(t - 1)",
      "smoothstep(t/3)",
      "min(t, 1)",
      "max(t, 1)",
      "mod(t, 0.7)",
      "asin(t/9)",
      "sinh(t) - cosh(t)",
      "tanh(t)",
      "s",
      "2*s + u",
      "rate(s)*t",
      "u^2 - s^2",
      "-(-(2*(1 - s)))",
      "t - t",
      "t*t",
      "sin(t)^2 + cos(t)^2",
  });
  for (const double t : {-1.3, 0.0, 0.2, 0.9, 1.7, 2.9}) expect_as_by_themselves(all, t, 1e3);
}

TEST(SharedExpressions, StayWithoutANumberWhereTheyHaveNone) {
  expect_as_by_themselves(parsed_laws({"sqrt(t)", "1 + 2*sqrt(t)", "log(t)*0", "acos(t - 4)^2", "rate(u)", "t"}), -1, 1);
}

// The wave of every joint contains the same phase, written out each time: per joint the sum of one sine and one cosine is left, and the answer.
TEST(SharedExpressions, ComputeOnceWhatAllContain) {
  std::vector<std::string> texts;
  for (int i = 1; i <= 40; ++i) texts.push_back("-0.4*sin(7.85*(0.05*t^2 + 0.3*t + 0.01*sin(3*t) + " + std::to_string(i) + "*0.1))");
  const std::vector<Expression> all = parsed_laws(texts);
  expect_as_by_themselves(all, 0.7, 40);
  EXPECT_LE(shared(all).n_steps(), 2 * texts.size() + 12);
}

// Of a chain whose links have the angles cos(x + i), joints are their differences: each link is one sum, wanted by two joints, and then the difference and the answer are left.
TEST(SharedExpressions, AddUpWavesInSumsAndProductsToo) {
  std::vector<std::string> texts;
  for (int i = 1; i <= 40; ++i)
    texts.push_back("0.5*cos(2*s + 0.3*" + std::to_string(i + 1) + ") - 0.5*cos(2*s + 0.3*" + std::to_string(i) + ") + " + std::to_string(i % 2));
  texts.insert(texts.end(), {"sin(2*s)*cos(2*s)", "sin(2*s)^2", "exp(sin(2*s + 1))", "3 - 2*sin(2*s + 2)", "sin(1 - 2*s)", "sin(s)", "cos(s)",
                             "sin(s + 1)", "sin(cos(s))"});
  const std::vector<Expression> all = parsed_laws(texts);
  for (const double t : {-1.3, 0.0, 0.4, 30.0}) expect_as_by_themselves(all, t, 40);
  EXPECT_LE(shared(all).n_steps(), 5 * texts.size());
}

// Beyond 1 by a rounding a cosine has no root of 1 - cos, and on the wrong side of a step it is another function: such waves are left as they are, to the last digit.
TEST(SharedExpressions, LeaveAWaveAloneWhoseRoundingMatters) {
  std::vector<std::string> texts;
  for (int i = 0; i < 60; ++i) {
    const std::string x = "(s - 0.1*" + std::to_string(i) + ")";
    texts.insert(texts.end(), {"sqrt(1 - cos" + x + ")", "acos(cos" + x + ")", "step(sin" + x + ")", "2 + sin" + x + "/sin" + x});
  }
  const std::vector<Expression> all = parsed_laws(texts);
  const SharedExpressions together = shared(all);
  for (int i = 0; i < 60; ++i) {
    const double s = 0.1 * i;
    const Jet phases[] = {{s, 0, 0}};  // at rest: the derivatives of the roots are infinite where these waves turn
    SharedExpressions::Reader reader(together, 0, phases);
    for (const Expression& e : all) {
      const Jet alone = e.at(0, phases), one = reader.next();
      EXPECT_TRUE(alone.value == one.value || (std::isnan(alone.value) && std::isnan(one.value)))
          << e.text() << " at " << s << ": " << alone.value << ", together " << one.value;
    }
  }
}

// More values that are wanted again later than there are places for.
TEST(SharedExpressions, GiveUpSharingWhereItNeedsTooMuchRoom) {
  std::vector<std::string> texts;
  for (int round = 0; round < 2; ++round)
    for (int i = 1; i <= 400; ++i) texts.push_back("sin(" + std::to_string(i) + "*t + 1)*sin(" + std::to_string(i) + "*t + 2)");
  expect_as_by_themselves(parsed_laws(texts), 0.01, 1e6);
}

}  // namespace
}  // namespace zanjir::test
