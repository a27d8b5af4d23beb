#include "zanjir/simulate/run_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <type_traits>

#include "zanjir/core/member_path.hpp"
#include "zanjir/language/schema_keys.hpp"

namespace zanjir {
namespace {

using namespace schema;

constexpr Key number_key(const char* name, const char* default_text, const char* doc, Dimension dimension, Range range = Range::positive,
                         double default_number = 0) {
  return {name, Kind::number, optional, default_text, doc, dimension, range, default_number};
}
double number_in(double x) { return x; }
double number_in(int x) { return x; }
double number_in(const std::optional<double>& x) { return x.value_or(0); }

template <class Options, auto... path> constexpr OptionOf<Options> number_at(Key key, std::string_view field) {
  return {key,
          field,
          [](Options& o, double x) {
            auto& place = reach<path...>(o);
            if constexpr (std::is_same_v<decltype(place), int&>) place = static_cast<int>(x);
            else place = x;
          },
          [](const Options& o) { return number_in(reach<path...>(o)); },
          nullptr,
          nullptr};
}
template <class Options, auto... path> constexpr OptionOf<Options> text_at(Key key) {
  return {key,
          key.key,
          nullptr,
          nullptr,
          [](Options& o, std::string_view text) {
            reach<path...>(o) = text;
            return true;
          },
          [](const Options& o) { return reach<path...>(o); }};
}
template <class Options, auto... path> constexpr OptionOf<Options> word_at(const char* name, std::string_view field, const char* doc) {
  using Enum = std::remove_cvref_t<decltype(reach<path...>(std::declval<Options&>()))>;
  return {word_key<Enum>(name, doc),
          field,
          nullptr,
          nullptr,
          [](Options& o, std::string_view word) {
            const auto found = find_word<Enum>(word);
            if (found) reach<path...>(o) = *found;
            return found.has_value();
          },
          [](const Options& o) { return std::string(word_of(reach<path...>(o))); }};
}
template <auto member> constexpr RunOption of_run(Key key, std::string_view field) { return number_at<SimOptions, member>(key, field); }
template <auto member> constexpr RunOption of_stepper(Key key, std::string_view field) {
  return number_at<SimOptions, &SimOptions::stepper, member>(key, field);
}
template <auto member> constexpr RunOption word_of_stepper(const char* name, std::string_view field, const char* doc) {
  return word_at<SimOptions, &SimOptions::stepper, member>(name, field, doc);
}
template <auto member> constexpr SpringOption of_springs(Key key, std::string_view field) { return number_at<SpringOptions, member>(key, field); }

constexpr RunOption only_of(std::string_view methods, RunOption option) {
  option.methods = methods;
  return option;
}
constexpr std::string_view own_pairs = "dopri5 dop853 auto", with_iterations = "generalized-alpha auto";

constexpr RunOption options[] = {
    of_run<&SimOptions::until_s>(
        {"until", Kind::number, required, "", "Final time; the run starts at 0 or at the `t` of its state.", dimension::time, Range::positive},
        "until_s"),
    text_at<SimOptions, &SimOptions::stepper, &StepperOptions::method>(
        {"method", Kind::text, optional, "dopri5", "Integration method; `auto`: `dopri5`, and what serves better where stability sets its steps."}),
    text_at<SimOptions, &SimOptions::motion, &MotionOptions::formulation>(
        {"formulation", Kind::text, optional, "newton-euler", "Who solves the dynamics; `zanjir info` lists who covers a model."}),
    of_stepper<&StepperOptions::rel_tol>(
        number_key("rel_tol", "1e-9", "Relative tolerance of the error test.", dimension::number, Range::non_negative, 1e-9), "rel_tol"),
    of_stepper<&StepperOptions::abs_tol>(number_key("abs_tol", "1e-9", "Absolute tolerance, SI.", dimension::number, Range::non_negative, 1e-9),
                                         "abs_tol"),
    of_stepper<&StepperOptions::fixed_step_s>(number_key("step", "adaptive", "A constant step.", dimension::time), "fixed_step_s"),
    of_stepper<&StepperOptions::first_step_s>(number_key("first_step", "the method's estimate", "First step to try.", dimension::time),
                                              "first_step_s"),
    of_stepper<&StepperOptions::max_step_s>(number_key("max_step", "no limit", "Longest step.", dimension::time), "max_step_s"),
    of_run<&SimOptions::sample_interval_s>(number_key("every", "every accepted step", "Time between samples.", dimension::time), "sample_interval_s"),
    of_run<&SimOptions::restart_every_s>(number_key("restart_every", "never",
                                                    "Every so often a row is recorded from which the run itself begins anew: one that is resumed "
                                                    "goes on from the last of them and is the same to the last bit.",
                                                    dimension::time),
                                         "restart_every_s"),
    only_of("auto", of_run<&SimOptions::accuracy_m>(
                        number_key("accuracy", "1e-5 model lengths",
                                   "Of `auto`: how far positions may be off at the end where it has to choose a constant step.", dimension::length),
                        "accuracy_m")),
    word_of_stepper<&StepperOptions::norm>("norm", "norm", "How the errors of many components become one number."),
    word_of_stepper<&StepperOptions::scope>("error_test", "scope",
                                            "What the error test looks at; `states` reproduces step counts of programs without a ledger."),
    word_of_stepper<&StepperOptions::control>("step_control", "control",
                                              "How `dopri5` and `dop853` choose their steps; `ode45` does it as Matlab's solver, with its largest "
                                              "step of a tenth of the run, for a paper's step counts."),
    only_of(own_pairs, of_stepper<&StepperOptions::safety>(
                           number_key("safety", "that of the control",
                                      "Of `dopri5` and `dop853`: the next step is this part of what the error estimate allows.", dimension::number),
                           "safety")),
    only_of(own_pairs, of_stepper<&StepperOptions::max_growth>(
                           number_key("max_growth", "that of the control",
                                      "Of `dopri5` and `dop853`: a step is at most so many times the one before.", dimension::number),
                           "max_growth")),
    only_of(own_pairs, of_stepper<&StepperOptions::max_shrink>(number_key("max_shrink", "that of the control",
                                                                          "Of `dopri5` and `dop853`: and at least so many times.", dimension::number),
                                                               "max_shrink")),
    only_of(with_iterations, of_stepper<&StepperOptions::spectral_radius>(
                                 number_key("spectral_radius", "0.8",
                                            "Of `generalized-alpha`: what is left of an infinitely fast oscillation after a step, from 0 to 1.",
                                            dimension::number, Range::non_negative, 0.8),
                                 "spectral_radius")),
    only_of(with_iterations, word_of_stepper<&StepperOptions::first_auxiliary>(
                                 "first_auxiliary", "first_auxiliary",
                                 "Of `generalized-alpha`: its auxiliary acceleration at a start, at the time it belongs to or, "
                                 "as many programs have it, the acceleration itself.")),
    only_of(with_iterations, of_stepper<&StepperOptions::iteration_tolerance>(
                                 number_key("iteration_tolerance", "0.01",
                                            "Of `generalized-alpha`: corrections end below this part of what the tolerances allow a step to be off.",
                                            dimension::number, Range::positive, 1e-2),
                                 "iteration_tolerance")),
    only_of(with_iterations, of_stepper<&StepperOptions::max_iterations>(
                                 {"max_iterations", Kind::integer, optional, "20", "Of `generalized-alpha`: most corrections of one step.",
                                  dimension::number, Range::positive, 20},
                                 "max_iterations")),
    {number_key("baumgarte", "10", "With loops kept closed by Baumgarte terms: the rate at which errors fade.", {0, 0, -1}, Range::positive, 10),
     "baumgarte", [](SimOptions& o, double x) { o.motion.baumgarte_alpha_per_s = o.motion.baumgarte_beta_per_s = x; },
     [](const SimOptions& o) { return o.motion.baumgarte_alpha_per_s; }},
    number_at<SimOptions, &SimOptions::motion, &MotionOptions::projection_tolerance>(
        number_key("projection_tolerance", "1e-12", "With loops kept closed by projection: residual that is left alone, in model lengths or radians.",
                   dimension::number, Range::positive, 1e-12),
        "projection_tolerance"),
    of_run<&SimOptions::zeno_interval_s>(
        number_key("zeno_interval", "1 ns", "Impacts of one contact that follow each other faster than this, several times in a row, end the run.",
                   dimension::time, Range::positive, 1e-9),
        "zeno_interval_s"),
};

constexpr SpringOption springs[] = {
    of_springs<&SpringOptions::stiffness_N_per_m>(
        number_key("stiffness", "", "Of all springs. Either this or `closure_error`.", dimension::stiffness), "stiffness_N_per_m"),
    of_springs<&SpringOptions::turn_stiffness_N_m_per_rad>(
        number_key("turn_stiffness", "stiffness times the square of the model length", "Of springs on turns.", dimension::angular_stiffness),
        "turn_stiffness_N_m_per_rad"),
    of_springs<&SpringOptions::closure_error_m>(
        number_key("closure_error", "", "How far the loops may open in all under the reactions at the start; the stiffness follows.",
                   dimension::length),
        "closure_error_m"),
    of_springs<&SpringOptions::damping_N_s_per_m>(
        number_key("damping", "0", "Of dampers beside the springs.", dimension::damping, Range::non_negative), "damping_N_s_per_m"),
    of_springs<&SpringOptions::turn_damping_N_m_s_per_rad>(number_key("turn_damping", "damping times the square of the model length",
                                                                      "Of dampers on turns.", dimension::angular_damping, Range::non_negative),
                                                           "turn_damping_N_m_s_per_rad"),
    of_springs<&SpringOptions::damping_ratio>(
        number_key("damping_ratio", "", "Instead of `damping`: of critical, for the mass that each spring feels at the start.", dimension::number),
        "damping_ratio"),
    word_at<SpringOptions, &SpringOptions::start>(
        "start", "start", "Stretched as the reactions say; or `closed`, from where undamped springs ring about the reaction."),
    of_springs<&SpringOptions::update_every_s>(
        number_key("update_every", "never", "Augmented Lagrangian: time after which what a spring carries becomes its preload.", dimension::time),
        "update_every_s"),
};

constexpr auto run_keys = keys_of(options);
constexpr auto spring_keys = keys_of(springs);

template <class Option> void add_rows(std::string& page, std::span<const Option> table) {
  for (const Option& o : table) {
    const bool unit = o.is_number() && !(o.key.dimension == dimension::number);
    std::string values;
    for (const char c : o.key.choices) values += c == ' ' ? std::string("`, `") : std::string(1, c);
    page += fmt::format("| `{}` | `{}` | {} | {} | {} |\n", o.key.key, command_line_option(o.key.key),
                        !values.empty() ? "`" + values + "`"
                        : unit          ? si_unit(o.key.dimension)
                                        : "",
                        o.key.need == required ? "**error**" : std::string(o.key.default_text), o.key.doc);
  }
}

}  // namespace

std::span<const RunOption> run_options() { return options; }
std::span<const SpringOption> spring_options() { return springs; }
std::span<const Key> run_option_keys() { return run_keys; }
std::span<const Key> spring_option_keys() { return spring_keys; }

std::vector<Diagnostic> unknown_to_method(std::span<const std::string> keys, std::string_view method) {
  std::vector<Diagnostic> problems;
  if (method != automatic_method && !find_method(method)) return problems;  // that is said elsewhere
  for (const RunOption& o : options) {
    if (o.methods.empty() || std::find(keys.begin(), keys.end(), o.key.key) == keys.end()) continue;
    if ((" " + std::string(o.methods) + " ").find(" " + std::string(method) + " ") != std::string::npos) continue;
    std::string list;
    for (const char c : o.methods) list += c == ' ' ? std::string(", ") : std::string(1, c);
    problems.push_back({Severity::error, "", 0, 0, std::string(o.key.key), fmt::format("'{}' does not know it", method), "it goes with " + list});
  }
  return problems;
}

std::string option_key(std::string_view field) {
  for (const RunOption& o : options)
    if (o.field == field) return std::string(o.key.key);
  for (const SpringOption& o : springs)
    if (o.field == field) return std::string(o.key.key);
  return std::string(field);
}

std::string command_line_option(std::string_view key) {
  std::string name = "--" + std::string(key);
  std::replace(name.begin(), name.end(), '_', '-');
  return name;
}

template <class Options> std::string option_text(const OptionOf<Options>& option, const Options& o) {
  return option.is_number() ? fmt::format("{}", option.number(o)) : option.word(o);
}
template std::string option_text(const RunOption&, const SimOptions&);
template std::string option_text(const SpringOption&, const SpringOptions&);

std::string run_options_markdown() {
  std::string page = "| in a study | on the command line | words, or unit | if absent | meaning |\n|---|---|---|---|---|\n";
  add_rows(page, run_options());
  page +=
      "\nWith loops as springs (`loops: {treatment: springs, ...}`, `--loops springs`):\n\n| in a study | on the command line | words, or unit | if "
      "absent | meaning |\n|---|---|---|---|---|\n";
  add_rows(page, spring_options());
  return page;
}

}  // namespace zanjir
