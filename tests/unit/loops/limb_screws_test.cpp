// Limbs, screws and J0 of parallel robots.
#include "zanjir/loops/limb_screws.hpp"

#include <gtest/gtest.h>

#include "support/simulation.hpp"
#include "support/tolerance.hpp"
#include "support/zoo.hpp"
#include "zanjir/kinematics/frames.hpp"
#include "zanjir/terms/user_joints.hpp"
#include "zanjir/verify/random_state.hpp"

namespace zanjir::test {
namespace {

struct LimbedRobot {
  LimbedRobot(const std::string& name, const std::string& platform_name) : model(zoo_model(name)), platform(*model.find_body(platform_name)) {
    limbs = find_limbs(model, BodyId::ground, platform);
  }
  Model model;
  BodyId platform;
  std::vector<Limb> limbs;
};

Eigen::VectorXd stacked(const Vec3d& a, const Vec3d& b) {
  Eigen::VectorXd x(6);
  x << a.x, a.y, a.z, b.x, b.y, b.z;
  return x;
}
double product(const Forced& W, const Motiond& S) { return dot(W.n, S.w) + dot(W.f, S.v); }

struct KnownRobot {
  const char *model, *platform, *type;
  std::size_t n;
  int rank, freedoms;  // of a limb
  int platform_freedoms;
};
class ParallelRobots : public testing::TestWithParam<KnownRobot> {};

}  // namespace

// Types, numbers and mobility as the literature has them.
TEST_P(ParallelRobots, AreTakenApart) {
  const KnownRobot& e = GetParam();
  const LimbedRobot robot(e.model, e.platform);
  ASSERT_EQ(robot.limbs.size(), e.n);
  Random random(5);
  State state;
  ASSERT_TRUE(random_closed_state(robot.model, random, state));
  Workspace ws(robot.model);
  update_positions(robot.model, state, ws);
  std::vector<LimbScrews> screws;
  for (const Limb& limb : robot.limbs) {
    EXPECT_EQ(limb.type, e.type) << limb.name;
    screws.push_back(limb_screws(robot.model, ws, BodyId::ground, robot.platform, limb, body_pose(robot.model, ws, robot.platform).p));
    EXPECT_EQ(screws.back().rank, e.rank) << limb.name;
    EXPECT_EQ(screws.back().freedoms, e.freedoms) << limb.name;
  }
  EXPECT_EQ(parallel_jacobian(robot.model, robot.limbs, screws).platform_freedoms, e.platform_freedoms);
}

namespace {

double missed(const std::vector<LimbScrews>& screws, const std::string& speed) {
  for (const LimbScrews& limb : screws)
    for (const ActuationWrench& a : limb.actuation)
      if (a.speed == speed) return a.miss;
  ADD_FAILURE() << "no actuation wrench of " << speed;
  return 0;
}

// J0 [omega; v] = [rates of the actuators; 0] for every motion; constraint wrenches are reciprocal to all screws on the way, actuation wrenches to all but their own.
void expect_jacobian_of_actuators_alone(const LimbedRobot& robot) {
  const UserJoints users(robot.model);
  Random random(17);
  int looked = 0;
  for (int i = 0; i < 20; ++i) {
    State state;
    if (!random_closed_state(robot.model, random, state)) continue;
    ++looked;
    Workspace ws(robot.model);
    update_velocities(robot.model, state, ws);
    const Frame& frame = robot.model.frames()[static_cast<std::size_t>(index(robot.platform))];
    const FrameKinematics k = frame_kinematics(robot.model, ws, frame);
    std::vector<LimbScrews> screws;
    for (const Limb& limb : robot.limbs) screws.push_back(limb_screws(robot.model, ws, BodyId::ground, robot.platform, limb, k.X_WF.p));
    const ParallelJacobian J = parallel_jacobian(robot.model, robot.limbs, screws);
    const VecX t = stacked(k.V_WF_W.w, k.V_WF_W.v), speeds = users.speeds(ws);
    std::vector<int> used;
    const std::vector<std::string> names = twist_names(robot.model.plane());
    for (const std::string& name : names) used.push_back((name[0] == 'w' ? 0 : 3) + name[1] - 'x');
    const VecX rates = J.J0 * t(used);
    const double size = 1 + t.norm() + speeds.norm();
    for (Eigen::Index r = 0; r < rates.size(); ++r) {
      double expected = 0;
      if (r < J.n_actuation) {
        const auto it = std::find(users.speed_names().begin(), users.speed_names().end(), J.rows[static_cast<std::size_t>(r)]);
        ASSERT_NE(it, users.speed_names().end()) << J.rows[static_cast<std::size_t>(r)];
        expected = speeds[it - users.speed_names().begin()];
        if (missed(screws, J.rows[static_cast<std::size_t>(r)]) > 0) continue;  // the limb has motions that the platform does not show
      }
      EXPECT_NEAR(rates[r], expected, 2e-13 * size * J.J0.row(r).norm() * tolerance_scale()) << J.rows[static_cast<std::size_t>(r)];
    }
    for (std::size_t l = 0; l < screws.size(); ++l) {
      if (robot.limbs[l].compound()) continue;  // its screws are not free of each other
      for (const LimbScrew& s : screws[l].screws) {
        const double scale = norm(s.S.w) + norm(s.S.v);
        for (const Forced& W : screws[l].constraints) EXPECT_NEAR(product(W, s.S), 0, 1e-14 * scale * (1 + norm(W.n)) * tolerance_scale()) << s.speed;
        for (const ActuationWrench& a : screws[l].actuation)
          EXPECT_NEAR(product(a.W, s.S), a.speed == s.speed ? 1 : 0, 1e-14 * scale * (1 + norm(a.W.n) + norm(a.W.f)) * tolerance_scale()) << s.speed;
      }
    }
  }
  EXPECT_GE(looked, 10);
}

}  // namespace

TEST_P(ParallelRobots, JacobianSeesTheActuatorsAndNothingElse) { expect_jacobian_of_actuators_alone({GetParam().model, GetParam().platform}); }

INSTANTIATE_TEST_SUITE_P(Zoo, ParallelRobots,
                         testing::Values(KnownRobot{"stewart", "platform", "UPS", 6, 6, 6, 6}, KnownRobot{"rps_3", "platform", "RPS", 3, 5, 5, 3},
                                         KnownRobot{"rrr_3", "platform", "RRR", 3, 3, 3, 3}, KnownRobot{"rrr_4", "platform", "RRR", 4, 3, 3, 3},
                                         KnownRobot{"delta", "platform", "RSS", 3, 5, 7, 3}, KnownRobot{"hexaslide", "platform", "PUS", 6, 6, 6, 6},
                                         KnownRobot{"rpr_3", "platform", "RPR", 3, 3, 3, 3}, KnownRobot{"stewart_6_3", "platform", "UPS", 6, 6, 6, 6},
                                         KnownRobot{"upu_3", "platform", "UPU", 3, 5, 5, 3}, KnownRobot{"prs_3", "platform", "PRS", 3, 5, 5, 3},
                                         KnownRobot{"rrr_3_spherical", "platform", "RRR", 3, 3, 3, 3}),
                         [](const auto& info) { return std::string(info.param.model); });

TEST(Limbs, OfOneRobotMayDiffer) {
  struct Mixed {
    const char *model, *platform, *first, *others;
    std::size_t n;
    int first_rank, platform_freedoms;
  };
  for (const Mixed& e : {Mixed{"pentapod", "spindle", "SPR", "SPRR", 5, 5, 5}, Mixed{"tricept", "platform", "UP", "UPS", 4, 3, 3},
                         Mixed{"pus_3", "platform", "S", "RUS", 4, 3, 3}}) {
    SCOPED_TRACE(e.model);
    const LimbedRobot robot(e.model, e.platform);
    ASSERT_EQ(robot.limbs.size(), e.n);
    Workspace ws(robot.model);
    update_positions(robot.model, closed_start(robot.model), ws);
    std::vector<LimbScrews> screws;
    for (const Limb& limb : robot.limbs) {
      screws.push_back(limb_screws(robot.model, ws, BodyId::ground, robot.platform, limb, body_pose(robot.model, ws, robot.platform).p));
      EXPECT_EQ(limb.type, screws.size() == 1 ? e.first : e.others) << limb.name;
      EXPECT_EQ(screws.back().rank, screws.size() == 1 ? e.first_rank : 6) << limb.name;
    }
    EXPECT_EQ(parallel_jacobian(robot.model, robot.limbs, screws).platform_freedoms, e.platform_freedoms);
  }
}

TEST(Limbs, OfOneRobotThatDifferAreReciprocalToo) {
  for (const auto& [model, platform] : {std::pair{"pentapod", "spindle"}, {"tricept", "platform"}, {"pus_3", "platform"}, {"par4", "front"}}) {
    SCOPED_TRACE(model);
    expect_jacobian_of_actuators_alone({model, platform});
  }
}

TEST(Limbs, AParallelogramIsPartOfItsLimb) {
  const LimbedRobot robot("delta_parallelogram", "platform");
  ASSERT_EQ(robot.limbs.size(), 3u);
  for (const Limb& limb : robot.limbs) EXPECT_TRUE(limb.compound());
}

TEST(Limbs, TheLikelyPlatformIsWhereMostLimbsMeet) {
  for (const char* name : {"stewart", "rps_3", "delta", "rrr_3", "hexaslide"}) {
    const Model model = zoo_model(name);
    ASSERT_TRUE(likely_platform(model)) << name;
    EXPECT_EQ(model.body(*likely_platform(model)).name, "platform");
  }
  EXPECT_FALSE(likely_platform(zoo_model("arm_6r")));
}

// Three rods that meet in one point hold it against nothing but turns: with forces alone, directions and points by hand.
TEST(LimbScrews, ForceOfATelescopeRunsAlongIt) {
  const LimbedRobot robot("stewart", "platform");
  Workspace ws(robot.model);
  update_positions(robot.model, closed_start(robot.model), ws);
  const Vec3d O = body_pose(robot.model, ws, robot.platform).p;
  for (const Limb& limb : robot.limbs) {
    const LimbScrews s = limb_screws(robot.model, ws, BodyId::ground, robot.platform, limb, O);
    ASSERT_EQ(s.actuation.size(), 1u);
    const Joint &first = limb.joints[0].joint, &last = limb.joints[2].joint;
    const Vec3d a = body_pose(robot.model, ws, first.child) * first.X_CJ.p, b = body_pose(robot.model, ws, last.child) * last.X_CJ.p;
    const Vec3d along = (b - a) * (1 / norm(b - a)), n = cross(b - O, along);
    EXPECT_LE(norm(s.actuation[0].W.f - along), 3e-14);
    EXPECT_LE(norm(s.actuation[0].W.n - n), 1e-14);
    const ScrewAxis axis = axis_of(s.actuation[0].W.f, s.actuation[0].W.n, O, 1);
    EXPECT_NEAR(axis.pitch_m, 0, 1e-14);
    EXPECT_LE(norm(cross(axis.point - a, along)), 1e-14);
  }
}

// A platform that is welded to the ground: no column at all, six wrenches.
TEST(LimbScrews, AWeldHoldsInAllDirections) {
  const Model model = zoo_model("rps_3", {{"joints.pose", "{type: weld, parent: ground, child: platform, at: [0, 0, 0.6]}"}, {"initial", "{}"}});
  const BodyId platform = *model.find_body("platform");
  Workspace ws(model);
  update_positions(model, closed_start(model), ws);
  bool found = false;
  for (const Limb& limb : find_limbs(model, BodyId::ground, platform)) {
    if (limb.type != "W") continue;
    found = true;
    const LimbScrews s = limb_screws(model, ws, BodyId::ground, platform, limb, {0, 0, 0});
    EXPECT_EQ(s.rank, 0);
    EXPECT_EQ(s.freedoms, 0);
    EXPECT_EQ(s.constraints.size(), 6u);
  }
  EXPECT_TRUE(found);
}

}  // namespace zanjir::test
