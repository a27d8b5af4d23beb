#include "zanjir/core/singular_values.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <utility>

#include "zanjir/core/decompositions.hpp"

namespace zanjir {
namespace {

constexpr int most_columns = 6, most_rows = 16;

double dot(const double* a, const double* b, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i) sum += a[i] * b[i];
  return sum;
}

// R of a QR factor with column pivoting, in place: column k has its entries 0 to k.
void pivoted_R(double (&a)[most_columns][most_rows], int rows, int columns) {
  for (int k = 0; k < columns; ++k) {
    int longest = k;
    double most = -1;
    for (int j = k; j < columns; ++j) {
      const double size = dot(a[j] + k, a[j] + k, rows - k);
      if (size > most) most = size, longest = j;
    }
    if (longest != k) std::swap(a[k], a[longest]);
    const double length = std::sqrt(most);
    if (!(length > 0)) return;  // all that is left is zero
    const double head = a[k][k] + std::copysign(length, a[k][k]), scale = 1 / (length * std::abs(head));  // 2 / |v|^2
    double v[most_rows];
    v[k] = head;
    for (int i = k + 1; i < rows; ++i) v[i] = a[k][i];
    for (int j = k + 1; j < columns; ++j) {
      const double along = scale * dot(v + k, a[j] + k, rows - k);
      for (int i = k; i < rows; ++i) a[j][i] -= along * v[i];
    }
    a[k][k] = -std::copysign(length, a[k][k]);
    for (int i = k + 1; i < rows; ++i) a[k][i] = 0;
  }
}

// Columns of an n x n matrix to right angles: their lengths, not in order.
void rotate_to_right_angles(double (&c)[most_columns][most_columns], int n, double* lengths) {
  const double right = n * std::numeric_limits<double>::epsilon();
  constexpr int most_sweeps = 30;  // seen: at most 6
  bool turned = true;
  for (int sweep = 0; turned && sweep < most_sweeps; ++sweep) {
    turned = false;
    for (int p = 0; p < n; ++p) {
      for (int q = p + 1; q < n; ++q) {
        const double pq = dot(c[p], c[q], n), pp = dot(c[p], c[p], n), qq = dot(c[q], c[q], n);
        if (pq * pq <= right * right * pp * qq) continue;
        turned = true;
        const double zeta = (qq - pp) / (2 * pq), t = std::copysign(1, zeta) / (std::abs(zeta) + std::sqrt(1 + zeta * zeta));
        const double cosine = 1 / std::sqrt(1 + t * t), sine = t * cosine;
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
  double a[most_columns][most_rows];
  for (int j = 0; j < columns; ++j) {
    for (int i = 0; i < rows; ++i) a[j][i] = upright ? A(i, j) : A(j, i);
  }
  pivoted_R(a, rows, columns);
  double lower[most_columns][most_columns] = {};  // R^T
  for (int j = 0; j < columns; ++j) {
    for (int i = 0; i <= j; ++i) lower[i][j] = a[j][i];
  }
  rotate_to_right_angles(lower, columns, sigma.data());
  std::sort(sigma.data(), sigma.data() + columns, std::greater<>());
}

}  // namespace zanjir
