#include "zanjir/formulations/newton_euler/passive_loads.hpp"

#include <algorithm>
#include <cmath>
#include <set>

namespace zanjir {

PassiveLoads::PassiveLoads(const Model& model) {
  for (int i = 0; i < model.nv(); ++i) {
    if (model.roles()[at(i)] == Role::passive) speeds_.push_back(i);
  }
}

void PassiveLoads::use_rows(const Model& model, const Closure& closure, std::span<const int> rows) {
  rows_.assign(rows.begin(), rows.end());
  std::vector<std::vector<Term>> of_speed(at(model.nv()));
  for (std::size_t j = 0; j < rows.size(); ++j) {
    for (int k = closure.Phi_q.outerIndexPtr()[rows[j]]; k < closure.Phi_q.outerIndexPtr()[rows[j] + 1]; ++k)
      of_speed[at(closure.Phi_q.innerIndexPtr()[k])].push_back({static_cast<int>(j), k});
  }
  std::vector<int> order = speeds_;
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return of_speed[at(a)].size() < of_speed[at(b)].size(); });
  equations_.clear(), terms_.clear(), unknowns_.clear(), before_.clear();
  std::vector<std::vector<int>> known_to(rows.size());  // per unknown: equations so far
  for (const int speed : order) {
    Equation e;
    e.speed = speed;
    e.terms_begin = static_cast<int>(terms_.size());
    terms_.insert(terms_.end(), of_speed[at(speed)].begin(), of_speed[at(speed)].end());
    e.terms_end = static_cast<int>(terms_.size());
    std::set<int> unknowns, before;
    const auto add = [&](int unknown) {
      if (unknowns.insert(unknown).second) before.insert(known_to[at(unknown)].begin(), known_to[at(unknown)].end());
    };
    for (const Term& term : of_speed[at(speed)]) add(term.unknown);
    // An equation that is taken off brings its unknowns in, and by them later ones that know these; earlier ones have no pivot among them left.
    for (auto other = before.begin(); other != before.end(); ++other) {
      for (int k = equations_[at(*other)].unknowns_begin; k < equations_[at(*other)].unknowns_end; ++k) add(unknowns_[at(k)]);
    }
    e.before_begin = static_cast<int>(before_.size());
    before_.insert(before_.end(), before.begin(), before.end());
    e.before_end = static_cast<int>(before_.size());
    e.unknowns_begin = static_cast<int>(unknowns_.size());
    unknowns_.insert(unknowns_.end(), unknowns.begin(), unknowns.end());
    e.unknowns_end = static_cast<int>(unknowns_.size());
    for (const int unknown : unknowns) known_to[at(unknown)].push_back(static_cast<int>(equations_.size()));
    equations_.push_back(e);
  }
  U_.assign(unknowns_.size(), 0);
  L_.assign(before_.size(), 0);
  pivot_.assign(equations_.size(), 0);
  inverse_pivot_.assign(equations_.size(), 0);
  y_ = inverse_pivot_;
  x_.assign(rows.size(), 0);
  taken_.assign(rows.size(), 0);
}

