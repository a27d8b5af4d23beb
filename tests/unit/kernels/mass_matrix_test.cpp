#include "unit/kernels/kernel_case.hpp"

namespace zanjir::test {
namespace {

TEST(MassMatrix, BothWalksMatchDenseJacobiansInTheLowerTriangle) {
  for_random_trees(4000, [](const KernelCase& c) {
    const MatL exact = Twin(c.tree, c.state).mass_matrix();
    const double tolerance = rounding(c.operations(), largest(exact));
    for (const auto* f : tables_of_one_lane())
      for (const auto walk : {f->mass_matrix_rows, f->mass_matrix_world}) {
        Numbers scratch = c.scratch(), M(c.nv() * c.nv(), -7.0);
        f->kinematics(c.tables, c.state.q.data(), nullptr, scratch.data());
        walk(c.tables, scratch.data(), M.data());
        for (std::size_t i = 0; i < c.nv(); ++i)
          for (std::size_t j = 0; j < c.nv(); ++j) {
            if (j <= i) {
              EXPECT_NEAR(M[i * c.nv() + j], exact(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)), tolerance) << c.name(*f);
            } else {
              EXPECT_EQ(M[i * c.nv() + j], -7.0) << "the other triangle was touched, " << c.name(*f);
            }
          }
      }
  });
}

// What couples two speeds is on the path of one to the ground; nothing else is written, in any lane.
TEST(MassMatrix, BranchWalkWritesWhatCouplesAndLeavesTheRest) {
  for_random_trees(4050, [](const KernelCase& c) {
    const MatL exact = Twin(c.tree, c.state).mass_matrix();
    const double tolerance = rounding(c.operations(), largest(exact));
    std::vector<int> row_of(c.nv());
    for (int row = 1; row < c.tables.n_steps; ++row) {
      const kernels::Step& b = c.tables.step[row];
      for (int k = 0; k < kernels::nv_of(b.joint); ++k) row_of[static_cast<std::size_t>(b.v_begin + k)] = row;
    }
    const auto carries = [&](std::size_t i, std::size_t j) {  // speed j moves the body of speed i
      for (int row = row_of[i]; row != 0; row = c.tables.step[row].parent) {
        if (row == row_of[j]) return true;
      }
      return false;
    };
    std::vector<const kernels::Functions*> tables = tables_of_one_lane();
    for (const auto* f : tables_of_many_lanes()) tables.push_back(f);
    for (const auto* f : tables) {
      const auto w = static_cast<std::size_t>(f->lanes);
      Numbers scratch = c.scratch(f->lanes), M(c.nv() * c.nv() * w, -7.0), q(c.state.q.size() * w);
      for (std::size_t i = 0; i < q.size(); ++i) q[i] = c.state.q[i / w];
      f->kinematics(c.tables, q.data(), nullptr, scratch.data());
      f->mass_matrix_branches(c.tables, scratch.data(), M.data());
      for (std::size_t i = 0; i < c.nv(); ++i) {
        for (std::size_t j = 0; j < c.nv(); ++j) {
          for (std::size_t lane = 0; lane < w; ++lane) {
            const double value = M[(i * c.nv() + j) * w + lane];
            if (j <= i && carries(i, j)) {
              EXPECT_NEAR(value, exact(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)), tolerance) << c.name(*f);
            } else {
              EXPECT_EQ(value, -7.0) << i << ", " << j << " was touched, " << c.name(*f);
            }
          }
        }
      }
    }
  });
}

TEST(MassMatrix, IsPositiveDefinite) {
  for_random_trees(4100, [](const KernelCase& c) {
    for (const auto* f : tables_of_one_lane()) {
      Numbers scratch = c.scratch(), M(c.nv() * c.nv());
      f->kinematics(c.tables, c.state.q.data(), nullptr, scratch.data());
      f->mass_matrix_world(c.tables, scratch.data(), M.data());
      const auto size = static_cast<Eigen::Index>(c.nv());
      const Eigen::Map<const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>> lower(M.data(), size, size);
      EXPECT_GT(Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(lower, Eigen::EigenvaluesOnly).eigenvalues().minCoeff(), 0.0) << c.name(*f);
    }
  });
}

// The reference point of the world walk is the first row of each tree, so distance from the world origin costs no digits.
TEST(MassMatrix, WorldWalkDoesNotSufferFarFromTheOrigin) {
  KernelCase c(4200, TreeOptions{});
  for (kernels::Step& b : c.tree.step)
    if (b.parent == 0) b.X_before[9] += 1e6;
  for (const auto* f : tables_of_one_lane()) {
    Numbers scratch = c.scratch(), rows(c.nv() * c.nv()), world(c.nv() * c.nv());
    f->kinematics(c.tables, c.state.q.data(), nullptr, scratch.data());
    f->mass_matrix_rows(c.tables, scratch.data(), rows.data());
    f->mass_matrix_world(c.tables, scratch.data(), world.data());
    // Positions of 1e6 are known to 1e-10, which is what remains of the difference; squared distances would leave 1e-4.
    EXPECT_LE(largest(as_vector(rows) - as_vector(world)), rounding(c.operations(), 1e6 * largest(as_vector(rows)))) << f->isa;
  }
}

}  // namespace
}  // namespace zanjir::test
