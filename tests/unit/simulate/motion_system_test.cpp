// What a right-hand side of a run computes, and how often.
#include "zanjir/simulate/motion_system.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <memory>

#include "support/simulation.hpp"
#include "support/zoo.hpp"

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
    EXPECT_LT((shared.ydot - own.ydot).lpNorm<Eigen::Infinity>(), 1e-9 * (1 + own.ydot.lpNorm<Eigen::Infinity>()));
  }
}

}  // namespace
}  // namespace zanjir::test
