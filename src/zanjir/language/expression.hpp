// The one expression language: parameters ("2*$L"), motion laws in `t` with exact first and second derivatives, claims.
// An Expression is parsed once into a small stack program; evaluating it allocates nothing.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace zanjir {

// A function of time at one instant: value, first and second derivative.
struct Jet {
  double value = 0, rate = 0, acceleration = 0;
};

// Room for jets that nobody sets to zero first: 24 bytes of zeros per place cost more than an addition.
template <std::size_t N> struct JetRoom {
  JetRoom() noexcept {}
  union {
    Jet jets[N];
  };
};

// What named phases are at an instant, in the order of their indices; the values are good until the next call.
using PhasesAt = std::function<std::span<const Jet>(double t)>;

// Instants closer together than this are one.
inline double time_rounding_s(double t_s) { return 8 * std::numeric_limits<double>::epsilon() * std::max(1.0, std::abs(t_s)); }

// The first instant in (after, until) at which `piece` gives another number than right behind `after`, to rounding; infinity: none. Looks at 4096 instants,
// so what lasts for less than this part of the interval may be missed.
double first_change(double after, double until, const std::function<std::uint64_t(double)>& piece);

class Expression {
 public:
  Expression() = default;  // the constant 0
  static Expression constant(double value);

  Jet at(double t, std::span<const Jet> phases = {}) const;  // as a function of t, and of the phases that it names
  double value() const;                                      // of an expression without t
  bool depends_on_time() const;                              // by itself or through a phase
  std::vector<std::size_t> phases() const;                   // indices of those it names
  bool has_rates() const;                                    // no rate() or acceleration() of a phase is in it, whose own rates nobody knows
  // The first instant in (after, until) at which a function with branches (step, sign, abs, min, max, mod, smoothstep) takes another one:
  // first_change() of them.
  double next_switch(double after, double until, const PhasesAt& = {}) const;
  const std::string& text() const { return text_; }  // as the user wrote it
  // The same function without names and units: SI numbers, `t`, phases as they are called here, and functions.
  std::string in_numbers(std::span<const std::string> phases = {}) const;

  Expression scaled(double factor) const;
  static std::optional<Expression> sum(const Expression&, const Expression&);  // nothing when it needs more than max_stack

  // The program, in postfix order. `op` is a member of ExpressionOp (expression_ops.hpp).
  struct Instruction {
    std::uint8_t op = 0;
    double number = 0;  // operand of a constant
  };
  std::span<const Instruction> program() const { return program_; }
  static constexpr int max_stack = 32;  // of jets while evaluating; a text that needs more is refused when parsed

 private:
  int stack_needed() const;
  void fold();  // what time does not enter becomes a number
  friend struct ExpressionParser;
  std::string text_ = "0";
  std::vector<Instruction> program_;
};

}  // namespace zanjir
