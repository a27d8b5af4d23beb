#include "zanjir/core/singular_values.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "zanjir/core/decompositions.hpp"
#include "zanjir/core/pivoted_qr.hpp"

namespace zanjir {
namespace {

constexpr int most_columns = 6, most_rows = 16;

double dot(const double* a, const double* b, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i) sum += a[i] * b[i];
  return sum;
}

// Columns of an n x n matrix to right angles: their lengths, not in order. Angles shrink with their squares: after a sweep that met none above `nearly` there is
// nothing left to do. Squares of lengths follow the rotations within a sweep.
void rotate_to_right_angles(double (&c)[most_columns][most_columns], int n, double* lengths) {
  constexpr double right = most_columns * std::numeric_limits<double>::epsilon(), nearly = 1e-9;
  constexpr int most_sweeps = 30;  // seen: at most 6
  double squares[most_columns];
  bool crooked = true;
  for (int sweep = 0; crooked && sweep < most_sweeps; ++sweep) {
    crooked = false;
    for (int p = 0; p < n; ++p) squares[p] = dot(c[p], c[p], n);
    for (int p = 0; p < n; ++p) {
      for (int q = p + 1; q < n; ++q) {
        const double pq = dot(c[p], c[q], n), size = squares[p] * squares[q];
        if (pq * pq <= right * right * size) continue;
        crooked = crooked || pq * pq > nearly * nearly * size;
        const double zeta = (squares[q] - squares[p]) / (2 * pq), t = std::copysign(1, zeta) / (std::abs(zeta) + std::sqrt(1 + zeta * zeta));
        const double cosine = 1 / std::sqrt(1 + t * t), sine = t * cosine;
        squares[p] -= t * pq;
        squares[q] += t * pq;
        for (int i = 0; i < n; ++i) {
          const double x = c[p][i], y = c[q][i];
          c[p][i] = cosine * x - sine * y;
          c[q][i] = sine * x + cosine * y;
        }
      }
    }
  }
  for (int p = 0; p < n; ++p) lengths[p] = std::sqrt(dot(c[p], c[p], n));
}

}  // namespace

void singular_values(Eigen::Ref<const MatX> A, VecX& sigma) {
  const Eigen::Index small = std::min(A.rows(), A.cols()), large = std::max(A.rows(), A.cols());
  const double size = A.size() == 0 ? 0 : A.cwiseAbs().maxCoeff();
  // Squares must neither overflow nor vanish.
  if (small > most_columns || large > most_rows || !(size < 1e100) || (size < 1e-100 && size > 0)) {
    sigma = Eigen::JacobiSVD<MatX>(A).singularValues();
    return;
  }
  sigma.resize(small);
  if (small == 0) return;
  const int rows = static_cast<int>(large), columns = static_cast<int>(small);
  const bool upright = A.rows() >= A.cols();
  double a[most_columns * most_rows], tau[most_columns], squares[most_columns];
  int order[most_columns];
  for (int j = 0; j < columns; ++j) {
    for (int i = 0; i < rows; ++i) a[j * rows + i] = upright ? A(i, j) : A(j, i);
  }
  pivoted_qr(a, rows, columns, order, tau, squares);
  double lower[most_columns][most_columns] = {};  // R^T
  for (int j = 0; j < columns; ++j) {
    for (int i = 0; i <= j; ++i) lower[i][j] = a[j * rows + i];
  }
  rotate_to_right_angles(lower, columns, sigma.data());
  std::sort(sigma.data(), sigma.data() + columns, std::greater<>());
}

}  // namespace zanjir
