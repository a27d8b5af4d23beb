#include "zanjir/forces/motion_law.hpp"

#include <Eigen/LU>
#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <limits>
#include <numbers>

#include "zanjir/core/contract.hpp"
#include "zanjir/describe/description.hpp"
#include "zanjir/describe/table_spline.hpp"
#include "zanjir/forces/interpolating_spline.hpp"
#include "zanjir/forces/phases.hpp"
#include "zanjir/language/expression_bounds.hpp"
#include "zanjir/language/expression_ops.hpp"

namespace zanjir {
namespace {

constexpr double pi = std::numbers::pi;

Jet sine(const std::vector<double>& p, double t) {
  const double A = p[0], w = p[1], s = std::sin(w * t + p[2]), c = std::cos(w * t + p[2]);
  return {p[3] + A * s, A * w * c, -A * w * w * s};
}

Jet cycloid(const std::vector<double>& p, double t) {
  const double from = p[0], to = p[1], T = p[3], u = (t - p[2]) / T;
  if (u <= 0) return {from, 0, 0};
  if (u >= 1) return {to, 0, 0};
  const double a = 2 * pi * u, h = to - from;
  return {from + h * (u - std::sin(a) / (2 * pi)), h * (1 - std::cos(a)) / T, h * 2 * pi * std::sin(a) / (T * T)};
}

Jet polynomial(const std::vector<double>& c, double t) {  // Horner, with the first two derivatives
  double p = 0, dp = 0, ddp = 0;
  for (std::size_t k = c.size(); k-- > 0;) {
    ddp = ddp * t + 2 * dp;
    dp = dp * t + p;
    p = p * t + c[k];
  }
  return {p, dp, ddp};
}

Jet trapezoid(const std::vector<double>& p, double t) {
  const double from = p[0], to = p[1], T = p[3], blend = p[4], s = t - p[2];
  const double v = (to - from) / (T - blend), a = v / blend;  // cruising rate, acceleration
  if (s <= 0) return {from, 0, 0};
  if (s >= T) return {to, 0, 0};
  if (s < blend) return {from + a * s * s / 2, a * s, a};
  const double left = T - s;
  if (left < blend) return {to - a * left * left / 2, a * left, -a};
  return {from + v * (s - blend / 2), v, 0};
}

// theta = 2 pi t/period + phase; with a ramp of length T its rate grows as w h(t/T), h(s) = 10s^3 - 15s^4 + 6s^5, and is w afterwards.
Jet rose_angle(double w, double phase, double ramp, double t) {
  if (ramp <= 0) return {w * t + phase, w, 0};
  if (t <= 0) return {phase, 0, 0};
  const double s = t / ramp;
  if (s >= 1) return {phase + w * (t - ramp / 2), w, 0};
  const double s2 = s * s, s3 = s2 * s;
  return {phase + w * ramp * s2 * s2 * (2.5 + s * (-3 + s)), w * s3 * (10 + s * (-15 + 6 * s)), w / ramp * 30 * s2 * (1 - s) * (1 - s)};
}

// r cos(n theta) {cos, sin}(theta) as a sum of two turning vectors: (r/2)(cos((n+1) theta) + cos((n-1) theta)), sin with a minus.
Jet rose(const std::vector<double>& p, double t, bool y) {
  const double r = p[0] / 2, plus = p[1] + 1, minus = p[1] - 1;
  const Jet theta = rose_angle(2 * pi / p[2], p[3], p[5], t);
  const double a = plus * theta.value, b = minus * theta.value;
  const double sa = std::sin(a), ca = std::cos(a), sb = std::sin(b), cb = std::cos(b);
  double f, df, ddf;  // of theta
  if (y) {
    f = r * (sa - sb);
    df = r * (plus * ca - minus * cb);
    ddf = -r * (plus * plus * sa - minus * minus * sb);
  } else {
    f = r * (ca + cb);
    df = -r * (plus * sa + minus * sb);
    ddf = -r * (plus * plus * ca + minus * minus * cb);
  }
  return {p[4] + f, df * theta.rate, df * theta.acceleration + ddf * theta.rate * theta.rate};
}

// Rates at the knots of a cubic spline. Inside, continuity of the second derivative couples three neighbours; the ends close the system.
// Diagonally dominant, so elimination needs no pivoting.
std::vector<double> solve_tridiagonal(std::vector<double> lower, std::vector<double> diagonal, std::vector<double> upper, std::vector<double> right) {
  const std::size_t n = diagonal.size();
  for (std::size_t i = 1; i < n; ++i) {
    const double f = lower[i] / diagonal[i - 1];
    diagonal[i] -= f * upper[i - 1];
    right[i] -= f * right[i - 1];
  }
  for (std::size_t i = n; i-- > 0;) right[i] = (right[i] - (i + 1 < n ? upper[i] * right[i + 1] : 0)) / diagonal[i];
  return right;
}

enum class Ends : std::uint8_t { rest, natural, periodic };

std::vector<double> spline_rates(const std::vector<double>& t, const std::vector<double>& x, Ends ends) {
  const std::size_t n = t.size();
  const auto h = [&](std::size_t i) { return t[i + 1] - t[i]; };
  const auto slope = [&](std::size_t i) { return (x[i + 1] - x[i]) / h(i); };
  if (ends == Ends::periodic) {
    const std::size_t m = n - 1;  // unknown rates; rate m equals rate 0
    if (m == 1) return {0, 0};
    std::vector<double> lower(m), diagonal(m), upper(m), right(m), corner(m, 0);
    for (std::size_t i = 0; i < m; ++i) {
      const std::size_t before = i == 0 ? m - 1 : i - 1;
      lower[i] = 1 / h(before);
      upper[i] = 1 / h(i);
      diagonal[i] = 2 * (lower[i] + upper[i]);
      right[i] = 3 * (slope(before) / h(before) + slope(i) / h(i));
    }
    // Sherman-Morrison for the two corners: A = B + u v^T with u = (g, 0, ..., upper_m), v = (1, 0, ..., lower_0 / g)
    const double g = -diagonal[0], first = lower[0], last = upper[m - 1];
    diagonal[0] -= g;
    diagonal[m - 1] -= first * last / g;
    corner[0] = g;
    corner[m - 1] = last;
    std::vector<double> y = solve_tridiagonal(lower, diagonal, upper, right);
    const std::vector<double> z = solve_tridiagonal(lower, diagonal, upper, corner);
    const double factor = (y[0] + first * y[m - 1] / g) / (1 + z[0] + first * z[m - 1] / g);
    for (std::size_t i = 0; i < m; ++i) y[i] -= factor * z[i];
    y.push_back(y[0]);
    return y;
  }
  std::vector<double> lower(n, 0), diagonal(n, 1), upper(n, 0), right(n, 0);
  for (std::size_t i = 1; i + 1 < n; ++i) {
    lower[i] = 1 / h(i - 1);
    upper[i] = 1 / h(i);
    diagonal[i] = 2 * (lower[i] + upper[i]);
    right[i] = 3 * (slope(i - 1) / h(i - 1) + slope(i) / h(i));
  }
  if (ends == Ends::natural) {
    diagonal[0] = diagonal[n - 1] = 2;
    upper[0] = lower[n - 1] = 1;
    right[0] = 3 * slope(0);
    right[n - 1] = 3 * slope(n - 2);
  }
  return solve_tridiagonal(lower, diagonal, upper, right);
}

// Rates and second derivatives at the knots of the natural spline of the fifth order: of all smooth curves through the points the one with the least integral of squared third derivatives. That integral is stationary in both
// numbers of every knot where the third and fourth derivatives are continuous and vanish at the ends; its matrix is symmetric, positive definite from three knots on, and couples neighbours alone, so elimination by
// blocks of two needs no pivoting.
struct QuinticKnots {
  std::vector<Eigen::Vector2d> of;  // rate, second derivative
};
QuinticKnots quintic_knots(const std::vector<double>& t, const std::vector<double>& x) {
  const std::size_t n = t.size();
  std::vector<Eigen::Matrix2d> diagonal(n, Eigen::Matrix2d::Zero()), upper(n - 1);
  QuinticKnots out{std::vector<Eigen::Vector2d>(n, Eigen::Vector2d::Zero())};
  for (std::size_t i = 0; i + 1 < n; ++i) {
    const double h = t[i + 1] - t[i], h2 = h * h, h3 = h2 * h, step = (x[i + 1] - x[i]) / h3;
    Eigen::Matrix2d own, next;
    own << 192 / h3, 36 / h2, 36 / h2, 9 / h;
    next << 192 / h3, -36 / h2, -36 / h2, 9 / h;
    upper[i] << 168 / h3, -24 / h2, 24 / h2, -3 / h;
    diagonal[i] += own;
    diagonal[i + 1] += next;
    out.of[i] += Eigen::Vector2d(360 * step / h, 60 * step);
    out.of[i + 1] += Eigen::Vector2d(360 * step / h, -60 * step);
  }
  for (std::size_t i = 1; i < n; ++i) {
    const Eigen::Matrix2d factor = upper[i - 1].transpose() * diagonal[i - 1].inverse();
    diagonal[i] -= factor * upper[i - 1];
    out.of[i] -= factor * out.of[i - 1];
  }
  for (std::size_t i = n; i-- > 0;) {
    if (i + 1 < n) out.of[i] -= upper[i] * out.of[i + 1];
    out.of[i] = diagonal[i].inverse() * out.of[i];
  }
  return out;
}

// Powers of s rising, n of them, and their derivatives.
Jet polynomial_piece(const double* c, std::size_t n, double s) {
  Jet out{c[n - 1], 0, 0};
  for (std::size_t i = n - 1; i-- > 0;) {
    out.acceleration = out.acceleration * s + 2 * out.rate;
    out.rate = out.rate * s + out.value;
    out.value = out.value * s + c[i];
  }
  return out;
}

std::size_t count_for(LawKind kind) {  // of numbers
  switch (kind) {
    case LawKind::sine:
    case LawKind::cycloid: return 4;
    case LawKind::trapezoid: return 5;
    case LawKind::rose_x:
    case LawKind::rose_y: return 6;
    case LawKind::polynomial:
    case LawKind::spline:
    case LawKind::table: return 1;
    case LawKind::expression: return 0;
  }
  return 0;
}

}  // namespace

namespace {
bool is_table(LawKind kind, const std::vector<double>& numbers, TableSpline spline) {
  return kind == LawKind::table && numbers[0] == static_cast<double>(spline);
}
int degree_without_ends(const std::vector<double>& numbers) {  // 0: a spline that has conditions at its ends
  switch (static_cast<TableSpline>(static_cast<int>(numbers[0]))) {
    case TableSpline::quadratic: return 2;
    case TableSpline::quartic: return 4;
    case TableSpline::sextic: return 6;
    case TableSpline::septic: return 7;
    case TableSpline::linear:
    case TableSpline::cubic:
    case TableSpline::quintic: return 0;
  }
  return 0;
}
}  // namespace

MotionLaw::MotionLaw(const LawDescription& law) : phase_(law.phase), kind_(law.kind), expression_(law.expression), numbers_(law.numbers) {
  ZANJIR_REQUIRE(numbers_.size() >= count_for(kind_), "a motion law lacks numbers");
  if (kind_ != LawKind::spline && kind_ != LawKind::table) return;
  ZANJIR_REQUIRE(law.knots.size() >= 2, "a spline or table needs two knots");
  const auto pieces = std::make_shared<Pieces>();
  pieces_ = pieces;
  std::vector<double>&times = pieces->knots, &coefficients = pieces->coefficients;
  std::vector<double> x;
  for (const auto& [t, value] : law.knots) {
    times.push_back(t);
    x.push_back(value);
  }
  const std::size_t n = times.size();
  if (const int degree = kind_ == LawKind::table ? degree_without_ends(numbers_) : 0; degree > 0) {
    PiecewisePolynomial spline = interpolating_spline(times, x, degree);
    times = std::move(spline.breaks);
    coefficients = std::move(spline.coefficients);
    return;
  }
  if (is_table(kind_, numbers_, TableSpline::quintic) && n >= 3) {
    const QuinticKnots knots = quintic_knots(times, x);
    for (std::size_t i = 0; i + 1 < n; ++i) {
      const double h = times[i + 1] - times[i], step = x[i + 1] - x[i], d0 = knots.of[i][0] * h, d1 = knots.of[i + 1][0] * h,
                   a0 = knots.of[i][1] * h * h, a1 = knots.of[i + 1][1] * h * h;
      const double c[6] = {x[i],
                           d0,
                           a0 / 2,
                           10 * step - 6 * d0 - 4 * d1 - 1.5 * a0 + 0.5 * a1,
                           -15 * step + 8 * d0 + 7 * d1 + 1.5 * a0 - a1,
                           6 * step - 3 * d0 - 3 * d1 - 0.5 * a0 + 0.5 * a1};
      double power = 1;
      for (const double value : c) coefficients.push_back(value / power), power *= h;
    }
    return;
  }
  const bool linear = is_table(kind_, numbers_, TableSpline::linear);
  const Ends ends = kind_ == LawKind::table ? Ends::natural : static_cast<Ends>(numbers_[0]);
  const std::vector<double> rate = linear ? std::vector<double>(n, 0.0) : spline_rates(times, x, ends);
  for (std::size_t i = 0; i + 1 < n; ++i) {
    const double h = times[i + 1] - times[i], slope = (x[i + 1] - x[i]) / h;
    if (linear) coefficients.insert(coefficients.end(), {x[i], slope, 0, 0});
    else
      coefficients.insert(coefficients.end(),
                          {x[i], rate[i], (3 * slope - 2 * rate[i] - rate[i + 1]) / h, (rate[i] + rate[i + 1] - 2 * slope) / (h * h)});
  }
}

// f(s(t)):  f' s',  f' s'' + f'' s'^2.
Jet MotionLaw::at(double t, std::span<const Jet> phases) const {
  if (kind_ == LawKind::expression) return expression_.at(t, phases);
  if (phase_ < 0) return of<Jet>(t);
  ZANJIR_REQUIRE(static_cast<std::size_t>(phase_) < phases.size(), "a law of a phase needs its value");
  const Jet& s = phases[static_cast<std::size_t>(phase_)];
  const Jet f = of<Jet>(s.value);
  return {f.value, f.rate * s.rate, f.rate * s.acceleration + f.acceleration * s.rate * s.rate};
}

double MotionLaw::value_at(double t, std::span<const Jet> phases) const {
  if (kind_ == LawKind::expression) return expression_.at(t, phases).value;
  if (phase_ < 0) return of<double>(t);
  ZANJIR_REQUIRE(static_cast<std::size_t>(phase_) < phases.size(), "a law of a phase needs its value");
  return of<double>(phases[static_cast<std::size_t>(phase_)].value);
}

template <class Out> Out MotionLaw::of(double t) const {
  const auto as = [](const Jet& jet) {
    if constexpr (std::is_same_v<Out, Jet>) return jet;
    else return jet.value;
  };
  switch (kind_) {
    case LawKind::expression: return {};
    case LawKind::sine: return as(sine(numbers_, t));
    case LawKind::cycloid: return as(cycloid(numbers_, t));
    case LawKind::polynomial: return as(polynomial(numbers_, t));
    case LawKind::trapezoid: return as(trapezoid(numbers_, t));
    case LawKind::rose_x: return as(rose(numbers_, t, false));
    case LawKind::rose_y: return as(rose(numbers_, t, true));
    case LawKind::spline:
    case LawKind::table: break;
  }
  return of_pieces<Out>(t);
}

template <class Out> Out MotionLaw::of_pieces(double t) const {
  const std::vector<double>& knots = pieces_->knots;
  const double begin = knots.front(), end = knots.back();
  if (kind_ == LawKind::spline && numbers_[0] == 2) {
    t = begin + std::fmod(t - begin, end - begin);
    if (t < begin) t += end - begin;
  }
  const bool holds = is_table(kind_, numbers_, TableSpline::linear);
  const std::size_t per_piece = pieces_->per_piece();
  const bool cubic = per_piece == 4;
  const auto coefficients = [&](std::size_t k) { return pieces_->coefficients.data() + per_piece * k; };
  if (t < begin || t > end) {
    const double edge = t < begin ? begin : end;
    const std::size_t k = t < begin ? 0 : knots.size() - 2;
    const Jet at_edge = polynomial_piece(coefficients(k), per_piece, edge - knots[k]);
    const Jet out = holds ? Jet{at_edge.value, 0, 0} : Jet{at_edge.value + at_edge.rate * (t - edge), at_edge.rate, 0};
    if constexpr (std::is_same_v<Out, Jet>) return out;
    else return out.value;
  }
  // Tables are evenly spaced as a rule: the place by proportion is then the right one, or next to it.
  const std::size_t last = knots.size() - 2;
  auto i = std::min(last, static_cast<std::size_t>((t - begin) / (end - begin) * static_cast<double>(last + 1)));
  if (t < knots[i] || (i < last && t >= knots[i + 1]))
    i = static_cast<std::size_t>(std::upper_bound(knots.begin() + 1, knots.end() - 1, t) - knots.begin()) - 1;
  const double* c = coefficients(i);
  const double s = t - knots[i];
  if constexpr (std::is_same_v<Out, Jet>) return polynomial_piece(c, per_piece, s);
  else return cubic ? ((c[3] * s + c[2]) * s + c[1]) * s + c[0] : polynomial_piece(c, per_piece, s).value;
}

double MotionLaw::next_switch(double after, double until) const { return next_switch(after, until, Phases()); }

double MotionLaw::next_switch(double after, double until, const Phases& phases) const {
  if (kind_ == LawKind::expression) {
    LawArguments jets;  // measures stay what they are: where the state takes another branch is not known beforehand
    std::fill(jets.jets + most_phases, jets.jets + most_law_arguments, Jet{1, 0, 0});
    return expression_.next_switch(after, until, [&](double t) {
      phases.at(t, jets);
      return std::span<const Jet>(jets.jets, most_law_arguments);
    });
  }
  if (phase_ < 0) return next_switch_of(after, until);
  constexpr double infinity = std::numeric_limits<double>::infinity();
  if (phase_ >= static_cast<int>(most_phases)) return infinity;
  // The places where the law changes; a linear table may have thousands, which are then looked for each time.
  std::array<double, 8> places;
  std::size_t n = 0;
  double next = next_switch_of(-infinity, infinity);
  for (; next < infinity && n < places.size(); next = next_switch_of(next, infinity)) places[n++] = next;
  if (n == 0) return infinity;
  const bool all_known = !(next < infinity);
  // The phase may come back to one of them: which piece of the law holds is looked at in time. Of phases that stand on each other, as those of oscillators do, the ones below this one are asked
  // alone: all of them for each of them would be the square of their number.
  PhaseJets jets;
  const auto value = [&](const auto& below, int phase, double t) -> double {
    const auto k = static_cast<std::size_t>(phase);
    const MotionLaw& law = phases[k];
    if (law.kind_ == LawKind::expression) return phases.at(t, jets)[k].value;
    return law.of<double>(law.phase_ < 0 ? t : below(below, law.phase_, t));
  };
  return first_change(after, until, [&](double t) {
    const double s = value(value, phase_, t);
    std::uint64_t piece = 0;
    if (all_known) {
      for (std::size_t i = 0; i < n; ++i) piece += places[i] <= s;
    } else {
      double x = places[0];
      while (x <= s) ++piece, x = next_switch_of(x, infinity);
    }
    return piece;
  });
}

std::span<const double> MotionLaw::places(std::array<double, 4>& room) const {
  const std::vector<double>& p = numbers_;
  const auto these = [&](std::initializer_list<double> instants) {
    std::ranges::copy(instants, room.begin());
    return std::span<const double>(room.data(), instants.size());
  };
  switch (kind_) {
    case LawKind::expression:
    case LawKind::sine:
    case LawKind::polynomial: return {};
    case LawKind::cycloid: return these({p[2], p[2] + p[3]});
    case LawKind::trapezoid: return these({p[2], p[2] + p[4], p[2] + p[3] - p[4], p[2] + p[3]});
    case LawKind::rose_x:
    case LawKind::rose_y: return p[5] > 0 ? these({0, p[5]}) : these({});
    case LawKind::spline:
      if (static_cast<Ends>(p[0]) == Ends::periodic) return {};
      break;
    case LawKind::table:
      if (is_table(kind_, p, TableSpline::linear) || is_table(kind_, p, TableSpline::quadratic)) return pieces_->knots;
      break;
  }
  return these({pieces_->knots.front(), pieces_->knots.back()});
}

double MotionLaw::next_switch_of(double after, double until) const {
  const double from = std::isfinite(after) ? after + time_rounding_s(after) : after;
  std::array<double, 4> room;
  const std::span<const double> all = places(room);
  const auto next = std::upper_bound(all.begin(), all.end(), from);
  return next != all.end() && *next < until ? *next : std::numeric_limits<double>::infinity();
}

bool MotionLaw::names(unsigned argument) const {
  if (kind_ != LawKind::expression) return phase_ == static_cast<int>(argument);
  const std::vector<std::size_t> named = expression_.phases();
  return std::ranges::find(named, argument) != named.end();
}

bool MotionLaw::has_pieces_of_measures() const {
  std::array<double, 4> room;
  if (kind_ != LawKind::expression) return phase_ >= static_cast<int>(most_phases) && !places(room).empty();
  const auto any = [&](const auto& holds) { return std::ranges::any_of(expression_.program(), holds); };
  return any([](const Expression::Instruction& i) { return has_branches(static_cast<ExpressionOp>(i.op)); }) &&
         any([](const Expression::Instruction& i) { return static_cast<ExpressionOp>(i.op) == ExpressionOp::phase && i.number >= most_phases; });
}

std::uint64_t MotionLaw::piece_at(double t, std::span<const Jet> phases) const {
  if (kind_ == LawKind::expression) return branches_taken(expression_.program(), t, phases);
  std::array<double, 4> room;
  const std::span<const double> all = places(room);
  const double x = phase_ < 0 ? t : phases[static_cast<std::size_t>(phase_)].value;
  return static_cast<std::uint64_t>(std::upper_bound(all.begin(), all.end(), x) - all.begin());
}

std::uint64_t MotionLaw::formula_at(double t, std::span<const Jet> phases) const {
  if (!pieces_) return piece_at(t, phases);
  const std::vector<double>& knots = pieces_->knots;
  double x = phase_ < 0 ? t : phases[static_cast<std::size_t>(phase_)].value, turns = 0;
  if (kind_ == LawKind::spline && static_cast<Ends>(numbers_[0]) == Ends::periodic) {
    const double period = knots.back() - knots.front();
    turns = std::floor((x - knots.front()) / period);
    x -= turns * period;
  }
  return static_cast<std::uint64_t>(std::upper_bound(knots.begin(), knots.end(), x) - knots.begin()) +
         knots.size() * static_cast<std::uint64_t>(static_cast<std::int64_t>(turns));
}

bool MotionLaw::keeps_its_piece(double begin_s, double end_s, std::span<const Bounds> phases) const {
  if (kind_ == LawKind::expression) return keeps_its_branches(expression_.program(), begin_s, end_s, phases);
  const Bounds x = phase_ < 0 ? Bounds{begin_s, end_s} : phases[static_cast<std::size_t>(phase_)];
  std::array<double, 4> room;
  const std::span<const double> all = places(room);
  return x.known() && std::upper_bound(all.begin(), all.end(), x.low) == std::upper_bound(all.begin(), all.end(), x.high);
}

bool MotionLaw::is_constant() const {
  switch (kind_) {
    case LawKind::expression: return !expression_.depends_on_time();
    case LawKind::sine: return numbers_[0] == 0 || numbers_[1] == 0;
    case LawKind::cycloid:
    case LawKind::trapezoid: return numbers_[0] == numbers_[1];
    case LawKind::polynomial: return std::all_of(numbers_.begin() + 1, numbers_.end(), [](double c) { return c == 0; });
    case LawKind::rose_x:
    case LawKind::rose_y: return numbers_[0] == 0;
    case LawKind::spline:
    case LawKind::table:
      for (std::size_t i = 0; i < pieces_->coefficients.size(); ++i) {
        if (pieces_->coefficients[i] != (i % pieces_->per_piece() == 0 ? pieces_->coefficients[0] : 0)) return false;
      }
      return true;
  }
  return false;
}

}  // namespace zanjir
