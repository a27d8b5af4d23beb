// Time per call of every kernel, against size, on every instruction set of this processor and with lanes (per state), with the growth
// exponent fitted over chains of 30 and more.
//   zanjir_bench [--sweeps N] [--json FILE] [--only kernels|loops]
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "micro/loops.hpp"
#include "support/harness.hpp"

namespace {

using namespace zanjir;
using namespace zanjir::bench;

std::vector<const kernels::Functions*> all_tables() {
  std::vector<const kernels::Functions*> out;
  for (const auto& [isa, lanes] : {std::pair{"base", 1}, {"avx2", 1}, {"avx512", 1}, {"avx2", 4}, {"avx512", 8}})
    if (const auto* f = kernels::functions_for(isa, lanes)) out.push_back(f);
  return out;
}
std::string label(const kernels::Functions& f) { return f.lanes == 1 ? f.isa : fmt::format("{} x{}", f.isa, f.lanes); }

void time_kernels(int sweeps, nlohmann::json& out) {
  const std::vector<std::string> robots = {"arm6", "arm7", "humanoid30", "chain10", "chain30", "chain100", "chain300", "chain1000"};
  const auto tables = all_tables();
  fmt::print("nanoseconds per state, median of {} sweeps (smallest)\n\n| task | robot |", sweeps);
  for (const auto* f : tables) fmt::print(" {} |", label(*f));
  fmt::print("\n|---|---|{}|\n", fmt::join(std::vector<std::string>(tables.size(), "---"), "|"));
  for (const Task task : all_tasks) {
    std::vector<double> sizes;
    std::vector<std::vector<double>> by_size(tables.size());
    for (const std::string& name : robots) {
      const Robot robot = tables_of(name);
      std::vector<Subject> subjects;
      std::vector<int> calls;
      for (const auto* f : tables) {
        subjects.emplace_back(robot, *f);
        calls.push_back(calls_lasting(0.002, [&](int n) { subjects.back().run(task, n); }));
      }
      std::vector<std::vector<double>> seconds(tables.size());
      for (int sweep = 0; sweep < sweeps; ++sweep)
        for (std::size_t i = 0; i < tables.size(); ++i) {
          const double start = thread_seconds();
          subjects[i].run(task, calls[i]);
          seconds[i].push_back((thread_seconds() - start) / calls[i] / tables[i]->lanes);
        }
      fmt::print("| {} | {} |", name_of(task), name);
      const bool counts = name.rfind("chain", 0) == 0 && robot.nv >= 30;
      if (counts) sizes.push_back(robot.nv);
      for (std::size_t i = 0; i < tables.size(); ++i) {
        fmt::print(" {:.0f} ({:.0f}) |", 1e9 * median(seconds[i]), 1e9 * smallest(seconds[i]));
        if (counts) by_size[i].push_back(median(seconds[i]));
        out["results"].push_back({{"task", name_of(task)},
                                  {"robot", name},
                                  {"nv", robot.nv},
                                  {"isa", tables[i]->isa},
                                  {"lanes", tables[i]->lanes},
                                  {"median_s", median(seconds[i])},
                                  {"min_s", smallest(seconds[i])},
                                  {"max_s", *std::max_element(seconds[i].begin(), seconds[i].end())}});
      }
      fmt::print("\n");
    }
    fmt::print("| {} | growth exponent |", name_of(task));
    for (std::size_t i = 0; i < tables.size(); ++i) {
      const double exponent = growth_exponent(sizes, by_size[i]);
      fmt::print(" {:.2f} |", exponent);
      out["exponents"].push_back({{"task", name_of(task)}, {"isa", tables[i]->isa}, {"lanes", tables[i]->lanes}, {"exponent", exponent}});
    }
    fmt::print("\n");
  }

  // Where the two walks of the mass matrix cross: the threshold of mass_matrix_choice.
  fmt::print("\nmass matrix with its kinematics, rows walk / world walk\n\n| robot |");
  for (const auto* f : tables) fmt::print(" {} |", label(*f));
  fmt::print("\n|---|{}|\n", fmt::join(std::vector<std::string>(tables.size(), "---"), "|"));
  for (const char* name : {"chain2", "chain4", "chain6", "chain8", "chain12", "chain16", "chain24", "humanoid30"}) {
    const Robot robot = tables_of(name);
    fmt::print("| {} |", name);
    for (const auto* f : tables) {
      Subject subject(robot, *f);
      std::vector<double> seconds[2];
      const int calls = calls_lasting(0.002, [&](int n) { subject.run(Task::mass_matrix, n); });
      for (int sweep = 0; sweep < sweeps; ++sweep)
        for (int k = 0; k < 2; ++k) {
          subject.use_walk(k == 0 ? kernels::MassMatrixWalk::rows : kernels::MassMatrixWalk::world);
          const double start = thread_seconds();
          subject.run(Task::mass_matrix, calls);
          seconds[k].push_back((thread_seconds() - start) / calls / f->lanes);
        }
      fmt::print(" {:.0f} / {:.0f} |", 1e9 * median(seconds[0]), 1e9 * median(seconds[1]));
      out["walks"].push_back(
          {{"robot", name}, {"isa", f->isa}, {"lanes", f->lanes}, {"rows_s", median(seconds[0])}, {"world_s", median(seconds[1])}});
    }
    fmt::print("\n");
  }
}

}  // namespace

int main(int argc, char** argv) {
  int sweeps = 9;
  std::string json_file, only;
  for (int i = 1; i + 1 < argc; i += 2) {
    if (std::string(argv[i]) == "--sweeps") sweeps = std::atoi(argv[i + 1]);
    if (std::string(argv[i]) == "--json") json_file = argv[i + 1];
    if (std::string(argv[i]) == "--only") only = argv[i + 1];
  }
  nlohmann::json out;
  out["machine"] = nlohmann::json::parse(machine_json());
  out["sweeps"] = sweeps;

  if (only != "loops") time_kernels(sweeps, out);
  if (only != "kernels") time_loops(sweeps, out);
  if (!json_file.empty()) std::ofstream(json_file) << out.dump(1) << '\n';
}
