// Functions over series, by themselves and inside expressions. Expected values are worked out by hand.
#include "zanjir/language/series_functions.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "zanjir/language/expression_parser.hpp"

using namespace zanjir;

namespace {

struct Column {
  std::vector<double> x, y;
  Dimension dimension;
};

ExpressionNames names_of(const std::map<std::string, Column>& series, ExpressionNames::Pass pass = ExpressionNames::Pass::evaluate) {
  ExpressionNames names;
  names.pass = pass;
  names.series = [&series](std::string_view name) -> std::optional<SeriesView> {
    const auto it = series.find(std::string(name));
    if (it == series.end()) return std::nullopt;
    return SeriesView{it->second.x, it->second.y, {0, Knowledge::known, it->second.dimension}, {0, Knowledge::known, dimension::time}};
  };
  names.word = [](std::string_view name) -> std::optional<Quantity> {
    return name == "run.mass" ? std::optional(Quantity{2, Knowledge::known, dimension::mass}) : std::nullopt;
  };
  names.word_hint = [](std::string_view) { return std::string("did you mean 'run.A'?"); };
  return names;
}

const std::map<std::string, Column> table = {
    {"run.A", {{0, 1, 2, 4}, {3, -1, 2, 6}, dimension::length}},
    {"run.B", {{0, 1, 2, 4}, {1, 1, 1, 1}, dimension::length}},
    {"run.left-knee", {{0, 1, 2, 4}, {5, 6, 7, 8}, dimension::angle}},
    {"other.A", {{0, 1, 2, 5}, {3, -1, 2, 6}, dimension::length}},
    {"run.events.none", {{}, {}, dimension::time}},
    {"run.gap", {{0, 1}, {NAN, 1}, dimension::length}},
    {"run.far", {{0, 1}, {2, INFINITY}, dimension::length}},
};

double value(const std::string& text) {
  const auto parsed = parse_expression(text, names_of(table));
  if (const auto* error = std::get_if<ExpressionError>(&parsed)) throw std::runtime_error(text + ": " + error->message);
  return std::get<ParsedExpression>(parsed).expression.value();
}

ExpressionError error(const std::string& text, ExpressionNames::Pass pass = ExpressionNames::Pass::evaluate) {
  const auto parsed = parse_expression(text, names_of(table, pass));
  if (!std::holds_alternative<ExpressionError>(parsed)) return {0, "no error", "", false};
  return std::get<ExpressionError>(parsed);
}

}  // namespace

TEST(SeriesFunctions, AreWhatTheirNamesSay) {
  EXPECT_EQ(value("count(run.A)"), 4);
  EXPECT_EQ(value("first(run.A)"), 3);
  EXPECT_EQ(value("last(run.A)"), 6);
  EXPECT_EQ(value("min(run.A)"), -1);
  EXPECT_EQ(value("max(run.A)"), 6);
  EXPECT_EQ(value("argmin(run.A)"), 1);
  EXPECT_EQ(value("argmax(run.A)"), 4);
  EXPECT_EQ(value("span(run.A)"), 7);
  EXPECT_EQ(value("sum(run.A)"), 10);
  EXPECT_EQ(value("mean(run.A)"), 2.5);
  EXPECT_NEAR(value("rms(run.A)"), std::sqrt((9 + 1 + 4 + 36) / 4.0), 1e-15);
  EXPECT_EQ(value("integral(run.A)"), 1 + 0.5 + 8);
  EXPECT_EQ(value("farthest(run.A, 3)"), -1);
  EXPECT_EQ(value("farthest(run.A, 2)"), 6);
}

TEST(SeriesFunctions, InterpolateBetweenSamplesAndHitThemExactly) {
  EXPECT_EQ(value("at(run.A, 2)"), 2);
  EXPECT_EQ(value("at(run.A, 4 s)"), 6);
  EXPECT_EQ(value("at(run.A, 3000 ms)"), 4);
  EXPECT_EQ(value("at(run.A, 500 ms)"), 1);
  EXPECT_TRUE(error("at(run.A, 4.1)").no_value);
  EXPECT_TRUE(error("at(run.A, -0.1)").no_value);
}

TEST(SeriesFunctions, WorkSampleBySampleOnExpressions) {
  EXPECT_EQ(value("max(abs(run.A - run.B))"), 5);
  EXPECT_EQ(value("max(run.A^2 / (1 m^2))"), 36);
  EXPECT_EQ(value("min(max(run.A, run.B))"), 1);
  EXPECT_EQ(value("max(run.A) - min(run.A)"), 7);
  EXPECT_EQ(value("max(abs(run.A - mean(run.A)))"), 3.5);
  EXPECT_EQ(value("max(run.A - t*(1 m/s))"), 3);  // t is the abscissa
  EXPECT_EQ(value("2*run.mass"), 4);
  EXPECT_EQ(value("max(`run.left-knee`)"), 8);
  EXPECT_NEAR(value("max(log(abs(run.B/(1 m))))"), 0, 0);
}

