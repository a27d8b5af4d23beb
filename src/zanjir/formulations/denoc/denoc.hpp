// `denoc`: the decoupled natural orthogonal complement. Newton-Euler rows of each body at its mass centre, projected by T = N_l N_d, which is never formed:
// twist propagation goes outwards, wrenches and composite inertias go inwards. Loops are reduced to independent speeds, the set of which is
// chosen automatically and changed when it degrades. Joint reactions are read off the rows before projection.
// Cost: O(n d) for the tree, O(r^3 + f^3) for loops of rank r and f free speeds.   docs/formulations/denoc.md
#pragma once

#include "zanjir/formulations/denoc/loops.hpp"
#include "zanjir/formulations/denoc/tree.hpp"
#include "zanjir/dynamics/inertia_beyond.hpp"

namespace zanjir {

struct Denoc {
  static constexpr std::string_view name = "denoc";
  static Coverage covers(const Model&);

  struct Scratch {
    explicit Scratch(const Model&);
    Question ask;
    denoc::Tree tree;
    denoc::Loops loops;
    std::vector<int> all;                   // speeds
    std::vector<int> actuated;              // tree speeds that have an actuator or a law
    bool actuated_cuts = false;
    // -- over the free speeds
    MatX I_free, I_N, reduced;              // I; I N; N^T I N, N the motions that the loops allow
    VecX rhs, g, rest, vdot_free;           // [n_free]
    VecX u_dot, wanted;                     // [freedoms]
    VecX force, gamma, miss;                // [nv]; [n_closure_rows]
    Eigen::LLT<MatX> factor;
    // -- inverse dynamics with as many actuators as freedoms
    MatX N_actuated;
    Eigen::PartialPivLU<MatX> actuation;
    std::vector<InertiaBeyond> beyond;      // where a motion may be unresisted
    void forget() { loops.set.n_chosen = 0; }  // the set of speeds, kept from call to call
  };

  SolveStatus solve(const Model&, const State&, const Given&, Reactions, Scratch&, Solution&) const;
};

}  // namespace zanjir
