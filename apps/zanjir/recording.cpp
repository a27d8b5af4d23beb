// zanjir recording show|export|repair RUN: what is in a recording, its numbers for other programs, and taking off the mark of a dead writer.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <limits>
#include <memory>

#include "verbs.hpp"
#include "zanjir/record/repair.hpp"
#include "zanjir/record/writer_lock.hpp"
#include "zanjir/report/json.hpp"
#include "zanjir/report/json_values.hpp"
#include "zanjir/report/recording_report.hpp"

namespace zanjir::app {
namespace {

struct Options : Common {
  std::string file, csv = "-", provenance;
  std::vector<std::string> channels;
  std::uint64_t every = 1;
  std::size_t at_most = 0;
  double from_s = -std::numeric_limits<double>::infinity(), to_s = std::numeric_limits<double>::infinity();
  bool overwrite = false;
};

int refuse(const std::vector<Diagnostic>& diagnostics, const Options& options) {
  for (const Diagnostic& d : diagnostics) std::fputs((to_text(d) + "\n").c_str(), stderr);
  if (options.json) print(diagnostics_json(diagnostics) + "\n");
  return input_is_wrong;
}
int refuse(const std::string& file, std::string key, std::string message, std::string hint, const Options& options) {
  return refuse({{Severity::error, file, 0, 0, std::move(key), std::move(message), std::move(hint)}}, options);
}

// "a,b", "ledger.*": names, or beginnings of names with a star. All channels when nothing is chosen; else t first, asked for or not.
Result<std::vector<std::size_t>> choose(const Recording& recording, const Options& options) {
  const std::vector<Channel>& channels = recording.header().channels;
  std::vector<std::size_t> chosen = {0};
  std::vector<Diagnostic> problems;
  const auto add = [&](std::size_t c) {
    if (std::find(chosen.begin(), chosen.end(), c) == chosen.end()) chosen.push_back(c);
  };
  std::vector<std::string> names;
  for (const Channel& c : channels) names.push_back(c.name);
  const std::vector<std::string> wanted = options.channels.empty() ? std::vector<std::string>{"*"} : split_list(options.channels);
  for (const std::string& word : wanted) {
    bool found = false;
    const bool beginning = word.ends_with('*');
    for (std::size_t c = 0; c < channels.size(); ++c) {
      if (names[c] != word && !(beginning && names[c].starts_with(word.substr(0, word.size() - 1)))) continue;
      found = true;
      add(c);
    }
    if (found) continue;
    const std::string near = nearest(word, names);
    problems.push_back({Severity::error, options.file, 0, 0, "--channels", fmt::format("no channel '{}'", word),
                        near.empty() ? fmt::format("`zanjir recording show {}` lists them", options.file) : fmt::format("did you mean '{}'?", near)});
  }
  if (!problems.empty()) return {std::nullopt, std::move(problems)};
  return {std::move(chosen), {}};
}

int show(const Options& options) {
  const Result<Recording> recording = Recording::open(options.file);
  if (!recording) return refuse(recording.diagnostics, options);
  if (!options.provenance.empty()) {
    const auto& all = recording->header().provenance;
    const auto found = std::find_if(all.begin(), all.end(), [&](const auto& entry) { return entry.first == options.provenance; });
    if (found == all.end()) return refuse(options.file, "--provenance", fmt::format("no entry '{}'", options.provenance), "", options);
    print(options.json ? to_line({{"key", found->first}, {"text", found->second}}) + "\n" : found->second);
    return done;
  }
  const Result<std::vector<std::size_t>> channels = choose(*recording, options);
  if (!channels) return refuse(channels.diagnostics, options);
  const Result<std::string> text =
      options.json ? recording_json(*recording, options.file, *channels) : recording_text(*recording, options.file, *channels);
  if (!text) return refuse(text.diagnostics, options);
  print(*text + (options.json ? "\n" : ""));
  return done;
}

// Into a file that appears when it is whole.
int export_to_file(const Recording& recording, const ExportSelection& selection, const Options& options) {
  const std::string part = options.csv + ".part";
  std::FILE* out = std::fopen(part.c_str(), "wb");
  if (out == nullptr)
    return refuse(options.csv, "--csv", fmt::format("cannot be written: {}", std::strerror(errno)), "the folder must exist and be writable", options);
  std::uint64_t n_rows = 0;
  const std::vector<Diagnostic> problems = write_csv(recording, selection, out, n_rows);
  const bool written = std::fflush(out) == 0 && std::ferror(out) == 0;
  std::string reason = written ? "" : fmt::format("cannot be written: {}", std::strerror(errno));
  std::fclose(out);
  if (problems.empty() && reason.empty()) reason = publish(part, options.csv, options.overwrite ? IfExists::overwrite : IfExists::refuse);
  if (problems.empty() && reason.empty()) {
    if (options.json) print(to_line({{"file", options.csv}, {"rows", n_rows}, {"columns", selection.channels.size()}}) + "\n");
    else print(fmt::format("{}: {} rows of {} columns\n", options.csv, n_rows, selection.channels.size()));
    return done;
  }
  ::unlink(part.c_str());
  if (!problems.empty()) return refuse(problems, options);
  return refuse(options.csv, "--csv", reason, reason == "exists already" ? "choose another name, or --overwrite" : "", options);
}

int run_export(const Options& options) {
  const Result<Recording> recording = Recording::open(options.file);
  if (!recording) return refuse(recording.diagnostics, options);
  const Result<std::vector<std::size_t>> channels = choose(*recording, options);
  if (!channels) return refuse(channels.diagnostics, options);
  const Result<std::uint64_t> begin = recording->row_at(options.from_s),
                              end = recording->row_at(std::nextafter(options.to_s, std::numeric_limits<double>::infinity()));
  if (!begin || !end) return refuse(begin ? end.diagnostics : begin.diagnostics, options);
  const std::uint64_t last = std::isinf(options.to_s) ? recording->n_rows() : *end;
  ExportSelection selection{*channels, {*begin, last > *begin ? last - *begin : 0, options.every}, options.at_most};
  if (options.at_most > 0 && options.at_most < least_rows(selection))
    return refuse(options.file, "--at-most", fmt::format("{} rows cannot show the extremes of all chosen channels", options.at_most),
                  fmt::format("give at least {}, or choose fewer --channels", least_rows(selection)), options);
  if (options.csv != "-") {
    if (!options.overwrite && std::filesystem::exists(options.csv))
      return refuse(options.csv, "--csv", "exists already", "choose another name, or --overwrite", options);
    return export_to_file(*recording, selection, options);
  }
  if (options.json) {
    const Result<std::string> text = values_json(*recording, selection);
    if (!text) return refuse(text.diagnostics, options);
    print(*text + "\n");
    return done;
  }
  std::uint64_t n_rows = 0;
  const std::vector<Diagnostic> problems = write_csv(*recording, selection, stdout, n_rows);
  return problems.empty() ? static_cast<int>(done) : refuse(problems, options);
}

int repair(const Options& options) {
  const Result<RepairOutcome> outcome = repair_recording(options.file);
  if (!outcome) return refuse(outcome.diagnostics, options);
  const bool repaired = *outcome == RepairOutcome::repaired;
  if (options.json) print(to_line({{"file", options.file}, {"repaired", repaired}}) + "\n");
  else print(fmt::format("{}: {}\n", options.file, repaired ? "repaired; every program can open it now" : "nothing to repair"));
  return done;
}

void add_channels(CLI::App& verb, Options& options) {
  verb.add_option("--channels", options.channels,
                  "comma-separated names, or beginnings with a star such as 'ledger.*'; default all; t is always there")
      ->type_name("LIST")
      ->allow_extra_args(false);
}

}  // namespace

void add_recording(CLI::App& app, int& exit_code) {
  CLI::App* verb = app.add_subcommand("recording", "shows, exports and repairs what a run has recorded");
  verb->require_subcommand(1);
  verb->footer(
      "Reads finished, running and interrupted recordings alike; docs/recordings.md describes the file.\n\nExample:\n  zanjir recording show run.h5");
  const auto add = [&](const char* name, const char* what, int (*action)(const Options&)) {
    auto options = std::make_shared<Options>();
    CLI::App* sub = verb->add_subcommand(name, what);
    sub->add_option("RUN", options->file, "recording")->required();
    sub->add_flag("--json", options->json, "machine-readable output on standard output, diagnostics too");
    sub->callback([options, action, &exit_code] {
      skip_hdf5_exit_check();
      exit_code = action(*options);
    });
    return std::pair(sub, options);
  };
  const auto [show_verb, show_options] = add("show", "state, channels with their ranges, events, provenance and summary", show);
  add_channels(*show_verb, *show_options);
  show_verb->add_option("--provenance", show_options->provenance, "print this entry in full, for example the model file")->type_name("KEY");
  show_verb->footer("Example:\n  zanjir recording show run.h5 --channels 'x*'");

  const auto [export_verb, export_options] = add("export", "numbers as CSV, or as JSON with --json and without --csv", run_export);
  add_channels(*export_verb, *export_options);
  export_verb->add_option("--csv", export_options->csv, "file to write; - is standard output, the default")->type_name("FILE");
  CLI::Option* every =
      export_verb->add_option("--every", export_options->every, "only every N-th row")->type_name("N")->check(number_in(schema::Range::positive));
  export_verb->add_option("--at-most", export_options->at_most, "at most N rows, chosen so that no minimum or maximum of a channel is lost")
      ->type_name("N")
      ->check(number_in(schema::Range::positive))
      ->excludes(every);
  export_verb->add_option("--from", export_options->from_s, "first time, in seconds or with a unit")
      ->type_name("T")
      ->transform(number_in(schema::Range::any, dimension::time));
  export_verb->add_option("--to", export_options->to_s, "last time, in seconds or with a unit")
      ->type_name("T")
      ->transform(number_in(schema::Range::any, dimension::time));
  export_verb->add_flag("--overwrite", export_options->overwrite, "replace FILE if it exists");
  export_verb->footer("Numbers read back to the same double.\n\nExample:\n  zanjir recording export run.h5 --channels x1,x2 --every 10");

  const auto [repair_verb, repair_options] =
      add("repair", "takes off the mark that a killed writer left, so that other programs open the file", repair);
  repair_verb->footer(
      "Works on a copy, checks it number by number, then replaces the file in one step. `zanjir` itself needs no repair.\n\nExample:\n  zanjir "
      "recording repair run.h5");
}

}  // namespace zanjir::app
