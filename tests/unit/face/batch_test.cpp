// Batch through the face: the numbers of Dynamics, by name of joint and frame; misuse is an Error.
#include <gtest/gtest.h>

#include "support/folders.hpp"
#include "zanjir/zanjir.hpp"

namespace zanjir {
namespace {

Mechanism batch_mechanism(const char* name) { return Mechanism::load((test::models_folder() / name).string()); }

TEST(FaceBatch, HasTheReactionsAndFramesOfTheMechanism) {
  const Mechanism four_bar = batch_mechanism("four_bar.yaml");
  Batch batch = four_bar.batch(1);
  const std::vector<std::string> names = batch.reaction_names();
  ManyStates q(static_cast<Eigen::Index>(four_bar.coordinates().size()), 5), v(static_cast<Eigen::Index>(four_bar.speeds().size()), 5), tau, wrenches,
      pose, velocity;
  std::vector<MechanismState> states;
  for (int k = 0; k < 5; ++k) {
    states.push_back(four_bar.assemble({{"A", 0.5 + 0.2 * k}}, {{"A", 1.0 + k}}));
    q.col(k) = states.back().q();
    v.col(k) = states.back().v();
  }
  tau = ManyStates::Zero(v.rows(), 5);
  const BatchReport report = batch.reactions(q, v, tau, wrenches);
  ASSERT_TRUE(report.complete()) << report.note;
  EXPECT_EQ(report.in_lanes + report.alone, 5);
  const std::string frame = four_bar.frames().back();
  batch.frame(q, v, frame, pose, velocity);
  for (int k = 0; k < 5; ++k) {
    const std::vector<Reaction> alone = four_bar.reactions(states[static_cast<std::size_t>(k)]);
    for (std::size_t j = 0; j < names.size(); ++j) {
      for (const Reaction& r : alone) {
        if (r.joint != names[j]) continue;
        EXPECT_NEAR(wrenches(static_cast<Eigen::Index>(6 * j + 3), k), r.force.x, 1e-12);
        EXPECT_NEAR(wrenches(static_cast<Eigen::Index>(6 * j + 4), k), r.force.y, 1.5e-12);
        EXPECT_NEAR(wrenches(static_cast<Eigen::Index>(6 * j + 2), k), r.moment.z, 3e-13);
      }
    }
    const FrameKinematics f = four_bar.frame(states[static_cast<std::size_t>(k)], frame);
    EXPECT_NEAR(pose(9, k), f.X_WF.p.x, 1e-14);
    EXPECT_NEAR(velocity(3, k), f.V_WF_W.v.x, 1e-14);
  }
}

TEST(FaceBatch, RefusesWhatDoesNotFit) {
  const Mechanism arm = batch_mechanism("arm_6r.yaml");
  Batch batch = arm.batch(1);
  ManyStates q = ManyStates::Zero(6, 3), v = q, tau = q, out;
  const auto refused = [](auto&& ask) {
    try {
      ask();
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_NE(refused([&] { batch.forward(ManyStates::Zero(5, 3), v, tau, out); }).find("5 numbers where the mechanism has 6"), std::string::npos);
  EXPECT_NE(refused([&] { batch.forward(q, ManyStates::Zero(6, 2), tau, out); }).find("2 states where q has 3"), std::string::npos);
  EXPECT_NE(refused([&] { batch.forward(q, v, tau, out, VecX::Zero(2)); }).find("2 times for 3 states"), std::string::npos);
  EXPECT_NE(refused([&] { batch.frame(q, v, "hnad", out, out); }).find("hnad"), std::string::npos);
  EXPECT_EQ(out.size(), 0);
  EXPECT_TRUE(batch.forward(ManyStates(6, 0), ManyStates(6, 0), ManyStates(6, 0), out).complete());  // nothing is answered by nothing
}

}  // namespace
}  // namespace zanjir