bool PassiveLoads::factor(const Model& model, const Closure& closure, std::span<const int> rows) {
  if (!std::equal(rows.begin(), rows.end(), rows_.begin(), rows_.end()) || (equations_.empty() && !speeds_.empty())) use_rows(model, closure, rows);
  const VecX &R = model.row_scale(), &C = model.column_scale();
  const double* Phi = closure.Phi_q.valuePtr();
  double largest = 0;  // of all speeds: one passive joint that does not move in the loops has a pivot of rounding, and no other to be compared with
  for (const int row : rows_) {
    for (int k = closure.Phi_q.outerIndexPtr()[row]; k < closure.Phi_q.outerIndexPtr()[row + 1]; ++k)
      largest = std::max(largest, std::abs(R[row] * Phi[k] * C[closure.Phi_q.innerIndexPtr()[k]]));
  }
  constexpr double doubtful = 1e-6;  // the general way decides on ranks at 1e-9
  std::fill(taken_.begin(), taken_.end(), 0);
  std::fill(x_.begin(), x_.end(), 0.0);
  for (std::size_t i = 0; i < equations_.size(); ++i) {
    const Equation& e = equations_[i];
    for (int k = e.terms_begin; k < e.terms_end; ++k) {
      const Term& term = terms_[at(k)];
      x_[at(term.unknown)] = Phi[term.number] * R[rows_[at(term.unknown)]] * C[e.speed];
    }
    for (int k = e.before_begin; k < e.before_end; ++k) {
      const int other = before_[at(k)];
      const double l = L_[at(k)] = x_[at(pivot_[at(other)])] * inverse_pivot_[at(other)];
      if (l == 0) continue;
      for (int m = equations_[at(other)].unknowns_begin; m < equations_[at(other)].unknowns_end; ++m) x_[at(unknowns_[at(m)])] -= l * U_[at(m)];
      x_[at(pivot_[at(other)])] = 0;
    }
    int best = -1;
    for (int m = e.unknowns_begin; m < e.unknowns_end; ++m) {
      const int unknown = unknowns_[at(m)];
      const double u = U_[at(m)] = x_[at(unknown)];
      x_[at(unknown)] = 0;
      if (!taken_[at(unknown)] && (best < 0 || std::abs(u) > std::abs(U_[at(best)]))) best = m;
    }
    if (best < 0 || !(std::abs(U_[at(best)]) > doubtful * largest)) return false;
    pivot_[i] = unknowns_[at(best)];
    taken_[at(pivot_[i])] = 1;
    inverse_pivot_[i] = 1 / U_[at(best)];
  }
  return true;
}

void PassiveLoads::solve(const Model& model, const VecX& f, VecX& lambda) {
  for (std::size_t i = 0; i < equations_.size(); ++i) {
    const Equation& e = equations_[i];
    double y = f[e.speed] * model.column_scale()[e.speed];
    for (int k = e.before_begin; k < e.before_end; ++k) y -= L_[at(k)] * y_[at(before_[at(k)])];
    y_[i] = y;
  }
  std::fill(x_.begin(), x_.end(), 0.0);
  for (std::size_t i = equations_.size(); i-- > 0;) {
    const Equation& e = equations_[i];
    double y = y_[i];
    for (int m = e.unknowns_begin; m < e.unknowns_end; ++m) y -= U_[at(m)] * x_[at(unknowns_[at(m)])];  // its own is zero as yet
    x_[at(pivot_[i])] = y * inverse_pivot_[i];
  }
  for (std::size_t j = 0; j < rows_.size(); ++j) lambda[rows_[j]] = x_[j] * model.row_scale()[rows_[j]];
}

void PassiveLoads::solve_accelerations(const Model& model, const VecX& gamma, VecX& vdot) {
  for (std::size_t j = 0; j < rows_.size(); ++j) x_[j] = gamma[rows_[j]] * model.row_scale()[rows_[j]];
  for (std::size_t i = 0; i < equations_.size(); ++i) {
    const Equation& e = equations_[i];
    const double y = y_[i] = x_[at(pivot_[i])] * inverse_pivot_[i];
    for (int m = e.unknowns_begin; m < e.unknowns_end; ++m) x_[at(unknowns_[at(m)])] -= U_[at(m)] * y;
  }
  for (std::size_t i = equations_.size(); i-- > 0;) {
    const Equation& e = equations_[i];
    for (int k = e.before_begin; k < e.before_end; ++k) y_[at(before_[at(k)])] -= L_[at(k)] * y_[i];
    vdot[e.speed] = y_[i] * model.column_scale()[e.speed];
  }
}

double PassiveLoads::operations() const {
  double sum = 0;
  for (const int other : before_) sum += equations_[at(other)].unknowns_end - equations_[at(other)].unknowns_begin;
  return sum;
}

}  // namespace zanjir
