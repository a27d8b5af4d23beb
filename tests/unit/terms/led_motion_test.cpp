// Speeds and accelerations of a motion that is asked for are checked by differences of its positions, as matrices and points: not in the terms in
// which they are computed.
#include "zanjir/terms/led_motion.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support/allocation_count.hpp"
#include "support/differences.hpp"
#include "support/requests.hpp"
#include "support/simulation.hpp"
#include "support/zoo.hpp"
#include "zanjir/kinematics/frames.hpp"
#include "zanjir/terms/assembler.hpp"

namespace zanjir::test {
namespace {

LawDescription sine(double amplitude, double rate, double phase = 0, double offset = 0) {
  LawDescription law;
  law.kind = LawKind::sine;
  law.numbers = {amplitude, rate, phase, offset};
  return law;
}

MotionGiven of_coordinate(const std::string& name, LawDescription law) {
  MotionGiven given;
  given.of.name = name;
  given.law = std::move(law);
  return given;
}

// Three turns about axes that are neither equal nor at right angles, and a point.
MotionGiven of_pose(const std::string& name, bool point, bool turn) {
  MotionGiven given;
  given.of.name = name;
  if (point) given.parts = {{"x", sine(0.1, 1.1, 0.2)}, {"y", sine(0.2, 0.7, 0.5, 0.1)}, {"z", sine(0.15, 1.3, 1, 0.8)}};
  if (turn) {
    given.turn_axes = {{0, 0, 1}, {0.6, 0.8, 0}, {0, 0, 1}};
    given.turn_angles = {sine(0.5, 1.2, 0.1), sine(0.4, 0.9, 1, 0.2), sine(0.3, 1.7, 2)};
  }
  return given;
}

struct Led {
  Led(Model model, std::vector<MotionGiven> given) : asked(std::move(model)), motion(asked.model, asked.users, asked.names, given, problems) {}
  double number(const std::vector<StateRequest::Number>& numbers, const std::vector<std::string>& names, const std::string& name) {
    for (const StateRequest::Number& n : numbers) {
      if (names[at(n.entry)] == name) return n.value;
    }
    ADD_FAILURE() << name;
    return 0;
  }
  double q(double t, const std::string& name) { return number(motion.at_time(t).q, asked.names.coordinates(), name); }
  double v(double t, const std::string& name) { return number(motion.at_time(t).v, asked.names.speeds(), name); }
  double vdot(double t, const std::string& name) { return number(motion.at_time(t).vdot, asked.names.speeds(), name); }
  Eigen::Vector3d q3(double t, const std::string& joint) { return {q(t, joint + ".x"), q(t, joint + ".y"), q(t, joint + ".z")}; }
  Eigen::Vector3d v3(double t, const std::string& stem) { return {v(t, stem + "x"), v(t, stem + "y"), v(t, stem + "z")}; }
  Eigen::Vector3d vdot3(double t, const std::string& stem) { return {vdot(t, stem + "x"), vdot(t, stem + "y"), vdot(t, stem + "z")}; }
  Eigen::Matrix3d R(double t, const std::string& joint) {
    return Eigen::Quaterniond(q(t, joint + ".qw"), q(t, joint + ".qx"), q(t, joint + ".qy"), q(t, joint + ".qz")).toRotationMatrix();
  }

