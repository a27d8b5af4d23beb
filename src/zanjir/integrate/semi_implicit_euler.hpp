// Semi-implicit (symplectic) Euler: speeds first, positions with the new speeds. Order 1, constant steps.   Source: [Hairer2006] section I.1.2.
//   v_n+1 = v_n + h vdot(t_n, q_n, v_n),   q_n+1 = q_n moved along h v_n+1,   z by the explicit Euler rule
// The ledger takes the trapezoidal rule of the rates at both ends, which are there anyway.
#pragma once

#include <string>
#include <vector>

#include "zanjir/integrate/mechanical_system.hpp"
#include "zanjir/integrate/stepper.hpp"

namespace zanjir {

class SemiImplicitEuler final : public Stepper {
 public:
  SemiImplicitEuler(const StepperOptions&, System&, MechanicalSystem&);

  void restart(double t_s, const double* y) override;
  StepReport step(double t_limit_s) override;
  double t() const override { return t_; }
  const double* y() const override { return y_.data(); }
  // Linear in v and z, along the new speed in q: continuous, and as good as the step.
  void interpolate(double t_s, double* y) override;
  bool retakes() const override { return true; }
  StepReport retake(double t_s) override;
  const StepperCounts& counts() const override { return counts_; }

 private:
  RhsStatus slope(double t, const double* y, double* f);
  RhsStatus take(double h, double t_end);
  void move(double h, const double* rates_end, double* y);
  StepReport accept(double t_end);
  StepReport fail(std::string why);

  const double step_s_;
  System& system_;
  MechanicalSystem& mechanical_;
  const int n_;
  double t0_ = 0, t_ = 0;
  bool slope_known_ = false;
  std::vector<double> y0_, y_, y_try_, f0_, f1_, dv_;
  StepperCounts counts_;
  std::string why_;
};

}  // namespace zanjir
