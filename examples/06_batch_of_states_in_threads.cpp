// Accelerations of a six-axis arm at many states, by several threads; the same numbers whoever computes them.
// Shows: the fast path (Dynamics), one per thread, all from one Mechanism.
#include <cstdio>
#include <random>
#include <thread>
#include <vector>

#include <zanjir/zanjir.hpp>

namespace {

constexpr int n_states = 20000;

struct Inputs {
  std::vector<zanjir::VecX> q, v, tau;
};

Inputs draw(Eigen::Index n) {
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> between(-1, 1);
  const auto vector = [&] { return zanjir::VecX(zanjir::VecX::NullaryExpr(n, [&] { return between(random); })); };
  Inputs inputs;
  for (int i = 0; i < n_states; ++i) {
    inputs.q.push_back(vector());
    inputs.v.push_back(vector());
    inputs.tau.push_back(10 * vector());
  }
  return inputs;
}

// Every n_threads-th state, beginning with `first`.
void work(const zanjir::Mechanism& arm, const Inputs& inputs, int first, int n_threads, zanjir::MatX& vdot) {
  zanjir::Dynamics dynamics = arm.dynamics();
  zanjir::MechanismState state = arm.assemble();
  for (int i = first; i < n_states; i += n_threads) {
    const auto k = static_cast<std::size_t>(i);
    state.set(0, inputs.q[k], inputs.v[k]);
    dynamics.forward(state, inputs.tau[k], vdot.col(i));
  }
}

zanjir::MatX solve(const zanjir::Mechanism& arm, const Inputs& inputs, int n_threads) {
  zanjir::MatX vdot(static_cast<Eigen::Index>(arm.speeds().size()), n_states);
  std::vector<std::jthread> threads;
  for (int i = 0; i < n_threads; ++i) threads.emplace_back([&, i] { work(arm, inputs, i, n_threads, vdot); });
  threads.clear();  // waits for all
  return vdot;
}

}  // namespace

int main(int argc, char** argv) {
  const auto arm = zanjir::Mechanism::load(argc > 1 ? argv[1] : "models/arm_6r.yaml");
  const Inputs inputs = draw(static_cast<Eigen::Index>(arm.speeds().size()));
  const zanjir::MatX alone = solve(arm, inputs, 1), together = solve(arm, inputs, 4);
  const bool same = (alone.array() == together.array()).all();
  std::printf("%d states of %s, %zu speeds: one thread and four give %s\n", n_states, arm.name().c_str(), arm.speeds().size(),
              same ? "the same numbers to the last bit" : "different numbers");

  // Newton's law for the whole arm: what the inverse question needs is what the forward one was given.
  zanjir::Dynamics dynamics = arm.dynamics();
  zanjir::MechanismState state = arm.assemble();
  state.set(0, inputs.q[7], inputs.v[7]);
  zanjir::VecX tau(alone.rows());
  dynamics.inverse(state, alone.col(7), tau);
  const double back = (tau - inputs.tau[7]).norm() / inputs.tau[7].norm();
  std::printf("torques from the accelerations of one of them: off by %.1e\n", back);
  return same && back < 1e-10 ? 0 : 1;
}
