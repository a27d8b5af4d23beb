// What the verbs share: exit codes, output, reading a model.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "zanjir/core/diagnostic.hpp"
#include "zanjir/language/schema.hpp"
#include "zanjir/model/build.hpp"
#include "zanjir/model/model.hpp"

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

// Prints diagnostics: text on standard error, and with --json the same as JSON on standard output. Returns Exit::input_is_wrong.
int report_errors(const std::vector<Diagnostic>&, const Common&);
// Warnings go to standard error in either case.
void report_warnings(const std::vector<Diagnostic>&);

// The `key=value` of --set; what is not of that form goes to `problems`.
Overrides read_overrides(const Common&, std::vector<Diagnostic>& problems);
// Reads, and builds, a model with the overrides of --set. No value: the diagnostics say why.
Result<Description> load_description(const std::string& file, const Common&);
Result<Model> load_model(const std::string& file, const Common&, const LoopTreatment& = {});

// A number that is finite and in its range; what is not is refused while the command line is read.
CLI::Validator number_in(schema::Range);

// "a,b c" -> a, b, c
std::vector<std::string> split_list(const std::vector<std::string>& lists);

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
void add_reproduce(CLI::App&, int& exit_code);
void add_gallery(CLI::App&, int& exit_code);
void add_recording(CLI::App&, int& exit_code);
void add_view(CLI::App&, int& exit_code);

}  // namespace zanjir::app
