#include "zanjir/face/dynamics.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <thread>
#include <vector>

#include "support/allocation_count.hpp"
#include "support/folders.hpp"
#include "support/solve.hpp"
#include "support/zoo.hpp"
#include "zanjir/zanjir.hpp"

namespace zanjir::test {
namespace {

Mechanism zoo_mechanism(const std::string& name) { return Mechanism::load((test::models_folder() / (name + ".yaml")).string()); }
VecX some_forces(const Mechanism& m) { return VecX::LinSpaced(static_cast<Eigen::Index>(m.speeds().size()), -1, 1); }

// The fast path and the plain one: a solver by hand.
TEST(Dynamics, GivesWhatASolverGives) {
  for (const std::string name : {"arm_6r", "humanoid", "four_bar", "rrr_3", "stewart", "elastic_four_bar"}) {
    SCOPED_TRACE(name);
    const Mechanism mechanism = zoo_mechanism(name);
    const Model model = zoo_model(name);
    const MechanismState state = mechanism.assemble();
    Dynamics dynamics = mechanism.dynamics();
    const VecX tau = some_forces(mechanism);
    VecX vdot(tau.size());
    ASSERT_EQ(dynamics.forward(state, tau, vdot), SolveStatus::ok) << dynamics.note();
    State plain = initial_state(model);
    plain.q = state.q();
    plain.v = state.v();
    const VecX expected = forward(model, plain, tau).vdot;
    EXPECT_TRUE((vdot.array() == expected.array()).all()) << (vdot - expected).norm();
  }
}

TEST(Dynamics, LeavesTheAnswerAloneWhereThereIsNone) {
  const Mechanism hard = zoo_mechanism("hard/massless_leaf");
  Dynamics dynamics = hard.dynamics();
  VecX vdot = VecX::Constant(static_cast<Eigen::Index>(hard.speeds().size()), 42);
  const SolveStatus status = dynamics.forward(hard.assemble(), VecX::Zero(vdot.size()), vdot);
  EXPECT_EQ(status, SolveStatus::singular);
  EXPECT_FALSE(dynamics.note().empty());
  EXPECT_EQ(vdot[0], 42);
}

// Forces on a slide have no speed in them, and a number that is none is none all the same.
TEST(Dynamics, NumbersThatAreNoneAreNotConvergedWhateverDependsOnThem) {
  for (const std::string name : {"joints/prismatic", "bouncing_ball", "arm_2r", "arm_6r", "humanoid"}) {
    for (const std::string formulation : {"newton-euler", "multipliers", "oracle"}) {
      SCOPED_TRACE(name + " by " + formulation);
      const Mechanism mechanism = zoo_mechanism(name);
      Dynamics dynamics = mechanism.dynamics(formulation);
      MechanismState state = mechanism.assemble();
      const VecX given = some_forces(mechanism);
      const MechanismState good = state;
      VecX answer = VecX::Constant(given.size(), 42);
      for (const double none : {std::nan(""), HUGE_VAL, -HUGE_VAL}) {
        VecX q = good.q(), v = good.v(), asked = given;
        for (VecX* spoiled : {&q, &v, &asked}) {
          const double was = (*spoiled)[0];
          (*spoiled)[0] = none;
          state.set(0, q, v);
          EXPECT_EQ(dynamics.inverse(state, asked, answer), SolveStatus::not_converged);
          EXPECT_FALSE(dynamics.note().empty());
          EXPECT_EQ(dynamics.forward(state, asked, answer), SolveStatus::not_converged);
          EXPECT_FALSE(dynamics.note().empty());
          EXPECT_TRUE((answer.array() == 42).all());
          (*spoiled)[0] = was;
        }
      }
      EXPECT_TRUE(solved(dynamics.inverse(good, given, answer))) << dynamics.note();
    }
  }
}

TEST(Dynamics, RefusesAFrameOfNowhere) {
  const Mechanism arm = zoo_mechanism("arm_2r");
  Dynamics dynamics = arm.dynamics();
  EXPECT_THROW(dynamics.frame(arm.assemble(), static_cast<FrameId>(1000)), Error);
}

TEST(Dynamics, SharesOneMechanismAmongThreads) {
  const Mechanism robot = zoo_mechanism("stewart");
  constexpr int n_states = 40, n_threads = 4;
  const auto solve = [&](int threads) {
    MatX vdot(static_cast<Eigen::Index>(robot.speeds().size()), n_states);
    std::vector<std::thread> all;
    for (int i = 0; i < threads; ++i) {
      all.emplace_back([&, i] {
        Dynamics dynamics = robot.dynamics();
        for (int k = i; k < n_states; k += threads) {
          dynamics.forget();
          dynamics.forward(robot.assemble({{"pose.z", 0.9 + 0.005 * k}}), some_forces(robot), vdot.col(k));
        }
      });
    }
    for (std::thread& thread : all) thread.join();
    return vdot;
  };
  const MatX alone = solve(1), together = solve(n_threads);
  EXPECT_TRUE((alone.array() == together.array()).all());
}

#ifdef ZANJIR_COUNTS_MALLOC
TEST(Dynamics, UsesNoHeapAfterTheFirstCall) {
  for (const std::string name : {"arm_6r", "humanoid", "four_bar", "rrr_3", "stewart"}) {
    SCOPED_TRACE(name);
    const Mechanism mechanism = zoo_mechanism(name);
    MechanismState state = mechanism.assemble();
    const MechanismState other = mechanism.assemble();
    Dynamics dynamics = mechanism.dynamics();
    const FrameId frame = mechanism.frame_id(mechanism.frames().back());
    const VecX tau = some_forces(mechanism);
    VecX vdot(tau.size()), bias, back(tau.size());
    MatX M;
    Mat6X J;
    const auto ask = [&] {
      state.set(0, other.q(), other.v());
      dynamics.forward(state, tau, vdot);
      dynamics.inverse(state, vdot, back);
      dynamics.mass_matrix(state, M);
      dynamics.bias(state, bias);
      dynamics.frame(state, frame);
      dynamics.jacobian(state, frame, J);
      dynamics.energy(state);
    };
    ask();
    AllocationCount count;
    ask();
    EXPECT_EQ(count.stop(), 0);
  }
}
#endif

}  // namespace
}  // namespace zanjir::test
