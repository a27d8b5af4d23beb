#include "zanjir/language/expression_parser.hpp"

#include <gtest/gtest.h>

#include <numbers>

#include "support/tolerance.hpp"

using namespace zanjir;

namespace {

ExpressionNames some_names() {
  ExpressionNames names;
  names.parameter = [](std::string_view name) -> std::optional<Quantity> {
    if (name == "L") return Quantity{0.2, Knowledge::known, dimension::length};
    if (name == "f") return Quantity{3, Knowledge::known, dimension::frequency};
    if (name == "n") return Quantity{4, Knowledge::unknown, {}};
    return std::nullopt;
  };
  names.hint = [](std::string_view) { return std::string("did you mean '$L'?"); };
  return names;
}

ParsedExpression good(const std::string& text) {
  auto parsed = parse_expression(text, some_names());
  if (const auto* failure = std::get_if<ExpressionError>(&parsed)) {
    ADD_FAILURE() << text << ": " << failure->message;
    return {};
  }
  return std::get<ParsedExpression>(parsed);
}

// "offset: message; hint"
std::string bad(const std::string& text, ExpressionNames::Time time = ExpressionNames::Time::not_allowed) {
  ExpressionNames names = some_names();
  names.time = time;
  auto parsed = parse_expression(text, names);
  const auto* failure = std::get_if<ExpressionError>(&parsed);
  if (!failure) return "no error";
  return std::to_string(failure->offset) + ": " + failure->message + (failure->hint.empty() ? "" : "; " + failure->hint);
}

}  // namespace

TEST(ExpressionParser, NumbersUnitsAndParameters) {
  EXPECT_EQ(good("1e3").expression.value(), 1000);
  EXPECT_EQ(good(".5").expression.value(), 0.5);
  EXPECT_EQ(good("-20 deg").expression.value(), -20 * (std::numbers::pi / 180));
  EXPECT_EQ(good("2*$L + 30 mm").expression.value(), 2 * 0.2 + 0.03);
  EXPECT_EQ(good("2 m / 4").expression.value(), 0.5);
  EXPECT_EQ(good("1 - 2 - 3").expression.value(), -4);
  EXPECT_EQ(good("8 / 4 / 2").expression.value(), 1);
  EXPECT_EQ(good("+(1+2)*-3").expression.value(), -9);
}

TEST(ExpressionParser, TracksDimensions) {
  const auto dimension_of = [](const char* text) {
    const ParsedExpression p = good(text);
    return p.knowledge == Knowledge::known ? dimension_name(p.dimension) : std::string(p.knowledge == Knowledge::unknown ? "unknown" : "factor");
  };
  EXPECT_EQ(dimension_of("2"), "factor");
  EXPECT_EQ(dimension_of("2*$L"), "length");
  EXPECT_EQ(dimension_of("$L/2 + 0.1"), "length");
  EXPECT_EQ(dimension_of("$L^2"), "area");
  EXPECT_EQ(dimension_of("sqrt($L^2 + $L^2)"), "length");
  EXPECT_EQ(dimension_of("$n*$L"), "unknown");
  EXPECT_EQ(dimension_of("$L/$L"), "plain number");
  EXPECT_EQ(dimension_of("atan2($L, 3 mm)"), "factor");
  EXPECT_EQ(dimension_of("$f"), "frequency");
  EXPECT_EQ(dimension_of("2*pi*$f"), "angular speed");
}

TEST(ExpressionParser, SaysWhatIsWrongAndWhere) {
  EXPECT_EQ(bad("1 +"), "3: something is missing at the end");
  EXPECT_EQ(bad(""), "0: a number is missing");
  EXPECT_EQ(bad("(1"), "2: closing parenthesis missing");
  EXPECT_EQ(bad("1 2"), "2: two numbers side by side; an operator or a comma is missing");
  EXPECT_EQ(bad("2*3^2 deg"), "4: an exponent has no unit; put what the unit belongs to in a bracket: (0.5*t^2) deg");
  EXPECT_EQ(bad("3^-2 deg"), "3: an exponent has no unit; put what the unit belongs to in a bracket: (0.5*t^2) deg");
  EXPECT_EQ(bad("1 kgg"), "2: unknown unit 'kgg'; did you mean 'kg'?");
  EXPECT_EQ(bad("2 * $M"), "4: no parameter '$M'; did you mean '$L'?");
  EXPECT_EQ(bad("2*L"), "2: unknown name 'L'; parameters are written with a dollar sign: '$L'");
  EXPECT_EQ(bad("sinn(1)"), "0: unknown function 'sinn'; did you mean 'sin'?");
  EXPECT_EQ(bad("atan2(1)"), "7: atan2 takes two arguments");
  EXPECT_EQ(bad("sin(1, 2)"), "5: sin takes one argument");
  EXPECT_EQ(bad("$L + 1 kg"), "3: cannot add length and mass");
  EXPECT_EQ(bad("sin($L)"), "0: sin of a length has no meaning; divide by a quantity of the same kind first");
  EXPECT_EQ(bad("$L^0.5"), "2: a length can only be raised to a small whole power; sqrt() takes roots");
  EXPECT_EQ(bad("2*t"), "2: time 't' cannot be used here; this value is constant");
  EXPECT_EQ(bad("sin(2 t)", ExpressionNames::Time::allowed), "4: here 't' is time, and '2 t' would be a mass in tonnes; write a '*' between");
  EXPECT_EQ(bad("1e999"), "0: number is outside the range of double precision");
  EXPECT_EQ(bad(".nan"), "0: not a finite number");
  EXPECT_EQ(bad("nan"), "0: unknown name 'nan'; did you mean 'tan'?");
  EXPECT_EQ(bad("sqrt(-1)"), "0: the value is not a finite number");
  EXPECT_EQ(bad("1/0"), "0: the value is not a finite number");
  EXPECT_EQ(bad("$L mm"), "3: unexpected 'mm'; a parameter carries its own unit");
  EXPECT_EQ(bad("1 ; 2"), "2: unexpected '; 2'");
  EXPECT_EQ(bad("sum(k, 1, 3)"), "11: sum takes four arguments; sum(k, first, last, term), with `$k` in the term");
  EXPECT_EQ(bad("sum(k, 1, 2.5, $k)"), "10: a whole number is wanted here");
  EXPECT_EQ(bad("sum(k, 1, 9, $j)"), "13: no parameter '$j'; did you mean '$L'?");
  EXPECT_EQ(bad("sum(3, 1, 9, 1)"), "4: the name of an index is wanted here; sum(k, 1, 10, $k^2)");
  EXPECT_EQ(bad("sum(k, 1, 100000, $k)"), "18: the sum has too many terms");
}

