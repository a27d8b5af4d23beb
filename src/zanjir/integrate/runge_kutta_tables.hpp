// Coefficients of our explicit Runge-Kutta methods, as plain tables.
#pragma once

#include <span>
#include <string_view>

namespace zanjir {

// Stage i is y_n + h sum_j A(i, j) k_j at t_n + c_i h, k_i its slope. Row `stages` is the solution, so A(stages, j) = b_j and k_stages is the
// slope at the end, the first stage of the next step. Rows after it are evaluated for dense output alone.
struct RungeKuttaTable {
  std::string_view name;
  int order = 0, stages = 0, rows = 0;
  std::span<const double> A = {}, c = {};  // [rows x rows] by rows, [rows]
  std::span<const double> error = {};      // [rows] weights of the error estimate; empty: none
  std::span<const double> error_2 = {};    // [rows] of a second one of lower order, which damps the first [Hairer1993] section II.10; or empty
  int error_power = 0;                     // the estimate falls as h^error_power
  double beta = 0;                         // memory of the PI controller that goes with the method, and the limits of a change of step
  double max_growth = 10, max_shrink = 0.2;
  double stable_to = 0;  // on the imaginary axis: |R(i y)| <= 1 up to here, and on the real one further; 0: not needed
  // Dense output y_n + theta (F_0 + (1 - theta) (F_1 + theta (F_2 + (1 - theta) (F_3 + ...)))): F_0 to F_2 make the cubic Hermite polynomial, the
  // others are h sum_j D(i, j) k_j. `dense_order` is its local order less one.
  std::span<const double> D = {};  // [n x rows] by rows
  int dense_order = 3;
  std::span<const double> row_of_A(int i) const {
    return A.subspan(static_cast<std::size_t>(i * rows), static_cast<std::size_t>(i));
  }  // before the diagonal
  double A_at(int i, int j) const { return A[static_cast<std::size_t>(i * rows + j)]; }
  bool error_needs_end_slope() const { return !error.empty() && error[static_cast<std::size_t>(stages)] != 0; }
};

const RungeKuttaTable& rk4_table();     // the classical method of order 4, without an estimate
const RungeKuttaTable& dopri5_table();  // Dormand and Prince 5(4), coefficients and dense output of [Hairer1993] table II.5.2, section II.6
const RungeKuttaTable& dop853_table();  // Dormand and Prince 8(5,3), dense output of order 7: the code DOP853 of [Hairer1993]

}  // namespace zanjir
