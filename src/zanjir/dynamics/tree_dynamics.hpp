// The equation of motion of the tree, M vdot + bias = tau, by the kernels.
#pragma once

#include "zanjir/core/linear.hpp"

namespace zanjir {

class Model;
struct Workspace;

// The mass matrix (both triangles) and the bias of M vdot + bias = tau. Need an updated Workspace (Stage::velocity).
void mass_matrix(const Model&, Workspace&, MatX& M);
void lower_mass_matrix(const Model&, Workspace&, MatX& M);  // one triangle only, upper in column-major order: what the kernels write
void bias_force(const Model&, Workspace&, VecX& bias);

}  // namespace zanjir
