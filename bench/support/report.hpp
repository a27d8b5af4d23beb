// What every benchmark has in common: its options, turns, medians with quartiles, and the file of results with a header that the program itself
// prints.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace zanjir::bench {

using Json = nlohmann::ordered_json;

struct Options {
  int sweeps = 9;
  double turn_s = 0.002;           // how long a turn lasts at least
  bool quick = false;              // the smallest that goes through all the code: no result, a test
  std::string pictures;            // folder for pictures; empty: none
  std::vector<std::string> peers;  // libraries to stand beside (peers/peer.hpp)
};

// One of the list in main.cpp. The name is also that of its file of results.
struct Benchmark {
  const char* name;
  const char* what;
  void (*run)(const Options&, Json& results);
  int sweeps;
};

double thread_seconds();

// Quartiles of what was measured; the smallest is there to be seen beside the median, never alone.
struct Times {
  double median_s = 0, q1_s = 0, q3_s = 0, min_s = 0;
};
Times times_of(std::vector<double> seconds);
// `row` with median_s, q1_s, q3_s and min_s added.
Json with(Json row, const Times&);
// As it is written down: so many digits are measured, the others are noise.
double rounded(double, int digits = 4);

// Whatever stands in one table takes turns, A B C A B C ..., so that a slow moment of the machine hits all of them.
struct Contestant {
  Json row;                          // who it is
  std::function<void(int)> run;      // so many calls
  int states = 1;                    // handled by a call; times are per state
  std::vector<double> seconds = {};  // per state, one per sweep
  Times times() const { return times_of(seconds); }
  Json result() const { return with(row, times()); }
};
void take_turns(std::vector<Contestant>&, const Options&);
// How many calls of `run(calls)` take about `seconds`.
int calls_lasting(double seconds, const std::function<void(int)>& run);

// Least-squares slope of log(time) over log(size).
double growth_exponent(const std::vector<double>& size, const std::vector<double>& seconds);

// Commit, compiler, flags, processor, date, load, sweeps and statistic. tools/bench_results.py knows this shape and refuses results with another.
Json header_of(const Benchmark&, const Options&);
// One line per row.
std::string text_of(const Json& results);

[[noreturn]] void give_up(const std::string& why);

}  // namespace zanjir::bench
