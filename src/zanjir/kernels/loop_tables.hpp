// Closed loops for the kernels: what kinematics/closure and loops/loop_factor know of a model and of the rows in use, as flat tables of plain numbers, and
// the functions over them for one or several states. The structure is found once, in `double` (loops/loop_plan); the numbers of every state are the business of
// loop_pass.hpp.
#pragma once

#include <cstddef>
#include <cstdint>

#include "zanjir/kernels/tables.hpp"

namespace zanjir::kernels {

// The residuals of model/closure_residual.hpp, and the two constraints that are no cut joint.
enum class LoopRowKind : std::uint8_t { translation, alignment, universal, rotation, distance, gear };

struct LoopRow {
  LoopRowKind kind = LoopRowKind::translation;
  std::int32_t number = 0;  // among all rows of the model; -1: none, a row of zeros that fills a register
  double u[3] = {};         // translation, alignment, rotation
  double scale = 1;         // Model::row_scale
};

struct LoopAxis {  // an axis between the two bodies of a block: of `row`, number `axis` of [wx wy wz vx vy vz]
  std::int32_t row = 0, axis = 0;
  std::int32_t place = 0;  // of its speed among the speeds of the block
  double sign = 1;
};

struct LoopBlock {                             // the rows of one constraint
  std::int32_t row_first = 0, row_second = 0;  // the rows that its two frames move with
  double X_first[12] = {}, X_second[12] = {};  // the frames in those rows: R by rows, p
  double a[3] = {}, b[3] = {};                 // alignment: the axis, twice; universal: axis of the first and of the second frame
  double number = 0;                           // distance: its length; gear: its ratio
  std::int32_t place_a = -1, place_b = -1;     // gear: places of its two speeds among those of the block (-1: prescribed), and the speeds
  std::int32_t speed_a = 0, speed_b = 0, coordinate_a = 0, coordinate_b = 0;
  double offset = 0;
  std::int32_t begin = 0, n = 0;                // rows, in the order of S
  std::int32_t padded = 0;                      // the same with rows of zeros: n in lanes, a multiple of loop_group for one state
  std::int32_t speeds_begin = 0, n_speeds = 0;  // in LoopTables::speed
  std::int32_t numbers_begin = 0;               // in Phi and Z: `padded` numbers per speed
  std::int32_t axes_begin = 0, axes_end = 0;
  std::int32_t constraint = 0;  // of the model
  bool of_points = true;        // all rows are translations: no turn between the frames is asked for
};

// One state at a time the rows of a constraint, four at most times out of five, go side by side through a register.
inline constexpr int loop_group = 4;

struct LoopCoupling {  // blocks that share speeds, a >= b: at places_a[i] and places_b[i]
  std::int32_t a = 0, b = 0, begin = 0, end = 0;
};

struct LoopTables {
  std::int32_t n_rows = 0, n_blocks = 0, n_couplings = 0;
  std::int32_t n_numbers = 0, n_envelope = 0;  // of Phi and Z; of U
  const LoopRow* row = nullptr;                // [n_rows] in the order of S
  const LoopBlock* block = nullptr;
  const LoopAxis* axis = nullptr;
  const LoopCoupling* coupling = nullptr;
  const std::int32_t *speed = nullptr, *up_place = nullptr;  // per block: from the tips to the ground; the next one towards the ground, or -1
  const std::int32_t *places_a = nullptr, *places_b = nullptr;
  const std::int32_t *last = nullptr,
                     *row_start = nullptr;  // [n_rows] envelope of S: U[row_start[i] + j], i <= j <= last[i]; padded: from the group of i on
  // [nv] Entry (i, j) of M and of its factor L at row_begin[i] + depth[j], for j on the way of i to the ground.
  const std::int32_t* depth = nullptr;
  const std::ptrdiff_t* row_begin = nullptr;
  std::ptrdiff_t n_factor = 0;
  const std::int32_t* up = nullptr;      // [nv] next speed towards the ground; -1: none; -2: prescribed
  const double* pivot_floor = nullptr;   // [nv]
  const double* column_scale = nullptr;  // [nv]
  // Inverse dynamics with as many actuators as freedoms: the rows that hold the passive speeds, in an order of elimination that is good at a regular state.
  std::int32_t n_passive = 0;  // 0, or n_rows
  const std::int32_t *passive_row = nullptr,
                     *passive_place = nullptr;  // [n_rows] where a row comes; [speeds of all blocks] where a speed comes, or -1
  const std::int32_t* passive = nullptr;        // [n_passive] the speeds, in that order
  double sigma_least = 0;                       // a smallest singular value below this belongs to the careful path
};

// The loop scratch, in numbers per lane: the square of the smallest singular value | per row: gamma | Phi, Z | U | L | per speed: 1/root D, f, u, x, residual | per row:
// wrench (6) | per row: phi, rate, 1/diagonal, g, h, lambda, residual | per block: point (3). The first two are for others to read, and to add to gamma.
inline constexpr int loop_sigma2 = 0, loop_gamma = 1;
constexpr std::size_t loop_scratch_numbers(const LoopTables& t, int nv) {
  const auto n = static_cast<std::size_t>(nv);
  return 1 + 2 * static_cast<std::size_t>(t.n_numbers) + static_cast<std::size_t>(t.n_envelope) + static_cast<std::size_t>(t.n_factor) + 5 * n +
         14 * static_cast<std::size_t>(t.n_rows) + 3 * static_cast<std::size_t>(t.n_blocks);
}

// Where the wrench of a joint of the tree is read: at a point of its child, or of its parent where the two are exchanged; `row` is the last of the joint.
struct JointPoint {
  std::int32_t row = 0, row_of_point = 0;
  bool swapped = false;
  double at[3] = {};  // in row_of_point
};

// Arrays for `lanes` states as in dispatch.hpp. And what a batch of states needs around all kernels.
struct LoopFunctions {
  const char* isa;
  int lanes;

