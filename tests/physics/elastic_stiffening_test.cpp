// Geometric stiffening: frequencies of spinning beams (Southwell), buckling of columns, stretch of a spinning bar. The reference
// values are a Ritz solution of twelve terms with the tension N(x) in the beam, closed forms, and Ritz quotients with the shapes
// named; each is tested to its last digit given.
#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <cmath>
#include <numbers>

#include "support/beams.hpp"
#include "support/simulation.hpp"
#include "support/solve.hpp"
#include "support/zoo.hpp"
#include "zanjir/core/decompositions.hpp"
#include "zanjir/kinematics/frames.hpp"

namespace zanjir::test {
namespace {

const std::string full = ", stiffening: full";

// A clamped unit beam that spins about z.
Model spinning(const std::string& modes, double spin, const std::string& more = full) {
  return model_of("zanjir: 1\ngravity: [0, 0, 0]\nbodies: {a: " + unit_beam(modes, more) +
                  "}\njoints: {A: {type: revolute, parent: ground, child: a, axis: z}}\nmotion: {A: \"" + std::to_string(spin) + "*t\"}\n");
}
double first_frequency(const Model& model) { return vibrations_about(model, initial_state(model)).frequency[0]; }

struct Speed {
  double spin, frequency;
};

// Would catch: a wrong S_jk, its missing part in the mass matrix or in the centrifugal terms, the Omega^2 B of the plane of spin.
TEST(SpinningBeam, HasTheConvergedSouthwellFrequencies) {
  const std::string flap = clamped_polynomials(11, "z"), lag = clamped_polynomials(11, "y");
  for (const Speed& s : {Speed{0, 3.516015},
                         {1, 3.681647},
                         {2, 4.137320},
                         {3, 4.797279},
                         {4, 5.585001},
                         {6, 7.360373},
                         {8, 9.256838},
                         {10, 11.202328},
                         {12, 13.170150}})
    EXPECT_NEAR(first_frequency(spinning(flap, s.spin)), s.frequency, 5e-7) << "flap at " << s.spin;
  for (const Speed& s : {Speed{1, 3.543236}, {2, 3.621797}, {4, 3.897723}, {6, 4.263225}, {12, 5.427049}})
    EXPECT_NEAR(first_frequency(spinning(lag, s.spin)), s.frequency, 5e-7) << "lead-lag at " << s.spin;
}

TEST(SpinningBeam, HasTheSouthwellFrequenciesOfCantileverModes) {
  EXPECT_NEAR(first_frequency(spinning("{bending_z: {cf: 8}}", 12)), 13.17094, 5e-6);
  EXPECT_NEAR(first_frequency(spinning("{bending_z: {cf: 3}}", 12)), 13.20356, 5e-6);
  const double still = std::pow(1.8751040687119611, 4);
  EXPECT_NEAR(std::pow(first_frequency(spinning("{bending_z: {cf: 1}}", 2)), 2), still + 4 * 1.193336374108, 1e-9);
  EXPECT_NEAR(std::pow(first_frequency(spinning("{bending_y: {cf: 1}}", 2)), 2), still + 4 * 0.193336374108, 1e-9);
}

// The pull of a tip body comes through the section it is welded to, and from nowhere else.
TEST(SpinningBeam, IsStiffenedByABodyOnItsEnd) {
  const auto loaded = [](const char* modes) {
    return model_of("zanjir: 1\ngravity: [0, 0, 0]\nbodies: {a: " + unit_beam(modes, full) + ", tip: {mass: 0.8, inertia: point}}\n" +
                    "joints: {A: {type: revolute, parent: ground, child: a, axis: z}, B: {type: weld, parent: a, child: tip, at: [1, 0, "
                    "0]}}\nmotion: {A: \"3*t\"}\n");
  };
  EXPECT_NEAR(first_frequency(loaded("{bending_z: {cf: 4}}")), 3.653008, 5e-7);
  EXPECT_NEAR(first_frequency(loaded("{bending_y: {cf: 4}}")), 2.084338, 5e-7);
}

// The known fault of the linear field: omega^2 = omega_0^2 - Omega^2 in the plane of spin, omega_0^2 across it.
TEST(SpinningBeam, SoftensWithoutStiffening) {
  const double still = std::pow(1.8751040687119611, 4);
  EXPECT_NEAR(std::pow(first_frequency(spinning("{bending_y: {cf: 1}}", 2, "")), 2), still - 4, 1.5e-13);
  EXPECT_NEAR(std::pow(first_frequency(spinning("{bending_z: {cf: 1}}", 2, "")), 2), still, 2e-13);
  EXPECT_TRUE(std::isnan(first_frequency(spinning("{bending_y: {cf: 1}}", 4, ""))));
}

// Steady stretch of the spin-up beam at 6 rad/s: modal forces vanish. kappa^2 = mu Omega^2/EA.
double steady_stretch(const std::string& modes) {
  const Model model = model_of(
      "zanjir: 1\ngravity: [0, 0, 0]\nbodies: {a: {beam: {length: 10, section: {area: 4e-4, iy: 2e-7, iz: 2e-7}, material: {density: 3000, "
      "young: 7e10}, theory: euler_bernoulli, stiffening: full, "
      "rotary_inertia: none, modes: " +
      modes + "}}}\nframes: {a: {tip: [10, 0, 0]}}\njoints: {A: {type: revolute, parent: ground, child: a, axis: z}}\nmotion: {A: \"6*t\"}\n");
  State state = initial_state(model);
  const VecX at_rest = inverse(model, state, VecX::Zero(model.nv())).tau;
  state.q.tail(model.nv() - 1) -= stiffness_about(model, state).ldlt().solve(at_rest.tail(model.nv() - 1));  // the force is linear in the stretch
  EXPECT_LT(inverse(model, state, VecX::Zero(model.nv())).tau.tail(model.nv() - 1).norm(), 2e-13 * at_rest.norm());
  Workspace ws(model);
  update_positions(model, state, ws);
  return frame_pose(model, ws, model.frame(*model.find_frame("a.tip"))).p.x - 10;
}

TEST(SpinningBar, StretchesByTheClosedForm) {
  const double kappa = std::sqrt(1.2 * 36 / 2.8e7), exact = std::tan(10 * kappa) / kappa - 10;
  EXPECT_NEAR(exact, 5.143174550e-4, 5e-14);
  const double half_digit = 5e-11;
  EXPECT_NEAR(steady_stretch("[{x: [0, 1.5, 0, -0.5]}]"), 5.143178e-4, half_digit);  // its stretch but for what the stretch adds to the load
  // The end pulled, s: (EA/l - mu Omega^2 l/3) stretch = mu Omega^2 l^2/3. One part in 1e5, although the inner sections are elsewhere.
  const double x2 = 100 * kappa * kappa;
  EXPECT_NEAR(steady_stretch("{axial: 1}"), 10 * x2 / 3 / (1 - x2 / 3), 1e-14);
  EXPECT_NEAR(steady_stretch("{axial: 1}"), exact, 1.1e-5 * exact);
  EXPECT_NEAR(steady_stretch("{axial: {sine: 1}}"), 5.068779e-4, half_digit);
  EXPECT_NEAR(steady_stretch("{axial: {sine: 2}}"), 5.131353e-4, half_digit);
  EXPECT_NEAR(steady_stretch("{axial: {sine: 3}}"), 5.139463e-4, half_digit);
  EXPECT_NEAR(steady_stretch("{axial: {sine: 6}}"), 5.142692e-4, half_digit);
  EXPECT_NEAR(steady_stretch("{axial: {sine: 12}}"), 5.143114e-4, half_digit);
  // To leading order sin(k pi s) adds 2 l x2^2/(k pi)^4 to the tip: what those beyond the twentieth would add is left.
  const double rest = 2 * 10 * x2 * x2 / (3 * std::pow(std::numbers::pi, 4) * std::pow(20.5, 3));
  EXPECT_NEAR(exact - steady_stretch("{axial: {static: 1, fixed: 20}}"), rest, 0.02 * rest);
}

// -- columns: the load at which the stiffness K - P S(l), or K - g s, is no longer positive definite

double least_stiffness(const Model& model) {
  const MatX K = stiffness_about(model, initial_state(model));
  return Eigen::SelfAdjointEigenSolver<MatX>((K + K.transpose()) / 2, Eigen::EigenvaluesOnly).eigenvalues()[0];
}
// `printed` is the critical load to its last digit: the column stands half a digit below it and falls half a digit above.
template <class Column> void expect_critical(double printed, Column&& column) {
  const double half_digit = 5e-7;
  EXPECT_GT(least_stiffness(column(printed - half_digit)), 0) << printed;
  EXPECT_LT(least_stiffness(column(printed + half_digit)), 0) << printed;
}
std::string number(double x) {
  char text[32];
  std::snprintf(text, sizeof text, "%.17g", x);
  return text;
}

TEST(Column, BucklesUnderEulersLoad) {
  const auto under = [](const std::string& modes) {
    return [modes](double load) {
      return model_of("zanjir: 1\ngravity: [0, 0, 0]\nbodies: {a: " + unit_beam(modes, full) +
                      "}\nframes: {a: {tip: [1, 0, 0]}}\njoints: {A: {type: weld, parent: ground, child: a}}\nloads: {P: {on: a.tip, force: [-" +
                      number(load) + ", 0, 0]}}\n");
    };
  };
  expect_critical(2.659844, under("{bending_y: {cf: 1}}"));
  expect_critical(2.481681, under("{bending_y: {cf: 2}}"));
  expect_critical(2.469719, under("{bending_z: {cf: 4}}"));
  expect_critical(2.468131, under("{bending_z: {cf: 6}}"));
  expect_critical(std::numbers::pi * std::numbers::pi / 4, under(clamped_polynomials(6, "y")));
}

TEST(Column, BucklesUnderItsOwnWeight) {
  const auto with = [](const std::string& modes) {
    return [modes](double gravity) {
      return model_of("zanjir: 1\ngravity: [-" + number(gravity) + ", 0, 0]\nbodies: {a: " + unit_beam(modes, full) +
                      "}\njoints: {A: {type: weld, parent: ground, child: a}}\n");
    };
  };
  expect_critical(7.869715, with("{bending_y: {cf: 1}}"));
  expect_critical(7.852949, with("{bending_y: {cf: 2}}"));
  expect_critical(7.838163, with("{bending_z: {cf: 4}}"));
  expect_critical(7.837471, with("{bending_z: {cf: 6}}"));
  expect_critical(7.837347, with(clamped_polynomials(8, "y")));
}

}  // namespace
}  // namespace zanjir::test
