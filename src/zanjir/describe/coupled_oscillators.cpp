#include "zanjir/describe/coupled_oscillators.hpp"

#include <algorithm>
#include <cmath>

namespace zanjir {

OscillatorPaths run_oscillators(const std::vector<double>& start, double lag, double coupling, int max_steps) {
  const std::size_t n = start.size();
  const auto rates = [&](const std::vector<double>& u, std::vector<double>& rate) {
    double from_before = 0;  // neighbours pull each other equally
    for (std::size_t j = 0; j < n; ++j) {
      const double to_next = j + 1 < n ? std::sin(u[j + 1] - u[j] - lag) : 0;
      rate[j] = 1 + coupling * (to_next - from_before);
      from_before = to_next;
    }
  };
  // Differences of neighbours depend on c s alone, whatever c. Their stiffest mode changes at 4 c: with 4 c h = 0.1 a step is wrong by 0.1^5/120, and cubic
  // splines through the points by (4 c h)^2/12 of the second derivative.
  const double h = 0.025 / coupling;
  std::vector<double> u(n), trial(n), k1(n), k2(n), k3(n), k4(n);
  const auto step = [&](double by) {  // k1 holds the rates at u
    const auto ahead = [&](double part, const std::vector<double>& k) {
      for (std::size_t j = 0; j < n; ++j) trial[j] = u[j] + part * k[j];
    };
    ahead(by / 2, k1);
    rates(trial, k2);
    ahead(by / 2, k2);
    rates(trial, k3);
    ahead(by, k3);
    rates(trial, k4);
    for (std::size_t j = 0; j < n; ++j) u[j] += by / 6 * (k1[j] + 2 * k2[j] + 2 * k3[j] + k4[j]);
    rates(u, k1);
  };
  OscillatorPaths paths;
  paths.u.resize(n);
  const auto run = [&](int direction) {
    u = start;
    rates(u, k1);
    for (int k = 0; k <= max_steps; ++k) {
      if (k > 0 || direction > 0) {  // the start belongs to one of the two runs
        paths.s.push_back(direction * k * h);
        for (std::size_t j = 0; j < n; ++j) paths.u[j].push_back(u[j]);
      }
      const bool settled = std::all_of(k1.begin(), k1.end(), [](double rate) { return std::abs(rate - 1) < 1e-9; });
      if (settled && k >= 2) return true;
      step(direction * h);
    }
    return false;
  };
  paths.settled_before = run(-1);
  std::reverse(paths.s.begin(), paths.s.end());
  for (std::vector<double>& path : paths.u) std::reverse(path.begin(), path.end());
  paths.settled = run(1);
  return paths;
}

}  // namespace zanjir
