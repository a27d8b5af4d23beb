// zanjir sweep FILE: the sweeps of a study, all of them or a share; zanjir sweep join FILE: shares put together.
#include <charconv>
#include <memory>

#include "unit_tasks.hpp"
#include "zanjir/core/large_work.hpp"

namespace zanjir::app {
namespace {

struct SweepOptions : UnitTaskOptions {
  SweepOptions() {
    kind = "sweep";
    out = "sweep";
  }
  std::string part;
  bool forecast = false;
};

// "3/8"
bool read_part(const std::string& text, UnitRun& units) {
  const std::size_t slash = text.find('/');
  const auto whole = [](std::string_view digits, std::size_t& n) {
    const auto [end, status] = std::from_chars(digits.data(), digits.data() + digits.size(), n);
    return status == std::errc() && end == digits.data() + digits.size() && n > 0;
  };
  const std::string_view all(text);
  return slash != std::string::npos && whole(all.substr(0, slash), units.part) && whole(all.substr(slash + 1), units.parts) &&
         units.part <= units.parts;
}

int sweep(SweepOptions& o) {
  if (!o.part.empty() && !read_part(o.part, o.units))
    return report_errors(
        {{Severity::error, "", 0, 0, "--part", "'" + o.part + "' is not of the form K/N with K from 1 to N", "for example --part 3/8"}}, o);
  if (o.forecast) o.units.what = UnitRun::What::forecast;
  return run_unit_tasks(o);
}

}  // namespace

void add_sweep(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<SweepOptions>();
  CLI::App* verb = app.add_subcommand("sweep", "the sweeps of a study over parameters: tables, sensitivities, pictures; kept, resumed, in shares");
  add_unit_task_options(*verb, *options);
  verb->add_option("--workers", options->units.workers, "processes beside each other (as many as cores); the results do not depend on it")
      ->type_name("N")
      ->transform(whole_in(1, 1024));
  verb->add_option("--part", options->part, "only every N-th unit, from the K-th on; `sweep join` puts the shares together")->type_name("K/N");
  verb->add_flag("--forecast", options->forecast, "say how many units there are and how long they take, and stop");
  verb->add_flag("--yes", options->units.however_long, "start also what will take more than a week, or gigabytes of memory");
  verb->require_subcommand(0, 1);
  verb->footer(
      "What is finished is kept in OUT/STUDY/TASK.units: Ctrl-C, a kill or a full disk lose no finished unit, the same again goes on, and only what "
      "is new\n"
      "in a changed study is computed. Units that gave no numbers stand in the table with the reason. Exit code 2 when the file is wrong or asks for "
      "more\n"
      "than a week of work without --yes, 3 when a sweep gave nothing or units are missing, 4 when a claim about it does not have the expected "
      "verdict,\n"
      "5 when units are not to be trusted, 130 when interrupted. docs/sweeps.md "
      "says more.\n\nExample:\n"
      "  zanjir sweep studies/gait_maps.yaml --forecast");
  verb->callback([verb, options, &exit_code] {
    if (!verb->get_subcommands().empty()) return;
    if (options->file.empty()) throw CLI::RequiredError("FILE");
    options->command = "zanjir sweep " + shell_word(options->file);
    ask_before_large_work(!options->units.however_long);
    exit_code = sweep(*options);
  });

  auto join = std::make_shared<SweepOptions>();
  join->units.what = UnitRun::What::join;
  CLI::App* join_verb = verb->add_subcommand("join", "puts shares together, or says which units are missing");
  add_unit_task_options(*join_verb, *join);
  add_yes(*join_verb);
  join_verb->get_option("FILE")->required();
  join_verb->footer(
      "Shares of another study, of changed files or of another build of the program are refused, both hashes named.\n\nExample:\n"
      "  zanjir sweep join studies/gait_maps.yaml --out sweep");
  join_verb->callback([join, &exit_code] {
    join->command = "zanjir sweep join " + shell_word(join->file);
    exit_code = sweep(*join);
  });
}

}  // namespace zanjir::app
