// Time per state of every kernel, against size, on every instruction set of this processor and with lanes, with the growth exponent fitted over
// chains of 30 and more; and the two walks of the mass matrix, whose crossing is the threshold of mass_matrix_choice.
#include <string>
#include <vector>

#include "support/report.hpp"
#include "support/subject.hpp"

namespace zanjir::bench {

namespace {

std::vector<const kernels::Functions*> all_tables() {
  std::vector<const kernels::Functions*> out;
  for (const auto& [isa, lanes] : {std::pair{"base", 1}, {"avx2", 1}, {"avx512", 1}, {"avx2", 4}, {"avx512", 8}})
    if (const auto* f = kernels::functions_for(isa, lanes)) out.push_back(f);
  return out;
}

void time_sizes(const Options& options, Json& results) {
  const std::vector<std::string> robots =
      options.quick ? std::vector<std::string>{"arm6", "chain30", "chain40"}
                    : std::vector<std::string>{"arm6", "arm7", "humanoid30", "chain10", "chain30", "chain100", "chain300", "chain1000"};
  const auto tables = all_tables();
  for (const Task task : all_tasks) {
    std::vector<double> sizes;
    std::vector<std::vector<double>> by_size(tables.size());
    for (const std::string& name : robots) {
      const Robot robot = tables_of(name);
      std::vector<Subject> subjects;
      for (const auto* f : tables) subjects.emplace_back(robot.tables(), state_of(robot), *f);
      std::vector<Contestant> all;
      for (std::size_t i = 0; i < tables.size(); ++i) {
        const auto* f = tables[i];
        all.push_back({{{"task", name_of(task)}, {"robot", name}, {"speeds", robot.nv}, {"isa", f->isa}, {"lanes", f->lanes}},
                       [&, i](int calls) { subjects[i].run(task, calls); },
                       f->lanes});
      }
      take_turns(all, options);
      const bool counts = name.rfind("chain", 0) == 0 && robot.nv >= 30;
      if (counts) sizes.push_back(robot.nv);
      for (std::size_t i = 0; i < all.size(); ++i) {
        results["kernels"].push_back(all[i].result());
        if (counts) by_size[i].push_back(all[i].times().median_s);
      }
    }
    for (std::size_t i = 0; i < tables.size(); ++i)
      results["exponents"].push_back({{"task", name_of(task)},
                                      {"isa", tables[i]->isa},
                                      {"lanes", tables[i]->lanes},
                                      {"exponent", rounded(growth_exponent(sizes, by_size[i]), 3)}});
  }
}

void time_walks(const Options& options, Json& results) {
  const std::pair<const char*, kernels::MassMatrixWalk> walks[] = {{"rows", kernels::MassMatrixWalk::rows},
                                                                   {"world", kernels::MassMatrixWalk::world}};
  for (const char* name : {"chain2", "chain4", "chain6", "chain8", "chain12", "chain16", "chain24", "humanoid30"}) {
    const Robot robot = tables_of(name);
    std::vector<Subject> subjects;
    for (const auto* f : all_tables()) subjects.emplace_back(robot.tables(), state_of(robot), *f);
    std::vector<Contestant> all;
    for (std::size_t i = 0; i < subjects.size(); ++i) {
      const auto* f = all_tables()[i];
      for (const auto& [walk_name, walk] : walks)
        all.push_back({{{"robot", name}, {"isa", f->isa}, {"lanes", f->lanes}, {"walk", walk_name}},
                       [&subjects, i, walk = walk](int calls) {
                         subjects[i].use_walk(walk);
                         subjects[i].run(Task::mass_matrix, calls);
                       },
                       f->lanes});
    }
    take_turns(all, options);
    for (const Contestant& c : all) results["walks"].push_back(c.result());
  }
}

}  // namespace

void kernel_cost(const Options& options, Json& results) {
  time_sizes(options, results);
  time_walks(options, results);
}

}  // namespace zanjir::bench
