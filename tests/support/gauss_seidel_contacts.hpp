// The slow twin of HeldSearch: Coulomb's law for all contacts at once by sweeps of projections, contact after contact, as textbooks have it [Jean1999]. It knows no sets, no cone programs and
// no Newton's method, and it takes thousands of sweeps.
#pragma once

#include <vector>

#include "zanjir/core/linear.hpp"

namespace zanjir::test {

// Rows n, e1, e2 of each contact one after the other, w = b + G f; an isotropic coefficient for each.
struct CoulombProblem {
  MatX G;
  VecX b, mu;
  int n() const { return static_cast<int>(mu.size()); }
};

struct CoulombAnswer {
  VecX f, w;
  bool converged = false;
};

CoulombAnswer sweep_to_rest(const CoulombProblem&, int most_sweeps = 400000);

// By how much an answer misses the law, in units of the largest entry of b and of the force that stops it: what pulls, enters the ground, leaves its cone, presses where it parts, or is not pulled
// against its sliding.
double misses(const CoulombProblem&, const VecX& f);

}  // namespace zanjir::test
