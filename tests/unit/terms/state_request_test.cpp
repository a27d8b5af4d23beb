#include "zanjir/terms/state_request.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "support/requests.hpp"
#include "support/simulation.hpp"
#include "support/zoo.hpp"

namespace zanjir::test {
namespace {

void expect_says(const std::string& text, std::initializer_list<const char*> parts) {
  for (const char* part : parts) EXPECT_NE(text.find(part), std::string::npos) << "'" << part << "' is missing in: " << text;
}

double value_of(const std::vector<std::string>& names, const std::vector<StateRequest::Number>& numbers, const std::string& name) {
  for (const StateRequest::Number& n : numbers) {
    if (names[at(n.entry)] == name) return n.value;
  }
  ADD_FAILURE() << "nothing is said about " << name;
  return 0;
}

TEST(StateRequest, UnknownNamesGetTheNearest) {
  Asked four_bar(zoo_model("four_bar"));
  expect_says(four_bar.complaint_about(R"({"q": {"AA": 1}})"), {"q.AA", "did you mean 'A'"});
  expect_says(four_bar.complaint_about(R"({"vdto": {"A": 1}})"), {"vdto", "'vdot'", "frames"});
  expect_says(four_bar.complaint_about(R"({"frames": {"rocker.tpi": {"x": 1}}})"), {"frames.rocker.tpi", "'rocker.tip'"});
  expect_says(four_bar.complaint_about(R"({"frames": {"rocker.tip": {"xx": 1, "x": 0}}})"), {"frames.rocker.tip.xx", "did you mean 'x'"});
  expect_says(four_bar.complaint_about(R"({"ik": {"frame": "coupelr", "p": [0, 0]}})"), {"ik.frame", "'coupler'"});
  Asked stewart(zoo_model("stewart"));
  expect_says(stewart.complaint_about(R"({"v": {"S1.vx": 1}})"), {"v.S1.vx", "'S1.wx'"});  // of a cut joint
  expect_says(stewart.complaint_about(R"({"q": {"pose": {"zz": 1}}})"), {"q.pose.zz", "'z'", "qw"});
}

TEST(StateRequest, EveryFaultIsReportedAtOnce) {
  Asked arm(zoo_model("arm_2r"));
  expect_says(arm.complaint_about(R"({"q": {"sholder": 1, "elbow": "x"}, "v": {"elbow": [1, 2]}, "t": {}, "zzz": 0})"),
              {"q.sholder", "q.elbow", "v.elbow", "t:", "zzz"});
}

// The dimensions of q, v, vdot and tau, of turns and of slides, of frames and of targets; a study's state has units.
TEST(StateRequest, AWrongDimensionNamesBoth) {
  Asked stewart(zoo_model("stewart"));
  const auto complaint = [&](const std::string& text) {
    DiagnosticSink sink({"study.yaml"});
    NodeStore store;
    const Node root = parse_document(text, 0, sink, store);
    stewart.request(said_in_yaml(root, Values(sink, NamedFiles("."))));
    return stewart.complaint;
  };
  expect_says(complaint("{q: {P1: 3 kg}}"), {"q.P1", "length", "mass", "3 kg"});
  expect_says(complaint("{q: {U1.a: 1 m}}"), {"q.U1.a", "angle", "length"});
  expect_says(complaint("{q: {pose.quat: [1, 0, 0, 1 m]}}"), {"q.pose.quat", "number", "length"});
  expect_says(complaint("{v: {P1: 2 m}}"), {"v.P1", "speed", "length"});
  expect_says(complaint("{v: {pose.wx: 2 m/s}}"), {"v.pose.wx", "angular", "m/s"});
  expect_says(complaint("{vdot: {P1: 1 m/s}}"), {"vdot.P1", "acceleration", "m/s"});
  expect_says(complaint("{tau: {P1: 3 N m}}"), {"tau.P1", "force", "N"});
  expect_says(complaint("{tau: {U1.a: 3 N}}"), {"tau.U1.a", "moment", "force"});
  expect_says(complaint("{t: 1 m}"), {"t:", "time", "length"});
  expect_says(complaint("{frames: {platform: {p: [0, 0, 9 kg]}}}"), {"frames.platform.p[2]", "length", "mass"});
  expect_says(complaint("{frames: {platform: {z: 1, vz: 1 m}}}"), {"frames.platform.vz", "speed", "length"});
  expect_says(complaint("{ik: {frame: platform, p: [0 kg, 0, 1]}}"), {"ik.p", "length", "mass"});
  EXPECT_EQ(
      complaint(
          "{t: 10 ms, q: {P1: 900 mm, U1.a: 10 deg}, v: {P1: 3 mm/s, U1.a: 5 rpm}, tau: {P1: 3 kN}, frames: {platform: {p: [0, 0, 900 mm], vz: 0}}}"),
      "");
}

TEST(StateRequest, UnitsBecomeSi) {
  Asked stewart(zoo_model("stewart"));
  DiagnosticSink sink({"study.yaml"});
  NodeStore store;
  const Node root = parse_document("{t: 10 ms, q: {P1: 900 mm, U1.a: 180 deg}, tau: {P2: 3 kN}}", 0, sink, store);
  const StateRequest r = stewart.request(said_in_yaml(root, Values(sink, NamedFiles("."))));
  EXPECT_DOUBLE_EQ(*r.t_s, 0.01);
  EXPECT_DOUBLE_EQ(value_of(stewart.names.coordinates(), r.q, "P1"), 0.9);
  EXPECT_NEAR(value_of(stewart.names.coordinates(), r.q, "U1.a"), 3.141592653589793, 1e-15);
  EXPECT_DOUBLE_EQ(value_of(stewart.names.speeds(), r.tau, "P2"), 3000);
}

// Parts by full name, as an object, as a list, and the quaternion by itself say the same.
TEST(StateRequest, PartsOfAFreeJointInEveryWay) {
  Asked brick(zoo_model("joints/free"));
  const StateRequest all = brick.request(R"({"q": {"F": [1, 2, 3, 0.5, 0.5, 0.5, 0.5]}})");
  ASSERT_EQ(brick.complaint, "");
  ASSERT_EQ(all.q.size(), 7u);
  for (const std::string json : {R"({"q": {"F": {"x": 1, "y": 2, "z": 3, "quat": [0.5, 0.5, 0.5, 0.5]}}})",
                                 R"({"q": {"F.x": 1, "F": {"y": 2}, "F.z": 3, "F.quat": [0.5, 0.5, 0.5, 0.5]}})"}) {
    SCOPED_TRACE(json);
    const StateRequest parts = brick.request(json);
    EXPECT_EQ(brick.complaint, "");
    ASSERT_EQ(parts.q.size(), 7u);
    for (const std::string& name : brick.names.coordinates())
      EXPECT_EQ(value_of(brick.names.coordinates(), parts.q, name), value_of(brick.names.coordinates(), all.q, name)) << name;
  }
  const StateRequest some = brick.request(R"({"q": {"F.y": 4}, "v": {"F": {"wz": 1}}})");
  EXPECT_EQ(brick.complaint, "");
  EXPECT_EQ(some.q.size(), 1u);
  EXPECT_EQ(some.v.size(), 1u);
  expect_says(brick.complaint_about(R"({"q": {"F": [1, 2, 3]}})"), {"q.F", "7 numbers", "x, y, z, qw, qx, qy, qz", "here are 3"});
  expect_says(brick.complaint_about(R"({"q": {"F": 1}})"), {"7 coordinates", "one value is not enough"});
  expect_says(brick.complaint_about(R"({"q": {"F.quat": [1, 0, 0]}})"), {"4 numbers, here are 3", "scalar first"});
  expect_says(brick.complaint_about(R"({"q": {"F.x": 1, "F": {"x": 2}}})"), {"'F.x' is given twice", "q.F.x"});
}

TEST(StateRequest, PartsOfASphericalJoint) {
  Asked club(zoo_model("joints/spherical"));
  EXPECT_EQ(club.request(R"({"q": {"S.quat": [1, 0, 0, 0]}, "v": {"S": [1, 2, 3]}})").v.size(), 3u);
  EXPECT_EQ(club.complaint, "");
  expect_says(club.complaint_about(R"({"q": {"S": {"x": 1}}})"), {"joint 'S' has no part 'x'", "qw, qx, qy, qz"});
  expect_says(club.complaint_about(R"({"v": {"S": {"quat": [1, 0, 0, 0]}}})"), {"joint 'S' has no part 'quat'", "wx, wy, wz"});
}

TEST(StateRequest, CutJointsAreNamedLikeOthers) {
  Asked four_bar(zoo_model("four_bar"));
  const StateRequest r = four_bar.request(R"({"q": {"D": 1}, "v": {"D": 2}, "vdot": {"D": 3}, "tau": {"D": 4}})");
  EXPECT_EQ(four_bar.complaint, "");
  ASSERT_EQ(r.q.size(), 1u);
  EXPECT_GE(r.q[0].entry, four_bar.model.nq());
  EXPECT_EQ(r.q[0].path, "q.D");
  EXPECT_EQ(value_of(four_bar.names.speeds(), r.tau, "D"), 4);
  expect_says(four_bar.complaint_about(R"({"want": {"D": "tau"}})"), {"want.D", "cut"});
}

TEST(StateRequest, LeadsAFrameByItsPoint) {
  Asked robot(zoo_model("stewart"));
  const StateRequest r =
      robot.request(R"({"frames": {"platform": {"p": [0.1, 0.2, 0.9], "v": [1, 2, 3], "a": [4, 5, 6]}, "rod1": {"y": 0.5, "vy": 0.25}}})");
  ASSERT_EQ(robot.complaint, "");
  ASSERT_EQ(r.frames.size(), 2u);
  const LedFrame &whole = r.frames[0], &part = r.frames[1];
  EXPECT_EQ(whole.n_rows(), 3);
  EXPECT_EQ(whole.p.z, 0.9);
  EXPECT_EQ(whole.v.y, 2);
  EXPECT_EQ(whole.a.x, 4);
  EXPECT_TRUE(whole.rates && whole.accelerations);
  EXPECT_EQ(part.n_rows(), 1);
  EXPECT_EQ(part.led, (std::array<bool, 3>{false, true, false}));
  EXPECT_EQ(part.p.y, 0.5);
  EXPECT_EQ(part.v.y, 0.25);
  EXPECT_TRUE(part.rates);
  EXPECT_FALSE(part.accelerations);  // they follow
  EXPECT_EQ(part.path, "frames.rod1");
}

TEST(StateRequest, LeadsAFrameByItsTurnOrByOneAxis) {
  Asked robot(zoo_model("stewart"));
  const StateRequest r = robot.request(R"({"frames": {"platform": {"quat": [0, 0, 0, 1], "w": [0, 0, 3], "alpha": [1, 0, 0]},
    "rod1": {"axis": [0, 0, 2], "along": [0, 3, 4], "along_rate": [1, 0, 0], "along_acceleration": [0, 1, 0]}}})");
  ASSERT_EQ(robot.complaint, "");
  const LedFrame &whole = r.frames[0], &axis = r.frames[1];
  EXPECT_EQ(whole.n_rows(), 3);
  EXPECT_NEAR(whole.R.xx, -1, 1e-15);  // half a turn about z
  EXPECT_NEAR(whole.R.zz, 1, 1e-15);
  EXPECT_EQ(whole.w.z, 3);
  EXPECT_EQ(whole.alpha.x, 1);
  EXPECT_EQ(axis.n_rows(), 2);  // the spin is free
  EXPECT_DOUBLE_EQ(axis.axis.z, 1);
  EXPECT_DOUBLE_EQ(axis.along.y, 0.6);
  EXPECT_DOUBLE_EQ(axis.along.z, 0.8);
  // The derivatives of [0, 3, 4] are five times those of its direction, across it.
  const double h = 1e-4;
  const auto direction = [](double t) {
    const Vec3d a = Vec3d{0, 3, 4} + Vec3d{1, 0, 0} * t + Vec3d{0, 1, 0} * (t * t / 2);
    return a * (1 / norm(a));
  };
  const Vec3d rate = (direction(h) - direction(-h)) * (1 / (2 * h)), second = (direction(h) + direction(-h) - direction(0) * 2) * (1 / (h * h));
  EXPECT_LT(norm(axis.along_rate - rate), 3e-9);
  EXPECT_LT(norm(axis.along_acceleration - second), 3e-7);
}

