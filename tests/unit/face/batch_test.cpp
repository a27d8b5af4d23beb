// Batch through the face: the numbers of Dynamics, by name of joint and frame; misuse is an Error.
#include <gtest/gtest.h>

#include <algorithm>
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

// Closed states of another assembly, where the loops hold a freedom more than at home: four drives for three freedoms, or nine redundant rows for twelve.
ManyStates assemblies_of_higher_rank(const Mechanism& robot, const char* name) {
  const Eigen::Index nq = static_cast<Eigen::Index>(robot.coordinates().size());
  const auto columns = [&](const std::vector<std::vector<double>>& near) {
    ManyStates q(nq, static_cast<Eigen::Index>(near.size()));
    MechanismState state = robot.assemble();
    for (std::size_t k = 0; k < near.size(); ++k) {
      state.set(0, Eigen::Map<const VecX>(near[k].data(), nq), VecX::Zero(state.v().size()));
      q.col(static_cast<Eigen::Index>(k)) = robot.close(state).q();
    }
    return q;
  };
  if (std::string(name) == "par4.yaml")
    return columns(
        {{0.0569712476690, -0.0366867605153, -0.392046957017, 0.0215941972195, 0.176856290722,  -0.156274034034, -0.971511178300,  0.236454990606,
          -0.236454990606, 0.236454990606,   0.524885904934,  0.715586064333,  -0.238706570201, 0.655207249838,  0.0332874434971,  0.736390682768,
          0.624431611525,  -0.169069495475,  0.623348027408,  0.117525714285,  0.546714058070,  0.633926105815,  -0.0679528433200, 0.697743430426,
          0.203222754818,  0.415098221029,   0.664005319600,  -0.160578087741, 0.669662212622,  0.125964502165}});
  std::vector<std::vector<double>> near;  // the platform upside down, every parallelogram crossed, each elbow in or out
  for (const bool above : {false, true}) {
    for (int out = 0; out < 8; ++out) {
      std::vector<double> q = {0, 0, above ? 0.139711312374 : -0.319465996394, 0, 0, 0, above ? 1.0 : -1.0};
      for (int leg = 0; leg < 3; ++leg) {
        const bool folded = out >> leg & 1;
        const double U = (above ? 3.22055789176 : 2.13047000567) - (folded ? 3.14159265359 : 0);
        for (const double a : {0.466078704879, U, folded ? -2.96286485883 : -0.178727794756, folded ? -0.178727794756 : -2.96286485883,
                               folded ? 2.96286485883 : 0.178727794756})
          q.push_back(a);
      }
      near.push_back(q);
    }
  }
  return columns(near);
}

// There accelerations that keep the loops closed also keep those of the rows that home needs: only the rows themselves tell that forces are one choice of many.
TEST(FaceBatch, InverseOfAssembliesOfHigherRankIsThatOfSingleCalls) {
  for (const char* name : {"par4.yaml", "delta_parallelogram.yaml"}) {
    SCOPED_TRACE(name);
    const Mechanism robot = batch_mechanism(name);
    const MechanismState home = robot.assemble();
    const ManyStates others = assemblies_of_higher_rank(robot, name);
    constexpr Eigen::Index n = 41;
    ManyStates q(home.q().size(), n), v(home.v().size(), n), vdot(v), expected(v);
    std::vector<SolveStatus> status;
    long redundant = 0;
    MechanismState state = home;
    for (Eigen::Index k = 0; k < n; ++k) {  // every third at home
      const VecX near = k % 3 == 0 ? VecX(home.q()) : VecX(others.col(k % others.cols()));
      const VecX speeds = k % 2 == 0 ? VecX(VecX::Zero(v.rows())) : VecX(VecX::LinSpaced(v.rows(), -0.5, 0.1 * static_cast<double>(k % 7)));
      state.set(0, near, speeds);
      state = robot.close(state);
      q.col(k) = state.q(), v.col(k) = state.v();
      VecX a(v.rows()), tau(v.rows());
      Dynamics dynamics = robot.dynamics();
      ASSERT_TRUE(solved(dynamics.forward(state, VecX::LinSpaced(v.rows(), -1, 1), a))) << k << ": " << dynamics.note();
      dynamics.forget();
      status.push_back(dynamics.inverse(state, a, tau));
      ASSERT_TRUE(solved(status.back())) << k << ": " << dynamics.note();
      redundant += status.back() == SolveStatus::redundant;
      vdot.col(k) = a, expected.col(k) = tau;
    }
    EXPECT_GT(redundant, std::string(name) == "par4.yaml" ? n / 2 : -1);
    for (const int threads : {1, 3}) {
      Batch batch = robot.batch(threads);
      ManyStates all;
      for (const Eigen::Index size : {Eigen::Index{1}, Eigen::Index{7}, Eigen::Index{8}, Eigen::Index{9}, n}) {
        for (Eigen::Index begin = 0; begin < n; begin += size) {
          const Eigen::Index some = std::min(size, n - begin);
          ManyStates tau;
          const BatchReport report = batch.inverse(q.middleCols(begin, some), v.middleCols(begin, some), vdot.middleCols(begin, some), tau);
          for (Eigen::Index k = 0; k < some; ++k) {
            EXPECT_EQ(report.status[static_cast<std::size_t>(k)], status[static_cast<std::size_t>(begin + k)]) << begin + k;
            const VecX& alone = expected.col(begin + k);
            EXPECT_LT((tau.col(k) - alone).norm(), 1e-14 * alone.norm()) << begin + k << " of " << size << " at once";
          }
          if (size == 1 && begin == 0) all.resize(v.rows(), n);
          if (size == 1) all.col(begin) = tau;
          else EXPECT_TRUE(tau == ManyStates(all.middleCols(begin, some))) << begin << ", " << size << " at once";
          if (size == n && batch.lanes() > 1) {
            EXPECT_GE(report.in_lanes, n / 3);  // those at home
          }
        }
      }
    }
  }
}

