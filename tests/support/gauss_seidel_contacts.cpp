#include "support/gauss_seidel_contacts.hpp"

#include <algorithm>
#include <cmath>

namespace zanjir::test {
namespace {

double stiffest(const CoulombProblem& p) { return p.G.diagonal().maxCoeff(); }
double largest(const CoulombProblem& p) { return p.b.cwiseAbs().maxCoeff(); }

}  // namespace

// f_n <- max(0, f_n - w_n/G_nn), f_t <- the nearest to f_t - w_t/|G_tt| within mu f_n; w follows each change at once.
CoulombAnswer sweep_to_rest(const CoulombProblem& p, int most_sweeps) {
  const double still = 1e-15 * largest(p) / stiffest(p);
  CoulombAnswer out{VecX::Zero(p.b.size()), p.b};
  const auto change = [&](Eigen::Index row, double to) {
    const double by = to - out.f[row];
    out.f[row] = to;
    out.w += by * p.G.col(row);
    return std::abs(by);
  };
  for (int sweep = 0; sweep < most_sweeps && !out.converged; ++sweep) {
    double most = 0;
    for (int k = 0; k < p.n(); ++k) {
      const Eigen::Index n = 3 * k, x = n + 1, y = n + 2;
      most = std::max(most, change(n, std::max(0.0, out.f[n] - out.w[n] / p.G(n, n))));
      const double mean = (p.G(x, x) + p.G(y, y)) / 2, across = std::hypot((p.G(x, x) - p.G(y, y)) / 2, p.G(x, y)), along = mean + across;
      double fx = out.f[x] - out.w[x] / along, fy = out.f[y] - out.w[y] / along;
      const double size = std::hypot(fx, fy), bound = p.mu[k] * out.f[n];
      if (size > bound) fx *= bound / size, fy *= bound / size;
      most = std::max({most, change(x, fx), change(y, fy)});
    }
    out.converged = most <= still;
  }
  return out;
}

double misses(const CoulombProblem& p, const VecX& f) {
  const double rate = largest(p), force = rate / stiffest(p);
  const VecX w = p.b + p.G * f;
  double most = 0;
  for (int k = 0; k < p.n(); ++k) {
    const Eigen::Index n = 3 * k;
    const double N = f[n] / force, opens = w[n] / rate, slips = std::hypot(w[n + 1], w[n + 2]) / rate, rubs = std::hypot(f[n + 1], f[n + 2]) / force;
    most = std::max({most, -N, -opens, std::min(N, opens), rubs - p.mu[k] * std::max(N, 0.0)});
    // The ground pulls with all of its friction against what slides: mu N |w_t| + f_t.w_t = 0, in units of rates or of forces, whichever is less.
    const double against = p.mu[k] * N * slips + (f[n + 1] * w[n + 1] + f[n + 2] * w[n + 2]) / (force * rate);
    most = std::max(most, against / std::max({slips, p.mu[k] * N, 1e-300}));
  }
  return most;
}

}  // namespace zanjir::test
