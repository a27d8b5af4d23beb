// Batch through the face: the numbers of Dynamics, by name of joint and frame; misuse is an Error.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

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
        EXPECT_NEAR(wrenches(static_cast<Eigen::Index>(6 * j + 3), k), r.force.x, 4e-13);
        EXPECT_NEAR(wrenches(static_cast<Eigen::Index>(6 * j + 4), k), r.force.y, 4e-13);
        EXPECT_NEAR(wrenches(static_cast<Eigen::Index>(6 * j + 2), k), r.moment.z, 7e-14);
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
  EXPECT_NE(refused([&] { (void)arm.batch(-1); }).find("there are no -1 threads"), std::string::npos);
  EXPECT_NE(refused([&] { (void)Batch::of({arm}, -1); }).find("there are no -1 threads"), std::string::npos);
  EXPECT_EQ(out.size(), 0);
  EXPECT_TRUE(batch.forward(ManyStates(6, 0), ManyStates(6, 0), ManyStates(6, 0), out).complete());  // nothing is answered by nothing
}

TEST(FaceBatch, NamesTheColumnThatCannotBegin) {
  const Mechanism ball = Mechanism::parse(
      "zanjir: 1\ngravity: [0, 0, -9.81]\nbodies: {b: {mass: 1 kg, inertia: {ixx: 1, iyy: 1, izz: 1}}}\n"
      "joints: {Z: {type: prismatic, parent: ground, child: b, axis: z}}\n"
      "contacts: {floor: {ground: {point: [0, 0, 0], normal: z}, on: b, law: {type: hertz, stiffness: 1e6}}}\n",
      "ball.yaml");
  Batch batch = ball.batch(1);
  ManyStates q = ManyStates::Constant(1, 9, 0.5);
  q(0, 5) = -0.1;
  try {
    (void)batch.simulate(q, ManyStates::Zero(1, 9), {.until_s = 0.1, .every_s = 0.05}, {"Z"});
    FAIL() << "a column inside the ground was taken";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("column 5: 'floor.b' starts 0.1 m inside the ground"), std::string::npos) << error.what();
  }
}

// Samples beyond memory are refused before any is asked for; so are those without end.
TEST(FaceBatch, RefusesSamplesBeyondMemory) {
  const Mechanism pendulum = batch_mechanism("pendulum.yaml");
  Batch batch = pendulum.batch(1);
  const ManyStates q = ManyStates::Zero(1, 3);
  const std::pair<SimulateOptions, const char*> wrong[] = {{{.until_s = 1, .every_s = 2e-12}, "do not fit into memory"},
                                                           {{.until_s = 1, .every_s = 1e-15}, "do not fit into memory"},
                                                           {{.until_s = 1, .every_s = 1e-300}, "do not fit into memory"},
                                                           {{.until_s = HUGE_VAL, .every_s = 0.1}, "until_s: a run without an end"}};
  for (const auto& [options, expected] : wrong) {
    try {
      batch.simulate(q, q, options, {"A"});
      ADD_FAILURE() << options.every_s;
    } catch (const Error& error) {
      EXPECT_NE(std::string(error.what()).find(expected), std::string::npos) << error.what();
    }
  }
}

// Answers may take the place of what is asked, also where they are larger than that.
TEST(FaceBatch, AnswersInPlaceAreTheSame) {
  const Mechanism arm = batch_mechanism("arm_6r.yaml");
  Batch batch = arm.batch(2);
  ManyStates q = ManyStates::Random(6, 300), v = ManyStates::Random(6, 300), tau = ManyStates::Random(6, 300), vdot, wrenches, pose, velocity;
  batch.forward(q, v, tau, vdot);
  batch.reactions(q, v, tau, wrenches);
  batch.frame(q, v, arm.frames().back(), pose, velocity);
  ManyStates a = tau, b = q, c = v, d = q, e = v;
  EXPECT_TRUE(batch.forward(q, v, a, a).complete());
  EXPECT_TRUE(a == vdot);
  EXPECT_TRUE(batch.reactions(b, v, tau, b).complete());
  EXPECT_TRUE(b == wrenches);
  EXPECT_TRUE(batch.inverse(q, c, vdot, c).complete());
  EXPECT_LT((c - tau).cwiseAbs().maxCoeff(), 4e-13);  // what the accelerations were made of; inertias of this arm reach some 10 kg m^2
  batch.frame(d, e, arm.frames().back(), d, e);
  EXPECT_TRUE(d == pose && e == velocity);
  EXPECT_THROW(batch.frame(q, v, arm.frames().back(), pose, pose), Error);
}

TEST(FaceBatch, OutlivesItsMechanismAndRefusesWhenMovedAway) {
  Batch batch = [] { return batch_mechanism("arm_6r.yaml").batch(0); }();
  const ManyStates zero = ManyStates::Zero(6, 3);
  ManyStates out;
  EXPECT_TRUE(batch.forward(zero, zero, zero, out).complete());
  Batch other = std::move(batch);
  EXPECT_TRUE(other.forward(zero, zero, zero, out).complete());
  EXPECT_THROW(batch.forward(zero, zero, zero, out), Error);  // NOLINT(bugprone-use-after-move): that is the question
  EXPECT_THROW(batch.lanes(), Error);                         // NOLINT(bugprone-use-after-move)
}

TEST(FaceBatch, InfinitiesAndNumbersThatAreNoneStayWithTheirState) {
  const Mechanism four_bar = batch_mechanism("four_bar.yaml");
  Batch batch = four_bar.batch();
  const MechanismState home = four_bar.assemble({{"A", 0.7}}, {{"A", 1.0}});
  const Eigen::Index n = 40;
  ManyStates q = home.q().replicate(1, n), v = home.v().replicate(1, n), tau = ManyStates::Zero(v.rows(), n), vdot, good;
  batch.forward(q, v, tau, good);
  const double inf = std::numeric_limits<double>::infinity(), nan = std::nan("");
  q(0, 3) = inf, v(0, 11) = -inf, tau(0, 17) = nan, q(0, 29) = 1e300;
  VecX t_s = VecX::Zero(n);
  t_s[33] = nan;
  const BatchReport report = batch.forward(q, v, tau, vdot, t_s);
  EXPECT_FALSE(report.complete());
  EXPECT_EQ(report.first_unsolved, 3);
  for (Eigen::Index k = 0; k < n; ++k) {
    if (k == 3 || k == 11 || k == 17 || k == 29) {
      EXPECT_TRUE(vdot.col(k).array().isNaN().all() && !solved(report.status[static_cast<std::size_t>(k)])) << k;
    } else if (k != 33) {
      EXPECT_TRUE(vdot.col(k) == good.col(k)) << k;  // the mechanism has no law of time
    }
  }
}

}  // namespace
}  // namespace zanjir
