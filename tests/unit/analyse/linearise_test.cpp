// Linearisation against closed forms, published frequencies and buckling loads, and other ways to the same numbers.
#include "zanjir/analyse/linearise.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <stdexcept>

#include "support/beams.hpp"
#include "support/simulation.hpp"
#include "support/tolerance.hpp"
#include "support/zoo.hpp"
#include "zanjir/core/decompositions.hpp"
#include "zanjir/dynamics/energy.hpp"
#include "zanjir/dynamics/tree_dynamics.hpp"

namespace zanjir::test {
namespace {

constexpr double two_pi = 2 * std::numbers::pi;

LinearModel linear(const Model& model, const State& state, ActuatorsAct act = ActuatorsAct::force, const LinearQuestion& question = {},
                   const char* formulation = "newton-euler") {
  LocalChart chart(model, *find_formulation(formulation), act, VecX::Zero(model.nv()), {});
  std::string why;
  if (!chart.place(state, why)) throw std::runtime_error(why);
  const std::optional<LinearModel> m = linearise(model, chart, question, why);
  if (!m) throw std::runtime_error(why);
  return *m;
}

// A cart on a spring and a damper: everything in closed form, the response too.
TEST(Linearise, IsExactForAnOscillator) {
  const double m = 3, k = 48, d = 6;
  const Model model = model_of(R"(
zanjir: 1
gravity: [0, 0, 0]
bodies: {cart: {mass: 3 kg, inertia: point}}
joints: {X: {type: prismatic, parent: ground, child: cart, axis: x, actuated: true}}
springs: {k: {joint: X, stiffness: 48 N/m, rest: 0.1 m}}
dampers: {d: {joint: X, damping: 6 N s/m}}
initial: {q: {X: 0.1 m}}
)");
  const LinearModel lm = linear(model, initial_state(model));
  MatX A(2, 2);
  A << 0, 1, -k / m, -d / m;
  EXPECT_LE((lm.A - A).cwiseAbs().maxCoeff(), 1.5e-14 * k / m * tolerance_scale());
  EXPECT_LE((lm.B - MatX(Eigen::Vector2d(0, 1 / m))).cwiseAbs().maxCoeff(), 1e-14);
  EXPECT_LE((lm.C - MatX::Identity(2, 2)).cwiseAbs().maxCoeff(), 1.5e-14);
  EXPECT_EQ(lm.states[0].name, "X");
  EXPECT_EQ(lm.states[1].name, "X.speed");
  EXPECT_EQ(lm.inputs[0].name, "X.force");
  ASSERT_EQ(lm.modes.size(), 1u);
  EXPECT_NEAR(lm.modes[0].frequency_Hz, 4 / two_pi, 1e-14);
  EXPECT_NEAR(lm.modes[0].damping, d / (2 * m * 4), 1e-14);
  EXPECT_EQ(lm.stability, Stability::stable);
  for (const double f : {0.1, 0.6, 3.0}) {
    const std::complex<double> s(0, two_pi * f), expected = 1.0 / (m * s * s + d * s + k);
    EXPECT_LE(std::abs(frequency_response(lm, f)(0, 0) - expected), 3e-14 * std::abs(expected));
  }
}

// A wheel on a force by a law of its angle and rate, beside a place where that has no force: the slopes of the law.
TEST(Linearise, SeesForcesByALaw) {
  const Model model = model_of(R"(
zanjir: 1
gravity: [0, 0, 0]
bodies: {wheel: {mass: 1 kg, inertia: {ixx: 2, iyy: 2, izz: 3}}}
joints: {A: {type: revolute, parent: ground, child: wheel, axis: z, actuated: true}}
forces: {f: {between: [ground, wheel], moment: "-48*sin(angle - 0.5) - 6*angle_rate"}}
initial: {q: {A: 0.5 rad}}
)");
  const LinearModel lm = linear(model, initial_state(model));
  EXPECT_NEAR(lm.A(1, 0), -16, 4e-11);
  EXPECT_NEAR(lm.A(1, 1), -2, 3e-14);
}

TEST(Linearise, FindsTheFrequenciesOfBeamsThatSpin) {
  const auto spinning = [](const std::string& modes, double spin) {
    return model_of("zanjir: 1\ngravity: [0, 0, 0]\nbodies: {a: " + unit_beam(modes, ", stiffening: full") +
                    "}\njoints: {A: {type: revolute, parent: ground, child: a, axis: z}}\nmotion: {A: \"" + std::to_string(spin) + "*t\"}\n");
  };
  const auto first = [](const Model& model) { return two_pi * linear(model, initial_state(model)).modes.front().frequency_Hz; };
  EXPECT_NEAR(first(spinning("{bending_z: {cf: 3}}", 0)), std::pow(1.8751040687119611, 2), 6e-14);  // a cantilever
  EXPECT_NEAR(first(spinning(clamped_polynomials(9, "z"), 12)), 13.170150, 2e-6);                   // [Wright1982] flap
  EXPECT_NEAR(first(spinning(clamped_polynomials(9, "y"), 12)), 5.427049, 2e-6);                    // lead-lag
}

// The printed critical loads of columns: the mode that hardly moves is stable half a digit below and grows half a digit above.
TEST(Linearise, SaysWhenAColumnBuckles) {
  const auto number = [](double x) {
    char text[32];
    std::snprintf(text, sizeof text, "%.17g", x);
    return std::string(text);
  };
  const auto euler = [&](double load) {
    return model_of("zanjir: 1\ngravity: [0, 0, 0]\nbodies: {a: " + unit_beam("{bending_y: {cf: 2}}", ", stiffening: full") +
                    "}\nframes: {a: {tip: [1, 0, 0]}}\njoints: {A: {type: weld, parent: ground, child: a}}\nloads: {P: {on: a.tip, force: [-" +
                    number(load) + ", 0, 0]}}\n");
  };
  const auto greenhill = [&](double gravity) {
    return model_of("zanjir: 1\ngravity: [-" + number(gravity) + ", 0, 0]\nbodies: {a: " + unit_beam("{bending_y: {cf: 2}}", ", stiffening: full") +
                    "}\njoints: {A: {type: weld, parent: ground, child: a}}\n");
  };
  const auto stability = [](const Model& model) { return linear(model, initial_state(model)).stability; };
  const double half_digit = 5e-7;
  EXPECT_EQ(stability(euler(2.481681 - half_digit)), Stability::oscillating);
  EXPECT_EQ(stability(euler(2.481681 + half_digit)), Stability::unstable);
  EXPECT_EQ(stability(greenhill(7.852949 - half_digit)), Stability::oscillating);
  EXPECT_EQ(stability(greenhill(7.852949 + half_digit)), Stability::unstable);
}

// A mass on a shaft that turns with Omega and is softer one way than the other, in the axes of the shaft: s^4 + (w1^2 + w2^2 + 2 Omega^2) s^2 + (w1^2 - Omega^2)(w2^2 - Omega^2) = 0. It whirls without bound
// between its two critical speeds.
TEST(Linearise, AShaftWhirlsBetweenItsCriticalSpeeds) {
  const double w1 = 3, w2 = 5;
  for (const double spin : {1.0, 2.9, 3.1, 4.0, 4.9, 5.1, 8.0}) {
    const Model model = model_of(
        "zanjir: 1\ngravity: [0, 0, 0]\nbodies: {shaft: {mass: 1 kg, inertia: {ixx: 1, iyy: 1, izz: 1}}, guide: {massless: true}, disc: {mass: 2 kg, "
        "inertia: point}}\n"
        "joints:\n  S: {type: revolute, parent: ground, child: shaft, axis: z}\n  X: {type: prismatic, parent: shaft, child: guide, axis: x}\n"
        "  Y: {type: prismatic, parent: guide, child: disc, axis: y}\nsprings: {x: {joint: X, stiffness: 18 N/m}, y: {joint: Y, stiffness: 50 "
        "N/m}}\nmotion: {S: \"" +
        std::to_string(spin) + "*t\"}\n");
    const LinearModel lm = linear(model, initial_state(model));
    const double b = w1 * w1 + w2 * w2 + 2 * spin * spin, c = (w1 * w1 - spin * spin) * (w2 * w2 - spin * spin), root = std::sqrt(b * b - 4 * c);
    EXPECT_EQ(lm.stability, spin > w1 && spin < w2 ? Stability::unstable : Stability::oscillating) << spin;
    // Every eigenvalue solves it, by its size relative to the coefficients.
    ASSERT_EQ(lm.A.rows(), 4);
    for (const LinearMode& mode : lm.modes) {
      const std::complex<double> s2 = mode.eigenvalue * mode.eigenvalue;
      EXPECT_LE(std::min(std::abs(s2 - (-b + root) / 2), std::abs(s2 - (-b - root) / 2)), 3e-14 * b * tolerance_scale()) << spin;
    }
  }
}

// A narrow cantilever, loaded on edge at its tip, tips over sideways and twists at P = 4.0126 sqrt(EI GJ)/L^2 (Prandtl 1899, [Young2012]): a chain of N stiff pieces with springs, torsion at their ends and bending in their middles,
// whose critical load has an error of 1/N^2. The springs of bending on edge are preloaded, so that the loaded beam is straight and in equilibrium.
TEST(Linearise, ANarrowBeamTipsOverSideways) {
  const auto text = [](double x) {
    char out[32];
    std::snprintf(out, sizeof out, "%.17g", x);
    return std::string(out);
  };
  const auto beam = [&](int N, double load) {
    const double h = 1.0 / N;
    std::string bodies = "bodies:\n", joints = "joints:\n", springs = "springs:\n", before = "ground";
    for (int i = 0; i < N; ++i) {
      const std::string k = std::to_string(i), half = text(h / 2);
      const std::string inertia = "inertia: {ixx: 1e-3, iyy: 1e-3, izz: 1e-3}}\n";
      bodies += "  t" + k + ": {mass: 1e-3 kg, " + inertia + "  w" + k + ": {massless: true}\n  b" + k + ": {mass: " + half + " kg, com: [" +
                text(h / 4) + ", 0, 0], " + inertia;
      joints += "  T" + k + ": {type: revolute, parent: " + before + ", child: t" + k + ", at: [" + (i == 0 ? "0" : half) + ", 0, 0], axis: x}\n";
      joints += "  W" + k + ": {type: revolute, parent: t" + k + ", child: w" + k + ", at: [" + half + ", 0, 0], axis: z}\n  E" + k +
                ": {type: revolute, parent: w" + k + ", child: b" + k + ", axis: y}\n";
      springs += "  t" + k + ": {joint: T" + k + ", stiffness: " + text(i == 0 ? 2 * N : N) + " N m/rad}\n  w" + k + ": {joint: W" + k +
                 ", stiffness: " + text(N) + " N m/rad}\n";
      springs += "  e" + k + ": {joint: E" + k + ", stiffness: 1e5 N m/rad, rest: " + text(-load * (1 - h / 2 - i * h) / 1e5) + "}\n";
      before = "b" + k;
    }
    return model_of("zanjir: 1\ngravity: [0, 0, 0]\n" + bodies + "frames: {" + before + ": {tip: [" + text(h / 2) + ", 0, 0]}}\n" + joints + springs +
                    "loads: {P: {on: " + before + ".tip, force: [0, 0, -" + text(load) + "]}}\n");
  };
  const auto critical = [&](int N) {
    double low = 3, high = 6;
    while (high - low > 5e-4) {
      const double load = (low + high) / 2;
      const Model model = beam(N, load);
      (linear(model, initial_state(model)).stability == Stability::unstable ? high : low) = load;
    }
    return (low + high) / 2;
  };
  const double coarse = critical(4), fine = critical(8);
  EXPECT_NEAR(coarse, 4.0126, 2 * 4.0126 / 16);  // some 1/N^2
  EXPECT_GT(fine - coarse, 0.02);
  EXPECT_NEAR(fine + (fine - coarse) / 3, 4.0126, 0.1 * (fine - coarse));  // what is left is of the order 1/N^4
}

// One freedom: omega^2 = V'' / M along the loop, V by its own second differences.
TEST(Linearise, FourBarOnSpringsHasTheFrequencyOfItsPotential) {
  const Model model = zoo_model(
      "four_bar", {{"springs", "{k: {joint: A, stiffness: 40 N m/rad, rest: 40 deg}, l: {joint: C, stiffness: 15 N m/rad, rest: -90 deg}}"}});
  State state = closed_start(model);
  state.v.setZero();
  LocalChart chart(model, *find_formulation("newton-euler"), ActuatorsAct::force, VecX::Zero(model.nv()), {});
  std::string why;
  // to the equilibrium by Newton on V' = 0, V alone
  const auto V = [&](double z) {
    State there;
    EXPECT_TRUE(chart.at(VecX::Constant(1, z), VecX::Zero(1), there));
    Workspace ws(model);
    update_velocities(model, there, ws);
    return energy(model, ws).total_J();
  };
  const double h = 2e-3;
  const auto second = [&](double step) { return (-V(2 * step) + 16 * V(step) - 30 * V(0) + 16 * V(-step) - V(-2 * step)) / (12 * step * step); };
  for (int i = 0; i < 30; ++i) {
    ASSERT_TRUE(chart.place(state, why)) << why;
    const double slope = (8 * (V(h) - V(-h)) - V(2 * h) + V(-2 * h)) / (12 * h);
    State next;
    ASSERT_TRUE(chart.at(VecX::Constant(1, std::clamp(-slope / second(h), -0.2, 0.2)), VecX::Zero(1), next));
    state = next;
  }
  ASSERT_TRUE(chart.place(state, why)) << why;
  Workspace ws(model);
  update_velocities(model, state, ws);
  MatX M;
  mass_matrix(model, ws, M);
  const double inertia = (chart.P().transpose() * M * chart.P())(0, 0);
  const LinearModel lm = linear(model, state);
  ASSERT_EQ(lm.A.rows(), 2);
  EXPECT_LT(std::abs(lm.drift[0]), 1e-8);
  EXPECT_NEAR(lm.A(1, 0), -second(h) / inertia, 5e-9 * std::abs(lm.A(1, 0)) * tolerance_scale());
  EXPECT_EQ(lm.stability, Stability::oscillating);
}

// K = J^T k J over the motions of the platform, without gravity, whose loads would add to it.
TEST(Linearise, PlatformOnTheStiffnessOfItsActuators) {
  std::string drives;
  for (int i = 1; i <= 6; ++i) drives += (i > 1 ? ", P" : "P") + std::to_string(i) + ": {stiffness: " + std::to_string(1e6 * (1 + 0.1 * i)) + " N/m}";
  const Model model = zoo_model("stewart", {{"gravity", "[0, 0, 0]"}, {"actuators", "{" + drives + "}"}});
  State state = closed_start(model);
  state.v.setZero();
  const LinearModel lm = linear(model, state, ActuatorsAct::spring);
  LocalChart chart(model, *find_formulation("newton-euler"), ActuatorsAct::spring, VecX::Zero(model.nv()), {});
  std::string why;
  ASSERT_TRUE(chart.place(state, why)) << why;
  MatX K = MatX::Zero(chart.n(), chart.n()), M;
  for (const Actuator& a : model.actuators()) K += a.stiffness * chart.P().row(a.speed).transpose() * chart.P().row(a.speed);
  Workspace ws(model);
  update_velocities(model, state, ws);
  mass_matrix(model, ws, M);
  const MatX M_z = chart.P().transpose() * M * chart.P();
  EXPECT_LE((lm.A.bottomLeftCorner(chart.n(), chart.n()) + M_z.ldlt().solve(K)).cwiseAbs().maxCoeff(),
            3e-11 * lm.A.cwiseAbs().maxCoeff() * tolerance_scale());
  EXPECT_EQ(lm.modes.size(), static_cast<std::size_t>(chart.n()));
  EXPECT_EQ(linear(model, state, ActuatorsAct::hold).A.rows(), 2 * (chart.n() - 6));  // what spins about its own axis alone
}

// A ball on a compliant floor rests where the spring carries it and swings with sqrt(k/m), however small the depth.
TEST(Linearise, KnowsTheSpringOfAContact) {
  const Model model = model_of(R"(
zanjir: 1
gravity: [0, -9.81, 0]
bodies: {ball: {mass: 2 kg, inertia: point}}
joints: {Y: {type: prismatic, parent: ground, child: ball, axis: y}}
contacts: {g: {ground: {normal: [0, 1, 0]}, on: ball, law: {type: spring-damper, stiffness: 1e7, damping: 100 N s/m}}}
initial: {q: {Y: -1.962e-6 m}}
)");
  State state = initial_state(model);
  state.contact.assign(1, ContactMemory{ContactPhase::touching, 1.0});
  const LinearModel lm = linear(model, state);
  EXPECT_NEAR(lm.A(1, 0), -5e6, 5e6 * 1.5e-14);
  EXPECT_NEAR(lm.A(1, 1), -50, 50 * 1.5e-12);
  EXPECT_NEAR(lm.drift[0], 0, 3e-14);
}

// A symmetric body that spins freely: its axis wobbles with Omega (C - A)/A in its own axes, and what is kept in space turns by in them with Omega.
TEST(Linearise, AFreeBodyThatSpins) {
  const Model model = model_of(R"(
zanjir: 1
gravity: [0, 0, 0]
bodies: {top: {mass: 1 kg, inertia: {ixx: 2, iyy: 2, izz: 3}}}
joints: {S: {type: spherical, parent: ground, child: top}}
initial: {v: {S: [0, 0, 4]}}
)");
  const LinearModel lm = linear(model, initial_state(model));
  ASSERT_EQ(lm.A.rows(), 6);
  std::vector<double> im;
  for (const LinearMode& m : lm.modes)
    if (m.eigenvalue.imag() > 1e-6) im.push_back(m.eigenvalue.imag());
  ASSERT_EQ(im.size(), 2u);
  EXPECT_NEAR(im[0], 4 * (3.0 - 2.0) / 2.0, 3e-14);
  EXPECT_NEAR(im[1], 4, 6e-14);
}

// Others who solve for accelerations share none of the code; their derivatives are the same.
TEST(Linearise, AgreesBetweenFormulations) {
  for (const char* name : {"rrr_3", "slider_crank_spatial", "arm_3r"}) {
    const Model model = zoo_model(name);
    State state = closed_start(model);
    if (std::string(name) == "slider_crank_spatial") state.v.setZero();  // its ball moves otherwise, see SaysWhyNot
    const LinearModel a = linear(model, state), b = linear(model, state, ActuatorsAct::force, {}, "multipliers");
    const double size = std::max(1.0, a.A.cwiseAbs().maxCoeff());
    EXPECT_LE((a.A - b.A).cwiseAbs().maxCoeff(), 6e-9 * size * tolerance_scale()) << name;
    EXPECT_LE((a.B - b.B).norm(), 6e-14 * std::max(1.0, a.B.norm()) * tolerance_scale()) << name;  // without columns where nothing is actuated
    EXPECT_LE(a.error, 1e-10) << name;
  }
}

// A bob on a rod beside its lowest place, by hand: the bearing pulls it sideways with m x'' = m g A - u/L and carries its weight. Outputs and inputs stand as asked for.
TEST(Linearise, GivesReactionsInTheOrderAskedFor) {
  const Model model = model_of(R"(
zanjir: 1
gravity: [0, 0, -9.81]
bodies: {bob: {mass: 2 kg, com: [0, 0, -0.5], inertia: point}, rider: {mass: 1 kg, inertia: point}}
joints:
  A: {type: revolute, parent: ground, child: bob, axis: y, actuated: true}
  B: {type: prismatic, parent: ground, child: rider, axis: x, actuated: true}
)");
  const UserJoints users(model);
  const auto speed = [&](const char* name) {
    return static_cast<int>(std::find(users.speed_names().begin(), users.speed_names().end(), name) - users.speed_names().begin());
  };
  const LinearModel lm =
      linear(model, initial_state(model), ActuatorsAct::force, {{speed("B"), speed("A")}, {"A.reaction.force.x", "B", "A.reaction.force.z", "A"}});
  EXPECT_EQ(lm.inputs[0].name, "B.force");
  EXPECT_EQ(lm.outputs[0].name, "A.reaction.force.x");
  EXPECT_EQ(lm.outputs[3].name, "A");
  MatX C = MatX::Zero(4, 4), D = MatX::Zero(4, 2);
  C(0, 0) = 2 * 9.81;
  C(1, 1) = C(3, 0) = 1;
  D(0, 1) = -2;
  EXPECT_LE((lm.C - C).cwiseAbs().maxCoeff(), 6e-14 * tolerance_scale());  // as SeesForcesByALaw: extrapolated differences of a sine
  EXPECT_LE((lm.D - D).cwiseAbs().maxCoeff(), 1e-14);
  EXPECT_LE((lm.y0 - Eigen::Vector4d(0, 0, 2 * 9.81, 0)).cwiseAbs().maxCoeff(), 1e-14);
  std::string why;
  LocalChart chart(model, *find_formulation("lagrange"), ActuatorsAct::force, VecX::Zero(model.nv()), {});
  ASSERT_TRUE(chart.place(initial_state(model), why)) << why;
  EXPECT_FALSE(linearise(model, chart, {{}, {"A.reaction.force.x"}}, why));
  EXPECT_EQ(why, "'A.reaction.force.x' is not a number at this state, or beside it");
}

TEST(Linearise, SaysWhyNot) {
  const Model model = zoo_model("four_bar");
  LocalChart chart(model, *find_formulation("virtual-work"), ActuatorsAct::force, VecX::Zero(model.nv()), {});
  std::string why;
  EXPECT_FALSE(chart.place(closed_start(model), why));
  EXPECT_NE(why.find("forces alone"), std::string::npos) << why;
  // Loops hold some speeds of a ball that moves: at rest there is an answer, see AgreesBetweenFormulations.
  const Model crank = zoo_model("slider_crank_spatial");
  LocalChart moving(crank, *find_formulation("newton-euler"), ActuatorsAct::force, VecX::Zero(crank.nv()), {});
  ASSERT_TRUE(moving.place(closed_start(crank), why)) << why;
  EXPECT_FALSE(linearise(crank, moving, {}, why));
  EXPECT_NE(why.find("no linearisation there while it moves"), std::string::npos) << why;
}

}  // namespace
}  // namespace zanjir::test