TEST(StateRequest, RefusesFramesThatAreHalfSaid) {
  Asked robot(zoo_model("stewart"));
  const auto complaint = [&](const std::string& platform) { return robot.complaint_about(R"({"frames": {"platform": )" + platform + "}}"); };
  expect_says(complaint("{}"), {"nothing is said"});
  expect_says(complaint(R"({"p": [0, 0, 1], "z": 1})"), {"`p` and `z` say the same"});
  expect_says(complaint(R"({"x": 1, "vy": 1})"), {"the rate of y is given, its place is not"});
  expect_says(complaint(R"({"x": 1, "v": [0, 0, 0]})"), {"its place is not", "`p`"});
  expect_says(complaint(R"({"p": [0, 0, 1], "w": [0, 0, 0]})"), {"the orientation is not", "`quat`"});
  expect_says(complaint(R"({"axis": [0, 0, 1]})"), {"belong together"});
  expect_says(complaint(R"({"axis": [0, 0, 1], "along": [0, 0, 1], "quat": [1, 0, 0, 0]})"), {"replace `quat`"});
  expect_says(complaint(R"({"axis": [0, 0, 0], "along": [0, 0, 1]})"), {"zero length"});
  expect_says(complaint(R"({"quat": [1, 1, 0, 0]})"), {"frames.platform.quat"});
  expect_says(complaint(R"({"p": [0, 1]})"), {"frames.platform.p", "three numbers"});
  expect_says(complaint("[0, 0, 1]"), {"an object, here is a list"});
  expect_says(robot.complaint_about(R"({"frames": {"ground": {"z": 1}}})"), {"frames.ground"});
  expect_says(robot.complaint_about(R"({"frames": [1]})"), {"an object of frames"});
}

