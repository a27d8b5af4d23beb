#include "zanjir/view/shown_motion.hpp"

#include <gtest/gtest.h>

#include "support/zoo.hpp"

namespace zanjir::test {
namespace {

Bundle shown(const std::string& name, MotionKind kind) {
  const Description d = read_zoo(name);
  const Model model = build(d);
  MotionChoice choice;
  choice.kind = kind;
  choice.until_s = 0.2;
  choice.frames = 20;
  Result<Bundle> bundle = shown_mechanism(d, model, choice, never_cancelled());
  EXPECT_TRUE(bundle) << name << to_text(bundle.diagnostics);
  return std::move(*bundle);
}

Transformd pose_at(const PoseTrack& track, std::size_t frame, int body) {
  const float* p = track.poses.data() + 7 * (frame * track.base.size() + static_cast<std::size_t>(body));
  return {spatial::to_matrix(Quatd{p[3], p[4], p[5], p[6]}), track.base[static_cast<std::size_t>(body)] + Vec3d{p[0], p[1], p[2]}};
}

// Joints that let nothing part keep their two sides together at every step of a walk; and the walk goes somewhere.
TEST(ShownMotion, AWalkKeepsLoopsClosedAndMoves) {
  for (const char* name : {"four_bar", "stewart", "delta", "bricard", "tricept"}) {
    const Bundle bundle = shown(name, MotionKind::walk);
    const PoseTrack& track = bundle.clips[0].poses;
    const Scene& scene = bundle.scenes[0];
    const double tolerance = 4e-7 * scene.size_m;  // single precision of places and turns, a few roundings
    double farthest = 0;
    ASSERT_GT(track.t_s.size(), 30u) << name;
    for (std::size_t i = 0; i < track.t_s.size(); ++i) {
      for (const SceneJoint& j : scene.joints) {
        if (j.type == JointType::revolute || j.type == JointType::spherical || j.type == JointType::universal) {
          const Vec3d a = (pose_at(track, i, j.parent) * j.X_PJ).p, b = (pose_at(track, i, j.child) * j.X_CJ).p;
          ASSERT_LT(norm(a - b), tolerance) << name << " " << j.name << " at step " << i;
        }
        farthest = std::max(farthest, norm(pose_at(track, i, j.child).p - pose_at(track, 0, j.child).p));
      }
    }
    EXPECT_GT(farthest, 0.02 * scene.size_m) << name;
  }
}

TEST(ShownMotion, ChoosesWhatSuitsTheMechanism) {
  EXPECT_NE(shown("prescribed_base_arm", MotionKind::any).clips[0].note.find("prescribed"), std::string::npos);
  EXPECT_TRUE(shown("stewart", MotionKind::any).clips[0].walked);
  const Bundle fall = shown("double_pendulum", MotionKind::any);
  EXPECT_FALSE(fall.clips[0].walked);
  EXPECT_NEAR(fall.clips[0].poses.t_s.back(), 0.2, 1e-14);
  EXPECT_EQ(shown("four_bar", MotionKind::rest).clips[0].poses.t_s.size(), 1u);
}

TEST(ShownMotion, EveryMechanismOfTheZooHasOne) {
  for (const auto& names : {zoo_names(), loop_names(), elastic_names()}) {
    for (const std::string& name : names) {
      const Bundle bundle = shown(name, MotionKind::rest);
      EXPECT_EQ(bundle.clips.size(), 1u) << name;
      EXPECT_GT(bundle.scenes[0].size_m, 0) << name;
      EXPECT_FALSE(bundle.scenes[0].shapes.empty() && bundle.scenes[0].contacts.empty() && bundle.scenes[0].elastic.empty()) << name;
    }
  }
}

}  // namespace
}  // namespace zanjir::test