TEST(SeriesFunctions, CarryDimensions) {
  const auto dimension_of = [](const std::string& text) { return std::get<ParsedExpression>(parse_expression(text, names_of(table))).dimension; };
  EXPECT_TRUE(same_dimension(dimension_of("max(run.A)"), dimension::length));
  EXPECT_TRUE(same_dimension(dimension_of("argmax(run.A)"), dimension::time));
  EXPECT_TRUE(same_dimension(dimension_of("integral(run.A)"), dimension::length * dimension::time));
  EXPECT_TRUE(same_dimension(dimension_of("count(run.A)"), dimension::number));
  EXPECT_EQ(error("max(run.A) + argmax(run.A)").message, "cannot add length and time");
  EXPECT_EQ(error("run.A + run.mass").message, "cannot add length and mass");
  EXPECT_NE(error("at(run.A, 1 m)").message.find("cannot compare"), std::string::npos);
}

TEST(SeriesFunctions, RefuseWhatHasNoMeaning) {
  EXPECT_EQ(error("max(run.A - other.A)").message, "these series are sampled at different instants");
  EXPECT_EQ(error("max(3)").message, "there is no series here");
  EXPECT_EQ(error("run.A").message, "this is a series, but a single number is wanted");
  EXPECT_EQ(error("3*t").message, "'t' has a meaning beside a series only");
  EXPECT_EQ(error("at(run.A, run.B)").message, "a number is wanted here, not a series");
  EXPECT_EQ(error("at(run.A)").message.substr(0, 22), "at takes two arguments");
  EXPECT_EQ(error("count(run.A, 2)").message, "count takes one argument");
  EXPECT_EQ(error("cuont(run.A)").hint, "did you mean 'count'?");
  EXPECT_EQ(error("max(run.C)").hint, "did you mean 'run.A'?");
  EXPECT_EQ(error("max(run.C)").offset, 4u);
  EXPECT_EQ(error("max(`run.left-knee)").message, "closing backquote missing");
}

// What is larger than every number is no number, and what hides it neither. Infinite samples are results: only a function that hides them makes a value of them.
TEST(SeriesFunctions, LoseNoInfinity) {
  for (const char* hidden : {"min(0 m, last(run.A)/0)", "sign(last(run.A)/0)", "tanh(1e300*1e300*last(run.A)/1 m)",
                             "atan(1/(first(run.B) - last(run.B))*1 m)", "exp(-last(run.A)/0 m)", "max(min(run.A, 1e308*10 m))",
                             "max(step(run.A/0 - 1 m))", "last(1/(run.A/0))", "min(100 m, last(run.far))", "at(run.A, 1 s/(1e300*1e300))"}) {
    EXPECT_TRUE(error(hidden).no_value) << hidden << ": " << error(hidden).message;
  }
  EXPECT_EQ(value("min(run.far)"), 2);
  EXPECT_EQ(value("first(2*run.far)"), 4);
  EXPECT_EQ(value("min(1/run.far)*1 m"), 0) << "of a sample that is infinite";
  EXPECT_EQ(value("last(run.A/(run.A - 3 m))"), 2) << "the first sample is infinite, and was not asked for";
}

TEST(SeriesFunctions, SayWhenThereIsNoValueRatherThanBlameTheText) {
  EXPECT_EQ(value("count(run.events.none)"), 0);
  EXPECT_TRUE(error("sum(run.events.none)").no_value);
  EXPECT_TRUE(error("first(run.events.none)").no_value);
  EXPECT_TRUE(error("max(run.gap)").no_value);
  EXPECT_TRUE(error("1/(max(run.A) - max(run.A))").no_value);
  EXPECT_FALSE(error("max(run.C)").no_value);
}

TEST(SeriesFunctions, CheckGrammarBeforeThereAreResults) {
  const auto said = [](const std::string& text) { return error(text, ExpressionNames::Pass::check).message; };
  EXPECT_EQ(said("2*run.A + farthest(run.A, run.B)"), "no error");  // what a name stands for is not known yet
  EXPECT_EQ(said("mean(run.A"), "closing parenthesis missing");
  EXPECT_EQ(said("first(run.events.none)"), "no error");
}

TEST(SeriesFunctions, BelongToClaimsOnly) {
  const auto parsed = parse_expression("count(3)", ExpressionNames{});
  EXPECT_EQ(std::get<ExpressionError>(parsed).message, "unknown function 'count'");
}

TEST(SeriesExpression, GivesAllSamples) {
  const auto parsed = parse_expression_or_series("2*run.A - 1 m", names_of(table));
  const auto& s = std::get<ParsedSeries>(parsed);
  EXPECT_EQ(s.x, (std::vector<double>{0, 1, 2, 4}));
  EXPECT_EQ(s.y, (std::vector<double>{5, -3, 3, 11}));
  EXPECT_TRUE(same_dimension(s.dimension, dimension::length));
}

TEST(SeriesFunctions, RmsDoesNotLeaveTheRangeOfDouble) {
  const std::vector<double> x = {0, 1}, y = {3e200, 4e200};
  EXPECT_NEAR(reduce(SeriesOp::rms, x, y, 0).value / 1e200, std::sqrt(12.5), 1e-14);
}
