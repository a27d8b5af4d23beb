// Somebody else's program: reads a mechanism, passes Eigen vectors to the library and takes others from it, and returns non-zero when an
// answer is wrong. Compiled also with -march=native: memory that one side allocates and the other frees must have one layout.
#include <cmath>
#include <cstdio>

#include "zanjir/formulations/registry.hpp"
#include "zanjir/kinematics/frames.hpp"
#include "zanjir/model/build.hpp"

static_assert(EIGEN_MAX_ALIGN_BYTES == 64 && EIGEN_MAX_STATIC_ALIGN_BYTES == 16, "zanjir::zanjir carries the alignment of its Eigen objects");

namespace {

// A pendulum of length L swings with vdot = -(g/L) cos(angle), the angle from the horizontal.
constexpr double gravity = 9.81, length = 0.5, angle = 0.3;
constexpr const char* pendulum = R"(
zanjir: 1
name: pendulum
gravity: [0, -9.81, 0]
bodies:
  bob: {mass: 2 kg, com: [0.5, 0, 0], inertia: point}
joints:
  A: {type: revolute, parent: ground, child: bob, at: [0, 0, 0], axis: z}
frames:
  bob: {tip: [0.5, 0, 0]}
)";

int n_wrong = 0;

void expect_near(double value, double expected, const char* what) {
  if (std::abs(value - expected) < 1e-12) return;
  std::printf("client: %s is %.17g, not %.17g\n", what, value, expected);
  ++n_wrong;
}

void ask(const zanjir::Model& model) {
  zanjir::State state = zanjir::initial_state(model);           // their vectors, freed here
  state.q = zanjir::VecX::Constant(model.nq(), angle);          // our numbers in their memory
  state.v = zanjir::VecX(zanjir::VecX::Zero(model.nv()));       // our memory, theirs freed

  zanjir::Workspace workspace(model);
  zanjir::update_positions(model, state, workspace);
  const zanjir::Transformd X_WF = zanjir::frame_pose(model, workspace, model.frame(*model.find_frame("bob.tip")));
  expect_near(X_WF.p.x, length * std::cos(angle), "x of the tip");
  expect_near(X_WF.p.y, length * std::sin(angle), "y of the tip");

  for (const zanjir::AnyFormulation& formulation : zanjir::all_formulations()) {
    zanjir::Solution solution;
    solution.vdot = zanjir::VecX::Zero(100);  // our memory, resized and so freed by them
    const zanjir::Given given = zanjir::forward_question(model, zanjir::VecX::Zero(model.nv()));
    zanjir::Solver(formulation, model).solve(state, given, zanjir::Reactions::skip, solution);
    expect_near(solution.vdot[0], -gravity / length * std::cos(angle), "acceleration of the pendulum");
  }

  zanjir::VecX q_moved = zanjir::VecX::Zero(100);
  zanjir::retract(model, state.q, zanjir::VecX::Constant(model.nv(), 0.1), q_moved);
  expect_near(zanjir::difference(model, state.q, q_moved)[0], 0.1, "way between two configurations");
}

}  // namespace

int main() {
  const zanjir::Result<zanjir::Description> description = zanjir::read_description_text(pendulum, "pendulum.yaml");
  const zanjir::Result<zanjir::Model> model = description ? zanjir::build_model(*description) : zanjir::Result<zanjir::Model>{};
  if (!model) {
    std::printf("%s", zanjir::to_text(description ? model.diagnostics : description.diagnostics).c_str());
    return 1;
  }
  ask(*model);
  std::printf("client: %d wrong answers\n", n_wrong);
  return n_wrong == 0 ? 0 : 1;
}
