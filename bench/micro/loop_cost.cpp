// Time per question to mechanisms with closed loops: newton-euler with the rank given, a Solver with the rank given and one that keeps it; against
// the number of loops; and the start of a run.
#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "support/mechanisms.hpp"
#include "support/report.hpp"

namespace zanjir::bench {

namespace {

void time_models(const Options& options, Json& results) {
  for (const char* name :
       {"four_bar", "five_bar", "rrr_3", "rpr_3", "stewart", "delta", "biped", "four_bar_spatial", "bricard", "delta_parallelogram"}) {
    TimedMechanism mechanism(name);
    const Model& model = mechanism.model();
    const Json who = {{"mechanism", name}, {"speeds", model.nv()}, {"rows", model.n_closure_rows()}, {"rank", mechanism.rank()}};
    std::vector<Contestant> all;
    const auto add = [&](Ask task, Asked asked, const char* by) {
      Json row = who;
      row["task"] = name_of(task);
      row["by"] = by;
      if (mechanism.has(task)) all.push_back({row, [&mechanism, task, asked](int calls) { mechanism.run(task, asked, calls); }});
    };
    for (const Ask task : {Ask::forward, Ask::forward_with_reactions, Ask::inverse_with_reactions}) add(task, Asked::newton_euler, "newton-euler");
    add(Ask::forward, Asked::solver_with_rank, "Solver, rank given");
    add(Ask::forward, Asked::solver, "Solver, rank kept");
    take_turns(all, options);
    for (const Contestant& c : all) results["mechanisms"].push_back(c.result());
  }
}

// Cost against the number of loops, with its exponent.
void time_growth(const char* name, const char* task, std::vector<int> sizes, void (*ask)(TimedMechanism&, int calls), const Options& options,
                 Json& results) {
  if (options.quick) sizes = {10, 20};
  std::vector<std::unique_ptr<TimedMechanism>> mechanisms;
  std::vector<Contestant> all;
  for (const int N : sizes) {
    mechanisms.push_back(std::make_unique<TimedMechanism>(name, Settings{{"N", std::to_string(N)}}));
    all.push_back({{{"mechanism", name}, {"task", task}, {"N", N}}, [m = mechanisms.back().get(), ask](int calls) { ask(*m, calls); }});
  }
  take_turns(all, options);
  std::vector<double> n, seconds;
  for (std::size_t i = 0; i < all.size(); ++i) {
    results["growth"].push_back(all[i].result());
    if (sizes[i] >= 10) n.push_back(sizes[i]), seconds.push_back(all[i].times().median_s);
  }
  results["exponents"].push_back({{"mechanism", name}, {"task", task}, {"from", 10}, {"exponent", rounded(growth_exponent(n, seconds), 3)}});
}

}  // namespace

void loop_cost(const Options& options, Json& results) {
  time_models(options, results);
  const auto forward = [](TimedMechanism& m, int calls) { m.run(Ask::forward, Asked::newton_euler, calls); };
  const auto reactions = [](TimedMechanism& m, int calls) { m.run(Ask::forward_with_reactions, Asked::newton_euler, calls); };
  const auto start = [](TimedMechanism& m, int calls) { m.start(calls); };
  time_growth("n_four_bar", "forward", {2, 5, 10, 20, 50, 100, 200}, forward, options, results);
  time_growth("n_four_bar", "forward with reactions", {2, 5, 10, 20, 50, 100, 200}, reactions, options, results);
  time_growth("n_four_bar_spatial", "forward", {2, 5, 10, 20, 40}, forward, options, results);
  time_growth("n_four_bar_spatial", "forward with reactions", {2, 5, 10, 20}, reactions, options, results);
  time_growth("n_four_bar", "start of a run", {10, 20, 40, 80, 160, 320}, start, options, results);
  time_growth("n_four_bar_spatial", "start of a run", {10, 20, 40, 80}, start, options, results);
}

}  // namespace zanjir::bench
