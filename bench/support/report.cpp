#include "support/report.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <stdlib.h>
#include <time.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <fstream>
#include <thread>

#include "support/built_from.hpp"
#include "zanjir/kernels/dispatch.hpp"

namespace zanjir::bench {

namespace {

// The p-quantile of sorted numbers, linear in between.
double quantile(const std::vector<double>& sorted, double p) {
  const double at = p * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(at);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (at - static_cast<double>(below)) * (sorted[above] - sorted[below]);
}

// "AMD EPYC, family 25, model 17": virtual machines do not say more than the maker in the name alone.
std::string processor() {
  std::ifstream info("/proc/cpuinfo");
  std::string name = "unknown", family, model;
  for (std::string line; std::getline(info, line) && !line.empty();) {
    const auto value = [&] { return line.substr(std::min(line.size(), line.find(':') + 2)); };
    if (line.rfind("model name", 0) == 0) name = value();
    else if (line.rfind("cpu family", 0) == 0) family = ", family " + value();
    else if (line.rfind("model", 0) == 0) model = ", model " + value();
  }
  return name + family + model;
}

}  // namespace

double thread_seconds() {
  timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

double rounded(double x, int digits) { return std::isfinite(x) ? std::stod(fmt::format("{:.{}g}", x, digits)) : x; }

Times times_of(std::vector<double> seconds) {
  std::sort(seconds.begin(), seconds.end());
  return {quantile(seconds, 0.5), quantile(seconds, 0.25), quantile(seconds, 0.75), seconds.front()};
}

Json with(Json row, const Times& t) {
  row["median_s"] = rounded(t.median_s);
  row["q1_s"] = rounded(t.q1_s);
  row["q3_s"] = rounded(t.q3_s);
  row["min_s"] = rounded(t.min_s);
  return row;
}

int calls_lasting(double seconds, const std::function<void(int)>& run) {
  for (int calls = 1;; calls *= 2) {
    const double start = thread_seconds();
    run(calls);
    const double spent = thread_seconds() - start;
    if (spent > seconds / 4) return std::max(1, static_cast<int>(calls * seconds / spent));
  }
}

void take_turns(std::vector<Contestant>& all, const Options& options) {
  std::vector<int> calls;
  for (const Contestant& c : all) calls.push_back(calls_lasting(options.turn_s, c.run));
  for (int sweep = 0; sweep < options.sweeps; ++sweep) {
    for (std::size_t i = 0; i < all.size(); ++i) {
      const double start = thread_seconds();
      all[i].run(calls[i]);
      all[i].seconds.push_back((thread_seconds() - start) / calls[i] / all[i].states);
    }
  }
}

double growth_exponent(const std::vector<double>& size, const std::vector<double>& seconds) {
  double x = 0, y = 0, xx = 0, xy = 0;
  const auto n = static_cast<double>(size.size());
  for (std::size_t i = 0; i < size.size(); ++i) {
    const double a = std::log(size[i]), b = std::log(seconds[i]);
    x += a, y += b, xx += a * a, xy += a * b;
  }
  return (n * xy - x * y) / (n * xx - x * x);
}

Json header_of(const Benchmark& benchmark, const Options& options) {
  double load[1] = {-1};
  if (getloadavg(load, 1) != 1) load[0] = -1;
  const BuiltFrom built = built_from();
  Json h;
  h["benchmark"] = benchmark.name;
  h["what"] = benchmark.what;
  h["commit"] = built.commit;
  h["clean"] = built.clean;
  h["date"] = fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::chrono::system_clock::to_time_t(std::chrono::system_clock::now())));
  h["compiler"] = built.compiler;
  h["flags"] = built.flags;
  h["kernel_flags"] = built.kernel_flags;
  h["cpu"] = processor();
  h["cpus"] = std::thread::hardware_concurrency();
  h["load"] = rounded(load[0], 3);
  h["isa"] = kernels::functions().isa;
  h["quick"] = options.quick;
  h["sweeps"] = options.sweeps;
  h["statistic"] = "thread CPU time; median, quartiles and smallest of the sweeps; what stands in one table takes turns";
  return h;
}

std::string text_of(const Json& results) {
  std::string text = "{";
  for (const auto& [key, value] : results.items()) {
    text += fmt::format("{}\n \"{}\": ", text.size() == 1 ? "" : ",", key);
    if (!value.is_array()) {
      text += value.dump();
      continue;
    }
    std::string rows;
    for (const Json& row : value) rows += (rows.empty() ? "\n  " : ",\n  ") + row.dump();
    text += "[" + rows + "\n ]";
  }
  return text + "\n}\n";
}

void give_up(const std::string& why) {
  fmt::print(stderr, "zanjir_bench: {}\n", why);
  std::exit(2);
}

}  // namespace zanjir::bench
