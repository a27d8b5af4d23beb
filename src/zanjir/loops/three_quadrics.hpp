// All common zeros of three quadratic forms in four unknowns, up to a factor: eight in the complex where there are finitely many (Bezout). A body that turns about a point and is held by three rods is such a system: the unknowns
// are the quaternion of its orientation.
//
// Multiples of the forms by all monomials of degree two are 30 linear equations for the 35 monomials of degree four. Their null space holds the monomials of every zero; the maps "times one linear form" and "times another" from
// degree three to four, restricted to it, have the ratios of the two forms at the zeros for eigenvalues [CoxLittleOShea2005] ch. 3. Zeros are then polished by Newton's method. O(1): one singular value decomposition of 30 x 35 and the
// eigenvalues of an 8 x 8 matrix.
#pragma once

#include <Eigen/Core>
#include <array>
#include <optional>
#include <vector>

namespace zanjir {

using Quadric = Eigen::Matrix4d;  // symmetric, x^T Q x
struct QuadricZeros {
  std::vector<Eigen::Vector4cd> all;  // eight, of unit length, each with a largest component that is real and positive
  std::vector<Eigen::Vector4d> real;  // those of them that are real
};
// Nothing: the zeros are not finitely many, or so close together that they cannot be told apart.
std::optional<QuadricZeros> zeros_of(const std::array<Quadric, 3>&);

}  // namespace zanjir
