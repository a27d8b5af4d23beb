// Zeros of three quadrics: all eight, whatever the forms; real ones that were put in are found; families of zeros are noticed.
#include "zanjir/loops/three_quadrics.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>

#include "zanjir/core/random.hpp"

namespace zanjir::test {
namespace {

Quadric random_form(Random& random) {
  Quadric Q;
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j <= i; ++j) Q(i, j) = Q(j, i) = random.normal();
  return Q;
}
double value(const Quadric& Q, const Eigen::Vector4cd& x) { return std::abs((x.transpose() * Q.cast<std::complex<double>>() * x)(0)) / Q.norm(); }

TEST(ThreeQuadrics, HaveEightZerosThatAreDifferent) {
  Random random(11);
  for (int trial = 0; trial < 50; ++trial) {
    const std::array<Quadric, 3> forms{random_form(random), random_form(random), random_form(random)};
    const auto zeros = zeros_of(forms);
    ASSERT_TRUE(zeros) << trial;
    ASSERT_EQ(zeros->all.size(), 8u);
    EXPECT_EQ(zeros->real.size() % 2, 0u);  // the others come in conjugate pairs
    for (std::size_t i = 0; i < 8; ++i) {
      for (const Quadric& Q : forms) EXPECT_LT(value(Q, zeros->all[i]), 2e-14);
      for (std::size_t j = 0; j < i; ++j)  // not the same up to a factor
        EXPECT_LT(std::abs(zeros->all[i].dot(zeros->all[j])), 1 - 1e-12);
    }
  }
}

TEST(ThreeQuadrics, FindTheRealZerosThatWerePutIn) {
  Random random(12);
  for (int trial = 0; trial < 50; ++trial) {
    Eigen::Vector4d x;
    for (int i = 0; i < 4; ++i) x[i] = random.normal();
    x.normalize();
    std::array<Quadric, 3> forms;
    for (Quadric& Q : forms) {
      Q = random_form(random);
      Q -= Quadric::Identity() * x.dot(Q * x);  // x^T Q x = 0
    }
    const auto zeros = zeros_of(forms);
    ASSERT_TRUE(zeros) << trial;
    const auto is_x = [&](const Eigen::Vector4d& y) { return std::min((x - y).norm(), (x + y).norm()) < 1e-9; };
    EXPECT_EQ(std::count_if(zeros->real.begin(), zeros->real.end(), is_x), 1) << trial;
  }
}

TEST(ThreeQuadrics, KnowEightRealZeros) {
  // x_i^2 = x_0^2: all signs.
  std::array<Quadric, 3> forms;
  for (int i = 0; i < 3; ++i) {
    forms[static_cast<std::size_t>(i)] = Quadric::Zero();
    forms[static_cast<std::size_t>(i)](i + 1, i + 1) = 1;
    forms[static_cast<std::size_t>(i)](0, 0) = -1;
  }
  const auto zeros = zeros_of(forms);
  ASSERT_TRUE(zeros);
  EXPECT_EQ(zeros->real.size(), 8u);
  for (const Eigen::Vector4d& x : zeros->real) EXPECT_LT((x.cwiseAbs() - Eigen::Vector4d::Constant(0.5)).norm(), 2e-14);
}

TEST(ThreeQuadrics, NoticeThatZerosAreNotFinitelyMany) {
  Random random(13);
  const Quadric a = random_form(random), b = random_form(random);
  EXPECT_FALSE(zeros_of({a, b, Quadric(a + b)}));  // a curve of them
}

}  // namespace
}  // namespace zanjir::test
