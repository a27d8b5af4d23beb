// zanjir run FILE with a mechanism: one simulation, recorded.
#pragma once

#include "loop_options.hpp"

namespace zanjir::app {

struct MechanismOptions : Common {
  std::string file, method = "dopri5", formulation = "newton-euler", loops = "projection", state, record;
  double until_s = 0, tolerance = 1e-9, step_s = 0, every_s = 0;
  std::vector<std::string> frames;
  SpringArguments springs;
  bool reactions = false, accelerations = false, power = false, overwrite = false, resume = false;
};
void add_mechanism_options(CLI::App&, MechanismOptions&);
int run_mechanism(const MechanismOptions&);

}  // namespace zanjir::app
