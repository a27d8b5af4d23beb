// Accelerations of a Stewart platform at twenty thousand states: all at once, and one of them alone.
// Shows: Batch, closed loops in lanes, and that a state has the same answer wherever it stands.
#include <cmath>
#include <cstdio>
#include <random>

#include <zanjir/zanjir.hpp>

int main(int argc, char** argv) {
  const auto platform = zanjir::Mechanism::load(argc > 1 ? argv[1] : "models/stewart.yaml");
  const zanjir::MechanismState start = platform.assemble();
  const auto n_q = static_cast<Eigen::Index>(platform.coordinates().size()), n_v = static_cast<Eigen::Index>(platform.speeds().size());

  // A thousand closed states beside the start, each twenty times with other forces.
  constexpr int n_poses = 1000, n_forces = 20, n = n_poses * n_forces;
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> between(-1, 1);
  zanjir::ManyStates q(n_q, n), v(n_v, n), tau = zanjir::ManyStates::NullaryExpr(n_v, n, [&] { return 50 * between(random); }), vdot;
  zanjir::MechanismState near = start;
  for (int i = 0; i < n_poses; ++i) {
    near.set(0, start.q() + 0.02 * zanjir::VecX::NullaryExpr(n_q, [&] { return between(random); }),
             0.1 * zanjir::VecX::NullaryExpr(n_v, [&] { return between(random); }));
    const zanjir::MechanismState closed = platform.close(near);
    for (int k = 0; k < n_forces; ++k) q.col(i * n_forces + k) = closed.q(), v.col(i * n_forces + k) = closed.v();
  }

  zanjir::Batch batch = platform.batch();
  const zanjir::BatchReport report = batch.forward(q, v, tau, vdot);
  std::printf("%d states of %s: %ld side by side, %ld alone, %ld without an answer\n", n, platform.name().c_str(), report.in_lanes, report.alone,
              report.unsolved);

  zanjir::Dynamics dynamics = platform.dynamics();
  zanjir::VecX alone(n_v);
  near.set(0, q.col(777), v.col(777));
  dynamics.forward(near, tau.col(777), alone);
  const double off = (alone - vdot.col(777)).norm() / alone.norm();
  std::printf("one of them by Dynamics: off by %.1e\n", off);

  zanjir::ManyStates one;
  batch.forward(q.col(777), v.col(777), tau.col(777), one);
  const bool same = (one.col(0).array() == vdot.col(777).array()).all();
  std::printf("the same one in a batch of its own: %s\n", same ? "the same to the last bit" : "different");
  return report.complete() && same && off < 1e-11 ? 0 : 1;
}
