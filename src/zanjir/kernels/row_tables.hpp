// Inverse and forward dynamics of rigid trees for the arrays of a batch, where they are (lean_pass.hpp): the kernels of one instruction set with lanes, as a table.
#pragma once

#include "zanjir/kernels/tables.hpp"

namespace zanjir::kernels {

// Who stands on whom, children[2 n_steps]: of every row its last child, or 0; then whether a row other than the next one stands on it. Whoever asks for many states finds it once.
void find_children(const Tables&, std::int32_t* children);

// Number i of these lanes at array[i * stride], any alignment; arrays of lanes have the stride `lanes`, and the answers are the same bits. external as in dispatch.hpp, or null; an answer may stand
// in place of what is asked. Return a mask of the lanes that are not to be trusted, bit k for lane k: a pivot, a speed or an answer that is no number, or a coordinate beyond 1e5, which changes
// last digits of the others, too. Leave nothing in the scratch that anybody may read.
struct RowFunctions {
  const char* isa;
  int lanes;
  unsigned (*inverse)(const Tables&, const std::int32_t* children, std::ptrdiff_t stride, const double* q, const double* v, const double* vdot,
                      const double* external, double* scratch, double* tau);
  unsigned (*forward)(const Tables&, const std::int32_t* children, std::ptrdiff_t stride, const double* q, const double* v, const double* external,
                      double* scratch, const double* tau, double* vdot);
};

// As functions_for; there are none for one lane.
const RowFunctions* row_functions_for(const char* isa, int lanes);

extern const RowFunctions rows_avx2[1];    // 4 lanes
extern const RowFunctions rows_avx512[1];  // 8 lanes

// Functions::forward_dynamics from a state, and with a stride, for trees with rotors; the tables above and those of dispatch.hpp lead there. One lane: any stride is 1.
// Without children they are found by the call.
using RotorDynamics = unsigned (*)(const Tables&, const std::int32_t* children, std::ptrdiff_t stride, const double* q, const double* v,
                                   const std::uint8_t* accel_given, const double* external, double* scratch, double* tau, double* vdot);
extern const RotorDynamics rotors_base[1];    // double
extern const RotorDynamics rotors_avx2[2];    // double, 4 lanes
extern const RotorDynamics rotors_avx512[2];  // double, 8 lanes

}  // namespace zanjir::kernels
