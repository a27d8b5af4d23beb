#include "zanjir/core/pivoted_qr.hpp"

#include <gtest/gtest.h>

#include "support/tolerance.hpp"
#include "zanjir/core/decompositions.hpp"
#include "zanjir/core/random.hpp"

namespace zanjir::test {
namespace {

MatX drawn(Random& random, Eigen::Index rows, Eigen::Index columns, Eigen::Index rank) {
  const auto normal = [&](Eigen::Index n, Eigen::Index m) {
    MatX A(n, m);
    for (Eigen::Index i = 0; i < A.size(); ++i) A.data()[i] = random.normal();
    return A;
  };
  return normal(rows, rank) * normal(rank, columns);
}

// Columns of zeros take no part, and are at the end.
TEST(PivotedQr, LeavesColumnsOfZerosToTheEnd) {
  Random random(5);
  PivotedQr qr;
  for (int trial = 0; trial < 200; ++trial) {
    const Eigen::Index columns = random.integer(1, 12), rows = columns + random.integer(0, 4);
    MatX A = drawn(random, rows, columns, columns);
    int zeros = 0;
    for (Eigen::Index j = 0; j < columns; ++j) {
      if (random.integer(0, 2) > 0) continue;
      A.col(j).setZero();
      ++zeros;
    }
    SCOPED_TRACE(testing::Message() << rows << " x " << columns << ", " << zeros << " of zeros, trial " << trial);
    qr.compute(A);
    const int others = static_cast<int>(columns) - zeros;
    EXPECT_EQ(qr.rank(1e-9), others);
    for (Eigen::Index j = 0; j < columns; ++j) {
      const auto was = qr.order[static_cast<std::size_t>(j)];
      EXPECT_EQ(A.col(was).isZero(0), j >= others);
      VecX y = VecX::Zero(rows);
      y.head(j + 1) = qr.factors.col(j).head(j + 1);
      qr.apply_Q(static_cast<int>(qr.tau.size()), y);
      EXPECT_LE((y - A.col(was)).cwiseAbs().maxCoeff(), rounding(100, A.norm()));
    }
  }
}

// The rank that Eigen finds, the same least squares, a diagonal that falls; and Q R is what was factored.
TEST(PivotedQr, IsTheFactorThatEigenFinds) {
  Random random(3);
  PivotedQr qr;
  for (int trial = 0; trial < 500; ++trial) {
    const Eigen::Index rows = random.integer(1, 20), columns = random.integer(1, 20);
    const auto rank = std::min({rows, columns, static_cast<Eigen::Index>(random.integer(1, 20))});
    const MatX A = drawn(random, rows, columns, rank);
    SCOPED_TRACE(testing::Message() << rows << " x " << columns << ", rank " << rank << ", trial " << trial);
    qr.compute(A);
    Eigen::ColPivHouseholderQR<MatX> eigen;
    eigen.setThreshold(1e-9);
    eigen.compute(A);
    ASSERT_EQ(qr.rank(1e-9), eigen.rank());
    MatX R = MatX::Zero(rows, columns), back(rows, columns);
    for (Eigen::Index j = 0; j < columns; ++j) R.col(j).head(std::min(j + 1, rows)) = qr.factors.col(j).head(std::min(j + 1, rows));
    for (Eigen::Index j = 0; j < columns; ++j) {
      VecX y = R.col(j);
      qr.apply_Q(static_cast<int>(qr.tau.size()), y);
      back.col(qr.order[static_cast<std::size_t>(j)]) = y;
    }
    EXPECT_LE((back - A).cwiseAbs().maxCoeff(), rounding(100, A.norm()));
    for (Eigen::Index k = 1; k < rank; ++k) EXPECT_LE(std::abs(R(k, k)), std::abs(R(k - 1, k - 1)) * (1 + 1e-12));
    VecX b(rows);
    for (Eigen::Index i = 0; i < rows; ++i) b[i] = random.normal();
    const double condition = std::abs(R(0, 0) / R(rank - 1, rank - 1));
    Eigen::CompleteOrthogonalDecomposition<MatX> least;
    least.setThreshold(1e-9);
    least.compute(A);
    const VecX x = qr.solve(b, qr.rank(1e-9)), expected = least.solve(b);  // of many x, A x is the same
    EXPECT_LE((A * x - A * expected).norm(), rounding(1000 * condition, b.norm()));
    LeastNormSolve shortest;
    shortest.compute(A, 1e-9);
    VecX found(columns);
    shortest.solve(b, found);
    EXPECT_LE((found - expected).norm(), rounding(1000 * condition * condition, expected.norm() + b.norm() / A.norm()));
  }
}

TEST(PivotedQr, OfZeroHasNoRank) {
  PivotedQr qr;
  qr.compute(MatX::Zero(4, 3));
  EXPECT_EQ(qr.rank(1e-9), 0);
  qr.compute(MatX(0, 3));
  EXPECT_EQ(qr.rank(1e-9), 0);
}

}  // namespace
}  // namespace zanjir::test
