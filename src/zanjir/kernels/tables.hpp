// What the kernels read and where they leave their results: flat, trivially copyable, plain numbers only, because these tables and
// arrays cross the border between instruction sets. Nothing here lives in an instruction-set namespace.
#pragma once

#include <cstddef>
#include <cstdint>

namespace zanjir::kernels {

// The four motions every user joint is made of. Their axes are constant in the child frame, so c_J = 0 everywhere.
// nq 1 1 4 7, nv 1 1 3 6. ball: quaternion w x y z; speeds = angular velocity, child axes. free: position x y z in the parent frame,
// then the quaternion; speeds = angular velocity, then velocity of the child origin, child axes. A quaternion is normalised on reading.
enum class Primitive : std::uint8_t { revolute_z, prismatic_z, ball, free };

constexpr int nq_of(Primitive p) { return p == Primitive::ball ? 4 : p == Primitive::free ? 7 : 1; }
constexpr int nv_of(Primitive p) { return p == Primitive::ball ? 3 : p == Primitive::free ? 6 : 1; }

struct Step {  // row 0 is the ground; parents precede children; q_begin and v_begin grow with the row
  std::int32_t parent = 0, q_begin = 0, v_begin = 0;
  std::int32_t flexible = -1;  // row in the elastic table, or -1
  Primitive joint = Primitive::revolute_z;
  double X_before[12] = {1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0};  // pose of the joint frame (axis on z) in the parent's row frame: R by rows, p
  double inertia[10] = {};  // m, m c (3), I about the row origin: xx yy zz xy xz yz
};

struct Tables {
  std::int32_t n_steps = 1;  // ground included
  std::int32_t nq = 0, nv = 0;
  const Step* step = nullptr;              // [n_steps]
  const double* rotor_inertia = nullptr;   // [nv] rotor inertia times gear ratio squared, on the joint side: added to pivots and to the diagonal of M
  const double* pivot_floor = nullptr;     // [n_steps] an articulated-body pivot not above this hands the state to the dense solve; null: zero
  double gravity_W[3] = {0, 0, 0};
  const double* slide_floor = nullptr;     // [n_steps] the same for the three slides of a free step (a mass); null: zero. See load_time.hpp
};

// Scratch: one contiguous array [n_steps][size] per quantity, in units of `lanes` doubles. A kernel for W lanes finds lane k of
// number j of row i of a quantity at  scratch[(offset + i * size + j) * W + k].  Row frames: "B". Wrenches are about the row origin.
struct ScratchLayout {
  std::size_t X_PB, X_WB, V, A, F;  // 12, 12, 6, 6, 6 numbers per row: pose in parent row, pose in world, velocity, acceleration
                                    // with -gravity at the ground, force across the step (parent on child); all but X in row axes
  std::size_t work;                 // private to the kernels
  std::size_t total;                // doubles per lane
};
constexpr int private_numbers_per_step = 96;
constexpr ScratchLayout scratch_layout(int n_steps) {
  const auto n = static_cast<std::size_t>(n_steps);
  return {0, 12 * n, 24 * n, 30 * n, 36 * n, 42 * n, (42 + private_numbers_per_step) * n};
}

}  // namespace zanjir::kernels
