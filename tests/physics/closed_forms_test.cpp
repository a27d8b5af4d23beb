// Every registered formulation against equations of motion that are in the textbooks.
#include <gtest/gtest.h>

#include <cmath>

#include "physics/constants.hpp"
#include "support/bodies.hpp"
#include "support/descriptions.hpp"
#include "support/random_model.hpp"
#include "support/solve.hpp"
#include "support/tolerance.hpp"
#include "support/zoo.hpp"
#include "zanjir/describe/description.hpp"
#include "zanjir/formulations/registry.hpp"

namespace zanjir::test {
namespace {

constexpr Vec3d down{0, 0, -g};

class ClosedForms : public testing::TestWithParam<std::string> {
 protected:
  AnyFormulation formulation() const { return *find_formulation(GetParam()); }
  Solution ask(const Model& model, const State& state, const Given& given) const {
    Solver solver(formulation(), model);
    Solution out;
    EXPECT_EQ(solver.solve(state, given, Reactions::compute, out), SolveStatus::ok) << out.note;
    return out;
  }
  Solution fall(const Model& model, const State& state) const { return ask(model, state, forward_question(model, VecX::Zero(model.nv()))); }
  bool has_reactions(const Model& model) const { return coverage(formulation(), model).reactions; }
};

std::vector<std::string> names() {
  std::vector<std::string> out;
  for (const AnyFormulation& f : formulations_for(zoo_model("pendulum"), Ask::forward)) out.emplace_back(name_of(f));
  return out;
}
INSTANTIATE_TEST_SUITE_P(Formulations, ClosedForms, testing::ValuesIn(names()), [](const auto& info) { return test_name(info.param); });

State at(const Model& model, std::vector<double> q, std::vector<double> v) {
  State state = initial_state(model);
  state.q = Eigen::Map<VecX>(q.data(), static_cast<Eigen::Index>(q.size()));
  state.v = Eigen::Map<VecX>(v.data(), static_cast<Eigen::Index>(v.size()));
  return state;
}

void expect_near(const VecX& a, const VecX& b, double tolerance) {
  EXPECT_LE((a - b).cwiseAbs().maxCoeff(), tolerance) << a.transpose() << "\n" << b.transpose();
}

// Compound pendulum about x, with rotor and gear: (I + m l^2 + n^2 J) theta'' = tau - m g l sin(theta). The pivot carries the weight,
// the mass times the acceleration of the mass centre, and about the axis what the rotor leaves of the torque.
TEST_P(ClosedForms, CompoundPendulumWithRotor) {
  const double m = 2.5, l = 0.7, I = 0.13, n = 12, J = 3e-4, theta = 0.8, rate = 1.7, tau = 4.2;
  Description d = mechanism(down, {body("bob", m, {0, 0, -l}, {I, I, 0.02, 0, 0, 0})},
                            {joint("A", JointType::revolute, "ground", "bob", {0.3, -0.2, 1}, {{1, 0, 0}})});
  d.actuators.push_back({{"A", {}}, n, J, 1, false, {}, {}, {}});
  const Model model = build(d);
  const State state = at(model, {theta}, {rate});
  const Solution out = ask(model, state, forward_question(model, VecX::Constant(1, tau)));
  const double expected = (tau - m * g * l * std::sin(theta)) / (I + m * l * l + n * n * J);
  EXPECT_NEAR(out.vdot[0], expected, rounding(64, 10));
  const Solution back = ask(model, state, inverse_question(model, out.vdot));
  EXPECT_NEAR(back.tau[0], tau, rounding(64, 30));
  if (!has_reactions(model)) return;
  // mass centre at l (0, sin, -cos)
  const double ay = l * (expected * std::cos(theta) - rate * rate * std::sin(theta)),
               az = l * (expected * std::sin(theta) + rate * rate * std::cos(theta));
  Eigen::Matrix<double, 6, 1> reaction;
  reaction << tau - n * n * J * expected, 0, 0, 0, m * ay, m * (az + g);
  expect_near(to_eigen(out.reaction[0].total), reaction, rounding(64, 50));
  expect_near(to_eigen(out.reaction[0].actuator), Eigen::Matrix<double, 6, 1>::Unit(0) * tau, rounding(16, tau));
}

// Euler's equations, and the velocity of the mass centre in turning axes: v' = R^T g - w x v.
TEST_P(ClosedForms, FreeRigidBody) {
  Random random(4);
  const Sym3d I = random_inertia(random, 3, 0.4);
  const Model model = build(mechanism(down, {body("stone", 3, {0, 0, 0}, I)}, {joint("F", JointType::free, "ground", "stone", {0, 0, 0})}));
  for (int i = 0; i < 5; ++i) {
    const State state = random_tree_state(model, random);
    const Quatd quat{state.q[3], state.q[4], state.q[5], state.q[6]};
    const Vec3 w = state.v.head<3>(), v = state.v.tail<3>();
    const Mat3 inertia = to_eigen(to_matrix(I)), R = to_eigen(to_matrix(quat));
    VecX expected(6);
    expected << inertia.inverse() * -w.cross(inertia * w), R.transpose() * to_eigen(down) - w.cross(v);
    expect_near(fall(model, state).vdot, expected, rounding(512, 30));
  }
}

// A body on a fixed point: I_O w' + w x I_O w = c x m R^T g, in body axes.
TEST_P(ClosedForms, BodyOnABallJoint) {
  Random random(5);
  const Sym3d I = random_inertia(random, 2, 0.3);
  const Vec3d c{0.2, -0.1, 0.4};
  const Model model = build(mechanism(down, {body("top", 2, c, I)}, {joint("S", JointType::spherical, "ground", "top", {1, 2, 3})}));
  const Mat3 I_O = to_eigen(to_matrix(I + point_inertia(2.0, c)));
  for (int i = 0; i < 5; ++i) {
    const State state = random_tree_state(model, random);
    const Mat3 R = to_eigen(to_matrix(Quatd{state.q[0], state.q[1], state.q[2], state.q[3]}));
    const Vec3 w = state.v;
    const Vec3 moment = to_eigen(c).cross(2 * R.transpose() * to_eigen(down));
    expect_near(fall(model, state).vdot, I_O.inverse() * (moment - w.cross(I_O * w)), rounding(512, 30));
  }
}

// Spherical pendulum in two angles: theta'' = sin cos phi'^2 - (g/L) sin,  phi'' = -2 phi' theta' cos / sin.
TEST_P(ClosedForms, SphericalPendulum) {
  const double L = 0.9, theta = 0.6, phi_rate = 2.1, theta_rate = -0.8;
  BodyDescription bob = body("bob", 1.4, {0, 0, -L}, {0, 0, 0, 0, 0, 0});
  bob.point_mass = true;
  const Model model = build(mechanism(down, {bob}, {joint("U", JointType::universal, "ground", "bob", {0, 0, 0}, {{0, 0, 1}, {0, 1, 0}})}));
  const Solution out = fall(model, at(model, {1.1, theta}, {phi_rate, theta_rate}));
  const double s = std::sin(theta), c = std::cos(theta);
  expect_near(out.vdot, Eigen::Vector2d(-2 * phi_rate * theta_rate * c / s, s * c * phi_rate * phi_rate - g / L * s), rounding(256, 10));
  if (!has_reactions(model)) return;
  // the string: tension m (g cos + L (theta'^2 + sin^2 phi'^2)) along the string, no moment
  const double tension = 1.4 * (g * c + L * (theta_rate * theta_rate + s * s * phi_rate * phi_rate));
  const Vec3 up{s * std::cos(1.1), s * std::sin(1.1), c};
  expect_near(to_eigen(out.reaction[0].total.f), tension * up, rounding(256, 30));
  expect_near(to_eigen(out.reaction[0].total.n), Vec3::Zero(), rounding(256, 30));
}

// Steady precession of a heavy top, I3 w3 W - I1 W^2 cos(theta) = m g l ([Goldstein2002] section 5.7): in Euler angles (three hinges, two of their bodies
// massless) no rate changes.
TEST_P(ClosedForms, SteadyPrecessionOfATop) {
  const double m = 0.8, l = 0.12, I1 = 0.004, I3 = 0.0025, theta = 0.5, W = 3;  // inertias about the mass centre
  const double I1_O = I1 + m * l * l, w3 = (m * g * l + I1_O * W * W * std::cos(theta)) / (I3 * W);
  const Model model = build(mechanism(down, {massless("gimbal1"), massless("gimbal2"), body("top", m, {0, 0, l}, {I1, I1, I3, 0, 0, 0})},
                                      {joint("precession", JointType::revolute, "ground", "gimbal1", {0, 0, 0}, {{0, 0, 1}}),
                                       joint("nutation", JointType::revolute, "gimbal1", "gimbal2", {0, 0, 0}, {{1, 0, 0}}),
                                       joint("spin", JointType::revolute, "gimbal2", "top", {0, 0, 0}, {{0, 0, 1}})}));
  const State steady = at(model, {0.3, theta, 1.9}, {W, 0, w3 - W * std::cos(theta)});
  expect_near(fall(model, steady).vdot, VecX::Zero(3), rounding(256, W * w3));
  State faster = steady;
  faster.v[2] *= 1.01;
  EXPECT_GT(std::abs(fall(model, faster).vdot[1]), 0.1);  // the nose rises
}

// Pendulum on a slide whose motion is prescribed, x = a t^2 / 2: L theta'' = -g sin - a cos, and the drive pushes
// (M + m) a + m L (theta'' cos - theta'^2 sin).
TEST_P(ClosedForms, PendulumOnADrivenSlide) {
  const double M = 3, m = 1.2, L = 0.5, a = 2.2, theta = 0.9, rate = -1.3, t = 0.4;
  Description d = mechanism({0, -g, 0}, {body("cart", M, {0, 0, 0}, {1, 1, 1, 0, 0, 0}), body("bob", m, {0, -L, 0}, {0, 0, 0, 0, 0, 0})},
                            {joint("x", JointType::prismatic, "ground", "cart", {0, 0, 0}, {{1, 0, 0}}),
                             joint("swing", JointType::revolute, "cart", "bob", {0, 0, 0}, {{0, 0, 1}})});
  d.bodies[1].point_mass = true;
  MotionDescription motion;
  motion.of = {"x", {}};
  motion.laws = {polynomial_law({0, 0, a / 2})};
  d.motions.push_back(motion);
  const Model model = build(d);
  State state = at(model, {0, theta}, {0, rate});
  state.t_s = t;
  const Solution out = fall(model, state);
  const double expected = (-g * std::sin(theta) - a * std::cos(theta)) / L;
  EXPECT_NEAR(out.vdot[0], a, rounding(4, a));
  EXPECT_NEAR(out.vdot[1], expected, rounding(128, 20));
  EXPECT_NEAR(out.tau[0], (M + m) * a + m * L * (expected * std::cos(theta) - rate * rate * std::sin(theta)), rounding(128, 20));
}

// A block welded to the end of a turning arm, the joint written from the block to the arm: the weld carries the centripetal and the
// tangential force and the weight, with the opposite sign because the arm is the user's child.
TEST_P(ClosedForms, WeldOnATurningArm) {
  const double m = 0.6, r = 1.1, rate = 3, acceleration = 5;
  const Model model = build(
      mechanism(down, {body("arm", 1, {0.5, 0, 0}, {0.1, 0.1, 0.1, 0, 0, 0}), body("block", m, {0, 0, 0}, {0.01, 0.02, 0.03, 0, 0, 0})},
                {joint("A", JointType::revolute, "ground", "arm", {0, 0, 0}, {{0, 0, 1}}), joint("W", JointType::weld, "block", "arm", {-r, 0, 0})}));
  const Solution out = ask(model, at(model, {0}, {rate}), inverse_question(model, VecX::Constant(1, acceleration)));
  EXPECT_NEAR(out.tau[0], (0.1 + 0.25 + 0.03 + m * r * r) * acceleration, rounding(64, 10));
  if (!has_reactions(model)) return;
  // W is of the block on the arm, at the joint origin on the arm (the world origin): minus what the block needs there
  const Vec3 force(-m * r * rate * rate, m * r * acceleration, m * g);
  const Vec3 moment = Vec3(r, 0, 0).cross(force) + Vec3(0, 0, 0.03 * acceleration);
  const auto& W = out.reaction[static_cast<std::size_t>(index(*model.find_joint("W")))];
  expect_near(to_eigen(W.total.f), -force, rounding(64, 20));
  expect_near(to_eigen(W.total.n), -moment, rounding(64, 20));
  expect_near(to_eigen(W.actuator), VecX::Zero(6), 0);
}

// Two springs, a damper and a load on a slide: m x'' = -k (x - rest) - c x' + F, once on the coordinate and once between frames.
TEST_P(ClosedForms, SpringAndDamperOnASlide) {
  const double m = 2, k = 30, rest = 0.4, c = 1.5, x = 0.9, rate = -0.7, F = 3;
  for (const bool on_joint : {true, false}) {
    Description d = mechanism({0, 0, 0}, {body("block", m, {0, 0, 0}, {1, 1, 1, 0, 0, 0})},
                              {joint("x", JointType::prismatic, "ground", "block", {0, 0, 0}, {{1, 0, 0}})});
    SpringDescription spring;
    spring.name = "s";
    spring.stiffness = k, spring.rest = rest, spring.damping = c;
    if (on_joint) spring.joint = NameRef{"x", {}};
    else spring.between = {NameRef{"ground", {}}, NameRef{"block", {}}};
    d.springs.push_back(spring);
    LoadDescription load;
    load.name = "l";
    if (on_joint) load.joint = NameRef{"x", {}}, load.value = constant_law(F);
    else load.on = NameRef{"block", {}}, load.force[0] = constant_law(F);
    d.loads.push_back(load);
    const Model model = build(d);
    EXPECT_NEAR(fall(model, at(model, {x}, {rate})).vdot[0], (-k * (x - rest) - c * rate + F) / m, rounding(32, 10));
  }
}

}  // namespace
}  // namespace zanjir::test
