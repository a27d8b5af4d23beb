// All branches of whole mechanisms: inverse kinematics in closed form against the numeric twin, forward kinematics of the planar 3-RRR against
// its polynomial of degree six, and tracking of one branch along paths.
#include "zanjir/loops/branches.hpp"
#include "zanjir/core/decompositions.hpp"

#include <gtest/gtest.h>

#include <complex>
#include <map>
#include <numbers>

#include "support/zoo.hpp"
#include "zanjir/core/random.hpp"
#include "zanjir/kinematics/frames.hpp"

namespace zanjir {
namespace {

std::vector<bool> hold(const Model& model, const std::vector<std::string>& joints) {
  std::vector<bool> held(static_cast<std::size_t>(model.nv()), false);
  for (const std::string& name : joints) {
    const Joint& joint = model.joint(*model.find_joint(name));
    for (int i = 0; i < joint.nv; ++i) held[static_cast<std::size_t>(joint.v_begin + i)] = true;
  }
  return held;
}
double& coordinate(const Model& model, State& state, const std::string& joint) { return state.q[model.joint(*model.find_joint(joint)).q_begin]; }

State closed_initial(const Model& model) {
  State state = initial_state(model);
  EXPECT_TRUE(close_positions(model, state).closed);
  return state;
}

Transformd pose_of(const Model& model, const State& state, const std::string& frame) {
  Workspace ws(model);
  update_positions(model, state, ws);
  return frame_pose(model, ws, model.frame(*model.find_frame(frame)));
}

// -- inverse kinematics --------------------------------------------------------------------------------------------------------------

struct InverseCase {
  std::string model, frame;
  PoseTarget::What what;
  int branches;
  int twin_finds = 0;  // at least so many, of more than random starts can be trusted to find; 0: all
};
class Inverse : public testing::TestWithParam<InverseCase> {};

// Poses that can be reached are made by moving the mechanism along its own freedoms.
TEST_P(Inverse, ClosedFormAgreesWithTheNumericTwin) {
  const InverseCase& c = GetParam();
  const Model model = test::zoo_model(c.model);
  const State start = closed_initial(model);
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Random random(seed);
    State there = start;
    VecX away(model.nv());
    for (Eigen::Index i = 0; i < away.size(); ++i) away[i] = 0.1 * model.column_scale()[i] * random.uniform(-1, 1);
    retract(model, start.q, away, there.q);
    ASSERT_TRUE(close_positions(model, there).closed);
    BranchQuestion question;
    question.targets = {{*model.find_frame(c.frame), pose_of(model, there, c.frame), c.what}};
    const Branches closed = find_branches(model, question, start);
    ASSERT_TRUE(closed.closed_form);
    EXPECT_TRUE(closed.complete);
    EXPECT_EQ(closed.count, c.branches);
    for (const Branch& branch : closed.list) {
      EXPECT_LT(branch.residual, 1e-12) << branch.label;
      const Transformd X = pose_of(model, branch.state, c.frame);
      EXPECT_LT(norm(X.p - question.targets[0].X_WF.p), 1e-11);
    }
    const LegPlan plan = plan_legs(model, question, start);
    const std::string label = branch_label(model, question, plan, there);
    EXPECT_EQ(std::count_if(closed.list.begin(), closed.list.end(), [&](const Branch& b) { return b.label == label; }), 1) << label;
    BranchSearch numeric;
    numeric.method = BranchSearch::Method::numeric;
    numeric.seed = seed;
    const Branches twin = find_branches(model, question, start, numeric);
    EXPECT_LE(twin.count, closed.count);
    EXPECT_GE(twin.count, c.twin_finds > 0 ? c.twin_finds : closed.count);
    for (const Branch& other : twin.list) {
      EXPECT_EQ(std::count_if(closed.list.begin(), closed.list.end(),
                              [&](const Branch& b) { return b.label == branch_label(model, question, plan, other.state); }),
                1);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    Zoo, Inverse,
    testing::Values(InverseCase{"five_bar", "left_rod.pen", PoseTarget::What::position, 4},
                    InverseCase{"rrr_3", "platform", PoseTarget::What::pose, 8}, InverseCase{"rpr_3", "platform", PoseTarget::What::pose, 8},
                    InverseCase{"rps_3", "platform", PoseTarget::What::pose, 8}, InverseCase{"delta", "platform", PoseTarget::What::pose, 8},
                    InverseCase{"tricept", "platform", PoseTarget::What::pose, 64, 48}, InverseCase{"arm_6r", "link6", PoseTarget::What::pose, 8},
                    InverseCase{"rrr_3_spherical", "platform", PoseTarget::What::pose, 8},
                    InverseCase{"arm_2r", "forearm.tip", PoseTarget::What::position, 2}),
    [](const auto& info) { return info.param.model; });

// The lengths of a Stewart platform's legs are distances between points; each leg has two lengths and two ways of its universal joint.
TEST(Branches, InverseKinematicsOfTheStewartPlatform) {
  const Model model = test::zoo_model("stewart");
  const State start = closed_initial(model);
  Random random(7);
  for (int trial = 0; trial < 5; ++trial) {
    const Vec3d r{random.uniform(-0.2, 0.2), random.uniform(-0.2, 0.2), random.uniform(-0.2, 0.2)};
    const Transformd X{spatial::to_matrix(spatial::exp_quaternion(r)),
                       {random.uniform(-0.1, 0.1), random.uniform(-0.1, 0.1), random.uniform(0.8, 1.0)}};
    BranchQuestion question;
    question.targets = {{*model.find_frame("platform"), X, PoseTarget::What::pose}};
    const Branches found = find_branches(model, question, start);
    EXPECT_TRUE(found.closed_form && found.complete);
    EXPECT_EQ(found.count, 4096);
    ASSERT_EQ(found.list.size(), 64u);
    State nearest = found.list[0].state;
    EXPECT_EQ(found.list[0].label, "U1:out U2:out U3:out U4:out U5:out U6:out");
    for (int i = 0; i < 6; ++i) {
      const double turn = std::numbers::pi / 180, side = i % 2 ? 1 : -1, third = 60 * (i - i % 2), base = third + 10 * side, top = third + 50 * side;
      const Vec3d b{0.8 * std::cos(base * turn), 0.8 * std::sin(base * turn), 0}, a{0.5 * std::cos(top * turn), 0.5 * std::sin(top * turn), 0};
      EXPECT_NEAR(coordinate(model, nearest, "P" + std::to_string(i + 1)), norm(X * a - b), 2e-14);
    }
  }
}

// The spindle's place and direction; its spin is not asked for and follows from leg 1. Lengths: the digest of the published study, worked by hand.
BranchQuestion spindle_at(const Model& model, const Vec3d& p, double alpha, double gamma) {
  using spatial::rotation_about;
  BranchQuestion question;
  PoseTarget target{*model.find_frame("spindle"), {}, PoseTarget::What::axis};
  target.X_WF = {rotation_about(Vec3d{0, 1, 0}, gamma) * rotation_about(Vec3d{1, 0, 0}, alpha), p};
  question.targets = {target};
  return question;
}

TEST(Branches, ThePentapodByThePointAndTheDirectionOfItsSpindle) {
  const Model model = test::zoo_model("pentapod");
  const State start = closed_initial(model);
  const BranchQuestion question = spindle_at(model, {0.02, -0.03, 0.26}, 0.2, -0.15);
  const Branches found = find_branches(model, question, start);
  EXPECT_TRUE(found.closed_form && found.complete);
  EXPECT_EQ(found.count, 1024);  // four for each leg
  ASSERT_EQ(found.list.size(), 64u);
  State nearest = found.list[0].state;
  const double lengths[] = {0.280317, 0.152473, 0.327560, 0.288171, 0.146020};
  for (int i = 0; i < 5; ++i) EXPECT_NEAR(coordinate(model, nearest, "L" + std::to_string(i + 1)), lengths[i], 5e-7);
  for (const Branch& branch : found.list) EXPECT_LT(branch.residual, 1e-12);
  // The pose that comes out, asked for as a pose, has two solutions of leg 1, which is short of a freedom, and again four of the others.
  BranchQuestion pose;
  pose.targets = {{*model.find_frame("spindle"), pose_of(model, nearest, "spindle"), PoseTarget::What::pose}};
  const Branches same = find_branches(model, pose, start);
  EXPECT_TRUE(same.closed_form);
  EXPECT_EQ(same.count, 512);
  EXPECT_LT((same.list[0].state.q - nearest.q).lpNorm<Eigen::Infinity>(), 1e-14);
}

TEST(Branches, RangesTakeBranchesAwayAndSayByHowMuch) {
  const Model model = test::zoo_model("pentapod");
  const State start = closed_initial(model);
  BranchQuestion question = spindle_at(model, {0.02, -0.03, 0.26}, 0.2, -0.15);
  for (const char* name : {"L1", "L2", "L3", "L4", "L5"}) question.ranges.push_back({name, 0, name, 0.09, 0.45, false});
  const Branches within = find_branches(model, question, start);
  EXPECT_EQ(within.count, 32);  // of each leg one length is positive, with the ring on either side
  for (const Branch& branch : within.list) {
    State state = branch.state;
    for (int i = 0; i < 5; ++i) EXPECT_GT(coordinate(model, state, "L" + std::to_string(i + 1)), 0.09);
  }
  question.ranges[2].max = 0.3;  // leg 3 is 0.327560 long, or with its ring on the far side longer
  const Branches none = find_branches(model, question, start);
  EXPECT_EQ(none.count, 0);
  EXPECT_TRUE(none.complete);
  ASSERT_EQ(none.limits.size(), 1u);
  EXPECT_EQ(none.limits[0].where, "S3-L3-N3-W3");
  EXPECT_NEAR(none.limits[0].gap, 0.027560, 5e-7);
  EXPECT_NE(none.limits[0].why.find("L3"), std::string::npos);
}

TEST(Branches, ARangeOfAnAngleIsMeantUpToFullTurns) {
  const Model model = test::zoo_model("arm_2r");
  BranchQuestion question;
  question.targets = {{*model.find_frame("forearm.tip"), {spatial::Mat3<double>::identity(), {0.5, 0.3, 0}}, PoseTarget::What::position}};
  State near = initial_state(model);
  near.q.setConstant(20);  // more than three turns
  question.ranges = {{"elbow", 0, "elbow", 0, 3, true}};
  const Branches found = find_branches(model, question, near);
  ASSERT_EQ(found.count, 1);
  State state = found.list[0].state;
  EXPECT_LT(std::abs(coordinate(model, state, "elbow") - 20), std::numbers::pi);  // the turns nearest to the guess
  BranchSearch numeric;
  numeric.method = BranchSearch::Method::numeric;
  EXPECT_EQ(find_branches(model, question, near, numeric).count, 1);
}

TEST(Branches, AreChosenByTheWordsOfTheirLabels) {
  const Model model = test::zoo_model("rrr_3");
  const State start = closed_initial(model);
  BranchQuestion question;
  question.targets = {{*model.find_frame("platform"), pose_of(model, start, "platform"), PoseTarget::What::pose}};
  question.label = {"A1:up", "A3:down"};
  const Branches chosen = find_branches(model, question, start);
  ASSERT_EQ(chosen.count, 2);
  for (const Branch& branch : chosen.list) {
    EXPECT_NE(branch.label.find("A1:up"), std::string::npos);
    EXPECT_NE(branch.label.find("A3:down"), std::string::npos);
  }
  question.label = {"A9:up"};
  const Branches none = find_branches(model, question, start);
  EXPECT_EQ(none.count, 0);
  ASSERT_EQ(none.limits.size(), 1u);
  EXPECT_NE(none.limits[0].why.find("A1, A2, A3"), std::string::npos);
}

// A 3-RPS platform has a height and two tilts: the place across them and the spin follow.
TEST(Branches, AnySubsetOfThePoseThatTheMechanismDetermines) {
  const Model model = test::zoo_model("rps_3");
  const State start = closed_initial(model);
  const Transformd X = pose_of(model, start, "platform");
  BranchQuestion question;
  PoseTarget target{*model.find_frame("platform"), X, PoseTarget::What::axis};
  target.X_WF.R = spatial::rotation_about(Vec3d{1, 0, 0}, 0.1) * X.R;
  target.X_WF.p.z += 0.02;
  target.led = {false, false, true};
  question.targets = {target};
  BranchSearch nearest;
  nearest.method = BranchSearch::Method::nearest;
  const Branches found = find_branches(model, question, start, nearest);
  ASSERT_EQ(found.count, 1);
  EXPECT_EQ(found.list[0].freedoms, 0);
  const Transformd there = pose_of(model, found.list[0].state, "platform");
  EXPECT_NEAR(there.p.z, target.X_WF.p.z, 1e-14);
  EXPECT_LT(norm(there.R * Vec3d{0, 0, 1} - target.X_WF.R * Vec3d{0, 0, 1}), 1e-14);
}

// The search need only find where the platform can be: from each of its poses the three legs have eight branches in closed form, each with a name of its own.
TEST(Branches, BySubsetsHaveAllBranchesOfTheLegs) {
  const Model model = test::zoo_model("rps_3");
  const State start = closed_initial(model);
  BranchQuestion question;
  PoseTarget target{*model.find_frame("platform"), pose_of(model, start, "platform"), PoseTarget::What::axis};
  target.X_WF.R = spatial::rotation_about(Vec3d{1, 0, 0}, 0.1) * target.X_WF.R;
  target.led = {false, false, true};
  question.targets = {target};
  BranchSearch few, many;
  few.quiet_starts = 10;
  many.quiet_starts = 400;
  const Branches quick = find_branches(model, question, start, few), all = find_branches(model, question, start, many);
  EXPECT_FALSE(all.complete);
  EXPECT_EQ(quick.count, all.count);
  EXPECT_EQ(all.count % 8, 0);
  std::map<std::string, int> labels;
  for (const Branch& branch : all.list) {
    EXPECT_LT(branch.residual, 1e-12);
    ++labels[branch.label.substr(0, branch.label.find(" det:"))];
  }
  EXPECT_EQ(labels.size(), 8u);
  for (const auto& [label, n] : labels) EXPECT_EQ(n, all.count / 8) << label;
  question.label = {labels.begin()->first.substr(0, labels.begin()->first.find(' '))};
  EXPECT_EQ(find_branches(model, question, start, few).count, all.count / 2);
}

// A point and a direction are a hinge for the legs; with the point free along the direction it is a cylinder, and so on: each against rows alone.
TEST(Branches, TargetsInPartAreJointsWhereThereIsOne) {
  const Model model = test::zoo_model("arm_6r");
  using What = PoseTarget::What;
  PoseTarget target{*model.find_frame("link6"), {}, What::axis};
  const auto described = [&](What what, std::array<bool, 3> led) {
    target.what = what;
    target.led = led;
    const CutJoint cut = constraint_of(model, target);
    return std::string(is_joint(model, target) ? name_of(cut.joint.type) : "none") + " " + std::to_string(cut.rows.size());
  };
  EXPECT_EQ(described(What::axis, {true, true, true}), "revolute 5");
  EXPECT_EQ(described(What::axis, {true, true, false}), "cylindrical 4");
  EXPECT_EQ(described(What::axis, {false, false, true}), "planar 3");
  EXPECT_EQ(described(What::axis, {false, true, true}), "none 4");
  EXPECT_EQ(described(What::pose, {true, false, true}), "prismatic 5");
  EXPECT_EQ(described(What::position, {true, false, true}), "none 2");
  EXPECT_EQ(described(What::orientation, {true, true, true}), "none 3");
}

TEST(Branches, ALegThatCannotReachIsNamedWithItsGap) {
  const Model model = test::zoo_model("rrr_3");
  BranchQuestion question;
  question.targets = {{*model.find_frame("platform"), {}, PoseTarget::What::pose}};
  question.targets[0].X_WF.p = {0.65, 0, 0};
  const Branches none = find_branches(model, question, closed_initial(model));
  EXPECT_TRUE(none.complete);
  EXPECT_EQ(none.count, 0);
  // Leg 1: base at 1.2/sqrt(3) and corner at 0.4/sqrt(3) in the direction of 210 degrees, links 0.4 and 0.6.
  ASSERT_EQ(none.limits.size(), 1u);
  EXPECT_EQ(none.limits[0].where, "A1-B1-C1");
  EXPECT_NEAR(none.limits[0].gap, std::hypot(0.65 + 0.8 / std::sqrt(3.0) * std::cos(std::numbers::pi / 6), 0.8 / std::sqrt(3.0) * 0.5) - 1, 1e-14);
  question.targets[0].X_WF.p = {0.9, 0, 0};
  const Branches far = find_branches(model, question, closed_initial(model));
  EXPECT_EQ(far.limits.size(), 2u);  // leg 3 too
}

// A 3-RPS platform cannot turn about its normal nor leave its three leg planes: the ball that stays off its plane is named.
TEST(Branches, APoseOutsideTheLegPlanesIsRefusedAtItsJoint) {
  const Model model = test::zoo_model("rps_3");
  const State start = closed_initial(model);
  BranchQuestion question;
  question.targets = {{*model.find_frame("platform"), pose_of(model, start, "platform"), PoseTarget::What::pose}};
  question.targets[0].X_WF.p.y += 0.01;
  const Branches none = find_branches(model, question, start);
  EXPECT_EQ(none.count, 0);
  ASSERT_EQ(none.limits.size(), 1u);
  EXPECT_EQ(none.limits[0].where, "S1");  // its plane is y = 0; the planes of the two others are off by 0.01 cos 60
  EXPECT_NEAR(none.limits[0].gap, 0.01, 1e-14);
}

// -- forward kinematics --------------------------------------------------------------------------------------------------------------

TEST(Branches, ForwardKinematicsOfTheFiveBarIsAPairOfCircles) {
  const Model model = test::zoo_model("five_bar");
  State state = closed_initial(model);
  BranchQuestion question;
  question.held = hold(model, {"left", "right"});
  const Branches found = find_branches(model, question, state);
  EXPECT_TRUE(found.complete);
  ASSERT_EQ(found.count, 2);
  const double l = coordinate(model, state, "left"), r = coordinate(model, state, "right");
  const Vec3d a{-0.15 + 0.25 * std::cos(l), 0.25 * std::sin(l), 0}, b{0.15 + 0.25 * std::cos(r), 0.25 * std::sin(r), 0}, m = (a + b) * 0.5, d = b - a;
  const double half = norm(d) / 2, height = std::sqrt(0.35 * 0.35 - half * half);
  const Vec3d up{-d.y / norm(d), d.x / norm(d), 0};
  for (const Branch& branch : found.list) {
    const Vec3d pen = pose_of(model, branch.state, "left_rod.pen").p;
    EXPECT_LT(std::min(norm(pen - m - up * height), norm(pen - m + up * height)), 1e-14);
  }
  EXPECT_NE(found.list[0].label, found.list[1].label);
}

// With the cranks fixed, u the vector from the first crank's tip to the first corner and D_i(phi) = R(phi) (c_i - c_1) - (B_i - B_1):
//   |u| = l,  |u + D_i| = l   =>   2 D_i . u = -|D_i|^2   =>   u = N / Delta,   F(phi) = N . N - l^2 Delta^2 = 0.
// F is a trigonometric polynomial of degree 3 (the terms of degree 4 cancel), so z^3 F is a polynomial of degree 6 in z = exp(i phi), and
// the assembly modes are its roots on the unit circle [Gosselin1994]. Returns the angles, and how near a root is to being double.
struct Modes {
  std::vector<double> angles;
  double separation = 1e300, leading = 0;
};
Modes modes_of_rrr(const std::array<Eigen::Vector2d, 3>& B, const std::array<Eigen::Vector2d, 3>& c, double l) {
  const auto F = [&](double phi) {
    const Eigen::Rotation2Dd R(phi);
    const Eigen::Vector2d D2 = R * (c[1] - c[0]) - (B[1] - B[0]), D3 = R * (c[2] - c[0]) - (B[2] - B[0]);
    const double Delta = 4 * (D2.x() * D3.y() - D2.y() * D3.x()), b2 = -D2.squaredNorm(), b3 = -D3.squaredNorm();
    const Eigen::Vector2d N(2 * (b2 * D3.y() - b3 * D2.y()), 2 * (b3 * D2.x() - b2 * D3.x()));
    return N.squaredNorm() - l * l * Delta * Delta;
  };
  constexpr int n = 16;
  std::array<std::complex<double>, 9> a{};  // coefficients of exp(i k phi), k = -4 .. 4
  for (int k = -4; k <= 4; ++k) {
    for (int j = 0; j < n; ++j) {
      const double phi = 2 * std::numbers::pi * j / n;
      a[static_cast<std::size_t>(k + 4)] += F(phi) * std::exp(std::complex<double>(0, -k * phi)) / double(n);
    }
  }
  Modes modes;
  double largest = 0;
  for (const auto& x : a) largest = std::max(largest, std::abs(x));
  modes.leading = std::max(std::abs(a[0]), std::abs(a[8])) / largest;
  Eigen::MatrixXcd companion = Eigen::MatrixXcd::Zero(6, 6);
  companion.diagonal(-1).setOnes();
  for (int i = 0; i < 6; ++i) companion(i, 5) = -a[static_cast<std::size_t>(i + 1)] / a[7];
  const Eigen::VectorXcd z = Eigen::ComplexEigenSolver<Eigen::MatrixXcd>(companion).eigenvalues();
  for (Eigen::Index i = 0; i < 6; ++i) {
    for (Eigen::Index k = 0; k < i; ++k) modes.separation = std::min(modes.separation, std::abs(z[i] - z[k]));
    if (std::abs(std::abs(z[i]) - 1) < 1e-8) modes.angles.push_back(std::arg(z[i]));
  }
  return modes;
}

class Rrr3 : public testing::TestWithParam<double> {};

TEST_P(Rrr3, ForwardKinematicsFindsAllAssemblyModes) {
  const double side = GetParam();  // of the platform: larger ones have more modes
  const Model model = test::zoo_model("rrr_3", {{"platform_side", std::to_string(side)}});
  State state = initial_state(model);
  std::array<int, 7> seen{};
  Random random(11);
  std::array<Eigen::Vector2d, 3> B, c;
  for (int trial = 0; trial < 25; ++trial) {
    for (int i = 0; i < 3; ++i) {
      const double turn = 2 * std::numbers::pi / 3 * i, leg = 7 * std::numbers::pi / 6 + turn,
                   crank = random.uniform(-std::numbers::pi, std::numbers::pi);
      coordinate(model, state, "A" + std::to_string(i + 1)) = crank;
      const Eigen::Vector2d A = 1.2 / std::sqrt(3.0) * Eigen::Vector2d(std::cos(leg), std::sin(leg));
      B[static_cast<std::size_t>(i)] = A + 0.4 * Eigen::Vector2d(std::cos(crank + turn), std::sin(crank + turn));
      c[static_cast<std::size_t>(i)] = side / std::sqrt(3.0) * Eigen::Vector2d(std::cos(leg), std::sin(leg));
    }
    const Modes modes = modes_of_rrr(B, c, 0.6);
    ASSERT_LT(modes.leading, 1e-14);
    if (modes.separation < 1e-3) continue;  // two modes about to meet: the count is not certain to either side
    ++seen[modes.angles.size()];
    BranchQuestion question;
    question.held = hold(model, {"A1", "A2", "A3"});
    BranchSearch search;
    search.seed = static_cast<std::uint64_t>(trial) + 1;
    SCOPED_TRACE(testing::Message() << "trial " << trial << ", " << modes.angles.size() << " modes");
    const Branches found = find_branches(model, question, state, search);
    EXPECT_FALSE(found.closed_form);
    EXPECT_FALSE(found.complete);
    ASSERT_EQ(found.count, static_cast<int>(modes.angles.size()));
    for (const double angle : modes.angles) {
      double nearest = 1e300;
      for (const Branch& branch : found.list) {
        const double phi = branch.state.q[model.joint(*model.find_joint("pose")).q_begin + 2];
        nearest = std::min(nearest, std::abs(std::remainder(phi - angle, 2 * std::numbers::pi)));
      }
      EXPECT_LT(nearest, 4e-11);
    }
    // The margin: the last new one was found long before the search gave up.
    EXPECT_LT(found.starts - found.quiet, search.quiet_starts / 2);
  }
  std::printf("platform side %g: inputs with 0 .. 6 modes: %d %d %d %d %d %d %d\n", side, seen[0], seen[1], seen[2], seen[3], seen[4], seen[5],
              seen[6]);
  EXPECT_EQ(seen[1] + seen[3] + seen[5], 0) << "complex roots come in pairs";
  EXPECT_GT(seen[2] + seen[4] + seen[6], 5);
}

INSTANTIATE_TEST_SUITE_P(PlatformSides, Rrr3, testing::Values(0.4, 1.0));

// -- tracking ------------------------------------------------------------------------------------------------------------------------

// Along a closed path of leg lengths l(s) the platform moves by |dq| <= K |dl|, K the largest singular value of dq/dl. From one step to the next K
// changes little (asserted: by less than half), so a step longer than twice K |dl| is a jump to another branch.
TEST(Branches, ForwardKinematicsOfTheStewartPlatformTracksItsOwnBranch) {
  const Model model = test::zoo_model("stewart");
  const State start = closed_initial(model);
  const std::vector<std::string> legs = {"P1", "P2", "P3", "P4", "P5", "P6"};
  const std::vector<bool> held = hold(model, legs);
  std::vector<int> free, driven;
  for (int i = 0; i < model.nv(); ++i) (held[static_cast<std::size_t>(i)] ? driven : free).push_back(i);
  const VecX &C = model.column_scale(), &R = model.row_scale();
  const auto gain = [&](const State& state) {  // of scaled coordinates per scaled leg length
    Workspace ws(model);
    Closure closure(model);
    update_positions(model, state, ws);
    update_closure_positions(model, ws, closure);
    MatX A;
    scale_rows(closure, R, C, A);
    const MatX K = MatX(A(Eigen::all, free)).partialPivLu().solve(MatX(A(Eigen::all, driven)));
    return Eigen::JacobiSVD<MatX>(K).singularValues()[0];
  };
  BranchQuestion question;
  question.held = held;
  const LegPlan plan = plan_legs(model, question, start);
  const std::string label = branch_label(model, question, plan, start);
  EXPECT_FALSE(label.empty());
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Random random(seed);
    std::array<double, 6> a{}, b{};
    for (std::size_t i = 0; i < 6; ++i) {
      a[i] = random.uniform(-0.06, 0.06);
      b[i] = random.uniform(-0.04, 0.04);
    }
    State state = start;
    double K = gain(start), longest = 0;
    constexpr int n = 1000;
    for (int step = 1; step <= n; ++step) {
      const double s = 2 * std::numbers::pi * step / n;
      State next = state;
      VecX dl(6);
      for (std::size_t i = 0; i < 6; ++i) {
        State origin = start;
        coordinate(model, next, legs[i]) = coordinate(model, origin, legs[i]) + a[i] * std::sin(s) + b[i] * (1 - std::cos(2 * s));
        dl[static_cast<Eigen::Index>(i)] = (coordinate(model, next, legs[i]) - coordinate(model, state, legs[i])) / model.length_m();
      }
      ASSERT_TRUE(close_positions(model, next, held).closed) << step;
      const double K_next = gain(next), moved = VecX(difference(model, state.q, next.q).cwiseQuotient(C))(free).norm();
      ASSERT_LT(std::abs(K_next - K), 0.01 * K);
      ASSERT_LT(moved, 2 * K * dl.norm()) << step;
      longest = std::max(longest, moved / dl.norm() / K);
      ASSERT_EQ(branch_label(model, question, plan, next), label);
      state = next;
      K = K_next;
    }
    EXPECT_LT(difference(model, start.q, state.q).lpNorm<Eigen::Infinity>(), 1e-14) << "the path is closed, so is the motion";
    EXPECT_GT(longest, 0.01);
  }
}

// Inverse kinematics from the point before stays on its branch too, and says so.
TEST(Branches, InverseKinematicsTracksAlongTheRose) {
  const Model model = test::zoo_model("rrr_3");
  State state = closed_initial(model);
  BranchSearch nearest;
  nearest.method = BranchSearch::Method::nearest;
  BranchQuestion question;
  question.targets = {{*model.find_frame("platform"), {}, PoseTarget::What::pose}};
  const LegPlan plan = plan_legs(model, question, state);
  const std::string label = branch_label(model, question, plan, state);
  for (int step = 0; step <= 1000; ++step) {
    const double theta = 2 * std::numbers::pi * step / 1000, r = 0.05 * std::cos(2 * theta);
    question.targets[0].X_WF.p = {r * std::cos(theta), r * std::sin(theta), 0};
    const Branches found = find_branches(model, question, state, nearest);
    ASSERT_EQ(found.list.size(), 1u);
    ASSERT_EQ(found.list[0].label, label);
    state = found.list[0].state;
  }
  EXPECT_LT(difference(model, closed_initial(model).q, state.q).lpNorm<Eigen::Infinity>(), 1.5e-14);
}

// -- a body on a ball and three rods -------------------------------------------------------------------------------------------------
// All assembly modes from three quadrics, against random starts. Legs are bodies here; the study of this robot has them as distances.
TEST(Branches, ABallOnThreeRodsHasAllItsAssemblyModes) {
  const Model model = test::zoo_model("pus_3");
  const State start = closed_initial(model);
  BranchQuestion question;
  question.held = hold(model, {"A1", "A2", "A3"});
  Random random(21);
  int tried = 0;
  for (int trial = 0; trial < 8; ++trial) {
    SCOPED_TRACE(testing::Message() << "trial " << trial);
    State near = start;
    if (trial > 0) {  // carriages somewhere else, where the platform can follow
      for (const char* carriage : {"A1", "A2", "A3"}) coordinate(model, near, carriage) += random.uniform(-0.15, 0.15);
      if (!close_positions(model, near, question.held).closed) continue;
    }
    ++tried;
    const Branches all = find_branches(model, question, near);
    ASSERT_EQ(all.n_complex, 8);
    EXPECT_TRUE(all.complete);
    EXPECT_EQ(all.starts, 0);
    EXPECT_EQ(all.count % 2, 0);
    BranchSearch numeric;
    numeric.method = BranchSearch::Method::numeric;
    const Branches twin = find_branches(model, question, near, numeric);
    EXPECT_EQ(twin.count, all.count);
    EXPECT_LT(all.list.front().distance, 3e-14);  // the one that the state is on
    for (const Branch& branch : all.list) {
      EXPECT_LT(branch.residual, 1e-12);
      const Transformd X = pose_of(model, branch.state, "platform");
      const auto same = [&](const Branch& other) {
        const Transformd Y = pose_of(model, other.state, "platform");
        double off = 0;
        for (int k = 0; k < 3; ++k) off = std::max(off, norm(X.R.col(k) - Y.R.col(k)));
        return off < 1e-6;
      };
      EXPECT_EQ(std::count_if(twin.list.begin(), twin.list.end(), same), 1);
    }
  }
  EXPECT_GE(tried, 4);
}

}  // namespace
}  // namespace zanjir
