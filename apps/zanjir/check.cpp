// zanjir check FILE...: is the mechanism, the study, or the catalogue of motors right? Errors with file:line:column and a hint.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

#include "verbs.hpp"
#include "zanjir/control/control.hpp"
#include "zanjir/describe/motor_catalogue.hpp"
#include "zanjir/describe/writer.hpp"
#include "zanjir/language/file_kind.hpp"
#include "zanjir/model/build.hpp"
#include "zanjir/report/json_values.hpp"
#include "zanjir/simulate/prepare.hpp"
#include "zanjir/study/run_study.hpp"
#include "zanjir/verify/idle_contacts.hpp"

namespace zanjir::app {
namespace {

struct CheckOptions : Common {
  std::vector<std::string> files;
  bool print = false;
};

struct Checked {  // one file
  std::vector<Diagnostic> diagnostics;
  std::string summary;  // when nothing is wrong
  std::string text;     // of --print
  Json facts = Json::object();
};

std::string count(std::size_t n, const char* one, const char* many) { return fmt::format("{} {}", n, n == 1 ? one : many); }

// The model of a description, and what `run` would say about its start: loops that do not close and contradictions are errors; what is inside the
// ground or beyond a stop is a warning, since other starts may be given.
Result<Model> checked_model(const Description& description, std::string& note) {
  Result<Model> model = build_model(description);
  if (!model) return model;
  const Result<StateQuestion> start = own_start(description, *model);
  if (!start) {
    model.diagnostics.insert(model.diagnostics.end(), start.diagnostics.begin(), start.diagnostics.end());
    model.value.reset();
    return model;
  }
  note = start->note;
  for (Diagnostic& d : controller_diagnostics(*model, description.files)) model.diagnostics.push_back(std::move(d));
  if (std::any_of(model.diagnostics.begin(), model.diagnostics.end(), [](const Diagnostic& d) { return d.severity == Severity::error; })) {
    model.value.reset();
    return model;
  }
  std::vector<Diagnostic> here = start_problems(description, *model, start->state);
  if (here.empty())
    if (std::optional<Diagnostic> d = first_instant_problem(description, *model, start->state)) here.push_back(std::move(*d));
  for (Diagnostic& d : here) {
    d.severity = Severity::warning;
    d.hint = "no run begins there" + (d.hint.empty() ? "" : ": " + d.hint);
    model.diagnostics.push_back(std::move(d));
  }
  for (Diagnostic& d : idle_contact_warnings(description, *model)) model.diagnostics.push_back(std::move(d));
  return model;
}

Checked check_mechanism(const std::string& file, const CheckOptions& options) {
  const Result<Description> description = load_description(file, options);
  Checked out{description.diagnostics, "", {}};
  if (!description) return out;
  std::string note;
  const Result<Model> model = checked_model(*description, note);
  out.diagnostics.insert(out.diagnostics.end(), model.diagnostics.begin(), model.diagnostics.end());
  if (options.print) {
    Result<std::string> text = write_description(*description);
    out.diagnostics.insert(out.diagnostics.end(), text.diagnostics.begin(), text.diagnostics.end());
    if (text) out.text = std::move(*text);
  }
  if (!model) return out;
  const auto bodies = static_cast<std::size_t>(model->n_user_bodies()), joints = static_cast<std::size_t>(model->n_user_joints());
  out.summary = fmt::format("{}: {}, {}, {}", model->name(), count(bodies, "body", "bodies"), count(joints, "joint", "joints"),
                            count(static_cast<std::size_t>(model->nv()), "speed", "speeds")) +
                (note.empty() ? "" : "; " + note);
  out.facts = {{"model", model->name()}, {"bodies", bodies}, {"joints", joints}, {"nq", model->nq()}, {"nv", model->nv()}, {"note", note}};
  return out;
}

// The study with everything it names, as far as it can be judged without running it.
Checked check_study_file(const std::string& file, const CheckOptions& options) {
  Checked out;
  if (options.print)
    out.diagnostics.push_back(
        {Severity::error, file, 0, 0, "--print", "this is a study, and only mechanisms are printed", "name the mechanism's file"});
  const Overrides overrides = read_overrides(options, out.diagnostics);
  if (!out.diagnostics.empty()) return out;
  Result<Study> study = read_study(file, overrides);
  out.diagnostics = std::move(study.diagnostics);
  if (!study) return out;
  const std::vector<Diagnostic> more = check_study(*study, FirstInstants::tried);
  out.diagnostics.insert(out.diagnostics.end(), more.begin(), more.end());
  out.summary =
      fmt::format("{}: {}, {}, {}, {}", study->name, count(study->models.size(), "model", "models"), count(study->tasks.size(), "task", "tasks"),
                  count(study->figures.size(), "figure", "figures"), count(study->claims.size(), "claim", "claims"));
  out.facts = {{"study", study->name},
               {"models", study->models.size()},
               {"tasks", study->tasks.size()},
               {"figures", study->figures.size()},
               {"claims", study->claims.size()}};
  return out;
}

Checked check_catalogue(const std::string& file, const CheckOptions& options) {
  Checked out;
  if (options.print || !options.set.empty())
    out.diagnostics.push_back({Severity::error, file, 0, 0, options.print ? "--print" : "--set",
                               "this is a catalogue of motors, and only mechanisms and studies have that", "leave it out"});
  if (!out.diagnostics.empty()) return out;
  const Result<MotorCatalogue> catalogue = read_motor_catalogue(file);
  out.diagnostics = catalogue.diagnostics;
  if (!catalogue) return out;
  out.summary = count(catalogue->motors.size(), "motor", "motors");
  out.facts = {{"motors", catalogue->motors.size()}};
  return out;
}

Checked check_file(const std::string& file, const CheckOptions& options) {
  switch (file_kind(file)) {
    case FileKind::study: return check_study_file(file, options);
    case FileKind::motors: return check_catalogue(file, options);
    default: return check_mechanism(file, options);  // says what is wrong with the others
  }
}

int check(const CheckOptions& options) {
  int exit_code = done;
  Json files = Json::array(), diagnostics = Json::array();
  for (const std::string& file : options.files) {
    const Checked checked = check_file(file, options);
    const bool ok =
        std::none_of(checked.diagnostics.begin(), checked.diagnostics.end(), [](const Diagnostic& d) { return d.severity == Severity::error; });
    if (!ok) exit_code = input_is_wrong;
    if (ok) report_warnings(checked.diagnostics);
    else show_diagnostics(checked.diagnostics);
    if (ok && !options.json) print(options.print ? checked.text : fmt::format("{}: ok ({})\n", file, checked.summary));
    Json entry = {{"file", file}, {"ok", ok}};
    if (ok) entry.update(checked.facts);
    if (ok && options.print) entry["text"] = checked.text;
    files.push_back(entry);
    for (const Diagnostic& d : checked.diagnostics) diagnostics.push_back(json_of(d));
  }
  if (options.json) print(to_line({{"ok", exit_code == done}, {"files", files}, {"diagnostics", diagnostics}}) + "\n");
  return exit_code;
}

}  // namespace

void add_check(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<CheckOptions>();
  CLI::App* verb = app.add_subcommand("check", "description errors with file:line:column and a hint");
  verb->add_option("FILE", options->files, "mechanism files (docs/format.md) and study files (docs/study-format.md)")->required();
  verb->add_flag("--print", options->print, "print the mechanism as one plain file: parameters, --set and repeated blocks evaluated, SI units");
  add_common(*verb, *options);
  add_yes(*verb);
  add_fill(*verb, *options);
  verb->footer(
      "Of a mechanism also its start: loops that do not close, contradictory initial values.\n"
      "Of a study also the mechanisms it names, its tasks, and the results that claims and figures refer to, without running it.\n"
      "Exit code 0 when all files are right, 2 when one is not.\n\nExample:\n  zanjir check models/arm_2r.yaml studies/benchmarks.yaml");
  verb->callback([options, &exit_code] { exit_code = check(*options); });
}

}  // namespace zanjir::app
