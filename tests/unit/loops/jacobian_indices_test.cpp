// Indices of J0: what they depend on and what not, the best characteristic length, and how constraints transmit.
#include "zanjir/loops/jacobian_indices.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support/zoo.hpp"
#include "zanjir/core/decompositions.hpp"
#include "zanjir/core/random.hpp"
#include "zanjir/kinematics/frames.hpp"
#include "zanjir/loops/assembly.hpp"

namespace zanjir::test {
namespace {

ParallelJacobian jacobian_of(const Model& model, const std::string& platform_name) {
  State state = initial_state(model);
  EXPECT_TRUE(close_positions(model, state).closed);
  Workspace ws(model);
  update_positions(model, state, ws);
  const BodyId platform = *model.find_body(platform_name);
  const std::vector<Limb> limbs = find_limbs(model, BodyId::ground, platform);
  std::vector<LimbScrews> screws;
  for (const Limb& limb : limbs) screws.push_back(limb_screws(model, ws, BodyId::ground, platform, limb, body_pose(model, ws, platform).p));
  return parallel_jacobian(model, limbs, screws);
}

double best_of_scan(const ParallelJacobian& J, Plane plane, double& at) {
  double best = 0;
  for (int i = 0; i < 11513; ++i) {  // five decades
    const double x = std::log(1e-3) + 1e-3 * i;
    const double k = jacobian_indices(J, plane, std::exp(x)).dexterity_scaled;
    if (k > best) best = k, at = std::exp(x);
  }
  return best;
}

}  // namespace

// Dexterity does not depend on the axes; it does on the unit of length and on the point.
TEST(JacobianIndices, OfOtherAxesAreTheSameAndOfAnotherPointAreNot) {
  const Model model = zoo_model("pentapod");
  const ParallelJacobian J = jacobian_of(model, "spindle");
  const double dexterity = jacobian_indices(J, Plane::none, 0.1).dexterity;
  const Eigen::Matrix3d R = Eigen::AngleAxisd(0.7, Eigen::Vector3d(1, 2, -1).normalized()).toRotationMatrix();
  ParallelJacobian turned = J;
  turned.J0.leftCols<3>() = J.J0.leftCols<3>() * R;
  turned.J0.rightCols<3>() = J.J0.rightCols<3>() * R;
  EXPECT_NEAR(jacobian_indices(turned, Plane::none, 0.1).dexterity, dexterity, 1e-14);
  ParallelJacobian in_mm = J;
  in_mm.J0.leftCols<3>() *= 1000;
  EXPECT_LT(jacobian_indices(in_mm, Plane::none, 0.1).dexterity, dexterity / 10);
  EXPECT_NEAR(jacobian_indices(in_mm, Plane::none, 100).dexterity_scaled, jacobian_indices(J, Plane::none, 0.1).dexterity_scaled, 1e-14);
  EXPECT_GT(std::abs(jacobian_indices(moved(J, Plane::none, {0, 0, 0.1}), Plane::none, 0.1).dexterity / dexterity - 1), 0.01);
}

// As the digest of the pentapod found them; and against a scan for others.
TEST(JacobianIndices, BestLengthIsWhereTheDexterityIsLargest) {
  const Overrides T{{"m2x", "0.13"}, {"m3y", "0.13"}, {"m3z", "0.13"}, {"c3", "0.13"}, {"c4", "0.12"}, {"c5", "-0.1135"}};
  const BestLength of_P = best_length(jacobian_of(zoo_model("pentapod"), "spindle"), Plane::none, 0.3);
  EXPECT_NEAR(of_P.length_m, 0.138, 5e-4);
  EXPECT_NEAR(of_P.dexterity, 0.068, 5e-4);
  const BestLength of_T = best_length(jacobian_of(zoo_model("pentapod", T), "spindle"), Plane::none, 0.3);
  EXPECT_NEAR(of_T.length_m, 0.107, 5e-4);
  EXPECT_NEAR(of_T.dexterity, 0.338, 5e-4);
  for (const auto& [name, platform] : {std::pair{"stewart", "platform"}, {"rps_3", "platform"}, {"rpr_3", "platform"}, {"prs_3", "platform"}}) {
    SCOPED_TRACE(name);
    const Model model = zoo_model(name);
    const ParallelJacobian J = jacobian_of(model, platform);
    double at = 0;
    const double best = best_of_scan(J, model.plane(), at);
    const BestLength found = best_length(J, model.plane(), model.length_m());
    EXPECT_GE(found.dexterity, best * (1 - 1e-12));
    EXPECT_LE(found.dexterity, best * (1 + 1e-3));
  }
}

// Leg 1 of the pentapod blocks the spin about the spindle by a force at the arm rho.
TEST(JacobianIndices, ConstraintOfThePentapodTransmitsByItsArm) {
  for (const double m1x : {0.14, 0.05, 0.01}) {
    const Model model = zoo_model("pentapod", {{"m1x", std::to_string(m1x)}});
    for (const double length : {0.05, 0.3}) {
      const VecX found = jacobian_indices(jacobian_of(model, "spindle"), Plane::none, length).constraint_transmission;
      ASSERT_EQ(found.size(), 1);
      const double moment = std::hypot(m1x, 0.11);  // of a unit force along y through M1, about the spindle's centre
      EXPECT_NEAR(found[0], m1x / (length * std::sqrt(1 + moment * moment / (length * length))), 1e-14);
    }
  }
}

// Wrenches at right angles to each other, of unit length: each blocks what it blocks as well as can be.
TEST(JacobianIndices, OfAnOrthogonalJacobianAreOne) {
  ParallelJacobian J;
  J.J0 = MatX::Identity(6, 6);
  J.n_actuation = 4;
  const JacobianIndices x = jacobian_indices(J, Plane::none, 1);
  EXPECT_EQ(x.dexterity, 1);
  EXPECT_EQ(x.dexterity_scaled, 1);
  EXPECT_EQ(x.constraint_transmission.size(), 2);
  EXPECT_EQ(x.constraint_transmission.minCoeff(), 1);
  J.J0.row(5) = J.J0.row(4);
  EXPECT_EQ(jacobian_indices(J, Plane::none, 1).constraint_transmission.maxCoeff(), 0);
}

}  // namespace zanjir::test
