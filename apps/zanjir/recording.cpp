// zanjir recording show|export|repeat|repair RUN: what is in a recording, its numbers for other programs, its run once more, and taking off the mark of a dead writer.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

#include "repeat.hpp"
#include "verbs.hpp"
#include "zanjir/core/plain_text.hpp"
#include "zanjir/core/whole_file.hpp"
#include "zanjir/record/repair.hpp"
#include "zanjir/report/json.hpp"
#include "zanjir/report/json_values.hpp"
#include "zanjir/report/recording_report.hpp"

namespace zanjir::app {
namespace {

struct RecordingArguments : Common {
  std::string file, csv = "-", provenance;
  std::vector<std::string> channels;
  std::uint64_t every = 1;
  std::size_t at_most = 0;
  double from_s = -std::numeric_limits<double>::infinity(), to_s = std::numeric_limits<double>::infinity();
  bool overwrite = false;
};

int refuse(const std::vector<Diagnostic>& diagnostics, const RecordingArguments& options) {
  for (const Diagnostic& d : diagnostics) std::fputs((to_text(d) + "\n").c_str(), stderr);
  if (options.json) print(diagnostics_json(diagnostics) + "\n");
  return input_is_wrong;
}
int refuse(const std::string& file, std::string key, std::string message, std::string hint, const RecordingArguments& options) {
  return refuse({{Severity::error, file, 0, 0, std::move(key), std::move(message), std::move(hint)}}, options);
}

// "a,b", "ledger.*": names, or beginnings of names with a star. All channels when nothing is chosen; else t first, asked for or not.
Result<std::vector<std::size_t>> choose(const Recording& recording, const RecordingArguments& options) {
  const std::vector<Channel>& channels = recording.header().channels;
  std::vector<std::size_t> chosen = {0};
  std::vector<Diagnostic> problems;
  std::vector<bool> is_chosen(channels.size(), false);
  is_chosen[0] = true;
  const auto add = [&](std::size_t c) {
    if (!is_chosen[c]) chosen.push_back(c);
    is_chosen[c] = true;
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

int show(const RecordingArguments& options) {
  const Result<Recording> recording = Recording::open(options.file);
  if (!recording) return refuse(recording.diagnostics, options);
  if (!options.provenance.empty()) {
    const auto& all = recording->header().provenance;
    const auto found = std::find_if(all.begin(), all.end(), [&](const auto& entry) { return entry.first == options.provenance; });
    if (found == all.end()) return refuse(options.file, "--provenance", fmt::format("no entry '{}'", options.provenance), "", options);
    const std::string text = isatty(STDOUT_FILENO) == 1 ? printable_lines(found->second) : found->second;  // to a file or a program as it is
    print(options.json ? to_line({{"key", found->first}, {"text", found->second}}) + "\n" : text);
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
int export_to_file(const Recording& recording, const ExportSelection& selection, const RecordingArguments& options) {
  const IfExists if_exists = options.overwrite ? IfExists::overwrite : IfExists::refuse;
  WholeFile file(options.csv);
  std::string reason = is_same_file(options.csv, options.file) ? "is the recording itself" : file.open(if_exists);
  if (reason.empty()) reason = content_problem(options.csv, Content::table);
  std::uint64_t n_rows = 0;
  std::vector<Diagnostic> problems;
  if (reason.empty())
    problems = write_csv(
        recording, selection, [&](std::string_view text) { return (reason = file.write(text)).empty(); }, n_rows);
  if (!problems.empty()) return refuse(problems, options);
  if (reason.empty()) reason = file.publish(if_exists);
  if (!reason.empty())
    return refuse(options.csv, "--csv", reason, reason == exists_already ? "choose another name, or --overwrite" : "choose another name", options);
  if (options.json) print(to_line({{"file", options.csv}, {"rows", n_rows}, {"columns", selection.channels.size()}}) + "\n");
  else print(fmt::format("{}: {} rows of {} columns\n", printable(options.csv), n_rows, selection.channels.size()));
  return done;
}

int run_export(const RecordingArguments& options) {
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
  if (options.csv != "-") return export_to_file(*recording, selection, options);
  if (options.json) {
    const Result<std::string> text = values_json(*recording, selection);
    if (!text) return refuse(text.diagnostics, options);
    print(*text + "\n");
    return done;
  }
  std::uint64_t n_rows = 0;
  const std::vector<Diagnostic> problems = write_csv(
      *recording, selection, [](std::string_view text) { return std::fwrite(text.data(), 1, text.size(), stdout) == text.size(); }, n_rows);
  return problems.empty() ? static_cast<int>(done) : refuse(problems, options);
}

int repeat(const RecordingArguments& options) { return repeat_recording(options.file, options); }

int repair(const RecordingArguments& options) {
  const Result<RepairOutcome> outcome = repair_recording(options.file);
  if (!outcome) return refuse(outcome.diagnostics, options);
  const bool repaired = *outcome == RepairOutcome::repaired;
  if (options.json) print(to_line({{"file", options.file}, {"repaired", repaired}}) + "\n");
  else print(fmt::format("{}: {}\n", printable(options.file), repaired ? "repaired; every program can open it now" : "nothing to repair"));
  return done;
}

void add_channels(CLI::App& verb, RecordingArguments& options) {
  verb.add_option("--channels", options.channels,
                  "comma-separated names, or beginnings with a star such as 'ledger.*'; default all; t is always there")
      ->type_name("LIST")
      ->allow_extra_args(false);
}

}  // namespace

void add_recording(CLI::App& app, int& exit_code) {
  CLI::App* verb = app.add_subcommand("recording", "shows, exports, repeats and repairs what a run has recorded");
  verb->require_subcommand(1);
  verb->footer(
      "Reads finished, running and interrupted recordings alike; docs/recordings.md describes the file.\n\nExample:\n  zanjir recording show run.h5");
  const auto add = [&](const char* name, const char* what, int (*action)(const RecordingArguments&)) {
    auto options = std::make_shared<RecordingArguments>();
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
  export_verb->add_flag("--overwrite", export_options->overwrite, "replace FILE if it exists and is such a table");
  export_verb->footer("Numbers read back to the same double.\n\nExample:\n  zanjir recording export run.h5 --channels x1,x2 --every 10");

  const auto [repeat_verb, repeat_options] = add("repeat", "runs it again from what it holds, and compares to the last bit", repeat);
  add_yes(*repeat_verb);
  repeat_verb->footer(
      "Takes the text of the mechanism, what was set in it, the state and all options from the recording; reads and writes no other file. Exit code "
      "0\n"
      "when everything is the same, 4 when not: the first difference is named, and what differs between the programs.\n\nExample:\n"
      "  zanjir run models/four_bar.yaml --until 1 --record run.h5 && zanjir recording repeat run.h5");

  const auto [repair_verb, repair_options] =
      add("repair", "takes off the mark that a killed writer left, so that other programs open the file", repair);
  repair_verb->footer(
      "Works on a copy, checks it number by number, then replaces the file in one step. `zanjir` itself needs no repair.\n\nExample:\n  zanjir "
      "recording repair run.h5");
}

}  // namespace zanjir::app