// Sums are read again and again: that is bounded for one expression, however little it comes to, and for all that share what is left.
TEST(ExpressionParser, SumsTogetherHaveALimit) {
  const std::string nothing = "sum(k, 1, 1000000, sum(j, 1, 0, " + std::string(3000, ' ') + "1))";
  EXPECT_EQ(bad(nothing), "19: the sums of this file have too many terms together; write large series as tables, or in closed form");
  std::size_t left = 4000;
  ExpressionNames names;
  names.may_repeat = &left;
  const auto parses = [&] { return std::holds_alternative<ParsedExpression>(parse_expression("sum(k, 1, 100, 10)", names)); };
  EXPECT_TRUE(parses());  // 99 times a term of two characters
  EXPECT_EQ(left, 4000u - 99 * 16);
  EXPECT_TRUE(parses());
  EXPECT_FALSE(parses());
  EXPECT_EQ(left, 0u);
}

TEST(ExpressionParser, AUnitMayFollowABracketOrAFunction) {
  EXPECT_DOUBLE_EQ(good("(90 + 120*2) deg").expression.value(), 330 * std::numbers::pi / 180);
  EXPECT_EQ(dimension_name(good("(90 + 120*2) deg").dimension), "angle");
  EXPECT_DOUBLE_EQ(good("sqrt(2) mm").expression.value(), std::sqrt(2.0) * 1e-3);
  EXPECT_DOUBLE_EQ(good("2*(3 + 1) kg m/s^2 + 1 N").expression.value(), 9);
  EXPECT_DOUBLE_EQ(good("((1) + 1) m + 1 m").expression.value(), 3);
  EXPECT_DOUBLE_EQ(good("(pi/2) rad").expression.value(), std::numbers::pi / 2);
  EXPECT_EQ(bad("(1 m + $L) m"), "11: what stands before this unit has one already: it is a length; multiplication is written with '*'");
  EXPECT_EQ(bad("(1 + 2) mmm"), "8: unknown unit 'mmm'; did you mean 'mm'?");
  EXPECT_EQ(bad("(1 + 2) t", ExpressionNames::Time::allowed), "0: here 't' is time, and '(1 + 2) t' would be a mass in tonnes; write a '*' between");
}

TEST(ExpressionParser, RefusesDepthInsteadOfOverflowing) {
  EXPECT_EQ(bad(std::string(100, '(') + "1" + std::string(100, ')')), "64: expression is nested too deeply; split it into parameters");
  EXPECT_EQ(bad(std::string(100, '-') + "1"), "64: expression is nested too deeply; split it into parameters");
  EXPECT_EQ(bad(std::string(5000, '1')), "4096: expression is longer than 4096 characters; split it into parameters");
  std::string right = "1";  // 1+(1+(1+... keeps every operand waiting
  for (int i = 0; i < 40; ++i) right = "1+(" + right + ")";
  EXPECT_NE(bad(right).find("expression is too deep"), std::string::npos);
}

TEST(RowExpression, IsParsedOnceForManyRows) {
  const std::vector<std::string> columns = {"t", "A", "tip.y"};
  const auto column = [&](std::string_view name) -> std::optional<std::size_t> {
    const auto it = std::find(columns.begin(), columns.end(), name);
    return it == columns.end() ? std::nullopt : std::optional(static_cast<std::size_t>(it - columns.begin()));
  };
  const auto parsed = parse_row_expression("tip.y + 0.2*t - max(A, 1)^2", column);
  const auto* expression = std::get_if<RowExpression>(&parsed);
  ASSERT_TRUE(expression);
  EXPECT_DOUBLE_EQ(expression->at(std::vector<double>{0, 0, 5}), 4);
  EXPECT_DOUBLE_EQ(expression->at(std::vector<double>{10, 3, 5}), -2);
  const auto problem = [&](const char* text) {
    const auto wrong = parse_row_expression(text, column);
    const auto* error = std::get_if<ExpressionError>(&wrong);
    return error ? error->message : "nothing";
  };
  EXPECT_EQ(problem("tipp.y"), "unknown name 'tipp.y'");
  EXPECT_EQ(problem("mean(A)"), "unknown function 'mean'") << "a row is no series";
  EXPECT_EQ(problem("max(A)"), "max takes two arguments");
}
