// A bouncing ball thrown two hundred times with other speeds: where it is after a second, and how often it has hit the ground.
// Shows: Batch::simulate, runs side by side with events of their own.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <random>

#include <zanjir/zanjir.hpp>

int main(int argc, char** argv) {
  const auto ball = zanjir::Mechanism::load(argc > 1 ? argv[1] : "models/bouncing_ball.yaml");
  const zanjir::MechanismState start = ball.assemble();
  constexpr int n = 200;
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> between(-1, 1);
  const zanjir::ManyStates q = start.q().replicate(1, n);
  const zanjir::ManyStates v = zanjir::ManyStates::NullaryExpr(static_cast<Eigen::Index>(ball.speeds().size()), n, [&] { return between(random); });

  zanjir::Batch batch = ball.batch();
  zanjir::SimulateOptions options;
  options.until_s = 1;
  options.every_s = 0.1;
  const std::string height = ball.coordinates().front();
  const zanjir::ManyRuns runs = batch.simulate(q, v, options, {height, "energy.total"});
  std::size_t least = 1000, most = 0;
  for (const auto& events : runs.events) least = std::min(least, events.size()), most = std::max(most, events.size());
  std::printf("%d throws, %d side by side: %ld unfinished, %zu to %zu events each\n", n, runs.lanes, runs.unfinished, least, most);

  // One of them by itself.
  zanjir::MechanismState one = start;
  one.set(0, q.col(42), v.col(42));
  const zanjir::Run alone = ball.simulate(one, options);
  const double off = std::abs(alone[height].back() - runs[height](runs[height].rows() - 1, 42));
  std::printf("one of them by itself: %.6f m, off by %.1e m\n", alone[height].back(), off);
  return runs.unfinished == 0 && most > 0 && off < 1e-9 ? 0 : 1;
}
