// Agreement of the formulations, as numbers and as a table.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "zanjir/study/task_options.hpp"
#include "zanjir/verify/agreement.hpp"

namespace zanjir {
namespace task_verify {
namespace {

using namespace schema;

struct VerifyTask {
  int states = 50;
  std::uint64_t seed = 1;
  double tolerance = 1;
};
const VerifyTask& data(const StudyTask& task) { return std::any_cast<const VerifyTask&>(task.what); }

constexpr TaskOption<VerifyTask> options[] = {
    task_keys::kind("verify"),
    task_keys::model,
    whole_number<&VerifyTask::states>(integer_key("states", optional, "50", "How many random states.", Range::positive, 50), 1, 1'000'000),
    whole_number<&VerifyTask::seed>(integer_key("seed", optional, "1", "Of the random states.", Range::non_negative, 1), 0, largest_seed),
    option<&VerifyTask::tolerance>({"tolerance", Kind::number, optional, "1", "Multiplies every bound.", dimension::number, Range::non_negative, 1}),
};
constexpr auto own_keys = keys_of(options);
constexpr std::string_view text =
    "What `zanjir verify` does. Results: `agrees` (1 or 0), `worst` (largest difference as a fraction of its bound), `comparisons` (how many were "
    "made; a task without any\n"
    "fails), `vdot`, `tau`, `reactions` (largest relative differences between any two formulations; no number where none was compared), `condition`, "
    "`formulations` (how many took "
    "part), `states`.";
constexpr std::string_view example = R"yaml(zanjir_study: 1
models: {pendulum: {file: pendulum.yaml}}
tasks:
  agreement: {kind: verify, model: pendulum, states: 20, seed: 1, tolerance: 1}
claims:
  - {id: agree, by: ours, source: six formulations, said: {value: 1}, compute: agreement.agrees}
)yaml";
const schema::Object keys{"Task `verify`", "tasks.<name>", text, own_keys, example};

void read(StudyReader& reader, ObjectReader& object, StudyTask& task) { task.what = read_options(reader, object, options); }

std::string cell(const Worst& w) { return w.n == 0 ? "-" : fmt::format("{:.1e}", w.error); }

std::optional<TaskResult> outline(const StudyTask&, const TaskContext&) {
  TaskResult out;
  for (const char* name : {"agrees", "worst", "comparisons", "vdot", "tau", "reactions", "condition", "formulations", "states"})
    out.add(name, "1", 0);
  return out;
}

TaskResult run(const StudyTask& task, const TaskContext& context) {
  const VerifyTask& t = data(task);
  VerifyOptions how{t.states, t.seed, t.tolerance,
                    [&](int done, int of, std::string_view) { context.progress.update(static_cast<double>(done) / of); }};
  how.cancel = &context.cancel;
  const Verification v = verify(context.model(task), how);
  if (context.cancel) return cancelled_task();
  TaskResult out;
  double worst = 0;
  Worst vdot, tau, reactions;  // of every pair: never compared, or not a number, is no agreement
  ResultTable table{fmt::format("Agreement of formulations at {} random states, largest relative difference", v.n_states),
                    {"formulations", "vdot", "tau", "reactions", "bound"},
                    {}};
  for (const PairAgreement& p : v.pairs) {
    const Worst* nearest = &p.vdot;
    for (const Worst* w : {&p.vdot, &p.tau, &p.reactions, &p.ill_vdot, &p.ill_tau, &p.ill_reactions, &p.limits}) {
      if (w->n > 0) worst = std::max(worst, w->ratio());
      if (w->n > 0 && w->ratio() > nearest->ratio()) nearest = w;
    }
    const auto join = [](Worst& all, const Worst& pair) {
      if (pair.n > 0) all.take(pair.error, 1, 1, pair.state, pair.where);
    };
    join(vdot, p.vdot), join(tau, p.tau), join(reactions, p.reactions);
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
  out.add("comparisons", "1", v.n_comparisons());
  const auto largest = [](const Worst& w) { return w.n > 0 ? w.error : std::nan(""); };
  out.add("vdot", "1", largest(vdot));
  out.add("tau", "1", largest(tau));
  out.add("reactions", "1", largest(reactions));
  out.add("condition", "1", v.largest_condition);
  out.add("formulations", "1", n_formulations);
  out.add("states", "1", v.n_states);
  if (!v.agrees()) out.texts.push_back({"problem", v.problem});
  out.tables = {std::move(table), std::move(checks)};
  if (v.n_comparisons() == 0) out.status = TaskStatus::failed, out.why = v.problem;
  return out;
}

}  // namespace
}  // namespace task_verify

extern const TaskKind verify_task;
const TaskKind verify_task{"verify", task_verify::keys, {}, task_verify::read, nothing_to_check, task_verify::outline, task_verify::run};

}  // namespace zanjir
