// Every kind of force element has an effect, the same one, in every formulation: they are enumerated in one place (dynamics/element_forces.hpp), so one that is missing there
// would be missing everywhere, and agreement alone would not show it.
#include <gtest/gtest.h>

#include "support/simulation.hpp"
#include "support/solve.hpp"
#include "support/tolerance.hpp"
#include "zanjir/dynamics/bias_parts.hpp"
#include "zanjir/dynamics/energy.hpp"
#include "zanjir/formulations/registry.hpp"

namespace zanjir::test {
namespace {

struct ElementCase {
  const char* name;
  const char* section;  // of the file below
  double power_W;       // of what is not stored, by hand
  double energy_J;      // stored, by hand
};

// Two slides at right angles, x = 0.3 m and y = -0.2 m moving at 2 and -1 m/s, the second body 3 kg, the first 1 kg; no gravity, so nothing else acts.
constexpr const char* file = R"(
zanjir: 1
name: slides
gravity: [0, 0, 0]
bodies: {cart: {mass: 1 kg, inertia: point}, load: {mass: 3 kg, inertia: point}}
joints:
  X: {type: prismatic, parent: ground, child: cart, axis: x}
  Y: {type: prismatic, parent: cart, child: load, axis: y}
initial: {q: {X: 0.3 m, Y: -0.2 m}, v: {X: 2 m/s, Y: -1 m/s}}
)";

class ElementKind : public testing::TestWithParam<ElementCase> {};

TEST_P(ElementKind, ActsAlikeInEveryFormulationInThePowerAndInTheBias) {
  const ElementCase& kind = GetParam();
  const Model model = model_of(std::string(file) + kind.section + "\n");
  State state = initial_state(model);
  state.contact.assign(model.contacts().size(), ContactMemory{ContactPhase::touching, 1.0});
  const VecX none = VecX::Zero(model.nv());
  VecX first;
  for (const AnyFormulation& formulation : formulations_for(model, Ask::forward)) {
    SCOPED_TRACE(std::string(name_of(formulation)));
    Solution s;
    ASSERT_EQ(Solver(formulation, model).solve(state, forward_question(model, none), Reactions::skip, s), SolveStatus::ok) << s.note;
    if (first.size() == 0) first = s.vdot;
    EXPECT_GT(s.vdot.cwiseAbs().maxCoeff(), 1e-2) << "no effect";  // without it both slides glide on
    EXPECT_LE((s.vdot - first).cwiseAbs().maxCoeff(), 2e-14 * tolerance_scale() * first.cwiseAbs().maxCoeff());
  }
  for (const AnyFormulation& formulation : all_formulations()) {  // with these accelerations nothing is left for the joints to do
    SCOPED_TRACE(std::string(name_of(formulation)));
    ASSERT_TRUE(coverage(formulation, model).inverse) << coverage(formulation, model).why_not;
    Solution s;
    ASSERT_EQ(Solver(formulation, model).solve(state, inverse_question(model, first), Reactions::skip, s), SolveStatus::ok) << s.note;
    EXPECT_LE(s.tau.cwiseAbs().maxCoeff(), 2e-14 * tolerance_scale() * 4 * first.cwiseAbs().maxCoeff());
  }
  Workspace ws(model);
  update_velocities(model, state, ws);
  // M = diag(4, 3): what the element does to the speeds is the bias, all of it.
  const VecX bias = bias_parts(model, ws).total();
  EXPECT_NEAR(bias[0], -4 * first[0], 2e-14 * tolerance_scale() * std::max(1.0, std::abs(bias[0])));
  EXPECT_NEAR(bias[1], -3 * first[1], 2e-14 * tolerance_scale() * std::max(1.0, std::abs(bias[1])));
  EXPECT_NEAR(power(model, ws, none).total_W(), kind.power_W, 2e-14 * std::max(1.0, std::abs(kind.power_W)));
  EXPECT_NEAR(energy(model, ws).springs_J, kind.energy_J, 2e-14 * std::max(1.0, kind.energy_J));
}

// The numbers: extension and its rate from (0, 0) to the load's origin are sqrt(0.13) = 0.360555 m and 0.8/0.360555 = 2.218801 m/s.
INSTANTIATE_TEST_SUITE_P(
    Elements, ElementKind,
    testing::Values(
        ElementCase{"frame_spring", "springs: {k: {between: [ground, load], stiffness: 100 N/m, length: 0.1 m}}", 0,
                    50 * 0.2605551275463989 * 0.2605551275463989},
        ElementCase{"frame_damper", "dampers: {d: {between: [ground, load], damping: 10 N s/m}}", -10 * 0.64 / 0.13, 0},
        ElementCase{"joint_spring", "springs: {k: {joint: X, stiffness: 100 N/m, rest: 0.1 m}}", 0, 50 * 0.04},
        ElementCase{"joint_damper", "dampers: {d: {joint: Y, damping: 7 N s/m}}", -7, 0},
        ElementCase{"stop", "stops: {s: {joint: X, max: 0.2 m, stiffness: 1000 N/m}}", 0, 500 * 0.01},
        ElementCase{"stop_damper", "stops: {s: {joint: X, max: 0.2 m, stiffness: 1000 N/m, damping: 20 N s/m}}", -80, 500 * 0.01},
        ElementCase{"friction", "friction: {f: {joint: X, coulomb: 3 N, transition_speed: 1 mm/s}}", -6, 0},
        ElementCase{"joint_load", "loads: {l: {joint: X, value: 5 N}}", 10, 0},
        ElementCase{"frame_load_in_the_world", "loads: {l: {on: load, force: [1, 4, 0], moment: [0, 0, 2], axes: world}}", 2 - 4, 0},
        ElementCase{"frame_load_in_the_body", "loads: {l: {on: load, force: [0, 4, 0], moment: [0, 0, 2], axes: body}}", -4, 0},
        ElementCase{"frame_law", "forces: {f: {between: [ground, load], force: \"-100*(distance - 0.1) - 3*distance_rate\"}}",
                    (-26.05551275463989 - 3 * 2.2188007849009166) * 2.2188007849009166, 0},
        ElementCase{
            "frame_law_by_a_table",
            "forces: {f: {between: [ground, load], force: {law: table, of: distance, times: [0, 1], values: [0 N, -50 N], interpolation: linear}}}",
            -50 * 0.3605551275463989 * 2.2188007849009166, 0},
        ElementCase{"contact_normal",
                    "contacts: {g: {ground: {normal: [0, 1, 0]}, on: load, law: {type: spring-damper, stiffness: 1000, damping: 0 N s/m}}}", -200, 0},
        ElementCase{"contact_friction",
                    "contacts: {g: {ground: {normal: [0, 1, 0]}, on: load, law: {type: spring-damper, stiffness: 1000, damping: 0 N s/m}, "
                    "friction: {type: coulomb, coefficient: 0.5, transition_speed: 1 mm/s}}}",
                    -200 - 0.5 * 200 * 2, 0},
        ElementCase{"sprung_distance",
                    "loops: {r: {type: distance, between: [ground, load], length: 0.1 m, springs: {stiffness: 100 N/m, damping: 10 N s/m}}}",
                    -10 * 0.64 / 0.13, 50 * 0.2605551275463989 * 0.2605551275463989},
        ElementCase{"sprung_cut_joint",
                    "loops: {c: {type: prismatic, between: [ground, load], axis: x, springs: {stiffness: 100 N/m, turn_stiffness: 1 N m/rad, "
                    "damping: 10 N s/m, turn_damping: 0}}}",
                    -10, 50 * 0.04},
        ElementCase{"sprung_gear",
                    "loops: {g: {type: gear, joints: [X, Y], ratio: 2, offset: 0 m, springs: {stiffness: 100 N/m, damping: 10 N s/m}}}", -10 * 25,
                    50 * 0.64}),
    [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace zanjir::test
