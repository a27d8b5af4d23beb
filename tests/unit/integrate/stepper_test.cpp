// The list of methods and what is said about wrong options.
#include "zanjir/integrate/stepper.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <limits>
#include <set>
#include <sstream>

#include "support/folders.hpp"
#include "support/ode_systems.hpp"
#include "zanjir/core/contract.hpp"

namespace zanjir::test {
namespace {

TEST(StepperMethods, HaveDistinctNamesAndAreAllMade) {
  std::set<std::string_view> names;
  for (const MethodInfo& method : stepper_methods()) {
    EXPECT_TRUE(names.insert(method.name).second) << method.name;
    EXPECT_EQ(find_method(method.name), &method);
    Kepler system(0.1);
    StepperOptions options;
    options.method = method.name;
    if (!method.adaptive) options.fixed_step_s = 0.01;
    const auto stepper = make_stepper(options, system, &system);
    EXPECT_EQ(stepper->retakes(), method.one_step) << method.name;
    stepper->restart(2, system.start().data());
    EXPECT_EQ(stepper->t(), 2) << method.name;
    EXPECT_EQ(stepper->y()[0], system.start()[0]) << method.name;
  }
  EXPECT_EQ(find_method("euler"), nullptr);
}

TEST(StepperMethods, AreAllInTheDocumentation) {
  std::ifstream file(test::source_folder() / "docs/integrators.md");
  std::stringstream text;
  text << file.rdbuf();
  for (const MethodInfo& method : stepper_methods())
    EXPECT_NE(text.str().find("| `" + std::string(method.name) + "` | " + std::to_string(method.order)), std::string::npos) << method.name;
}

// Steps of 0.1 ms after a start: at the first order 1000 of them are off by 1000 h^2/2 = 5e-6 in speed and as much in place.
TEST(MultistepMethods, KeepBelowALongestStepAndRaiseTheirOrder) {
  for (const char* method : {"bdf", "adams"}) {
    Kepler system(0.1);
    StepperOptions options;
    options.method = method;
    options.rel_tol = options.abs_tol = 1e-6;  // which asks for no more than the first order
    const auto stepper = make_stepper(options, system, &system);
    stepper->restart(0, system.start().data());
    for (int i = 0; i < 1000; ++i) {
      ASSERT_TRUE(stepper->keeps_below(1e-4));
      ASSERT_LE(stepper->step(10).h_s, 1e-4 * (1 + 1e-9)) << method;
    }
    const Numbers exact = system.exact(stepper->t());
    for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(stepper->y()[i], exact[i], 2e-7) << method;
    ASSERT_TRUE(stepper->keeps_below(std::numeric_limits<double>::infinity()));
    double longest = 0;
    for (int i = 0; i < 20; ++i) longest = std::max(longest, stepper->step(10).h_s);
    EXPECT_GT(longest, 1e-3) << method;
  }
  Kepler system(0.1);
  EXPECT_FALSE(make_stepper({}, system, &system)->keeps_below(1));  // one-step methods are given limits
}

std::string said(const StepperOptions& options) {
  std::string text;
  for (const Diagnostic& d : validate(options)) text += d.key_path + ": " + d.message + (d.hint.empty() ? "" : "; " + d.hint) + "\n";
  return text;
}

TEST(StepperOptions, WrongOnesAreNamed) {
  EXPECT_EQ(said({}), "");
  StepperOptions o;
  o.method = "rk5";
  EXPECT_EQ(said(o).substr(0, 82), "method: no integration method 'rk5'; did you mean 'rk4'? There are auto, dopri5, d");
  o = {};
  o.method = "rk4";
  EXPECT_EQ(said(o), "fixed_step_s: rk4 needs a constant step; its accuracy follows from the step alone\n");
  o = {};
  o.method = "bdf";
  o.fixed_step_s = 0.1;
  o.control = StepControl::ode45;
  EXPECT_EQ(said(o),
            "fixed_step_s: bdf chooses its own steps; use a one-step method, or limit its steps: --max-step, in a study `max_step`\n"
            "control: bdf has its own step control; ode45's goes with dopri5 or dop853\n");
  o = {};
  o.rel_tol = o.abs_tol = 0;
  EXPECT_EQ(said(o), "rel_tol: both tolerances are zero; no step would pass the error test\n");
  o = {};
  o.rel_tol = -1;
  o.max_step_s = std::nan("");
  o.spectral_radius = 1.5;
  o.max_growth = 0.5;
  EXPECT_EQ(said(o),
            "rel_tol: not in [0, 1)\n"
            "max_step_s: not a number\n"
            "max_growth: not above 1; 0 stands for the method's own\n"
            "spectral_radius: not in [0, 1]\n");
  Kepler system(0.1);
  EXPECT_THROW(make_stepper(o, system), ContractViolation);
  const double infinity = std::numeric_limits<double>::infinity();
  o = {};
  o.abs_tol = o.max_step_s = infinity;
  o.first_step_s = -1;
  EXPECT_EQ(said(o),
            "abs_tol: infinite: every step would pass the error test\n"
            "first_step_s: not a length of time\n"
            "max_step_s: infinite; 0 leaves it to the method\n");
  o = {};
  o.method = "rk4";
  o.fixed_step_s = infinity;
  o.rel_tol = o.abs_tol = std::nan("");
  EXPECT_EQ(said(o), "rel_tol: not a number\nabs_tol: not a number\nfixed_step_s: infinite\n");
  o = {};
  o.method = "generalized-alpha";
  o.fixed_step_s = 0.1;
  EXPECT_THROW(make_stepper(o, system), ContractViolation) << "without the second-order form";
}

}  // namespace
}  // namespace zanjir::test
