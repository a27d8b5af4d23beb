#include "zanjir/simulate/prepare.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "zanjir/control/control.hpp"
#include "zanjir/describe/positions.hpp"
#include "zanjir/describe/table_spline.hpp"
#include "zanjir/forces/phases.hpp"
#include "zanjir/model/build.hpp"
#include "zanjir/record/recording.hpp"
#include "zanjir/simulate/channel_event.hpp"
#include "zanjir/simulate/check_start.hpp"
#include "zanjir/simulate/restarts.hpp"
#include "zanjir/simulate/resume.hpp"
#include "zanjir/simulate/run_options.hpp"

namespace zanjir {
namespace {

// Phases by whose rates something moves, directly or through another phase.
std::vector<bool> phases_that_move(const Description& d) {
  std::vector<bool> moves(d.phases.size(), false);
  const auto mark = [&](const LawDescription& law) {
    if (law.phase >= 0) moves[static_cast<std::size_t>(law.phase)] = true;
    for (const std::size_t named : law.expression.phases()) moves[named] = true;
  };
  for (const MotionDescription& motion : d.motions) {
    for (const LawDescription& law : motion.laws) mark(law);
    for (const LawDescription& angle : motion.turn_angles) mark(angle);
  }
  for (std::size_t i = d.phases.size(); i-- > 0;) {
    if (moves[i]) mark(d.phases[i].law);
  }
  return moves;
}

// The first phase that is not a number at t, or whose rates are none where something moves by them.
const PhaseDescription* phase_without_value(const Description& d, const Model& model, const std::vector<bool>& moves, double t_s) {
  PhaseJets room;
  const std::span<const Jet> jets = model.phases().at(t_s, room);
  for (std::size_t i = 0; i < jets.size() && i < d.phases.size(); ++i) {
    if (!std::isfinite(jets[i].value) || (moves[i] && !(std::isfinite(jets[i].rate) && std::isfinite(jets[i].acceleration)))) return &d.phases[i];
  }
  return nullptr;
}

class Preparation {
 public:
  Preparation(const Description& description, SimulationRequest& request) : description_(description), request_(request) {}

  Result<Prepared> prepare(Readiness readiness) {
    LoopTreatment loops;
    if (request_.springs)
      loops = {LoopTreatment::Kind::springs, {1, 0, {}, {}}, {}};  // what options are judged by; the stiffness follows from the start
    Result<Model> model = build_model(description_, loops);
    if (!model) return {std::nullopt, std::move(model.diagnostics)};
    std::optional<Model> rigid;  // loops that are springs start closed, so all are closed first
    if (model->n_spring_rows() > 0) rigid = std::move(*build_model(description_, {LoopTreatment::Kind::rigid, {}, {}}).value);
    if (request_.options.stepper.control == StepControl::ode45 && request_.options.stepper.max_step_s == 0)
      request_.options.stepper.max_step_s = 0.1 * request_.options.until_s;
    if (request_.springs) request_.options.motion.preload_interval_s = request_.springs->update_every_s;
    judge(*model);
    if (!problems_.empty()) return {std::nullopt, std::move(problems_)};
    Prepared prepared{std::move(*model.value), {}, std::move(request_.options), request_.springs, "", {}, ""};
    if (request_.resume) resume(prepared);
    else begin(rigid ? *rigid : prepared.model, prepared);
    std::vector<Diagnostic> warnings;
    if (problems_.empty()) judge_events(prepared, warnings);
    if (problems_.empty()) look_beyond_tables(prepared);
    if (problems_.empty()) look_for_gaps_of_phases(prepared);
    note_places(prepared);
    for (Diagnostic& d : controller_diagnostics(prepared.model, description_.files))
      (d.severity == Severity::error ? problems_ : warnings).push_back(std::move(d));
    if (problems_.empty() && request_.springs && readiness == Readiness::ready) stretch(*rigid, prepared);
    if (!problems_.empty()) return {std::nullopt, std::move(problems_)};
    return {std::move(prepared), std::move(warnings)};
  }

 private:
  void problem(std::string key, std::string message, std::string hint = {}) {
    problems_.push_back({Severity::error, "", 0, 0, std::move(key), std::move(message), std::move(hint)});
  }
  void take(std::vector<Diagnostic> list, const std::string& prefix = {}) {
    for (Diagnostic& d : list) {
      if (d.severity != Severity::error) continue;
      if (d.file.empty()) d.key_path = prefix + option_key(d.key_path);
      problems_.push_back(std::move(d));
    }
  }

