// Our explicit Runge-Kutta methods (rk4, dopri5, dop853) with a chosen error norm and step control, or with constant steps. No heap after
// construction but for the words of a failure.
#pragma once

#include <span>
#include <vector>

#include "zanjir/integrate/hermite.hpp"
#include "zanjir/integrate/runge_kutta_tables.hpp"
#include "zanjir/integrate/stepper.hpp"
#include "zanjir/integrate/weighted_norm.hpp"

namespace zanjir {

class ExplicitRungeKutta final : public Stepper {
 public:
  ExplicitRungeKutta(const RungeKuttaTable&, const StepperOptions&, System&);

  void restart(double t_s, const double* y) override;
  StepReport step(double t_limit_s) override;
  double t() const override { return moved_ ? t_moved_ : t_; }
  const double* y() const override { return moved_ ? y_moved_.data() : y_.data(); }
  void interpolate(double t_s, double* y) override;
  void glance(double t_s, double* y) override;
  bool retakes() const override { return true; }
  StepReport retake(double t_s) override;
  bool move_end(double t_s) override;
  bool moves_end() const override {
    return table_.rows == table_.stages + 1;
  }  // not where the table needs stages of its own for a polynomial, as dop853 does
  const StepperCounts& counts() const override { return counts_; }

 private:
  enum class Knows { nothing, free, dense_stages, quintic };  // about the inside of the last step, once a sample was asked for

  RhsStatus slope(double t, const double* y, double* k);
  RhsStatus stages_and_solution(double h, double t_end);
  RhsStatus finish(double t_end);
  void combine(std::span<const double> weights, double h, int n, const double* from, double* out) const;
  double error(double h);
  double size(double y) const;
  double first_step(double rest);
  double length(double t_limit) const;
  void adapt(double h, double h_wanted, double err, int failures);
  double shrink(double err, int failures) const;
  void watch_stability(double h);
  void begin_step();
  StepReport accept(double t_end);
  StepReport fail(std::string why);
  void nested_dense(double theta, int n_terms, double* y);
  void prepare_sample();
  void read_inside(double t_s, double* y);
  double* end_slope() const { return k_[static_cast<std::size_t>(table_.stages)]; }
  int free_terms() const { return table_.rows > table_.stages + 1 ? 0 : static_cast<int>(table_.D.size()) / table_.rows; }
  HermiteEnds ends() const { return {n_, h_, y0_.data(), k_.front(), y_.data(), end_slope()}; }

  const RungeKuttaTable& table_;
  const StepperOptions options_;
  System& system_;
  const WeightedNorm norm_;
  const int n_;
  double safety_, max_growth_, max_shrink_, beta_;
  double t0_ = 0, t_ = 0, h_ = 0;  // the last step: start, end, length
  double h_next_ = 0, err_old_ = 1e-4;
  bool slope_known_ = false;      // at (t_, y_)
  bool end_slope_known_ = false;  // at y_try_, before it is projected
  bool moved_ = false;            // the step ends at t_moved_, y_moved_; its polynomial is that of the step to t_
  double t_moved_ = 0;
  std::vector<double> y_moved_;
  std::vector<double> y0_, y_, y_try_, slopes_, inner_;
  std::vector<double> terms_;    // of dense output, one after the other
  std::vector<double> between_;  // [stages] weights: the end less the stage before it, where both belong to the same instant; or empty
  std::vector<double*> k_;       // [rows], into slopes_
  Knows knows_ = Knows::nothing;
  StepperCounts counts_;
  std::string why_;
};

}  // namespace zanjir
