// A pendulum that swings far, and its period beside the closed form.
// Shows: a mechanism in the program itself, a run, its channels.
#include <cmath>
#include <cstdio>
#include <numbers>

#include <zanjir/zanjir.hpp>

using namespace zanjir::literals;

constexpr const char* text = R"(
zanjir: 1
name: pendulum
plane: xy
gravity: [0, -9.81, 0]
bodies:
  bob: {mass: 1 kg, com: [0, -1, 0], inertia: point}
joints:
  A: {type: revolute, parent: ground, child: bob, axis: z}
)";

int main() {
  const auto pendulum = zanjir::Mechanism::parse(text, "pendulum");
  const auto start = pendulum.assemble({{"A", 120_deg}});
  const auto run = pendulum.simulate(start, {.until_s = 4, .every_s = 0.001});

  // A quarter of a period passes until the angle is zero, between two samples.
  const auto t = run.times(), angle = run["A"];
  std::size_t i = 0;
  while (angle[i + 1] > 0) ++i;
  const double quarter_s = t[i] + (t[i + 1] - t[i]) * angle[i] / (angle[i] - angle[i + 1]);

  const double closed_form_s = 4 * std::sqrt(1 / 9.81) * std::comp_ellint_1(std::sin(120_deg / 2));
  std::printf("period        %.6f s\n", 4 * quarter_s);
  std::printf("closed form   %.6f s\n", closed_form_s);
  std::printf("energy        %.1e of the largest kinetic energy lost or won\n", run.energy_imbalance());
  return std::abs(4 * quarter_s - closed_form_s) < 1e-5 && run.energy_imbalance() < 1e-6 ? 0 : 1;
}
