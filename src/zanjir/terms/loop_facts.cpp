#include "zanjir/terms/loop_facts.hpp"

#include "zanjir/loops/assembly.hpp"
#include "zanjir/loops/large_rank.hpp"

namespace zanjir {

std::vector<ConstraintResidual> residuals_by_constraint(const Model& model, const VecX& phi) {
  std::vector<ConstraintResidual> out;
  Eigen::Index row = 0;
  for (const Constraint& c : model.constraints()) {
    out.push_back({name_of(c), {}, {}});
    for (int i = 0; i < n_rows_of(c); ++i) {
      out.back().residuals.push_back(phi[row++]);
      out.back().units.emplace_back(row_is_angle({&c, 1}, i) ? "rad" : "m");
    }
  }
  return out;
}

LoopFacts loop_facts(const Model& model, const State& state) {
  LoopFacts facts;
  facts.rank = generic_rank(model, state);
  Workspace ws(model);
  Closure closure(model);
  update_positions(model, state, ws);
  update_closure_positions(model, ws, closure);
  facts.phi = closure.phi;
  if (model.n_closure_rows() > rows_of_large_mechanisms) {
    facts.null_of_rows = model.row_scale().asDiagonal() * null_of_rows(scaled_rows(model, closure), facts.rank.rank);
  } else if (model.n_closure_rows() > 0 && model.nv() > 0) {
    const Eigen::JacobiSVD<MatX> svd(scaled_rows(model, closure), Eigen::ComputeFullU);
    facts.null_of_rows = model.row_scale().asDiagonal() * svd.matrixU().rightCols(model.n_closure_rows() - facts.rank.rank);
  }
  facts.determinacy = determinacy(model, ws, closure, facts.null_of_rows);
  return facts;
}

}  // namespace zanjir
