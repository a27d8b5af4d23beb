// Loops of `lagrange`: residuals differentiated automatically, (6), and speeds divided into dependent and independent ones, (7) of lagrange.cpp.
#pragma once

#include "zanjir/formulations/lagrange/lagrange.hpp"

namespace zanjir::lagrange {

// Needs M and bias in the scratch.
SolveStatus solve_loops(const Model&, const State&, const Given&, Lagrange::Scratch&, Solution&);

}  // namespace zanjir::lagrange
