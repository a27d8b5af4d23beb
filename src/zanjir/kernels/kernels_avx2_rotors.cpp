// Forward dynamics of trees with rotors, for AVX2 with fused multiply-add: double and 4 lanes.
#if defined(__x86_64__)
#define ZANJIR_ISA avx2
#include "zanjir/kernels/lean_pass.hpp"

namespace zanjir::kernels {

constinit const RotorDynamics rotors_avx2[2] = {rotor_entry<double>, rotor_entry<Pack<4>>};

}  // namespace zanjir::kernels
#endif
