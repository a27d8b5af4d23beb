#include "zanjir/verify/mass_products.hpp"

#include <gtest/gtest.h>

#include "support/folders.hpp"
#include "zanjir/core/decompositions.hpp"
#include "zanjir/core/random.hpp"
#include "zanjir/describe/description.hpp"
#include "zanjir/dynamics/tree_dynamics.hpp"
#include "zanjir/loops/loop_rank.hpp"
#include "zanjir/model/build.hpp"
#include "zanjir/verify/random_state.hpp"

namespace zanjir {
namespace {

TEST(LargestEigenvalue, ComesFromProducts) {
  Random random(5);
  MatX A(120, 120);
  for (double& a : A.reshaped()) a = random.normal();
  const MatX S = A * A.transpose();
  const double exact = Eigen::SelfAdjointEigenSolver<MatX>(S).eigenvalues()[119];
  const double found = largest_eigenvalue(120, [&](const VecX& x) { return VecX(S * x); });
  EXPECT_LE(found, exact * (1 + 1e-12));
  EXPECT_NEAR(found, exact, 1e-3 * exact);
  EXPECT_EQ(largest_eigenvalue(0, [](const VecX& x) { return x; }), 0);
  EXPECT_NEAR(largest_eigenvalue(1, [](const VecX& x) { return VecX(3 * x); }), 3, 1e-15);
}

// What products say, beside a decomposition of N^T M N over the null space N of the scaled rows; trees have no rows.
TEST(ConditionByProducts, IsThatOfTheMatrix) {
  for (const char* file : {"arm_3r.yaml", "chain_spatial.yaml", "four_bar.yaml", "stewart.yaml", "rrr_3.yaml"}) {
    const Model model = std::move(*build_model(*read_description(test::models_folder() / file)).value);
    Random random(3);
    State state;
    if (model.n_closure_rows() > 0) ASSERT_TRUE(random_closed_state(model, random, state)) << file;
    else state = random_state(model, random);
    Workspace ws(model);
    update_velocities(model, state, ws);
    MatX M;
    mass_matrix(model, ws, M);
    const VecX& C = model.column_scale();
    std::vector<int> moving;
    for (int k = 0; k < model.nv(); ++k)
      if (model.roles()[static_cast<std::size_t>(k)] != Role::prescribed) moving.push_back(k);
    MatX N = MatX::Identity(model.nv(), model.nv())(moving, moving);
    if (model.n_closure_rows() > 0) {
      Closure closure(model);
      update_closure_positions(model, ws, closure);
      MatX A;
      scale_rows(closure, model.row_scale(), C, A);
      const Eigen::JacobiSVD<MatX> svd(MatX(A(Eigen::all, moving)), Eigen::ComputeFullV);
      N = svd.matrixV().rightCols(static_cast<Eigen::Index>(moving.size()) - generic_rank(model, state).rank);
    }
    const MatX scaled = (C.asDiagonal() * M * C.asDiagonal()).eval()(moving, moving);
    const VecX values = Eigen::SelfAdjointEigenSolver<MatX>(N.transpose() * scaled * N).eigenvalues();
    const double exact = values[values.size() - 1] / values[0];
    EXPECT_NEAR(condition_by_products(model, state, ws, C.cwiseInverse(), 1e3), exact, 0.01 * exact) << file;
  }
}

}  // namespace
}  // namespace zanjir
