#include "zanjir/core/symmetric_polytope.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "zanjir/core/random.hpp"

namespace zanjir::test {
namespace {

SymmetricPolytope box(const VecX& half) { return {MatX::Identity(half.size(), half.size()), half}; }

}  // namespace

TEST(SymmetricPolytope, OfABoxHasItsNumbersAndCorners) {
  const SymmetricPolytope p = box(Eigen::Vector3d(1, 2, 3));
  EXPECT_EQ(inscribed_radius(p), 1);
  EXPECT_NEAR(extent(p, Eigen::Vector3d(1, 1, 1) / std::sqrt(3)), std::sqrt(3), 1e-15);
  EXPECT_EQ(extent(p, Eigen::Vector3d(0, 0, 1)), 3);
  const PolytopeShape shape = shape_of(p);
  ASSERT_TRUE(shape.bounded);
  ASSERT_EQ(shape.vertices.rows(), 8);
  EXPECT_LT((shape.vertices.cwiseAbs() - Eigen::RowVector3d(1, 2, 3).replicate(8, 1)).norm(), 1e-14);
  ASSERT_EQ(shape.faces.size(), 6u);
  for (const auto& face : shape.faces) {
    ASSERT_EQ(face.size(), 4u);
    for (std::size_t i = 0; i < 4; ++i) {  // neighbours on a face share an edge: they differ in one coordinate
      const VecX d = shape.vertices.row(face[i]) - shape.vertices.row(face[(i + 1) % 4]);
      EXPECT_EQ((d.array().abs() > 1e-12).count(), 1);
    }
  }
}

TEST(SymmetricPolytope, OfAPolygonGoesRoundAndLeavesOutWhatDoesNotBound) {
  SymmetricPolytope p{MatX(4, 2), Eigen::Vector4d(1, 1, 10, 3)};
  p.normals << 1, 0, 0, 1, 1, 1, 0, 3;  // the third never binds; the fourth is the second again
  const PolytopeShape shape = shape_of(p);
  ASSERT_EQ(shape.vertices.rows(), 4);
  for (Eigen::Index i = 0; i < 4; ++i) EXPECT_NEAR((shape.vertices.row(i) - shape.vertices.row((i + 1) % 4)).norm(), 2, 1e-14);
}

TEST(SymmetricPolytope, WithoutBoundsIsInfinite) {
  SymmetricPolytope p{MatX(1, 2), VecX::Ones(1)};
  p.normals << 1, 0;
  EXPECT_TRUE(std::isinf(extent(p, Eigen::Vector2d(0, 1))));
  EXPECT_EQ(inscribed_radius(p), 1);
  EXPECT_FALSE(shape_of(p).bounded);
  p.bounds[0] = std::numeric_limits<double>::infinity();
  EXPECT_TRUE(std::isinf(inscribed_radius(p)));
}

// In a space of dimension r of vectors with m entries in general position, each choice of r - 1 zeros gives one.
TEST(ElementaryVectors, AreOneForEachChoiceOfZeros) {
  Random random(4);
  for (const auto& [m, r, n] : {std::tuple{3, 3, 3}, {5, 3, 10}, {6, 1, 1}, {6, 4, 20}}) {
    MatX basis(m, r);
    for (double& x : basis.reshaped()) x = random.uniform(-1, 1);
    const MatX u = basis * elementary_coefficients(basis);
    ASSERT_EQ(u.cols(), n);
    for (Eigen::Index k = 0; k < u.cols(); ++k) EXPECT_EQ((u.col(k).array().abs() < 1e-12).count(), r - 1);
  }
}

}  // namespace zanjir::test
