// KUKA iiwa against MotionGenesis numbers, read in RobotLocomotion/drake : multibody/benchmarks/kuka_iiwa_robot/MG/test (BSD-3; values
// cited): pose of link 7 at 60, 30, 60, 30, 60, 30, 60 degrees, and motor torques and reactions of the upright arm.
#include <gtest/gtest.h>

#include "support/bodies.hpp"
#include "support/solve.hpp"
#include "support/tolerance.hpp"
#include "support/zoo.hpp"

namespace zanjir::test {
namespace {

TEST(KukaIiwa, PlacesItsLastLinkAsMotionGenesisDoes) {
  const Model model = zoo_model("arm_7r");
  Workspace ws(model);
  update_positions(model, initial_state(model), ws);
  const Transformd X = body_pose(model, ws, *model.find_body("link7"));
  Mat3 R;
  R << -0.5939002959880204, 0.8043869080239565, -0.015625,            //
      -0.8043869080239565, -0.5932991120359317, 0.03094940802395521,  //
      0.015625, 0.03094940802395527, 0.9993988160479114;
  const Vec3 p(0.2970356451892219, 0.1727696964662288, 1.154681973689345);
  EXPECT_LE((to_eigen(X.R) - R).norm(), rounding(50));
  EXPECT_LE((to_eigen(X.p) - p).norm(), rounding(50));
}

// Upright, the last motor alone accelerates link 7 by 1000 rad/s^2 (inertia 0.001): 1 N m goes down the column; the mass centres of links 2
// and 5 lie 0.3 and 0.1 mm off it.
TEST(KukaIiwa, NeedsThePublishedTorquesUpright) {
  const Model model = zoo_model("arm_7r");
  State state = initial_state(model);
  state.q.setZero();
  state.v.setZero();
  VecX vdot = VecX::Zero(7), expected(7);
  vdot[6] = 1000;
  const double at_2 = 0.0003 * 6.35 * 9.81, at_5 = 0.0001 * 3.5 * 9.81;
  expected << 1, at_2 + at_5, 1, -at_5, 1, 0, 1;
  for (const AnyFormulation& f : formulations_for(model, Ask::inverse)) {
    SCOPED_TRACE(std::string(name_of(f)));
    EXPECT_LE((solve_or_throw(f, model, state, inverse_question(model, vdot)).tau - expected).norm(), rounding(100));
  }
  // Without gravity the reaction of every joint is that moment about the vertical, and no force.
  const Model weightless = zoo_model("arm_7r", {{"gravity", "[0, 0, 0]"}});
  for (const AnyFormulation& f : formulations_for(weightless, Ask::reactions)) {
    SCOPED_TRACE(std::string(name_of(f)));
    const Solution s = solve_or_throw(f, weightless, state, inverse_question(weightless, vdot), Reactions::compute);
    for (const JointWrench& w : s.reaction) {
      EXPECT_LE((to_eigen(w.total.n) - Vec3(0, 0, 1)).norm(), rounding(100));
      EXPECT_LE(to_eigen(w.total.f).norm(), rounding(100));
    }
  }
}

}  // namespace
}  // namespace zanjir::test
