// zanjir optimise FILE: the searches of a study for the best parameters.
#include <memory>

#include "unit_tasks.hpp"

namespace zanjir::app {

void add_optimise(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<UnitTaskOptions>();
  options->kind = "optimise";
  options->out = "optimise";
  CLI::App* verb = app.add_subcommand("optimise", "the searches of a study for the best parameters, within limits: course, table, best values");
  add_unit_task_options(*verb, *options);
  add_yes(*verb);
  verb->get_option("FILE")->required();
  verb->footer(
      "Every evaluation is kept in OUT/STUDY/TASK.units: an interrupted search goes the same way again without computing it. Exit code 3 when no "
      "evaluation\n"
      "holds its limits, 4 when a claim about it does not have the expected verdict, 5 when the best is not to be trusted, 130 when interrupted. "
      "docs/sweeps.md says more.\n\nExample:\n"
      "  zanjir optimise studies/gait_search.yaml --out optimise");
  verb->callback([options, &exit_code] {
    options->command = "zanjir optimise " + shell_word(options->file);
    exit_code = run_unit_tasks(*options);
  });
}

}  // namespace zanjir::app
