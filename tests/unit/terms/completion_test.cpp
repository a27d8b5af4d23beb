#include "zanjir/terms/completion.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "support/allocation_count.hpp"
#include "support/differences.hpp"
#include "support/requests.hpp"
#include "support/simulation.hpp"
#include "support/zoo.hpp"
#include "zanjir/kinematics/frames.hpp"

namespace zanjir::test {
namespace {

constexpr double degree = std::numbers::pi / 180;

// What a test says about the coordinates of a mechanism, one level after the other.
struct Completing {
  explicit Completing(Model m) : asked(std::move(m)), completion(asked.model, asked.users), state(closed_start(asked.model)) {}

  LoopGiven held(std::initializer_list<const char*> speeds) const {
    LoopGiven given;
    given.clear(asked.model.nv());
    for (const char* name : speeds) given.held[at(speed_index(asked.model, name))] = true;
    return given;
  }
  double loops_off(const State& s) {
    Workspace ws(asked.model);
    Closure closure(asked.model);
    update_positions(asked.model, s, ws);
    update_closure_positions(asked.model, ws, closure);
    return closure.phi.size() == 0 ? 0 : closure.phi.lpNorm<Eigen::Infinity>();
  }

  Asked asked;
  Completion completion;
  State state;
};

// Angles of the crank-rocker of models/four_bar.yaml by the law of cosines, open branch; A, B, C as its joints count them.
struct FourBar {
  double A, B, C, D;
  explicit FourBar(double crank) : A(crank) {
    const double a = 0.2, b = 0.6, c = 0.5, d = 0.6;
    const double x = d - a * std::cos(crank), y = -a * std::sin(crank), reach = std::hypot(x, y);  // from the crank's tip to the ground pivot
    const double coupler = std::atan2(y, x) + std::acos((b * b + reach * reach - c * c) / (2 * b * reach));
    const double Cx = a * std::cos(crank) + b * std::cos(coupler), Cy = a * std::sin(crank) + b * std::sin(coupler);
    const double rocker = std::atan2(-Cy, d - Cx);  // from the coupler's tip to the ground pivot
    B = coupler - crank;
    C = rocker - coupler;
    D = -rocker;
  }
};

TEST(Completion, LeavesATreeAlone) {
  Completing arm(zoo_model("arm_6r"));
  const State before = arm.state;
  VecX vdot = VecX::LinSpaced(arm.asked.model.nv(), -1, 1);
  const VecX vdot_before = vdot;
  const LoopGiven nothing = arm.held({});
  EXPECT_TRUE(arm.completion.positions(nothing, {}, Completion::Start::rough, arm.state).empty());
  EXPECT_TRUE(arm.completion.velocities(nothing, {}, arm.state).empty());
  EXPECT_TRUE(arm.completion.accelerations(nothing, {}, arm.state, vdot).empty());
  EXPECT_TRUE((before.q.array() == arm.state.q.array()).all());
  EXPECT_TRUE((before.v.array() == arm.state.v.array()).all());
  EXPECT_TRUE((vdot_before.array() == vdot.array()).all());
}

// A point that an arm is led to: the elbow follows the law of cosines, on the side where the arm starts.
TEST(Completion, LeadsAFrameOfATree) {
  Completing arm(zoo_model("arm_2r"));
  LedFrame m;
  m.frame = *arm.asked.model.find_frame("forearm.tip");
  m.led = {true, true, false};
  m.p = {0.3, 0.5, 0};
  m.v = {0.7, -0.4, 0};
  ASSERT_TRUE(arm.completion.positions(arm.held({}), {&m, 1}, Completion::Start::rough, arm.state).empty());
  const double elbow = std::acos((0.3 * 0.3 + 0.5 * 0.5 - 0.45 * 0.45 - 0.4 * 0.4) / (2 * 0.45 * 0.4));
  const double shoulder = std::atan2(0.5, 0.3) - std::atan2(0.4 * std::sin(elbow), 0.45 + 0.4 * std::cos(elbow));
  EXPECT_NEAR(arm.state.q[0], shoulder, 1e-14);
  EXPECT_NEAR(arm.state.q[1], elbow, 3e-14);
  ASSERT_TRUE(arm.completion.velocities(arm.held({}), {&m, 1}, arm.state).empty());
  const double s1 = std::sin(shoulder), c1 = std::cos(shoulder), s12 = std::sin(shoulder + elbow), c12 = std::cos(shoulder + elbow);
  const double w1 = arm.state.v[0], w12 = arm.state.v[0] + arm.state.v[1];
  EXPECT_NEAR(-0.45 * s1 * w1 - 0.4 * s12 * w12, 0.7, 1e-14);
  EXPECT_NEAR(0.45 * c1 * w1 + 0.4 * c12 * w12, -0.4, 1e-14);
}

// Only one number of the point is led: the arm, which starts beyond it, changes as little as possible and no more than that is asked of it.
TEST(Completion, AnUnderdeterminedFrameChangesAsLittleAsPossible) {
  Completing arm(zoo_model("arm_2r"));
  LedFrame m;
  m.frame = *arm.asked.model.find_frame("forearm.tip");
  m.led = {true, false, false};
  m.v = {0.3, 0, 0};
  Workspace ws(arm.asked.model);
  update_positions(arm.asked.model, arm.state, ws);
  m.p = frame_pose(arm.asked.model, ws, arm.asked.model.frame(m.frame)).p;
  const State before = arm.state;
  ASSERT_TRUE(arm.completion.positions(arm.held({}), {&m, 1}, Completion::Start::near, arm.state).empty());
  EXPECT_LT((arm.state.q - before.q).norm(), 1e-14);
  ASSERT_TRUE(arm.completion.velocities(arm.held({}), {&m, 1}, arm.state).empty());
  // v - v0 is along the one row of x: across it nothing has changed.
  const double s1 = std::sin(before.q[0]), s12 = std::sin(before.q[0] + before.q[1]);
  const double row[2] = {-0.45 * s1 - 0.4 * s12, -0.4 * s12};
  EXPECT_NEAR(row[0] * arm.state.v[0] + row[1] * arm.state.v[1], 0.3, 1e-14);
  EXPECT_NEAR(row[1] * (arm.state.v[0] - before.v[0]) - row[0] * (arm.state.v[1] - before.v[1]), 0, 1e-14);
}

TEST(Completion, ClosesAFourBarAtEveryAngleOfItsCrank) {
  Completing four_bar(zoo_model("four_bar"));
  const LoopGiven crank = four_bar.held({"A"});
  for (int i = 0; i < 72; ++i) {
    const FourBar expected((60 + 5 * i) * degree);
    four_bar.state.q[0] = expected.A;
    ASSERT_TRUE(four_bar.completion.positions(crank, {}, Completion::Start::near, four_bar.state).empty()) << i;
    EXPECT_EQ(four_bar.state.q[0], expected.A);
    EXPECT_NEAR(std::remainder(four_bar.state.q[1] - expected.B, 2 * std::numbers::pi), 0, 1.5e-13) << i;
    EXPECT_NEAR(std::remainder(four_bar.state.q[2] - expected.C, 2 * std::numbers::pi), 0, 8e-14) << i;
  }
}

// Speeds and accelerations are the derivatives of the positions: of the closed form along A(t) = 1 + sin(2 t).
TEST(Completion, RatesAreDerivativesOfThePositions) {
  Completing four_bar(zoo_model("four_bar"));
  const LoopGiven crank = four_bar.held({"A"});
  const double t0 = 0.4;
  const auto angle = [&](double t) { return 1 + std::sin(2 * (t0 + t)); };
  const auto closed = [&](double t) {
    const FourBar f(angle(t));
    return Eigen::Vector3d(f.A, f.B, f.C);
  };
  const auto rates = [&](double t) {
    State s = four_bar.state;
    s.q = closed(t);
    s.v.setZero();
    s.v[0] = 2 * std::cos(2 * (t0 + t));
    EXPECT_TRUE(four_bar.completion.velocities(crank, {}, s).empty());
    return Eigen::Vector3d(s.v);
  };
  const Eigen::Vector3d v = derivative(closed, 4.0), a = derivative(rates, 4.0);
  EXPECT_LT((rates(0) - v).norm(), difference_tolerance(10, 4));
  State s = four_bar.state;
  s.q = closed(0);
  s.v = rates(0);
  VecX vdot = VecX::Zero(3);
  vdot[0] = -4 * std::sin(2 * t0);
  ASSERT_TRUE(four_bar.completion.accelerations(crank, {}, s, vdot).empty());
  EXPECT_LT((vdot - a).norm(), difference_tolerance(40, 4));
}

// A cut joint drives the loops like any other: what it leads to is the configuration it was taken from.
TEST(Completion, ACutJointLeads) {
  Completing four_bar(zoo_model("four_bar"));
  Workspace ws(four_bar.asked.model);
  const FourBar there(95 * degree);
  State wanted = four_bar.state;
  wanted.q << there.A, there.B, there.C;
  update_positions(four_bar.asked.model, wanted, ws);
  const double D = four_bar.asked.users.coordinates(ws)[3];
  EXPECT_NEAR(std::remainder(D - there.D, 2 * std::numbers::pi), 0, 1e-14);
  LoopGiven given = four_bar.held({});
  const std::string path = "q.D";
  given.entries = {3};
  given.values = {D};
  given.paths = {&path};
  ASSERT_TRUE(four_bar.completion.positions(given, {}, Completion::Start::rough, four_bar.state).empty());
  EXPECT_LT(difference(four_bar.asked.model, wanted.q, four_bar.state.q).norm(), 3e-14);
}

// -- contradictions -------------------------------------------------------------------------------------------------------------------------

TEST(Completion, SaysWhereCoordinatesContradictTheLoopsAndByHowMuch) {
  Completing four_bar(zoo_model("four_bar"));
  const FourBar f(60 * degree);
  four_bar.state.q << f.A, f.B, f.C + 0.1;  // the rocker, 0.5 m, comes off its pivot by a chord
  const State before = four_bar.state;
  const auto problems = four_bar.completion.positions(four_bar.held({"A", "B", "C"}), {}, Completion::Start::rough, four_bar.state);
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_EQ(problems[0].path, "q");
  EXPECT_NE(problems[0].message.find("'D'"), std::string::npos) << problems[0].message;
  const double gap = std::stod(problems[0].message.substr(problems[0].message.find("gap of ") + 7));
  EXPECT_NEAR(gap, 2 * 0.5 * std::sin(0.05), 1e-6);
  EXPECT_TRUE((before.q.array() == four_bar.state.q.array()).all());  // and nothing was moved
}

TEST(Completion, SaysWhichSpeedsAndAccelerationsContradictTheLoops) {
  Completing four_bar(zoo_model("four_bar"));
  four_bar.state.v << 2, 0, 0;
  const auto speeds = four_bar.completion.velocities(four_bar.held({"A", "B", "C"}), {}, four_bar.state);
  ASSERT_EQ(speeds.size(), 1u);
  EXPECT_EQ(speeds[0].path, "v");
  EXPECT_NE(speeds[0].message.find("m/s is left"), std::string::npos) << speeds[0].message;
  Completing other(zoo_model("four_bar"));
  VecX vdot(3);
  vdot << 5, 0, 0;
  const auto accelerations = other.completion.accelerations(other.held({"A", "B", "C"}), {}, other.state, vdot);
  ASSERT_EQ(accelerations.size(), 1u);
  EXPECT_EQ(accelerations[0].path, "vdot");
  EXPECT_EQ(vdot[0], 5);  // as they were
  EXPECT_EQ(vdot[1], 0);
}

TEST(Completion, AFrameOutOfReachSaysHowFarItIs) {
  Completing arm(zoo_model("arm_2r"));
  LedFrame m;
  m.frame = *arm.asked.model.find_frame("forearm.tip");
  m.led = {true, true, false};
  m.p = {1.0, 0, 0};  // 0.15 m beyond the arm
  m.path = "frames.forearm.tip";
  const State before = arm.state;
  const auto problems = arm.completion.positions(arm.held({}), {&m, 1}, Completion::Start::rough, arm.state);
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_EQ(problems[0].path, "frames.forearm.tip");
  const double left = std::stod(problems[0].message.substr(problems[0].message.find("there: ") + 7));
  EXPECT_GE(left, 0.15 - 1e-6);
  EXPECT_LT(left, 0.2);
  EXPECT_TRUE((before.q.array() == arm.state.q.array()).all());
}

// The axis of a frame may stand either way on the line it is led along; only one of them is what was said.
TEST(Completion, AnAxisPointsForwards) {
  Completing arm(zoo_model("arm_2r"));
  LedFrame m;
  m.frame = *arm.asked.model.find_frame("forearm.tip");
  m.turn = LedFrame::Turn::axis;
  m.axis = {0, 0, 1};
  m.along = {0, 0, -1};  // a planar arm cannot turn its normal round
  EXPECT_EQ(arm.completion.positions(arm.held({}), {&m, 1}, Completion::Start::rough, arm.state).size(), 1u);
  m.along = {0, 0, 1};
  EXPECT_TRUE(arm.completion.positions(arm.held({}), {&m, 1}, Completion::Start::rough, arm.state).empty());
}

// -- along a path ---------------------------------------------------------------------------------------------------------------------------

// The Stewart platform, led through turns and translations. Its legs are known in closed form: the distance from the base joint to the ball.
struct StewartPath {
  static Vec3d point(double t) { return {0.15 * std::sin(t), 0.1 * std::cos(1.3 * t), 0.9 + 0.08 * std::sin(0.7 * t)}; }
  static Vec3d point_rate(double t) { return {0.15 * std::cos(t), -0.13 * std::sin(1.3 * t), 0.056 * std::cos(0.7 * t)}; }
  static Vec3d point_acceleration(double t) { return {-0.15 * std::sin(t), -0.169 * std::cos(1.3 * t), -0.0392 * std::sin(0.7 * t)}; }
  static double turn(double t) { return 0.3 * std::sin(0.9 * t); }  // about an axis fixed in space
  static double turn_rate(double t) { return 0.27 * std::cos(0.9 * t); }
  static double turn_acceleration(double t) { return -0.243 * std::sin(0.9 * t); }
  static Vec3d axis() { return Vec3d{1, 2, 2} * (1.0 / 3); }

