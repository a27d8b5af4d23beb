#include "run_mechanism.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <memory>

#include "zanjir/core/interrupt.hpp"
#include "zanjir/core/progress.hpp"
#include "zanjir/model/build.hpp"
#include "zanjir/record/recording_writer.hpp"
#include "zanjir/simulate/prepare.hpp"

namespace zanjir::app {
namespace {

Diagnostic option_problem(const std::string& option, std::string message, std::string hint = {}) {
  return {Severity::error, "command line", 0, 0, option, std::move(message), std::move(hint)};
}

std::filesystem::path recording_of(const MechanismOptions& o, const Description& description) {
  return o.record.empty() ? description.name + ".h5" : o.record;
}

SimulationRequest request_of(const MechanismOptions& o, const Description& description, std::vector<Diagnostic>& problems) {
  SimulationRequest request;
  SimOptions& options = request.options;
  options.until_s = 0;
  if (o.tolerance) options.stepper.rel_tol = options.stepper.abs_tol = *o.tolerance;
  o.run.take(options);
  request.springs = read_springs(o.springs, o.loops, problems);
  if (!request.springs) options.motion.loop_care = *find_word<LoopCare>(o.loops);
  options.samples.reactions = o.reactions;
  options.samples.accelerations = o.accelerations;
  options.samples.power = o.power;
  if (o.state) {
    Result<Said> said = said_in_json(*o.state, "--state");
    problems.insert(problems.end(), said.diagnostics.begin(), said.diagnostics.end());
    request.state = std::move(said.value);
    request.state_source = "--state";
  }
  if (o.resume) request.resume = recording_of(o, description);
  return request;
}

void find_frames(const MechanismOptions& o, const Model& model, SampleOptions& samples, std::vector<Diagnostic>& problems) {
  std::vector<std::string> names;
  for (const Frame& f : model.frames()) names.push_back(f.name);
  for (const std::string& name : split_list(o.frames)) {
    if (const auto frame = model.find_frame(name)) samples.frames.push_back(*frame);
    else problems.push_back(option_problem("--frames", "no body or frame '" + name + "'", did_you_mean(name, names)));
  }
}

}  // namespace

void add_mechanism_options(CLI::App& verb, MechanismOptions& o) {
  const std::string group = "With a mechanism file";
  std::vector<std::string> loops = words_of<LoopCare>();
  loops.emplace_back("springs");
  verb.add_option("--state", o.state, "where it starts, as eval takes it; without it as the file says")->type_name("JSON")->group(group);
  verb.add_option("--frames", o.frames, "bodies or frames whose pose and velocity are recorded")->type_name("LIST")->group(group);
  verb.add_flag("--reactions", o.reactions, "record the reactions of all joints")->group(group);
  verb.add_flag("--accelerations", o.accelerations, "record accelerations")->group(group);
  verb.add_flag("--power", o.power, "record powers, the motor side of gears, and momentum")->group(group);
  verb.add_option("--record", o.record, "the recording; without it NAME.h5, NAME being that of the mechanism")->type_name("FILE")->group(group);
  verb.add_flag("--overwrite", o.overwrite, "replace a recording of that name")->group(group);
  verb.add_flag("--resume", o.resume, "go on where that recording ends")->group(group);
  verb.add_option("--loops", o.loops, "how loops are kept closed, or `springs`: they may open")
      ->check(CLI::IsMember(loops))
      ->type_name("WORD")
      ->capture_default_str()
      ->group(group);
  verb.add_option("--tolerance", o.tolerance, "both --rel-tol and --abs-tol")
      ->type_name("X")
      ->check(number_in(schema::Range::positive))
      ->group(group);
  o.run.offer(verb, run_options(), group);
  o.springs.offer(verb, spring_options(), "With --loops springs");
}

int run_mechanism(const MechanismOptions& o) {
  std::vector<Diagnostic> problems;
  const Overrides overrides = read_overrides(o, problems);
  if (!problems.empty()) return report_errors(problems, o);
  const Result<DescribedFile> file = read_described_file(o.file, overrides);
  if (!file) return report_errors(file.diagnostics, o);
  const Description& description = file->description;
  const Result<Model> as_described = build_model(description);
  if (!as_described) return report_errors(as_described.diagnostics, o);
  report_warnings(file.diagnostics);
  report_warnings(as_described.diagnostics);
  SimulationRequest request = request_of(o, description, problems);
  find_frames(o, *as_described, request.options.samples, problems);
  if (!problems.empty()) return report_errors(problems, o);
  Result<Prepared> prepared = prepare(description, std::move(request));
  if (!prepared) return report_errors(on_command_line(prepared.diagnostics), o);

  const InterruptGuard interrupt;
  const std::unique_ptr<Progress> progress = shown_progress();
  const double t_begin = prepared->state.t_s, until = prepared->options.until_s;
  prepared->options.cancel = &interrupt.cancel();
  prepared->options.progress = [&](double t_s) { progress->update((t_s - t_begin) / (until - t_begin)); };
  const std::filesystem::path path = recording_of(o, description);
  std::optional<RecordingWriter> writer;
  progress->begin(prepared->model.name());
  const RunSummary summary = run(*prepared, [&](const std::vector<Channel>& channels) -> Recorder* {
    const RecordingHeader header{channels, provenance(*file, *prepared, "zanjir run " + o.file)};
    const RecordingOptions how{o.overwrite ? IfExists::overwrite : IfExists::refuse};
    Result<RecordingWriter> made =
        o.resume ? RecordingWriter::resume(path, header, RecordingWriter::all_rows, how) : RecordingWriter::create(path, header, how);
    problems = made.diagnostics;
    if (!made) return nullptr;
    writer.emplace(std::move(*made.value));
    return &*writer;
  });
  progress->end();
  if (!writer) return report_errors(problems, o);
  const std::string loops = prepared->loops.empty() ? "" : "  loops       " + prepared->loops + "\n";
  print(o.json ? summary.json() + "\n" : summary.full() + loops + fmt::format("  recording   {}\n", path.string()));
  if (!summary.finished()) std::fputs(fmt::format("{}: {}: {}\n", o.file, name_of(summary.end), summary.why).c_str(), stderr);
  for (const std::string& warning : summary.warnings()) std::fputs(fmt::format("{}: warning: {}\n", o.file, warning).c_str(), stderr);
  if (!summary.finished()) return summary.end == RunEnd::cancelled ? interrupted : numerics_failed;
  return summary.warnings().empty() ? done : doubtful;
}

}  // namespace zanjir::app
