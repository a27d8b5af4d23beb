#include "zanjir/simulate/forecast.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "zanjir/simulate/motion_system.hpp"
#include "zanjir/simulate/sampler.hpp"

namespace zanjir {
namespace {

constexpr double long_s = 7 * 86400.0, long_bytes = 100e9;  // a week, a hundred gigabytes

// Seconds that one call takes, of a few calls or a tenth of a second.
template <class Call> double seconds_of(Call call) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point begin = Clock::now();
  int n = 0;
  double passed = 0;
  while (n < 20 && passed < 0.1) {
    call();
    ++n;
    passed = std::chrono::duration<double>(Clock::now() - begin).count();
  }
  return passed / n;
}

}  // namespace

bool Forecast::is_long() const { return seconds > long_s || bytes > long_bytes; }

std::string Forecast::text() const {
  std::string out;
  const auto add = [&](const std::string& part) { out += (out.empty() ? "" : ", ") + part; };
  if (steps > 0) add(fmt::format("{:.3g} steps", steps));
  if (rows > 0) add(fmt::format("{:.3g} samples", rows));
  if (bytes > 0) add(size_text(bytes) + " on disk");
  add(duration_text(seconds) + " at least");
  return out;
}

std::string size_text(double bytes) {
  constexpr const char* units[] = {"B", "kB", "MB", "GB", "TB", "PB", "EB"};
  std::size_t unit = 0;
  for (; bytes >= 1000 && unit + 1 < std::size(units); ++unit) bytes /= 1000;
  return fmt::format("{:.3g} {}", bytes, units[unit]);
}

std::string duration_text(double seconds) {
  constexpr std::pair<double, const char*> units[] = {{365.25 * 86400, "years"}, {86400, "days"}, {3600, "hours"}, {60, "minutes"}};
  for (const auto& [length, name] : units) {
    if (seconds >= 2 * length) return fmt::format("{:.2g} {}", seconds / length, name);
  }
  return fmt::format("{:.2g} s", seconds);
}

Forecast forecast(const Prepared& p) {
  Forecast f;
  const double duration = p.options.until_s - p.state.t_s;
  if (p.options.stepper.fixed_step_s > 0) f.steps = std::ceil(duration / p.options.stepper.fixed_step_s);
  const auto no_longer_than = [&](double step_s) { f.steps = std::max(f.steps, step_s > 0 ? std::ceil(duration / step_s) : 0); };
  no_longer_than(p.options.stepper.max_step_s);
  for (const SampledController& c : p.model.sampled_controllers()) no_longer_than(c.says.period_s);  // each ends at a sample
  if (p.model.n_spring_rows() > 0) no_longer_than(p.options.motion.preload_interval_s);
  f.rows = p.options.sample_interval_s > 0 ? std::ceil(duration / p.options.sample_interval_s) : f.steps;
  if (p.options.restart_every_s > 0) {  // each ends a step, with a row
    const double restarts = std::ceil(duration / p.options.restart_every_s);
    f.steps = std::max(f.steps, restarts), f.rows += restarts;
  }
  constexpr double worth_a_look = 1e6;  // what is less cannot be long
  if (f.rows < worth_a_look && f.steps < worth_a_look) return f;
  MotionSystem system(p.model, p.state, p.options.motion);
  Sampler sampler(system, p.options.samples);
  std::vector<double> y(static_cast<std::size_t>(system.n()), 0.0), slope(y.size()), row(sampler.channels().size());
  system.pack(p.state, y.data());
  f.bytes = f.rows * 8 * static_cast<double>(row.size());
  // A Runge-Kutta method of order p has p stages at least.
  const MethodInfo* method = find_method(p.options.stepper.method);
  const double evaluations = method && method->one_step && !method->implicit ? method->order : 1;
  if (f.steps > 0) f.seconds += f.steps * evaluations * seconds_of([&] { system.rhs(p.state.t_s, y.data(), slope.data()); });
  f.seconds += f.rows * seconds_of([&] { sampler.fill(p.state.t_s, y.data(), 0, row); });
  return f;
}

}  // namespace zanjir
