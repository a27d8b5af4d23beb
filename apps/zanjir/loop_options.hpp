// Options that make springs of the loops of a mechanism, for the verbs that can.
#pragma once

#include "verbs.hpp"
#include "zanjir/simulate/spring_start.hpp"

namespace zanjir::app {

struct SpringArguments {  // NaN: not given
  double stiffness, turn_stiffness, damping, turn_damping, damping_ratio, closure_error;
  double update_every_s = 0;
  std::string start = "quasi-static";
  SpringArguments();
};
// Those of a given state: stiffnesses and dampings.
void add_spring_arguments(CLI::App&, SpringArguments&, const std::string& group);
// And those of a run: damping ratio, closure error, start, updates.
void add_spring_run_arguments(CLI::App&, SpringArguments&, const std::string& group);

// What was asked for, with `loops` the word of --loops; faults are added to `problems`. Only where it is "springs" may any be given.
SpringOptions read_springs(const SpringArguments&, const std::string& loops, std::vector<Diagnostic>& problems);

// Faults of options that have no file, as faults of the command line.
std::vector<Diagnostic> on_command_line(std::vector<Diagnostic>);

// A model whose loops are springs when `loops` says so; for states that are given, so without a start of its own.
Result<Model> load_model_with_loops(const std::string& file, const Common&, const SpringArguments&, const std::string& loops);

}  // namespace zanjir::app
