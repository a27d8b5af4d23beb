// A ball that bounces: the instants of its impacts beside the closed form.
// Shows: contacts, events, settings that change the file, an error.
#include <algorithm>
#include <cmath>
#include <cstdio>

#include <zanjir/zanjir.hpp>

int main(int argc, char** argv) {
  const char* file = argc > 1 ? argv[1] : "models/bouncing_ball.yaml";
  const auto ball = zanjir::Mechanism::load(file, {{"contacts.floor.restitution", "0.8"}});
  const auto run = ball.simulate(ball.assemble({{"height", 1}}), {.until_s = 3, .every_s = 0.01});

  double worst_s = 0, fall_s = std::sqrt(2 / 9.81), expected_s = fall_s;
  for (const zanjir::EventRecord& impact : run.events()) {
    std::printf("%s at %.6f s, %.4f m/s\n", impact.name.c_str(), impact.t_s, impact.value);
    worst_s = std::max(worst_s, std::abs(impact.t_s - expected_s));
    fall_s *= 0.8;
    expected_s += 2 * fall_s;
  }
  std::printf("%zu impacts, at most %.1e s from where they should be\n", run.events().size(), worst_s);
  std::printf("energy after the last sample %.6f J, before the first %.6f J\n", run["energy.total"].back(), run["energy.total"].front());

  try {
    (void)run["heigth"];  // a typing error
  } catch (const zanjir::Error& error) {
    std::printf("%s", error.what());
  }
  return run.events().size() == 6 && worst_s < 1e-9 ? 0 : 1;
}
