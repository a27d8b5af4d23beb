// Forward dynamics of trees with rotors, for AVX-512: double and 8 lanes.
#if defined(__x86_64__)
#define ZANJIR_ISA avx512
#include "zanjir/kernels/lean_pass.hpp"

namespace zanjir::kernels {

constinit const RotorDynamics rotors_avx512[2] = {rotor_entry<double>, rotor_entry<Pack<8>>};

}  // namespace zanjir::kernels
#endif
