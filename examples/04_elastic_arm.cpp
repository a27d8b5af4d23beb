// An elastic arm that is clamped and let go: its first frequency beside that of a Bernoulli beam.
// Shows: elastic bodies, modes as coordinates, a frame on a cross-section.
#include <cmath>
#include <cstdio>
#include <numbers>

#include <zanjir/zanjir.hpp>

constexpr const char* text = R"(
zanjir: 1
name: cantilever
plane: xy
gravity: [0, 0, 0]
bodies:
  arm:
    beam:
      length: 1 m
      section: {area: 1e-4 m^2, iy: 8e-10 m^4, iz: 8e-10 m^4}
      material: {density: 2700 kg/m^3, young: 7e10}
      theory: euler_bernoulli
      rotary_inertia: none
      modes: {bending_y: {cf: 2}}
frames: {arm: {tip: [1 m, 0, 0]}}
joints:
  clamp: {type: weld, parent: ground, child: arm}
)";

int main() {
  const auto arm = zanjir::Mechanism::parse(text, "cantilever");
  const auto bent = arm.assemble({{"arm.mode1", 0.005}});
  std::printf("let go with the tip %.4f m aside\n", arm.frame(bent, "arm.tip").X_WF.p.y);
  const auto run = arm.simulate(bent, {.until_s = 0.5, .every_s = 1e-4, .frames = {"arm.tip"}});

  const auto t = run.times(), y = run["arm.tip.y"];
  double first_s = -1, last_s = -1;
  int n = 0;  // falling zero crossings
  for (std::size_t i = 0; i + 1 < t.size(); ++i) {
    if (!(y[i] > 0 && y[i + 1] <= 0)) continue;
    last_s = t[i] + (t[i + 1] - t[i]) * y[i] / (y[i] - y[i + 1]);
    if (n++ == 0) first_s = last_s;
  }
  const double measured_Hz = (n - 1) / (last_s - first_s);
  const double beam_Hz = 1.875104068711961 * 1.875104068711961 * std::sqrt(7e10 * 8e-10 / (2700 * 1e-4)) / (2 * std::numbers::pi);
  std::printf("frequency %.4f Hz, of a clamped beam %.4f Hz\n", measured_Hz, beam_Hz);
  return std::abs(measured_Hz / beam_Hz - 1) < 1e-5 ? 0 : 1;
}
