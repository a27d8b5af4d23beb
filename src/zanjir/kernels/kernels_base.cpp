// The kernels for any processor of the platform: double.
#define ZANJIR_ISA base
#include "zanjir/kernels/function_table.hpp"
#include "zanjir/kernels/function_tables.hpp"

namespace zanjir::kernels {

constinit const Functions functions_base[1] = {function_table<double, Entry<double, elastic_base, planar_base, rotors_base, 0>>("base")};

}  // namespace zanjir::kernels
