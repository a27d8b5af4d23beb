// A simulation: what to run, and what came out.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "zanjir/face/state.hpp"
#include "zanjir/record/channel.hpp"

namespace zanjir {

// How loops are kept closed along a run.
enum class KeepLoops : std::uint8_t {
  by_projection,  // Back onto them after each step that needs it: the default.
  by_baumgarte,   // By feedback in the accelerations.
  not_at_all      // They drift.
};

// Something that a run looks out for: the instant at which an expression of its channels crosses zero, located to rounding: {"low", "tip.y + 0.2"}.
struct Watch {
  std::string name;  // Of the event in Run::events(). No two have the same.
  std::string when;  // "A - 1", "tip.y + 0.2*t", "ledger.dampers + 0.5".
  bool stop = true;  // The run ends there; false: it is noted, and the run goes on.
};

// What a simulation does. Times in s; docs/simulation.md and docs/integrators.md say more about each. An Error names the field that is wrong: numbers that are none or infinite, more than 1e12 steps, which
// would never end, and samples that would need more memory than the machine has.
struct SimulateOptions {
  double until_s = 1;                          // Where it ends. Must be later than the state it starts from.
  double every_s = 0;                          // Time between samples; 0: one at the end of every step.
  std::string method = "dopri5";               // Integration method: docs/integrators.md lists them.
  double rel_tol = 1e-9;                       // Relative tolerance of the error test.
  double abs_tol = 1e-9;                       // Absolute tolerance of the error test.
  double step_s = 0;                           // A constant step; 0: the method chooses.
  std::string formulation = "newton-euler";    // Who solves the dynamics; docs/formulations.
  KeepLoops loops = KeepLoops::by_projection;  // Of no effect without loops.
  bool accelerations = false;                  // Channels "A.acceleration".
  bool reactions = false;                      // Channels "A.reaction.force.x" ... "moment.z" of every joint, cut or not, world axes.
  bool power = false;                          // Channels of powers by source and joint, of the motor side of gears, of momentum.
  std::vector<std::string> frames = {};        // Channels "tip.x" ... "tip.qw", "tip.vx" ... of these frames.
  std::vector<Watch> events = {};              // Besides impacts and touch-downs, which are always noted.
  std::string record = {};                     // A file (HDF5) that holds the run besides; empty: none. It survives a kill (docs/recordings.md).
  bool overwrite = false;                      // Replace a recording of that name; otherwise, and of a file that is none, it is an Error.
  // Called after every step with the time reached; false ends the run there.
  std::function<bool(double t_s)> go_on = {};
};

// Why a run ended.
enum class RunOutcome : std::uint8_t {
  reached_end,        // SimulateOptions::until_s.
  stopped_by_event,   // One of SimulateOptions::events.
  cancelled,          // SimulateOptions::go_on said so.
  numerics_failed,    // A step could not be made; all before it is kept.
  events_accumulate,  // Impacts follow each other ever faster (a bouncing ball that comes to rest).
  recorder_failed,    // The file could not be written.
  tripped             // A value of a sampled controller passed its `trip`.
};

// A run: samples of all channels, events, the energy ledger, and the state it ended in.
class Run {
 public:
  Run(Run&&) noexcept;             // moves; one that was moved away throws Error
  Run& operator=(Run&&) noexcept;  // moves
  ~Run();

  // Reached its end, or the event that ends it.
  bool finished() const { return outcome() == RunOutcome::reached_end || outcome() == RunOutcome::stopped_by_event; }
  RunOutcome outcome() const;      // Why it ended.
  const std::string& why() const;  // In words, when it did not reach its end.

  // Finished, and nothing speaks against its numbers (docs/simulation.md); else doubts() says what does.
  bool trusted() const { return finished() && doubts().empty(); }
  std::vector<std::string> doubts() const;  // What speaks against its numbers, a sentence each: energy that does not add up, bodies below ground, ...
  std::vector<std::string> notes() const;   // What else there is to say: advice, and what most likely was not meant.

  std::span<const double> times() const;  // Of the samples, s.
  // The samples of a channel: run["A"], run["A.speed"], run["D.reaction.force.x"], run["energy.total"]. Throws Error for an unknown name; reactions
  // and accelerations are there when they were asked for. No copy: valid as long as the run is.
  std::span<const double> operator[](std::string_view channel) const;
  const std::vector<Channel>& channels() const;    // Names and units, "t" first.
  const std::vector<EventRecord>& events() const;  // Impacts, touch-downs, crossings, with their times.

  const MechanismState& final_state() const;  // Where it ended: the last good step.
  // Largest |E(t) - E(0) - work of all sources| of the run, relative to its largest kinetic energy (absolute, J, where nothing moved).
  double energy_imbalance() const;
  double worst_loop_residual_m() const;  // Largest closure residual, times the model length where it is an angle; 0 without loops.
  long steps() const;                    // Accepted ones.
  long evaluations() const;              // Of the right-hand side.
  std::string brief() const;             // One line.
  std::string full() const;              // Why it ended, what it cost, ledger, residuals.

 private:
  friend class Mechanism;
  struct Impl;
  explicit Run(std::unique_ptr<Impl>);
  Impl& impl() const;  // Error: it was moved away
  std::unique_ptr<Impl> impl_;
};

}  // namespace zanjir
