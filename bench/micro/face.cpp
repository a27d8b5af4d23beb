// What the C++ face adds to what it stands on, microseconds per call:
//   face_cost [SWEEPS]
// Trees: Dynamics::forward beside the kernel of articulated bodies by itself, from q and v. Loops: beside a solve of newton-euler with its rank kept. The two
// take turns, so that a slow moment of the machine hits both; the ratio is that of the smallest times. Last, a sample of an inverse task of a study, with all
// that belongs to it (laws, assembly, solution, quantities, series), beside the bare inverse dynamics with reactions.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

#include "support/harness.hpp"
#include "support/mechanisms.hpp"
#include "zanjir/study/run_study.hpp"
#include "zanjir/zanjir.hpp"

namespace zanjir::bench {
namespace {

struct Pair {
  double below_s = 0, face_s = 0;
};

Pair take_turns(int sweeps, const std::function<void(int)>& below, const std::function<void(int)>& face) {
  const int calls = std::max(1, calls_lasting(0.002, below));
  std::vector<double> times[2];
  const std::function<void(int)>* runs[2] = {&below, &face};
  for (int sweep = 0; sweep < sweeps; ++sweep) {
    for (int i = 0; i < 2; ++i) {
      const double start = thread_seconds();
      (*runs[i])(calls);
      times[i].push_back((thread_seconds() - start) / calls);
    }
  }
  return {smallest(times[0]), smallest(times[1])};
}

// Our side of both: the same state and forces as the one below.
struct Face {
  explicit Face(const std::string& name)
      : mechanism(zanjir::Mechanism::load(models_folder() + "/" + name + ".yaml")),
        dynamics(mechanism.dynamics()),
        state(mechanism.assemble()),
        tau(VecX::Ones(static_cast<Eigen::Index>(mechanism.speeds().size()))),
        vdot(tau.size()) {}
  void run(int calls) {
    for (int i = 0; i < calls; ++i) dynamics.forward(state, tau, vdot);
  }
  zanjir::Mechanism mechanism;
  Dynamics dynamics;
  MechanismState state;
  VecX tau, vdot;
};

void print(const std::string& name, const char* below, const Pair& p) {
  fmt::print("| {} | {} | {:.3f} | {:.3f} | {:.3f} |\n", name, below, 1e6 * p.below_s, 1e6 * p.face_s, p.face_s / p.below_s);
}

void time_tree(const std::string& name, int sweeps) {
  Face face(name);
  const Mechanism other(name);
  const Model& model = other.model();
  const auto& f = kernels::functions();
  Workspace ws(model);
  const VecX q = face.state.q(), v = face.state.v();
  VecX tau = face.tau, vdot(model.nv());
  print(name, "forward_dynamics of the kernels",
        take_turns(
            sweeps,
            [&](int calls) {
              for (int i = 0; i < calls; ++i) {
                f.forward_dynamics(model.tables(), kernels::Known::nothing, q.data(), v.data(), nullptr, nullptr, ws.tree.data(), tau.data(),
                                   vdot.data());
              }
            },
            [&](int calls) { face.run(calls); }));
}

void time_loop(const std::string& name, int sweeps) {
  Face face(name);
  Mechanism other(name);
  print(name, "newton-euler, rank kept",
        take_turns(
            sweeps, [&](int calls) { other.run(LoopTask::forward, calls); }, [&](int calls) { face.run(calls); }));
}

// Seconds of a task with so many samples, reading and building left out of the difference of two of them.
double task_seconds(const std::string& keys, int samples) {
  Result<Study> study = read_study_text(
      fmt::format("zanjir_study: 1\nmodels: {{m: {{file: rrr_3.yaml}}}}\ntasks: {{a: {{kind: inverse, model: m, until: {} ms, every: 1 ms, {}}}}}\n",
                  samples, keys),
      "bench", {}, models_folder());
  if (!study) std::fputs(to_text(study.diagnostics).c_str(), stderr), std::exit(1);
  Progress quiet;
  const double start = thread_seconds();
  const Result<StudyOutcome> outcome = run_study(std::move(*study), quiet, never_cancelled());
  const double spent = thread_seconds() - start;
  if (!outcome || !outcome->finished()) std::fputs("the task has failed\n", stderr), std::exit(1);
  return spent;
}

void time_inverse_task(const char* name, const std::string& keys, int sweeps) {
  constexpr int few = 100, many = 2100;
  Mechanism other("rrr_3");
  const int calls = calls_lasting(0.002, [&](int n) { other.run(LoopTask::inverse_with_reactions, n); });
  std::vector<double> bare, samples;
  for (int sweep = 0; sweep < std::max(3, sweeps / 10); ++sweep) {
    const double start = thread_seconds();
    other.run(LoopTask::inverse_with_reactions, calls);
    bare.push_back((thread_seconds() - start) / calls);
    samples.push_back((task_seconds(keys, many) - task_seconds(keys, few)) / (many - few));
  }
  print("rrr_3", name, {smallest(bare), smallest(samples)});
}

}  // namespace
}  // namespace zanjir::bench

int main(int argc, char** argv) {
  const int sweeps = argc > 1 ? std::atoi(argv[1]) : 101;
  fmt::print("Microseconds per call, smallest of {} sweeps; set {}\n\n| model | below | below | face | ratio |\n|---|---|---|---|---|\n", sweeps,
             zanjir::kernels::functions().isa);
  for (const char* name : {"arm_6r", "humanoid"}) zanjir::bench::time_tree(name, sweeps);
  for (const char* name : {"four_bar", "rrr_3", "stewart"}) zanjir::bench::time_loop(name, sweeps);
  const std::string along = "x: \"0.02 m*cos(2*t/1 s)\", y: \"0.02 m*sin(2*t/1 s)\"";
  zanjir::bench::time_inverse_task("inverse, sample of a task that leads coordinates",
                                   "motion: {pose: {" + along + ", angle: 0 rad}}, outputs: [A1.force, A2.force, A3.force]", sweeps);
  zanjir::bench::time_inverse_task("inverse, sample of a task that leads a frame",
                                   "motion: {platform: {" + along + ", turn: {axes: [z], angles: [0 rad]}}}, outputs: [A1.force, A2.force, A3.force]",
                                   sweeps);
  zanjir::bench::time_inverse_task("inverse, the same with every quantity", "motion: {pose: {" + along + ", angle: 0 rad}}", sweeps);
}
