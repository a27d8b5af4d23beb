#include "zanjir/describe/coupled_oscillators.hpp"

#include <algorithm>
#include <cmath>

namespace zanjir {

OscillatorPaths run_oscillators(const std::vector<double>& start, double lag, double coupling, int max_steps) {
  const std::size_t n = start.size();
  const auto rates = [&](const std::vector<double>& u, std::vector<double>& rate) {
    for (std::size_t j = 0; j < n; ++j) {
      double pull = 0;
      if (j + 1 < n) pull += std::sin(u[j + 1] - u[j] - lag);
      if (j > 0) pull += std::sin(u[j - 1] - u[j] + lag);
      rate[j] = 1 + coupling * pull;
    }
  };
  // The stiffest mode decays at 4 c: with 4 c h = 0.2 a step is wrong by 0.2^5/120, and cubic splines through the points by no more.
  const double h = 0.05 / std::max(coupling, 1.0);
  OscillatorPaths paths;
  paths.u.resize(n);
  std::vector<double> u = start, trial(n), k1(n), k2(n), k3(n), k4(n);
  for (int step = 0; step <= max_steps; ++step) {
    paths.s.push_back(step * h);
    for (std::size_t j = 0; j < n; ++j) paths.u[j].push_back(u[j]);
    rates(u, k1);
    paths.settled = std::all_of(k1.begin(), k1.end(), [](double rate) { return std::abs(rate - 1) < 1e-9; });
    if (paths.settled && step >= 2) break;
    const auto ahead = [&](double by, const std::vector<double>& k) {
      for (std::size_t j = 0; j < n; ++j) trial[j] = u[j] + by * k[j];
    };
    ahead(h / 2, k1);
    rates(trial, k2);
    ahead(h / 2, k2);
    rates(trial, k3);
    ahead(h, k3);
    rates(trial, k4);
    for (std::size_t j = 0; j < n; ++j) u[j] += h / 6 * (k1[j] + 2 * k2[j] + 2 * k3[j] + k4[j]);
  }
  return paths;
}

}  // namespace zanjir
