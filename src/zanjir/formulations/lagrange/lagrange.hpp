// `lagrange`: kinetic and potential energy as plain functions of coordinates and rates, differentiated automatically. No velocity, no
// Jacobian and no angular velocity is written by hand. For small models: it sits out above `max_speeds`, and it has no tree reactions,
// since forces that do no work never enter an energy.   Cost: O(n nv^2), large constant.   docs/formulations/lagrange.md
#pragma once

#include "zanjir/dynamics/dialogue.hpp"

namespace zanjir {

struct Lagrange {
  static constexpr std::string_view name = "lagrange";
  static constexpr int max_speeds = 60;  // about a second per solve there
  static Coverage covers(const Model&);

  struct Scratch {
    explicit Scratch(const Model& model) : talk(model) {}
    Question ask;
    MatX M;
    VecX bias, needed;
    DialogueScratch talk;
  };

  SolveStatus solve(const Model&, const State&, const Given&, Reactions, Scratch&, Solution&) const;

  // M (with rotor inertia) and bias:  M vdot + bias = tau  over all speeds.
  static void mass_matrix_and_bias(const Model&, const State&, Scratch&, MatX& M, VecX& bias);
};

}  // namespace zanjir
