// How far loops are from closed, and from singular.
#include <algorithm>
#include <cmath>

#include "zanjir/loops/loop_springs.hpp"
#include "zanjir/terms/quantity_family.hpp"

namespace zanjir {
namespace {

bool has_loops(const QuantityScope& s) { return s.model.n_closure_rows() > 0; }
bool has_sprung_loops(const QuantityScope& s) { return s.model.n_spring_rows() > 0; }

double largest_residual(const QuantityData& d, bool turns) {
  double worst = 0;
  for (Eigen::Index i = 0; i < d.closure->phi.size(); ++i) {
    if (d.scope.row_turns[at(i)] == turns) worst = std::max(worst, std::abs(d.closure->phi[i]));
  }
  return worst;
}

int n_singular_values(const QuantityScope& s) { return std::min(s.model.n_closure_rows(), s.model.nv()); }

LoopSum opening(QuantityData& d) {
  spring_elongations(d.scope.model, *d.ws, d.elongations);
  return sum_over_springs(d.scope.model, *d.ws, d.elongations);
}

}  // namespace

void add_loop_quantities(std::vector<QuantityFamily>& all) {
  const auto residual = [&](std::string_view name, std::string_view unit, std::string_view meaning, double (*value)(QuantityData&)) {
    all.push_back(single(QuantityGroup::loop_residual, name, unit, meaning, Needs::state, uses_closure, value, has_loops));
  };
  residual("loop_residual", "m", "How far the loops are from closed: the largest residual, angles counted at the model length.",
           [](QuantityData& d) { return std::max(largest_residual(d, false), largest_residual(d, true) * d.scope.model.length_m()); });
  residual("loop_residual.m", "m", "The largest residual that is a length.", [](QuantityData& d) { return largest_residual(d, false); });
  residual("loop_residual.rad", "rad", "The largest residual that is an angle.", [](QuantityData& d) { return largest_residual(d, true); });
  all.push_back(single(
      QuantityGroup::loop_opening, "loop_opening", "m", "Loops that are springs: the sum of their elongations.", Needs::state, 0,
      [](QuantityData& d) { return opening(d).translation; }, has_sprung_loops));
  all.push_back(single(
      QuantityGroup::loop_opening, "loop_opening.turn", "rad", "The sum of their twists.", Needs::state, 0,
      [](QuantityData& d) { return opening(d).turn; }, has_sprung_loops));
  all.push_back({QuantityGroup::singular_values, "loops.sigmaN", "1",
                 "Singular values of the closure rows, decreasing, rows and columns scaled by the model length. Each instant costs a decomposition, "
                 "so they are computed only where they are asked for.",
                 Needs::state, uses_closure,
                 [](const QuantityScope& s, std::vector<QuantityName>& out) {
                   for (int i = 1; i <= n_singular_values(s); ++i) out.push_back({"loops.sigma" + std::to_string(i), "1"});
                 },
                 [](QuantityData& d, double* out) {
                   if (!d.rows) d.rows.emplace(d.scope.model);
                   update_scaled_rows(d.scope.model, *d.closure, *d.rows);
                   std::copy_n(d.rows->svd.singularValues().data(), n_singular_values(d.scope), out);
                 }});
}

}  // namespace zanjir
