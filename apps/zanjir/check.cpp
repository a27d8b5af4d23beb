// zanjir check FILE...: is the description right? Errors with file:line:column and a hint.
#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "verbs.hpp"
#include "zanjir/analyse/state_question.hpp"
#include "zanjir/report/json_values.hpp"

namespace zanjir::app {
namespace {

struct Options : Common {
  std::vector<std::string> files;
};

std::string summary(const Model& model) {
  const auto count = [](std::size_t n, const char* one, const char* many) { return fmt::format("{} {}", n, n == 1 ? one : many); };
  const std::size_t sections = model.sections().size();  // of elastic bodies: neither bodies nor joints of the file
  return fmt::format("{}, {}, {}", count(model.bodies().size() - 1 - sections, "body", "bodies"), count(model.joints().size() - sections, "joint", "joints"),
                     count(static_cast<std::size_t>(model.nv()), "speed", "speeds"));
}

// The model of a file, with a warning about what is inside the ground or beyond a stop where it starts: a run would be refused.
Result<Model> checked_model(const std::string& file, const Common& common) {
  Result<Description> description = load_description(file, common);
  if (!description) return {std::nullopt, std::move(description.diagnostics)};
  Result<Model> model = build_model(*description);
  model.diagnostics.insert(model.diagnostics.begin(), description.diagnostics.begin(), description.diagnostics.end());
  if (!model || (model->contacts().empty() && description->stops.empty())) return model;
  const Result<StateQuestion> start = read_question(*model, "{}", file);
  if (!start) return model;  // where it starts is not closed: that is for `run` to say
  for (Diagnostic& d : start_problems(*description, *model, start->state)) {
    d.severity = Severity::warning;
    d.hint = "no run begins there: " + d.hint;
    model.diagnostics.push_back(std::move(d));
  }
  return model;
}

int check(const Options& options) {
  int exit_code = done;
  Json files = Json::array(), diagnostics = Json::array();
  for (const std::string& file : options.files) {
    const Result<Model> model = checked_model(file, options);
    if (!model) exit_code = input_is_wrong;
    if (model) report_warnings(model.diagnostics);
    else std::fputs(to_text(model.diagnostics).c_str(), stderr);
    if (model && !options.json) print(fmt::format("{}: ok ({}: {})\n", file, model->name(), summary(*model)));
    Json entry = {{"file", file}, {"ok", static_cast<bool>(model)}};
    if (model) entry.update({{"model", model->name()}, {"bodies", model->bodies().size() - 1}, {"joints", model->joints().size()}, {"nq", model->nq()}, {"nv", model->nv()}});
    files.push_back(entry);
    for (const Diagnostic& d : model.diagnostics) diagnostics.push_back(json_of(d));
  }
  if (options.json) print(to_line({{"ok", exit_code == done}, {"files", files}, {"diagnostics", diagnostics}}) + "\n");
  return exit_code;
}

}  // namespace

void add_check(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<Options>();
  CLI::App* verb = app.add_subcommand("check", "description errors with file:line:column and a hint");
  verb->add_option("FILE", options->files, "mechanism files")->required();
  add_common(*verb, *options);
  verb->footer("Exit code 0 when all files are right, 2 when one is not.\n\nExample:\n  zanjir check models/arm_2r.yaml models/pendulum.yaml");
  verb->callback([options, &exit_code] { exit_code = check(*options); });
}

}  // namespace zanjir::app
