#include "loop_options.hpp"

#include <cmath>
#include <limits>

#include "zanjir/model/build.hpp"

namespace zanjir::app {
namespace {

constexpr double not_given = std::numeric_limits<double>::quiet_NaN();

struct Argument {
  const char *option, *field;  // as on the command line, and in SpringOptions
  double SpringArguments::*value;
};
constexpr Argument arguments[] = {{"--stiffness", "stiffness_N_per_m", &SpringArguments::stiffness},
                                  {"--turn-stiffness", "turn_stiffness_N_m_per_rad", &SpringArguments::turn_stiffness},
                                  {"--loop-damping", "damping_N_s_per_m", &SpringArguments::damping},
                                  {"--turn-damping", "turn_damping_N_m_s_per_rad", &SpringArguments::turn_damping},
                                  {"--damping-ratio", "damping_ratio", &SpringArguments::damping_ratio},
                                  {"--closure-error", "closure_error_m", &SpringArguments::closure_error}};

std::string option_of(const std::string& field) {
  for (const Argument& a : arguments)
    if (field == a.field) return a.option;
  return field == "closure_error" ? "--closure-error" : "--" + field;
}

Diagnostic on_command_line(Diagnostic d) {
  if (d.file.empty()) {
    d.file = "command line";
    d.key_path = option_of(d.key_path);
  }
  return d;
}

}  // namespace

std::vector<Diagnostic> on_command_line(std::vector<Diagnostic> problems) {
  for (Diagnostic& d : problems) d = on_command_line(std::move(d));
  return problems;
}

SpringArguments::SpringArguments() {
  for (const Argument& a : arguments) this->*a.value = not_given;
}

void add_spring_arguments(CLI::App& verb, SpringArguments& a, const std::string& group) {
  verb.add_option("--stiffness", a.stiffness, "with --loops springs: of all springs, N/m")->type_name("K")->group(group);
  verb.add_option("--turn-stiffness", a.turn_stiffness, "of springs on turns, N m/rad; without it K times the square of the model length")
      ->type_name("K")
      ->group(group);
  verb.add_option("--loop-damping", a.damping, "of dampers beside the springs, N s/m")->type_name("D")->group(group);
  verb.add_option("--turn-damping", a.turn_damping, "of dampers on turns, N m s/rad; without it D times the square of the model length")
      ->type_name("D")
      ->group(group);
}

void add_spring_run_arguments(CLI::App& verb, SpringArguments& a, const std::string& group) {
  verb.add_option("--damping-ratio", a.damping_ratio,
                  "instead of --loop-damping: of critical, for the mass that each spring feels at the start")
      ->type_name("Z")
      ->group(group);
  verb.add_option("--closure-error", a.closure_error,
                  "instead of --stiffness: how far the loops may open in all, m, under the reactions at the start")
      ->type_name("E")
      ->group(group);
  verb.add_option("--start", a.start, "with --loops springs: stretched as the reactions say, or closed (the springs then ring)")
      ->check(CLI::IsMember({"quasi-static", "closed"}))
      ->capture_default_str()
      ->group(group);
  verb.add_option("--update-every", a.update_every_s,
                  "augmented Lagrangian: time after which springs take what they carry as their preload, s")
      ->type_name("DT")
      ->check(CLI::PositiveNumber)
      ->group(group);
}

SpringOptions read_springs(const SpringArguments& a, const std::string& loops, std::vector<Diagnostic>& problems) {
  SpringOptions o;
  if (loops != "springs") {
    for (const Argument& argument : arguments) {
      if (!std::isnan(a.*argument.value))
        problems.push_back({Severity::error, "command line", 0, 0, argument.option, "means something with `--loops springs` only", ""});
    }
    if (a.update_every_s > 0)
      problems.push_back({Severity::error, "command line", 0, 0, "--update-every", "means something with `--loops springs` only", ""});
    return o;
  }
  const auto given = [](double x) { return std::isnan(x) ? std::nullopt : std::optional(x); };
  o.stiffness_N_per_m = given(a.stiffness).value_or(0);
  o.turn_stiffness_N_m_per_rad = given(a.turn_stiffness);
  o.damping_N_s_per_m = given(a.damping).value_or(0);
  o.turn_damping_N_m_s_per_rad = given(a.turn_damping);
  o.damping_ratio = given(a.damping_ratio).value_or(0);
  o.closure_error_m = given(a.closure_error).value_or(0);
  o.start = a.start == "closed" ? SpringStart::closed : SpringStart::quasi_static;
  for (const Diagnostic& d : o.validate()) problems.push_back(on_command_line(d));
  return o;
}

Result<Model> load_model_with_loops(const std::string& file, const Common& common, const SpringArguments& arguments,
                                    const std::string& loops) {
  std::vector<Diagnostic> problems;
  const SpringOptions springs = read_springs(arguments, loops, problems);
  if (!problems.empty()) return {std::nullopt, std::move(problems)};
  if (loops != "springs") return load_model(file, common);
  const LoopTreatment treatment{
      LoopTreatment::Kind::springs,
      {springs.stiffness_N_per_m, springs.damping_N_s_per_m, springs.turn_stiffness_N_m_per_rad, springs.turn_damping_N_m_s_per_rad},
      {}};
  Result<Model> model = load_model(file, common, treatment);
  if (model && model->n_spring_rows() == 0)
    return {std::nullopt, {{Severity::error, file, 0, 0, "--loops", "springs are asked for, but this mechanism has no loop", ""}}};
  return model;
}

}  // namespace zanjir::app
