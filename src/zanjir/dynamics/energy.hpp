// Energy, momentum and power of a state. All need an updated Workspace (Stage::velocity).
#pragma once

#include "zanjir/core/linear.hpp"
#include "zanjir/dynamics/outcome.hpp"

namespace zanjir {

class Model;
struct LoopSum;
struct Workspace;

// `opening`: how far the springs in place of loops are open (loops/loop_springs.hpp), which comes with their energy.
Energy energy(const Model&, const Workspace&, LoopSum* opening = nullptr);

// Of all bodies that can move; rotors carry no momentum of their own (they are an inertia on their joint).
Momentum momentum(const Model&, const Workspace&);

// `tau` as solved: what actuators, drives or the caller apply.
Power power(const Model&, const Workspace&, const VecX& tau);

}  // namespace zanjir