// By steps that are too long for most of them: they go on to their ends with energy out of nowhere.
TEST(FaceBatch, RunsThatAreNotToBeTrustedSayWhy) {
  struct Doubtful {
    const char* model;
    double step_s;
    bool all;  // every run
  };
  for (const Doubtful& c : {Doubtful{"slider_crank.yaml", 0.003, true}, {"double_pendulum.yaml", 0.05, false}, {"arm_2r.yaml", 0.03, false}}) {
    SCOPED_TRACE(c.model);
    const Mechanism mechanism = batch_mechanism(c.model);
    SimulateOptions options{.until_s = c.all ? 0.5 : 1, .every_s = 0.1, .method = "rk4", .step_s = c.step_s};
    const MechanismState home = mechanism.assemble();
    constexpr Eigen::Index n = 11;
    ManyStates q = home.q().replicate(1, n), v = home.v().replicate(1, n);
    std::vector<std::vector<std::string>> expected;
    MechanismState state = home;
    for (Eigen::Index k = 0; k < n; ++k) {
      if (!c.all) v.col(k).setConstant(static_cast<double>(k));
      state.set(0, q.col(k), v.col(k));
      expected.push_back(mechanism.simulate(state, options).doubts());
    }
    const auto run = [&](int threads, Eigen::Index begin, Eigen::Index some) {
      return mechanism.batch(threads).simulate(q.middleCols(begin, some), v.middleCols(begin, some), options, {"energy.total"});
    };
    const ManyRuns runs = run(1, 0, n);
    long doubtful = 0;
    ASSERT_EQ(runs.doubts.size(), static_cast<std::size_t>(n));
    for (Eigen::Index k = 0; k < n; ++k) {
      const std::vector<std::string>& doubts = runs.doubts[static_cast<std::size_t>(k)];
      EXPECT_EQ(doubts.size(), expected[static_cast<std::size_t>(k)].size()) << k;
      EXPECT_EQ(runs.trusted(k), doubts.empty()) << k;
      if (!doubts.empty()) {
        EXPECT_EQ(doubts[0].find("the energy does not add up by "), 0u) << doubts[0];
      }
      doubtful += !doubts.empty();
    }
    EXPECT_EQ(runs.doubtful, doubtful);
    EXPECT_EQ(runs.unfinished, 0);
    EXPECT_FALSE(runs.trusted());
    EXPECT_GT(doubtful, 0);
    if (!c.all) {
      EXPECT_LT(doubtful, n);
    }
    EXPECT_THROW((void)runs.trusted(n), Error);
    EXPECT_THROW((void)runs.trusted(-1), Error);
    EXPECT_EQ(run(3, 0, n).doubts, runs.doubts);
    for (Eigen::Index begin = 0; begin < n; begin += 4) {
      const ManyRuns part = run(2, begin, std::min<Eigen::Index>(4, n - begin));
      EXPECT_EQ(part.doubts, std::vector(runs.doubts.begin() + begin, runs.doubts.begin() + std::min<Eigen::Index>(begin + 4, n)));
    }
    std::vector<Mechanism> copies(3, mechanism);
    const ManyRuns of_copies = Batch::of(copies, 2).simulate(q.rightCols(3), v.rightCols(3), options, {"energy.total"});
    EXPECT_EQ(of_copies.doubts, std::vector(expected.end() - 3, expected.end()));  // these are those of single runs to the last bit
    EXPECT_EQ(of_copies.doubtful, std::count_if(expected.end() - 3, expected.end(), [](const auto& doubts) { return !doubts.empty(); }));
  }
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
