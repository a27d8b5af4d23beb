#include "zanjir/study/tasks.hpp"

#include <algorithm>

#include "zanjir/language/values.hpp"
#include "zanjir/formulations/registry.hpp"
#include "zanjir/terms/quantities.hpp"

namespace zanjir {

TaskKinds all_task_kinds() {
  return {{"simulate", simulate_kind()}, {"inverse", inverse_kind()}, {"analyse", analyse_kind()}, {"verify", verify_kind()}, {"compare", compare_kind()}, {"contact", contact_kind()}};
}

bool wanted_output(const std::vector<NameRef>& outputs, std::string_view name) {
  return outputs.empty() || std::any_of(outputs.begin(), outputs.end(), [&](const NameRef& o) {
           return is_or_is_below(name, o.name);
         });
}

void check_outputs(const std::vector<NameRef>& outputs, const std::vector<std::string>& names, const std::string& path, DiagnosticSink& sink) {
  for (const NameRef& output : outputs) {
    const bool known = std::any_of(names.begin(), names.end(), [&](const std::string& name) { return is_or_is_below(name, output.name); });
    if (!known) sink.error(output.at, path + ".outputs", "the task has no result '" + output.name + "'", did_you_mean(output.name, names));
  }
}

std::vector<double> drawn_instants(const Study& study, std::string_view task) {
  std::vector<double> instants;
  for (const StudyFigure& figure : study.figures) {
    for (const FigurePosture& posture : figure.postures) {
      if (posture.task.name == task) instants.insert(instants.end(), posture.at_s.begin(), posture.at_s.end());
    }
  }
  std::sort(instants.begin(), instants.end());
  instants.erase(std::unique(instants.begin(), instants.end()), instants.end());
  return instants;
}

void check_formulation(const std::string& name, const Model& model, SourcePos at, const std::string& path, DiagnosticSink& sink) {
  const auto found = find_formulation(name);
  if (!found) {
    std::vector<std::string> known;
    for (const AnyFormulation& f : all_formulations()) known.emplace_back(name_of(f));
    sink.error(at, path, "no formulation '" + name + "'", did_you_mean(name, known));
    return;
  }
  const Coverage covers = coverage(*found, model);
  if (!covers.inverse)
    sink.error(at, path, "'" + name + "' gives no forces here: " + covers.why_not, "`zanjir info` lists who covers what");
}

}  // namespace zanjir
