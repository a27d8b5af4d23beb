// Items of `zanjir eval` at given states, as named numbers. With several cases (states, formulations) each number is also a series over them.
#include <algorithm>
#include <limits>

#include "zanjir/analyse/evaluate.hpp"
#include "zanjir/study/tasks.hpp"

namespace zanjir {
namespace task_analyse {
namespace {

const AnalyseTask& data(const StudyTask& task) { return std::get<AnalyseTask>(task.what); }

struct Case {
  std::string name;  // state and formulation, as far as there are several
  std::string formulation;
  const StateText* state;
};

EvalRequest request(const AnalyseTask& t, const std::string& formulation) {
  EvalRequest r;
  for (const NameRef& item : t.what) r.items.push_back(item.name);
  for (const NameRef& frame : t.frames) r.frames.push_back(frame.name);
  r.in = t.in;
  r.formulation = formulation;
  return r;
}

std::vector<Case> cases(const AnalyseTask& t, const Model& model) {
  std::vector<std::string> formulations;
  for (const NameRef& f : t.formulations) {
    if (f.name != "all") formulations.push_back(f.name);
  }
  const bool all = formulations.size() < t.formulations.size();
  if (all) {
    formulations.clear();
    for (const AnyFormulation& f : all_formulations()) {
      if (Evaluator::make(model, request(t, std::string(name_of(f))))) formulations.emplace_back(name_of(f));
    }
  }
  if (formulations.empty()) formulations.emplace_back(name_of(all_formulations().front()));
  std::vector<Case> list;
  for (const StateText& state : t.states) {
    for (const std::string& formulation : formulations) {
      std::string name = state.name;
      std::string plain = formulation;
      std::replace(plain.begin(), plain.end(), '-', '_');
      if (formulations.size() > 1 || all) name += (name.empty() ? "" : ".") + plain;
      list.push_back({name, formulation, &state});
    }
  }
  return list;
}

// The position of a task stands for what Evaluator and read_question know only as words.
void report(const std::vector<Diagnostic>& problems, SourcePos at, const std::string& path, DiagnosticSink& sink) {
  for (const Diagnostic& d : problems) {
    const bool option = d.key_path.starts_with("--");
    sink.error(d.line > 0 ? SourcePos{at.file, d.line, d.column} : at, path + (d.key_path.empty() ? "" : option ? " (" + d.key_path.substr(2) + ")" : "." + d.key_path), d.message, d.hint);
  }
}

void check(const StudyTask& task, const TaskContext& context, DiagnosticSink& sink) {
  const AnalyseTask& t = data(task);
  const Model& model = context.model(task);
  const std::string path = "tasks." + task.name;
  const bool all = std::any_of(t.formulations.begin(), t.formulations.end(), [](const NameRef& f) { return f.name == "all"; });
  const std::string first = t.formulations.empty() || all ? std::string() : t.formulations.front().name;
  const Result<Evaluator> evaluator = Evaluator::make(model, request(t, first));
  if (!evaluator) return report(evaluator.diagnostics, t.what.empty() ? task.at : t.what.front().at, path, sink);
  for (std::size_t i = 1; i < t.formulations.size() && !all; ++i) {
    const Result<Evaluator> other = Evaluator::make(model, request(t, t.formulations[i].name));
    if (!other) report(other.diagnostics, t.formulations[i].at, path, sink);
  }
  for (const StateText& state : t.states) {
    const Result<StateQuestion> question = read_question(model, &state.said, "state");
    const std::string here = path + (state.name.empty() ? ".state" : ".states." + state.name);
    if (!question) report(question.diagnostics, state.at, here, sink);
    else report(evaluator->check(*question, "state", 0), state.at, here, sink);
  }
}

// The number of this name, most likely at `guess`. Cases may differ in what they have, as in branches of `ik`: NaN, where there is none.
double value_of(const std::vector<Number>& row, const std::string& name, std::size_t guess) {
  if (guess < row.size() && row[guess].name == name) return row[guess].value;
  const auto found = std::find_if(row.begin(), row.end(), [&](const Number& n) { return n.name == name; });
  return found == row.end() ? std::numeric_limits<double>::quiet_NaN() : found->value;
}

TaskResult run(const StudyTask& task, const TaskContext& context) {
  const AnalyseTask& t = data(task);
  const Model& model = context.model(task);
  TaskResult out;
  const std::vector<Case> list = cases(t, model);
  std::vector<std::vector<Number>> numbers(list.size());
  for (std::size_t i = 0; i < list.size(); ++i) {
    Result<Evaluator> evaluator = Evaluator::make(model, request(t, list[i].formulation));
    const Evaluation evaluation = evaluator->evaluate(*read_question(model, &list[i].state->said, "state"));
    if (!evaluation.solved()) {
      out.status = TaskStatus::failed;
      out.why = (list[i].name.empty() ? "" : list[i].name + ": ") + evaluation.failures.front();
      return out;
    }
    for (const auto& [item, value] : evaluation.items) {
      for_each_number(value, std::string(item), [&](const std::string& name, std::string_view unit, double number) { numbers[i].push_back({name, std::string(unit), number}); });
    }
    context.progress.update(static_cast<double>(i + 1) / static_cast<double>(list.size()));
  }
  for (std::size_t i = 0; i < list.size(); ++i) {
    for (const Number& n : numbers[i]) out.numbers.push_back({(list[i].name.empty() ? "" : list[i].name + ".") + n.name, n.unit, n.value});
  }
  const bool series = list.size() > 1 || !list.front().name.empty();
  if (!series) return out;
  out.abscissa = {"case", "1", {}};
  for (std::size_t i = 0; i < list.size(); ++i) {
    out.abscissa.values.push_back(static_cast<double>(i + 1));
    out.texts.push_back({"case " + std::to_string(i + 1), list[i].name});
  }
  for (std::size_t k = 0; k < numbers.front().size(); ++k) {
    Series s{numbers.front()[k].name, numbers.front()[k].unit, {}};
    for (const auto& row : numbers) s.values.push_back(value_of(row, s.name, k));
    out.series.push_back(std::move(s));
  }
  return out;
}

}  // namespace
}  // namespace task_analyse

TaskKind analyse_kind() {
  using namespace task_analyse;
  return {check, nullptr, run};
}

}  // namespace zanjir
