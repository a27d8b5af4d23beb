// Every leg type in closed form against its numeric twin, on random geometry and random reachable poses of the end; and how it fails.
#include "zanjir/loops/leg.hpp"
#include "zanjir/describe/description.hpp"

#include <gtest/gtest.h>

#include "support/descriptions.hpp"
#include "support/zoo.hpp"
#include "zanjir/core/random.hpp"
#include "zanjir/kinematics/frames.hpp"
#include "zanjir/loops/branches.hpp"

namespace zanjir {
namespace {

using test::body;
using test::joint;

Vec3d random_point(Random& random, double size) { return {random.uniform(-size, size), random.uniform(-size, size), random.uniform(-size, size)}; }
Vec3d random_direction(Random& random) {
  const Vec3d a{random.normal(), random.normal(), random.normal()};
  return a * (1 / norm(a));
}
Vec3d normal_to(const Vec3d& a, Random& random) {
  const Vec3d b = cross(a, random_direction(random));
  return b * (1 / norm(b));
}

struct LegCase {
  const char* type;
  int most;             // solutions of a pose that can be reached; fewer where a universal joint cannot point there
  bool planar = false;  // all revolute axes parallel, slides across them
};

// ground - j1 - ... - platform, where the last joint is cut and the platform's pose is given by a free joint.
struct SingleLeg {
  SingleLeg(const LegCase& c, Random& random) {
    const std::string type = c.type;
    const Vec3d common = random_direction(random);
    Description d = test::mechanism({0, 0, -9.81}, {}, {});
    for (std::size_t i = 0; i + 1 < type.size(); ++i) d.bodies.push_back(body("b" + std::to_string(i), 1, {0, 0, 0}, {1, 1, 1, 0, 0, 0}));
    d.bodies.push_back(body("platform", 1, {0, 0, 0}, {1, 1, 1, 0, 0, 0}));
    d.joints.push_back(joint("pose", JointType::free, "ground", "platform", {0, 0, 0}));
    for (std::size_t i = 0; i < type.size(); ++i) {
      const bool last = i + 1 == type.size();
      const std::string parent = i == 0 ? "ground" : "b" + std::to_string(i - 1), child = last ? "platform" : "b" + std::to_string(i);
      JointDescription j = joint("j" + std::to_string(i), JointType::revolute, parent, child, random_point(random, 0.5));
      switch (type[i]) {
        case 'R': j.axes = {c.planar ? common : random_direction(random)}; break;
        case 'P':
          j.type = JointType::prismatic;
          j.axes = {c.planar ? normal_to(common, random) : random_direction(random)};
          break;
        case 'U': {
          j.type = JointType::universal;
          const Vec3d a = random_direction(random);
          j.axes = {a, normal_to(a, random)};
          break;
        }
        case 'S': j.type = JointType::spherical; break;
        default: ADD_FAILURE() << type;
      }
      j.cut = last;
      if (last) {
        j.at_child.X.p = random_point(random, 0.3);
        j.at_child_given = true;
      }
      d.joints.push_back(j);
    }
    model = std::make_unique<Model>(test::build(d));
    // A reachable pose: the chain anywhere, then the platform as the last joint lets it be.
    state = initial_state(*model);
    VecX away(model->nv());
    for (Eigen::Index i = 0; i < away.size(); ++i) away[i] = random.uniform(-1.5, 1.5);
    retract(*model, initial_state(*model).q, away, state.q);
    Workspace ws(*model);
    update_positions(*model, state, ws);
    const Joint& last = std::get<CutJoint>(model->constraints()[0]).joint;
    std::vector<double> q(7, 0.0);
    for (double& x : q) x = random.uniform(-1, 1);
    const Transformd X_WP = body_pose(*model, ws, last.parent) * last.X_PJ * joint_motion(last, q.data()) * inverse(last.X_CJ);
    const Joint& pose = model->joint(*model->find_joint("pose"));
    joint_coordinates(pose, X_WP, state.q.data() + pose.q_begin);
    question.held.assign(static_cast<std::size_t>(model->nv()), false);
    for (int i = 0; i < 6; ++i) question.held[static_cast<std::size_t>(pose.v_begin + i)] = true;
  }
  std::unique_ptr<Model> model;
  State state;  // closed
  BranchQuestion question;
};

class EveryLeg : public testing::TestWithParam<LegCase> {};

TEST_P(EveryLeg, AgreesWithTheNumericTwin) {
  int most = 0;
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Random random(seed);
    const SingleLeg leg(GetParam(), random);
    State near = leg.state;
    const Branches closed = find_branches(*leg.model, leg.question, near);
    ASSERT_TRUE(closed.closed_form);
    EXPECT_TRUE(closed.complete);
    ASSERT_EQ(closed.legs.size(), 1u);
    BranchSearch numeric;
    numeric.method = BranchSearch::Method::numeric;
    numeric.seed = seed;
    const Branches twin = find_branches(*leg.model, leg.question, near, numeric);
    EXPECT_FALSE(twin.complete);
    EXPECT_LE(closed.count, GetParam().most);
    most = std::max(most, closed.count);
    EXPECT_EQ(closed.count, twin.count);
    ASSERT_FALSE(closed.list.empty());
    EXPECT_LT(closed.list[0].distance, 1e-9) << "the configuration that the pose was made from";
    std::vector<std::string> labels;
    for (const Branch& branch : closed.list) {
      EXPECT_LT(branch.residual, 1e-12);
      EXPECT_EQ(std::count(labels.begin(), labels.end(), branch.label), 0) << branch.label;
      labels.push_back(branch.label);
      EXPECT_EQ(branch.freedoms, closed.legs[0].spins ? 1 : 0);
      if (branch.freedoms > 0) continue;
      double nearest = 1e300;
      for (const Branch& other : twin.list)
        nearest = std::min(nearest, difference(*leg.model, branch.state.q, other.state.q).lpNorm<Eigen::Infinity>());
      EXPECT_LT(nearest, 1e-7) << branch.label;
    }
  }
  EXPECT_EQ(most, GetParam().most);
}

INSTANTIATE_TEST_SUITE_P(ClosedForm, EveryLeg,
                         testing::Values(LegCase{"RRR", 2, true}, LegCase{"RPR", 2, true}, LegCase{"PRR", 2, true}, LegCase{"RRP", 2, true},
                                         LegCase{"UPS", 4}, LegCase{"SPU", 4}, LegCase{"RPS", 1}, LegCase{"SPR", 1}, LegCase{"SPS", 2},
                                         LegCase{"RUS", 4}, LegCase{"RSS", 2}, LegCase{"PUS", 4}, LegCase{"SUP", 4}, LegCase{"PSS", 2},
                                         LegCase{"US", 2}, LegCase{"SS", 1}, LegCase{"RS", 1}),
                         [](const auto& info) { return std::string(info.param.type); });

TEST(Leg, OutOfReachSaysByHowMuch) {
  // Two links of 0.4 and 0.6 m: the end at distance d is too far by d - 1 and too close by 0.2 - d.
  for (const double d : {1.25, 0.05}) {
    Description description = test::mechanism({0, 0, 0}, {body("a", 1, {0, 0, 0}, {1, 1, 1, 0, 0, 0}), body("b", 1, {0, 0, 0}, {1, 1, 1, 0, 0, 0})},
                                              {joint("A", JointType::revolute, "ground", "a", {0, 0, 0}, {{0, 0, 1}}),
                                               joint("B", JointType::revolute, "a", "b", {0.4, 0, 0}, {{0, 0, 1}})});
    description.frames.push_back({{"b", {}}, "tip", {{spatial::Mat3<double>::identity(), {0.6, 0, 0}}, {}}});
    const Model model = test::build(description);
    BranchQuestion question;
    question.targets = {{*model.find_frame("b.tip"), {spatial::Mat3<double>::identity(), {0, d, 0}}, PoseTarget::What::position}};
    const Branches none = find_branches(model, question, initial_state(model));
    EXPECT_TRUE(none.closed_form);
    EXPECT_TRUE(none.complete);
    EXPECT_EQ(none.count, 0);
    ASSERT_EQ(none.limits.size(), 1u);
    EXPECT_EQ(none.limits[0].where, "A-B-b.tip");
    EXPECT_NEAR(none.limits[0].gap, d > 1 ? d - 1 : 0.2 - d, 1e-15);
    EXPECT_EQ(none.limits[0].why, d > 1 ? "its ends are too far apart" : "its ends are too close");
    // The numeric twin gets as near as the closed form says that one can.
    BranchSearch numeric;
    numeric.method = BranchSearch::Method::numeric;
    numeric.quiet_starts = 20;
    const Branches twin = find_branches(model, question, initial_state(model), numeric);
    ASSERT_EQ(twin.limits.size(), 1u);
    EXPECT_GT(twin.limits[0].gap, none.limits[0].gap * (1 - 1e-12));
    EXPECT_LT(twin.limits[0].gap, none.limits[0].gap * 1.01);  // damped steps creep at the end
  }
}

TEST(Leg, StretchedOutTheTwoBranchesMeet) {
  const Model model = test::zoo_model("arm_2r");
  BranchQuestion question;
  question.targets = {{*model.find_frame("forearm.tip"), {}, PoseTarget::What::position}};
  State straight = initial_state(model);
  straight.q.setZero();
  Workspace ws(model);
  update_positions(model, straight, ws);
  question.targets[0].X_WF = frame_pose(model, ws, model.frame(question.targets[0].frame));
  const Branches found = find_branches(model, question, straight);
  ASSERT_GE(found.count, 1);
  for (const Branch& branch : found.list) EXPECT_LT(branch.distance, 1e-6);  // a double root is known to sqrt(eps)
}

}  // namespace
}  // namespace zanjir
