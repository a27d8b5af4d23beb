#include "zanjir/loops/large_rank.hpp"

#include <algorithm>
#include <functional>
#include <numeric>

#include "zanjir/core/decompositions.hpp"
#include "zanjir/model/model.hpp"

namespace zanjir {
namespace {

constexpr Eigen::Index by_rotations = 100;  // parts of this size: rotations are as fast, and exact to the last bit for small values

// Rows and columns that hang together through entries that are not zero.
struct MatrixPart {
  std::vector<Eigen::Index> rows, columns;
};

std::vector<MatrixPart> parts_of_matrix(const MatX& A) {
  std::vector<Eigen::Index> leader(static_cast<std::size_t>(A.cols()));  // a forest over the columns
  std::iota(leader.begin(), leader.end(), Eigen::Index{0});
  const auto find = [&](Eigen::Index c) {
    while (leader[static_cast<std::size_t>(c)] != c)
      c = leader[static_cast<std::size_t>(c)] = leader[static_cast<std::size_t>(leader[static_cast<std::size_t>(c)])];
    return c;
  };
  std::vector<Eigen::Index> first(static_cast<std::size_t>(A.rows()), -1);  // column of each row; -1: it is zero
  for (Eigen::Index c = 0; c < A.cols(); ++c) {
    for (Eigen::Index r = 0; r < A.rows(); ++r) {
      if (A(r, c) == 0) continue;
      Eigen::Index& seen = first[static_cast<std::size_t>(r)];
      if (seen < 0) seen = c;
      else leader[static_cast<std::size_t>(find(c))] = find(seen);
    }
  }
  std::vector<MatrixPart> parts(static_cast<std::size_t>(A.cols()));
  for (Eigen::Index c = 0; c < A.cols(); ++c) parts[static_cast<std::size_t>(find(c))].columns.push_back(c);
  for (Eigen::Index r = 0; r < A.rows(); ++r) {
    if (first[static_cast<std::size_t>(r)] >= 0) parts[static_cast<std::size_t>(find(first[static_cast<std::size_t>(r)]))].rows.push_back(r);
  }
  std::erase_if(parts, [](const MatrixPart& part) { return part.rows.empty(); });
  return parts;
}

// Of a matrix with at least as many rows as columns.
VecX singular_values_of_tall(const MatX& A) {
  if (A.cols() <= by_rotations) return Eigen::JacobiSVD<MatX>(A).singularValues();
  const Eigen::internal::UpperBidiagonalization<MatX> bidiagonal(A);
  auto B = bidiagonal.bidiagonal();  // a copy: diagonals of a constant one do not compile in Eigen 3.4
  const Eigen::Index n = A.cols();
  VecX beside(2 * n - 1);  // of the diagonal, which is zero: d1, e1, d2, e2, ...
  for (Eigen::Index i = 0; i < n; ++i) {
    beside[2 * i] = B.template diagonal<0>()[i];
    if (i + 1 < n) beside[2 * i + 1] = B.template diagonal<1>()[i];
  }
  Eigen::SelfAdjointEigenSolver<MatX> eigen;
  eigen.computeFromTridiagonal(VecX::Zero(2 * n), beside, Eigen::EigenvaluesOnly);
  return eigen.eigenvalues().tail(n).reverse().cwiseMax(0);
}

}  // namespace

MatX scaled_rows(const Model& model, const Closure& closure) {
  MatX A;
  scale_rows(closure, model.row_scale(), model.column_scale(), A);
  for (int i = 0; i < model.nv(); ++i) {
    if (model.roles()[static_cast<std::size_t>(i)] == Role::prescribed) A.col(i).setZero();
  }
  return A;
}

VecX singular_values_by_parts(const MatX& A) {
  VecX all = VecX::Zero(std::min(A.rows(), A.cols()));
  Eigen::Index n = 0;
  for (const MatrixPart& part : parts_of_matrix(A)) {
    MatX block(static_cast<Eigen::Index>(part.rows.size()), static_cast<Eigen::Index>(part.columns.size()));
    for (Eigen::Index c = 0; c < block.cols(); ++c) {
      for (Eigen::Index r = 0; r < block.rows(); ++r)
        block(r, c) = A(part.rows[static_cast<std::size_t>(r)], part.columns[static_cast<std::size_t>(c)]);
    }
    if (block.rows() < block.cols()) block.transposeInPlace();
    const VecX sigma = singular_values_of_tall(block);
    const Eigen::Index taken = std::min(sigma.size(), all.size() - n);
    all.segment(n, taken) = sigma.head(taken);
    n += taken;
  }
  std::sort(all.begin(), all.end(), std::greater<>());
  return all;
}

MatX null_of_rows(const MatX& A, int rank) {
  const Eigen::Index n = A.rows() - rank;
  if (n == 0) return MatX(A.rows(), 0);
  const Eigen::ColPivHouseholderQR<MatX> qr(A);
  MatX last = MatX::Zero(A.rows(), n);  // of the unit matrix
  last.bottomRows(n).setIdentity();
  last.applyOnTheLeft(qr.householderQ());
  return last;
}

}  // namespace zanjir
