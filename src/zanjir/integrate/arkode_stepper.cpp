// ARKODE in one-step mode: ERKStep for explicit tables, ARKStep for implicit ones (it would run the explicit ones too, at one more right-hand side per
// step). The functions of both have the same signatures, so a table of them serves for both.   Source: [Gardner2022].
//
// Version 6.4.1 takes any explicit table whose last c is 1 for one whose last stage is the solution, and then starts the next step with a wrong
// slope (Verner: order 3 instead of 6). With a post-step hook it evaluates the slope anew, so explicit tables always have one. The implicit tables
// have none: their last stage is the solution, and its slope, as the iteration left it, is free of the rounding that a stiff f would multiply (with the hook
// esdirk5 fails Robertson's problem). They are projected after the step, and reset where that changed anything.
#include "zanjir/integrate/arkode_stepper.hpp"

#include <arkode/arkode_arkstep.h>
#include <arkode/arkode_erkstep.h>
#include <fmt/format.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "zanjir/core/contract.hpp"
#include "zanjir/integrate/step_length.hpp"

namespace zanjir {

struct ArkodeFunctions {
  decltype(&ARKStepReset) reset;
  decltype(&ARKStepSetInitStep) set_first_step;
  decltype(&ARKStepSetFixedStep) set_fixed_step;
  decltype(&ARKStepSetMaxStep) set_max_step;
  decltype(&ARKStepSetStopTime) set_stop_time;
  decltype(&ARKStepEvolve) evolve;
  decltype(&ARKStepGetDky) get_derivative;
  decltype(&ARKStepGetCurrentStep) get_step;
  decltype(&ARKStepGetNumErrTestFails) get_error_failures;
  decltype(&ARKStepSetErrHandlerFn) set_error_handler;
  decltype(&ARKStepSetUserData) set_user_data;
  decltype(&ARKStepWFtolerances) set_weights;
  decltype(&ARKStepSetMaxNumSteps) set_max_steps;
  decltype(&ARKStepSetMaxErrTestFails) set_max_error_failures;
  decltype(&ARKStepSetInterpolantDegree) set_interpolant_degree;
  decltype(&ARKStepGetReturnFlagName) flag_name;
  decltype(&ARKStepFree) free;
};

namespace {

constexpr ArkodeFunctions erk{
    ERKStepReset,          ERKStepSetInitStep,        ERKStepSetFixedStep,         ERKStepSetMaxStep,        ERKStepSetStopTime, ERKStepEvolve,
    ERKStepGetDky,         ERKStepGetCurrentStep,     ERKStepGetNumErrTestFails,   ERKStepSetErrHandlerFn,   ERKStepSetUserData, ERKStepWFtolerances,
    ERKStepSetMaxNumSteps, ERKStepSetMaxErrTestFails, ERKStepSetInterpolantDegree, ERKStepGetReturnFlagName, ERKStepFree};
constexpr ArkodeFunctions ark{
    ARKStepReset,          ARKStepSetInitStep,        ARKStepSetFixedStep,         ARKStepSetMaxStep,        ARKStepSetStopTime, ARKStepEvolve,
    ARKStepGetDky,         ARKStepGetCurrentStep,     ARKStepGetNumErrTestFails,   ARKStepSetErrHandlerFn,   ARKStepSetUserData, ARKStepWFtolerances,
    ARKStepSetMaxNumSteps, ARKStepSetMaxErrTestFails, ARKStepSetInterpolantDegree, ARKStepGetReturnFlagName, ARKStepFree};

// After an event the first step to be tried is the one before it, and from free flight, where nothing limits a step, into a contact that may be 1e7 times too long.
// Each failed attempt shortens it to 0.3 or less, so this many reach rounding from any length; the library's own limits (7 error tests, 10 iterations) do not.
constexpr int most_attempts = 60;

void require_ark(int flag, const char* what) { ZANJIR_REQUIRE(flag == ARK_SUCCESS, fmt::format("ARKODE: {} gives {}", what, flag)); }

bool is_implicit(ArkodeTable table) { return table == ArkodeTable::sdirk4 || table == ArkodeTable::esdirk5; }

void set_table(void* memory, ArkodeTable table) {
  const auto explicit_table = [&](ARKODE_ERKTableID id) { require_ark(ERKStepSetTableNum(memory, id), "table"); };
  const auto implicit_table = [&](ARKODE_DIRKTableID id) { require_ark(ARKStepSetTableNum(memory, id, ARKODE_ERK_NONE), "table"); };
  switch (table) {
    case ArkodeTable::fehlberg4: {  // the library advances with order 5; Fehlberg's method is the other way round
      const ARKodeButcherTable pair = ARKodeButcherTable_LoadERK(ARKODE_FEHLBERG_6_4_5);
      std::swap(pair->b, pair->d);
      std::swap(pair->q, pair->p);
      const int flag = ERKStepSetTable(memory, pair);
      ARKodeButcherTable_Free(pair);
      require_ark(flag, "table");
      break;
    }
    case ArkodeTable::fehlberg5: explicit_table(ARKODE_FEHLBERG_6_4_5); break;
    case ArkodeTable::dormand_prince: explicit_table(ARKODE_DORMAND_PRINCE_7_4_5); break;
    case ArkodeTable::verner: explicit_table(ARKODE_VERNER_8_5_6); break;
    case ArkodeTable::fehlberg8: explicit_table(ARKODE_FEHLBERG_13_7_8); break;
    case ArkodeTable::sdirk4: implicit_table(ARKODE_SDIRK_5_3_4); break;
    case ArkodeTable::esdirk5: implicit_table(ARKODE_ESDIRK547L2SA_7_4_5); break;
  }
}

}  // namespace

ArkodeStepper::ArkodeStepper(ArkodeTable table, const StepperOptions& options, System& system)
    : table_(table),
      library_(is_implicit(table) ? ark : erk),
      fixed_step_s_(options.fixed_step_s),
      problem_(options, system),
      work_(problem_.make_vector()),
      slope_(problem_.make_vector()) {
  const auto n = static_cast<std::size_t>(system.n());
  y0_.resize(n);
  y_.resize(n);
  inner_.resize(7 * n);
  y_before_.resize(n);
  begin_slope_.resize(n);
  slope_before_.resize(n);
  middle_.resize(2 * n);
  defect_.resize(system.n_states());
  if (table == ArkodeTable::fehlberg8 && options.fixed_step_s == 0) {
    constexpr int kept = 14;  // stages 1 to 12 and the slope at the end are the last of them when a step is done
    problem_.asked.kept = kept;
    problem_.asked.t_s.resize(kept);
    problem_.asked.slopes.resize(kept * n);
  }
  memory_ = is_implicit(table) ? ARKStepCreate(nullptr, SundialsProblem::rhs, 0, work_.get(), problem_.context.get())
                               : ERKStepCreate(SundialsProblem::rhs, 0, work_.get(), problem_.context.get());
  ZANJIR_REQUIRE(memory_, "ARKODE gives no memory");
  require_ark(library_.set_error_handler(memory_, SundialsProblem::error, &problem_), "error handler");
  require_ark(library_.set_user_data(memory_, &problem_), "user data");
  require_ark(library_.set_weights(memory_, SundialsProblem::weights), "weights");
  require_ark(library_.set_max_steps(memory_, -1), "number of steps");
  require_ark(library_.set_max_error_failures(memory_, most_attempts), "failed error tests");
  require_ark(library_.set_interpolant_degree(memory_, 3), "dense output");
  set_table(memory_, table);
  if (!is_implicit(table)) {
    require_ark(ERKStepSetPostprocessStepFn(memory_, after_step), "post-step hook");
  } else {
    matrix_.reset(SUNDenseMatrix(system.n(), system.n(), problem_.context.get()));
    linear_.reset(SUNLinSol_Dense(work_.get(), matrix_.get(), problem_.context.get()));
    require_ark(ARKStepSetLinearSolver(memory_, linear_.get(), matrix_.get()), "linear solver");
    require_ark(ARKStepSetJacFn(memory_, SundialsProblem::jacobian), "Jacobian");
    require_ark(ARKStepSetDeduceImplicitRhs(memory_, SUNTRUE), "slopes of the stages");
    require_ark(ARKStepSetMaxConvFails(memory_, most_attempts), "failed iterations");
    require_ark(ARKStepSetMaxNonlinIters(memory_, 10), "iterations");  // with a constant step a slow iteration cannot ask for a shorter one
  }
  if (options.max_step_s > 0) require_ark(library_.set_max_step(memory_, options.max_step_s), "longest step");
  if (fixed_step_s_ > 0) require_ark(library_.set_fixed_step(memory_, fixed_step_s_), "constant step");
  h_full_ = options.first_step_s;
}

ArkodeStepper::~ArkodeStepper() { library_.free(&memory_); }

// Once per accepted step, after the error test and before the slope and the interpolant are made: the place to project.
int ArkodeStepper::after_step(realtype t, N_Vector y, void* data) {
  auto& p = *static_cast<SundialsProblem*>(data);
  p.changed = p.system.project(t, N_VGetArrayPointer_Serial(y));
  return 0;
}

// The library to (t, y), its next step h long; 0: its own estimate.
void ArkodeStepper::reset(double t, const double* y, double h) {
  std::copy_n(y, y_.size(), N_VGetArrayPointer_Serial(work_.get()));
  if (begun_) {
    require_ark(library_.reset(memory_, t, work_.get()), "reset");
  } else {
    require_ark(is_implicit(table_) ? ARKStepReInit(memory_, nullptr, SundialsProblem::rhs, t, work_.get())
                                    : ERKStepReInit(memory_, SundialsProblem::rhs, t, work_.get()),
                "start");
    begun_ = true;
    failures_ = iterations_ = 0;
  }
  if (fixed_step_s_ <= 0) require_ark(library_.set_first_step(memory_, h), "first step");
  stale_ = false;
}

void ArkodeStepper::restart(double t_s, const double* y) {
  std::copy_n(y, y_.size(), y_.begin());
  y0_ = y_;
  t_ = t0_ = t_s;
  knows_ = Knows::nothing;
  stale_ = true;
  begin_slope_known_ = slope_before_known_ = false;
}

int ArkodeStepper::evolve(double t_stop, double& t_end) {
  problem_.changed = problem_.stopped = false;
  int flag = library_.set_stop_time(memory_, t_stop);
  if (flag == ARK_SUCCESS) flag = library_.evolve(memory_, t_stop, work_.get(), &t_end, ARK_ONE_STEP);
  count();
  return flag;
}

void ArkodeStepper::count() {
  long errors = 0, solves = 0, iterations = 0;
  library_.get_error_failures(memory_, &errors);
  if (is_implicit(table_)) {
    ARKStepGetNumStepSolveFails(memory_, &solves);
    ARKStepGetNumNonlinSolvIters(memory_, &iterations);
  }
  problem_.counts.rejected += errors + solves - failures_;
  problem_.counts.iterations += iterations - iterations_;
  failures_ = errors + solves;
  iterations_ = iterations;
}

// The slope is the one that the iteration left, which is none of f at the end of the step.
bool ArkodeStepper::fooled(double t_end) {
  if (!is_implicit(table_)) return false;
  double gamma = 0;
  require_ark(ARKStepGetCurrentGamma(memory_, &gamma), "gamma");
  require_ark(library_.get_derivative(memory_, t_end, 1, slope_.get()), "slope at the end");
  return problem_.fooled(t_end, N_VGetArrayPointer_Serial(work_.get()), N_VGetArrayPointer_Serial(slope_.get()), gamma);
}

// Whether slopes jump in a step that the error estimate of its table took for a good one.
bool ArkodeStepper::leapt(double t_end) {
  if (fixed_step_s_ > 0) return false;
  if (is_implicit(table_)) return leapt_implicitly(t_end);
  return table_ == ArkodeTable::fehlberg8 && leapt_by_fehlberg(t_end);
}

// All stages of sdirk4 lie behind the first quarter of a step, and the estimate of esdirk5 hardly weighs its first: what is over by then changes all slopes alike. So values and slopes at the ends of this step and of the one
// before it (fooled() has asked for the last one) are held against each other by their fifth divided difference, which is nothing for polynomials of degree four. Normed so that the rise of this step counts once, it
// is off by h^5 y^(5)/90 for steps of one length. Where there was no step, or one of another size, f in the middle of the cubic takes its place.
bool ArkodeStepper::leapt_implicitly(double t_end) {
  if (!problem_.f_end_known) return false;
  const double h = t_end - t_;
  const int n = problem_.system.n_states();
  const double* y1 = N_VGetArrayPointer_Serial(work_.get());
  const double* f1 = problem_.f_end.data();
  const auto slope_at = [&](double t_s, const double* y, double* f) {
    ++problem_.counts.rhs;
    return problem_.system.rhs(t_s, y, f) == RhsStatus::ok;
  };
  if (!begin_slope_known_ && !slope_at(t_, y_.data(), begin_slope_.data())) return false;
  begin_slope_known_ = true;
  const double *y0 = y_.data(), *f0 = begin_slope_.data();
  const double before = (t_before_ - t_) / h;
  constexpr double about_as_long = 0.2;
  double per_h5 = 0;
  if (slope_before_known_ && -before > about_as_long && -before * about_as_long < 1) {
    // Nodes -r, 0, 1, each twice: sum over them of y'/w - y w'/w^2, w the product of the squared distances to the others.
    const double x[] = {before, 0, 1};
    double of_y[3], of_f[3];
    for (int i = 0; i < 3; ++i) {
      const double a = x[i] - x[(i + 1) % 3], b = x[i] - x[(i + 2) % 3];
      of_f[i] = 1 / (a * a * b * b);
      of_y[i] = -2 * (1 / a + 1 / b) * of_f[i];
    }
    per_h5 = of_y[2];
    for (int i = 0; i < n; ++i) {
      const auto k = static_cast<std::size_t>(i);
      defect_[i] =
          (y1[i] - y0[i]) + (of_y[0] * (y_before_[k] - y0[i]) + h * (of_f[0] * slope_before_[k] + of_f[1] * f0[i] + of_f[2] * f1[i])) / of_y[2];
    }
  } else {
    double *y = middle_.data(), *f = y + problem_.n;
    cubic_hermite({problem_.n, h, y0, f0, y1, f1}, 0.5, y);
    if (!slope_at(t_ + h / 2, y, f)) return false;
    per_h5 = 24;  // h^5 y^(5)/2880
    for (int i = 0; i < n; ++i) defect_[i] = y1[i] - y0[i] - h / 6 * (f0[i] + 4 * f[i] + f1[i]);
  }
  double off = problem_.length(defect_, y1);
  if (off > 1) {  // stiff parts multiply what is wrong with y at these places, and a step damps it again
    double gamma = 0;
    require_ark(ARKStepGetCurrentGamma(memory_, &gamma), "gamma");
    problem_.damp(gamma, defect_);
    off = problem_.length(defect_, y1);
  }
  constexpr double noise = 0.3;  // of iterations
  constexpr double sudden = 20;  // smooth motions seldom reach 10
  return grew(usual_[0], off, std::abs(per_h5) / std::pow(h, 5), noise, sudden);
}

// `off`, in tolerances, is what a step is off by in a rule that falls with a power of its length where the motion is smooth, and from one step to the next by about as much. Whether it grew suddenly; if not, it is what the
// next two steps are held against: one alone may have an error of nothing by chance. Below `noise` it says only that it is no larger. Of a step over a jump that is short enough to be good only so much is kept as could
// be smooth, or the next, which is longer, would pass anything.
bool ArkodeStepper::grew(Usual& usual, double off, double per_power, double noise, double sudden) {
  const double so_far = std::max(usual.last, usual.before);
  if (off > 1 && off * per_power > sudden * so_far) return true;
  usual.next = std::max(off, noise) * per_power;
  if (so_far > 0) usual.next = std::min(usual.next, (off > noise ? sudden : 1) * so_far);
  return false;
}

// Fehlberg's estimate is 41/840 h (k_0 + k_10 - k_11 - k_12), two instants alone: of a slope that follows from time it says nothing. The stages 11, 7, 9, 5, 8, 6 and the slope at the end divide the step into
// six. The fifth differences of the first and of the last six of them satisfy the order conditions of all trees up to five, so that times h they fall as h^6 where slopes are smooth, far slower than the error of the step,
// but of a jump one of them keeps a good part. So what they are may be what they were, by that power, or below the tolerance; a sudden growth is a jump.
bool ArkodeStepper::leapt_by_fehlberg(double t_end) {
  constexpr int stage_at[] = {11, 7, 9, 5, 8, 6, 13};  // in sixths of the step; 13: at its end
  constexpr double c[] = {0, 2.0 / 27, 1.0 / 9, 1.0 / 6, 5.0 / 12, 0.5, 5.0 / 6, 1.0 / 6, 2.0 / 3, 1.0 / 3, 1, 0, 1, 1};
  constexpr double fifth[] = {-1, 5, -10, 10, -5, 1};
  constexpr double noise = 1e-6;     // rounding
  constexpr double sudden = 100;     // with 20 a double pendulum takes one step in ten twice at 1e-7, with this none
  constexpr double largest_sum = 6;  // of the first of these: what a jump of 1 leaves at most
  const auto& asked = problem_.asked;
  const int n = problem_.system.n_states();
  const double h = t_end - t_;
  if (asked.n < asked.kept) return false;
  std::array<const double*, 7> f;
  for (std::size_t k = 0; k < f.size(); ++k) {
    const auto row = static_cast<std::ptrdiff_t>((asked.n - asked.kept + stage_at[k]) % asked.kept);
    if (!(std::abs(asked.t_s[static_cast<std::size_t>(row)] - (t_ + c[stage_at[k]] * h)) <= 1e-6 * h + smallest_step(t_))) return false;
    f[k] = asked.slopes.data() + row * n;
  }
  const double* y = N_VGetArrayPointer_Serial(work_.get());
  bool leapt = false;
  for (std::size_t from = 0; from < 2; ++from) {
    for (int i = 0; i < n; ++i) {
      double sum = 0;
      for (std::size_t k = 0; k < 6; ++k) sum += fifth[k] * f[from + k][i];
      defect_[i] = h / largest_sum * sum;
    }
    const double off = problem_.length(defect_, y);
    leapt = grew(usual_[from], off, 1 / std::pow(h, 6), noise, sudden) || leapt;
  }
  return leapt;
}

StepReport ArkodeStepper::accept(double t_end, double t_limit) {
  std::copy_n(N_VGetArrayPointer_Serial(work_.get()), y_.size(), y_.begin());
  if (is_implicit(table_)) {
    problem_.changed = problem_.system.project(t_end, y_.data());
    slope_before_known_ = begin_slope_known_;
    begin_slope_known_ = problem_.f_end_known;  // that of a place as near as the projection leaves it
    std::swap(slope_before_, begin_slope_);
    std::swap(begin_slope_, problem_.f_end);
  }
  for (Usual& usual : usual_) usual.before = usual.last, usual.last = usual.next;
  t_ = t_end;
  knows_ = Knows::nothing;
  ++problem_.counts.steps;
  problem_.counts.projections += problem_.changed;
  problem_.system.accepted(t_, y_.data());
  return {t_ == t_limit ? StepStatus::reached_limit : StepStatus::step, t_, t_ - t0_, {}};
}

StepReport ArkodeStepper::fail(int flag) {
  why_ = sundials_failure(problem_, flag, library_.flag_name, t0_);
  y_ = y0_;
  t_ = t0_;
  knows_ = Knows::nothing;
  stale_ = true;
  return {StepStatus::failed, t_, 0, why_};
}

StepReport ArkodeStepper::step(double t_limit) {
  if (!(t_limit > t_)) return {StepStatus::reached_limit, t_, 0, {}};
  std::swap(y_before_, y0_);
  t_before_ = t0_;
  y0_ = y_;
  t0_ = t_;
  double h = fixed_step_s_ > 0 ? fixed_step_towards(t_, t_limit, fixed_step_s_) : h_full_;
  if (fixed_step_s_ > 0 && h != problem_.h) {
    require_ark(library_.set_fixed_step(memory_, h), "constant step");
    stale_ = true;  // the library has already made up its mind about the next step
  }
  if (stale_) reset(t_, y_.data(), h_full_);
  else if (fixed_step_s_ <= 0) library_.get_step(memory_, &h);
  problem_.h = h;
  const double t_stop = fixed_step_s_ > 0 ? step_end(t_, h, t_limit) : stop_towards(t_, t_limit, h);

  double t_end = t_;
  int flag = evolve(t_stop, t_end);
  // An explicit table gives up where a stage has no slope; a shorter step may have one.
  for (double shorter = h > 0 ? h : t_limit - t_; flag == ARK_UNREC_RHSFUNC_ERR && fixed_step_s_ <= 0 && shorter > smallest_step(t_);) {
    ++problem_.counts.rejected;
    shorter *= 0.25;
    reset(t_, y_.data(), shorter);
    flag = evolve(t_limit, t_end);
  }
  // Shorter ones begin with a matrix of their own, and are short enough at last for slopes that change along the step as well.
  // A jump of slopes likewise: over it goes a step for which it does not matter.
  int again = 0;
  for (double shorter = t_end - t_; flag >= 0 && (fooled(t_end) || leapt(t_end)) && shorter > smallest_step(t_);) {
    ++problem_.counts.rejected;
    shorter *= !is_implicit(table_) && again++ == 0 ? 0.5 : 0.25;  // half of it may show that there was none
    if (fixed_step_s_ > 0) require_ark(library_.set_fixed_step(memory_, shorter), "constant step");
    reset(t_, y_.data(), shorter);
    problem_.h = shorter;
    flag = evolve(t_limit, t_end);
  }
  if (flag < 0 || !problem_.is_step(t_, t_end, t_stop)) return fail(flag);
  const StepReport report = accept(t_end, t_limit);
  if (fixed_step_s_ <= 0) {
    double h_next = 0;
    library_.get_step(memory_, &h_next);
    const bool cut = report.h_s < h && t_end == t_stop;
    h_full_ = cut ? std::max(h, h_next) : h_next;
    stale_ = cut && h_next < 0.5 * h;  // growing back would take many steps, a reset one right-hand side
  }
  if (is_implicit(table_) && problem_.changed) stale_ = true;
  return report;
}

StepReport ArkodeStepper::retake(double t_s) {
  const double h = t_s - t0_;
  ZANJIR_REQUIRE(h > 0 && t_ > t0_, "only a step that was taken can be taken again, forwards");
  std::copy_n(y0_.data(), y0_.size(), N_VGetArrayPointer_Serial(work_.get()));
  require_ark(library_.reset(memory_, t0_, work_.get()), "reset");
  require_ark(library_.set_fixed_step(memory_, h), "constant step");  // no error test
  problem_.h = h;
  double t_end = t0_;
  const int flag = evolve(t_s, t_end);
  if (fixed_step_s_ <= 0) require_ark(library_.set_fixed_step(memory_, 0), "adaptive steps");
  stale_ = true;
  if (flag < 0) return fail(flag);
  --problem_.counts.steps;
  problem_.f_end_known = false;
  StepReport report = accept(t_end, t_s);
  report.status = StepStatus::step;
  return report;
}

HermiteEnds ArkodeStepper::ends() const { return {problem_.n, t_ - t0_, y0_.data(), inner_.data(), y_.data(), inner_.data() + problem_.n}; }

// The slopes at both ends are those of the library's cubic.
void ArkodeStepper::prepare_ends() {
  if (knows_ != Knows::nothing) return;
  for (int end = 0; end < 2; ++end) {
    require_ark(library_.get_derivative(memory_, end == 0 ? t0_ : t_, 1, work_.get()), "slope at the end of a step");
    std::copy_n(N_VGetArrayPointer_Serial(work_.get()), problem_.n, inner(end));
  }
  knows_ = Knows::ends;
}

// Degree 4 for methods up to order 5, one right-hand side; degree 5 above, three; once per step.
void ArkodeStepper::prepare_inside() {
  if (knows_ == Knows::inside) return;
  knows_ = Knows::inside;
  double *c = inner(2), *d = inner(3), *y = inner(4), *f_a = inner(5), *f_b = inner(6);
  std::fill_n(c, 2 * problem_.n, 0.0);  // c and d: the cubic, should there be no slope inside
  const HermiteEnds e = ends();
  const auto slope_at = [&](double theta, double* f) {
    cubic_hermite(e, theta, y);
    add_bump(e.n, theta, c, d, y);
    ++problem_.counts.rhs;
    return problem_.system.rhs(t0_ + theta * e.h, y, f) == RhsStatus::ok;
  };
  if (!slope_at(theta_4, f_a)) return;
  quartic_coefficient(e, f_a, c);
  if (table_ != ArkodeTable::verner && table_ != ArkodeTable::fehlberg8) return;
  if (slope_at(theta_5a, f_a) && slope_at(theta_5b, f_b)) quintic_coefficients(e, f_a, f_b, c, d);
}

void ArkodeStepper::interpolate(double t_s, double* y) {
  if (t_s == t_ || t_ == t0_) {
    std::copy_n(y_.data(), y_.size(), y);
    return;
  }
  prepare_ends();
  const HermiteEnds e = ends();
  const double theta = (t_s - t0_) / e.h;
  cubic_hermite(e, theta, y);
  prepare_inside();
  add_bump(e.n, theta, inner(2), inner(3), y);
}

}  // namespace zanjir
