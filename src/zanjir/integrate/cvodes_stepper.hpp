// The multistep methods of CVODES: `bdf` and `adams`, variable order and step.
#pragma once

#include <sundials/sundials_nonlinearsolver.h>

#include "zanjir/integrate/sundials_problem.hpp"

namespace zanjir {

class CvodesStepper final : public Stepper {
 public:
  enum class Family : std::uint8_t { bdf, adams };
  CvodesStepper(Family, const StepperOptions&, System&);
  ~CvodesStepper() override;
  CvodesStepper(const CvodesStepper&) = delete;
  CvodesStepper& operator=(const CvodesStepper&) = delete;

  void restart(double t_s, const double* y) override;
  StepReport step(double t_limit_s) override;
  bool keeps_below(double longest_step_s) override;
  double t() const override { return t_; }
  const double* y() const override { return y_.data(); }
  void interpolate(double t_s, double* y) override;
  bool retakes() const override { return false; }  // going back means order 1 from there: the polynomial is the solution
  StepReport retake(double t_s) override;
  bool projects() const override { return family_ == Family::bdf; }
  const StepperCounts& counts() const override { return problem_.counts; }

 private:
  static int project(realtype t, N_Vector y, N_Vector correction, realtype, N_Vector, void* data);
  void count();
  bool fooled(double t_end);
  StepReport hop(double t_limit_s);

  const Family family_;
  SundialsProblem problem_;
  SundialsHandle<N_Vector> work_, slope_;
  SundialsHandle<SUNMatrix> matrix_;
  SundialsHandle<SUNLinearSolver> linear_;
  SUNNonlinearSolver nonlinear_ = nullptr;
  void* memory_ = nullptr;
  std::vector<double> y_;
  double t_ = 0, t0_ = 0;
  bool has_step_ = false, shortens_ = false;
  double first_step_s_ = 0, max_step_s_ = 0;
  long failures_ = 0, iterations_ = 0;  // of the library's counters, already counted
  std::string why_;
};

}  // namespace zanjir
