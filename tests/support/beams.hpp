// Beams of unit data, and small vibrations of a mechanism about a state, by differences of the recursions.
#pragma once

#include <string>

#include "zanjir/model/model.hpp"
#include "zanjir/state/state.hpp"

namespace zanjir::test {

// As text of a body: EI = mu = l = 1, no shear, no rotary inertia, with these modes and `more` keys.
std::string unit_beam(const std::string& modes, const std::string& more = "");
// "[0, 0, c2, c3, ...]": x^2 times the Legendre polynomial of degree k over the beam. These converge fast, and stay independent, as
// shapes of a clamped beam.
std::string clamped_polynomial(int k);
// "[{y: ...}, ...]": the first n of them, bending along `axis` (y or z).
std::string clamped_polynomials(int n, const std::string& axis);

// Over the speeds that are integrated, of a model whose joints have one coordinate each: how the force that holds the state grows with
// a displacement, at constant speeds.
MatX stiffness_about(const Model&, const State&);
// Small vibrations: angular frequencies, ascending, and the displacement of each as a column. Gyroscopic terms are left out, so the
// speeds of the modes must not couple. A zero frequency is a free motion, NaN an unstable one.
struct Vibrations {
  VecX frequency;
  MatX shape;
};
Vibrations vibrations_about(const Model&, const State&);

}  // namespace zanjir::test
