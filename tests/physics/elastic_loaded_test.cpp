// A clamped beam that carries a heavy body: how far the first frequencies are off with different sets of shapes, body welded on or on
// a hinge.
#include <gtest/gtest.h>

#include <cmath>

#include "support/beams.hpp"
#include "support/simulation.hpp"
#include "support/zoo.hpp"
#include "zanjir/flexible/beam_modes.hpp"

namespace zanjir::test {
namespace {

// A unit beam with a body of 5 kg and 0.5 kg m^2, mass centre 0.2 ahead, welded on or on a passive hinge that stands at 0.9 rad. `tip`
// serves `loaded` modes alone.
VecX frequencies(const std::string& modes, const std::string& joint, const std::string& initial = "") {
  const Model model = model_of("zanjir: 1\ngravity: [0, 0, 0]\nbodies: {a: " + unit_beam(modes, ", tip: {mass: 5, ahead: 0.2, inertia: 0.5}") +
                               ", b: {mass: 5, com: [0.2, 0, 0], inertia: {ixx: 0.5, iyy: 0.5, izz: 0.5}}}\njoints: {A: {type: weld, parent: ground, "
                               "child: a}, B: {" +
                               joint + ", parent: a, child: b, at: [1, 0, 0]}}\n" + initial);
  return vibrations_about(model, initial_state(model)).frequency;
}
VecX welded(const std::string& modes) { return frequencies(modes, "type: weld"); }
double hinged(const std::string& modes) {
  return frequencies(modes, "type: revolute, axis: z", "initial: {q: {B: 0.9}}\n")[1];  // [0] is zero: the body turns freely
}

// The exact frequencies, from the beam equation with the body in its end conditions.
struct Exact {
  double first, second, on_hinge;
};
Exact exact() {
  BendingBeam fixed, free;
  fixed.tip = {5, 5 * 0.2, 0.5 + 5 * 0.04};
  // A hinge passes no moment, so the body turns freely: of its mass the end feels m - (m b)^2/J, b being the offset of the mass
  // centre along the beam and J the inertia about the hinge.
  const double b = 0.2 * std::cos(0.9);
  free.tip = {5 - 25 * b * b / 0.7, 0, 0};
  return {vibration_mode(fixed, ModeSet::loaded, 1).frequency_rad_per_s, vibration_mode(fixed, ModeSet::loaded, 2).frequency_rad_per_s,
          vibration_mode(free, ModeSet::loaded, 1).frequency_rad_per_s};
}

TEST(LoadedBeam, HasThePublishedFrequencies) {
  const double last_digit = 1e-8;
  EXPECT_NEAR(exact().first, 0.54427311, last_digit);
  EXPECT_NEAR(exact().second, 3.72489409, last_digit);
  EXPECT_NEAR(exact().on_hinge, 0.80029379, last_digit);
  const VecX own = welded("[loaded, loaded]");
  EXPECT_NEAR(own[0], exact().first, 1.5e-14);  // its own modes are exact
  EXPECT_NEAR(own[1], exact().second, 6e-14);
}

// Cantilever modes have no moment and no shear at their end, which a heavy body needs; modes that know the welded body know nothing of
// the hinge. Would catch: a section that does not turn with the modes, a body counted twice, shapes of another set.
TEST(LoadedBeam, HasTheErrorsOfItsShapes) {
  struct Case {
    const char* modes;
    double first, second, on_hinge;  // relative errors, two digits; 0: none is given
  };
  const Exact e = exact();
  const auto expect_error = [](double computed, double exact_value, double printed, const std::string& what) {
    if (printed == 0) return;
    const double last_digit = std::pow(10, std::floor(std::log10(printed)) - 1);
    EXPECT_NEAR(computed / exact_value - 1, printed, last_digit) << what;
  };
  for (const Case& c : {Case{"{bending_y: {cf: 1}}", 5.8e-2, 0, 1.4e-2},
                        {"{bending_y: {cf: 2}}", 2.1e-2, 0.50, 2.1e-3},
                        {"{bending_y: {cf: 3}}", 1.2e-2, 0.29, 6.5e-4},
                        {"{bending_y: {cf: 5}}", 6.5e-3, 0.16, 1.5e-4},
                        {"[loaded]", 0, 0, 1.8e-2},
                        {"[loaded, loaded]", 0, 0, 1.8e-5},
                        {"{bending_y: 2}", 2.2e-6, 1.1e-3, 1.2e-5}}) {
    const VecX w = welded(c.modes);
    expect_error(w[0], e.first, c.first, std::string(c.modes) + " welded, first");
    if (c.second > 0) expect_error(w[1], e.second, c.second, std::string(c.modes) + " welded, second");
    expect_error(hinged(c.modes), e.on_hinge, c.on_hinge, std::string(c.modes) + " hinged");
  }
}

// The default set: static pair, then clamped-clamped modes. Ritz frequencies worked out apart (shapes in closed form, Simpson's rule
// with 4000 intervals, inverse iteration).
TEST(LoadedBeam, ConvergesWithStaticAndClampedShapes) {
  const struct {
    const char* modes;
    double first, second, on_hinge;
  } ritz[] = {{"{bending_y: 2}", 0.5442743066468758, 3.7289755192353997, 0.8003032325913362},
              {"{bending_y: 3}", 0.5442732061482587, 3.725043572056735, 0.8002945362809193},
              {"{bending_y: 4}", 0.5442731241828291, 3.724912808260207, 0.8002939232559741},
              {"{bending_y: 6}", 0.5442731085943073, 3.724895415089329, 0.8002938088688898}};
  for (const auto& c : ritz) {
    const VecX w = welded(c.modes);
    EXPECT_NEAR(w[0], c.first, 2e-11) << c.modes;  // rounding of the differences, 1e-11 of the stiffest mode
    EXPECT_NEAR(w[1], c.second, 5e-12) << c.modes;
    EXPECT_NEAR(hinged(c.modes), c.on_hinge, 4e-11) << c.modes;
  }
}

}  // namespace
}  // namespace zanjir::test
