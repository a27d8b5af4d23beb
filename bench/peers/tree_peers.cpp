// Trees side by side with peers, on the same robots and states; results are compared before anything is timed. `kernels`: our kernels on every
// instruction set beside the peer's calls. `calls`: what a user calls, a Solver and the face (Dynamics), on models that are read from files, beside
// what he would call there; the kernel alone is there to be seen.
#include <fmt/format.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "peers/load.hpp"
#include "support/mechanisms.hpp"
#include "support/subject.hpp"

namespace zanjir::bench {

namespace {

struct Player {
  Contestant contestant;
  std::function<std::vector<double>()> result;
};

std::vector<double> numbers(const VecX& a) { return {a.data(), a.data() + a.size()}; }

// The lower triangle by rows, zero elsewhere.
std::vector<double> lower(const double* M, int n, bool by_rows) {
  std::vector<double> out(static_cast<std::size_t>(n * n), 0.0);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j) out[static_cast<std::size_t>(i * n + j)] = by_rows ? M[i * n + j] : M[j * n + i];
  return out;
}

std::vector<double> comparable(Task task, std::vector<double> result, int nv) {
  return task == Task::mass_matrix ? lower(result.data(), nv, true) : result;
}

void add_peers(std::vector<Player>& all, const std::vector<const Peer*>& peers, const std::vector<PeerRobot>& robots, Task task, const Json& who,
               std::size_t n_numbers, int nv) {
  for (std::size_t i = 0; i < peers.size(); ++i) {
    for (int variant = 0; variant < peers[i]->n_variants; ++variant) {
      const Peer* p = peers[i];
      void* r = robots[i].get();
      if (!p->run(r, static_cast<int>(task), variant, 1)) continue;
      Json row = who;
      row["who"] = p->library;
      row["how"] = fmt::format("{}, {}", p->compiler, p->variant_name(static_cast<int>(task), variant));
      all.push_back({{row, [=](int calls) { p->run(r, static_cast<int>(task), variant, calls); }}, [=] {
                       std::vector<double> a(n_numbers, 0.0);
                       p->result(r, static_cast<int>(task), variant, a.data());
                       return comparable(task, a, nv);
                     }});
    }
  }
}

void compare(std::vector<Player>& all, Task task, const Options& options, Json& list) {
  // Different algorithms for one state: rounding, amplified by the condition of M in forward dynamics of long chains.
  const double allowed = task == Task::forward_dynamics ? 1e-6 : 1e-10;
  std::vector<double> ours;
  for (Player& p : all) {
    p.contestant.run(1);
    if (ours.empty()) ours = p.result();
    const double off = off_by(ours, p.result());
    if (!(off <= allowed)) give_up(fmt::format("{} differs from the first by {}", p.contestant.row.dump(), off));
  }
  std::vector<Contestant> contestants;
  for (Player& p : all) contestants.push_back(std::move(p.contestant));
  take_turns(contestants, options);
  for (const Contestant& c : contestants) list.push_back(c.result());
}

void compare_kernels(const std::string& name, const std::vector<const Peer*>& peers, const Options& options, Json& list) {
  const Robot robot = tables_of(name);
  const BenchState state = state_of(robot);
  std::vector<PeerRobot> robots;
  for (const Peer* peer : peers)
    robots.push_back(make_robot(*peer, robot.tables(), state.q.data(), state.v.data(), state.vdot.data(), state.tau.data()));
  std::vector<std::pair<const char*, std::unique_ptr<Subject>>> subjects;
  for (const char* isa : {"base", "avx2", "avx512"})
    if (const auto* f = kernels::functions_for(isa, 1)) subjects.emplace_back(isa, std::make_unique<Subject>(robot.tables(), state, *f));
  for (const Task task : all_tasks) {
    const Json who = {{"robot", name}, {"task", name_of(task)}};
    std::vector<Player> all;
    for (auto& [isa, subject] : subjects) {
      Json row = who;
      row["who"] = "kernel";
      row["how"] = isa;
      Subject* s = subject.get();
      all.push_back({{row, [=](int calls) { s->run(task, calls); }}, [=] { return comparable(task, s->result(task), robot.nv); }});
    }
    add_peers(all, peers, robots, task, who, subjects[0].second->result(task).size(), robot.nv);
    compare(all, task, options, list);
  }
}

void compare_calls(const std::string& name, const Settings& set, const std::vector<const Peer*>& peers, const Options& options, Json& list) {
  TimedMechanism mechanism(name, set);
  TimedFace face(mechanism);
  const Model& model = mechanism.model();
  const int nv = model.nv();
  const BenchState state = {numbers(mechanism.state().q), numbers(mechanism.state().v), numbers(mechanism.vdot()), numbers(mechanism.tau())};
  Subject kernel(model.tables(), state, kernels::functions());
  TimedBatch batch(mechanism);
  std::vector<PeerRobot> robots;
  for (const Peer* peer : peers)
    robots.push_back(make_robot(*peer, model.tables(), state.q.data(), state.v.data(), state.vdot.data(), state.tau.data()));
  for (const Task task : {Task::inverse_dynamics, Task::forward_dynamics, Task::mass_matrix}) {
    const Json who = {{"robot", set.empty() ? name : fmt::format("{} {}", name, nv)}, {"task", name_of(task)}};
    std::vector<Player> all;
    const auto add = [&](const char* call, std::function<void(int)> run, std::function<std::vector<double>()> result) {
      Json row = who;
      row["who"] = call;
      row["how"] = kernels::functions().isa;
      all.push_back({{row, std::move(run)}, std::move(result)});
    };
    add(
        "kernel", [&](int calls) { kernel.run(task, calls); }, [&] { return comparable(task, kernel.result(task), nv); });
    if (task == Task::mass_matrix) {
      add(
          "Dynamics::mass_matrix", [&](int calls) { face.mass_matrix(calls); }, [&] { return lower(face.M().data(), nv, false); });
    } else if (task == Task::forward_dynamics) {
      add(
          "Solver::solve", [&](int calls) { mechanism.run(Ask::forward, Asked::solver, calls); }, [&] { return numbers(mechanism.solution().vdot); });
      add(
          "Dynamics::forward", [&](int calls) { face.forward(calls); }, [&] { return numbers(face.found()); });
    } else {
      add(
          "Solver::solve", [&](int calls) { mechanism.run(Ask::inverse, Asked::solver, calls); }, [&] { return numbers(mechanism.solution().tau); });
      add(
          "Dynamics::inverse", [&](int calls) { face.inverse(calls); }, [&] { return numbers(face.found()); });
    }
    if (task != Task::mass_matrix) {
      const Ask ask = task == Task::forward_dynamics ? Ask::forward : Ask::inverse;
      add(
          task == Task::forward_dynamics ? "BatchSolver::forward" : "BatchSolver::inverse", [&batch, ask](int calls) { batch.run(ask, calls); },
          [&batch, ask] { return numbers(batch.first(ask)); });
      all.back().contestant.row["how"] = fmt::format("{}, {} lanes", kernels::functions().isa, batch.lanes());
      all.back().contestant.states = TimedBatch::states;
    }
    add_peers(all, peers, robots, task, who, kernel.result(task).size(), nv);
    compare(all, task, options, list);
  }
}

}  // namespace

void tree_peers(const Options& options, Json& results) {
  const std::vector<const Peer*> peers = load_peers(options, results);
  for (const char* name : {"arm6", "arm7", "humanoid30", "chain10", "chain30", "chain100", "chain300"}) {
    if (options.quick && std::string(name) != "arm6") continue;
    compare_kernels(name, peers, options, results["kernels"]);
  }
  for (const char* name : {"arm_6r", "arm_7r", "humanoid"}) compare_calls(name, {}, peers, options, results["calls"]);
  compare_calls("chain_spatial", {{"n", "30"}}, peers, options, results["calls"]);
}

}  // namespace zanjir::bench