  // Kinematics with v and inverse_dynamics of rigid bodies in one pass: leaves X_PB, X_WB, V, A, F.
  void (*kinematics_and_bias)(const Tables&, const double* q, const double* v, const double* vdot, const double* external, double* tree, double* tau);

  // Where the loops are: rows, wrenches, Phi, residuals and their rates into the loop scratch. Needs kinematics with v in `tree`, and accelerations of the rows for
  // the vdot that is known there (inverse_dynamics). largest[3]: the largest scaled residual of a position, of a speed, and of an acceleration if vdot_known is all there is.
  void (*close_up)(const Tables&, const LoopTables&, const double* q, const double* v, const double* vdot_known, const double* tree, double* loop,
                   double* largest);

  // M vdot - Phi^T lambda = f, Phi vdot = gamma over the speeds that are not prescribed, after close_up. M: lower triangle, at the places that the tables say. Entries of
  // prescribed speeds in f and vdot are not touched. lambda: [n_rows] in the order of S, unscaled. Returns a mask of the lanes that need the careful path: a small
  // pivot, a row that is nearly lost, a number that is none. Leaves loop_sigma2: of the rows in use, scaled by rows and columns, from above.
  unsigned (*solve)(const Tables&, const LoopTables&, const double* M, const double* f, double* loop, double* vdot, double* lambda);

  // Phi^T lambda = f at the passive speeds, after close_up; tau = f - Phi^T lambda at the others, zero there. Mask as above. twin: null, or a second force [nv] of the size of
  // a row: where the rows that carry it at the passive speeds leave more than `twin_left` of it at the others, the lane needs the careful path, too; written over.
  unsigned (*solve_passive)(const Tables&, const LoopTables&, const double* f, double* loop, double* tau, double* lambda, double* twin,
                            double twin_left);
  // The sum of the rows with these shares [n_rows], scaled, after close_up: f [nv].
  void (*sum_of_rows)(const Tables&, const LoopTables&, const double* share, const double* loop, double* f);

  // Adds what lambda puts on the bodies to external: [n_steps * 6], row axes, row origins; and gears to tau, as generalized forces on their speeds.
  void (*add_wrenches)(const Tables&, const LoopTables&, const double* tree, const double* loop, const double* lambda, double* external, double* tau);

  // Wrenches of the parent on the child, [moment; force], world axes: of n joints from the forces across their rows (inverse_dynamics, X_WB), of one state each 12 numbers after the one before, where dynamics/formulation.hpp has them, in lanes [6 n]; added up by
  // constraint from lambda, [6 per constraint], after close_up.
  void (*joint_wrenches)(const Tables&, const JointPoint*, int n, const double* tree, double* out);
  void (*loop_wrenches)(const Tables&, const LoopTables&, const double* loop, const double* lambda, double* out);

  // n rows of lanes, one after the other, from rows that lie `stride` numbers apart, and back. The mask of the lanes in which a number is none or not below the limit.
  unsigned (*take)(int n, std::ptrdiff_t stride, const double* from, double limit, double* to);
  void (*put)(int n, std::ptrdiff_t stride, const double* from, double* to);
};

// As functions_for.
const LoopFunctions* loop_functions_for(const char* isa, int lanes);

extern const LoopFunctions loops_base[1];
extern const LoopFunctions loops_avx2[2];    // one state, 4 lanes
extern const LoopFunctions loops_avx512[2];  // one state, 8 lanes

}  // namespace zanjir::kernels
