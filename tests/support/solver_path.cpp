#include "support/solver_path.hpp"

#include <atomic>
#include <vector>

#include "zanjir/analyse/evaluate.hpp"
#include "zanjir/formulations/registry.hpp"
#include "zanjir/model/build.hpp"
#include "zanjir/report/evaluation_report.hpp"
#include "zanjir/simulate/prepare.hpp"

namespace zanjir::test {
namespace {

constexpr int most_speeds = 16, most_rows = 30, most_steps = 25;

// A refusal says at least one thing that is wrong.
std::string without_reason(const std::vector<Diagnostic>& diagnostics, const char* where) {
  for (const Diagnostic& d : diagnostics) {
    if (d.severity == Severity::error && !d.message.empty()) return {};
  }
  return std::string(where) + " refuses without a reason";
}

std::string evaluate_all(const Model& model, const StateQuestion& question, const std::string& formulation) {
  Result<Evaluator> evaluator = Evaluator::make(model, {{"all"}, formulation, {}});
  if (!evaluator) return without_reason(evaluator.diagnostics, "eval");
  if (!evaluator->check(question, "state", 0).empty()) return {};
  const Evaluation answer = evaluator->evaluate(question);
  const std::string json = evaluation_json(model, answer);
  return json.empty() ? "eval prints nothing" : "";
}

std::string run_a_little(const Description& description, const std::string& formulation, std::uint64_t choice, PathReport& report) {
  const auto methods = stepper_methods();
  const MethodInfo& method = methods[choice % methods.size()];
  std::atomic<bool> enough = false;
  int steps = 0;
  SimulationRequest request;
  request.options.until_s = 0.02;
  request.options.stepper.method = method.name;
  request.options.stepper.rel_tol = request.options.stepper.abs_tol = 1e-6;
  if (!method.adaptive) request.options.stepper.fixed_step_s = 1e-3;
  request.options.motion.formulation = formulation;
  if (!method.projects) request.options.motion.loop_care = LoopCare::baumgarte;
  request.options.samples.accelerations = true;
  request.options.cancel = &enough;
  request.options.progress = [&](double) { enough = ++steps >= most_steps; };
  Result<Prepared> prepared = prepare(description, std::move(request));
  if (!prepared) return without_reason(prepared.diagnostics, "run");
  const RunSummary summary = run(*prepared, {});
  report.end = PathEnd::ran;
  const bool number = prepared->state.q.allFinite() && prepared->state.v.allFinite();
  if (!number) return "a run leaves a state that is not a number";
  return summary.end == RunEnd::numerics_failed && summary.why.empty() ? "a run fails without a reason" : "";
}

}  // namespace

std::uint64_t choice_of(const std::string& text) {
  std::uint64_t hash = 14695981039346656037u;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211u;
  return hash;
}

PathReport follow_description(const Result<Description>& description, std::uint64_t choice) {
  PathReport report;
  if (!description) {
    report.broken = without_reason(description.diagnostics, "the reader");
    return report;
  }
  if (description->bodies.size() > most_speeds) return {PathEnd::too_large, {}};
  const Result<Model> model = build_model(*description);
  if (!model) return {PathEnd::no_model, without_reason(model.diagnostics, "the model")};
  if (model->nv() > most_speeds || model->n_closure_rows() + model->n_spring_rows() > most_rows) return {PathEnd::too_large, {}};
  const Result<StateQuestion> start = own_start(*description, *model);
  if (!start) return {PathEnd::no_start, without_reason(start.diagnostics, "the start")};
  std::vector<std::string> able;  // those that solve for accelerations on this model
  for (const AnyFormulation& f : all_formulations()) {
    if (coverage(f, *model).forward) able.emplace_back(name_of(f));
  }
  const std::string formulation = able[(choice >> 16) % able.size()];
  report.end = PathEnd::evaluated;
  report.broken = evaluate_all(*model, *start, formulation);
  if (report.broken.empty()) report.broken = run_a_little(*description, formulation, choice, report);
  return report;
}

}  // namespace zanjir::test
