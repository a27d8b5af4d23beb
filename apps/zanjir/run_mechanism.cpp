#include "run_mechanism.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <memory>

#include "zanjir/model/build.hpp"
#include "zanjir/terms/assembler.hpp"
#include "zanjir/core/interrupt.hpp"
#include "zanjir/core/progress.hpp"
#include "zanjir/language/values.hpp"
#include "zanjir/record/recording_writer.hpp"
#include "zanjir/simulate/provenance.hpp"
#include "zanjir/simulate/resume.hpp"

namespace zanjir::app {
namespace {

int refuse(std::vector<Diagnostic> problems, const MechanismOptions& o) { return report_errors(problems, o); }
Diagnostic option_problem(const std::string& option, std::string message, std::string hint = {}) { return {Severity::error, "command line", 0, 0, option, std::move(message), std::move(hint)}; }

std::string option_of(std::string_view field) { return field == "rel_tol" || field == "abs_tol" ? "--tolerance" : field == "fixed_step_s" ? "--step" : field == "sample_interval_s" ? "--every" : "--" + std::string(field); }

std::vector<Diagnostic> read_options(const MechanismOptions& o, const Model& model, SimOptions& sim) {
  std::vector<Diagnostic> problems;
  sim.until_s = o.until_s;
  sim.sample_interval_s = o.every_s;
  sim.motion.formulation = o.formulation;
  sim.motion.loop_care = o.loops == "baumgarte" ? LoopCare::baumgarte : o.loops == "none" ? LoopCare::none : LoopCare::projection;
  sim.stepper.method = o.method;
  sim.stepper.rel_tol = sim.stepper.abs_tol = o.tolerance;
  sim.stepper.fixed_step_s = o.step_s;
  sim.samples.reactions = o.reactions;
  sim.samples.accelerations = o.accelerations;
  sim.samples.power = o.power;
  std::vector<std::string> names;
  for (const Frame& f : model.frames()) names.push_back(f.name);
  for (const std::string& name : split_list(o.frames)) {
    if (const auto frame = model.find_frame(name)) sim.samples.frames.push_back(*frame);
    else problems.push_back(option_problem("--frames", "no body or frame '" + name + "'", did_you_mean(name, names)));
  }
  for (const Diagnostic& d : sim.validate(model)) problems.push_back(option_problem(option_of(d.key_path), d.message, d.hint));
  return problems;
}

}  // namespace

void add_mechanism_options(CLI::App& verb, MechanismOptions& o) {
  const std::string group = "With a mechanism file";
  verb.add_option("--until", o.until_s, "final time, s")->type_name("T")->group(group);
  verb.add_option("--method", o.method, "integration method (docs/integrators.md)")->type_name("NAME")->capture_default_str()->group(group);
  verb.add_option("--tolerance", o.tolerance, "relative and absolute tolerance of the error test")->type_name("X")->check(CLI::PositiveNumber)->capture_default_str()->group(group);
  verb.add_option("--step", o.step_s, "a constant step, s; without it the method chooses")->type_name("H")->check(CLI::PositiveNumber)->group(group);
  verb.add_option("--every", o.every_s, "time between samples, s; without it every step is one")->type_name("DT")->check(CLI::PositiveNumber)->group(group);
  verb.add_option("--state", o.state, "where it starts, as `eval` takes it; without it as the file says")->type_name("JSON")->group(group);
  verb.add_option("--formulation", o.formulation, "who solves the dynamics")->type_name("NAME")->capture_default_str()->group(group);
  verb.add_option("--loops", o.loops, "how loops are kept closed, or `springs`: they may open")->check(CLI::IsMember({"projection", "baumgarte", "none", "springs"}))->capture_default_str()->group(group);
  add_spring_arguments(verb, o.springs, group);
  add_spring_run_arguments(verb, o.springs, group);
  verb.add_option("--frames", o.frames, "bodies or frames whose pose and velocity are recorded")->type_name("LIST")->group(group);
  verb.add_flag("--reactions", o.reactions, "record the reactions of all joints")->group(group);
  verb.add_flag("--accelerations", o.accelerations, "record accelerations")->group(group);
  verb.add_flag("--power", o.power, "record powers, the motor side of gears, and momentum")->group(group);
  verb.add_option("--record", o.record, "the recording; without it NAME.h5, NAME being that of the mechanism")->type_name("FILE")->group(group);
  verb.add_flag("--overwrite", o.overwrite, "replace a recording of that name")->group(group);
  verb.add_flag("--resume", o.resume, "go on where that recording ends")->group(group);
}

int run_mechanism(const MechanismOptions& o) {
  const Result<Description> description = load_description(o.file, o);
  if (!description) return refuse(description.diagnostics, o);
  Result<Model> rigid = build_model(*description, {LoopTreatment::Kind::rigid, {}, {}});  // loops that are springs start closed, so all are closed first
  if (!rigid) return refuse(rigid.diagnostics, o);
  report_warnings(description.diagnostics);
  report_warnings(rigid.diagnostics);
  std::vector<Diagnostic> faults;
  const SpringOptions springs = read_springs(o.springs, o.loops, faults);
  if (!faults.empty()) return refuse(faults, o);
  if (!(o.until_s > 0)) return refuse({option_problem("--until", "a mechanism needs the time until which it runs", "for example --until 10")}, o);
  LoopTreatment loops;
  if (o.loops == "springs") loops = {LoopTreatment::Kind::springs, {1, 0, {}, {}}, {}};  // what options are judged by; the stiffness follows from the start
  Model model = std::move(*build_model(*description, loops).value);
  SimOptions sim;
  sim.motion.preload_interval_s = o.springs.update_every_s;
  if (auto problems = read_options(o, model, sim); !problems.empty()) return refuse(std::move(problems), o);
  const std::filesystem::path path = o.record.empty() ? model.name() + ".h5" : o.record;

  State state;
  if (o.resume && o.loops == "springs") return refuse({option_problem("--resume", "does not go with --loops springs: springs of its own are not in a recording", "write them in the file: loops.<name>.springs")}, o);
  if (o.resume) {
    Result<Recording> before = Recording::open(path);
    if (!before) return refuse(before.diagnostics, o);
    Result<ResumePoint> point = resume_point(model, *before, path.string());
    if (!point) return refuse(point.diagnostics, o);
    state = std::move(point->state);
    sim.resumed = point->resumed;
    if (!(state.t_s < o.until_s)) return refuse({option_problem("--until", fmt::format("the recording is already at t = {:.9g} s", state.t_s), "give a later time")}, o);
  } else {
    Assembler assembler(*rigid);
    Result<StateQuestion> start = o.state.empty() ? own_start(*description, *rigid) : read_question(assembler, o.state, "--state");
    if (!start) return refuse(start.diagnostics, o);
    state = std::move(start->state);
    if (std::vector<Diagnostic> problems = start_problems(*description, model, state); !problems.empty()) return refuse(std::move(problems), o);
  }
  std::string how_loops;
  if (o.loops == "springs") {
    Result<SprungRun> sprung = replace_loops_by_springs(*description, *rigid, state, sim.motion, springs);
    if (!sprung) return refuse(on_command_line(sprung.diagnostics), o);
    model = std::move(sprung->model);
    state = std::move(sprung->state);
    how_loops = "  loops       " + sprung->note + "\n";
  }
  const InterruptGuard interrupt;
  const std::unique_ptr<Progress> progress = isatty(STDERR_FILENO) == 1 ? std::make_unique<ProgressBar>(stderr) : std::make_unique<Progress>();
  const double t_begin = state.t_s;
  sim.cancel = &interrupt.cancel();
  sim.progress = [&](double t_s) { progress->update((t_s - t_begin) / (o.until_s - t_begin)); };

  std::optional<RecordingWriter> writer;
  std::vector<Diagnostic> problems;
  progress->begin(model.name());
  const RunSummary summary = simulate(model, state, sim, [&](const std::vector<Channel>& channels) -> Recorder* {
    const RecordingHeader header{channels, provenance(model, sim, o.file)};
    const RecordingOptions how{o.overwrite ? IfExists::overwrite : IfExists::refuse};
    Result<RecordingWriter> made = o.resume ? RecordingWriter::resume(path, header, RecordingWriter::all_rows, how) : RecordingWriter::create(path, header, how);
    if (!made) {
      problems = made.diagnostics;
      return nullptr;
    }
    writer.emplace(std::move(*made.value));
    return &*writer;
  });
  progress->end();
  if (!writer) return refuse(problems, o);
  print(o.json ? summary.json() + "\n" : summary.full() + how_loops + fmt::format("  recording   {}\n", path.string()));
  if (!summary.finished()) std::fputs(fmt::format("{}: {}: {}\n", o.file, name_of(summary.end), summary.why).c_str(), stderr);
  return summary.end == RunEnd::cancelled ? interrupted : summary.finished() ? done : numerics_failed;
}

}  // namespace zanjir::app
