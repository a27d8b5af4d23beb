// zanjir check FILE...: is the mechanism, or the study, right? Errors with file:line:column and a hint.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

#include "verbs.hpp"
#include "zanjir/model/build.hpp"
#include "zanjir/terms/assembler.hpp"
#include "zanjir/report/json_values.hpp"
#include "zanjir/simulate/prepare.hpp"
#include "zanjir/study/run_study.hpp"

namespace zanjir::app {
namespace {

struct Options : Common {
  std::vector<std::string> files;
};

struct Checked {  // one file
  std::vector<Diagnostic> diagnostics;
  std::string summary;           // when nothing is wrong
  Json facts = Json::object();
};

std::string count(std::size_t n, const char* one, const char* many) { return fmt::format("{} {}", n, n == 1 ? one : many); }

// The model of a file, with a warning about what is inside the ground or beyond a stop where it starts: a run would be refused.
Result<Model> checked_model(const std::string& file, const Common& common) {
  Result<Description> description = load_description(file, common);
  if (!description) return {std::nullopt, std::move(description.diagnostics)};
  Result<Model> model = build_model(*description);
  model.diagnostics.insert(model.diagnostics.begin(), description.diagnostics.begin(), description.diagnostics.end());
  if (!model || (model->contacts().empty() && description->stops.empty())) return model;
  const Result<StateQuestion> start = initial_question(*model, file);
  if (!start) return model;  // where it starts is not closed: that is for `run` to say
  for (Diagnostic& d : start_problems(*description, *model, start->state)) {
    d.severity = Severity::warning;
    d.hint = "no run begins there: " + d.hint;
    model.diagnostics.push_back(std::move(d));
  }
  return model;
}

Checked check_mechanism(const std::string& file, const Options& options) {
  Result<Model> model = checked_model(file, options);
  Checked out{std::move(model.diagnostics), "", {}};
  if (!model) return out;
  const std::size_t sections = model->sections().size();  // of elastic bodies: neither bodies nor joints of the file
  const std::size_t bodies = model->bodies().size() - 1 - sections, joints = model->joints().size() - sections;
  out.summary = fmt::format("{}: {}, {}, {}", model->name(), count(bodies, "body", "bodies"), count(joints, "joint", "joints"), count(static_cast<std::size_t>(model->nv()), "speed", "speeds"));
  out.facts = {{"model", model->name()}, {"bodies", bodies}, {"joints", joints}, {"nq", model->nq()}, {"nv", model->nv()}};
  return out;
}

// The study with everything it names, as far as it can be judged without running it.
Checked check_study_file(const std::string& file, const Options& options) {
  Checked out;
  const Overrides overrides = read_overrides(options, out.diagnostics);
  if (!out.diagnostics.empty()) return out;
  Result<Study> study = read_study(file, overrides);
  out.diagnostics = std::move(study.diagnostics);
  if (!study) return out;
  const std::vector<Diagnostic> more = check_study(*study);
  out.diagnostics.insert(out.diagnostics.end(), more.begin(), more.end());
  out.summary = fmt::format("{}: {}, {}, {}, {}", study->name, count(study->models.size(), "model", "models"), count(study->tasks.size(), "task", "tasks"),
                            count(study->figures.size(), "figure", "figures"), count(study->claims.size(), "claim", "claims"));
  out.facts = {{"study", study->name}, {"models", study->models.size()}, {"tasks", study->tasks.size()}, {"figures", study->figures.size()}, {"claims", study->claims.size()}};
  return out;
}

int check(const Options& options) {
  int exit_code = done;
  Json files = Json::array(), diagnostics = Json::array();
  for (const std::string& file : options.files) {
    const Checked checked = is_study_file(file) ? check_study_file(file, options) : check_mechanism(file, options);
    const bool ok = std::none_of(checked.diagnostics.begin(), checked.diagnostics.end(), [](const Diagnostic& d) { return d.severity == Severity::error; });
    if (!ok) exit_code = input_is_wrong;
    if (ok) report_warnings(checked.diagnostics);
    else std::fputs(to_text(checked.diagnostics).c_str(), stderr);
    if (ok && !options.json) print(fmt::format("{}: ok ({})\n", file, checked.summary));
    Json entry = {{"file", file}, {"ok", ok}};
    if (ok) entry.update(checked.facts);
    files.push_back(entry);
    for (const Diagnostic& d : checked.diagnostics) diagnostics.push_back(json_of(d));
  }
  if (options.json) print(to_line({{"ok", exit_code == done}, {"files", files}, {"diagnostics", diagnostics}}) + "\n");
  return exit_code;
}

}  // namespace

void add_check(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<Options>();
  CLI::App* verb = app.add_subcommand("check", "description errors with file:line:column and a hint");
  verb->add_option("FILE", options->files, "mechanism files (docs/format.md) and study files (docs/study-format.md)")->required();
  add_common(*verb, *options);
  verb->footer("Of a study also the mechanisms it names, its tasks, and the results that claims and figures refer to, without running it.\n"
                "Exit code 0 when all files are right, 2 when one is not.\n\nExample:\n  zanjir check models/arm_2r.yaml studies/benchmarks.yaml");
  verb->callback([options, &exit_code] { exit_code = check(*options); });
}

}  // namespace zanjir::app
