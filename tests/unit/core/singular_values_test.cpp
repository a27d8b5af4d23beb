#include "zanjir/core/singular_values.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support/tolerance.hpp"
#include "zanjir/core/decompositions.hpp"
#include "zanjir/core/random.hpp"

namespace zanjir::test {
namespace {

MatX random_matrix(Random& random, Eigen::Index rows, Eigen::Index columns) {
  MatX A(rows, columns);
  for (Eigen::Index i = 0; i < A.size(); ++i) A.data()[i] = random.normal();
  return A;
}

void expect_as_eigen(const MatX& A) {
  VecX sigma;
  singular_values(A, sigma);
  const VecX expected = Eigen::JacobiSVD<MatX>(A).singularValues();
  ASSERT_EQ(sigma.size(), expected.size());
  // Both are exact for a matrix that differs by some roundings of the largest value.
  for (Eigen::Index i = 0; i < sigma.size(); ++i) EXPECT_NEAR(sigma[i], expected[i], rounding(20, expected[0])) << A;
  for (Eigen::Index i = 1; i < sigma.size(); ++i) EXPECT_LE(sigma[i], sigma[i - 1]);
}

TEST(SingularValues, AreThoseOfEigen) {
  Random random(1);
  for (int trial = 0; trial < 2000; ++trial) {
    const Eigen::Index rows = random.integer(1, 17), columns = random.integer(1, 7);  // the largest beyond what is done here
    MatX A = random_matrix(random, rows, columns);
    if (trial % 2 == 1) A.transposeInPlace();
    if (trial % 3 == 1) A.col(0) = A.col(A.cols() - 1) * 2;                                                                         // rank lost
    if (trial % 3 == 2) A = A * VecX::LinSpaced(A.cols(), -9, 3).unaryExpr([](double x) { return std::pow(10, x); }).asDiagonal();  // badly scaled
    expect_as_eigen(A);
  }
  for (const MatX& A : {MatX(MatX::Zero(6, 6)), MatX(MatX::Identity(6, 6)), MatX(MatX::Ones(6, 4)), MatX(MatX::Identity(6, 6) * 1e-200)})
    expect_as_eigen(A);
  for (const MatX& A : {MatX(0, 6), MatX(6, 0)}) {
    VecX sigma = VecX::Ones(3);
    singular_values(A, sigma);
    EXPECT_EQ(sigma.size(), 0);
  }
}

// Columns that are merely long or short keep the digits of the small values, which J^T J would lose.
TEST(SingularValues, OfBadlyScaledColumnsHaveAllTheirDigits) {
  Random random(2);
  for (int trial = 0; trial < 100; ++trial) {
    const MatX Q = Eigen::HouseholderQR<MatX>(random_matrix(random, 6, 6)).householderQ();
    VecX lengths(6), sigma;
    lengths << 1e5, 3e2, 1, 2e-3, 1e-6, 5e-9;
    singular_values(Q * lengths.asDiagonal(), sigma);
    for (Eigen::Index i = 0; i < 6; ++i) EXPECT_NEAR(sigma[i] / lengths[i], 1, rounding(100)) << trial;
  }
}

TEST(SingularValues, OfWhatIsNotANumberAreNone) {
  MatX A = MatX::Identity(6, 6);
  A(2, 3) = std::nan("");
  VecX sigma;
  singular_values(A, sigma);
  EXPECT_TRUE(std::isnan(sigma.sum()) || sigma.size() == 0);
}

}  // namespace
}  // namespace zanjir::test
