// Motion laws: value, rate and acceleration as functions of time or of a phase (forces/phases.hpp), exact derivatives.
//
// LawDescription::numbers by kind, SI and radians:
//   sine        amplitude A, angular frequency w, phase p, offset c          c + A sin(w t + p)
//   cycloid     from, to, start, duration                                    from + (to - from)(u - sin(2 pi u)/(2 pi)), u = (t - start)/duration
//   polynomial  c0, c1, c2, ...                                              c0 + c1 t + c2 t^2 + ...
//   trapezoid   from, to, start, duration, acceleration time                 rate rises, stays, falls
//   spline      ends: 0 rest, 1 natural, 2 periodic                          knots in `knots`
//   rose_x/y    radius, order, period, phase, center, ramp                   center + radius cos(order theta) {cos, sin}(theta)
//   table       TableSpline (describe/table_spline.hpp)                      points in `knots`
// Before and after its interval a cycloid or trapezoid holds its end value; a spline goes on with the rate it has at its end (zero for
// `rest`), a periodic one repeats, a linear table holds.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "zanjir/core/kinds.hpp"
#include "zanjir/language/expression.hpp"

namespace zanjir {

struct Bounds;
struct LawDescription;
class Phases;

// Built once from its description (spline coefficients are solved here); evaluating allocates nothing.
class MotionLaw {
 public:
  MotionLaw() = default;  // the constant 0
  explicit MotionLaw(const LawDescription&);
  Jet at(double t, std::span<const Jet> phases = {}) const;           // phases: those of the model at t; a law of time alone needs none
  double value_at(double t, std::span<const Jet> phases = {}) const;  // alone: what a law of a force is asked for
  const Expression* expression() const { return kind_ == LawKind::expression ? &expression_ : nullptr; }
  bool is_constant() const;
  // The first instant in (after, until) where the law is put together from two pieces that no step of an integration should span; infinity: none. These are
  // the ends of every interval, the knees of a trapezoid, the knots of a linear or quadratic table, and where an expression takes another branch. Knots of other
  // splines are none: value, rate and acceleration are continuous there, and a recorded series has thousands.
  double next_switch(double after_s, double until_s, const Phases&) const;
  double next_switch(double after_s, double until_s) const;  // of a law of time alone
  // Of a law of measures (core/law_measures.hpp): whether it is put together from pieces of them, which of its pieces holds, one number for each, and that none but one does within bounds of
  // the phases and measures; false: another one may.
  bool has_pieces_of_measures() const;
  bool names(unsigned argument) const;  // a phase or a measure
  std::uint64_t piece_at(double t, std::span<const Jet> phases) const;
  // Which formula holds: as piece_at, and every knot of a spline begins another one, though nothing but a higher derivative jumps there.
  std::uint64_t formula_at(double t, std::span<const Jet> phases) const;
  bool keeps_its_piece(double begin_s, double end_s, std::span<const Bounds> phases) const;

 private:
  template <class Out> Out of(double x) const;         // as a function of its argument, for all kinds but expressions: a Jet, or the value alone
  template <class Out> Out of_pieces(double x) const;  // of splines and tables
  // Where one piece ends and the next begins, rising; `room` is for those that are not kept.
  std::span<const double> places(std::array<double, 4>& room) const;
  double next_switch_of(double after, double until) const;
  int phase_ = -1;  // the argument: a phase, or time
  LawKind kind_ = LawKind::expression;
  Expression expression_;
  std::vector<double> numbers_;
  // Of splines and tables, as many coefficients per interval as the order + 1, powers of (t - knot) rising. Shared by copies: a recorded series has thousands.
  struct Pieces {
    std::vector<double> knots, coefficients;
    std::size_t per_piece() const { return coefficients.size() / (knots.size() - 1); }
  };
  std::shared_ptr<const Pieces> pieces_;
};

}  // namespace zanjir
