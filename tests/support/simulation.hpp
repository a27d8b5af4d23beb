// Runs in memory.
#pragma once

#include <algorithm>
#include <memory>
#include <string>

#include "zanjir/record/memory_recorder.hpp"
#include "zanjir/simulate/simulate.hpp"
#include "zanjir/state/state.hpp"

namespace zanjir::test {

struct MemoryRun {
  RunSummary summary;
  State state;
  std::unique_ptr<MemoryRecorder> record;
  double last(const std::string& channel) const { return record->column(channel).back(); }
  double least(const std::string& channel) const { return std::ranges::min(record->column(channel)); }
  double largest(const std::string& channel) const { return std::ranges::max(record->column(channel)); }
};

// From the model's initial state, closed.
MemoryRun run_in_memory(const Model&, const SimOptions&);
MemoryRun run_in_memory(const Model&, State, const SimOptions&);
State closed_start(const Model&);
// Options of a run with an error test, and with constant steps (the tolerances are then those of iterations inside a step).
SimOptions adaptive_run(double until_s, const std::string& method = "dopri5", double tolerance = 1e-10);
SimOptions fixed_run(double until_s, const std::string& method, double step_s);
// From `start` to its end with dop853 at 1e-13 and another formulation than the default one.
State reference_end(const Model&, const State& start, double until_s);
// Largest difference of two states: positions as speeds would cover it, and speeds.
double distance(const Model&, const State&, const State&);
Model model_of(const std::string& yaml);

}  // namespace zanjir::test
