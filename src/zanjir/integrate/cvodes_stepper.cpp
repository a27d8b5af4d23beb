// CVODES in one-step mode.   Source: [Hindmarsh2005]; projection inside a multistep method: [Eich1993].
#include "zanjir/integrate/cvodes_stepper.hpp"

#include <cvodes/cvodes.h>
#include <cvodes/cvodes_ls.h>
#include <cvodes/cvodes_proj.h>
#include <fmt/format.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

#include <algorithm>
#include <cmath>

#include "zanjir/core/contract.hpp"
#include "zanjir/integrate/step_length.hpp"

namespace zanjir {
namespace {

void require_cv(int flag, const char* what) { ZANJIR_REQUIRE(flag == CV_SUCCESS, fmt::format("CVODES: {} gives {}", what, flag)); }

}  // namespace

CvodesStepper::CvodesStepper(Family family, const StepperOptions& options, System& system)
    : family_(family),
      problem_(options, system),
      work_(problem_.make_vector()),
      slope_(problem_.make_vector()),
      y_(static_cast<std::size_t>(system.n())),
      first_step_s_(options.first_step_s) {
  memory_ = CVodeCreate(family == Family::bdf ? CV_BDF : CV_ADAMS, problem_.context.get());
  ZANJIR_REQUIRE(memory_, "CVODES gives no memory");
  require_cv(CVodeSetErrHandlerFn(memory_, SundialsProblem::error, &problem_), "error handler");
  require_cv(CVodeInit(memory_, SundialsProblem::rhs, 0, work_.get()), "initialisation");
  require_cv(CVodeSetUserData(memory_, &problem_), "user data");
  require_cv(CVodeWFtolerances(memory_, SundialsProblem::weights), "weights");
  require_cv(CVodeSetMaxNumSteps(memory_, -1), "number of steps");
  if (options.max_step_s > 0) require_cv(CVodeSetMaxStep(memory_, options.max_step_s), "longest step");
  max_step_s_ = options.max_step_s;
  if (family == Family::bdf) {
    matrix_.reset(SUNDenseMatrix(system.n(), system.n(), problem_.context.get()));
    linear_.reset(SUNLinSol_Dense(work_.get(), matrix_.get(), problem_.context.get()));
    require_cv(CVodeSetLinearSolver(memory_, linear_.get(), matrix_.get()), "linear solver");
    require_cv(CVodeSetJacFn(memory_, SundialsProblem::jacobian), "Jacobian");
    require_cv(CVodeSetProjFn(memory_, project), "projection");
    require_cv(CVodeSetProjErrEst(memory_, SUNFALSE), "projection of errors");
    require_cv(CVodeSetProjFrequency(memory_, 1), "projection frequency");
  } else {
    nonlinear_ = SUNNonlinSol_FixedPoint(work_.get(), 0, problem_.context.get());
    require_cv(CVodeSetNonlinearSolver(memory_, nonlinear_), "fixed-point iteration");
  }
}

CvodesStepper::~CvodesStepper() {
  CVodeFree(&memory_);
  if (nonlinear_) SUNNonlinSolFree(nonlinear_);
}

// Called before the error test, maybe for a step that is then rejected: wants the correction and an untouched y. The history takes the same
// correction, ledger included, so that a rejected one leaves no trace.
int CvodesStepper::project(realtype t, N_Vector y, N_Vector correction, realtype, N_Vector, void* data) {
  auto& p = *static_cast<SundialsProblem*>(data);
  const double* ys = N_VGetArrayPointer_Serial(y);
  double* c = N_VGetArrayPointer_Serial(correction);
  std::copy_n(ys, p.n, c);
  p.changed = p.system.project(t, c);
  if (p.changed)
    for (int i = 0; i < p.n; ++i) c[i] -= ys[i];
  else std::fill_n(c, p.n, 0.0);
  return 0;
}

void CvodesStepper::restart(double t_s, const double* y) {
  std::copy_n(y, y_.size(), y_.begin());
  std::copy_n(y, y_.size(), N_VGetArrayPointer_Serial(work_.get()));
  t_ = t0_ = t_s;
  has_step_ = false;
  problem_.changed = problem_.stopped = false;
  problem_.h = 0;
  failures_ = iterations_ = 0;  // the library starts its counters anew
  require_cv(CVodeReInit(memory_, t_s, work_.get()), "start");
  // The step before an event is too long for order 1; the library's own estimate costs less and does not fail.
  require_cv(CVodeSetInitStep(memory_, first_step_s_), "first step");
  first_step_s_ = 0;
}

bool CvodesStepper::keeps_below(double longest_step_s) {
  if (max_step_s_ > 0) longest_step_s = std::min(longest_step_s, max_step_s_);
  longest_step_s *= shortens_ ? 0.99 : 1;  // the library takes another order only together with another step
  shortens_ = !shortens_;
  require_cv(CVodeSetMaxStep(memory_, std::isfinite(longest_step_s) ? longest_step_s : 0), "longest step");  // 0: none
  return true;
}

void CvodesStepper::count() {
  long errors = 0, solves = 0, iterations = 0;
  CVodeGetNumErrTestFails(memory_, &errors);
  CVodeGetNumStepSolveFails(memory_, &solves);
  CVodeGetNumNonlinSolvIters(memory_, &iterations);
  problem_.counts.rejected += errors + solves - failures_;
  problem_.counts.iterations += iterations - iterations_;
  failures_ = errors + solves;
  iterations_ = iterations;
}

// The slope is the one of the method, which is that of f where its equation is solved.
bool CvodesStepper::fooled(double t_end) {
  if (family_ != Family::bdf) return false;
  double gamma = 0;
  require_cv(CVodeGetCurrentGamma(memory_, &gamma), "gamma");
  require_cv(CVodeGetDky(memory_, t_end, 1, slope_.get()), "slope at the end");
  return problem_.fooled_about_bristles(t_end, N_VGetArrayPointer_Serial(work_.get()), N_VGetArrayPointer_Serial(slope_.get()), gamma);
}

// Along the slope, to where the library cannot tell it from none.
StepReport CvodesStepper::hop(double t_limit) {
  const double h = t_limit - t_;
  std::vector<double> slope(y_.size());
  ++problem_.counts.rhs;
  if (problem_.system.rhs(t_, y_.data(), slope.data()) != RhsStatus::ok) return {StepStatus::failed, t_, 0, "there is no slope"};
  for (std::size_t i = 0; i < y_.size(); ++i) slope[i] = y_[i] + h * slope[i];
  restart(t_limit, slope.data());
  ++problem_.counts.steps;
  return {StepStatus::reached_limit, t_, h, {}};
}

StepReport CvodesStepper::step(double t_limit) {
  if (!(t_limit > t_)) return {StepStatus::reached_limit, t_, 0, {}};
  // Two kinks of a law may be one but for rounding; where the library begins that is CV_TOO_CLOSE.
  if (!has_step_ && t_limit - t_ <= smallest_step(t_)) return hop(t_limit);
  double h = 0;
  CVodeGetCurrentStep(memory_, &h);
  problem_.h = h;
  problem_.changed = problem_.stopped = false;
  const double t_stop = has_step_ ? stop_towards(t_, t_limit, h) : t_limit;
  double t_end = t_;
  int flag = CVodeSetStopTime(memory_, t_stop);
  if (flag == CV_SUCCESS) flag = CVode(memory_, t_stop, work_.get(), &t_end, CV_ONE_STEP);
  count();
  if (flag < 0 || !problem_.is_step(t_, t_end, t_stop)) {
    why_ = sundials_failure(problem_, flag, CVodeGetReturnFlagName, t_);
    return {StepStatus::failed, t_, 0, why_};
  }
  if (fooled(t_end) && t_end - t_ > 4 * smallest_step(t_)) {
    // Anew from where it began, with a matrix of now and the shorter steps of order 1.
    ++problem_.counts.rejected;
    const double shorter = (t_end - t_) / 4;
    const std::vector<double> from = y_;
    first_step_s_ = shorter;
    restart(t_, from.data());
    return step(t_limit);
  }
  std::copy_n(N_VGetArrayPointer_Serial(work_.get()), y_.size(), y_.begin());
  t0_ = t_;
  t_ = t_end;
  has_step_ = true;
  ++problem_.counts.steps;
  problem_.counts.projections += problem_.changed;
  problem_.system.accepted(t_, y_.data());
  return {t_ == t_limit ? StepStatus::reached_limit : StepStatus::step, t_, t_ - t0_, {}};
}

void CvodesStepper::interpolate(double t_s, double* y) {
  if (t_s == t_ || !has_step_) {
    std::copy_n(y_.data(), y_.size(), y);
    return;
  }
  require_cv(CVodeGetDky(memory_, std::clamp(t_s, t0_, t_), 0, work_.get()), "value inside a step");
  std::copy_n(N_VGetArrayPointer_Serial(work_.get()), y_.size(), y);
}

StepReport CvodesStepper::retake(double) {
  ZANJIR_REQUIRE(false, "a multistep method takes no step again");
  return {};
}

}  // namespace zanjir
