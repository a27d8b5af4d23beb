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

// By branches a row holds the speeds on its way to the ground, in this order, and both walks write all of them and nothing behind.
TEST(MassMatrix, PackedRowsHoldTheWayToTheGround) {
  for_random_trees(4070, [](const KernelCase& c) {
    const MatL exact = Twin(c.tree, c.state).mass_matrix();
    const double tolerance = rounding(c.operations(), largest(exact));
    std::vector<std::vector<int>> way(c.nv());  // per speed
    std::vector<std::vector<int>> to_row(static_cast<std::size_t>(c.tables.n_steps));
    for (std::size_t row = 1; row < to_row.size(); ++row) {
      const kernels::Step& b = c.tables.step[row];
      to_row[row] = to_row[static_cast<std::size_t>(b.parent)];
      for (int k = b.v_begin; k < b.v_begin + kernels::nv_of(b.joint); ++k) {
        to_row[row].push_back(k);
        way[static_cast<std::size_t>(k)] = to_row[row];
      }
    }
    std::vector<int> depth;
    std::vector<std::ptrdiff_t> row_begin;
    std::ptrdiff_t total = 0;
    for (const std::vector<int>& speeds : way) {
      depth.push_back(static_cast<int>(speeds.size()) - 1);
      row_begin.push_back(total);
      total += static_cast<std::ptrdiff_t>(speeds.size());
    }
    for (const auto* f : tables_of_one_lane()) {
      for (const bool long_branches : {false, true}) {
        Numbers scratch = c.scratch(), M(static_cast<std::size_t>(total) + 1, -7.0);
        f->kinematics(c.tables, c.state.q.data(), nullptr, scratch.data());
        f->packed_mass_matrix(c.tables, long_branches, scratch.data(), {depth.data(), row_begin.data()}, M.data());
        for (std::size_t i = 0; i < c.nv(); ++i) {
          for (const int j : way[i])
            EXPECT_NEAR(M[static_cast<std::size_t>(row_begin[i] + depth[static_cast<std::size_t>(j)])], exact(static_cast<Eigen::Index>(i), j),
                        tolerance)
                << i << ", " << j << ", " << c.name(*f);
        }
        EXPECT_EQ(M[static_cast<std::size_t>(total)], -7.0) << c.name(*f);
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
