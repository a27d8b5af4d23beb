// Equations of motion known in closed form, written out here, against every formulation at random states; and motions known in closed
// form, integrated by a plain Runge-Kutta method.
#include <gtest/gtest.h>

#include <cmath>

#include "physics/constants.hpp"
#include "support/bodies.hpp"
#include "support/random_model.hpp"
#include "support/solve.hpp"
#include "support/tolerance.hpp"
#include "support/zoo.hpp"
#include "zanjir/dynamics/energy.hpp"
#include "zanjir/formulations/newton_euler/newton_euler.hpp"

namespace zanjir::test {
namespace {

// Compares vdot of every formulation with `expected(state, tau)` at random states.
template <class F> void expect_acceleration(const Model& model, F&& expected) {
  for (std::uint64_t seed : seeds(20)) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    const State state = random_tree_state(model, random);
    const VecX tau = random_vecx(random, model.nv());
    const VecX want = expected(state, tau);
    const Given question = forward_question(model, tau);
    const double condition = condition_number(model, state, question);
    for (const AnyFormulation& f : formulations_for(model, Ask::forward)) {
      SCOPED_TRACE(std::string(name_of(f)));
      const VecX vdot = solve_or_throw(f, model, state, question).vdot;
      EXPECT_LE((vdot - want).lpNorm<Eigen::Infinity>(), agreement(condition, 1 + want.lpNorm<Eigen::Infinity>()))
          << vdot.transpose() << " expected " << want.transpose() << ", condition " << condition;
    }
  }
}

TEST(Pendulum, ObeysItsEquation) {  // models/pendulum.yaml: m = L = 1, angle from the horizontal
  const Model model = zoo_model("pendulum");
  expect_acceleration(model, [](const State& s, const VecX& tau) { return VecX::Constant(1, tau[0] - g * std::cos(s.q[0])); });
}

// Two links in a vertical plane, relative angles from +x: M, velocity terms and gravity as in any textbook.
struct TwoLinks {
  double m1, c1, I1, l1, m2, c2, I2;
  VecX acceleration(const State& s, const VecX& tau) const {
    const double q1 = s.q[0], q2 = s.q[1], w1 = s.v[0], w2 = s.v[1];
    const double h = m2 * l1 * c2;
    Eigen::Matrix2d M;
    M(0, 0) = m1 * c1 * c1 + I1 + m2 * (l1 * l1 + c2 * c2) + 2 * h * std::cos(q2) + I2;
    M(0, 1) = M(1, 0) = m2 * c2 * c2 + h * std::cos(q2) + I2;
    M(1, 1) = m2 * c2 * c2 + I2;
    const Eigen::Vector2d velocity(-h * std::sin(q2) * (2 * w1 * w2 + w2 * w2), h * std::sin(q2) * w1 * w1);
    const Eigen::Vector2d gravity((m1 * c1 + m2 * l1) * g * std::cos(q1) + m2 * c2 * g * std::cos(q1 + q2), m2 * c2 * g * std::cos(q1 + q2));
    return M.inverse() * (tau - velocity - gravity);
  }
};

TEST(DoublePendulum, ObeysItsClosedForm) {  // models/double_pendulum.yaml
  const TwoLinks links{1.2, 0.4, 0.064, 0.8, 0.9, 0.3, 0.027};
  expect_acceleration(zoo_model("double_pendulum"), [&](const State& s, const VecX& tau) { return links.acceleration(s, tau); });
}

TEST(Arm2R, ObeysItsClosedForm) {  // models/arm_2r.yaml
  const TwoLinks links{4, 0.2, 0.06, 0.45, 2.5, 0.17, 0.03};
  expect_acceleration(zoo_model("arm_2r"), [&](const State& s, const VecX& tau) { return links.acceleration(s, tau); });
}

// Point mass at p = Rx(a) Ry(b) (0, 0, -L): T = m L^2 (b'^2 + cos^2 b a'^2) / 2, V = -m g L cos a cos b.
TEST(SphericalPendulum, ObeysItsClosedForm) {
  const double m = 2, L = 0.75;
  expect_acceleration(zoo_model("spherical_pendulum"), [&](const State& s, const VecX& tau) {
    const double a = s.q[0], b = s.q[1], da = s.v[0], db = s.v[1], J = m * L * L;
    VecX out(2);
    out[0] = (tau[0] + 2 * J * std::sin(b) * std::cos(b) * da * db - m * g * L * std::sin(a) * std::cos(b)) / (J * std::cos(b) * std::cos(b));
    out[1] = (tau[1] - J * std::sin(b) * std::cos(b) * da * da - m * g * L * std::cos(a) * std::sin(b)) / J;
    return out;
  });
}

// Steady precession: the axis turns about the vertical at rate P, so the angular velocity keeps its components along the axis and across
// it, and in body axes the part across turns backwards at the body's own rate w3 - P cos(lean).
TEST(SpinningTop, PrecessesSteadily) {
  const Model model = zoo_model("spinning_top");
  const double A = 0.0022, C = 0.0008, mgl = 0.5 * g * 0.06, lean = pi / 6, w3 = 120;
  const double c = A * std::cos(lean), P = (C * w3 - std::sqrt(C * C * w3 * w3 - 4 * c * mgl)) / (2 * c);
  const State start = initial_state(model);
  ASSERT_NEAR(start.v[1], P * std::sin(lean), 3e-14);
  Vec3 want((w3 - P * std::cos(lean)) * P * std::sin(lean), 0, 0);
  for (const AnyFormulation& f : formulations_for(model, Ask::forward)) {
    SCOPED_TRACE(std::string(name_of(f)));
    const VecX vdot = solve_or_throw(f, model, start, forward_question(model, VecX::Zero(3))).vdot;
    EXPECT_LE((vdot - want).norm(), agreement(10, want.norm()));
  }
  // A quarter of a precession: the axis stays at its lean and has moved by 90 degrees. RK4 at 120 rad/s and h = 0.1 ms: (w h)^4 w t / 120
  // = 2e-8 * 57 / 120.
  State state = start;
  Solver solver(NewtonEuler{}, model);
  const int steps = 4790;
  const double h = pi / 2 / P / steps;
  Workspace ws(model);
  for (int i = 0; i < steps; ++i) runge_kutta_step(model, solver, h, state);
  update_velocities(model, state, ws);
  const Vec3 axis = to_eigen(body_pose(model, ws, *model.find_body("top")).R).col(2);
  // It starts at Rx(30 deg) z = (0, -sin, cos); turned by +90 degrees about z: (sin, 0, cos).
  EXPECT_LE((axis - Vec3(std::sin(lean), 0, std::cos(lean))).norm(), tolerance_scale() * 4e-9) << axis.transpose();
}

// The period of a pendulum released from the horizontal, by the complete elliptic integral: T = 4 sqrt(L/g) K(sin 45 deg), K by the
// arithmetic-geometric mean.
TEST(Pendulum, SwingsWithThePeriodOfTheEllipticIntegral) {
  double a = 1, b = std::cos(pi / 4);
  for (int i = 0; i < 8; ++i) {
    const double mean = (a + b) / 2;
    b = std::sqrt(a * b);
    a = mean;
  }
  const double period = 4 * std::sqrt(1 / g) * pi / (2 * a);
  const Model model = zoo_model("pendulum");
  Solver solver(NewtonEuler{}, model);
  State state = initial_state(model);
  const double q0 = state.q[0];
  const int steps = 4000;
  for (int i = 0; i < steps; ++i) runge_kutta_step(model, solver, period / steps, state);
  EXPECT_NEAR(state.q[0], q0, tolerance_scale() * 2e-13);  // RK4: (w h)^4 = (4.4 * 6e-4)^4 = 5e-11 per radian, over 120
  EXPECT_NEAR(state.v[0], 0, tolerance_scale() * 2e-11);
}

// Free flight of a humanoid: whatever the joints do, the mass centre flies on a parabola and the spin momentum about it stays.
TEST(Humanoid, FliesOnAParabola) {
  const Model model = zoo_model("humanoid");
  EXPECT_EQ(model.nv(), 30);
  Solver solver(NewtonEuler{}, model);
  State state = initial_state(model);
  Workspace ws(model);
  update_velocities(model, state, ws);
  const BodySums start = sum_bodies(model, ws);
  const double e0 = energy(model, ws).total_J();
  const double t = 0.3;
  for (int i = 0; i < 600; ++i) runge_kutta_step(model, solver, t / 600, state);
  update_velocities(model, state, ws);
  const BodySums end = sum_bodies(model, ws);
  const Vec3 c0 = start.first_moment / start.mass, c1 = end.first_moment / end.mass, v0 = start.linear / start.mass;
  EXPECT_LE((c1 - (c0 + v0 * t + Vec3(0, 0, -g) * t * t / 2)).norm(), tolerance_scale() * 2e-14);
  const Vec3 spin0 = start.angular - c0.cross(start.linear), spin1 = end.angular - c1.cross(end.linear);
  EXPECT_LE((spin1 - spin0).norm(), tolerance_scale() * 1e-13);
  EXPECT_NEAR(energy(model, ws).total_J(), e0, tolerance_scale() * 2e-11);
}

TEST(Satellite, KeepsItsMomentumWhileTheWheelsSpeedUp) {
  const Model model = zoo_model("satellite_with_wheels");
  Solver solver(NewtonEuler{}, model);
  State state = initial_state(model);
  Workspace ws(model);
  VecX tau = VecX::Zero(model.nv());
  tau[speed_index(model, "W1")] = 0.2;
  tau[speed_index(model, "W2")] = -0.1;
  tau[speed_index(model, "W4")] = 0.15;
  update_velocities(model, state, ws);
  const BodySums start = sum_bodies(model, ws);
  const double t = 2;
  for (int i = 0; i < 400; ++i) runge_kutta_step(model, solver, t / 400, state, tau);
  update_velocities(model, state, ws);
  const BodySums end = sum_bodies(model, ws);
  // The wheels' 30 N m s make the bus nod at about 1 rad/s: (w h)^4 = 6e-10, over 120, times 30 N m s.
  EXPECT_LE((end.linear - start.linear).norm(), tolerance_scale() * 4e-12);
  EXPECT_LE((end.angular - start.angular).norm(), tolerance_scale() * 3e-12);
  EXPECT_NEAR(state.v[speed_index(model, "W1")] - 150, t * 0.2 / 0.045, 0.5);  // the bus gives way a little
}

}  // namespace
}  // namespace zanjir::test
