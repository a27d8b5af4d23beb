// Jet arithmetic: each function carries value, first and second derivative in t by the chain rule,
//   (f o u)' = f' u',   (f o u)'' = f' u'' + f'' u'^2.
// What is not a number stays so through every function, also where a comparison (min, step) or the C library (pow(x, 0) = 1) would lose it:
// a claim must not hold because a NaN was on the wrong side of a comparison.
#include "zanjir/language/expression_ops.hpp"

#include <cmath>
#include <limits>

namespace zanjir {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

Jet chain(double f, double df, double ddf, const Jet& u) {
  // A derivative that is infinite where u does not move (sqrt at a constant 0) must not turn into NaN.
  const Jet none{f, 0, 0};
  if (u.rate == 0 && u.acceleration == 0) return none;
  return {f, df * u.rate, df * u.acceleration + ddf * u.rate * u.rate};
}

Jet multiply(const Jet& a, const Jet& b) {
  return {a.value * b.value, a.rate * b.value + a.value * b.rate, a.acceleration * b.value + 2 * a.rate * b.rate + a.value * b.acceleration};
}

Jet reciprocal(const Jet& a) {
  const double r = 1 / a.value;
  return chain(r, -r * r, 2 * r * r * r, a);
}

// A whole power by products: the C library takes ten times as long for a square.
double whole_power(double x, int n) {
  double power = 1, square = x;
  for (int k = std::abs(n); k > 0; k >>= 1) {
    if (k & 1) power *= square;
    square *= square;
  }
  return n < 0 ? 1 / power : power;
}

Jet power(const Jet& a, const Jet& b) {
  if (b.rate == 0 && b.acceleration == 0) {
    const double n = b.value;                       // factors that vanish are left out: 0 * 0^-1 is not a number
    if (std::abs(n) <= 16 && n == std::floor(n)) {  // beyond, the roundings of the products add up to more than those of the library
      const int k = static_cast<int>(n);
      const double df = k == 0 ? 0 : n * whole_power(a.value, k - 1), ddf = k == 0 || k == 1 ? 0 : n * (n - 1) * whole_power(a.value, k - 2);
      return chain(whole_power(a.value, k), df, ddf, a);
    }
    const double df = n == 0 ? 0 : n * std::pow(a.value, n - 1);
    const double ddf = n == 0 || n == 1 ? 0 : n * (n - 1) * std::pow(a.value, n - 2);
    return chain(std::pow(a.value, n), df, ddf, a);
  }
  const double l = std::log(a.value);
  const Jet exponent = multiply(b, chain(l, 1 / a.value, -1 / (a.value * a.value), a));
  const double e = std::exp(exponent.value);
  return chain(e, e, e, exponent);
}

Jet atan2(const Jet& y, const Jet& x) {
  const double r2 = x.value * x.value + y.value * y.value;
  const double twist = x.value * y.rate - y.value * x.rate;  // r^2 times the rate
  Jet result{std::atan2(y.value, x.value), 0, 0};
  if (twist == 0 && y.acceleration == 0 && x.acceleration == 0) return result;
  result.rate = twist / r2;
  result.acceleration = (x.value * y.acceleration - y.value * x.acceleration) / r2 - 2 * twist * (x.value * x.rate + y.value * y.rate) / (r2 * r2);
  return result;
}

}  // namespace

Jet apply(ExpressionOp op, Jet u) {
  const double x = u.value;
  if (std::isnan(x)) return {nan, nan, nan};
  switch (op) {
    case ExpressionOp::negate: return {-u.value, -u.rate, -u.acceleration};
    case ExpressionOp::sin:
    case ExpressionOp::cos: {
      const double s = std::sin(x), c = std::cos(x);
      return op == ExpressionOp::sin ? chain(s, c, -s, u) : chain(c, -s, -c, u);
    }
    case ExpressionOp::tan: {
      const double y = std::tan(x), d = 1 + y * y;
      return chain(y, d, 2 * y * d, u);
    }
    case ExpressionOp::asin:
    case ExpressionOp::acos: {
      const double c = (1 - x) * (1 + x), d = 1 / std::sqrt(c);
      return op == ExpressionOp::asin ? chain(std::asin(x), d, x * d / c, u) : chain(std::acos(x), -d, -x * d / c, u);
    }
    case ExpressionOp::atan: {
      const double d = 1 / (1 + x * x);
      return chain(std::atan(x), d, -2 * x * d * d, u);
    }
    case ExpressionOp::sinh: return chain(std::sinh(x), std::cosh(x), std::sinh(x), u);
    case ExpressionOp::cosh: return chain(std::cosh(x), std::sinh(x), std::cosh(x), u);
    case ExpressionOp::tanh: {
      const double y = std::tanh(x), d = 1 - y * y;
      return chain(y, d, -2 * y * d, u);
    }
    case ExpressionOp::sqrt: {
      const double y = std::sqrt(x);
      return chain(y, 0.5 / y, -0.25 / (y * x), u);
    }
    case ExpressionOp::exp: return chain(std::exp(x), std::exp(x), std::exp(x), u);
    case ExpressionOp::log: return chain(std::log(x), 1 / x, -1 / (x * x), u);
    case ExpressionOp::abs: return x < 0 ? Jet{-u.value, -u.rate, -u.acceleration} : u;
    case ExpressionOp::sign: return {x > 0 ? 1.0 : (x < 0 ? -1.0 : 0.0), 0, 0};
    case ExpressionOp::step: return {x < 0 ? 0.0 : 1.0, 0, 0};
    case ExpressionOp::smoothstep: {
      if (x <= 0 || x >= 1) return {x <= 0 ? 0.0 : 1.0, 0, 0};
      const double x2 = x * x;
      return chain(x2 * x * (10 + x * (-15 + 6 * x)), 30 * x2 * (1 - x) * (1 - x), 60 * x * (1 - x) * (1 - 2 * x), u);
    }
    default: return {nan, nan, nan};
  }
}

