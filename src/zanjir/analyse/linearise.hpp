// The equations of motion to the first order beside a state, of any mechanism: trees, loops, elastic bodies, prescribed motions, contacts.
//   x = [z; z' - z'_0],   x' = x'_0 + A x + B u,   y = y_0 + C x + D u         z: local_chart.hpp
// Derivatives are central differences of forward dynamics at closed states, extrapolated twice (h^6), with an estimate of their error; where a law has a kink
// (a contact that opens, a stop) the step shrinks until it lies on one side. B is exact: accelerations are linear in forces.
// Cost: 12 solutions per coordinate, more at kinks.   docs/linearisation.md
#pragma once

#include <complex>

#include "zanjir/analyse/local_chart.hpp"
#include "zanjir/analyse/value_tree.hpp"
#include "zanjir/terms/quantities.hpp"

namespace zanjir {

struct LinearMode {
  std::complex<double> eigenvalue;  // 1/s; of a pair the one with the positive imaginary part
  double frequency_Hz = 0;          // |eigenvalue| / 2 pi; zero for one that is real
  double damping = 0;               // - real part / |eigenvalue|
  Eigen::VectorXcd shape;           // [nv] change of the tree's coordinates; the largest, slides in model lengths, is one
};

// What the eigenvalues say.
enum class Stability : std::uint8_t {
  stable,
  oscillating,
  neutral,
  unstable
};  // oscillating: nothing grows and nothing dies out; neutral: some motion meets no resistance
std::string_view name_of(Stability);

struct LinearModel {
  std::vector<QuantityName> states, inputs, outputs;
  MatX A, B, C, D;
  VecX y0;
  VecX drift;                     // [n] accelerations of the chosen coordinates at the state: zero in equilibrium
  double error = 0;               // estimated, of A and C, relative to the largest entry of a row in model lengths
  std::vector<LinearMode> modes;  // by increasing |eigenvalue|
  Stability stability = Stability::stable;
};

struct LinearQuestion {
  std::vector<int> inputs;           // speeds of UserJoints on which forces act; empty: those of the actuators
  std::vector<std::string> outputs;  // names of quantities; empty: the coordinates and speeds of the joints that are inputs
};

// Nothing, and why, where the chart or the state have no answer. The chart is placed at the state already.
std::optional<LinearModel> linearise(const Model&, LocalChart&, const LinearQuestion&, std::string& why);

// Accelerations of the chosen coordinates by z and by z' alone. False: no answer beside the state.
bool differentiate(const Model&, LocalChart&, MatX& by_z, MatX& by_rate);

std::vector<LinearMode> modes_of(const Model&, const LocalChart&, const MatX& A);
Stability stability_of(const std::vector<LinearMode>&);

// As `eval` and studies show them.
Value modes_value(const Model&, const std::vector<LinearMode>&);
Value linear_value(const Model&, const LinearModel&);

// [outputs x inputs] C (i omega - A)^-1 B + D
Eigen::MatrixXcd frequency_response(const LinearModel&, double frequency_Hz);

}  // namespace zanjir
