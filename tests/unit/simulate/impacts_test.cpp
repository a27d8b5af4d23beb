#include "zanjir/simulate/impacts.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "support/simulation.hpp"
#include "zanjir/kinematics/frames.hpp"

namespace zanjir {
namespace {

std::vector<const ImpactGuard*> pointers(const std::vector<std::unique_ptr<ImpactGuard>>& own) {
  std::vector<const ImpactGuard*> all;
  for (const auto& guard : own) all.push_back(guard.get());
  return all;
}

// Of stops at both ends and of a point over a slope: the rate is what the value does, and the row gives it.
TEST(ImpactGuards, HaveTheRateOfTheirValue) {
  const Model model = test::model_of(
      "zanjir: 1\ngravity: [0, 0, -9.81]\nbodies: {a: {mass: 2, inertia: point}, b: {mass: 1, inertia: {ixx: 1, iyy: 1, izz: 1}}}\nframes: {b: {p: "
      "[0.3, 0.2, -0.1]}}\n"
      "joints: {S: {type: prismatic, parent: ground, child: a, axis: x}, R: {type: revolute, parent: a, child: b, axis: [0.3, 0.5, 1]}}\n"
      "stops: {wall: {joint: S, min: -1, max: 2, restitution: 0.5}, turn: {joint: R, min: -1, max: 1, restitution: 0}}\n"
      "contacts: {slope: {ground: {normal: [0.2, 0.1, 1]}, on: b.p, restitution: 0.3}}\ninitial: {q: {S: 0.4, R: 0.3}, v: {S: 0.7, R: -1.1}}\n");
  const auto guards = impact_guards(model);
  ASSERT_EQ(guards.size(), 5u);
  State state = initial_state(model);
  const double h = 1e-5;
  const auto value = [&](const ImpactGuard& guard, double t) {
    State moved = state;
    moved.q = state.q + t * state.v;  // one coordinate per speed
    Workspace ws(model);
    update_velocities(model, moved, ws);
    return guard.at(model, ws).value;
  };
  Workspace ws(model);
  update_velocities(model, state, ws);
  for (const auto& guard : guards) {
    const double rate = guard->at(model, ws).rate;
    EXPECT_NE(rate, 0) << guard->name;
    EXPECT_NEAR(rate, (value(*guard, h) - value(*guard, -h)) / (2 * h), 1e-10) << guard->name;  // h^2 of the third derivative, rounding over h
    Eigen::RowVectorXd row(model.nv());
    guard->row(model, ws, row);
    EXPECT_NEAR(rate, row * state.v, 1e-15) << guard->name;
  }
}

// A uniform rod with one end on the ground whose other end strikes: alone, that impulse would drive the first end into the ground. Both are hit, so that the first end stays and the rod turns
// back about it with the restitution of the other, whether the first end was at rest before or about to leave: restitution is for what approaches.
TEST(ApplyImpact, WhatTouchesAlreadyTakesPart) {
  const double e = 0.6;
  const Model model = test::model_of(
      "zanjir: 1\nplane: xy\ngravity: [0, 0, 0]\nbodies: {rod: {mass: 3, inertia: {izz: 0.25}}}\nframes: {rod: {l: [-0.5, 0, 0], r: [0.5, 0, 0]}}\n"
      "joints: {F: {type: planar, parent: ground, child: rod}}\ncontacts: {floor: {ground: {normal: y}, on: [rod.l, rod.r], restitution: 0.6}}\n");
  const auto own = impact_guards(model);
  ASSERT_EQ(own.size(), 2u);
  for (const double leaving : {0.0, 0.2}) {
    SCOPED_TRACE(leaving);
    State state = initial_state(model);
    const double omega = -3, strike = leaving + omega;  // of the second end, a metre away
    state.v << 0, leaving + omega / 2, omega;
    std::vector<double> approach;
    const ImpactResult result = apply_impact(model, nullptr, pointers(own), {1}, state, approach);
    ASSERT_EQ(result.status, SolveStatus::ok);
    ASSERT_EQ(approach.size(), 1u);
    EXPECT_NEAR(approach[0], strike, 1e-14);
    Workspace ws(model);
    update_velocities(model, state, ws);
    EXPECT_NEAR(own[0]->at(model, ws).rate, 0, 1e-14);
    EXPECT_NEAR(own[1]->at(model, ws).rate, -e * strike, 1e-14);
    const double middle = leaving + omega / 2, before = 0.5 * (3 * middle * middle + 0.25 * omega * omega),
                 after = 0.5 * e * e * strike * strike;  // m l^2/3 about the end: 1 kg m^2
    EXPECT_NEAR(result.energy_J, after - before, 5e-14);
  }
}

}  // namespace
}  // namespace zanjir
