// Torques of parallel robots on a base that moves in all six ways, with a lever arm: virtual work against the formulations that know every force.
#include "zanjir/formulations/virtual_work/virtual_work.hpp"

#include <gtest/gtest.h>

#include "support/solve.hpp"
#include "support/tolerance.hpp"
#include "support/zoo.hpp"
#include "zanjir/loops/assembly.hpp"
#include "zanjir/terms/completion.hpp"
#include "zanjir/verify/random_state.hpp"

namespace zanjir::test {
namespace {

constexpr const char* six_motions =
    "{motion: {x: 0.4*sin(0.9*t), y: 0.3*cos(0.7*t), z: 1.2*sin(0.6*t), turn: {axes: [z, y, x], angles: [0.8*t, 0.1*sin(0.5*t), 0.2*sin(1.1*t)]}}, "
    "at: [0.5, -0.3, 6]}";

TEST(VirtualWork, AgreesOnAMovingBase) {
  for (const char* name : {"pus_3", "../studies/models/pus_3_load", "rps_3", "stewart", "rrr_3_spherical", "arm_6r"}) {
    const Model model = zoo_model(name, {{"base", six_motions}});
    Random random(5);
    for (int i = 0; i < 5; ++i) {
      SCOPED_TRACE(std::string(name) + ", state " + std::to_string(i));
      State state;
      ASSERT_TRUE(random_closed_state(model, random, state));
      state.t_s = 0.7 * i;
      ASSERT_TRUE(close_positions(model, state).closed && close_velocities(model, state).consistent);
      VecX vdot = VecX::NullaryExpr(model.nv(), [&] { return random.normal(); });
      ASSERT_TRUE(Completion(model, UserJoints(model)).accelerations({}, {}, state, vdot).empty());
      const Given question = inverse_question(model, vdot);
      const Solution truth = solve_or_throw(*find_formulation("oracle"), model, state, question);
      const Solution ours = solve_or_throw(*find_formulation("virtual-work"), model, state, question);
      const double size = truth.tau.cwiseAbs().maxCoeff();
      EXPECT_LE((ours.tau - truth.tau).cwiseAbs().maxCoeff(), 3e-14 * tolerance_scale() * size);
      EXPECT_TRUE(ours.reaction.empty());
      EXPECT_EQ(ours.lambda.size(), 0);
    }
  }
}

}  // namespace
}  // namespace zanjir::test