  Asked asked;
  std::vector<SaidProblem> problems;
  LedMotion motion;
};

Eigen::Vector3d vee(const Eigen::Matrix3d& S) { return {S(2, 1), S(0, 2), S(1, 0)}; }
Eigen::Vector3d eigen(const Vec3d& a) { return {a.x, a.y, a.z}; }
Eigen::Matrix3d eigen(const Mat3d& R) {
  Eigen::Matrix3d M;
  M << R.xx, R.xy, R.xz, R.yx, R.yy, R.yz, R.zx, R.zy, R.zz;
  return M;
}
const double turned = difference_tolerance(4, 4);  // sines of up to three turns one upon the other

TEST(LedMotion, OfCoordinatesTreeAndCut) {
  Led led(zoo_model("four_bar"), {of_coordinate("A", sine(0.5, 2, 0.3, 1)), of_coordinate("D", sine(0.1, 3))});
  ASSERT_TRUE(led.problems.empty()) << to_text(led.problems);
  for (const std::string name : {"A", "D"}) {
    EXPECT_NEAR(led.v(0.7, name), derivative([&](double h) { return led.q(0.7 + h, name); }, 3.0), difference_tolerance(1, 3)) << name;
    EXPECT_NEAR(led.vdot(0.7, name), derivative([&](double h) { return led.v(0.7 + h, name); }, 3.0), difference_tolerance(3, 3)) << name;
  }
  EXPECT_NEAR(led.q(0.7, "A"), 1 + 0.5 * std::sin(1.7), 1e-15);
  EXPECT_EQ(*led.motion.at_time(0.7).t_s, 0.7);
}

// The parts of a joint with several coordinates, cylindrical among them: an angle and a slide.
TEST(LedMotion, OfPartsOfAJoint) {
  MotionGiven given;
  given.of.name = "C";
  given.parts = {{"slide", sine(0.2, 2)}, {"angle", sine(1, 1, 0.5)}};
  Led led(zoo_model("joints/cylindrical"), {given});
  ASSERT_TRUE(led.problems.empty()) << to_text(led.problems);
  EXPECT_NEAR(led.q(0.3, "C.slide"), 0.2 * std::sin(0.6), 1e-15);
  EXPECT_NEAR(led.v(0.3, "C.slide"), 0.4 * std::cos(0.6), 1e-15);
  EXPECT_NEAR(led.q(0.3, "C.angle"), std::sin(0.8), 1e-15);
}

// Speeds of a ball are its angular velocity in child axes:  R^T R' = [w]x.
TEST(LedMotion, OfASphericalJoint) {
  Led led(zoo_model("joints/spherical"), {of_pose("S", false, true)});
  ASSERT_TRUE(led.problems.empty()) << to_text(led.problems);
  const double t = 0.6;
  const Eigen::Matrix3d rate = derivative([&](double h) { return led.R(t + h, "S"); });
  EXPECT_LT((vee(led.R(t, "S").transpose() * rate) - led.v3(t, "S.w")).norm(), turned);
  EXPECT_LT((derivative([&](double h) { return led.v3(t + h, "S.w"); }) - led.vdot3(t, "S.w")).norm(), turned);
  EXPECT_GT(led.v3(t, "S.w").norm(), 0.2);  // it does move
}

// Of a free joint also the velocity of its origin, in child axes:  R v = p'.
TEST(LedMotion, OfAFreeJoint) {
  Led led(zoo_model("joints/free"), {of_pose("F", true, true)});
  ASSERT_TRUE(led.problems.empty()) << to_text(led.problems);
  const double t = 0.6;
  const Eigen::Matrix3d rate = derivative([&](double h) { return led.R(t + h, "F"); });
  EXPECT_LT((vee(led.R(t, "F").transpose() * rate) - led.v3(t, "F.w")).norm(), turned);
  EXPECT_LT((led.R(t, "F") * led.v3(t, "F.v") - derivative([&](double h) { return led.q3(t + h, "F"); })).norm(), turned);
  EXPECT_LT((derivative([&](double h) { return led.v3(t + h, "F.w"); }) - led.vdot3(t, "F.w")).norm(), turned);
  EXPECT_LT((derivative([&](double h) { return led.v3(t + h, "F.v"); }) - led.vdot3(t, "F.v")).norm(), turned);
}

TEST(LedMotion, OfAFrame) {
  Led led(zoo_model("stewart"), {of_pose("platform", true, true)});
  ASSERT_TRUE(led.problems.empty()) << to_text(led.problems);
  const double t = 0.6;
  const auto frame = [&](double h) { return led.motion.at_time(t + h).frames[0]; };
  const LedFrame m = frame(0);
  EXPECT_EQ(m.n_rows(), 6);
  EXPECT_TRUE(m.rates && m.accelerations);
  EXPECT_LT((derivative([&](double h) { return eigen(frame(h).p); }) - eigen(m.v)).norm(), turned);
  EXPECT_LT((derivative([&](double h) { return eigen(frame(h).v); }) - eigen(m.a)).norm(), turned);
  const Eigen::Matrix3d rate = derivative([&](double h) { return eigen(frame(h).R); });
  EXPECT_LT((vee(rate * eigen(m.R).transpose()) - eigen(m.w)).norm(), turned);  // world axes
  EXPECT_LT((derivative([&](double h) { return eigen(frame(h).w); }) - eigen(m.alpha)).norm(), turned);
}

TEST(LedMotion, OfOneAxisOfAFrame) {
  MotionGiven given = of_pose("platform", false, true);
  given.axis = Vec3d{0, 0.6, 0.8};
  given.parts = {{"z", sine(0.1, 1, 0, 0.9)}};
  Led led(zoo_model("stewart"), {given});
  ASSERT_TRUE(led.problems.empty()) << to_text(led.problems);
  const double t = 0.6;
  const auto frame = [&](double h) { return led.motion.at_time(t + h).frames[0]; };
  const LedFrame m = frame(0);
  EXPECT_EQ(m.n_rows(), 3);  // z, and two for the axis
  EXPECT_NEAR(norm(m.along), 1, 1e-14);
  EXPECT_LT((derivative([&](double h) { return eigen(frame(h).along); }) - eigen(m.along_rate)).norm(), turned);
  EXPECT_LT((derivative([&](double h) { return eigen(frame(h).along_rate); }) - eigen(m.along_acceleration)).norm(), turned);
}

// The whole road: laws, request, assembly. The frame is then where its law says and moves so, and the accelerations of all joints are the derivatives of
// their speeds: the frames below leave the mechanisms no freedom.
struct Path {
  const char *model, *frame;
  bool in_space, turns;
};

class LedThere : public testing::TestWithParam<Path> {};

TEST_P(LedThere, TheStateMovesAsAsked) {
  const Path& path = GetParam();
  const Model model = zoo_model(path.model);
  const FrameId frame = *model.find_frame(path.frame);
  Workspace ws(model);
  const State start = closed_start(model);
  update_positions(model, start, ws);
  const Vec3d p = frame_pose(model, ws, model.frame(frame)).p;
  MotionGiven given;
  given.of.name = path.frame;
  given.parts = {{"x", sine(0.02, 2, 0, p.x)}, {"y", sine(0.03, 1.5, 0, p.y)}};
  if (path.in_space) given.parts.push_back({"z", sine(0.02, 1.1, 0, p.z)});
  if (path.turns) {
    given.turn_axes = {{0, 0, 1}};
    given.turn_angles = {sine(0.1, 1.3)};
  }
  Led led(zoo_model(path.model), {given});
  ASSERT_TRUE(led.problems.empty()) << to_text(led.problems);
  Assembler assembler(led.asked.model);
  StateQuestion question;
  State before = start;
  const auto sample = [&](double t) {
    const auto& problems = assembler.assemble(led.motion.at_time(t), question, &before);
    EXPECT_TRUE(problems.empty()) << t << " " << to_text(problems);
    before.q = question.state.q;
    before.v = question.state.v;
    return VecX(question.state.v);
  };
  for (int i = 0; i <= 30; ++i) sample(0.01 * i);
  const double t = 0.3;
  const VecX rates = derivative([&](double h) { return sample(t + h); }, 2.0);
  sample(t);
  EXPECT_LT((question.vdot - rates).lpNorm<Eigen::Infinity>(), difference_tolerance(100, 2));  // closing leaves 1e-14 in q, which the legs multiply
  update_velocities(model, question.state, ws);
  const FrameKinematics there = frame_kinematics(model, ws, model.frame(frame));
  EXPECT_NEAR(there.X_WF.p.x, p.x + 0.02 * std::sin(2 * t), 1e-14);
  EXPECT_NEAR(there.X_WF.p.y, p.y + 0.03 * std::sin(1.5 * t), 1e-14);
  EXPECT_NEAR(there.V_WF_W.v.x, 0.04 * std::cos(2 * t), 1e-14);
  EXPECT_NEAR(there.V_WF_W.v.y, 0.045 * std::cos(1.5 * t), 1e-14);
  EXPECT_NEAR(path.turns ? there.V_WF_W.w.z : 0.0, path.turns ? 0.13 * std::cos(1.3 * t) : 0.0, 1e-14);
}

INSTANTIATE_TEST_SUITE_P(Models, LedThere,
                         testing::Values(Path{"arm_2r", "forearm.tip", false, false}, Path{"rrr_3", "platform", false, true},
                                         Path{"five_bar", "left_rod.pen", false, false}, Path{"stewart", "platform", true, true}),
                         [](const auto& info) { return std::string(info.param.model); });

TEST(LedMotion, RefusesWhatCannotBeLed) {
  const auto complaint = [](const char* model, MotionGiven given) { return to_text(Led(zoo_model(model), {std::move(given)}).problems); };
  const auto refused = [](const std::string& text, const char* part) {
    EXPECT_NE(text.find(part), std::string::npos) << "'" << part << "' is missing in: " << text;
  };
  refused(complaint("four_bar", of_coordinate("AA", sine(1, 1))), "'A'");
  refused(complaint("stewart", of_coordinate("platfrom", sine(1, 1))), "'platform'");
  refused(complaint("stewart", of_coordinate("platform", sine(1, 1))), "is a frame");
  refused(complaint("joints/free", of_coordinate("F", sine(1, 1))), "several coordinates");
  refused(complaint("joints/spherical", of_pose("S", true, true)), "`turn` only");
  refused(complaint("joints/universal", of_pose("U", false, true)), "no orientation to turn");
  MotionGiven axis = of_pose("platform", false, false);
  axis.axis = Vec3d{0, 0, 1};
  refused(complaint("stewart", axis), "how it turns");
  axis.of.name = "pose";
  refused(complaint("stewart", axis), "not on a joint");
  refused(complaint("stewart", of_pose("platform", false, false)), "nothing is said");
  refused(complaint("stewart", of_pose("ground", true, false)), "no coordinate, joint or moving frame");
  MotionGiven part;
  part.of.name = "platform";
  part.parts = {{"u", sine(1, 1)}};
  refused(complaint("stewart", part), "no part 'u'");
}

TEST(LedMotion, EveryNameThatCanBeLedIsTaken) {
  Asked asked(zoo_model("stewart"));
  const std::vector<std::string> names = names_that_can_be_led(asked.model, asked.names);
  EXPECT_GT(names.size(), 20u);
  for (const std::string& name : names) {
    std::vector<SaidProblem> as_law, as_pose, as_turn;
    const LedMotion law(asked.model, asked.users, asked.names, {of_coordinate(name, sine(1, 1))}, as_law);
    const LedMotion pose(asked.model, asked.users, asked.names, {of_pose(name, true, false)}, as_pose);
    const LedMotion turn(asked.model, asked.users, asked.names, {of_pose(name, false, true)}, as_turn);
    MotionGiven parts;
    parts.of.name = name;
    parts.parts = {{"a", sine(1, 1)}};
    std::vector<SaidProblem> as_parts;
    const LedMotion in_parts(asked.model, asked.users, asked.names, {parts}, as_parts);
    EXPECT_TRUE(as_law.empty() || as_pose.empty() || as_turn.empty() || as_parts.empty()) << name;
  }
}

#ifdef ZANJIR_COUNTS_MALLOC
TEST(LedMotion, UsesNoHeap) {
  Led led(zoo_model("stewart"), {of_pose("platform", true, true), of_coordinate("P1", sine(1, 1))});
  led.motion.at_time(0);
  AllocationCount count;
  for (int i = 0; i < 100; ++i) led.motion.at_time(0.1 * i);
  EXPECT_EQ(count.stop(), 0);
}
#endif

}  // namespace
}  // namespace zanjir::test
