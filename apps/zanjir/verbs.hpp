// What the verbs share: exit codes, output, reading a model.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "zanjir/core/diagnostic.hpp"
#include "zanjir/core/progress.hpp"
#include "zanjir/language/schema.hpp"
#include "zanjir/model/build.hpp"
#include "zanjir/model/model.hpp"
#include "zanjir/report/study_report.hpp"

namespace zanjir::app {

enum Exit : int {
  done = 0,
  input_is_wrong = 2,
  numerics_failed = 3,
  claim_failed = 4,
  doubtful = 5,
  interrupted = 130 /* 128 + SIGINT, as shells have it */
};

struct Common {  // options every verb takes
  bool json = false;
  std::vector<std::string> set;  // key=value
};
void add_common(CLI::App&, Common&);
void add_fill(CLI::App&, Common&);  // --fill, of verbs that read a mechanism; behind add_common

void add_yes(CLI::App&);  // --yes, of verbs that have no other use for it: mechanisms that take gigabytes or minutes are meant

// Prints diagnostics: text on standard error, and with --json the same as JSON on standard output. Returns Exit::input_is_wrong.
// What is wrong with an option of the command line.
Diagnostic option_problem(const std::string& option, std::string message, std::string hint = {});
int report_errors(const std::vector<Diagnostic>&, const Common&);
// Warnings go to standard error in either case.
void report_warnings(const std::vector<Diagnostic>&);
// On standard error: one line each in a pipe; on a terminal with the line of the file, in colours unless NO_COLOR is set.
void show_diagnostics(const std::vector<Diagnostic>&);
// Whether a stream is a terminal that wants colours (NO_COLOR and TERM=dumb do not).
Colour colour_of(std::FILE*);

// What is wrong with a folder that results are to go to, before anything is computed; nothing: it can be made and written. Nothing is made yet.
std::optional<Diagnostic> unwritable(const std::string& option, const std::filesystem::path& folder);

// The `key=value` of --set; what is not of that form goes to `problems`.
Overrides read_overrides(const Common&, std::vector<Diagnostic>& problems);
// Reads, and builds, a model with the overrides of --set. No value: the diagnostics say why.
Result<Description> load_description(const std::string& file, const Common&);
Result<Model> load_model(const std::string& file, const Common&, const LoopTreatment& = {});

// A number that is finite and in its range, in SI or with a unit of its dimension ("1 s", "20 ms"); what is not is refused while the command line is read.
CLI::Validator number_in(schema::Range, Dimension = dimension::number);
// A whole number from `least` to `most`, however it is written (1000, 1e3, 2*500).
CLI::Validator whole_in(std::uint64_t least, std::uint64_t most);

// "a,b c" -> a, b, c
std::vector<std::string> split_list(const std::vector<std::string>& lists);

// A line with the time left on a terminal; in a pipe only what cannot wait.
std::unique_ptr<Progress> shown_progress();

// Standard output, with a check at the end: a full disk or closed pipe must not look like success.
void print(const std::string& text);
bool output_is_whole();

// Each verb adds itself to the app and stores its exit code when it has run.
void add_check(CLI::App&, int& exit_code);
void add_info(CLI::App&, int& exit_code);
void add_eval(CLI::App&, int& exit_code);
void add_verify(CLI::App&, int& exit_code);
void add_contact(CLI::App&, int& exit_code);
void add_map(CLI::App&, int& exit_code);
void add_run(CLI::App&, int& exit_code);
void add_sweep(CLI::App&, int& exit_code);
void add_optimise(CLI::App&, int& exit_code);
void add_reproduce(CLI::App&, int& exit_code);
void add_gallery(CLI::App&, int& exit_code);
void add_recording(CLI::App&, int& exit_code);
void add_view(CLI::App&, int& exit_code);
void add_help(CLI::App&, int& exit_code);        // of all verbs that were added before it, and of itself
void add_completion(CLI::App&, int& exit_code);  // what a shell completes, from the same tree
void add_man(CLI::App&, int& exit_code);         // manual pages, from the same tree

}  // namespace zanjir::app