  static void lead(double t, LedFrame& m) {
    m.p = point(t);
    m.v = point_rate(t);
    m.a = point_acceleration(t);
    m.R = spatial::rotation_about(axis(), turn(t));
    m.w = axis() * turn_rate(t);
    m.alpha = axis() * turn_acceleration(t);
  }
  static double leg(int i, double t) {  // i = 0 ... 5
    const int pair = i / 2;
    const double side = i % 2 == 0 ? -1 : 1, third = pair * 120.0;
    const double base = (third + side * 10) * degree, ball = (third + side * 50) * degree;
    const Vec3d a{0.8 * std::cos(base), 0.8 * std::sin(base), 0}, b{0.5 * std::cos(ball), 0.5 * std::sin(ball), 0};
    return norm(point(t) + spatial::rotation_about(axis(), turn(t)) * b - a);
  }
};

class StewartMotion : public testing::Test {
 protected:
  StewartMotion() {
    m.frame = *robot.asked.model.find_frame("platform");
    m.led = {true, true, true};
    m.turn = LedFrame::Turn::whole;
    for (int i = 0; i < 6; ++i) legs[i] = speed_index(robot.asked.model, "P" + std::to_string(i + 1));
  }
  bool complete(double t, Completion::Start start) {
    StewartPath::lead(t, m);
    vdot.setZero();
    return robot.completion.positions(nothing, {&m, 1}, start, robot.state).empty() &&
           robot.completion.velocities(nothing, {&m, 1}, robot.state).empty() &&
           robot.completion.accelerations(nothing, {&m, 1}, robot.state, vdot).empty();
  }
  double length(int leg) const { return robot.state.q[robot.asked.model.joint(robot.asked.model.speed(legs[leg]).joint).q_begin]; }

