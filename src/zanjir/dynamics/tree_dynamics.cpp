#include "zanjir/dynamics/tree_dynamics.hpp"

#include "zanjir/core/contract.hpp"
#include "zanjir/dynamics/gather_forces.hpp"
#include "zanjir/kernels/dispatch.hpp"
#include "zanjir/kinematics/frames.hpp"

namespace zanjir {

using kernels::Known;

// The lower triangle of M by the walk that is faster for this model.
void lower_mass_matrix(const Model& model, Workspace& ws, MatX& M) {
  M.resize(model.nv(), model.nv());
  const auto& f = kernels::functions();
  // The kernels write M[i * nv + j], i >= j: the upper triangle of a column-major matrix.
  (model.long_branches() ? f.mass_matrix_world : f.mass_matrix_rows)(model.tables(), ws.tree.data(), M.data());
}

void mass_matrix(const Model& model, Workspace& ws, MatX& M) {
  ZANJIR_ASSERT(ws.stage >= Stage::position);
  lower_mass_matrix(model, ws, M);
  for (Eigen::Index i = 0; i < M.rows(); ++i) {
    for (Eigen::Index j = 0; j < i; ++j) M(i, j) = M(j, i);
  }
}

void bias_force(const Model& model, Workspace& ws, VecX& bias) {
  ZANJIR_ASSERT(ws.stage >= Stage::velocity);
  gather_forces(model, ws);
  const double* external = external_rows(model, ws);
  bias.resize(model.nv());
  kernels::functions().inverse_dynamics(model.tables(), Known::kinematics, ws.q.data(), ws.v.data(), nullptr, external, ws.tree.data(), bias.data());
  bias -= ws.tau_elements;
}

}  // namespace zanjir
