// What limited actuators reach, against closed forms and against a search over the forces of the actuators.
#include "zanjir/terms/capacity.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support/simulation.hpp"
#include "support/zoo.hpp"
#include "zanjir/core/decompositions.hpp"
#include "zanjir/loops/assembly.hpp"
#include "zanjir/terms/quantities.hpp"
#include "zanjir/verify/random_state.hpp"

namespace zanjir::test {
namespace {

// A planar arm of two links, 0.45 m and 0.4 m.
struct TwoLinks {
  TwoLinks()
      : model(zoo_model("arm_2r", {{"actuators",
                                    "{shoulder: {force_limit: 60 N m, speed_limit: 3 rad/s}, "
                                    "elbow: {force_limit: 25 N m, speed_limit: 5 rad/s}}"}})),
        state(initial_state(model)),
        ws(model) {
    update_velocities(model, state, ws);
    const double a = state.q[0], ab = a + state.q[1];
    J << -0.45 * std::sin(a) - 0.4 * std::sin(ab), -0.4 * std::sin(ab), 0.45 * std::cos(a) + 0.4 * std::cos(ab), 0.4 * std::cos(ab);
  }
  double operator[](const std::string& name) {
    QuantitySet set(model, moving_frames(model), [&](const QuantityFamily&, const QuantityName& q) { return q.name == name; });
    EXPECT_EQ(set.names().size(), 1u) << name;
    double x = 0;
    set.write({ws}, {&x, 1});
    return x;
  }
  Model model;
  State state;
  Workspace ws;
  Eigen::Matrix2d J;
};

SymmetricPolytope set_of(const Model& model, const State& state, const std::string& frame, Capacity c) {
  Workspace ws(model);
  update_positions(model, state, ws);
  const DrivenMotion motion = driven_motion(model, UserJoints(model), ws);
  return capacity_set(model, motion, twists_of(model, ws, model.frame(*model.find_frame(frame)), motion.N), c);
}

}  // namespace

TEST(Capacity, OfATwoLinkArmHasClosedForms) {
  TwoLinks arm;
  const Eigen::Vector2d force(60, 25), speed(3, 5);
  const double det = arm.J.determinant();
  EXPECT_NEAR(arm["forearm.tip.capacity.force"], std::min(60 / arm.J.col(0).norm(), 25 / arm.J.col(1).norm()), 1e-12);
  EXPECT_NEAR(arm["forearm.tip.capacity.force.x"], std::min(60 / std::abs(arm.J(0, 0)), 25 / std::abs(arm.J(0, 1))), 1e-12);
  EXPECT_NEAR(arm["forearm.tip.capacity.force.y"], std::min(60 / std::abs(arm.J(1, 0)), 25 / std::abs(arm.J(1, 1))), 4e-12);
  EXPECT_NEAR(arm["forearm.tip.capacity.speed"], std::abs(det) * std::min(3 / arm.J.col(1).norm(), 5 / arm.J.col(0).norm()), 2e-14);
  EXPECT_NEAR(arm["forearm.tip.capacity.turn_rate"], 8, 1.5e-13);
  EXPECT_NEAR(arm["forearm.tip.capacity.moment"], 25, 4e-13);            // the elbow carries it, then the shoulder
  EXPECT_NEAR(arm["forearm.tip.capacity.speed_not_turning"], 0, 1e-14);  // one freedom is left: not every direction
  EXPECT_NEAR(arm["forearm.tip.capacity.turn_rate_in_place"], 0, 1e-14);
  const PolytopeShape shape = shape_of(set_of(arm.model, arm.state, "forearm.tip", Capacity::speed));
  ASSERT_EQ(shape.vertices.rows(), 4);
  for (Eigen::Index i = 0; i < 4; ++i) {
    const Eigen::Vector2d rates = arm.J.inverse() * shape.vertices.row(i).transpose();
    EXPECT_LT((rates.cwiseAbs() - speed).norm(), 3e-14);
  }
  EXPECT_NEAR(arm["forearm.tip.drive.manipulability"], 0.45 * 0.4 * std::sin(arm.state.q[1]), 1e-14);
  const Eigen::Vector2d sigma = Eigen::JacobiSVD<MatX>(arm.J).singularValues();
  EXPECT_NEAR(arm["forearm.tip.drive.sigma_min"], sigma[1], 1e-14);
  EXPECT_NEAR(arm["forearm.tip.drive.sigma_max"], sigma[0], 1e-14);
  EXPECT_NEAR(arm["forearm.tip.drive.dexterity"], sigma[1] / sigma[0], 1e-14);
}

// Stretched out it cannot move along itself, and the actuators carry any force in that direction.
TEST(Capacity, AtASingularPointIsZeroForSpeedsAndInfiniteForForces) {
  TwoLinks arm;
  arm.state.q << 0, 0;
  update_velocities(arm.model, arm.state, arm.ws);
  EXPECT_NEAR(arm["forearm.tip.capacity.speed"], 0, 1e-14);
  EXPECT_TRUE(std::isinf(arm["forearm.tip.capacity.force.x"]));
  EXPECT_NEAR(arm["forearm.tip.capacity.force.y"], std::min(60 / 0.85, 25 / 0.4), 1e-12);
}

// Without a limit nothing is listed, with one limit of two the set is unbounded across it.
TEST(Capacity, NeedsLimits) {
  const Model none = zoo_model("arm_2r");
  EXPECT_FALSE(has_limits(none, Capacity::force));
  const Model one = zoo_model("arm_2r", {{"actuators", "{shoulder: {force_limit: 60 N m}}"}});
  EXPECT_TRUE(has_limits(one, Capacity::force));
  EXPECT_FALSE(has_limits(one, Capacity::speed));
  EXPECT_FALSE(shape_of(set_of(one, initial_state(one), "forearm.tip", Capacity::force)).bounded);
}

// Four legs drive three freedoms. The largest force along a direction, by a search over the one combination of torques that presses legs against each other.
TEST(Capacity, OfARedundantRobotIsWhatASearchFinds) {
  const Model model = zoo_model("rrr_4", {{"actuators", "{A1: {force_limit: 3}, A2: {force_limit: 4}, A3: {force_limit: 5}, A4: {force_limit: 2}}"}});
  const std::vector<double> limits{3, 4, 5, 2};
  Random random(3);
  for (int i = 0; i < 10; ++i) {
    State state;
    ASSERT_TRUE(random_closed_state(model, random, state));
    Workspace ws(model);
    update_positions(model, state, ws);
    const DrivenMotion motion = driven_motion(model, UserJoints(model), ws);
    ASSERT_EQ(motion.A.rows(), 4);
    ASSERT_EQ(motion.A.cols(), 3);
    const MatX twists = twists_of(model, ws, model.frame(*model.find_frame("platform")), motion.N);
    const SymmetricPolytope set = capacity_set(model, motion, twists, Capacity::force);
    const Eigen::JacobiSVD<MatX> svd(motion.A.transpose(), Eigen::ComputeFullV | Eigen::ComputeThinU);
    const VecX pressing = svd.matrixV().col(3);
    double least = 1e300;
    for (int k = 0; k < 16; ++k) {
      const Eigen::Vector2d along(std::cos(k * 0.39), std::sin(k * 0.39));
      const VecX tau = Eigen::CompleteOrthogonalDecomposition<MatX>(motion.A.transpose()).solve(twists.middleRows(3, 2).transpose() * along);
      // least over s of the largest |tau + s pressing|/limit, which is convex in s
      const auto used = [&](double s) {
        double most = 0;
        for (Eigen::Index j = 0; j < 4; ++j) most = std::max(most, std::abs(tau[j] + s * pressing[j]) / limits[static_cast<std::size_t>(j)]);
        return most;
      };
      double lo = -100 * tau.norm(), hi = -lo;
      for (int step = 0; step < 300; ++step) {
        const double a = lo + (hi - lo) / 3, b = hi - (hi - lo) / 3;
        (used(a) < used(b) ? hi : lo) = used(a) < used(b) ? b : a;
      }
      const double expected = 1 / used(lo);
      EXPECT_NEAR(extent(set, along), expected, 2e-14 * expected);
      least = std::min(least, expected);
    }
    EXPECT_LE(inscribed_radius(set), least * (1 + 1e-9));
  }
}

// Velocities of a redundant robot: a corner of the set has as many actuators at their limit as the plane asks for, and none beyond.
TEST(Capacity, VelocitiesOfARedundantRobotKeepEveryLimit) {
  const Model model = zoo_model("rrr_4", {{"actuators", "{A1: {speed_limit: 3}, A2: {speed_limit: 4}, A3: {speed_limit: 5}, A4: {speed_limit: 2}}"}});
  const Eigen::Vector4d limits(3, 4, 5, 2);
  Random random(5);
  for (int i = 0; i < 5; ++i) {
    State state;
    ASSERT_TRUE(random_closed_state(model, random, state));
    Workspace ws(model);
    update_positions(model, state, ws);
    const DrivenMotion motion = driven_motion(model, UserJoints(model), ws);
    const MatX twists = twists_of(model, ws, model.frame(*model.find_frame("platform")), motion.N), T = twists.middleRows(3, 2);
    // Not turning: rates follow from the velocity alone.
    const SymmetricPolytope set = capacity_set(model, motion, twists, Capacity::speed_not_turning);
    MatX both(3, 3);
    both << T, twists.row(2);
    const MatX rates = motion.A * both.inverse().leftCols(2);
    double radius = 1e300;
    for (Eigen::Index j = 0; j < 4; ++j) radius = std::min(radius, limits[j] / rates.row(j).norm());
    EXPECT_NEAR(inscribed_radius(set), radius, 1.5e-14 * radius);
    // Turning as it may: a velocity on the edge is reached by a turn that keeps all limits, one beyond it by none. Search over the turn.
    const SymmetricPolytope wide = capacity_set(model, motion, twists, Capacity::speed);
    EXPECT_GE(inscribed_radius(wide), radius * (1 - 1e-12));
    for (int k = 0; k < 8; ++k) {
      const Eigen::Vector2d along(std::cos(k * 0.7), std::sin(k * 0.7));
      const VecX straight = rates * along, turning = motion.A * both.inverse().col(2);
      const auto used = [&](double w) { return (straight + w * turning).cwiseAbs().cwiseQuotient(limits).maxCoeff(); };
      double lo = -1e3, hi = 1e3;
      for (int step = 0; step < 300; ++step) {
        const double a = lo + (hi - lo) / 3, b = hi - (hi - lo) / 3;
        (used(a) < used(b) ? hi : lo) = used(a) < used(b) ? b : a;
      }
      EXPECT_NEAR(extent(wide, along), 1 / used(lo), 2e-14 / used(lo));
    }
  }
}

// Six legs of limited force: tau = J0^-T w, so a pure force in any direction is bounded by the rows of J0^-T.
TEST(Capacity, OfAStewartPlatformIsThatOfItsJacobian) {
  std::string actuators;
  for (int i = 1; i <= 6; ++i) actuators += (i > 1 ? ", P" : "P") + std::to_string(i) + ": {force_limit: 100 N, speed_limit: 0.2 m/s}";
  const Model model = zoo_model("stewart", {{"actuators", "{" + actuators + "}"}});
  State state = initial_state(model);
  ASSERT_TRUE(close_positions(model, state).closed);
  Workspace ws(model);
  update_positions(model, state, ws);
  const DrivenMotion motion = driven_motion(model, UserJoints(model), ws);
  const MatX twists = twists_of(model, ws, model.frame(*model.find_frame("platform")), motion.N);
  const MatX J0 = motion.A * twists.inverse(), carry = J0.transpose().inverse();  // rates = J0 t;  tau = carry w
  const SymmetricPolytope force = capacity_set(model, motion, twists, Capacity::force),
                          speed = capacity_set(model, motion, twists, Capacity::speed_not_turning);
  EXPECT_NEAR(inscribed_radius(force), 100 / carry.rightCols(3).rowwise().norm().maxCoeff(), 2e-12);
  EXPECT_NEAR(inscribed_radius(speed), 0.2 / J0.rightCols(3).rowwise().norm().maxCoeff(), 1e-14);
  const PolytopeShape shape = shape_of(force);
  ASSERT_TRUE(shape.bounded);
  EXPECT_GE(shape.vertices.rows(), 8);
  for (Eigen::Index i = 0; i < shape.vertices.rows(); ++i) {
    const VecX tau = carry.rightCols(3) * shape.vertices.row(i).transpose();
    EXPECT_LE(tau.cwiseAbs().maxCoeff(), 100 * (1 + 1e-9));
    EXPECT_GE((tau.cwiseAbs().array() > 100 * (1 - 1e-7)).count(), 3);
  }
  // V - E + F = 2, and every edge lies between two faces
  std::size_t corners = 0;
  for (const auto& face : shape.faces) corners += face.size();
  EXPECT_EQ(static_cast<std::size_t>(shape.vertices.rows()) + shape.faces.size() - corners / 2, 2u);
}

}  // namespace zanjir::test
