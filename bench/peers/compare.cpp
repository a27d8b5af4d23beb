// Side by side: our kernels and peers on the same robots and states. Results are compared first; then all take turns, A B C A B C ..., each turn
// timed by thread CPU time, and the medians over the sweeps are divided. The fastest peer build and variant counts.
//   compare_peers [--sweeps N] [--robots a,b,...] [--json FILE] [--only robots|loops] PEER.so...
#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "peers/compare_loops.hpp"
#include "peers/peer.hpp"
#include "support/harness.hpp"

namespace {

using namespace zanjir;
using namespace zanjir::bench;

struct Contestant {
  std::string who, how;  // "avx512", "" or "Pinocchio ..., g++ 12", "aba world"
  std::function<void(int)> run;
  std::function<std::vector<double>()> result;
  std::vector<double> seconds;  // per call, one per sweep
};

const Peer* load_peer(const std::string& file) {
  void* library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    std::cerr << dlerror() << '\n';
    std::exit(2);
  }
  return reinterpret_cast<const Peer* (*)()>(dlsym(library, "zanjir_bench_peer"))();
}

double difference(const std::vector<double>& a, const std::vector<double>& b) {
  double worst = 0, size = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    worst = std::max(worst, std::fabs(a[i] - b[i]));
    size = std::max(size, std::fabs(a[i]));
  }
  return worst / std::max(size, 1e-300);
}

}  // namespace

int main(int argc, char** argv) {
  int sweeps = 15;
  double turn_seconds = 0.002;
  std::string json_file, only, names = "arm6,arm7,humanoid30,chain10,chain30,chain100,chain300";
  std::vector<const Peer*> peers;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "--sweeps" && i + 1 < argc) sweeps = std::atoi(argv[++i]);
    else if (word == "--robots" && i + 1 < argc) names = argv[++i];
    else if (word == "--json" && i + 1 < argc) json_file = argv[++i];
    else if (word == "--only" && i + 1 < argc) only = argv[++i];
    else peers.push_back(load_peer(word));
  }
  nlohmann::json out;
  out["machine"] = nlohmann::json::parse(machine_json());
  out["sweeps"] = sweeps;
  for (const Peer* peer : peers) out["peers"].push_back({{"library", peer->library}, {"compiler", peer->compiler}});

  if (only != "robots" && !compare_loops(peers, sweeps, out)) return 1;
  if (only == "loops") names.clear();
  else fmt::print("| robot | task | peer ns | peer build | base ns (ratio) | avx2 ns (ratio) | avx512 ns (ratio) |\n|---|---|---|---|---|---|---|\n");
  std::stringstream list(names);
  for (std::string name; std::getline(list, name, ',');) {
    const Robot robot = tables_of(name);
    const BenchState state = state_of(robot);
    std::vector<std::unique_ptr<Subject>> subjects;
    std::vector<std::pair<const Peer*, std::unique_ptr<void, void (*)(void*)>>> opponents;
    for (const Peer* peer : peers)
      opponents.emplace_back(peer, std::unique_ptr<void, void (*)(void*)>(
                                       peer->make(robot.tables(), state.q.data(), state.v.data(), state.vdot.data(), state.tau.data()), peer->drop));
    std::vector<const char*> sets;
    for (const char* isa : {"base", "avx2", "avx512"})
      if (const auto* f = kernels::functions_for(isa, 1)) {
        subjects.push_back(std::make_unique<Subject>(robot, *f));
        sets.push_back(isa);
      }
    for (const Task task : all_tasks) {
      std::vector<Contestant> all;
      for (std::size_t i = 0; i < subjects.size(); ++i)
        all.push_back({sets[i], "", [&, i](int calls) { subjects[i]->run(task, calls); }, [&, i] { return subjects[i]->result(task); }, {}});
      for (auto& [peer, handle] : opponents)
        for (int variant = 0; variant < peer->n_variants; ++variant) {
          void* r = handle.get();
          const Peer* p = peer;
          if (!p->run(r, static_cast<int>(task), variant, 1)) continue;
          const std::size_t n = subjects[0]->result(task).size();
          all.push_back({fmt::format("{}, {}", p->library, p->compiler),
                         p->variant_name(static_cast<int>(task), variant),
                         [=](int calls) { p->run(r, static_cast<int>(task), variant, calls); },
                         [=] {
                           std::vector<double> a(n, 0.0);
                           p->result(r, static_cast<int>(task), variant, a.data());
                           return a;
                         },
                         {}});
        }
      std::vector<int> calls;
      for (Contestant& c : all) {
        c.run(1);
        const double off = difference(all[0].result(), c.result());
        // Different algorithms for one state: rounding, amplified by the condition of M in forward dynamics of long chains.
        const double allowed = task == Task::forward_dynamics ? 1e-6 : 1e-10;
        if (!(off <= allowed)) {
          fmt::print(stderr, "{} {}: {} {} differs from ours by {}\n", name, name_of(task), c.who, c.how, off);
          return 1;
        }
        calls.push_back(calls_lasting(turn_seconds, c.run));
      }
      for (int sweep = 0; sweep < sweeps; ++sweep)
        for (std::size_t i = 0; i < all.size(); ++i) {
          const double start = thread_seconds();
          all[i].run(calls[i]);
          all[i].seconds.push_back((thread_seconds() - start) / calls[i]);
        }
      const Contestant* fastest = nullptr;
      for (std::size_t i = subjects.size(); i < all.size(); ++i)
        if (!fastest || median(all[i].seconds) < median(fastest->seconds)) fastest = &all[i];
      std::string line =
          fmt::format("| {} | {} | {} | {} |", name, name_of(task), fastest ? fmt::format("{:.0f}", 1e9 * median(fastest->seconds)) : "-",
                      fastest ? fastest->who.substr(fastest->who.find(", ") + 2) + ", " + fastest->how : "-");
      for (std::size_t i = 0; i < 3; ++i) {
        if (i >= subjects.size()) line += " - |";
        else
          line += fmt::format(" {:.0f} ({}) |", 1e9 * median(all[i].seconds),
                              fastest ? fmt::format("{:.2f}", median(all[i].seconds) / median(fastest->seconds)) : "-");
      }
      fmt::print("{}\n", line);
      std::fflush(stdout);
      nlohmann::json record{{"robot", name}, {"task", name_of(task)}};
      for (const Contestant& c : all)
        record["times"].push_back({{"who", c.who},
                                   {"how", c.how},
                                   {"median_s", median(c.seconds)},
                                   {"min_s", smallest(c.seconds)},
                                   {"max_s", *std::max_element(c.seconds.begin(), c.seconds.end())}});
      out["results"].push_back(record);
    }
  }
  if (!json_file.empty()) std::ofstream(json_file) << out.dump(1) << '\n';
}
