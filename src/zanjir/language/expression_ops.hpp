// The operations of an expression program, and the functions a user may call.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "zanjir/language/expression.hpp"

namespace zanjir {

enum class ExpressionOp : std::uint8_t {
  number,
  time,
  series,  // lives inside the parser only: it is folded into numbers or samples before an Expression is made
  phase,
  phase_rate,
  phase_acceleration,  // push; of the last two the derivatives are not known
  negate,
  sin,
  cos,
  tan,
  asin,
  acos,
  atan,
  sinh,
  cosh,
  tanh,
  sqrt,
  exp,
  log,
  abs,
  sign,
  step,
  smoothstep,  // replace the top
  add,
  subtract,
  multiply,
  divide,
  power,
  atan2,
  min,
  max,
  mod  // two become one
};

constexpr bool pushes(ExpressionOp op) { return op <= ExpressionOp::phase_acceleration; }

struct ExpressionFunction {
  std::string_view name;
  ExpressionOp op;
  int n_arguments;
  std::string_view doc;
};

inline constexpr ExpressionFunction expression_functions[] = {
    {"sin", ExpressionOp::sin, 1, "sine of an angle"},
    {"cos", ExpressionOp::cos, 1, "cosine of an angle"},
    {"tan", ExpressionOp::tan, 1, "tangent of an angle"},
    {"asin", ExpressionOp::asin, 1, "angle whose sine it is"},
    {"acos", ExpressionOp::acos, 1, "angle whose cosine it is"},
    {"atan", ExpressionOp::atan, 1, "angle whose tangent it is"},
    {"atan2", ExpressionOp::atan2, 2, "`atan2(y, x)`: angle of the point (x, y)"},
    {"sinh", ExpressionOp::sinh, 1, "hyperbolic sine"},
    {"cosh", ExpressionOp::cosh, 1, "hyperbolic cosine"},
    {"tanh", ExpressionOp::tanh, 1, "hyperbolic tangent"},
    {"sqrt", ExpressionOp::sqrt, 1, "square root"},
    {"exp", ExpressionOp::exp, 1, "exponential"},
    {"log", ExpressionOp::log, 1, "natural logarithm"},
    {"abs", ExpressionOp::abs, 1, "absolute value"},
    {"sign", ExpressionOp::sign, 1, "-1, 0 or 1"},
    {"step", ExpressionOp::step, 1, "0 below zero, 1 from zero on"},
    {"smoothstep", ExpressionOp::smoothstep, 1, "0 below zero, 1 above one, 10x^3 - 15x^4 + 6x^5 between: continuous acceleration"},
    {"min", ExpressionOp::min, 2, "the smallest of two or more"},
    {"max", ExpressionOp::max, 2, "the largest of two or more"},
    {"mod", ExpressionOp::mod, 2, "`mod(a, b)`: what is left of a after whole multiples of b; has the sign of b"},
};

Jet apply(ExpressionOp, Jet);       // one operand
Jet apply(ExpressionOp, Jet, Jet);  // two operands

// What a push of a phase puts there; a phase that is not among them is not a number.
Jet phase_at(ExpressionOp, double index, std::span<const Jet> phases);

// Runs a program; `series` holds one sample of each series that it names, `phases` what each phase is at t. Allocates nothing.
Jet run(std::span<const Expression::Instruction> program, double t, std::span<const double> series = {}, std::span<const Jet> phases = {});
// The value, but no number where an infinity would vanish on the way, as in min(0, 1/0): what comes of it is nobody's result. Infinite samples are results (the condition
// of a singular pose), and what is made of them stays as it is; `none` refuses them, too.
enum class Infinities : std::uint8_t { of_samples, none };
double run_without_lost_infinities(std::span<const Expression::Instruction> program, double t, std::span<const double> series, Infinities allowed);

// Functions with branches: where their argument decides which of several smooth functions they are.
bool has_branches(ExpressionOp);
// One number for all the branches that a program takes at t; another one when one of them changes.
std::uint64_t branches_taken(std::span<const Expression::Instruction> program, double t, std::span<const Jet> phases);

}  // namespace zanjir
