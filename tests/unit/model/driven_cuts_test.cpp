#include "zanjir/model/driven_cuts.hpp"
#include "zanjir/describe/description.hpp"

#include <gtest/gtest.h>

#include "support/descriptions.hpp"
#include "support/zoo.hpp"
#include "zanjir/kinematics/closure.hpp"

namespace zanjir {
namespace {

using test::body;
using test::joint;

// A slider between two bodies, cut and prescribed: the carrier follows the law, and the second body is welded to it.
Description driven() {
  Description d = test::mechanism({0, 0, 0}, {body("a", 1, {0, 0, 0}, {1, 1, 1, 0, 0, 0}), body("b", 1, {0, 0, 0}, {1, 1, 1, 0, 0, 0})},
                                  {joint("A", JointType::free, "ground", "a", {0, 0, 0}), joint("B", JointType::free, "ground", "b", {0, 0, 0}),
                                   joint("S", JointType::prismatic, "a", "b", {0.1, 0.2, 0.3}, {{1, 0, 0}})});
  d.joints[2].at_child.X.p = {0, 0, 0.4};
  d.joints[2].at_child_given = d.joints[2].cut = true;
  MotionDescription motion;
  motion.of.name = "S";
  LawDescription law;
  law.kind = LawKind::polynomial;
  law.numbers = {0.5, 2.0};
  motion.laws = {law};
  d.motions = {motion};
  return d;
}

TEST(DrivenCuts, SplitTheJointAtACarrier) {
  Description d = driven();
  carry_driven_cuts(d);
  ASSERT_EQ(d.bodies.size(), 3u);
  EXPECT_EQ(d.bodies[2].name, "S.carrier");
  EXPECT_TRUE(d.bodies[2].massless);
  EXPECT_EQ(d.bodies[2].origin, Origin::carrier);
  EXPECT_EQ(d.bodies[1].origin, Origin::user);
  EXPECT_FALSE(d.joints[2].cut);
  EXPECT_EQ(d.joints[2].child.name, "S.carrier");
  EXPECT_EQ(d.joints[3].name, "S.held");
  EXPECT_EQ(d.joints[3].origin, Origin::carrier);
  EXPECT_EQ(d.joints[2].origin, Origin::user);
  EXPECT_TRUE(d.joints[3].cut);
  EXPECT_EQ(d.joints[3].child.name, "b");
}

TEST(DrivenCuts, CloseWhereTheJointIsAtItsLaw) {
  const Model model = test::build(driven());
  EXPECT_EQ(model.n_closure_rows(), 6);
  State state = initial_state(model);
  for (const double t : {0.0, 0.7}) {
    state.t_s = t;
    const Joint& B = model.joint(*model.find_joint("B"));
    state.q.segment(B.q_begin, 3) << 0.1 + 0.5 + 2 * t, 0.2, 0.3 - 0.4;  // a at the origin: the slider's frame on b is where the law has it
    Workspace ws(model);
    Closure closure(model);
    update_velocities(model, state, ws);
    update_closure_positions(model, ws, closure);
    EXPECT_LT(closure.phi.lpNorm<Eigen::Infinity>(), 1e-15);
    VecX v = ws.v;
    v[B.v_begin + 3] = 2;  // b moves at the rate of the law
    EXPECT_LT((closure.Phi_q * v).lpNorm<Eigen::Infinity>(), 1e-15);
    EXPECT_GT((closure.Phi_q * ws.v).lpNorm<Eigen::Infinity>(), 1.0);
  }
}

TEST(DrivenCuts, LeaveEverythingElseAlone) {
  Description d = driven();
  d.motions.clear();
  carry_driven_cuts(d);
  EXPECT_EQ(d.bodies.size(), 2u);
  EXPECT_TRUE(d.joints[2].cut);
}

}  // namespace
}  // namespace zanjir
