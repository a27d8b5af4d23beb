#include "zanjir/face/run.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <optional>

#include "zanjir/control/control.hpp"
#include "zanjir/describe/writer.hpp"
#include "zanjir/face/core.hpp"
#include "zanjir/face/error.hpp"
#include "zanjir/record/memory_recorder.hpp"
#include "zanjir/record/recording_writer.hpp"
#include "zanjir/record/tee_recorder.hpp"
#include "zanjir/simulate/channel_event.hpp"
#include "zanjir/simulate/forecast.hpp"
#include "zanjir/simulate/motion_system.hpp"
#include "zanjir/simulate/prepare.hpp"
#include "zanjir/simulate/sampler.hpp"
#include "zanjir/simulate/simulate.hpp"

namespace zanjir {

struct Run::Impl {
  RunSummary summary;
  std::string file;
  std::vector<Channel> channels;
  std::vector<double> values;  // channel by channel
  std::size_t n_rows = 0;
  std::vector<EventRecord> events;
  MechanismState end;

  std::span<const double> column(std::size_t channel) const { return {values.data() + channel * n_rows, n_rows}; }
};

SimOptions sim_options(const MechanismCore& core, const SimulateOptions& o) {
  SimOptions sim;
  sim.until_s = o.until_s;
  sim.sample_interval_s = o.every_s;
  sim.motion.formulation = o.formulation;
  sim.motion.loop_care = o.loops == KeepLoops::by_projection  ? LoopCare::projection
                         : o.loops == KeepLoops::by_baumgarte ? LoopCare::baumgarte
                                                              : LoopCare::none;
  sim.stepper.method = o.method;
  sim.stepper.rel_tol = o.rel_tol;
  sim.stepper.abs_tol = o.abs_tol;
  sim.stepper.fixed_step_s = o.step_s;
  sim.samples.accelerations = o.accelerations;
  sim.samples.reactions = o.reactions;
  sim.samples.power = o.power;
  for (const std::string& name : o.frames) {
    const std::optional<FrameId> frame = core.model.find_frame(name);
    if (!frame) refuse_name(core, "body or frame", name, core.frames);
    sim.samples.frames.push_back(*frame);
  }
  for (const Watch& watch : o.events) {
    UserEvent event;
    event.name = watch.name;
    event.when = watch.when;
    event.then = watch.stop ? UserEvent::Then::stop : UserEvent::Then::go_on;
    sim.events.push_back(std::move(event));
  }
  return sim;
}

namespace {

// Names of our fields for those of SimOptions and StepperOptions.
std::string field_of(const std::string& key) { return key == "sample_interval_s" ? "every_s" : key == "fixed_step_s" ? "step_s" : key; }

// Who gives no --yes is not asked about weeks, but memory ends the program, and on most systems not with an exception. What is kept row by row is turned into columns
// at the end. Samples of steps that the method chooses are not known before.
std::optional<Diagnostic> too_much_to_hold(const MechanismCore& core, const State& state, const SimOptions& sim) {
  const double rows = (sim.until_s - state.t_s) / (sim.sample_interval_s > 0 ? sim.sample_interval_s : sim.stepper.fixed_step_s);
  constexpr double worth_a_look = 1e6;
  if (!std::isfinite(rows) || rows < worth_a_look) return std::nullopt;
  MotionSystem system(core.model, state, sim.motion);
  const std::size_t n_channels = Sampler(system, sim.samples).channels().size();
  const double bytes = 2.0 * sizeof(double) * rows * static_cast<double>(n_channels);
  const double memory = static_cast<double>(::sysconf(_SC_PHYS_PAGES)) * static_cast<double>(::sysconf(_SC_PAGESIZE));
  if (bytes < memory) return std::nullopt;
  return Diagnostic{
      Severity::error,
      core.file(),
      0,
      0,
      sim.sample_interval_s > 0 ? "every_s" : "step_s",
      fmt::format("{:.3g} samples of {} numbers take {}, and this machine has {}", rows, n_channels, size_text(bytes), size_text(memory)),
      "a longer time between samples (every_s), or a shorter run; `zanjir run` keeps its recording on the disk alone"};
}

}  // namespace

void require_valid(const MechanismCore& core, const State& state, const SimOptions& sim) {
  std::vector<Diagnostic> problems = sim.validate(core.model);
  for (Diagnostic& d : problems) d.key_path = field_of(d.key_path);
  if (std::isfinite(sim.until_s) && !(sim.until_s > state.t_s))
    problems.push_back(
        {Severity::error, {}, 0, 0, "until_s", "the run would end before it starts, at " + std::to_string(state.t_s) + " s", "give a later time"});
  if (problems.empty() && !sim.events.empty()) {
    MotionSystem system(core.model, state, sim.motion);
    const Sampler sampler(system, sim.samples);
    for (const UserEvent& event : sim.events) {
      auto error = event_problem(sampler.channels(), event.when);
      if (!error) continue;
      if (const std::string frame = frame_named_in(core.model, event.when, error->offset); !frame.empty())
        error->hint = "channels of '" + frame + "' are there where SimulateOptions::frames names it";
      problems.push_back({Severity::error, {}, 0, 0, "events." + event.name, std::move(error->message), std::move(error->hint)});
    }
  }
  for (Diagnostic& d : problems) d.file = core.file();
  for (Diagnostic& d : controller_diagnostics(core.model, core.description.files))
    if (d.severity == Severity::error) problems.push_back(std::move(d));
  if (problems.empty()) problems = start_problems(core.description, core.model, state);
  if (!problems.empty()) throw Error(std::move(problems));
}

RunOutcome outcome_of(RunEnd end) {
  switch (end) {
    case RunEnd::reached_end: return RunOutcome::reached_end;
    case RunEnd::stopped_by_event: return RunOutcome::stopped_by_event;
    case RunEnd::cancelled: return RunOutcome::cancelled;
    case RunEnd::numerics_failed: return RunOutcome::numerics_failed;
    case RunEnd::events_accumulate: return RunOutcome::events_accumulate;
    case RunEnd::tripped: return RunOutcome::tripped;
    case RunEnd::recorder_failed: break;
  }
  return RunOutcome::recorder_failed;
}

namespace {

// Row by row -> channel by channel.
std::vector<double> columns_of(const MemoryRecorder& memory, std::size_t n_channels) {
  std::vector<double> values(memory.n_rows() * n_channels);
  for (std::size_t row = 0; row < memory.n_rows(); ++row) {
    const std::span<const double> from = memory.row(row);
    for (std::size_t c = 0; c < n_channels; ++c) values[c * memory.n_rows() + row] = from[c];
  }
  return values;
}

}  // namespace

Run Mechanism::simulate(const MechanismState& start, const SimulateOptions& options) const {
  require_own(*core_, start);
  const MechanismCore& core = *core_;
  State state = FaceAccess::plain(start);
  if (!start.closed()) LoopGauge(core).require_closed(core, state, start_tolerance);
  SimOptions sim = sim_options(core, options);
  require_valid(core, state, sim);
  std::atomic<bool> cancel = false;
  if (options.go_on) {
    sim.cancel = &cancel;
    sim.progress = [&](double t_s) { cancel = !options.go_on(t_s); };
  }

  if (auto problem = too_much_to_hold(core, state, sim)) throw Error({std::move(*problem)});
  std::vector<std::string> notes;
  for (const UserEvent& event : sim.events)
    if (const std::string note = event_note(event.when, state.t_s, sim.until_s); !note.empty())
      notes.push_back(fmt::format("event '{}': {}", event.name, note));

  std::optional<MemoryRecorder> memory;
  std::optional<RecordingWriter> writer;
  std::optional<TeeRecorder> both;
  std::vector<Diagnostic> problems;
  RunSummary summary = zanjir::simulate(core.model, state, sim, [&](const std::vector<Channel>& channels) -> Recorder* {
    memory.emplace(RecordingHeader{channels, {}});
    if (options.record.empty()) return &*memory;
    Facts facts = provenance(core.model, sim, core.file());
    facts.emplace_back("file", core.file());
    if (Result<std::string> text = write_description(core.description)) facts.emplace_back("file text", std::move(*text));
    Result<RecordingWriter> made =
        RecordingWriter::create(options.record, {channels, std::move(facts)}, {options.overwrite ? IfExists::overwrite : IfExists::refuse});
    if (!made) {
      problems = std::move(made.diagnostics);
      return nullptr;
    }
    writer.emplace(std::move(*made.value));
    both.emplace(*memory, *writer);
    return &*both;
  });
  if (!problems.empty()) throw Error(std::move(problems));
  summary.notes.insert(summary.notes.begin(), notes.begin(), notes.end());
  const std::vector<Channel>& channels = memory->header().channels;
  const bool closed = options.loops == KeepLoops::by_projection;
  return Run(std::make_unique<Run::Impl>(Run::Impl{std::move(summary), core.file(), channels, columns_of(*memory, channels.size()), memory->n_rows(),
                                                   memory->events(), FaceAccess::state(core_, std::move(state), closed)}));
}

Run::Run(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Run::Impl& Run::impl() const { return owned(impl_, "run"); }
Run::Run(Run&&) noexcept = default;
Run& Run::operator=(Run&&) noexcept = default;
Run::~Run() = default;

RunOutcome Run::outcome() const { return outcome_of(impl().summary.end); }
const std::string& Run::why() const { return impl().summary.why; }
std::vector<std::string> Run::doubts() const { return impl().summary.warnings(); }
std::vector<std::string> Run::notes() const {
  std::vector<std::string> all = impl().summary.notes;
  all.insert(all.end(), impl().summary.advice.begin(), impl().summary.advice.end());
  return all;
}
std::span<const double> Run::times() const { return impl().column(0); }

std::span<const double> Run::operator[](std::string_view channel) const {
  const auto found = std::find_if(impl().channels.begin(), impl().channels.end(), [&](const Channel& c) { return c.name == channel; });
  if (found == impl().channels.end()) {
    std::vector<std::string> names;
    for (const Channel& c : impl().channels) names.push_back(c.name);
    const bool off = channel.find(".reaction.") != std::string_view::npos || channel.find(".acceleration") != std::string_view::npos;
    std::string hint = did_you_mean(channel, names);
    if (hint.empty() && off) hint = "reactions and accelerations are kept where SimulateOptions asks for them";
    throw Error({{Severity::error, impl().file, 0, 0, {}, "no channel '" + std::string(channel) + "' in this run", hint}});
  }
  return impl().column(static_cast<std::size_t>(found - impl().channels.begin()));
}

const std::vector<Channel>& Run::channels() const { return impl().channels; }
const std::vector<EventRecord>& Run::events() const { return impl().events; }
const MechanismState& Run::final_state() const { return impl().end; }
double Run::energy_imbalance() const { return impl().summary.relative_imbalance(); }
double Run::worst_loop_residual_m() const { return impl().summary.worst_loop_residual_m; }
long Run::steps() const { return impl().summary.cost.steps; }
long Run::evaluations() const { return impl().summary.cost.rhs; }
std::string Run::brief() const { return impl().summary.brief(); }
std::string Run::full() const { return impl().summary.full(); }

}  // namespace zanjir
