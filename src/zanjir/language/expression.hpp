// The one expression language: parameters ("2*$L"), motion laws in `t` with exact first and second derivatives, claims.
// An Expression is parsed once into a small stack program; evaluating it allocates nothing.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace zanjir {

// A function of time at one instant: value, first and second derivative.
struct Jet {
  double value = 0, rate = 0, acceleration = 0;
};

// Instants closer together than this are one.
inline double time_rounding_s(double t_s) { return 8 * std::numeric_limits<double>::epsilon() * std::max(1.0, std::abs(t_s)); }

class Expression {
 public:
  Expression() = default;  // the constant 0
  static Expression constant(double value);

  Jet at(double t) const;  // as a function of t
  double value() const;    // of an expression without t
  bool depends_on_time() const;
  // The first instant in (after, until) at which a function with branches (step, sign, abs, min, max, mod, smoothstep) takes another one, to rounding;
  // infinity: none. Looks at 4096 instants, so branches that are taken for less than this part of the interval may be missed.
  double next_switch(double after, double until) const;
  const std::string& text() const { return text_; }  // as the user wrote it
  std::string in_numbers() const;                    // the same function without names and units: SI numbers, `t` and functions

  Expression scaled(double factor) const;
  static std::optional<Expression> sum(const Expression&, const Expression&);  // nothing when it needs more than max_stack

  // The program, in postfix order. `op` is a member of ExpressionOp (expression_ops.hpp).
  struct Instruction {
    std::uint8_t op = 0;
    double number = 0;  // operand of a constant
  };
  static constexpr int max_stack = 32;  // of jets while evaluating; a text that needs more is refused when parsed

 private:
  int stack_needed() const;
  void fold();  // to one number, when time does not enter
  friend struct ExpressionParser;
  std::string text_ = "0";
  std::vector<Instruction> program_;
};

}  // namespace zanjir
