// The Runge-Kutta tables of ARKODE, explicit and diagonally implicit, adaptive or with constant steps.
#pragma once

#include <array>

#include "zanjir/integrate/hermite.hpp"
#include "zanjir/integrate/sundials_problem.hpp"

namespace zanjir {

enum class ArkodeTable : std::uint8_t { fehlberg4, fehlberg5, dormand_prince, verner, fehlberg8, sdirk4, esdirk5 };

struct ArkodeFunctions;

class ArkodeStepper final : public Stepper {
 public:
  ArkodeStepper(ArkodeTable, const StepperOptions&, System&);
  ~ArkodeStepper() override;
  ArkodeStepper(const ArkodeStepper&) = delete;
  ArkodeStepper& operator=(const ArkodeStepper&) = delete;

  void restart(double t_s, const double* y) override;
  StepReport step(double t_limit_s) override;
  double t() const override { return t_; }
  const double* y() const override { return y_.data(); }
  void interpolate(double t_s, double* y) override;
  bool retakes() const override { return true; }
  StepReport retake(double t_s) override;
  bool samples_inside() const override { return table_ != ArkodeTable::fehlberg8; }
  const StepperCounts& counts() const override { return problem_.counts; }

 private:
  struct Usual {
    double last = 0, before = 0, next = 0;  // what steps were off by, over a power of their length
  };
  enum class Knows { nothing, ends, inside };  // about the inside of the last step

  static int after_step(realtype t, N_Vector y, void* data);
  void reset(double t, const double* y, double h);
  int evolve(double t_stop, double& t_end);
  void count();
  bool fooled(double t_end);
  bool leapt(double t_end);  // over a jump of slopes
  bool leapt_implicitly(double t_end);
  bool leapt_by_fehlberg(double t_end);
  static bool grew(Usual&, double off, double per_power, double noise, double sudden);
  StepReport accept(double t_end, double t_limit);
  StepReport fail(int flag);
  void prepare_ends();
  void prepare_inside();
  HermiteEnds ends() const;
  double* inner(int i) { return inner_.data() + static_cast<std::ptrdiff_t>(i) * problem_.n; }

  const ArkodeTable table_;
  const ArkodeFunctions& library_;
  const double fixed_step_s_;
  SundialsProblem problem_;
  SundialsHandle<N_Vector> work_, slope_;
  SundialsHandle<SUNMatrix> matrix_;
  SundialsHandle<SUNLinearSolver> linear_;
  void* memory_ = nullptr;
  std::vector<double> y0_, y_, inner_;
  // Of leapt(): the slope at t0_, and the step before it.
  std::vector<double> begin_slope_, y_before_, slope_before_, middle_;
  double t_before_ = 0;
  bool begin_slope_known_ = false, slope_before_known_ = false;
  std::array<Usual, 2> usual_;
  VecX defect_;
  double t0_ = 0, t_ = 0;
  double h_full_ = 0;                   // last step size that no limit cut short
  bool begun_ = false, stale_ = false;  // stale: the library stands elsewhere, or with a step cut short
  Knows knows_ = Knows::nothing;
  long failures_ = 0, iterations_ = 0;  // of the library's counters, already counted
  std::string why_;
};

}  // namespace zanjir