Jet apply(ExpressionOp op, Jet a, Jet b) {
  if (std::isnan(a.value) || std::isnan(b.value)) return {nan, nan, nan};
  switch (op) {
    case ExpressionOp::add: return {a.value + b.value, a.rate + b.rate, a.acceleration + b.acceleration};
    case ExpressionOp::subtract: return {a.value - b.value, a.rate - b.rate, a.acceleration - b.acceleration};
    case ExpressionOp::multiply: return multiply(a, b);
    case ExpressionOp::divide: {
      Jet quotient = multiply(a, reciprocal(b));
      quotient.value = a.value / b.value;  // rounded once, as in plain arithmetic
      return quotient;
    }
    case ExpressionOp::power: return power(a, b);
    case ExpressionOp::atan2: return atan2(a, b);
    case ExpressionOp::min: return b.value < a.value ? b : a;
    case ExpressionOp::max: return b.value > a.value ? b : a;
    case ExpressionOp::mod: {
      const double n = std::floor(a.value / b.value);
      return {a.value - n * b.value, a.rate - n * b.rate, a.acceleration - n * b.acceleration};
    }
    default: return {nan, nan, nan};
  }
}

Jet phase_at(ExpressionOp op, double number, std::span<const Jet> phases) {
  const auto index = static_cast<std::size_t>(number);
  const Jet s = index < phases.size() ? phases[index] : Jet{nan, nan, nan};
  return op == ExpressionOp::phase ? s : op == ExpressionOp::phase_rate ? Jet{s.rate, s.acceleration, nan} : Jet{s.acceleration, nan, nan};
}

namespace {

// `before` sees each function together with its argument, or with both.
template <class Before>
Jet run_watched(std::span<const Expression::Instruction> program, double t, std::span<const double> series, std::span<const Jet> phases,
                Before&& before) {
  JetRoom<Expression::max_stack> room;  // the parser saw to it that this is enough
  Jet* stack = room.jets;
  std::size_t n = 0;
  for (const Expression::Instruction& i : program) {
    const auto op = static_cast<ExpressionOp>(i.op);
    if (op == ExpressionOp::number) {
      stack[n++] = {i.number, 0, 0};
    } else if (op == ExpressionOp::time) {
      stack[n++] = {t, 1, 0};
    } else if (op == ExpressionOp::series) {
      stack[n++] = {series[static_cast<std::size_t>(i.number)], 0, 0};
    } else if (op <= ExpressionOp::phase_acceleration) {
      stack[n++] = phase_at(op, i.number, phases);
    } else if (op < ExpressionOp::add) {
      before(op, stack[n - 1].value, 0.0);
      stack[n - 1] = apply(op, stack[n - 1]);
    } else {
      --n;
      before(op, stack[n - 1].value, stack[n].value);
      stack[n - 1] = apply(op, stack[n - 1], stack[n]);
    }
  }
  return n == 1 ? stack[0] : Jet{};
}

std::int64_t branch(ExpressionOp op, double a, double b) {
  if (std::isnan(a) || std::isnan(b)) return -1;
  switch (op) {
    case ExpressionOp::abs:
    case ExpressionOp::sign:
    case ExpressionOp::step: return a < 0;
    case ExpressionOp::smoothstep: return a <= 0 ? 0 : a < 1 ? 1 : 2;
    case ExpressionOp::min:
    case ExpressionOp::max: return a < b;
    case ExpressionOp::mod: {
      const double whole = std::fmod(std::floor(a / b), 0x1p62);  // no number where b is zero
      return std::isnan(whole) ? -1 : static_cast<std::int64_t>(whole);
    }
    default: return 0;
  }
}

}  // namespace

Jet run(std::span<const Expression::Instruction> program, double t, std::span<const double> series, std::span<const Jet> phases) {
  return run_watched(program, t, series, phases, [](ExpressionOp, double, double) {});
}

double run_without_lost_infinities(std::span<const Expression::Instruction> program, double t, std::span<const double> series, Infinities allowed) {
  bool infinite = false;
  const double value = run_watched(program, t, series, {}, [&](ExpressionOp op, double a, double b) {
                         const bool given = std::isinf(a) || std::isinf(b);
                         const auto made = [&] {
                           return std::isinf(op < ExpressionOp::add ? apply(op, Jet{a, 0, 0}).value : apply(op, Jet{a, 0, 0}, Jet{b, 0, 0}).value);
                         };
                         infinite = infinite || (given ? allowed == Infinities::none : made());
                       }).value;
  return infinite && std::isfinite(value) ? nan : value;
}

bool has_branches(ExpressionOp op) {
  switch (op) {
    case ExpressionOp::abs:
    case ExpressionOp::sign:
    case ExpressionOp::step:
    case ExpressionOp::smoothstep:
    case ExpressionOp::min:
    case ExpressionOp::max:
    case ExpressionOp::mod: return true;
    default: return false;
  }
}

std::uint64_t branches_taken(std::span<const Expression::Instruction> program, double t, std::span<const Jet> phases) {
  std::uint64_t all = 14695981039346656037u;  // FNV-1a over the branches: equal choices give equal numbers, others practically never
  run_watched(program, t, {}, phases, [&](ExpressionOp op, double a, double b) {
    if (has_branches(op)) all = (all ^ static_cast<std::uint64_t>(branch(op, a, b))) * 1099511628211u;
  });
  return all;
}

}  // namespace zanjir
