// What a right-hand side of a run computes, and how often.
#include "zanjir/simulate/motion_system.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <memory>

#include "support/simulation.hpp"
#include "support/zoo.hpp"
#include "zanjir/dynamics/energy.hpp"

// Counts how often the kinematics of a state are computed: calls of update_positions, update_velocities and take_state from outside of state/. The linker
// puts these counters in their place (--wrap, tests/CMakeLists.txt), so the library needs none of its own.
namespace {
std::atomic<long> kinematics_found{0};  // tests of threads count too
}  // namespace
extern "C" {
#define ZANJIR_COUNT(symbol)                                                                            \
  void __real_##symbol(const zanjir::Model&, const zanjir::State&, zanjir::Workspace&);                 \
  void __wrap_##symbol(const zanjir::Model& model, const zanjir::State& state, zanjir::Workspace& ws) { \
    kinematics_found.fetch_add(1, std::memory_order_relaxed);                                           \
    __real_##symbol(model, state, ws);                                                                  \
  }
ZANJIR_COUNT(_ZN6zanjir10take_stateERKNS_5ModelERKNS_5StateERNS_9WorkspaceE)
ZANJIR_COUNT(_ZN6zanjir16update_positionsERKNS_5ModelERKNS_5StateERNS_9WorkspaceE)
ZANJIR_COUNT(_ZN6zanjir17update_velocitiesERKNS_5ModelERKNS_5StateERNS_9WorkspaceE)
#undef ZANJIR_COUNT
}  // extern "C"

namespace zanjir::test {
namespace {

struct RightHandSide {
  explicit RightHandSide(const Model& m, const std::string& formulation = "newton-euler", LoopCare care = LoopCare::projection)
      : model(m), start(closed_start(m)) {
    MotionOptions options;
    options.formulation = formulation;
    options.loop_care = care;
    for (ContactMemory& memory : start.contact) memory = {ContactPhase::touching, 0.5};  // force laws of contacts act
    system = std::make_unique<MotionSystem>(model, start, options);
    y.setZero(system->n());
    ydot.setZero(system->n());
    system->pack(start, y.data());
  }
  RhsStatus evaluate() { return system->rhs(start.t_s, y.data(), ydot.data()); }

  const Model& model;
  State start;
  std::unique_ptr<MotionSystem> system;
  VecX y, ydot;
};

// Springs and dampers between frames, joints with dampers, contacts, elastic bodies, loops with forces on their cuts.
const char* const kinds[] = {"suspension",        "elastic_chain_ss", "elastic_four_bar", "elastic_chain_slope",
                             "things_on_a_slope", "four_bar",         "arm_6r",           "prescribed_base_arm"};

// Dynamics, contacts and ledger share the poses and velocities of the state. The ledger used to find its own.
TEST(MotionSystem, FindsTheKinematicsOfAStateOnce) {
  for (const std::string name : kinds) {
    SCOPED_TRACE(name);
    const Model model = zoo_model(name);
    RightHandSide side(model);
    ASSERT_EQ(side.evaluate(), RhsStatus::ok) << side.system->problem();
    if (kinematics_found == 0) GTEST_SKIP() << "nothing is counted in a shared library";
    const long before = kinematics_found;
    ASSERT_EQ(side.evaluate(), RhsStatus::ok);
    EXPECT_EQ(kinematics_found - before, 1);
  }
}

// Baumgarte terms used to find them for themselves, and with them the ledger of loops that may open.
TEST(MotionSystem, FindsTheKinematicsOnceWithBaumgarteTermsToo) {
  for (const std::string formulation : {"newton-euler", "multipliers"}) {
    SCOPED_TRACE(formulation);
    const Model model = zoo_model("four_bar");
    RightHandSide side(model, formulation, LoopCare::baumgarte);
    ASSERT_EQ(side.evaluate(), RhsStatus::ok) << side.system->problem();
    if (kinematics_found == 0) GTEST_SKIP() << "nothing is counted in a shared library";
    const long before = kinematics_found;
    ASSERT_EQ(side.evaluate(), RhsStatus::ok);
    EXPECT_EQ(kinematics_found - before, 1);  // multipliers has poses of its own besides
  }
}

// The work that is booked is the same, wherever the kinematics come from: multipliers has none to share.
TEST(MotionSystem, BooksTheSamePowersInEveryFormulation) {
  for (const std::string name : kinds) {
    SCOPED_TRACE(name);
    const Model model = zoo_model(name);
    RightHandSide shared(model), own(model, "multipliers");
    ASSERT_EQ(shared.evaluate(), RhsStatus::ok) << shared.system->problem();
    ASSERT_EQ(own.evaluate(), RhsStatus::ok) << own.system->problem();
    EXPECT_LT((shared.ydot - own.ydot).lpNorm<Eigen::Infinity>(), 5e-11 * (1 + own.ydot.lpNorm<Eigen::Infinity>()));
  }
}

// A state beside its loops is brought back: the energy that this takes or gives is booked, so that the ledger adds up.
TEST(MotionSystem, BooksTheEnergyThatProjectionMoves) {
  const Model model = zoo_model("four_bar");
  RightHandSide side(model);
  MotionSystem& system = *side.system;
  side.y.head(2) += VecX::Constant(2, 1e-3);
  side.y.segment(model.nq(), model.nv()) += VecX::Constant(model.nv(), 0.5);
  const auto energy_J = [&] { return energy(model, system.kinematics_at(side.start.t_s, side.y.data())).total_J(); };
  const double before = energy_J();
  ASSERT_TRUE(system.project(side.start.t_s, side.y.data()));
  const double moved = energy_J() - before;
  EXPECT_GT(std::abs(moved), 1e-4);
  EXPECT_NEAR(system.ledger(side.y.data())[at(WorkSource::projection)], moved, 8e-16 * std::abs(before));
}

// A step ends where a law of time takes another branch, whatever the law drives.
TEST(MotionSystem, SeesTheSwitchesOfEveryLaw) {
  for (const std::string what : {"loads: {push: {joint: S, value: \"step(t - 0.3)\"}}", "loads: {push: {on: a, force: [\"step(t - 0.3)\", 0, 0]}}",
                                 "loads: {turn: {on: a, moment: [0, 0, \"step(t - 0.3)\"]}}", "control: {S: {type: force, force: \"step(t - 0.3)\"}}",
                                 "forces: {rope: {between: [ground, a], force: \"step(t - 0.3)*distance\"}}", "motion: {S: \"max(t, 0.3)\"}"}) {
    SCOPED_TRACE(what);
    const Model model = model_of(
        "zanjir: 1\ngravity: [0, 0, 0]\nbodies: {a: {mass: 2, inertia: {ixx: 1, iyy: 1, izz: 1}}}\n"
        "joints: {S: {type: prismatic, parent: ground, child: a, axis: x" +
        std::string(what.starts_with("control") ? ", actuated: true" : "") + "}}\n" + what + "\n");
    const RightHandSide side(model);
    EXPECT_NEAR(side.system->next_switch(0, 1), 0.3, time_rounding_s(0.3));
    EXPECT_GT(side.system->next_switch(0.31, 1), 1);
  }
}

}  // namespace
}  // namespace zanjir::test
