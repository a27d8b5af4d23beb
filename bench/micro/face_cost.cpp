// What the C++ face adds to what it stands on. Trees: the kernel, a Solver, Dynamics. Loops: newton-euler with the rank given, a Solver that keeps
// it, Dynamics. Last, a sample of an inverse task of a study, with all that belongs to it (laws, assembly, solution, quantities, series), beside
// the bare inverse dynamics with reactions.
#include <fmt/format.h>

#include <string>
#include <vector>

#include "support/mechanisms.hpp"
#include "support/report.hpp"
#include "support/subject.hpp"
#include "zanjir/study/run_study.hpp"

namespace zanjir::bench {

namespace {

void time_calls(const std::string& name, const Options& options, Json& results) {
  TimedMechanism mechanism(name);
  TimedFace face(mechanism);
  const Model& model = mechanism.model();
  const bool tree = model.constraints().empty();
  const auto numbers = [](const VecX& a) { return std::vector<double>(a.data(), a.data() + a.size()); };
  Subject kernel(model.tables(), {numbers(mechanism.state().q), numbers(mechanism.state().v), numbers(mechanism.vdot()), numbers(mechanism.tau())},
                 kernels::functions());
  std::vector<Contestant> all;
  if (tree) all.push_back({{{"mechanism", name}, {"call", "kernel"}}, [&](int calls) { kernel.run(Task::forward_dynamics, calls); }});
  else
    all.push_back(
        {{{"mechanism", name}, {"call", "newton-euler, rank given"}}, [&](int calls) { mechanism.run(Ask::forward, Asked::newton_euler, calls); }});
  all.push_back({{{"mechanism", name}, {"call", "Solver::solve"}}, [&](int calls) { mechanism.run(Ask::forward, Asked::solver, calls); }});
  all.push_back({{{"mechanism", name}, {"call", "Dynamics::forward"}}, [&](int calls) { face.forward(calls); }});
  take_turns(all, options);
  for (const Contestant& c : all) results["forward"].push_back(c.result());
}

// Seconds of a task with so many samples; reading and building are left out by the difference of two of them.
double task_seconds(const std::string& keys, int samples) {
  Result<Study> study = read_study_text(
      fmt::format("zanjir_study: 1\nmodels: {{m: {{file: rrr_3.yaml}}}}\ntasks: {{a: {{kind: inverse, model: m, until: {} ms, every: 1 ms, {}}}}}\n",
                  samples, keys),
      "bench", {}, NamedFiles(models_folder()));
  if (!study) give_up(to_text(study.diagnostics));
  Progress quiet;
  const double start = thread_seconds();
  const Result<StudyOutcome> outcome = run_study(std::move(*study), quiet, never_cancelled());
  const double spent = thread_seconds() - start;
  if (!outcome || !outcome->finished()) give_up("the task has failed");
  return spent;
}

void time_inverse_tasks(const Options& options, Json& results) {
  constexpr int few = 100, many = 2100;
  const std::string along = "x: \"0.02 m*cos(2*t/1 s)\", y: \"0.02 m*sin(2*t/1 s)\"", torques = ", outputs: [A1.force, A2.force, A3.force]";
  const std::string keys[] = {"motion: {pose: {" + along + ", angle: 0 rad}}" + torques,
                              "motion: {platform: {" + along + ", turn: {axes: [z], angles: [0 rad]}}}" + torques,
                              "motion: {pose: {" + along + ", angle: 0 rad}}"};
  const char* names[] = {"sample of a task led by coordinates", "sample of a task led by a frame",
                         "sample of a task led by coordinates, every quantity"};
  TimedMechanism mechanism("rrr_3");
  const auto bare = [&](int calls) { mechanism.run(Ask::inverse_with_reactions, Asked::newton_euler, calls); };
  const int calls = calls_lasting(options.turn_s, bare);
  std::vector<double> seconds[4];
  for (int sweep = 0; sweep < options.sweeps; ++sweep) {
    const double start = thread_seconds();
    bare(calls);
    seconds[0].push_back((thread_seconds() - start) / calls);
    for (int k = 0; k < 3; ++k) seconds[k + 1].push_back((task_seconds(keys[k], many) - task_seconds(keys[k], few)) / (many - few));
  }
  results["inverse"].push_back(with({{"mechanism", "rrr_3"}, {"call", "inverse with reactions"}}, times_of(seconds[0])));
  for (int k = 0; k < 3; ++k) results["inverse"].push_back(with({{"mechanism", "rrr_3"}, {"call", names[k]}}, times_of(seconds[k + 1])));
}

}  // namespace

void face_cost(const Options& options, Json& results) {
  for (const char* name : {"arm_6r", "arm_7r", "humanoid", "four_bar", "rrr_3", "stewart"}) time_calls(name, options, results);
  time_inverse_tasks(options, results);
}

}  // namespace zanjir::bench
