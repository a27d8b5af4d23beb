// Runs in memory.
#pragma once

#include <memory>
#include <string>

#include "zanjir/record/memory_recorder.hpp"
#include "zanjir/simulate/simulate.hpp"

namespace zanjir::test {

struct MemoryRun {
  RunSummary summary;
  State state;
  std::unique_ptr<MemoryRecorder> record;
  double last(const std::string& channel) const { return record->column(channel).back(); }
};

// From the model's initial state, closed.
MemoryRun run_in_memory(const Model&, const SimOptions&);
MemoryRun run_in_memory(const Model&, State, const SimOptions&);
State closed_start(const Model&);
Model model_of(const std::string& yaml);

}  // namespace zanjir::test