  void judge(const Model& model) {
    const SimOptions& options = request_.options;
    if (request_.springs) {
      take(request_.springs->validate(), "loops.");
      if (model.n_spring_rows() == 0) problem("loops", "springs are asked for, but this mechanism has no loop", "leave the treatment of loops out");
      if (request_.resume)
        problem("resume", "does not go with loops that become springs: they are not in a recording", "write them in the file: loops.<name>.springs");
      if (options.restart_every_s > 0)
        problem("restart_every", "does not go with loops that become springs: they are not in a row", "write them in the file: loops.<name>.springs");
    }
    if (options.until_s <= 0) problem("until", "a simulation needs the time until which it runs", "for example 10 s");
    take(options.validate(model));
  }

  void begin(const Model& rigid, Prepared& prepared) {
    Result<StateQuestion> start = request_.state ? read_question(rigid, &*request_.state, request_.state_source) : own_start(description_, rigid);
    if (!start) return take(std::move(start.diagnostics));
    prepared.state = std::move(start->state);
    prepared.start = std::move(start->note);
    std::vector<Diagnostic> problems = start_problems(description_, prepared.model, prepared.state);
    if (request_.state) point_at_state(problems);
    take(std::move(problems));
  }

  // The file is right, and the state that was given puts bodies into the ground or beyond stops.
  void point_at_state(std::vector<Diagnostic>& problems) const {
    for (Diagnostic& d : problems) {
      if (d.key_path.starts_with("phases.")) continue;
      d.message = message_with_place(d);
      d.file = request_.state_source, d.key_path.clear(), d.line = d.column = 0;
    }
  }

  void resume(Prepared& prepared) {
    Result<Recording> opened;
    if (!request_.resumed) {
      opened = Recording::open(*request_.resume);
      if (!opened) return take(std::move(opened.diagnostics));
    }
    const Recording* before = request_.resumed ? request_.resumed : &*opened;
    if (prepared.options.restart_every_s > 0 && !request_.resume_rows)
      prepared.keep_rows = rows_to_last_restart(*before, prepared.options.restart_every_s);
    const std::uint64_t rows = request_.resume_rows.value_or(prepared.keep_rows.value_or(before->n_rows()));
    Result<ResumePoint> point = resume_point(prepared.model, *before, request_.resume->string(), rows);
    if (!point) return take(std::move(point.diagnostics));
    prepared.state = std::move(point->state);
    prepared.options.resumed = point->resumed;
    if (!(prepared.state.t_s < prepared.options.until_s))
      problem("until", fmt::format("the recording is already at t = {:.9g} s", prepared.state.t_s), "give a later time");
  }

  void judge_events(const Prepared& prepared, std::vector<Diagnostic>& warnings) {
    const bool any = std::any_of(prepared.options.events.begin(), prepared.options.events.end(), [](const UserEvent& e) { return !e.guard; });
    if (!any) return;
    const std::vector<Channel> channels = prepared.channels();
    for (const UserEvent& e : prepared.options.events) {
      if (e.guard) continue;
      auto error = event_problem(channels, e.when);
      if (!error) {
        if (std::string note = event_note(e.when, prepared.state.t_s, prepared.options.until_s); !note.empty())
          warnings.push_back(
              {Severity::warning, "", 0, 0, "events." + e.name + ".when", std::move(note), "move it into the run, or let the run last"});
        continue;
      }
      if (const std::string frame = frame_named_in(prepared.model, e.when, error->offset); !frame.empty() && error->message.starts_with("unknown"))
        error->hint = "channels of '" + frame + "' are there where `outputs` names it";
      problem("events." + e.name + ".when", error->message, error->hint);
      problems_.back().column =
          static_cast<std::uint32_t>(error->offset);  // in the text, without a file: whoever has read it knows where that stands
    }
  }

  // Splines through tables go straight on where they end: a ship rolls over at the rate it had. That is no mistake of the file, but seldom what is wanted.
  void look_beyond_tables(Prepared& prepared) const {
    for (const MotionDescription& motion : description_.motions) {
      double end_s = prepared.options.until_s;
      for (const auto* laws : {&motion.laws, &motion.turn_angles}) {
        for (const LawDescription& law : *laws) {
          const bool goes_on = law.kind == LawKind::table && law.numbers.front() != static_cast<double>(TableSpline::linear) && law.phase < 0;
          if (goes_on) end_s = std::min(end_s, law.knots.back().first);
        }
      }
      if (end_s == prepared.options.until_s) continue;
      prepared.start += fmt::format("{}the table that moves '{}' ends at {:.6g} s, and goes straight on from there",
                                    prepared.start.empty() ? "" : "; ", motion.of.name, end_s);
    }
  }

