// Many copies of a mechanism, each from its own state: runs side by side in lanes (simulate/side_by_side), groups of them on threads. Any method, contacts, events and controllers,
// each run with steps of its own. The motion of a copy does not depend on the others, on its place or on the number of threads, to the last bit. It is that of
// `simulate` up to rounding, which is the twin that tests compare it with.
#pragma once

#include <string>
#include <vector>

#include "zanjir/batch/batch_solver.hpp"
#include "zanjir/simulate/sim_options.hpp"
#include "zanjir/simulate/summary.hpp"

namespace zanjir {

struct RunBatchOptions {
  SimOptions run;                          // with a sample interval; one that is cancelled ends them all
  std::vector<std::string> channels = {};  // what is kept, of those that run.samples gives
  int threads = 0;                         // 0: as many as there are processors
  bool lanes = true;                       // false: every copy alone
};

struct RunBatch {
  std::vector<double> t_s;                       // of the samples: the start, every sample_interval_s, the end
  std::vector<double> values;                    // [(channel * samples + sample) * n + copy]; NaN after a copy has ended
  std::vector<State> ends;                       // [n] where each ended
  std::vector<RunEnd> outcome;                   // [n]
  std::vector<std::string> why;                  // [n] of those that did not reach their end
  std::vector<std::vector<std::string>> doubts;  // [n] RunSummary::warnings: why numbers are not to be trusted
  std::vector<std::vector<EventRecord>> events;  // [n] the first max_events_kept of each
  long evaluations = 0;                          // of all
  long unfinished = 0;
  long doubtful = 0;      // that have doubts
  int lanes = 1;          // that went side by side on a thread
  std::string why_alone;  // why copies do not; empty: they do
};

// `reference` is closed and regular, and says when all of them start; `starts.t_s` is not read. Starts are closed, options valid, channels exist.
RunBatch run_batch(const Model&, const State& reference, const BatchStates& starts, const RunBatchOptions&);

}  // namespace zanjir
