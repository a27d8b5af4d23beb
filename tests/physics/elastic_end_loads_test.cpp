// What loads at the end do to beams of the default shapes, alone and welded into chains: closed forms of bars and of Timoshenko's cantilever [Young2012], to rounding.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "support/beams.hpp"
#include "support/simulation.hpp"
#include "support/solve.hpp"
#include "support/tolerance.hpp"
#include "support/zoo.hpp"
#include "zanjir/core/decompositions.hpp"
#include "zanjir/kinematics/frames.hpp"

namespace zanjir::test {
namespace {

struct Beam {  // what it is made of, as the file says it
  double length, area, iy, iz, torsion;
  bool shear = true;
  static constexpr double young = 5, shear_modulus = 2, shear_factor = 0.8;
  double EA() const { return young * area; }
  double GJ() const { return shear_modulus * torsion; }
  double kAG() const { return shear_factor * area * shear_modulus; }
  double shear_compliance() const { return shear ? length / kAG() : 0; }
  std::string text(const std::string& modes) const {
    return fmt::format(
        "{{beam: {{length: {}, section: {{area: {}, iy: {}, iz: {}, torsion: {}, shear_factor: {}}}, material: {{young: {}, shear: {}}}, "
        "mass_per_length: 1, "
        "rotary_per_length: [1, 1, 1], theory: {}, modes: {}}}}}",
        length, area, iy, iz, torsion, shear_factor, young, shear_modulus, shear ? "timoshenko" : "euler_bernoulli", modes);
  }
};

// A chain of beams, the first clamped, each welded to the end of the one before it, at rest under a force and a moment at the end. Displacement and turn of the end section,
// per unit of load: the load is so small that what is not linear in it is below rounding.
struct Deflection {
  Vec3d moves, turns;
};
Deflection under_load(const std::vector<Beam>& beams, const std::string& modes, const std::string& force, const std::string& moment) {
  constexpr double load = 1e-7;
  std::string bodies, joints = "A0: {type: weld, parent: ground, child: b0}";
  double length = 0;
  for (std::size_t i = 0; i < beams.size(); ++i) {
    bodies += fmt::format("{}b{}: {}", i ? ", " : "", i, beams[i].text(modes));
    if (i > 0) joints += fmt::format(", A{}: {{type: weld, parent: b{}, child: b{}, at: [{}, 0, 0]}}", i, i - 1, i, beams[i - 1].length);
    length += beams[i].length;
  }
  const Model model =
      model_of(fmt::format("zanjir: 1\ngravity: [0, 0, 0]\nbodies: {{{}}}\nframes: {{b{}: {{tip: [{}, 0, 0]}}}}\njoints: {{{}}}\nloads: {{L: {{on: "
                           "b{}.tip, force: {}, moment: {}}}}}\n",
                           bodies, beams.size() - 1, beams.back().length, joints, beams.size() - 1, force, moment));
  State state = initial_state(model);
  const auto hold = [&] { return inverse(model, state, VecX::Zero(model.nv())).tau; };
  const VecX unloaded = hold();
  const MatX K = stiffness_about(model, state);
  for (int i = 0; i < 6; ++i) state.q -= K.ldlt().solve(hold());
  EXPECT_LT(hold().norm(), 1e-14 * unloaded.norm());
  Workspace ws(model);
  update_positions(model, state, ws);
  const Transformd X = frame_pose(model, ws, model.frame(*model.find_frame(fmt::format("b{}.tip", beams.size() - 1))));
  const Vec3d turn{(X.R.zy - X.R.yz) / 2, (X.R.xz - X.R.zx) / 2, (X.R.yx - X.R.xy) / 2};
  return {(X.p - Vec3d{length, 0, 0}) * (1 / load), turn * (1 / load)};
}
constexpr double rounding_of_lengths = 2e-8;  // of lengths of one, of which 1e-7 is what the load changes
constexpr double moved_across = 100 * eps;    // turns, and moves across the beam, have no length to be told from
constexpr double of_a_chain = 1e-12;          // the same of two beams, one on the stiffness of the other
const Beam one{1.3, 0.7, 0.2, 0.35, 0.4}, other{0.8, 0.4, 0.15, 0.1, 0.3}, slender{1.3, 0.7, 0.2, 0.35, 0.4, false};

// One shape is enough, and more take nothing away. On the wrong shape it is 1.2 EA/l and, on the first mode of a free shaft, 1.234 GJ/l.
TEST(EndLoads, StretchAndTwistABarByTheClosedForm) {
  for (const char* n : {"1", "2", "5"}) {
    const std::string modes = fmt::format("{{axial: {}, torsion: {}}}", n, n);
    EXPECT_NEAR(under_load({one}, modes, "[1e-7, 0, 0]", "[0, 0, 0]").moves.x, one.length / one.EA(), rounding_of_lengths) << n;
    EXPECT_NEAR(under_load({one}, modes, "[0, 0, 0]", "[1e-7, 0, 0]").turns.x, one.length / one.GJ(), 2 * moved_across) << n;
    EXPECT_NEAR(under_load({one, other}, modes, "[1e-7, 0, 0]", "[0, 0, 0]").moves.x, one.length / one.EA() + other.length / other.EA(),
                rounding_of_lengths)
        << n;
    EXPECT_NEAR(under_load({one, other}, modes, "[0, 0, 0]", "[1e-7, 0, 0]").turns.x, one.length / one.GJ() + other.length / other.GJ(), of_a_chain)
        << n;
  }
}

TEST(EndLoads, BendACantileverByTheClosedForm) {
  for (const Beam& b : {one, slender}) {
    for (const char* modes : {"{bending_y: 2, bending_z: 2}", "{bending_y: 4, bending_z: 3}"}) {
      SCOPED_TRACE(modes);
      const double l = b.length, EIy = Beam::young * b.iy, EIz = Beam::young * b.iz;
      const Deflection y = under_load({b}, modes, "[0, 1e-7, 0]", "[0, 0, 0]"), z = under_load({b}, modes, "[0, 0, 1e-7]", "[0, 0, 0]");
      EXPECT_NEAR(y.moves.y, l * l * l / (3 * EIz) + b.shear_compliance(), moved_across);
      EXPECT_NEAR(y.turns.z, l * l / (2 * EIz), moved_across / 2);
      EXPECT_NEAR(z.moves.z, l * l * l / (3 * EIy) + b.shear_compliance(), moved_across);
      EXPECT_NEAR(z.turns.y, -l * l / (2 * EIy), moved_across);
      const Deflection moment = under_load({b}, modes, "[0, 0, 0]", "[0, 0, 1e-7]");
      EXPECT_NEAR(moment.moves.y, l * l / (2 * EIz), moved_across / 2);
      EXPECT_NEAR(moment.turns.z, l / EIz, moved_across / 2);
    }
  }
}

// The first beam carries the force at its end and the moment of its arm; the second rides on how far the end of the first moves and turns.
TEST(EndLoads, BendAChainOfWeldedBeamsByTheClosedForm) {
  const double a = one.length, b = other.length, EIa = Beam::young * one.iz, EIb = Beam::young * other.iz;
  const Deflection d = under_load({one, other}, "{bending_y: 2}", "[0, 1e-7, 0]", "[0, 0, 0]");
  const double move = a * a * a / (3 * EIa) + one.shear_compliance() + b * a * a / (2 * EIa), turn = a * a / (2 * EIa) + b * a / EIa;
  EXPECT_NEAR(d.moves.y, move + turn * b + b * b * b / (3 * EIb) + other.shear_compliance(), of_a_chain);
  EXPECT_NEAR(d.turns.z, turn + b * b / (2 * EIb), of_a_chain);
}

// One bending shape cannot answer both loads. The documented errors of `bending_y: 1`: K = beta^4/4 per deflection of its end, which turns by 1.3765 of it.
TEST(EndLoads, OneBendingModeIsTooStiffByWhatTheDocsSay) {
  const Beam& b = slender;
  const double l = b.length, EI = Beam::young * b.iz, beta4 = std::pow(1.8751040687119611, 4), slope = 1.3765054846726;
  const Deflection force = under_load({b}, "{bending_y: 1}", "[0, 1e-7, 0]", "[0, 0, 0]"),
                   moment = under_load({b}, "{bending_y: 1}", "[0, 0, 0]", "[0, 0, 1e-7]");
  EXPECT_NEAR(force.moves.y / (l * l * l / (3 * EI)), 12 / beta4, 1.5e-14);
  EXPECT_NEAR(12 / beta4, 0.97, 0.001);
  EXPECT_NEAR(moment.turns.z / (l / EI), slope * slope * 4 / beta4, 1e-12);
  EXPECT_NEAR(slope * slope * 4 / beta4, 0.61, 0.005);
}

// Frequencies of a bar and of a shaft that carry m times their own inertia at the end: cos b = m b sin b. Relative errors of the default shapes worked out apart (Ritz with s and
// sin k pi s, by a script with another quadrature), two digits.
TEST(EndLoads, LeaveTheFrequenciesOfTheDefaultShapesGood) {
  const struct {
    int n;
    double carried, first, second;
  } cases[] = {{1, 0.2, 4.2e-2, 0},    {1, 1, 6.6e-3, 0},        {1, 5, 4.0e-4, 0},      {2, 0.2, 2.4e-3, 2.8e-2}, {2, 1, 4.6e-4, 2.0e-3},
               {2, 5, 3.0e-5, 8.6e-5}, {3, 0.2, 5.6e-4, 4.3e-3}, {3, 1, 1.1e-4, 3.9e-4}, {3, 5, 7.1e-6, 1.8e-5}};
  const auto exact = [](double m, int k) {
    double low = (k - 1) * std::numbers::pi, high = k * std::numbers::pi;
    for (int i = 0; i < 200; ++i) {
      const double b = (low + high) / 2;
      ((std::cos(b) - m * b * std::sin(b) > 0) == (k % 2 == 1) ? low : high) = b;
    }
    return low;
  };
  for (const auto& c : cases) {
    for (const char* direction : {"axial", "torsion"}) {
      SCOPED_TRACE(fmt::format("{} {} {}", direction, c.n, c.carried));
      const Model model =
          model_of(fmt::format("zanjir: 1\ngravity: [0, 0, 0]\nbodies: {{a: {{beam: {{length: 1, section: {{area: 1, iy: 1, iz: 1, torsion: 1}}, "
                               "material: {{young: 1, shear: 1}}, "
                               "mass_per_length: 1, rotary_per_length: [1, 1, 1], modes: {{{}: {}}}}}}}, b: {{mass: {}, inertia: {{ixx: {}, iyy: 1, "
                               "izz: 1, as_published: true}}}}}}\n"
                               "joints: {{A: {{type: weld, parent: ground, child: a}}, B: {{type: weld, parent: a, child: b, at: [1, 0, 0]}}}}\n",
                               direction, c.n, c.carried, c.carried));
      const VecX w = vibrations_about(model, initial_state(model)).frequency;
      EXPECT_NEAR(w[0] / exact(c.carried, 1) - 1, c.first, 0.05 * c.first + 1e-9);
      if (c.n > 1) {
        EXPECT_NEAR(w[1] / exact(c.carried, 2) - 1, c.second, 0.05 * c.second + 1e-9);
      }
    }
  }
}

// -- bending stretches a beam whose ends are held: e = u' + w'^2/2. A beam between two pins that do not move, pushed in its middle until its first sine is d high, is longer by pi^2 d^2/(4 l),
// so P = K d + EA pi^4 d^3/(8 l^3). With `stiffening: none` there is no such coupling, as the docs say.
TEST(StretchByBending, HoldsABeamBetweenFixedPins) {
  constexpr double l = 1.2, EA = 300, EI = 2, d = 0.05, pi = std::numbers::pi;
  const double K = EI * std::pow(pi / l, 4) * l / 2, P = K * d + EA * std::pow(pi, 4) * d * d * d / (8 * l * l * l);
  const auto pushed = [&](const char* stiffening, double stretch) {
    const Model model = model_of(fmt::format(
        "zanjir: 1\nplane: xy\ngravity: [0, 0, 0]\nbodies: {{a: {{beam: {{length: {}, section: {{area: {}, iy: {}, iz: {}}}, material: {{young: 1}}, "
        "mass_per_length: 1, theory: euler_bernoulli, rotary_inertia: none, stiffening: {}, modes: {{bending_y: {{ss: 1}}, axial: 1}}}}}}}}\n"
        "frames: {{a: {{middle: [{}, 0, 0], tip: [{}, 0, 0]}}, ground: {{pin: [{}, 0, 0]}}}}\njoints: {{A: {{type: revolute, parent: ground, child: "
        "a, axis: z}}}}\n"
        "loops: {{B: {{type: revolute, between: [a.tip, ground.pin], axis: z}}}}\nloads: {{P: {{on: a.middle, force: [0, {}, 0]}}}}\n",
        l, EA, EI, EI, stiffening, l / 2, l, l, P));
    State state = initial_state(model);
    state.q[1] = d;
    state.q[2] = stretch;
    Workspace ws(model);
    update_positions(model, state, ws);
    const Transformd tip = frame_pose(model, ws, model.frame(*model.find_frame("a.tip")));
    EXPECT_NEAR(tip.p.x, l, 1e-14);
    EXPECT_NEAR(tip.p.y, 0, 1e-14);
    return forward(model, state, VecX::Zero(model.nv())).vdot[1];
  };
  EXPECT_NEAR(pushed("full", pi * pi * d * d / (4 * l)), 0, 5e-14);
  EXPECT_NEAR(pushed("none", 0), (P - K * d) / (l / 2), 5e-14);
}

}  // namespace
}  // namespace zanjir::test
