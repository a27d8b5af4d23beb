// Jacobians, inverse kinematics and J0 of many states through the face: beside single calls, beside each other and beside differences.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <iostream>
#include <random>

#include "support/folders.hpp"
#include "zanjir/core/decompositions.hpp"
#include "zanjir/zanjir.hpp"

namespace zanjir {
namespace {

struct Led {
  const char* model;
  const char* frame;
  PosePart part;
  bool parallel;
  bool lanes;  // its legs have a closed form
};
const Led led_robots[] = {
    {"stewart.yaml", "platform", PosePart::whole, true, true},    {"pentapod.yaml", "spindle", PosePart::point_and_axis, true, true},
    {"rrr_3.yaml", "platform", PosePart::whole, true, true},      {"tricept.yaml", "platform", PosePart::point, true, true},
    {"pus_3.yaml", "platform", PosePart::turn, true, false},      {"delta.yaml", "platform", PosePart::point, true, false},
    {"arm_6r.yaml", "link6.flange", PosePart::whole, false, true}};

Mechanism loaded(const char* name) { return Mechanism::load((test::models_folder() / name).string()); }

// Home poses, moved by up to `by` m and turned by up to `by` rad about any axis: seeds are those of the standard engine.
ManyStates poses_around(const Mechanism& robot, const Led& led, int n, double by, unsigned seed) {
  Batch batch = robot.batch(1);
  const MechanismState home = robot.assemble();
  ManyStates pose, velocity;
  batch.frame(home.q(), ManyStates::Zero(home.v().size(), 1), led.frame, pose, velocity);
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> any(-by, by);
  const bool planar = std::strcmp(led.model, "rrr_3.yaml") == 0;
  ManyStates all = pose.replicate(1, n);
  const Eigen::Matrix<double, 3, 3, Eigen::RowMajor> R0(pose.col(0).head<9>().eval().data());
  for (int k = 0; k < n; ++k) {
    Eigen::Vector3d turn(planar ? 0 : any(random), planar ? 0 : any(random), any(random));
    const Eigen::Matrix<double, 3, 3, Eigen::RowMajor> R = Eigen::AngleAxisd(turn.norm(), turn.normalized()).toRotationMatrix() * R0;
    if (led.part != PosePart::point) all.col(k).head<9>() = Eigen::Map<const Eigen::Matrix<double, 9, 1>>(R.data());
    if (led.part != PosePart::turn) all.col(k).tail<3>() += Eigen::Vector3d(any(random), any(random), planar ? 0 : any(random));
  }
  return all;
}
// How far the frame at q is from the poses, in what counts: m and rad.
double missed(Batch& batch, const Led& led, const ManyStates& q, const ManyStates& v, const ManyStates& asked) {
  ManyStates pose, velocity;
  batch.frame(q, v, led.frame, pose, velocity);
  double worst = 0;
  for (Eigen::Index k = 0; k < q.cols(); ++k) {
    if (led.part != PosePart::turn) worst = std::max(worst, (pose.col(k).tail<3>() - asked.col(k).tail<3>()).cwiseAbs().maxCoeff());
    if (led.part == PosePart::whole || led.part == PosePart::turn)
      worst = std::max(worst, (pose.col(k).head<9>() - asked.col(k).head<9>()).cwiseAbs().maxCoeff());
    if (led.part == PosePart::point_and_axis)
      for (const int i : {2, 5, 8}) worst = std::max(worst, std::abs(pose(i, k) - asked(i, k)));
  }
  return worst;
}

TEST(FaceBatchPoses, AreReachedWithClosedLoops) {
  for (const Led& led : led_robots) {
    SCOPED_TRACE(led.model);
    constexpr int n = 37;
    const Mechanism robot = loaded(led.model);
    Batch batch = robot.batch(2);
    const VecX home = robot.assemble().q();
    const ManyStates asked = poses_around(robot, led, n, 0.01, 5), near = home.replicate(1, n);
    ManyStates q, vdot;
    const BatchReport report = batch.reach(led.frame, asked, near, q, led.part);
    ASSERT_TRUE(report.complete()) << report.note << " at " << report.first_unsolved;
    EXPECT_EQ(report.in_lanes + report.alone, n);
    const ManyStates rest = ManyStates::Zero(static_cast<Eigen::Index>(robot.speeds().size()), n);
    const double off = missed(batch, led, q, rest, asked);
    EXPECT_LT(off, 5e-14);  // loops and targets are met to 1e-13 of the model length, or a step of Newton further
    const BatchReport closed = batch.forward(q, rest, rest, vdot);  // which refuses open loops
    EXPECT_TRUE(closed.complete()) << closed.note;
    std::cout << "[  seed 5 ] " << led.model << ": missed by " << off << ", " << report.in_lanes << " of " << n << " in lanes\n";
    if (!led.lanes || batch.lanes() == 1) continue;
    EXPECT_GT(report.in_lanes, n / 2);
  }
}

TEST(FaceBatchPoses, DependOnNothingButThemselves) {
  for (const Led& led : led_robots) {
    SCOPED_TRACE(led.model);
    constexpr int n = 21;
    const Mechanism robot = loaded(led.model);
    const ManyStates asked = poses_around(robot, led, n, 0.01, 6), near = robot.assemble().q().replicate(1, n);
    ManyStates all;
    robot.batch(1).reach(led.frame, asked, near, all, led.part);
    for (const int threads : {1, 3}) {
      Batch batch = robot.batch(threads);
      for (const int size : {1, 5, 13}) {
        for (int begin = 0; begin < n; begin += size) {
          const int some = std::min(size, n - begin);
          ManyStates q;
          batch.reach(led.frame, asked.middleCols(begin, some), near.middleCols(begin, some), q, led.part);
          EXPECT_EQ(q, ManyStates(all.middleCols(begin, some))) << threads << " threads, " << size << " at once, from " << begin;
        }
      }
    }
  }
}

TEST(FaceBatchPoses, J0TakesTwistsToRatesOfActuators) {
  for (const Led& led : led_robots) {
    if (!led.parallel) continue;
    SCOPED_TRACE(led.model);
    constexpr int n = 9;
    constexpr double h = 1e-5;
    const Mechanism robot = loaded(led.model);
    Batch batch = robot.batch(2);
    const ManyStates asked = poses_around(robot, led, n, 0.01, 7), near = robot.assemble().q().replicate(1, n);
    ManyStates q;
    ASSERT_TRUE(batch.reach(led.frame, asked, near, q, led.part).complete());
    const ManyJ0 J0 = batch.J0(q, led.frame);
    ASSERT_TRUE(J0.report.complete()) << J0.report.note;
    ASSERT_EQ(J0.entries.rows(), static_cast<Eigen::Index>(J0.rows.size()) * J0.columns);
    // a twist that the platform can have: between two poses that it can reach
    const ManyStates there = poses_around(robot, led, n, 0.01, 8);
    ManyStates ahead(12, n), back(12, n), q_ahead, q_back, pose_ahead, pose_back, velocity;
    const auto rotation = [](const ManyStates& pose, int k) {
      return Eigen::Matrix3d(Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>(pose.col(k).head<9>().eval().data()));
    };
    for (int k = 0; k < n; ++k) {
      const Eigen::AngleAxisd turn(rotation(there, k) * rotation(asked, k).transpose());
      for (const double side : {h, -h}) {
        ManyStates& to = side > 0 ? ahead : back;
        const Eigen::Matrix<double, 3, 3, Eigen::RowMajor> R =
            Eigen::AngleAxisd(turn.angle() * side, turn.axis()).toRotationMatrix() * rotation(asked, k);
        to.col(k).head<9>() = Eigen::Map<const Eigen::Matrix<double, 9, 1>>(R.data());
        to.col(k).tail<3>() = asked.col(k).tail<3>() + (there.col(k).tail<3>() - asked.col(k).tail<3>()) * side;
      }
    }
    ASSERT_TRUE(batch.reach(led.frame, ahead, q, q_ahead, led.part).complete());
    ASSERT_TRUE(batch.reach(led.frame, back, q, q_back, led.part).complete());
    const ManyStates rest = ManyStates::Zero(static_cast<Eigen::Index>(robot.speeds().size()), n);
    batch.frame(q_ahead, rest, led.frame, pose_ahead, velocity);
    batch.frame(q_back, rest, led.frame, pose_back, velocity);
    MechanismState state = robot.assemble();
    double worst = 0, largest = 0;
    for (int k = 0; k < n; ++k) {
      const Eigen::AngleAxisd turned(rotation(pose_ahead, k) * rotation(pose_back, k).transpose());
      Eigen::Matrix<double, 6, 1> twist;
      twist << turned.axis() * (turned.angle() / (2 * h)), (pose_ahead.col(k).tail<3>() - pose_back.col(k).tail<3>()) / (2 * h);
      if (J0.columns == 3) twist.head<3>() << twist[2], twist[3], twist[4];
      const auto rows = static_cast<int>(J0.rows.size());
      VecX rates = VecX::Zero(rows);
      for (int i = 0; i < rows && !J0.rows[static_cast<std::size_t>(i)].starts_with("constraint"); ++i) {
        const auto at = [&](const ManyStates& where) {
          state.set(0, where.col(k), rest.col(k));
          return state[J0.rows[static_cast<std::size_t>(i)]];
        };
        rates[i] = (at(q_ahead) - at(q_back)) / (2 * h);
      }
      for (int i = 0; i < rows; ++i) {
        double sum = 0;
        for (int j = 0; j < J0.columns; ++j) sum += J0.entries(i * J0.columns + j, k) * twist[j];
        worst = std::max(worst, std::abs(sum - rates[i]));
        largest = std::max(largest, std::abs(rates[i]));
      }
      MatX one(rows, J0.columns);
      for (int i = 0; i < rows; ++i)
        for (int j = 0; j < J0.columns; ++j) one(i, j) = J0.entries(i * J0.columns + j, k);
      const VecX sigma = Eigen::JacobiSVD<MatX>(one).singularValues();
      EXPECT_NEAR(J0.sigma(0, k), sigma[sigma.size() - 1], 1e-14 * sigma[0]);
      EXPECT_NEAR(J0.sigma(1, k), sigma[0], 1e-14 * sigma[0]);
    }
    // of a central difference: rounding over h, for Newton's method that of some steps
    EXPECT_LT(worst, 20 * 2.2e-16 / h) << largest;
    std::cout << "[  seed 7 ] " << led.model << ": J0 " << J0.rows.size() << " x " << J0.columns << ", off by " << worst << " of " << largest << ", "
              << J0.report.in_lanes << " in lanes\n";
  }
}

TEST(FaceBatchPoses, JacobiansAreThoseOfSingleCalls) {
  struct Case {
    const char *file, *frame, *moved;
  };
  for (const Case& c : {Case{"stewart.yaml", "platform", "P1"}, {"arm_6r.yaml", "link6.flange", "J2"}, {"elastic_four_bar.yaml", "coupler", "A"}}) {
    SCOPED_TRACE(c.file);
    const Mechanism robot = loaded(c.file);
    Batch batch = robot.batch(2);
    constexpr int n = 11;
    const double from = robot.assemble()[c.moved];
    std::vector<MechanismState> states;
    for (int k = 0; k < n; ++k) states.push_back(robot.assemble({{c.moved, from + 0.003 * k}}));
    ManyStates q(states[0].q().size(), n), J;
    for (int k = 0; k < n; ++k) q.col(k) = states[static_cast<std::size_t>(k)].q();
    batch.jacobian(q, c.frame, J);
    ASSERT_EQ(J.rows(), static_cast<Eigen::Index>(6 * robot.speeds().size()));
    Dynamics dynamics = robot.dynamics();
    Mat6X alone;
    for (int k = 0; k < n; ++k) {
      dynamics.jacobian(states[static_cast<std::size_t>(k)], robot.frame_id(c.frame), alone);
      const VecX all = Eigen::Map<const VecX>(alone.data(), alone.size());
      EXPECT_LT((J.col(k) - all).cwiseAbs().maxCoeff(), 1e-14 * all.cwiseAbs().maxCoeff());
    }
  }
}

TEST(FaceBatchPoses, OutOfReachAndNumbersThatAreNoneStayAlone) {
  const Led led = led_robots[0];
  const Mechanism robot = loaded(led.model);
  Batch batch = robot.batch(1);
  ManyStates asked = poses_around(robot, led, 5, 0.01, 5), near = robot.assemble().q().replicate(1, 5), q, alone;
  batch.reach(led.frame, asked, near, alone, led.part);
  asked(9, 1) += 50;
  asked(0, 3) = std::nan("");
  near(0, 4) = INFINITY;
  const BatchReport report = batch.reach(led.frame, asked, near, q, led.part);
  EXPECT_EQ(report.unsolved, 3);
  EXPECT_EQ(report.first_unsolved, 1);
  EXPECT_FALSE(report.note.empty());
  for (const int k : {1, 3, 4}) EXPECT_TRUE(q.col(k).array().isNaN().all()) << k;
  for (const int k : {0, 2}) EXPECT_EQ(VecX(q.col(k)), VecX(alone.col(k)));
  alone(7, 2) += 0.1;  // a leg that no longer meets its ball
  const ManyJ0 J0 = batch.J0(alone, led.frame);
  EXPECT_EQ(J0.report.first_unsolved, 2);
  EXPECT_EQ(J0.report.unsolved, 1);
  EXPECT_NE(J0.report.note.find("open"), std::string::npos);
}

// Mirrored, larger, sheared: whichever part of the matrix is asked for. What is not has no say, but for roundings.
TEST(FaceBatchPoses, MatricesThatAreNoRotationsAreNotReached) {
  for (const Led& led : led_robots) {
    SCOPED_TRACE(led.model);
    constexpr int n = 13;
    const Mechanism robot = loaded(led.model);
    ManyStates asked = poses_around(robot, led, n, 0.01, 5);
    const ManyStates good = asked, near = robot.assemble().q().replicate(1, n);
    for (const int i : {2, 5, 8}) asked(i, 1) = -asked(i, 1);  // its determinant is -1
    for (int i = 0; i < 9; ++i) asked(i, 4) *= 1.1;
    for (int i = 0; i < 3; ++i) asked(3 * i, 6) += 1e-3 * asked(3 * i + 1, 6);  // x leans to y
    for (int i = 0; i < 9; ++i) asked(i, 9) *= 1 + 1e-5;
    for (int i = 0; i < 9; ++i) asked(i, 12) = 0;
    const bool whole = led.part == PosePart::whole || led.part == PosePart::turn, point = led.part == PosePart::point;
    const auto wrong = [&](int k) { return !point && (k == 4 || k == 9 || k == 12 || (whole && (k == 1 || k == 6))); };
    for (const int threads : {1, 3}) {
      Batch batch = robot.batch(threads);
      ManyStates q, expected;
      ASSERT_TRUE(batch.reach(led.frame, good, near, expected, led.part).complete());
      const BatchReport report = batch.reach(led.frame, asked, near, q, led.part);
      for (int k = 0; k < n; ++k) {
        SCOPED_TRACE(k);
        const bool is_wrong = wrong(k);
        if (k == 1 && led.part == PosePart::point_and_axis) {  // another direction, out of reach or not
          if (!solved(report.status[1])) continue;
          const ManyStates there = q.col(1), rest = ManyStates::Zero(static_cast<Eigen::Index>(robot.speeds().size()), 1);
          EXPECT_LT(missed(batch, led, there, rest, asked.col(1)), 9e-14);
          continue;
        }
        EXPECT_EQ(solved(report.status[static_cast<std::size_t>(k)]), !is_wrong);
        if (is_wrong) EXPECT_TRUE(q.col(k).array().isNaN().all());
        else EXPECT_LT((q.col(k) - expected.col(k)).norm(), 5e-14 * expected.col(k).norm());
        ManyStates alone;
        const BatchReport of_one = batch.reach(led.frame, asked.col(k), near.col(k), alone, led.part);
        EXPECT_EQ(of_one.status[0], report.status[static_cast<std::size_t>(k)]);
        if (is_wrong) {
          EXPECT_EQ(of_one.note.find("not a "), 0u) << of_one.note;
        }
      }
    }
  }
}

TEST(FaceBatchPoses, MisuseIsSaid) {
  const Mechanism arm = loaded("arm_6r.yaml");
  Batch batch = arm.batch(1);
  const ManyStates q = arm.assemble().q();
  const auto message = [](auto f) -> std::string {
    try {
      f();
    } catch (const Error& error) {
      return error.what();
    }
    return "no error";
  };
  ManyStates out;
  EXPECT_NE(message([&] { (void)batch.J0(q, "link6.flange"); }).find("parallel robot"), std::string::npos);
  EXPECT_NE(message([&] { (void)batch.reach("link6.flange", ManyStates(7, 1), q, out); }).find("twelve"), std::string::npos);
  EXPECT_NE(message([&] { (void)batch.reach("link6.flange", ManyStates(12, 2), q, out); }).find("one for each"), std::string::npos);
  EXPECT_NE(message([&] { (void)batch.reach("link6.flang", ManyStates(12, 1), q, out); }).find("link6.flange"), std::string::npos);
}

}  // namespace
}  // namespace zanjir
