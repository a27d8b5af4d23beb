// Two hundred pendulums of other lengths, let go at once: how fast each is at the bottom.
// Shows: Batch::of, copies of a mechanism with other parameters; an event that ends each run at its own instant.
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include <zanjir/zanjir.hpp>

int main(int argc, char** argv) {
  const std::string file = argc > 1 ? argv[1] : "models/pendulum.yaml";
  constexpr int n = 200;
  std::vector<zanjir::Mechanism> copies;
  std::vector<double> length_m;
  for (int k = 0; k < n; ++k) {
    length_m.push_back(0.5 + 0.01 * k);
    copies.push_back(zanjir::Mechanism::load(file, {{"length", std::to_string(length_m.back()) + " m"}}));
  }
  const zanjir::MechanismState start = copies.front().assemble();  // horizontal, at rest: the same for all of them
  zanjir::Batch batch = zanjir::Batch::of(copies);
  zanjir::SimulateOptions options;
  options.until_s = 2;
  options.every_s = 0.1;
  options.events = {{"bottom", "A - 3*pi/2"}};
  const zanjir::ManyRuns runs = batch.simulate(start.q().replicate(1, n), start.v().replicate(1, n), options, {"A"});
  double off = 0;
  for (int k = 0; k < n; ++k) {
    const double expected = std::sqrt(2 * 9.81 / length_m[static_cast<std::size_t>(k)]);  // all that it fell, by its own length
    off = std::fmax(off, std::fabs(runs.v(0, k) - expected) / expected);
  }
  std::printf("%d pendulums, %ld unfinished; the longest arrives at %.4f rad/s, the shortest at %.4f\n", n, runs.unfinished, runs.v(0, n - 1),
              runs.v(0, 0));
  std::printf("from the closed form by %.1e\n", off);
  return runs.unfinished == 0 && off < 1e-8 ? 0 : 1;
}
