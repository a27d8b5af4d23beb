#include "micro/loops.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "support/harness.hpp"
#include "support/mechanisms.hpp"

namespace zanjir::bench {

namespace {

std::vector<double> seconds_of(Mechanism& mechanism, LoopTask task, int sweeps) {
  const int calls = calls_lasting(0.002, [&](int n) { mechanism.run(task, n); });
  std::vector<double> seconds;
  for (int sweep = 0; sweep < sweeps; ++sweep) {
    const double start = thread_seconds();
    mechanism.run(task, calls);
    seconds.push_back((thread_seconds() - start) / calls);
  }
  return seconds;
}

void time_models(int sweeps, nlohmann::json& out) {
  fmt::print("\nclosed loops, microseconds per call, median of {} sweeps (smallest); set {}\n\n| mechanism | speeds | rows | rank |", sweeps,
             kernels::functions().isa);
  for (const LoopTask task : all_loop_tasks) fmt::print(" {} |", name_of(task));
  fmt::print("\n|---|---|---|---|---|---|---|\n");
  for (const char* name : {"four_bar", "five_bar", "rrr_3", "rpr_3", "stewart", "delta", "biped", "four_bar_spatial", "bricard"}) {
    Mechanism mechanism(name);
    const Model& model = mechanism.model();
    fmt::print("| {} | {} | {} | {} |", name, model.nv(), model.n_closure_rows(), mechanism.rank());
    for (const LoopTask task : all_loop_tasks) {
      if (!mechanism.has(task)) {
        fmt::print(" - |");
        continue;
      }
      const auto seconds = seconds_of(mechanism, task, sweeps);
      fmt::print(" {:.2f} ({:.2f}) |", 1e6 * median(seconds), 1e6 * smallest(seconds));
      out["loops"].push_back({{"mechanism", name},
                              {"task", name_of(task)},
                              {"median_s", median(seconds)},
                              {"min_s", smallest(seconds)},
                              {"max_s", *std::max_element(seconds.begin(), seconds.end())}});
    }
    fmt::print("\n");
  }
}

// What a user of the library pays for not giving the rank.
void time_public_solve(int sweeps, nlohmann::json& out) {
  fmt::print("\nforward by a Solver, microseconds per call\n\n| mechanism | rank given | rank kept by the solver | ratio |\n|---|---|---|---|\n");
  for (const char* name : {"four_bar", "rrr_3", "stewart", "four_bar_spatial", "delta_parallelogram"}) {
    Mechanism mechanism(name);
    using Rank = Mechanism::RankGiven;
    const int calls = calls_lasting(0.002, [&](int n) { mechanism.run_public(Rank::yes, n); });
    std::vector<double> given, kept;
    mechanism.run_public(Rank::no, 1);
    for (int sweep = 0; sweep < sweeps; ++sweep) {
      for (const Rank rank : {Rank::yes, Rank::no}) {
        const double start = thread_seconds();
        mechanism.run_public(rank, calls);
        (rank == Rank::yes ? given : kept).push_back((thread_seconds() - start) / calls);
      }
    }
    fmt::print("| {} | {:.2f} | {:.2f} | {:.2f} |\n", name, 1e6 * smallest(given), 1e6 * smallest(kept), smallest(kept) / smallest(given));
    out["public_solve"].push_back({{"mechanism", name}, {"given_s", smallest(given)}, {"kept_s", smallest(kept)}});
  }
}

// Cost against the number of loops, with its exponent.
void time_growth(const char* name, LoopTask task, const std::vector<int>& sizes, int sweeps, nlohmann::json& out) {
  std::vector<double> n, seconds;
  fmt::print("| {} | {} |", name, name_of(task));
  for (const int N : sizes) {
    Mechanism mechanism(name, {{"N", std::to_string(N)}});
    const double spent = median(seconds_of(mechanism, task, sweeps));
    fmt::print(" {}: {:.1f} |", N, 1e6 * spent);
    std::fflush(stdout);
    if (N >= 10) {
      n.push_back(N);
      seconds.push_back(spent);
    }
    out["growth"].push_back({{"mechanism", name}, {"task", name_of(task)}, {"N", N}, {"median_s", spent}});
  }
  const double exponent = growth_exponent(n, seconds);
  fmt::print(" exponent {:.2f} |\n", exponent);
  out["growth_exponents"].push_back({{"mechanism", name}, {"task", name_of(task)}, {"exponent", exponent}});
}

}  // namespace

void time_loops(int sweeps, nlohmann::json& out) {
  time_models(sweeps, out);
  time_public_solve(sweeps, out);
  fmt::print("\nN four-bars in a row, microseconds per call against N; exponent fitted over N >= 10\n\n");
  time_growth("n_four_bar", LoopTask::forward, {2, 5, 10, 20, 50, 100, 200}, sweeps, out);
  time_growth("n_four_bar", LoopTask::forward_with_reactions, {2, 5, 10, 20, 50, 100, 200}, sweeps, out);
  time_growth("n_four_bar_spatial", LoopTask::forward, {2, 5, 10, 20, 40}, sweeps, out);
  time_growth("n_four_bar_spatial", LoopTask::forward_with_reactions, {2, 5, 10, 20}, sweeps, out);
  time_growth("n_four_bar", LoopTask::start, {10, 20, 40, 80, 160, 320}, sweeps, out);
  time_growth("n_four_bar_spatial", LoopTask::start, {10, 20, 40, 80}, sweeps, out);
}

}  // namespace zanjir::bench