  Completing robot{zoo_model("stewart")};
  LedFrame m;
  LoopGiven nothing = robot.held({});
  VecX vdot = VecX::Zero(robot.asked.model.nv());
  int legs[6] = {};
};

TEST_F(StewartMotion, FollowsAPathOfAThousandSteps) {
  ASSERT_TRUE(complete(0, Completion::Start::rough));
  const double step = 0.01;
  for (int i = 1; i <= 1000; ++i) {
    const double t = i * step;
    ASSERT_TRUE(complete(t, Completion::Start::near)) << t;
    ASSERT_LT(robot.loops_off(robot.state), 1e-12) << t;
    for (int leg = 0; leg < 6; ++leg) {
      ASSERT_NEAR(length(leg), StewartPath::leg(leg, t), 3e-14) << t << " leg " << leg + 1;
      if (i % 50 != 0) continue;
      const auto closed = [&](double dt) { return StewartPath::leg(leg, t + dt); };
      ASSERT_NEAR(robot.state.v[legs[leg]], derivative(closed), difference_tolerance(2)) << t << " leg " << leg + 1;
      const auto rate = [&](double dt) { return derivative([&](double e) { return StewartPath::leg(leg, t + dt + e); }); };
      ASSERT_NEAR(vdot[legs[leg]], derivative(rate), 1e-8) << t << " leg " << leg + 1;  // a difference of differences
    }
  }
}

#ifdef ZANJIR_COUNTS_MALLOC
TEST_F(StewartMotion, UsesNoHeapAlongIt) {
  ASSERT_TRUE(complete(0, Completion::Start::rough));
  ASSERT_TRUE(complete(0.01, Completion::Start::near));
  AllocationCount count;
  bool all = true;
  for (int i = 2; i <= 100; ++i) all = complete(0.01 * i, Completion::Start::near) && all;
  EXPECT_EQ(count.stop(), 0);
  EXPECT_TRUE(all);
}
#endif

}  // namespace
}  // namespace zanjir::test
