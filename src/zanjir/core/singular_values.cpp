#include "zanjir/core/singular_values.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "zanjir/core/decompositions.hpp"
#include "zanjir/core/pivoted_qr.hpp"
#include "zanjir/core/rounds.hpp"

namespace zanjir {
namespace {

constexpr int most_columns = 6, most_rows = 16;

// In two sums, which the processor adds at once; the compiler must not change the order of one.
template <int n> double dot(const double* a, const double* b) {
  double even = 0, odd = 0;
  for (int i = 0; i + 1 < n; i += 2) {
    even += a[i] * b[i];
    odd += a[i + 1] * b[i + 1];
  }
  return n % 2 == 0 ? even + odd : even + odd + a[n - 1] * b[n - 1];
}

// Columns of an n x n matrix to right angles: their lengths, not in order. Angles shrink with their squares: after a sweep that met none above `nearly` there is
// nothing left to do. Squares of lengths follow the rotations within a sweep.
template <int n> void rotate_to_right_angles(double (&c)[most_columns][most_columns], double* lengths) {
  constexpr double right = most_columns * std::numeric_limits<double>::epsilon(), nearly = 1e-8;
  constexpr int most_sweeps = 30;  // seen: at most 6
  static constexpr Rounds<n> all;
  constexpr int pairs = Rounds<n>::pairs;
  double squares[n];
  bool crooked = n > 1;
  for (int sweep = 0; crooked && sweep < most_sweeps; ++sweep) {
    crooked = false;
    for (int p = 0; p < n; ++p) squares[p] = dot<n>(c[p], c[p]);
    for (int r = 0; r < Rounds<n>::rounds; ++r) {
      double pq[pairs + 1], t[pairs + 1], cosine[pairs + 1];
      bool idle = true;
      for (int k = 0; k < pairs; ++k) {
        const int p = all.first[r][k], q = all.second[r][k];
        pq[k] = dot<n>(c[p], c[q]);
        const double size = squares[p] * squares[q], square = pq[k] * pq[k];
        if (square <= right * right * size) pq[k] = 0;
        idle = idle && pq[k] == 0;
        crooked = crooked || square > nearly * nearly * size;
      }
      if (idle) continue;
      for (int k = 0; k < pairs; ++k) {
        const double half = (squares[all.second[r][k]] - squares[all.first[r][k]]) / 2, x = std::abs(half) + std::sqrt(half * half + pq[k] * pq[k]);
        t[k] = pq[k] == 0 ? 0 : (half < 0 ? -pq[k] : pq[k]) / x;  // tangent of the smaller angle of the two that do it
        cosine[k] = 1 / std::sqrt(1 + t[k] * t[k]);
      }
      for (int k = 0; k < pairs; ++k) {
        const int p = all.first[r][k], q = all.second[r][k];
        const double sine = t[k] * cosine[k];
        squares[p] -= t[k] * pq[k];
        squares[q] += t[k] * pq[k];
        for (int i = 0; i < n; ++i) {
          const double x = c[p][i], y = c[q][i];
          c[p][i] = cosine[k] * x - sine * y;
          c[q][i] = sine * x + cosine[k] * y;
        }
      }
    }
  }
  for (int p = 0; p < n; ++p) lengths[p] = std::sqrt(dot<n>(c[p], c[p]));
}

void rotate_to_right_angles(double (&c)[most_columns][most_columns], int n, double* lengths) {
  switch (n) {
    case 1: return rotate_to_right_angles<1>(c, lengths);
    case 2: return rotate_to_right_angles<2>(c, lengths);
    case 3: return rotate_to_right_angles<3>(c, lengths);
    case 4: return rotate_to_right_angles<4>(c, lengths);
    case 5: return rotate_to_right_angles<5>(c, lengths);
    default: return rotate_to_right_angles<6>(c, lengths);
  }
}

}  // namespace

void singular_values(Eigen::Ref<const MatX> A, VecX& sigma) {
  const Eigen::Index small = std::min(A.rows(), A.cols()), large = std::max(A.rows(), A.cols());
  const double size = A.size() == 0 ? 0 : A.cwiseAbs().maxCoeff();
  // Products of two squares must neither overflow nor vanish.
  if (small > most_columns || large > most_rows || !(size < 1e70) || (size < 1e-70 && size > 0)) {
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
