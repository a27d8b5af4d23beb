// What the kernels read and where they leave their results: flat, trivially copyable, plain numbers only, because these tables and
// arrays cross the border between instruction sets. Nothing here lives in an instruction-set namespace.
#pragma once

#include <cstddef>
#include <cstdint>

namespace zanjir::kernels {

// The four motions every user joint is made of. Their axes are constant in the child frame, so c_J = 0 everywhere.
// nq 1 1 4 7, nv 1 1 3 6. ball: quaternion w x y z; speeds = angular velocity, child axes. free: position x y z in the parent frame,
// then the quaternion; speeds = angular velocity, then velocity of the child origin, child axes. A quaternion is normalised on reading.
// Two more stand only in models with elastic bodies. fixed: no motion, for an elastic body welded on (others share the row they are welded
// to). section: a cross-section of the elastic body that is the row's parent; it moves with the modes of that body and has no speeds of its own.
enum class Primitive : std::uint8_t { revolute_z, prismatic_z, ball, free, fixed, section };

constexpr int nq_of(Primitive p) { return p == Primitive::ball ? 4 : p == Primitive::free ? 7 : p >= Primitive::fixed ? 0 : 1; }
constexpr int nv_of(Primitive p) { return p == Primitive::ball ? 3 : p == Primitive::free ? 6 : p >= Primitive::fixed ? 0 : 1; }

struct Step {  // row 0 is the ground; parents precede children; q_begin and v_begin grow with the row
  std::int32_t parent = 0, q_begin = 0, v_begin = 0;
  std::int32_t flexible = -1;  // of an elastic body: its place in Tables::elastic; of a section: its place in Tables::section; else -1
  Primitive joint = Primitive::revolute_z;
  double X_before[12] = {1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0};  // pose of the joint frame (axis on z) in the parent's row frame: R by rows, p
  double inertia[10] = {};                                     // m, m c (3), I about the row origin: xx yy zz xy xz yz
};

// A row of a tree whose hinges are all at right angles to one plane and whose slides lie in it. Planar axes stand in every row: two in the plane, and its
// normal, which no motion turns. Those of a slide have x along it.
struct PlanarStep {
  double axes[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};      // in row axes: x, y, normal
  double turn_before[2] = {1, 0}, p_before[2] = {};  // at coordinate zero, in the planar axes of the parent: cosine and sine of the turn; origin
  double sense = 0;                                  // of a hinge about the normal: 1 or -1
  double m = 0, h[2] = {}, I = 0;                    // mass, m c, moment of inertia about the normal through the row's origin
};

// A loop of such a tree that is springs without dampers: they pull point b, of row b, to point a, of row a. Points and stiffness [xx, xy, yy] in planar axes of
// their rows, the stiffness in those of row a, with which it turns; the force on both acts at point b.
struct PlanarSpring {
  std::int32_t row_a = 0, row_b = 0;
  double a[2] = {}, b[2] = {}, stiffness[3] = {};
};

// An elastic body: n_modes modes, n_shapes >= n_modes shapes that enter linearly (modes, then pairs of modes: foreshortening). Integrals as in
// flexible/modal_integrals.hpp, row axes; Step::inertia of its row is that of the undeformed body. Its modal coordinates and speeds follow those of
// its step.
struct Elastic {
  std::int32_t row = 0, n_modes = 0, n_shapes = 0, q_begin = 0, v_begin = 0;
  std::int32_t scratch = 0;             // where its numbers begin in the elastic part of the scratch
  const std::int32_t* pairs = nullptr;  // [2 (n_shapes - n_modes)]
  const double *C2 = nullptr, *p0 = nullptr, *P = nullptr, *B = nullptr, *I1 = nullptr, *I2 = nullptr;  // 3n, 3n, 3n^2, n^2, 6n, 6n^2
  const double *K = nullptr, *D = nullptr;                                                              // m^2
};
struct Section {
  std::int32_t elastic = 0, scratch = 0;
  const double *W = nullptr, *Theta = nullptr;  // 3 n_shapes, 3 n_modes: shapes there, axes of the body's row
};
constexpr int elastic_scratch_begin(int nq, int nv) { return 2 * nq + 8 * nv; }
constexpr int elastic_scratch(int n_modes, int n_shapes) { return 16 + 14 * n_modes + n_modes * n_modes + 7 * n_shapes + n_modes * n_shapes; }
constexpr int section_scratch(int n_modes) { return 6 * n_modes + 6; }

struct Tables {
  std::int32_t n_steps = 1;  // ground included
  std::int32_t nq = 0, nv = 0;
  const Step* step = nullptr;             // [n_steps]
  const double* rotor_inertia = nullptr;  // [nv] rotor inertia times gear ratio squared, on the joint side: added to pivots and to the diagonal of M
  const double* pivot_floor = nullptr;    // [n_steps] an articulated-body pivot not above this hands the state to the dense solve; null: zero
  double gravity_W[3] = {0, 0, 0};
  const double* slide_floor = nullptr;  // [n_steps] the same for the three slides of a free step (a mass); null: zero. See load_time.hpp
  const Elastic* elastic = nullptr;     // [n_elastic]
  const Section* section = nullptr;
  const PlanarStep* planar = nullptr;           // [n_steps], or null for a tree that moves in space. See load_time.hpp
  const PlanarSpring* planar_spring = nullptr;  // [n_planar_springs], see Known
  std::int32_t n_planar_springs = 0;
  std::int32_t n_elastic = 0;
  std::int32_t elastic_numbers = 0;  // doubles per lane: elastic_scratch_begin, then scratch of all elastic bodies and sections
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

// Doubles per lane that the scratch of this model needs.
constexpr std::size_t scratch_numbers(const Tables& model) {
  return scratch_layout(model.n_steps).total + static_cast<std::size_t>(model.elastic_numbers);
}

}  // namespace zanjir::kernels
