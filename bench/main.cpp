// All benchmarks in one program; results are JSON with a header (support/report.hpp). `make bench` runs all of them and makes the tables (tools/bench.py).
//   zanjir_bench BENCHMARK [--quick] [--sweeps N] [--json FILE] [--pictures FOLDER] [--peer LIBRARY]...
//   zanjir_bench BENCHMARK --header      what a result would begin with
//   zanjir_bench --list
#include <fmt/format.h>

#include <charconv>
#include <fstream>
#include <string>
#include <string_view>

#include "support/report.hpp"

namespace zanjir::bench {

void kernel_cost(const Options&, Json&);
void loop_cost(const Options&, Json&);
void branch_cost(const Options&, Json&);
void face_cost(const Options&, Json&);
void leg_cost(const Options&, Json&);
void map_cost(const Options&, Json&);
void simulation_cost(const Options&, Json&);
void spring_cost(const Options&, Json&);
void elastic_cost(const Options&, Json&);
void batch_runs(const Options&, Json&);
void gait_cost(const Options&, Json&);
void contact_cost(const Options&, Json&);
void work_precision(const Options&, Json&);
void work_precision_mechanisms(const Options&, Json&);
void tree_peers(const Options&, Json&);
void loop_peers(const Options&, Json&);
void batch(const Options&, Json&);

namespace {

constexpr Benchmark all[] = {
    {"kernel_cost", "every kernel against size, on every instruction set of the processor and with lanes, per state", kernel_cost, 9},
    {"loop_cost", "one question to a mechanism with closed loops", loop_cost, 9},
    {"branch_cost", "every branch of the inverse kinematics of a pose, in closed form", branch_cost, 9},
    {"face_cost", "the C++ face beside what it stands on", face_cost, 31},
    {"leg_cost", "inverse dynamics of a spherical robot on carriages by its number of legs", leg_cost, 15},
    {"map_cost", "poses of a map, one by one and along its boundary", map_cost, 5},
    {"simulation_cost", "a step of a run at 1 kHz, with and without projection; whole runs by formulation", simulation_cost, 11},
    {"spring_cost", "the 3-RRR robot on its rose path, 6 s, with its loops and with springs in their place", spring_cost, 11},
    {"elastic_cost", "one right-hand side of elastic chains, and whole runs of the falling chain", elastic_cost, 9},
    {"batch_runs", "many runs side by side in lanes, beside the same runs one by one", batch_runs, 5},
    {"gait_cost", "the laws of a gait as a sine, over a phase and written out; crawling robots by their number of links", gait_cost, 9},
    {"contact_cost", "the forces of touching points, by ground, friction and number", contact_cost, 9},
    {"work_precision", "error against work of every method on small systems with known answers", work_precision, 5},
    {"work_precision_mechanisms", "error against work of every method on whole runs of mechanisms", work_precision_mechanisms, 5},
    {"tree_peers", "trees beside other libraries: kernel and public call beside their public call", tree_peers, 15},
    {"loop_peers", "closed loops beside other libraries: the public calls and what is below them", loop_peers, 15},
    {"batch", "a thousand states at once, per state, beside single calls of other libraries", batch, 15},
};

const Benchmark& find(const std::string& name) {
  std::string names;
  for (const Benchmark& b : all) {
    if (name == b.name) return b;
    names += fmt::format("{}{}", names.empty() ? "" : ", ", b.name);
  }
  give_up(fmt::format("no benchmark '{}'; there are {}", name, names));
}

int whole_number(std::string_view text) {
  int n = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n);
  if (error != std::errc() || end != text.data() + text.size() || n < 1) give_up(fmt::format("'{}' is no number of sweeps", text));
  return n;
}

int run(const std::vector<std::string>& words) {
  if (words.empty()) give_up("say which benchmark, or --list");
  if (words[0] == "--list") {
    for (const Benchmark& b : all) fmt::print("{}\n", b.name);
    return 0;
  }
  const Benchmark& benchmark = find(words[0]);
  Options options;
  options.sweeps = benchmark.sweeps;
  std::string json_file;
  bool header_only = false;
  for (std::size_t i = 1; i < words.size(); ++i) {
    const auto next = [&] { return i + 1 < words.size() ? words[++i] : (give_up(words[i] + " needs a value"), ""); };
    if (words[i] == "--quick") options.quick = true, options.sweeps = 2, options.turn_s = 1e-5;
    else if (words[i] == "--header") header_only = true;
    else if (words[i] == "--sweeps") options.sweeps = whole_number(next());
    else if (words[i] == "--json") json_file = next();
    else if (words[i] == "--pictures") options.pictures = next();
    else if (words[i] == "--peer") options.peers.push_back(next());
    else give_up(fmt::format("what is '{}'? Options are --quick, --header, --sweeps, --json, --pictures, --peer", words[i]));
  }
  Json results;
  results["header"] = header_of(benchmark, options);
  if (header_only) {
    fmt::print("{}\n", results["header"].dump());
    return 0;
  }
  benchmark.run(options, results);
  if (json_file.empty()) fmt::print("{}", text_of(results));
  else if (!(std::ofstream(json_file) << text_of(results))) give_up("cannot write " + json_file);
  return 0;
}

}  // namespace
}  // namespace zanjir::bench

int main(int argc, char** argv) { return zanjir::bench::run({argv + 1, argv + argc}); }
