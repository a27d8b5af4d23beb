// zanjir run FILE: one study from beginning to end, or one simulation of a mechanism.
#include <memory>

#include "command_words.hpp"
#include "run_mechanism.hpp"
#include "studies.hpp"
#include "zanjir/core/large_work.hpp"
#include "zanjir/study/study.hpp"

namespace zanjir::app {

void add_run(CLI::App& app, int& exit_code) {
  struct Options {
    StudyOptions study;
    MechanismOptions mechanism;
  };
  auto options = std::make_shared<Options>();
  CLI::App* verb = app.add_subcommand("run", "a study with its report, or a simulation of a mechanism with its recording");
  verb->add_option("FILE", options->mechanism.file, "study file (docs/study-format.md) or mechanism file (docs/format.md)")->required();
  add_study_options(*verb, options->study);
  add_common(*verb, options->mechanism);
  add_fill(*verb, options->mechanism);
  add_mechanism_options(*verb, options->mechanism);
  verb->footer(
      "Shows progress on a terminal. Ctrl-C ends cleanly with what is finished, twice at once; a simulation that is killed leaves a recording\n"
      "that opens and can be resumed. Exit code 2 when the file is wrong, 3 when the numerics failed, 4 when a verdict is not the expected one,\n"
      "5 when a simulation reached its end and is not to be trusted (its energy does not add up, its loops\n"
      "come open), alone or in a study,\n"
      "130 when interrupted. A mechanism is run, for instance, by `zanjir run models/four_bar.yaml --until 10 --every 0.01 "
      "--reactions`.\n\nExample:\n"
      "  zanjir run studies/benchmarks.yaml --out report");
  verb->callback([options, &exit_code] {
    const std::string& file = options->mechanism.file;
    ask_before_large_work(!options->mechanism.yes);
    if (!is_study_file(file)) {
      options->mechanism.words = command_words();
      exit_code = run_mechanism(options->mechanism);
      return;
    }
    static_cast<Common&>(options->study) = options->mechanism;
    options->study.yes = options->mechanism.yes;
    options->study.command = "zanjir run " + shell_word(file) + " --out " + shell_word(options->study.out);
    exit_code = run_studies({file}, options->study);
  });
}

}  // namespace zanjir::app