TEST(StateRequest, ReadsInverseKinematics) {
  Asked robot(zoo_model("rrr_3"));
  const StateRequest r =
      robot.request(R"({"ik": {"frame": "platform", "p": [0.03, 0.02], "angle": 0.1, "hold": ["A1"], "branches": "nearest", "seed": 7}})");
  ASSERT_EQ(robot.complaint, "");
  ASSERT_TRUE(r.ik);
  ASSERT_EQ(r.ik->targets.size(), 1u);
  EXPECT_TRUE(r.ik->targets[0].what == PoseTarget::What::pose);
  EXPECT_NEAR(r.ik->targets[0].X_WF.R.yx, std::sin(0.1), 1e-15);
  EXPECT_EQ(r.ik->hold, (std::vector<std::string>{"A1"}));
  expect_says(robot.complaint_about(R"({"ik": {"frame": "platform"}})"), {"nothing is said"});
  expect_says(robot.complaint_about(R"({"ik": {"frame": "platform", "angle": 0, "quat": [1, 0, 0, 0]}})"), {"given twice"});
  expect_says(robot.complaint_about(R"({"ik": {"frame": "platform", "p": [0, 0], "hold": ["A9"]}})"), {"hold", "A9"});
  // In a file, a bare word is a name: it was once taken for an unknown parameter.
  DiagnosticSink sink({"study.yaml"});
  NodeStore store;
  const Node root = parse_document("ik: {frame: platform, p: [30 mm, 20 mm], angle: 10 deg, branches: nearest}", 0, sink, store);
  const StateRequest from_file = robot.request(said_in_yaml(root, Values(sink, NamedFiles("."))));
  ASSERT_EQ(robot.complaint, "");
  ASSERT_EQ(from_file.ik->targets.size(), 1u);
  EXPECT_DOUBLE_EQ(from_file.ik->targets[0].X_WF.p.x, 0.03);
  Asked space(zoo_model("stewart"));
  expect_says(space.complaint_about(R"({"ik": {"frame": "platform", "p": [0, 0, 1], "angle": 1}})"), {"turns nothing in space"});
}

TEST(StateRequest, WantsAndContacts) {
  Asked arm(zoo_model("arm_2r"));
  const StateRequest r = arm.request(R"({"want": {"elbow": "tau"}})");
  EXPECT_FALSE(r.want[0]);
  EXPECT_TRUE(r.want[1] == Want::tau);
  expect_says(arm.complaint_about(R"({"want": "speed"})"), {"\"speed\""});
  expect_says(arm.complaint_about(R"({"contacts": {"floor": 1}})"), {"contacts.floor", "no compliant contact"});
}

}  // namespace
}  // namespace zanjir::test
