// Somebody else's program: reads a mechanism, passes Eigen vectors to the library and takes others from it, and returns non-zero when an
// answer is wrong. Compiled also with -march=native: memory that one side allocates and the other frees must have one layout.
#include <zanjir/zanjir.hpp>

#include <cmath>
#include <cstdio>

static_assert(EIGEN_MAX_ALIGN_BYTES == 64 && EIGEN_MAX_STATIC_ALIGN_BYTES == 16, "zanjir::zanjir carries the alignment of its Eigen objects");
#if __has_include(<zanjir/model/model.hpp>) && !defined(ZANJIR_IN_TREE)
#error "an internal header was installed"
#endif

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

void ask(const zanjir::Mechanism& mechanism) {
  zanjir::MechanismState state = mechanism.assemble({{"A", 1}});          // their vectors
  state.set(0, zanjir::VecX::Constant(1, angle), zanjir::VecX::Zero(1));  // our numbers in their memory
  const zanjir::VecX q = state.q();                                       // theirs, copied into ours
  expect_near(q[0], angle, "the angle");

  const zanjir::Transformd X_WF = mechanism.frame(state, "bob.tip").X_WF;
  expect_near(X_WF.p.x, length * std::cos(angle), "x of the tip");
  expect_near(X_WF.p.y, length * std::sin(angle), "y of the tip");

  for (const char* formulation : {"newton-euler", "multipliers", "denoc", "gibbs-appell", "lagrange", "oracle"}) {
    zanjir::Dynamics dynamics = mechanism.dynamics(formulation);
    zanjir::VecX vdot(1);
    dynamics.forward(state, zanjir::VecX::Zero(1), vdot);
    expect_near(vdot[0], -gravity / length * std::cos(angle), "acceleration of the pendulum");
    zanjir::MatX M = zanjir::MatX::Zero(10, 10);  // our memory, resized and so freed by them
    dynamics.mass_matrix(state, M);
    expect_near(M(0, 0), 2 * length * length, "mass matrix");
  }

  zanjir::Answer answer = mechanism.forward(state);  // theirs, freed here
  expect_near(answer.acceleration("A"), -gravity / length * std::cos(angle), "acceleration by name");
  const zanjir::Run run = mechanism.simulate(state, {.until_s = 0.1});
  expect_near(run["A"].front(), angle, "first sample");
}

void misuse(const zanjir::Mechanism& mechanism) {
  try {
    mechanism.assemble({{"B", 1}});
  } catch (const zanjir::Error& error) {  // thrown there, caught here
    if (!error.diagnostics().empty()) return;
  }
  std::printf("client: an unknown name was not refused\n");
  ++n_wrong;
}

}  // namespace

int main() {
  const zanjir::Result<zanjir::Mechanism> mechanism = zanjir::Mechanism::try_parse(pendulum, "pendulum.yaml");
  if (!mechanism) {
    std::printf("%s", zanjir::to_text(mechanism.diagnostics).c_str());
    return 1;
  }
  ask(*mechanism);
  misuse(*mechanism);
  std::printf("client: %d wrong answers\n", n_wrong);
  return n_wrong == 0 ? 0 : 1;
}
