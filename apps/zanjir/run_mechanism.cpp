#include "run_mechanism.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <memory>

#include "studies.hpp"
#include "zanjir/core/clean_end.hpp"
#include "zanjir/core/interrupt.hpp"
#include "zanjir/core/plain_text.hpp"
#include "zanjir/core/progress.hpp"
#include "zanjir/core/whole_file.hpp"
#include "zanjir/describe/first_difference.hpp"
#include "zanjir/model/build.hpp"
#include "zanjir/record/recording.hpp"
#include "zanjir/record/recording_writer.hpp"
#include "zanjir/report/json_values.hpp"
#include "zanjir/simulate/forecast.hpp"
#include "zanjir/simulate/pace.hpp"
#include "zanjir/simulate/prepare.hpp"
#include "zanjir/simulate/recorded_mechanism.hpp"
#include "zanjir/terms/said_text.hpp"
#include "zanjir/verify/idle_contacts.hpp"

namespace zanjir::app {
namespace {

std::filesystem::path recording_of(const MechanismOptions& o, const Description& description) {
  return o.record.empty() ? file_name_of(description.name) + ".h5" : o.record;
}

SimulationRequest request_of(const MechanismOptions& o, std::vector<Diagnostic>& problems) {
  SimulationRequest request;
  SimOptions& options = request.options;
  options.until_s = 0;
  if (o.tolerance) options.stepper.rel_tol = options.stepper.abs_tol = *o.tolerance;
  o.run.take(options);
  for (Diagnostic& d : on_command_line(unknown_to_method(o.run.given(), options.stepper.method))) problems.push_back(std::move(d));
  request.springs = read_springs(o.springs, o.loops, problems);
  if (!request.springs) options.motion.loop_care = *find_word<LoopCare>(o.loops);
  options.samples.reactions = o.reactions;
  options.samples.accelerations = o.accelerations;
  options.samples.power = o.power;
  if (o.state) {
    Result<Said> said = said_in_text(*o.state, "--state");
    problems.insert(problems.end(), said.diagnostics.begin(), said.diagnostics.end());
    request.state = std::move(said.value);
    request.state_source = "--state";
  }
  return request;
}

void find_frames(const MechanismOptions& o, const Model& model, SampleOptions& samples, std::vector<Diagnostic>& problems) {
  std::vector<std::string> names;
  for (const Frame& f : model.frames()) names.push_back(f.name);
  for (const std::string& name : split_list(o.frames)) {
    if (const auto frame = model.find_frame(name)) samples.frames.push_back(*frame);
    else {
      const std::string meant = did_you_mean(name, names);
      problems.push_back(option_problem("--frames", "no body or frame '" + name + "'",
                                        meant.empty() ? "`zanjir info` lists them; a mechanism declares its own under `frames`" : meant));
    }
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
  verb.add_flag("--overwrite", o.overwrite, "replace a recording of that name, and nothing else")->group(group);
  verb.add_flag("--resume", o.resume, "go on where that recording ends")->group(group);
  verb.add_flag("--yes", o.yes, yes_text);
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

Result<Prepared> prepare_run(const MechanismOptions& o, const DescribedFile& file, const std::optional<ResumeFrom>& resume) {
  std::vector<Diagnostic> problems;
  Result<Model> as_described = build_model(file.description);
  if (!as_described) return {std::nullopt, std::move(as_described.diagnostics)};
  SimulationRequest request = request_of(o, problems);
  if (resume) request.resume = resume->recording, request.resume_rows = resume->rows, request.resumed = resume->opened;
  find_frames(o, *as_described, request.options.samples, problems);
  if (!problems.empty()) return {std::nullopt, std::move(problems)};
  Result<Prepared> prepared = prepare(file.description, std::move(request));
  if (!prepared) return {std::nullopt, on_command_line(prepared.diagnostics)};
  prepared.diagnostics.insert(prepared.diagnostics.begin(), as_described.diagnostics.begin(), as_described.diagnostics.end());
  for (Diagnostic& d : idle_contact_warnings(file.description, prepared->model)) prepared.diagnostics.push_back(std::move(d));
  return prepared;
}

namespace {

// Nothing is written onto what is read.
std::optional<Diagnostic> own_input(const std::filesystem::path& record) {
  const std::string target = record.string();
  if (input_problem(target).empty()) return std::nullopt;
  return option_problem("--record", fmt::format("'{}' is read by this run and cannot be its recording", target), "choose another name");
}

// A recording goes on with the mechanism it began with.
std::vector<Diagnostic> other_mechanism(const std::filesystem::path& record, const DescribedFile& here) {
  const Result<Recording> recording = Recording::open(record);
  if (!recording) return recording.diagnostics;
  const Result<DescribedFile> there = recorded_mechanism(recording->header().provenance, record.string());
  if (!there) return there.diagnostics;
  const std::string difference = first_difference(there->description, here.description);
  if (difference.empty()) return {};
  return {{Severity::error, record.string(), 0, 0, "--resume", "is of another mechanism: " + difference,
           "give the file and every --set that it was made with, or record anew"}};
}

// Work of weeks is announced before it starts.
std::optional<Diagnostic> too_long(const Prepared& prepared, const std::filesystem::path& record) {
  const Forecast f = forecast(prepared);
  std::error_code unknown;
  const std::filesystem::path folder = std::filesystem::absolute(record, unknown).parent_path();
  const std::filesystem::space_info room = std::filesystem::space(folder, unknown);
  const bool fills_the_disk = !unknown && f.bytes > static_cast<double>(room.available);
  if (!f.is_long() && !fills_the_disk) return std::nullopt;
  return option_problem(
      "--until", fmt::format("this run takes {}{}", f.text(), unknown ? "" : "; " + size_text(static_cast<double>(room.available)) + " are free"),
      "a longer --every or --step or a shorter run, or --yes when it is meant");
}

}  // namespace

int run_mechanism(const MechanismOptions& o) {
  std::vector<Diagnostic> problems;
  const Overrides overrides = read_overrides(o, problems);
  if (!problems.empty()) return report_errors(problems, o);
  const Result<DescribedFile> file = read_described_file(o.file, overrides);
  if (!file) return report_errors(file.diagnostics, o);
  report_warnings(file.diagnostics);
  const std::filesystem::path path = recording_of(o, file->description);
  if (const auto problem = own_input(path)) return report_errors({*problem}, o);
  if (o.resume) problems = other_mechanism(path, *file);
  if (!problems.empty()) return report_errors(problems, o);
  Result<Prepared> prepared = prepare_run(o, *file, o.resume ? std::optional(ResumeFrom{path}) : std::nullopt);
  if (!prepared) return report_errors(prepared.diagnostics, o);
  report_warnings(prepared.diagnostics);
  if (const auto problem = o.yes ? std::nullopt : too_long(*prepared, path)) return report_errors({*problem}, o);

  const InterruptGuard interrupt;
  const std::unique_ptr<Progress> progress = shown_progress();
  const double t_begin = prepared->state.t_s, until = prepared->options.until_s;
  prepared->options.cancel = &interrupt.cancel();
  prepared->options.progress = [&](double t_s) { progress->update((t_s - t_begin) / (until - t_begin)); };
  Pace pace(t_begin, until, [&](const std::string& text) { progress->say(printable(fmt::format("{}: warning: {}", o.file, text))); });
  prepared->options.pace = &pace;
  std::optional<RecordingWriter> writer;
  progress->begin(printable(prepared->model.name()));
  const RunSummary summary = run(*prepared, [&](const std::vector<Channel>& channels) -> Recorder* {
    RecordingHeader header{channels, provenance(*file, *prepared, "zanjir run " + o.file)};
    header.provenance.emplace_back("arguments", to_line(Json(o.words)));
    const RecordingOptions how{o.overwrite ? IfExists::overwrite : IfExists::refuse};
    Result<RecordingWriter> made = o.resume ? RecordingWriter::resume(path, header, prepared->keep_rows.value_or(RecordingWriter::all_rows), how)
                                            : RecordingWriter::create(path, header, how);
    problems = made.diagnostics;
    if (!made) return nullptr;
    writer.emplace(std::move(*made.value));
    return &*writer;
  });
  interrupt_heard();
  progress->end();
  if (!writer) return report_errors(problems, o);
  const std::string loops = prepared->loops.empty() ? "" : "  loops       " + prepared->loops + "\n";
  print(o.json ? summary.json() + "\n" : printable_lines(summary.full() + loops + fmt::format("  recording   {}\n", path.string())));
  if (!summary.finished()) std::fputs(printable_lines(fmt::format("{}: {}: {}\n", o.file, name_of(summary.end), summary.why)).c_str(), stderr);
  for (const std::string& warning : summary.warnings())
    std::fputs(printable_lines(fmt::format("{}: warning: {}\n", o.file, warning)).c_str(), stderr);
  if (!summary.finished()) return summary.end == RunEnd::cancelled ? interrupted : numerics_failed;
  return summary.warnings().empty() ? done : doubtful;
}

}  // namespace zanjir::app
