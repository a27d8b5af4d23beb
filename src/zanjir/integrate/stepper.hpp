// One step at a time: what the driver in simulate/ sees of an integration method, ours or SUNDIALS'.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "zanjir/core/diagnostic.hpp"
#include "zanjir/core/words.hpp"
#include "zanjir/integrate/system.hpp"

namespace zanjir {

enum class ErrorNorm : std::uint8_t { rms, max };
template <> struct WordsOf<ErrorNorm> { static constexpr WordOf<ErrorNorm> table[] = {{ErrorNorm::rms, "rms"}, {ErrorNorm::max, "max"}}; };
// Which part of y the error test looks at. With `states_and_ledger` it is the larger of the two norms, so the ledger never dilutes the states.
enum class ErrorScope : std::uint8_t { states, states_and_ledger };
template <> struct WordsOf<ErrorScope> {
  static constexpr WordOf<ErrorScope> table[] = {{ErrorScope::states_and_ledger, "states-and-ledger"}, {ErrorScope::states, "states"}};
};

// How dopri5 and dop853 choose their steps.
//   pi     the controller of [Hairer1993] section II.4, weights abs_tol + rel_tol max(|y_n|, |y_n+1|)
//   ode45  that of Matlab's solver [ShampineReichelt1997], for a paper's step counts: weights max(abs_tol, rel_tol max(|y_n|, |y_n+1|)), no memory, no
//          growth after a failure, halving from the second failure on, its first step, a last step stretched by up to a tenth. Its norm is
//          ErrorNorm::max and its largest step a tenth of the run: both are set by the user.
enum class StepControl : std::uint8_t { pi, ode45 };
template <> struct WordsOf<StepControl> { static constexpr WordOf<StepControl> table[] = {{StepControl::pi, "pi"}, {StepControl::ode45, "ode45"}}; };

// The auxiliary acceleration of generalized-alpha at a start belongs to the time t + (alpha_m - alpha_f) h. Extrapolated there it keeps second order from the
// first step on [Arnold2015]; many programs take the acceleration at t, whose error stays in the speeds and is of the size of the method's own.
enum class FirstAuxiliary : std::uint8_t { extrapolated, acceleration };
template <> struct WordsOf<FirstAuxiliary> {
  static constexpr WordOf<FirstAuxiliary> table[] = {{FirstAuxiliary::extrapolated, "extrapolated"}, {FirstAuxiliary::acceleration, "acceleration"}};
};

struct StepperOptions {
  std::string method = "dopri5";  // one of stepper_methods(); of a run also automatic_method
  double rel_tol = 1e-9, abs_tol = 1e-9;
  double fixed_step_s = 0;  // > 0: constant steps, no error test; needed by rk4, semi-implicit-euler and generalized-alpha
  double first_step_s = 0;  // 0: the method's own estimate
  double max_step_s = 0;    // 0: no limit
  ErrorNorm norm = ErrorNorm::rms;
  ErrorScope scope = ErrorScope::states_and_ledger;
  StepControl control = StepControl::pi;              // dopri5 and dop853
  double safety = 0, max_growth = 0, max_shrink = 0;  // 0: those of the control (pi: 0.9, 10 or 6, 0.2 or 0.333; ode45: 0.8, 5, 0.1)
  double spectral_radius = 0.8;                       // generalized-alpha: what is left of an infinitely fast oscillation after a step, in [0, 1]
  FirstAuxiliary first_auxiliary = FirstAuxiliary::extrapolated;  // generalized-alpha
  double iteration_tolerance = 1e-2;  // generalized-alpha: corrections end below this part of what the tolerances allow a step to be off
  int max_iterations = 20;            // generalized-alpha: of the corrections of one step
};
// What is wrong with them, keys named as the fields; the caller adds the position.
std::vector<Diagnostic> validate(const StepperOptions&);
// Why it is none: not a number, below zero or infinite; empty: it is one.
std::string no_length_of_time(double value);

enum class StepStatus : std::uint8_t { step, reached_limit, failed };
struct StepReport {
  StepStatus status = StepStatus::step;
  double t_s = 0, h_s = 0;  // where the step ended, and its length
  std::string_view why;     // failed: in words; valid until the next call
};

struct StepperCounts {
  long steps = 0, rejected = 0, rhs = 0, jacobians = 0, iterations = 0, projections = 0;  // rhs: residuals too (generalized-alpha)
  long rhs_for_output = 0;                                                                // those of rhs that served samples inside steps only
  long held = 0;             // dopri5 and dop853: steps near the border of what is stable, set by the fastest part, however little it moves
  double fastest_per_s = 0;  // of the last of them: |lambda| of what holds it
  StepperCounts& operator+=(const StepperCounts&);
};

class Stepper {
 public:
  virtual ~Stepper() = default;
  // Begin, or begin again after an event or a change of input: y of system.n() entries. One-step methods keep their step size.
  virtual void restart(double t_s, const double* y) = 0;
  // One accepted step, never past t_limit; projected (System::project) where the method can be. After `failed` y() is the last good state.
  virtual StepReport step(double t_limit_s) = 0;
  // No longer steps than this until the next call. False: the method cannot keep to it by itself, and step() has to be given a limit. Multistep methods do: one that is stopped at every step keeps
  // the order it had, and after a restart that is the first.
  virtual bool keeps_below(double /*longest_step_s*/) { return false; }
  virtual double t() const = 0;
  virtual const double* y() const = 0;
  // Inside the last step, its ends included; as good as the step itself, unless samples_inside() says otherwise. The first call in a step may cost
  // right-hand sides.
  virtual void interpolate(double t_s, double* y) = 0;
  // The same for who only wants to know where to look closer: without right-hand sides where that gives a polynomial at most an order worse than the step.
  virtual void glance(double t_s, double* y) { interpolate(t_s, y); }
  // One-step methods: the last step again, from its start to exactly t_s, without an error test. The next step() goes on from there.
  virtual bool retakes() const = 0;
  virtual StepReport retake(double t_s) = 0;
  // The end of the last step along the step's own polynomial to t_s, which is near: both its value and its slope are right at the end, so that what is wrong with it there
  // falls with the square of the way. False, and nothing is moved: the method cannot, or it would show beside the step's own error.
  virtual bool move_end(double /*t_s*/) { return false; }
  virtual bool moves_end() const { return false; }
  // False: dense output is much worse than the step (Fehlberg 7(8)); the driver then steps to each instant it needs.
  virtual bool samples_inside() const { return true; }
  // False: the method cannot call System::project (Adams); loops then need Baumgarte terms. Generalized-alpha says true and never calls it: it solves
  // phi = 0 itself, in the rows of its MechanicalSystem.
  virtual bool projects() const { return true; }
  virtual const StepperCounts& counts() const = 0;
};

struct MethodInfo {
  std::string_view name;   // as written in files and on the command line
  std::string_view title;  // for people
  int order = 0;           // highest, where it varies
  bool adaptive = true, implicit = false, one_step = true;
  std::string_view note;
  bool projects = true;  // as Stepper::projects()
};
std::span<const MethodInfo> stepper_methods();
// dopri5, and where stability sets its steps whatever is cheaper: decided by runs (simulate/method_choice.hpp), no method of its own.
inline constexpr std::string_view automatic_method = "auto";
const MethodInfo* find_method(std::string_view name);

// The systems must outlive the stepper. The mechanical one is needed by generalized-alpha and semi-implicit-euler alone; its coordinates lie at
// the front of y (mechanical_system.hpp). The options must be valid.
class MechanicalSystem;
std::unique_ptr<Stepper> make_stepper(const StepperOptions&, System&, MechanicalSystem* = nullptr);

}  // namespace zanjir
