#include "zanjir/forces/phases.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "support/tolerance.hpp"
#include "zanjir/core/contract.hpp"
#include "zanjir/describe/description.hpp"
#include "zanjir/language/expression_parser.hpp"

using namespace zanjir;
using test::rounding;

namespace {

LawDescription law_of(LawKind kind, std::vector<double> numbers, int phase) {
  LawDescription d;
  d.kind = kind;
  d.numbers = std::move(numbers);
  d.phase = phase;
  return d;
}

// An expression of t, and of phases 0 and 1 by the names a and b.
LawDescription written(const std::string& text) {
  ExpressionNames names;
  names.time = ExpressionNames::Time::allowed;
  names.phase = [](std::string_view name) -> std::optional<PhaseName> {
    return name == "a" ? std::optional(PhaseName{0}) : name == "b" ? std::optional(PhaseName{1}) : std::nullopt;
  };
  LawDescription d;
  const auto parsed = parse_expression(text, names);
  if (const auto* good = std::get_if<ParsedExpression>(&parsed)) d.expression = good->expression;
  else ADD_FAILURE() << text << ": " << std::get<ExpressionError>(parsed).message;
  return d;
}

Phases two_phases() {
  Phases phases;
  phases.add(MotionLaw(law_of(LawKind::trapezoid, {0, 1.8, 0.5, 2, 0.2}, -1)));
  phases.add(MotionLaw(written("a^2 + sin(3*t)")));
  return phases;
}

// Rates and accelerations by differences: h^2/6 f''' + eps/h of functions whose derivatives stay below `scale`.
void expect_derivatives(const Phases& phases, const MotionLaw& law, double t, double scale) {
  const double h = 1e-5, tolerance = test::tolerance_scale() * scale * (h * h + 4 * test::eps / h);
  PhaseJets room;
  const auto at = [&](double x) { return law.at(x, phases.at(x, room)); };
  const Jet before = at(t - h), after = at(t + h), x = at(t);
  EXPECT_NEAR(x.rate, (after.value - before.value) / (2 * h), tolerance);
  EXPECT_NEAR(x.acceleration, (after.rate - before.rate) / (2 * h), tolerance);
}

}  // namespace

TEST(Phases, ASineOfAPhaseIsItsClosedForm) {
  const Phases phases = two_phases();
  const MotionLaw law(law_of(LawKind::sine, {0.3, 5, 0.7, 0.1}, 0));
  PhaseJets room;
  for (const double t : {0.0, 0.6, 1.4, 2.4, 9.0}) {
    const auto jets = phases.at(t, room);
    const Jet s = jets[0], x = law.at(t, jets);
    EXPECT_NEAR(x.value, 0.1 + 0.3 * std::sin(5 * s.value + 0.7), rounding(8));
    EXPECT_NEAR(x.rate, 1.5 * std::cos(5 * s.value + 0.7) * s.rate, rounding(8, 2));
    EXPECT_NEAR(x.acceleration, 1.5 * std::cos(5 * s.value + 0.7) * s.acceleration - 7.5 * std::sin(5 * s.value + 0.7) * s.rate * s.rate,
                rounding(12, 20));
  }
}

TEST(Phases, EveryKindOfLawHasExactRatesOverThem) {
  const Phases phases = two_phases();
  std::vector<LawDescription> laws = {law_of(LawKind::sine, {0.3, 5, 0.7, 0.1}, 1),
                                      law_of(LawKind::cycloid, {1, 3, 0.1, 1.5}, 0),
                                      law_of(LawKind::polynomial, {1, -2, 3, 0.5}, 1),
                                      law_of(LawKind::trapezoid, {0, 1, 0.1, 1.5, 0.4}, 0),
                                      law_of(LawKind::rose_x, {0.05, 2, 2, 0, 0, 0}, 1),
                                      written("sin(5*a)^2*b + a/b"),
                                      written("(1 + a)^3*(2 + b)^-2")};
  for (const LawKind kind : {LawKind::spline, LawKind::table}) {
    LawDescription d = law_of(kind, {kind == LawKind::spline ? 2.0 : 0.0}, 1);
    d.knots = {{0, 0}, {0.5, 1}, {1.2, -0.5}, {2, 0}};
    laws.push_back(d);
  }
  for (std::size_t i = 0; i < laws.size(); ++i) {
    SCOPED_TRACE(i);
    for (const double t : {0.83, 1.31, 1.77, 2.1}) expect_derivatives(phases, MotionLaw(laws[i]), t, 3e4);
  }
}

TEST(Phases, AnExpressionIsTheLawItWritesOut) {
  const Phases phases = two_phases();
  const MotionLaw law(law_of(LawKind::sine, {0.3, 5, 0.7, 0}, 0)), text(written("0.3*sin(5*a + 0.7)"));
  PhaseJets room;
  for (const double t : {0.6, 1.4, 2.4}) {
    const auto jets = phases.at(t, room);
    const Jet x = law.at(t, jets), y = text.at(t, jets);
    EXPECT_NEAR(x.value, y.value, rounding(8));
    EXPECT_NEAR(x.rate, y.rate, rounding(8, 2));
    EXPECT_NEAR(x.acceleration, y.acceleration, rounding(12, 20));
  }
}

TEST(Phases, RateAndAccelerationAreValuesOnly) {
  const Phases phases = two_phases();
  PhaseJets room;
  const auto jets = phases.at(0.6, room);
  EXPECT_EQ(MotionLaw(written("2*rate(b) - acceleration(a)")).at(0.6, jets).value, 2 * jets[1].rate - jets[0].acceleration);
  EXPECT_FALSE(written("rate(a)").expression.has_rates());
  EXPECT_TRUE(written("a*b").expression.has_rates());
  EXPECT_TRUE(std::isnan(MotionLaw(written("acceleration(a)")).at(0.6, jets).rate));
  EXPECT_EQ(written("rate(b) + 2*a").expression.in_numbers(std::vector<std::string>{"a", "b"}), "rate(b) + 2*a");
}

TEST(Phases, TellWhereALawOverThemChangesPieces) {
  Phases phases;
  phases.add(MotionLaw(written("2*sin(t)")));  // there and back
  const auto switches = [&](const MotionLaw& law, double until) {
    std::vector<double> all;
    for (double t = law.next_switch(0, until, phases); std::isfinite(t) && all.size() < 20; t = law.next_switch(t, until, phases)) all.push_back(t);
    return all;
  };
  const double t = std::asin(0.5);  // where the phase is 1
  const auto near = [](const std::vector<double>& found, const std::vector<double>& expected) {
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t i = 0; i < found.size(); ++i) EXPECT_NEAR(found[i], expected[i], 1e-14);
  };
  near(switches(MotionLaw(law_of(LawKind::cycloid, {0, 1, 1, 5}, 0)), 4), {t, std::numbers::pi - t});
  near(switches(MotionLaw(written("step(a - 1)")), 4), {t, std::numbers::pi - t});
  near(switches(MotionLaw(law_of(LawKind::sine, {1, 1, 0, 0}, 0)), 4), {});
}

TEST(Phases, ALawOverThemRefusesToDoWithout) {
  EXPECT_THROW(MotionLaw(law_of(LawKind::sine, {1, 1, 0, 0}, 0)).at(1), ContractViolation);
  EXPECT_TRUE(std::isnan(MotionLaw(written("a")).at(1).value));
}
