#include "zanjir/analyse/equilibrium.hpp"

#include <cmath>

#include "zanjir/core/decompositions.hpp"
#include "zanjir/core/random.hpp"

namespace zanjir {
namespace {

constexpr int most_iterations = 60;
constexpr double largest_step = 0.3;  // radians, or model lengths
constexpr double small_step = 1e-11;  // what Newton's method still wants to move where it has arrived
constexpr double same_place = 1e-6;

// The state at rest, but for what laws prescribe and what loops make of it.
State at_rest(State state) {
  state.v.setZero();
  return state;
}

struct Settled {
  bool found = false;
  Equilibrium at;
  std::string why;
};

void judge(const Model& model, LocalChart& chart, Equilibrium& at) {
  std::string why;
  MatX by_z, by_rate;
  if (!chart.place(at.state, why) || !differentiate(model, chart, by_z, by_rate)) return;
  const int n = chart.n();
  MatX A(2 * n, 2 * n);
  A << MatX::Zero(n, n), MatX::Identity(n, n), by_z, by_rate;
  at.modes = modes_of(model, chart, A);
  at.stability = stability_of(at.modes);
}

Settled settle(const Model& model, LocalChart& chart, State state) {
  Settled out;
  const VecX none = VecX::Zero(model.nv()), none_cut = VecX::Zero(model.n_cut_v());
  Solution solution;
  for (int i = 0; i < most_iterations; ++i) {
    if (!chart.place(at_rest(state), out.why)) return out;
    State resting;
    const int n = chart.n();
    const VecX zero = VecX::Zero(n), scale = chart.scale();
    if (!chart.at(zero, zero, resting) || !chart.solve(resting, none, none_cut, solution)) {
      out.why = "dynamics has no answer on the way: " + solution.note;
      return out;
    }
    const VecX left = chart.chosen(solution.vdot).cwiseQuotient(scale);
    MatX by_z, by_rate;
    if (!differentiate(model, chart, by_z, by_rate)) {
      out.why = "dynamics has no answer beside a state on the way";
      return out;
    }
    const MatX J = scale.cwiseInverse().asDiagonal() * by_z * scale.asDiagonal();
    VecX step = n > 0 ? VecX(J.completeOrthogonalDecomposition().solve(VecX(-left))) : VecX(0);
    const double length = n > 0 ? step.lpNorm<Eigen::Infinity>() : 0, size = left.norm();
    const double floor = 1e-12 * (norm(model.gravity()) / model.length_m() + (n > 0 ? J.cwiseAbs().maxCoeff() : 0));
    if (n == 0 || length <= small_step || size <= floor) {
      if (n > 0 && size > 1e-6 * (1 + J.cwiseAbs().maxCoeff()) && length <= small_step) {
        out.why = "nothing balances the forces near here";
        return out;
      }
      out.found = true;
      out.at = {resting, i, n > 0 ? left.lpNorm<Eigen::Infinity>() : 0, 1, Stability::stable, {}};
      return out;
    }
    if (length > largest_step) step *= largest_step / length;
    bool better = false;
    State trial;
    for (int halving = 0; halving < 12 && !better; ++halving, step *= 0.5) {
      if (!chart.at(step.cwiseProduct(scale), zero, trial) || !chart.solve(trial, none, none_cut, solution)) continue;
      better = chart.chosen(solution.vdot).cwiseQuotient(scale).norm() < size;
    }
    if (!better) {
      out.why = "no step makes the accelerations smaller: no equilibrium near here, or a contact that opens and closes";
      return out;
    }
    state = trial;
  }
  out.why = "accelerations do not settle in " + std::to_string(most_iterations) + " steps";
  return out;
}

bool same(const Model& model, const State& a, const State& b) {
  return difference(model, a.q, b.q).cwiseQuotient(model.column_scale()).lpNorm<Eigen::Infinity>() < same_place;
}

}  // namespace

Equilibria find_equilibria(const Model& model, const AnyFormulation& formulation, ActuatorsAct act, const VecX& tau, const VecX& tau_cut,
                           const State& start, const EquilibriumOptions& options) {
  LocalChart chart(model, formulation, act == ActuatorsAct::force ? act : ActuatorsAct::hold, tau, tau_cut),
      there(model, formulation, act, tau, tau_cut);
  Equilibria all;
  Random random(options.seed);
  std::string why;
  for (int i = 0; i <= options.starts; ++i) {
    State from = at_rest(start);
    if (i > 0) {
      if (!chart.place(at_rest(start), why)) break;
      if (chart.n() == 0) break;
      const VecX scale = chart.scale();
      VecX z(chart.n());
      for (Eigen::Index k = 0; k < z.size(); ++k) z[k] = random.uniform(-options.radius, options.radius) * scale[k];
      if (!chart.at(z, VecX::Zero(chart.n()), from)) continue;  // the loops do not reach there
    }
    ++all.n_starts;
    Settled s = settle(model, chart, from);
    if (!s.found) {
      ++all.n_lost;
      all.why = s.why;
      continue;
    }
    const auto known = std::find_if(all.found.begin(), all.found.end(), [&](const Equilibrium& e) { return same(model, e.state, s.at.state); });
    if (known != all.found.end()) {
      ++known->n_starts;
      continue;
    }
    judge(model, there, s.at);
    all.found.push_back(std::move(s.at));
  }
  return all;
}

}  // namespace zanjir
