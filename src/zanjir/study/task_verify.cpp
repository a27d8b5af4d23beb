// Agreement of the formulations, as numbers and as a table.
#include <fmt/format.h>

#include "zanjir/verify/agreement.hpp"
#include "zanjir/study/tasks.hpp"

namespace zanjir {
namespace task_verify {
namespace {

const VerifyTask& data(const StudyTask& task) { return std::get<VerifyTask>(task.what); }
std::string cell(const Worst& w) { return w.n == 0 ? "-" : fmt::format("{:.1e}", w.error); }

const std::vector<std::string> verify_results = {"agrees", "worst", "vdot", "tau", "reactions", "condition", "formulations", "states"};

TaskResult run(const StudyTask& task, const TaskContext& context) {
  const VerifyTask& t = data(task);
  const VerifyOptions how{t.states, t.seed, t.tolerance,
                          [&](int done, int of) { context.progress.update(static_cast<double>(done) / of); }};
  const Verification v = verify(context.model(task), how);
  TaskResult out;
  double worst = 0, vdot = 0, tau = 0, reactions = 0;
  ResultTable table{fmt::format("Agreement of formulations at {} random states, largest relative difference", v.n_states),
                    {"formulations", "vdot", "tau", "reactions", "bound"},
                    {}};
  for (const PairAgreement& p : v.pairs) {
    const Worst* nearest = &p.vdot;
    for (const Worst* w : {&p.vdot, &p.tau, &p.reactions, &p.ill_vdot, &p.ill_tau, &p.ill_reactions}) {
      if (w->n > 0) worst = std::max(worst, w->ratio());
      if (w->n > 0 && w->ratio() > nearest->ratio()) nearest = w;
    }
    vdot = std::max(vdot, p.vdot.error);
    tau = std::max(tau, p.tau.error);
    reactions = std::max(reactions, p.reactions.error);
    if (p.vdot.n + p.tau.n + p.reactions.n > 0)
      table.rows.push_back({p.a + " – " + p.b, cell(p.vdot), cell(p.tau), cell(p.reactions), fmt::format("{:.1e}", nearest->bound)});
  }
  ResultTable checks{"Consistency with kinematics and energy", {"check", "error", "bound", "what"}, {}};
  for (const Check& c : v.checks) {
    if (c.worst.n == 0) continue;
    worst = std::max(worst, c.worst.ratio());
    checks.rows.push_back({c.name, cell(c.worst), fmt::format("{:.1e}", c.worst.bound), c.meaning});
  }
  int n_formulations = 0;
  for (const Participant& p : v.participants) n_formulations += p.takes_part;
  out.add("agrees", "1", v.agrees() ? 1 : 0);
  out.add("worst", "1", worst);
  out.add("vdot", "1", vdot);
  out.add("tau", "1", tau);
  out.add("reactions", "1", reactions);
  out.add("condition", "1", v.largest_condition);
  out.add("formulations", "1", n_formulations);
  out.add("states", "1", v.n_states);
  if (!v.agrees()) out.texts.push_back({"problem", v.problem});
  out.tables = {std::move(table), std::move(checks)};
  return out;
}

}  // namespace
}  // namespace task_verify

TaskKind verify_kind() {
  using namespace task_verify;
  return {[](const StudyTask&, const TaskContext&, DiagnosticSink&) {}, [](const StudyTask&, const TaskContext&) { return verify_results; },
          run};
}

}  // namespace zanjir
