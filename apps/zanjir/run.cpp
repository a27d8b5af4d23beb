// zanjir run FILE: one study from beginning to end.
#include <memory>

#include "studies.hpp"

namespace zanjir::app {

void add_run(CLI::App& app, int& exit_code) {
  struct Options : StudyOptions {
    std::string file;
  };
  auto options = std::make_shared<Options>();
  CLI::App* verb = app.add_subcommand("run", "a study: its tasks, figures and claims, with a report");
  verb->add_option("FILE", options->file, "study file (docs/study-format.md)")->required();
  add_study_options(*verb, *options);
  add_common(*verb, *options);
  verb->footer(
      "Shows progress on a terminal. Ctrl-C ends cleanly with what is finished, twice at once. Exit code 2 when the file is wrong, 3 when "
      "a\n"
      "task failed numerically, 4 when a verdict is not the expected one, 130 when interrupted.\n\nExample:\n"
      "  zanjir run studies/benchmarks.yaml --out report");
  verb->callback([options, &exit_code] {
    options->command = "zanjir run " + shell_word(options->file) + " --out " + shell_word(options->out);
    exit_code = run_studies({options->file}, *options);
  });
}

}  // namespace zanjir::app
