// The constant function tables that the kernel units export, for dispatch.cpp.
#pragma once

#include "zanjir/kernels/dispatch.hpp"

namespace zanjir::kernels {

extern const Functions functions_base[1];    // double
extern const Functions functions_avx2[2];    // double, 4 lanes
extern const Functions functions_avx512[2];  // double, 8 lanes

// The same for models with elastic bodies; the tables above lead there.
extern const Functions elastic_base[1];
extern const Functions elastic_avx2[2];
extern const Functions elastic_avx512[2];

// Functions::forward_dynamics for trees that move in one plane; the tables above lead there.
using ForwardDynamics = decltype(Functions::forward_dynamics);
extern const ForwardDynamics planar_base[1];
extern const ForwardDynamics planar_avx2[2];
extern const ForwardDynamics planar_avx512[2];

}  // namespace zanjir::kernels
