#include "zanjir/loops/large_rank.hpp"

#include <gtest/gtest.h>

#include "zanjir/core/decompositions.hpp"
#include "zanjir/core/random.hpp"

namespace zanjir::test {
namespace {

MatX random_matrix(Eigen::Index rows, Eigen::Index columns, Random& random) {
  MatX A(rows, columns);
  for (Eigen::Index c = 0; c < columns; ++c) {
    for (Eigen::Index r = 0; r < rows; ++r) A(r, c) = random.uniform(-1, 1);
  }
  return A;
}

// Blocks of several sizes that share neither rows nor columns, their rows and columns mixed, some rows said twice: the values are those of one decomposition of all.
TEST(LargeRank, MatchesOneDecompositionOfAll) {
  Random random(5);
  MatX A = MatX::Zero(230, 260);
  Eigen::Index row = 0, column = 0;
  for (const auto& [rows, columns, again] : {std::tuple{120, 130, 5}, {30, 10, 0}, {4, 60, 1}, {50, 50, 10}}) {
    A.block(row, column, rows, columns) = random_matrix(rows, columns, random);
    for (int k = 0; k < again; ++k) A.row(row + rows - 1 - k) = A.row(row + k);
    row += rows, column += columns;
  }
  for (Eigen::Index i = A.rows() - 1; i > 0; --i) A.row(i).swap(A.row(static_cast<Eigen::Index>(random.uniform(0, static_cast<double>(i)))));
  for (Eigen::Index i = A.cols() - 1; i > 0; --i) A.col(i).swap(A.col(static_cast<Eigen::Index>(random.uniform(0, static_cast<double>(i)))));
  const Eigen::JacobiSVD<MatX> svd(A);
  const VecX& truth = svd.singularValues();
  const VecX found = singular_values_by_parts(A);
  ASSERT_EQ(found.size(), truth.size());
  // Either is off by a few roundings of the largest, times the root of the size.
  const double rounding = 16 * std::sqrt(static_cast<double>(A.cols())) * std::numeric_limits<double>::epsilon() * truth[0];
  EXPECT_LT((found - truth).lpNorm<Eigen::Infinity>(), rounding);
  int rank = 0;
  for (const double s : truth) rank += s > 1e-10 * truth[0];
  EXPECT_EQ(rank, 120 - 5 + 10 + 4 - 1 + 50 - 10);
  const MatX N = null_of_rows(A, rank);
  EXPECT_EQ(N.cols(), A.rows() - rank);
  EXPECT_LT((A.transpose() * N).lpNorm<Eigen::Infinity>(), 1e3 * rounding);
  EXPECT_LT((N.transpose() * N - MatX::Identity(N.cols(), N.cols())).lpNorm<Eigen::Infinity>(), rounding);
}

}  // namespace
}  // namespace zanjir::test
