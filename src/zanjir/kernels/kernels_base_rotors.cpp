// Forward dynamics of trees with rotors, for any processor of the platform: double.
#define ZANJIR_ISA base
#include "zanjir/kernels/lean_pass.hpp"

namespace zanjir::kernels {

constinit const RotorDynamics rotors_base[1] = {rotor_entry<double>};

}  // namespace zanjir::kernels
