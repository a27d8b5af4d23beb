// The configuration manifold: retract, difference and coordinate_rates against each other and against differences; prescribed motions
// against differences in time.
#include "zanjir/state/state.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "support/bodies.hpp"
#include "support/differences.hpp"
#include "support/random_model.hpp"
#include "support/tolerance.hpp"
#include "support/zoo.hpp"
#include "zanjir/kinematics/frames.hpp"

namespace zanjir::test {
namespace {

RandomTreeOptions all_joints() {
  RandomTreeOptions options;
  options.n_bodies = 8;
  return options;
}

TEST(Retract, IsUndoneByDifference) {
  for (std::uint64_t seed : seeds(40)) {
    SCOPED_TRACE(trace(seed, all_joints()));
    Random random(seed);
    const Model model = build(random_tree(random, all_joints()));
    const VecX q0 = random_tree_state(model, random).q;
    const VecX dv = random_vecx(random, model.nv(), 0.5).cwiseMax(-1.7).cwiseMin(1.7);  // rotation vectors below pi
    VecX q1;
    retract(model, q0, dv, q1);
    EXPECT_LE((difference(model, q0, q1) - dv).lpNorm<Eigen::Infinity>(), rounding(100));
  }
}

TEST(Difference, LeadsFromOneConfigurationToTheOther) {
  for (std::uint64_t seed : seeds(40)) {
    SCOPED_TRACE(trace(seed, all_joints()));
    Random random(seed);
    const Model model = build(random_tree(random, all_joints()));
    const State a = random_tree_state(model, random), b = random_tree_state(model, random);
    State c = b;
    retract(model, a.q, difference(model, a.q, b.q), c.q);
    // Quaternions may come back with the other sign: compare what they mean.
    Workspace ws_b(model), ws_c(model);
    update_positions(model, b, ws_b);
    update_positions(model, c, ws_c);
    for (const Frame& frame : model.frames()) {
      const Transformd X_b = frame_pose(model, ws_b, frame), X_c = frame_pose(model, ws_c, frame);
      EXPECT_LE((to_eigen(X_b.R) - to_eigen(X_c.R)).norm(), rounding(1000));
      EXPECT_LE((to_eigen(X_b.p) - to_eigen(X_c.p)).norm(), rounding(1000, 10));
    }
  }
}

TEST(Difference, OfAQuaternionAndItsNegativeIsZero) {
  Random random(3);
  RandomTreeOptions options;
  options.n_bodies = 3;
  options.types = {JointType::spherical};
  options.weld_chance = 0;
  const Model model = build(random_tree(random, options));
  const VecX q = random_tree_state(model, random).q;
  EXPECT_LE(difference(model, q, -q).norm(), rounding(20));
}

TEST(Difference, ReachesHalfATurn) {
  Random random(4);
  RandomTreeOptions options;
  options.n_bodies = 1;
  options.types = {JointType::spherical};
  options.weld_chance = 0;
  const Model model = build(random_tree(random, options));
  VecX from(4), to(4);
  from << 1, 0, 0, 0;
  to << 0, 0, 1, 0;
  const VecX d = difference(model, from, to);
  EXPECT_NEAR(d.norm(), 3.14159265358979323846, rounding(20));
  EXPECT_NEAR(std::abs(d[1]), d.norm(), rounding(20));
}

TEST(CoordinateRates, AreTheDerivativeOfRetract) {
  for (std::uint64_t seed : seeds(40)) {
    SCOPED_TRACE(trace(seed, all_joints()));
    Random random(seed);
    const Model model = build(random_tree(random, all_joints()));
    const State state = random_tree_state(model, random);
    const VecX by_difference = derivative([&](double h) {
      VecX q;
      retract(model, state.q, state.v * h, q);
      return q;
    });
    VecX qdot;
    coordinate_rates(model, state.q, state.v, qdot);
    EXPECT_LE((qdot - by_difference).lpNorm<Eigen::Infinity>(), difference_tolerance(1 + state.v.lpNorm<Eigen::Infinity>(), 3));
  }
}

TEST(CoordinateRates, KeepQuaternionsOfUnitLength) {
  Random random(11);
  const Model model = build(random_tree(random, all_joints()));
  const State state = random_tree_state(model, random);
  VecX qdot;
  coordinate_rates(model, state.q, state.v, qdot);
  for (const Joint& joint : model.joints()) {
    if (!has_quaternion(joint.type)) continue;
    const int begin = joint.q_begin + joint.nq - 4;
    EXPECT_NEAR(state.q.segment(begin, 4).dot(qdot.segment(begin, 4)), 0, rounding(20, state.v.norm()));
  }
}

// Laws of time, also through the sequence of turns of spherical and free joints: speeds are the derivative of the coordinates, and
// accelerations that of the speeds.
TEST(PrescribedMotion, HasExactRatesAndAccelerations) {
  RandomTreeOptions options = all_joints();
  options.prescribed_chance = 1;
  for (std::uint64_t seed : seeds(40)) {
    SCOPED_TRACE(trace(seed, options));
    Random random(seed);
    const Model model = build(random_tree(random, options));
    const double t = random.uniform(0, 1.5);
    const auto at = [&](double s) {
      struct {
        VecX q, v, vdot;
      } out{model.initial_q(), VecX::Zero(model.nv()), VecX::Zero(model.nv())};
      evaluate_prescribed(model, s, out.q, out.v, out.vdot);
      return out;
    };
    const auto now = at(t);
    VecX qdot;
    coordinate_rates(model, now.q, now.v, qdot);
    const VecX q_rate = derivative([&](double h) { return at(t + h).q; });
    const VecX v_rate = derivative([&](double h) { return at(t + h).v; });
    const double rate = 4;  // laws of degree three with coefficients below 0.7, t below 1.5; three turns add up
    EXPECT_LE((qdot - q_rate).lpNorm<Eigen::Infinity>(), difference_tolerance(1 + qdot.norm(), rate));
    EXPECT_LE((now.vdot - v_rate).lpNorm<Eigen::Infinity>(), difference_tolerance(1 + now.vdot.norm(), rate * rate));
  }
}

// Gaits by their names, the same laws written out over the phase, and with the phase itself written out in every joint, against the formula with more digits.
TEST(EvaluatePrescribed, AGaitWrittenOutIsTheGait) {
  struct Gait {
    const char *named, *written;                       // $p: the phase
    long double (*amplitude)(int j), (*angle)(int j);  // of joint j, over the phase
    long double frequency, offset;
  };
  const long double w = 2 * std::numbers::pi_v<long double> * 2 / 1.6L;
  const Gait gaits[] = {
      {"{type: serpenoid, joints: \"J{j}\", count: 15, phase: $p, winding: 0.5, waves: 2, length: 1.6}",
       "-2*0.5*sin(2*pi*2/1.6*0.1/2)*sin(2*pi*2/1.6*($p + $i*0.1))",
       [](int) { return -std::sin(2 * std::numbers::pi_v<long double> * 2 / 1.6L * 0.05L); },
       [](int j) { return 2 * std::numbers::pi_v<long double> * 2 / 1.6L * 0.1L * j; }, w, 0},
      {"{type: serpenoid, joints: \"J{j}\", count: 15, phase: $p, winding: 0.5, waves: 2, length: 1.6}",
       "0.5*cos(2*pi*2/1.6*($p + ($i + 0.5)*0.1)) - 0.5*cos(2*pi*2/1.6*($p + ($i - 0.5)*0.1))",
       [](int) { return -std::sin(2 * std::numbers::pi_v<long double> * 2 / 1.6L * 0.05L); },
       [](int j) { return 2 * std::numbers::pi_v<long double> * 2 / 1.6L * 0.1L * j; }, w, 0},
      {"{type: wave, joints: \"J{j}\", count: 15, phase: $p, amplitude: 0.3, lag: 0.5, shift: 0.1, offset: 0.05}",
       "0.05 + 0.3*sin($p + 0.1 + 0.5*$i)", [](int) { return 0.3L; }, [](int j) { return 0.1L + 0.5L * j; }, 1, 0.05L},
      {"{type: rolling, joints: \"J{j}\", count: 15, phase: $p, amplitude: 0.3}", "0.3*(mod($i, 2)*sin($p) + (1 - mod($i, 2))*cos($p))",
       [](int) { return 0.3L; }, [](int j) { return j % 2 ? 0 : std::numbers::pi_v<long double> / 2; }, 1, 0},
  };
  constexpr const char* phase = "0.05*t^2 + 0.3*t + 0.01*sin(3*t)";
  const auto chain = [](std::string motion) {
    std::string text =
        "zanjir: 1\ngravity: [0, 0, 0]\nphases: {s: \"0.05*t^2 + 0.3*t + 0.01*sin(3*t)\"}\nbodies: {link0: {mass: 1, inertia: point}}\n"
        "joints: {base: {type: free, parent: ground, child: link0}}\nrepeat:\n  - count: 15\n    bodies: {\"link{i}\": {mass: 1, inertia: {ixx: 1, "
        "iyy: 1, izz: 1}}}\n"
        "    joints: {\"J{i}\": {type: revolute, parent: \"link{i-1}\", child: \"link{i}\", axis: z}}\n";
    const auto description = read_description_text(text + motion, "chain.yaml");
    EXPECT_TRUE(description) << to_text(description.diagnostics);
    return build(*description.value);
  };
  const auto with = [](std::string text, const std::string& p) {
    for (std::size_t at = text.find("$p"); at != std::string::npos; at = text.find("$p", at)) text.replace(at, 2, p);
    return text;
  };
  for (const Gait& gait : gaits) {
    const Model ways[] = {chain("gaits: {g: " + with(gait.named, "s") + "}\n"),
                          chain("    motion: {\"J{i}\": \"" + with(gait.written, "s") + "\"}\n"),
                          chain("    motion: {\"J{i}\": \"" + with(gait.written, "(" + std::string(phase) + ")") + "\"}\n")};
    for (const double t : {0.0, 0.37, 2.9, 41.0}) {
      const long double T = t, s = 0.05L * T * T + 0.3L * T + 0.01L * std::sin(3 * T), sd = 0.1L * T + 0.3L + 0.03L * std::cos(3 * T),
                        sdd = 0.1L - 0.09L * std::sin(3 * T), k = gait.frequency;
      for (const Model& model : ways) {
        VecX q = model.initial_q(), v = VecX::Zero(model.nv()), vdot = VecX::Zero(model.nv());
        evaluate_prescribed(model, t, q, v, vdot);
        for (int j = 1; j <= 15; ++j) {
          const Joint& joint = model.joint(*model.find_joint("J" + std::to_string(j)));
          const long double A = gait.amplitude(j), u = k * s + gait.angle(j), S = std::sin(u), C = std::cos(u);
          // The angle is rounded to its own size; a rate is that times one.
          const double off = rounding(8, static_cast<double>(1 + std::abs(u))), rate = static_cast<double>(std::abs(k * sd));
          EXPECT_NEAR(q[joint.q_begin], static_cast<double>(gait.offset + A * S), off) << gait.written << ' ' << t;
          EXPECT_NEAR(v[joint.v_begin], static_cast<double>(A * k * C * sd), off * (1 + rate)) << gait.written << ' ' << t;
          EXPECT_NEAR(vdot[joint.v_begin], static_cast<double>(A * (k * C * sdd - k * k * S * sd * sd)), off * (1 + rate * rate))
              << gait.written << ' ' << t;
        }
      }
    }
  }
}

TEST(KnownLaws, WriteWhatTheLawsAreAtEveryInstant) {
  RandomTreeOptions options = all_joints();
  options.prescribed_chance = 0.5;
  Random random(8);
  const Model model = build(random_tree(random, options));
  ASSERT_FALSE(model.prescribed().empty());
  KnownLaws known;
  for (const double t : {0.1, 0.1, 0.2, 0.1, 0.2, 0.3, 0.2, 0.1}) {
    for (const bool at_rest : {false, true, false}) {
      const VecX q = VecX::Constant(model.nq(), random.uniform(1, 2)), v = VecX::Constant(model.nv(), 3), vdot = VecX::Constant(model.nv(), 4);
      VecX q_laws = q, v_laws = v, vdot_laws = vdot, q_known = q, v_known = v, vdot_known = vdot;
      evaluate_prescribed(model, t, q_laws, v_laws, vdot_laws, at_rest);
      known.write(model, t, q_known, v_known, vdot_known, at_rest);
      EXPECT_EQ(q_laws, q_known) << t;
      EXPECT_EQ(v_laws, v_known) << t;
      EXPECT_EQ(vdot_laws, vdot_known) << t;
    }
  }
}

TEST(UpdatePositions, IgnoresTheStateOfPrescribedCoordinates) {
  RandomTreeOptions options = all_joints();
  options.prescribed_chance = 0.5;
  Random random(5);
  const Model model = build(random_tree(random, options));
  ASSERT_FALSE(model.prescribed().empty());
  State a = random_tree_state(model, random), b = a;
  for (const PrescribedMotion& motion : model.prescribed()) {
    const Joint& joint = model.joint(motion.joint);
    b.q.segment(joint.q_begin, joint.nq).setConstant(0.5);
    b.v.segment(joint.v_begin, joint.nv).setConstant(-9);
  }
  Workspace ws_a(model), ws_b(model);
  update_velocities(model, a, ws_a);
  update_velocities(model, b, ws_b);
  EXPECT_EQ(ws_a.q, ws_b.q);
  EXPECT_EQ(ws_a.v, ws_b.v);
  EXPECT_EQ(ws_a.tree, ws_b.tree);
}

TEST(UpdatePositions, RefusesAStateOfAnotherModel) {
  const Model model = zoo_model("arm_2r");
  Workspace ws(model);
  State state = initial_state(model);
  state.q.resize(3);
  EXPECT_THROW(update_positions(model, state, ws), std::logic_error);
}

}  // namespace
}  // namespace zanjir::test
