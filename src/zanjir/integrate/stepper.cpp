#include "zanjir/integrate/stepper.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

#include "zanjir/core/contract.hpp"
#include "zanjir/integrate/arkode_stepper.hpp"
#include "zanjir/integrate/cvodes_stepper.hpp"
#include "zanjir/integrate/explicit_runge_kutta.hpp"
#include "zanjir/integrate/generalized_alpha.hpp"
#include "zanjir/integrate/semi_implicit_euler.hpp"
#include "zanjir/language/values.hpp"

namespace zanjir {
namespace {

// The one list of methods. Names, help, documentation and tests follow from it; make_stepper says what stands behind each.
constexpr bool adaptive = true, implicit = true, one_step = true;
constexpr std::array methods = {
    MethodInfo{"dopri5", "Dormand-Prince 5(4), ours", 5, adaptive, !implicit, one_step, "smooth motion, events, a paper's step control; the default"},
    MethodInfo{"dop853", "Dormand-Prince 8(5,3), ours", 8, adaptive, !implicit, one_step, "tight tolerances (below 1e-8), long smooth motion"},
    MethodInfo{"bdf", "backward differentiation, CVODES", 5, adaptive, implicit, !one_step, "stiff and damped: controllers, springs with dampers"},
    MethodInfo{"adams", "Adams-Moulton, CVODES", 12, adaptive, !implicit, !one_step,
               "costly right-hand sides, few events; loops with Baumgarte terms only", false},
    MethodInfo{"fehlberg45", "Runge-Kutta-Fehlberg 4(5), ARKODE", 4, adaptive, !implicit, one_step, "the classical pair: advances with order 4"},
    MethodInfo{"fehlberg54", "Runge-Kutta-Fehlberg 5(4), ARKODE", 5, adaptive, !implicit, one_step, "the same pair, advances with order 5"},
    MethodInfo{"dopri5-ark", "Dormand-Prince 5(4), ARKODE", 5, adaptive, !implicit, one_step, "to check dopri5"},
    MethodInfo{"verner65", "Verner 6(5), ARKODE", 6, adaptive, !implicit, one_step, "tolerances about 1e-9"},
    MethodInfo{"fehlberg78", "Runge-Kutta-Fehlberg 8(7), ARKODE", 8, adaptive, !implicit, one_step, "steps to every sample; dop853 does not have to"},
    MethodInfo{"sdirk4", "singly diagonally implicit 4(3), ARKODE", 4, adaptive, implicit, one_step, "stiff with events"},
    MethodInfo{"esdirk5", "explicit first stage, diagonally implicit 5(4), ARKODE", 5, adaptive, implicit, one_step,
               "stiff, accurate, costly: for checking"},
    MethodInfo{"rk4", "classical Runge-Kutta", 4, !adaptive, !implicit, one_step, "constant steps, real time"},
    MethodInfo{"semi-implicit-euler", "symplectic Euler", 1, !adaptive, !implicit, one_step, "constant steps, cheap, keeps energy bounded"},
    MethodInfo{"generalized-alpha", "generalized-alpha on the configuration manifold", 2, !adaptive, implicit, one_step,
               "constant steps; stiff springs without dampers; loops in their index-3 form"},
};

void add_error(std::vector<Diagnostic>& out, std::string key, std::string message, std::string hint = {}) {
  Diagnostic d;
  d.key_path = std::move(key);
  d.message = std::move(message);
  d.hint = std::move(hint);
  out.push_back(std::move(d));
}

}  // namespace

StepperCounts& StepperCounts::operator+=(const StepperCounts& o) {
  for (const auto count : {&StepperCounts::steps, &StepperCounts::rejected, &StepperCounts::rhs, &StepperCounts::jacobians,
                           &StepperCounts::iterations, &StepperCounts::projections, &StepperCounts::rhs_for_output, &StepperCounts::held})
    this->*count += o.*count;
  fastest_per_s = std::max(fastest_per_s, o.fastest_per_s);
  return *this;
}

std::span<const MethodInfo> stepper_methods() { return methods; }

const MethodInfo* find_method(std::string_view name) {
  const auto found = std::ranges::find(methods, name, &MethodInfo::name);
  return found == methods.end() ? nullptr : &*found;
}

std::string no_length_of_time(double value) {
  if (std::isnan(value)) return "not a number";
  return value < 0 ? "not a length of time" : std::isinf(value) ? "infinite" : "";
}

std::vector<Diagnostic> validate(const StepperOptions& o) {
  std::vector<Diagnostic> out;
  if (o.method == automatic_method) {
    StepperOptions first = o;
    first.method = "dopri5";
    if (o.fixed_step_s > 0) add_error(out, "fixed_step_s", "'auto' chooses its own steps", "name a method to have constant steps");
    else out = validate(first);
    return out;
  }
  const MethodInfo* method = find_method(o.method);
  if (!method) {
    std::vector<std::string> names{std::string(automatic_method)};
    for (const MethodInfo& m : methods) names.emplace_back(m.name);
    const std::string meant = did_you_mean(o.method, names);
    add_error(out, "method", fmt::format("no integration method '{}'", o.method),
              (meant.empty() ? "" : meant + " ") + fmt::format("There are {}", fmt::join(names, ", ")));
    return out;
  }
  if (!(o.rel_tol >= 0) || !(o.rel_tol < 1)) add_error(out, "rel_tol", std::isnan(o.rel_tol) ? "not a number" : "not in [0, 1)");
  if (!(o.abs_tol >= 0) || std::isinf(o.abs_tol))
    add_error(out, "abs_tol", std::isnan(o.abs_tol) ? "not a number" : o.abs_tol < 0 ? "negative" : "infinite: every step would pass the error test");
  if (o.rel_tol == 0 && o.abs_tol == 0) add_error(out, "rel_tol", "both tolerances are zero", "no step would pass the error test");
  for (const auto& [key, value] : {std::pair{"fixed_step_s", o.fixed_step_s}, {"first_step_s", o.first_step_s}, {"max_step_s", o.max_step_s}}) {
    if (std::string wrong = no_length_of_time(value); !wrong.empty())
      add_error(out, key, std::move(wrong), std::isinf(value) && value > 0 && method->adaptive ? "0 leaves it to the method" : "");
  }
  if (!method->adaptive && !(o.fixed_step_s > 0) && no_length_of_time(o.fixed_step_s).empty())
    add_error(out, "fixed_step_s", fmt::format("{} needs a constant step", o.method), "its accuracy follows from the step alone");
  if (!method->one_step && o.fixed_step_s > 0)
    add_error(out, "fixed_step_s", fmt::format("{} chooses its own steps", o.method),
              "use a one-step method, or limit its steps: --max-step, in a study `max_step`");
  if (o.control == StepControl::ode45 && o.method != "dopri5" && o.method != "dop853")
    add_error(out, "control", fmt::format("{} has its own step control", o.method), "ode45's goes with dopri5 or dop853");
  if (o.safety < 0 || o.safety >= 1) add_error(out, "safety", "not below 1", "0 stands for the method's own");
  if (o.max_growth != 0 && !(o.max_growth > 1)) add_error(out, "max_growth", "not above 1", "0 stands for the method's own");
  if (o.max_shrink < 0 || o.max_shrink >= 1) add_error(out, "max_shrink", "not below 1", "0 stands for the method's own");
  if (!(o.spectral_radius >= 0) || !(o.spectral_radius <= 1)) add_error(out, "spectral_radius", "not in [0, 1]");
  if (!(o.iteration_tolerance > 0) || !(o.iteration_tolerance <= 1)) add_error(out, "iteration_tolerance", "not in (0, 1]");
  if (o.max_iterations < 1 || o.max_iterations > 1000) add_error(out, "max_iterations", "not between 1 and 1000");
  return out;
}

std::unique_ptr<Stepper> make_stepper(const StepperOptions& options, System& system, MechanicalSystem* mechanical) {
  const auto problems = validate(options);
  ZANJIR_REQUIRE(problems.empty(), to_text(problems));
  const std::string_view name = options.method;
  const auto own = [&](const RungeKuttaTable& table) { return std::make_unique<ExplicitRungeKutta>(table, options, system); };
  const auto ark = [&](ArkodeTable table) { return std::make_unique<ArkodeStepper>(table, options, system); };
  if (name == "dopri5") return own(dopri5_table());
  if (name == "dop853") return own(dop853_table());
  if (name == "rk4") return own(rk4_table());
  if (name == "bdf") return std::make_unique<CvodesStepper>(CvodesStepper::Family::bdf, options, system);
  if (name == "adams") return std::make_unique<CvodesStepper>(CvodesStepper::Family::adams, options, system);
  if (name == "fehlberg45") return ark(ArkodeTable::fehlberg4);
  if (name == "fehlberg54") return ark(ArkodeTable::fehlberg5);
  if (name == "dopri5-ark") return ark(ArkodeTable::dormand_prince);
  if (name == "verner65") return ark(ArkodeTable::verner);
  if (name == "fehlberg78") return ark(ArkodeTable::fehlberg8);
  if (name == "sdirk4") return ark(ArkodeTable::sdirk4);
  if (name == "esdirk5") return ark(ArkodeTable::esdirk5);
  ZANJIR_REQUIRE(mechanical, "this method needs the second-order form");
  if (name == "semi-implicit-euler") return std::make_unique<SemiImplicitEuler>(options, system, *mechanical);
  return std::make_unique<GeneralizedAlpha>(options, system, *mechanical);
}

}  // namespace zanjir
