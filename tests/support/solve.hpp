// Asking formulations in tests: the formulations that cover a question, and one call that fails loudly.
#pragma once

#include <vector>

#include "zanjir/formulations/registry.hpp"

namespace zanjir::test {

enum class Ask { forward, inverse, reactions };

// All registered formulations that cover this model and question; never empty, newton-euler covers everything.
std::vector<AnyFormulation> formulations_for(const Model&, Ask);

// Whether what is covered answers this question: accelerations wanted of other than prescribed speeds are forward dynamics, or a mixture.
bool answers(const Coverage&, const Model&, const Given&);

// One solve with a fresh scratch; throws when the status is not ok.
Solution solve_or_throw(const AnyFormulation&, const Model&, const State&, const Given&, Reactions = Reactions::skip);
Solution forward(const Model&, const State&, const VecX& tau);  // newton-euler
Solution inverse(const Model&, const State&, const VecX& vdot);

// Condition number of the part of the mass matrix that the question inverts (1 when nothing is wanted in vdot).
double condition_number(const Model&, const State&, const Given&);

// A step of the classical Runge-Kutta method of order 4 on (q, v) with forces `tau` (none: zero). Quaternions are integrated as numbers and
// normalised.
void runge_kutta_step(const Model&, Solver&, double step_s, State&, const VecX& tau = {});

}  // namespace zanjir::test
