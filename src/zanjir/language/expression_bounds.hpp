// Bounds of an expression over a stretch of time, and of what its phases and measures are in it, by interval arithmetic: each function of the program is given all that its argument can be there and says all that it can become. What
// this gives is never too narrow, but for the last digits of sines and their like, and mostly too wide: where it says that nothing happens, nothing does.
#pragma once

#include <functional>
#include <span>

#include "zanjir/language/expression.hpp"

namespace zanjir {

// All that something can be, ends included; low above high or not a number: nothing is known.
struct Bounds {
  double low = 1, high = -1;
  bool known() const { return low <= high; }
  bool within(double a, double b) const { return low >= a && high <= b; }
  bool is_number() const { return low == high; }
};

// That no function with branches takes another one between the two instants, whatever phases are within their bounds; false: it may, or names one of which nothing is known.
bool keeps_its_branches(std::span<const Expression::Instruction> program, double begin, double end, std::span<const Bounds> phases = {});
// That its value stays above zero, or does not get there.
bool keeps_its_sign(std::span<const Expression::Instruction> program, double begin, double end);

// first_change(), given who says of two instants that `piece` is certainly the same all the way between them: nothing longer than rounding is missed. From where 4096 questions to it have
// led on, 4096 instants of the rest are looked at.
double first_change(double after, double until, const std::function<std::uint64_t(double)>& piece, const std::function<bool(double, double)>& keeps);

}  // namespace zanjir
