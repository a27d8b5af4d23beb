// zanjir verify FILE: do all formulations agree, and with the kinematics and the energy?
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <limits>
#include <memory>

#include "loop_options.hpp"
#include "zanjir/core/progress.hpp"
#include "zanjir/language/document.hpp"
#include "zanjir/language/text_file.hpp"
#include "zanjir/report/verification_report.hpp"
#include "zanjir/verify/agreement.hpp"

namespace zanjir::app {
namespace {

struct VerifyArguments : Common {
  std::string file, along, loops = "as-described";
  SpringArguments springs;
  int states = VerifyOptions{}.n_states;
  std::uint64_t seed = VerifyOptions{}.seed;
  double tolerance = 1, budget_s = 60;
};

// One line on a terminal, drawn over itself at most ten times a second.
std::function<void(int, int, std::string_view)> progress_line(double budget_s) {
  using Clock = std::chrono::steady_clock;
  return [budget_s, began = Clock::now(), drawn = Clock::time_point{}](int done, int of, std::string_view asked) mutable {
    const Clock::time_point now = Clock::now();
    if (now - drawn < std::chrono::milliseconds(100)) return;
    drawn = now;
    const double elapsed = std::chrono::duration<double>(now - began).count();
    const double by_states = done > 0 ? elapsed * (of - done) / done : -1, by_budget = std::max(0.0, budget_s - elapsed);
    const double left = budget_s > 0 && (by_states < 0 || by_budget < by_states) ? by_budget : by_states;
    fmt::print(stderr, "\r\033[K  state {} of {}{}{}{}", std::min(done + 1, of), of, asked.empty() ? "" : ": ", asked,
               left < 0 ? ", " + clock_text(elapsed) : ", " + clock_text(left) + " left");
    std::fflush(stderr);
  };
}

int run_verify(const VerifyArguments& options) {
  const Result<Model> model = load_model_with_loops(options.file, options, options.springs, options.loops);
  if (!model) return report_errors(model.diagnostics, options);
  report_warnings(model.diagnostics);
  VerifyOptions how{options.states, options.seed, options.tolerance, {}, options.budget_s, {}};
  if (!options.along.empty()) {
    const auto text = read_text_file(options.file, max_file_bytes);
    std::vector<Diagnostic> problems;  // none: the model was read with them
    const Overrides set = read_overrides(options, problems);
    Result<RecordedMotion> motion =
        recorded_motion(*model, std::holds_alternative<std::string>(text) ? std::get<std::string>(text) : "", set, options.along, options.states);
    if (!motion) return report_errors(motion.diagnostics, options);
    report_warnings(motion.diagnostics);
    how.along = std::move(*motion);
  }
  if (isatty(STDERR_FILENO) == 1) how.progress = progress_line(options.budget_s);
  const Verification result = verify(*model, how);
  if (how.progress) fmt::print(stderr, "\r\033[K");
  print(options.json ? verification_json(result) + "\n" : verification_text(result));
  if (!result.agrees()) fmt::print(stderr, "{}: not verified: {}\n", options.file, result.problem);
  return result.agrees() ? done : numerics_failed;
}

}  // namespace

void add_verify(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<VerifyArguments>();
  CLI::App* verb =
      app.add_subcommand("verify", "agreement of the formulations, derivative checks, power balance, at random states or along a recorded motion");
  verb->add_option("FILE", options->file, "mechanism file")->required();
  verb->add_option("--states", options->states, "how many states, random ones or from the recording")
      ->type_name("N")
      ->transform(whole_in(1, 1000000))
      ->capture_default_str();
  verb->add_option("--seed", options->seed, "of the random states; the same seed gives the same states everywhere")
      ->type_name("S")
      ->transform(whole_in(0, std::numeric_limits<std::uint64_t>::max()))
      ->capture_default_str();
  verb->add_option("--along", options->along, "a recording of `zanjir run`: states are taken evenly from it instead of at random")
      ->type_name("RUN.h5");
  verb->add_option("--tolerance", options->tolerance, "multiplies every bound; 0 makes every difference fail and so shows the real ones")
      ->type_name("X")
      ->check(number_in(schema::Range::non_negative))
      ->capture_default_str();
  verb->add_option("--budget", options->budget_s,
                   "seconds: dear formulations are then asked at fewer states, and the report says at how many; 0: no limit")
      ->type_name("S")
      ->transform(number_in(schema::Range::non_negative, dimension::time))
      ->capture_default_str();
  verb->add_option("--loops", options->loops, "`springs`: all loops may open")
      ->check(CLI::IsMember({"as-described", "springs"}))
      ->capture_default_str();
  add_spring_arguments(*verb, options->springs, "With --loops springs");
  add_common(*verb, *options);
  add_yes(*verb);
  add_fill(*verb, *options);
  verb->footer(
      "Relative differences beside their bounds, which are a constant times rounding times the condition number of the state. Exit code 3\n"
      "when something is beyond its bound.\n\nExample:\n  zanjir verify models/arm_2r.yaml --states 200 --seed 7");
  verb->callback([options, &exit_code] { exit_code = run_verify(*options); });
}

}  // namespace zanjir::app
