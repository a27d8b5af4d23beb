// What the joints of a four-bar carry, whether the loop is cut there or not.
// Shows: assembling by name, a run with reactions, questions about one state, the holding torque by virtual work.
#include <cmath>
#include <cstdio>

#include <zanjir/zanjir.hpp>

using namespace zanjir::literals;

int main(int argc, char** argv) {
  const auto four_bar = zanjir::Mechanism::load(argc > 1 ? argv[1] : "models/four_bar.yaml");
  for (const zanjir::JointInfo& joint : four_bar.joints()) {
    std::printf("%s: %s to %s%s\n", joint.name.c_str(), joint.first.c_str(), joint.second.c_str(), joint.cut ? " (the loop is cut here)" : "");
  }

  const auto start = four_bar.assemble({{"A", 60_deg}}, {{"A", 2}});
  std::printf("at A = 60 deg the rocker stands at D = %.4f rad\n", start["D"]);
  const auto run = four_bar.simulate(start, {.until_s = 1, .every_s = 0.01, .reactions = true});
  const double in_run = run["D.reaction.force.x"].back();
  const double asked = four_bar.forward(run.final_state()).reaction("D").force.x;
  std::printf("after 1 s D carries %.6f N along x in the run, %.6f N when asked there\n", in_run, asked);

  // The torque that holds the crank still is the slope of the potential energy along the motion.
  const auto at_rest = [&](double angle) { return four_bar.assemble({{"A", angle}}, {{"A", 0}}); };
  const auto potential = [&](double angle) { return four_bar.energy(at_rest(angle)).gravity_J; };
  const double slope = (potential(60_deg + 1e-4) - potential(60_deg - 1e-4)) / 2e-4;
  const double torque = four_bar.inverse(at_rest(60_deg), {{"A", 0}}).force("A");
  std::printf("holding torque %.6f N m, slope of the potential energy %.6f N m\n", torque, slope);
  return std::abs(in_run - asked) < 1e-6 && std::abs(torque - slope) < 1e-6 ? 0 : 1;
}
