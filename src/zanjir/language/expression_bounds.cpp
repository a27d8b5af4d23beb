#include "zanjir/language/expression_bounds.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include "zanjir/language/expression_ops.hpp"

namespace zanjir {
namespace {

using std::numbers::pi;

constexpr Bounds unknown{};

template <std::size_t n> Bounds around(const std::array<double, n>& values) {
  if (std::ranges::any_of(values, [](double x) { return std::isnan(x); })) return unknown;
  const auto [low, high] = std::ranges::minmax(values);
  return {low, high};
}

double value(ExpressionOp op, double x) { return apply(op, Jet{x, 0, 0}).value; }
double value(ExpressionOp op, double a, double b) { return apply(op, Jet{a, 0, 0}, Jet{b, 0, 0}).value; }

// At the ends, and an extremum between them.
Bounds monotone(ExpressionOp op, Bounds u) { return around(std::array{value(op, u.low), value(op, u.high)}); }
Bounds corners(ExpressionOp op, Bounds a, Bounds b) {
  return around(std::array{value(op, a.low, b.low), value(op, a.low, b.high), value(op, a.high, b.low), value(op, a.high, b.high)});
}

// Whether one of from + n period is between.
bool passes(Bounds u, double from, double period) { return std::ceil((u.low - from) / period) <= std::floor((u.high - from) / period); }

Bounds wave(ExpressionOp op, Bounds u, double highest_at) {
  Bounds out = monotone(op, u);
  if (passes(u, highest_at, 2 * pi)) out.high = 1;
  if (passes(u, highest_at + pi, 2 * pi)) out.low = -1;
  return out;
}

Bounds of(ExpressionOp op, Bounds u) {
  switch (op) {
    case ExpressionOp::sin: return wave(op, u, pi / 2);
    case ExpressionOp::cos: return wave(op, u, 0);
    case ExpressionOp::tan: return passes(u, pi / 2, pi) ? unknown : monotone(op, u);
    case ExpressionOp::asin:
    case ExpressionOp::acos: return u.within(-1, 1) ? monotone(op, u) : unknown;
    case ExpressionOp::sqrt:
    case ExpressionOp::log: return u.low >= 0 ? monotone(op, u) : unknown;
    case ExpressionOp::abs:
    case ExpressionOp::cosh: {
      Bounds out = monotone(op, u);
      if (u.low < 0 && u.high > 0) out.low = value(op, 0);
      return out;
    }
    default: return monotone(op, u);
  }
}

Bounds power(Bounds a, Bounds b) {
  if (a.low > 0 || (a.low == 0 && b.low > 0)) return corners(ExpressionOp::power, a, b);
  if (!b.is_number() || b.low != std::floor(b.low) || (b.low < 0 && a.high >= 0)) return unknown;
  Bounds out = corners(ExpressionOp::power, a, b);
  if (a.high > 0 && std::fmod(b.low, 2) == 0) out.low = std::min(out.low, value(ExpressionOp::power, 0, b.low));
  return out;
}

Bounds of(ExpressionOp op, Bounds a, Bounds b) {
  switch (op) {
    case ExpressionOp::subtract: return around(std::array{a.low - b.high, a.high - b.low});
    case ExpressionOp::divide: return b.low > 0 || b.high < 0 ? corners(op, a, b) : unknown;
    case ExpressionOp::power: return power(a, b);
    case ExpressionOp::atan2: return b.low > 0 ? corners(op, a, b) : unknown;
    case ExpressionOp::mod:
      if (!b.is_number() || b.low == 0) return unknown;
      if (std::floor(a.low / b.low) == std::floor(a.high / b.low)) return corners(op, a, b);
      return {std::min(0.0, b.low), std::max(0.0, b.low)};
    default: return corners(op, a, b);
  }
}

// As branch() in expression_ops.cpp.
bool one_branch(ExpressionOp op, Bounds a, Bounds b) {
  switch (op) {
    case ExpressionOp::abs:
    case ExpressionOp::sign:
    case ExpressionOp::step: return a.high < 0 || a.low >= 0;
    case ExpressionOp::smoothstep: return a.high <= 0 || a.low >= 1 || (a.low > 0 && a.high < 1);
    case ExpressionOp::min:
    case ExpressionOp::max: return a.high < b.low || a.low >= b.high;
    case ExpressionOp::mod: return b.is_number() && std::floor(a.low / b.low) == std::floor(a.high / b.low);
    default: return true;
  }
}

// `before` sees each function together with all that its argument can be, or both; what it gives says whether to go on.
template <class Before>
Bounds run(std::span<const Expression::Instruction> program, double begin, double end, std::span<const Bounds> phases, Before&& before) {
  std::array<Bounds, Expression::max_stack> stack;  // the parser saw to it that this is enough
  std::size_t n = 0;
  for (const Expression::Instruction& i : program) {
    const auto op = static_cast<ExpressionOp>(i.op);
    if (pushes(op)) {
      const bool given = op == ExpressionOp::phase && static_cast<std::size_t>(i.number) < phases.size();
      stack[n++] = op == ExpressionOp::number ? Bounds{i.number, i.number}
                   : op == ExpressionOp::time ? Bounds{begin, end}
                   : given                    ? phases[static_cast<std::size_t>(i.number)]
                                              : unknown;
      continue;
    }
    const bool one = op < ExpressionOp::add;
    if (!one) --n;
    Bounds& a = stack[n - 1];
    const Bounds b = one ? Bounds{0, 0} : stack[n];
    if (!before(op, a, b)) return unknown;
    a = !a.known() || !b.known() ? unknown : one ? of(op, a) : of(op, a, b);
  }
  return n == 1 ? stack[0] : unknown;
}

}  // namespace

bool keeps_its_branches(std::span<const Expression::Instruction> program, double begin, double end, std::span<const Bounds> phases) {
  bool keeps = true;
  run(program, begin, end, phases,
      [&](ExpressionOp op, Bounds a, Bounds b) { return keeps = !has_branches(op) || (a.known() && b.known() && one_branch(op, a, b)); });
  return keeps;
}

bool keeps_its_sign(std::span<const Expression::Instruction> program, double begin, double end) {
  const Bounds all = run(program, begin, end, {}, [](ExpressionOp, Bounds, Bounds) { return true; });
  return all.known() && (all.low > 0 || all.high <= 0);
}

}  // namespace zanjir
