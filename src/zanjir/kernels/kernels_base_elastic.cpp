// The kernels of models with elastic bodies, for any processor of the platform: double.
#define ZANJIR_ISA base
#include "zanjir/kernels/function_table.hpp"
#include "zanjir/kernels/function_tables.hpp"

namespace zanjir::kernels {

constinit const Functions elastic_base[1] = {function_table<double, Passes<double, Bodies::elastic>>("base")};

}  // namespace zanjir::kernels
