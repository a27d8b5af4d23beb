// zanjir run FILE with a mechanism: one simulation, recorded.
#pragma once

#include "loop_options.hpp"

namespace zanjir::app {

struct MechanismOptions : Common {
  std::string file, loops = "projection", record;
  std::optional<std::string> state;
  std::optional<double> tolerance;
  std::vector<std::string> frames;
  GivenOptions<SimOptions> run;
  SpringArguments springs;
  bool reactions = false, accelerations = false, power = false, overwrite = false, resume = false;
};
void add_mechanism_options(CLI::App&, MechanismOptions&);
int run_mechanism(const MechanismOptions&);

}  // namespace zanjir::app