  // A run may end before: said, not refused.
  void look_for_gaps_of_phases(Prepared& prepared) const {
    constexpr int instants = 1000;
    const std::vector<bool> moves = phases_that_move(description_);
    for (int k = 1; k <= instants && !moves.empty(); ++k) {
      const double t_s = std::lerp(prepared.state.t_s, prepared.options.until_s, static_cast<double>(k) / instants);
      const PhaseDescription* phase = phase_without_value(description_, prepared.model, moves, t_s);
      if (!phase) continue;
      prepared.start +=
          fmt::format("{}the phase '{}' ({}:{}:{}) is not a number, or has no rates that are, at {:.6g} s", prepared.start.empty() ? "" : "; ",
                      phase->name, description_.files.at(phase->at.file), phase->at.line, phase->at.column, t_s);
      return;
    }
  }

  void note_places(Prepared& prepared) const {
    for (const ContactDescription& contact : description_.contacts) {
      for (const std::string& key : {"contacts." + contact.name, "contacts." + contact.name + ".held"}) {
        if (const auto at = position_of(description_, key); at && at->file < description_.files.size())
          prepared.places[key] = fmt::format("{}:{}:{}", description_.files[at->file], at->line, at->column);
      }
    }
  }

  void stretch(const Model& rigid, Prepared& prepared) {
    Result<SprungRun> sprung = replace_loops_by_springs(description_, rigid, prepared.state, prepared.options.motion, *request_.springs);
    if (!sprung) return take(std::move(sprung.diagnostics), "loops.");
    prepared.model = std::move(sprung->model);
    prepared.state = std::move(sprung->state);
    prepared.loops = std::move(sprung->note);
  }

  const Description& description_;
  SimulationRequest& request_;
  std::vector<Diagnostic> problems_;
};

}  // namespace

std::vector<Channel> Prepared::channels() const {
  MotionSystem system(model, state, options.motion);
  return Sampler(system, options.samples).channels();
}

Result<Prepared> prepare(const Description& description, SimulationRequest request, Readiness readiness) {
  return Preparation(description, request).prepare(readiness);
}

RunSummary run(Prepared& p, const MakeRecorder& make_recorder) {
  RunSummary summary = simulate(p.model, p.state, p.options, make_recorder);
  if (const auto place = p.places.find(summary.at); place != p.places.end()) summary.why += fmt::format(" ({})", place->second);
  if (!p.start.empty()) summary.notes.insert(summary.notes.begin(), p.start);
  return summary;
}

std::vector<Diagnostic> start_problems(const Description& description, const Model& model, const State& state) {
  if (const PhaseDescription* phase = phase_without_value(description, model, phases_that_move(description), state.t_s)) {
    DiagnosticSink sink(description.files);
    sink.error(
        phase->at, "phases." + phase->name,
        fmt::format("is not a number, or has no rates that are, at t = {:.6g} s, where the run begins", state.t_s),
        "what is divided by must not be zero there, and logarithms and roots need arguments above zero: begin later, or shift them, as in 1/(t "
        "+ 1) and log(t + 1)");
    return sink.take();
  }
  std::vector<Diagnostic> problems = check_start(model, state);
  point_at_file(description, problems);
  return problems;
}

std::optional<Diagnostic> first_instant_problem(const Description& description, const Model& model, const State& start, SimOptions options) {
  // Of loops and of contacts that hold: where they are dense, 800 of them take half a minute. A run of many bodies makes room for matrices of their speeds.
  constexpr std::size_t most_rows = 100;
  constexpr int most_speeds = 1000;
  auto rows = static_cast<std::size_t>(model.n_closure_rows());
  for (const Contact& c : model.contacts()) rows += c.holds() ? 3 : 0;
  if (rows > most_rows || model.nv() > most_speeds) return std::nullopt;
  State state = start;
  options.until_s = state.t_s;  // a run without a step
  options.restart_every_s = 0;
  options.progress = {}, options.pace = nullptr;
  const RunSummary summary = simulate(model, state, options, nullptr);
  if (summary.end != RunEnd::numerics_failed) return std::nullopt;
  std::vector<Diagnostic> problem{{Severity::error, "", 0, 0, summary.at, summary.why, ""}};
  point_at_file(description, problem);
  return problem.front();
}

Result<StateQuestion> own_start(const Description& description, const Model& model) {
  Result<StateQuestion> start = initial_question(model, "");
  point_at_file(description, start.diagnostics);
  return start;
}

}  // namespace zanjir
