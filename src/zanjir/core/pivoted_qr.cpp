#include "zanjir/core/pivoted_qr.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace zanjir {
namespace {

// In four sums, which the processor adds at once; the compiler must not change the order of one.
[[gnu::always_inline]] inline double product(const double* a, const double* b, int n) {
  double s0 = 0, s1 = 0, s2 = 0, s3 = 0;
  int i = 0;
  for (; i + 4 <= n; i += 4) {
    s0 += a[i] * b[i];
    s1 += a[i + 1] * b[i + 1];
    s2 += a[i + 2] * b[i + 2];
    s3 += a[i + 3] * b[i + 3];
  }
  for (; i < n; ++i) s0 += a[i] * b[i];
  return (s0 + s1) + (s2 + s3);
}
// y -= a x, two at once: what the compiler makes of the plain loop is meant for thousands of numbers, and costs more for ten.
[[gnu::always_inline]] inline void subtract(double* __restrict y, double a, const double* __restrict x, int n) {
  int i = 0;
  for (; i + 2 <= n; i += 2) {
    y[i] -= a * x[i];
    y[i + 1] -= a * x[i + 1];
  }
  if (i < n) y[i] -= a * x[i];
}

}  // namespace

void pivoted_qr(double* a, int rows, int columns, int* order, double* tau, double* squares) {
  // A square of a length that was made smaller step by step has lost half its digits when this part of it is left; then it is found anew.
  constexpr double doubtful = 1e-8;
  const auto column = [&](int j) { return a + static_cast<std::ptrdiff_t>(j) * rows; };
  double largest = 0;
  for (int j = 0; j < columns; ++j) {
    order[j] = j;
    squares[j] = product(column(j), column(j), rows);
    largest = std::max(largest, squares[j]);
  }
  std::fill_n(tau, std::min(rows, columns), 0.0);
  for (int j = columns; j-- > 0;) {  // columns of zeros go to the end and take no part: in a plane, two of three turns are such
    if (squares[j] > 0 || squares[j] != squares[j]) continue;
    std::swap_ranges(column(j), column(j) + rows, column(--columns));
    std::swap(order[j], order[columns]);
    squares[j] = squares[columns];
  }
  const int steps = std::min(rows, columns);
  for (int k = 0; k < steps; ++k) {
    int pivot = static_cast<int>(std::max_element(squares + k, squares + columns) - squares);
    if (!(squares[pivot] > doubtful * largest)) {
      for (int j = k; j < columns; ++j) squares[j] = product(column(j) + k, column(j) + k, rows - k);
      pivot = static_cast<int>(std::max_element(squares + k, squares + columns) - squares);
      largest = squares[pivot];
    }
    if (pivot != k) {
      std::swap_ranges(column(k), column(k) + rows, column(pivot));
      std::swap(order[k], order[pivot]);
      squares[pivot] = squares[k];
    }
    double* v = column(k) + k;
    const int n = rows - k;
    const double rest = product(v + 1, v + 1, n - 1), length = std::sqrt(v[0] * v[0] + rest);
    if (length > 0 && rest != 0) {
      const double beta = v[0] >= 0 ? -length : length, scale = 1 / (v[0] - beta);
      tau[k] = (beta - v[0]) / beta;
      for (int i = 1; i < n; ++i) v[i] *= scale;
      v[0] = beta;
      for (int j = k + 1; j < columns; ++j) {
        double* x = column(j) + k;
        const double along = tau[k] * (x[0] + product(v + 1, x + 1, n - 1));
        x[0] -= along;
        subtract(x + 1, along, v + 1, n - 1);
      }
    }
    for (int j = k + 1; j < columns; ++j) {
      const double x = column(j)[k];
      squares[j] -= x * x;
    }
  }
}

void PivotedQr::compute(const MatX& A) {
  factors = A;
  order.resize(static_cast<std::size_t>(A.cols()));
  tau.resize(std::min(A.rows(), A.cols()));
  squares.resize(A.cols());
  pivoted_qr(factors.data(), static_cast<int>(A.rows()), static_cast<int>(A.cols()), order.data(), tau.data(), squares.data());
}

int PivotedQr::rank(double threshold) const {
  int n = 0;
  for (Eigen::Index k = 0; k < tau.size(); ++k) n += std::abs(factors(k, k)) > threshold * std::abs(factors(0, 0));
  return n;
}

namespace {

void reflect(const MatX& factors, const VecX& tau, int k, VecX& y) {
  const int n = static_cast<int>(factors.rows()) - k;
  const double* v = factors.col(k).data() + k;
  double* x = y.data() + k;
  const double along = tau[k] * (x[0] + product(v + 1, x + 1, n - 1));
  x[0] -= along;
  subtract(x + 1, along, v + 1, n - 1);
}

}  // namespace

void PivotedQr::apply_Q(int n, VecX& y) const {
  for (int k = n; k-- > 0;) reflect(factors, tau, k, y);
}

void PivotedQr::apply_Q_transposed(int n, VecX& y) const {
  for (int k = 0; k < n; ++k) reflect(factors, tau, k, y);
}

VecX PivotedQr::solve(const VecX& b, int rank) const {
  VecX y = b, x = VecX::Zero(factors.cols());
  apply_Q_transposed(rank, y);
  for (int i = rank; i-- > 0;) {
    for (int k = i + 1; k < rank; ++k) y[i] -= factors(i, k) * y[k];
    y[i] /= factors(i, i);
    x[order[static_cast<std::size_t>(i)]] = y[i];
  }
  return x;
}

void LeastNormSolve::compute(const MatX& A, double threshold) {
  qr_.compute(A);
  rank_ = qr_.rank(threshold);
  // Of one size whatever the rank, and taken at the first matrix even if it has full rank: columns of zeros come last.
  rows_.setZero(A.cols(), A.cols());
  if (rank_ == A.cols() && across_.factors.rows() == A.cols()) return;
  for (int i = 0; i < rank_; ++i) rows_.col(i).tail(A.cols() - i) = qr_.factors.row(i).tail(A.cols() - i);
  across_.compute(rows_);
}

void LeastNormSolve::solve(const VecX& b, VecX& x) {
  const auto n = qr_.factors.cols();
  c_ = b;
  qr_.apply_Q_transposed(rank_, c_);
  y_.setZero(n);
  if (rank_ == n) {
    for (int i = rank_; i-- > 0;) {
      y_[i] = c_[i];
      for (int k = i + 1; k < rank_; ++k) y_[i] -= qr_.factors(i, k) * y_[k];
      y_[i] /= qr_.factors(i, i);
    }
  } else {  // y = Z w, S^T w = c in the order of the second factor
    for (int k = 0; k < rank_; ++k) {
      y_[k] = c_[across_.order[static_cast<std::size_t>(k)]];
      for (int i = 0; i < k; ++i) y_[k] -= across_.factors(i, k) * y_[i];
      y_[k] /= across_.factors(k, k);
    }
    across_.apply_Q(rank_, y_);
  }
  for (Eigen::Index i = 0; i < n; ++i) x[qr_.order[static_cast<std::size_t>(i)]] = y_[i];
}

}  // namespace zanjir
