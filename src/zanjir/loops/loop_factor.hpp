// The regular case of closed loops, sparse: for independent rows Phi of the closure (scaled by Model::row_scale) and the speeds that are not
// prescribed it solves
//   M x - Phi^T lambda = f,    Phi x = g                                                                                                      (1)
// by the factor of M along the tree, M = L^T D L (entries only between a speed and those nearer to the ground, so no fill; where ways to the ground are
// long, neither is formed: loops/articulated_factor), and the Schur complement of the rows:
//   Z = D^-1/2 L^-T Phi^T,   S = Z^T Z = U^T U,   S lambda = g - Z^T D^-1/2 L^-T f,   x = L^-1 D^-1/2 (D^-1/2 L^-T f + Z lambda)                     (2)
// Source: [Featherstone2008] section 6.5 for the factor, section 8.5 for (2).
//   paper  code     meaning                                   paper   code      meaning
//   lambda up       next speed towards the ground             Lambda^-1 S       rows of different loops meet in S only where they share speeds
// S is symmetric with an envelope: its rows are ordered so that loops that share speeds are neighbours (reverse Cuthill-McKee), hence a chain of
// loops costs O(n). S squares the condition of the rows, so every solution is improved once by its residual in (1), which restores the
// accuracy of a factorisation of (1) itself as long as eps cond(S) < 1 [Higham2002]; pivots that are too small for that are refused: the caller
// then takes a dense factorisation, which also serves a mass matrix that is singular on the tree.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "zanjir/kinematics/closure.hpp"
#include "zanjir/loops/articulated_factor.hpp"

namespace zanjir {

// With C^-2 in place of M (Metric::scale, C: Model::column_scale) the same factor knows geometry only: S = A A^T for the scaled rows A = R Phi C, x is the
// smallest in scaled speeds, and the rows may be those of any constraints between the bodies of the model.
struct LoopFactor {
  enum class Metric : std::uint8_t { mass, scale };
  explicit LoopFactor(const Model&);                // Metric::mass; the model's own constraints
  LoopFactor(const Model&, const VecX& row_scale);  // Metric::scale; for constraints with as many rows
  Metric metric;
  VecX row_scale;
  std::vector<char> frozen;  // [nv] Metric::scale: these speeds do not give way. The prescribed ones to begin with

  // -- the tree, fixed
  std::vector<int> up;  // [nv] next speed towards the ground that is not prescribed, -1: none; -2 for prescribed speeds
  // [nv] A row of M and L has entries for the speeds on its way to the ground: entry (i, j) at row_begin[i] + depth[j], depth: how many speeds lie nearer to the
  // ground. Metric::scale: the diagonal alone.
  std::vector<int> depth;
  std::vector<std::ptrdiff_t> row_begin;

  // -- structure for the rows in use
  std::vector<int> rows;                 // as the caller gave them
  std::vector<int> order;                // the same in the order of S
  struct Block {                         // the rows of one constraint
    int begin = 0, n = 0;                // places in `order`
    int speeds_begin = 0, n_speeds = 0;  // in `speeds`
    int numbers_begin = 0;               // in Phi and Z: n numbers per speed
  };
  std::vector<Block> blocks;
  std::vector<int> speeds;    // per block: all that move one of its bodies, from the tips to the ground
  std::vector<int> up_place;  // per entry of `speeds`: place of the next one towards the ground within the block, or -1
  std::vector<int> entry;     // the same: its place in the rows of Closure::Phi_q, or -1: zero
  struct Coupling {           // two blocks, a >= b, with common speeds: those of `shared` from begin to end
    int a = 0, b = 0, begin = 0, end = 0;
  };
  struct
      Run {  // of n speeds that follow each other in both, as ways to the ground do: place by place, loops along one chain would take the cube of it
    int place_a = 0, place_b = 0, n = 0;
  };
  std::vector<Coupling> couplings;
  std::vector<Run> shared;
  std::vector<int> last;                  // [r] last column of row i inside the envelope
  std::vector<std::ptrdiff_t> row_start;  // U[row_start[i] + j], j >= i

  // -- numbers
  VecX M, L;
  std::optional<ArticulatedFactor> articulated;  // in their place where the model has_long_ways
  VecX inverse_root;                             // [nv] D^-1/2
  VecX Phi, Z;                                   // by blocks
  VecX U, inverse_diagonal;
  VecX damping;                                        // [r] added to the diagonal of S
  VecX f, g, u, h, x, lambda, residual_f, residual_g;  // [nv] or [r]
  int weakest = 0;                                     // the row whose pivot lost most
};

// Factors (1) at the state of ws and closure (both updated to positions) with the given independent rows (increasing). False when a pivot is too small.
// Allocates when the rows are others than in the last call. A relative damping d replaces Phi x = g by
//   Phi x + d W lambda = g                                                                                                                   (3)
// with W diagonal. Each constraint has one number w there, an inverse inertia: the trace of its block of S = Phi M^-1 Phi^T divided by the sum of the squared
// singular values of its scaled rows. A direction with the singular value s then counts by about s^2/(s^2 + d), also where s is zero.
bool factor(const Model&, Workspace&, const Closure&, std::span<const int> rows, double damping, LoopFactor&);
// The same for Metric::scale.
enum class Damping : std::uint8_t { as_given, at_least_rounding };  // rounding: what a Cholesky factor of S needs when rows are redundant
bool factor(const Model&, std::span<const Constraint>, const Closure&, std::span<const int> rows, double damping, Damping, LoopFactor&);
// Rows and S alone (Metric::scale).
void assemble(const Model&, std::span<const Constraint>, const Closure&, std::span<const int> rows, LoopFactor&);

// Solves (1), or (3). f: [nv], entries of prescribed speeds are ignored; gamma: [n_closure_rows], unscaled, those in use are read. Writes x (zero at
// prescribed speeds) and lambda (unscaled; zero for rows that are not in use).
void solve(const Model&, const VecX& f, const VecX& gamma, LoopFactor&, VecX& x, VecX& lambda);

// Metric::scale: y = A u for the rows in use, u in scaled speeds, y in the order of S; and u = A^T y. S y = b in place.
void rows_times(const LoopFactor&, const VecX& u, VecX& y);
void transposed_rows_times(const LoopFactor&, const VecX& y, VecX& u);
void solve_gram(const LoopFactor&, VecX& y);
// Phi_q v of the rows in use, all speeds counting, at their places among all rows; unscaled.
void closure_rates(const LoopFactor&, const Closure&, const VecX& v, VecX& rate);

// Of the rows in use, scaled by rows and columns: an upper bound. One step of inverse iteration with S, which weighs by mass; a value below
// `sharp_below` is iterated until it changes by less than a tenth.
double smallest_singular_value(const Model&, double sharp_below, LoopFactor&);

}  // namespace zanjir
