#include "support/beams.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <cmath>

#include "support/solve.hpp"
#include "zanjir/core/decompositions.hpp"
#include "zanjir/dynamics/accelerations.hpp"
#include "zanjir/dynamics/tree_dynamics.hpp"

namespace zanjir::test {

std::string unit_beam(const std::string& modes, const std::string& more) {
  return "{beam: {length: 1, section: {area: 1, iy: 1, iz: 1, torsion: 1}, material: {young: 1}, mass_per_length: 1, theory: "
         "euler_bernoulli, rotary_inertia: none, modes: " +
         modes + more + "}}";
}

std::string clamped_polynomial(int k) {
  std::vector<double> before = {1}, now = {-1, 2};  // Legendre's recursion on [0, 1]
  if (k == 0) now = before;
  for (int i = 1; i < k; ++i) {
    std::vector<double> next(now.size() + 1, 0.0);
    for (std::size_t j = 0; j < now.size(); ++j) {
      next[j] -= (2 * i + 1) * now[j] / (i + 1);
      next[j + 1] += 2 * (2 * i + 1) * now[j] / (i + 1);
      if (j < before.size()) next[j] -= i * before[j] / (i + 1);
    }
    before = now;
    now = next;
  }
  std::string text = "[0, 0";
  for (const double c : now) text += fmt::format(", {:.17g}", c);
  return text + "]";
}

std::string clamped_polynomials(int n, const std::string& axis) {
  std::string text;
  for (int k = 0; k < n; ++k) text += (k ? ", {" : "[{") + axis + ": " + clamped_polynomial(k) + "}";
  return text + "]";
}

namespace {

std::vector<int> integrated(const Model& model) {
  std::vector<int> index;
  for (int i = 0; i < model.nv(); ++i)
    if (model.roles()[static_cast<std::size_t>(i)] != Role::prescribed) index.push_back(i);
  return index;
}

}  // namespace

MatX stiffness_about(const Model& model, const State& state) {
  EXPECT_EQ(model.nq(), model.nv()) << "coordinates and speeds must be numbered alike";
  const std::vector<int> index = integrated(model);
  const auto n = static_cast<Eigen::Index>(index.size());
  // The force is a polynomial of the displacement: the central difference leaves h^2 of its cubic term, and rounding is eps/h of the force.
  const double h = 1e-5;
  MatX K(n, n);
  for (Eigen::Index j = 0; j < n; ++j) {
    State plus = state, minus = state;
    plus.q[index[static_cast<std::size_t>(j)]] += h;
    minus.q[index[static_cast<std::size_t>(j)]] -= h;
    const VecX difference = inverse(model, plus, VecX::Zero(model.nv())).tau - inverse(model, minus, VecX::Zero(model.nv())).tau;
    for (Eigen::Index i = 0; i < n; ++i) K(i, j) = difference[index[static_cast<std::size_t>(i)]] / (2 * h);
  }
  return K;
}

Vibrations vibrations_about(const Model& model, const State& state) {
  const std::vector<int> index = integrated(model);
  Workspace ws(model);
  update_velocities(model, state, ws);
  MatX M;
  mass_matrix(model, ws, M);
  const MatX K = stiffness_about(model, state), symmetric = (K + K.transpose()) / 2, inertia = M(index, index);
  const Eigen::GeneralizedSelfAdjointEigenSolver<MatX> solved(symmetric, inertia);
  const VecX squared = solved.eigenvalues();
  const double rounding = 1e-9 * squared.cwiseAbs().maxCoeff();  // of the differences
  return {squared.unaryExpr([&](double x) { return std::abs(x) < rounding ? 0 : std::sqrt(x); }), solved.eigenvectors()};
}

}  // namespace zanjir::test
