// Forward dynamics against literals of RBDL, read in rbdl/rbdl : tests/DynamicsTests.cc (zlib licence; values cited, no code). All digits are
// trusted to 1e-13 there. q = qd = tau = 0 unless said.
#include <gtest/gtest.h>

#include "support/solve.hpp"
#include "support/tolerance.hpp"
#include "support/zoo.hpp"

namespace zanjir::test {
namespace {

// 15 printed digits of numbers up to 6: half a unit in the last place is 5e-15; three eps-exact solves on top.
double printed_digits() { return tolerance_scale() * 2e-13; }

struct Case {
  std::string model;
  std::vector<std::pair<std::string, double>> vdot;  // by joint name
};

class Rbdl : public testing::TestWithParam<Case> {};

TEST_P(Rbdl, GivesThePublishedAcceleration) {
  const Model model = zoo_model("reference/" + GetParam().model);
  const State state = initial_state(model);
  ASSERT_EQ(model.nv(), static_cast<int>(GetParam().vdot.size()));
  const std::vector<AnyFormulation> formulations = formulations_for(model, Ask::forward);
  ASSERT_GE(formulations.size(), 4u);
  for (const AnyFormulation& f : formulations) {
    SCOPED_TRACE(std::string(name_of(f)));
    const VecX vdot = solve_or_throw(f, model, state, forward_question(model, VecX::Zero(model.nv()))).vdot;
    for (const auto& [joint, value] : GetParam().vdot) EXPECT_NEAR(vdot[speed_index(model, joint)], value, printed_digits()) << joint;
  }
}

INSTANTIATE_TEST_SUITE_P(Dynamics, Rbdl,
                         testing::Values(Case{"rbdl_single", {{"A", -4.905}}},                // TestCalcDynamicSingleChain
                                         Case{"rbdl_double", {{"A", -5.886}, {"B", 3.924}}},  // TestCalcDynamicDoubleChain
                                         Case{"rbdl_triple", {{"A", -6.03692307692308}, {"B", 3.77307692307692}, {"C", 1.50923076923077}}},
                                         Case{"rbdl_double_3d", {{"A", -3.924}, {"B", 0}}},  // TestCalcDynamicDoubleChain3D
                                         Case{"rbdl_tree",
                                              {{"A", -1.60319066147860},
                                               {"B1", -0.534396887159533},
                                               {"C1", 4.10340466926070},
                                               {"B2", 0.267198443579767},
                                               {"C2", 5.30579766536965}}},                                            // TestCalcDynamicSimpleTree3D
                                         Case{"rbdl_three_hinges", {{"A", 3.301932144386186}, {"B", 0}, {"C", 0}}}),  // TestForwardDynamics3DoFModel
                         [](const auto& info) { return info.param.model; });

// TestCalcDynamicSpatialInertiaSingleChain: mass centre (1.5, 1, 1), inertia diag(1, 2, 3) about it, hinge about z.
TEST(RbdlSpatialInertia, GivesThePublishedAcceleration) {
  const Model model = zoo_model("reference/rbdl_single", {{"bodies.a.com", "[1.5, 1, 1]"}, {"bodies.a.inertia", "{ixx: 1, iyy: 2, izz: 3}"}});
  for (const AnyFormulation& f : formulations_for(model, Ask::forward)) {
    SCOPED_TRACE(std::string(name_of(f)));
    const VecX vdot = solve_or_throw(f, model, initial_state(model), forward_question(model, VecX::Zero(1))).vdot;
    EXPECT_NEAR(vdot[0], -2.3544, rounding(20, 2.3544));
  }
}

}  // namespace
}  // namespace zanjir::test
