// `denoc`: the decoupled natural orthogonal complement. Newton-Euler rows of each body at its mass centre, projected by T = N_l N_d, which is never formed:
// twist propagation goes outwards, wrenches and composite inertias go inwards. Loops are reduced to independent speeds, the set of which is
// chosen automatically and changed when it degrades. Joint reactions are read off the rows before projection.
// Cost: O(n d) for the tree, O(r^3 + f^3) for loops of rank r and f free speeds.   docs/formulations/denoc.md
#pragma once

#include "zanjir/dynamics/dialogue.hpp"
#include "zanjir/formulations/denoc/loops.hpp"
#include "zanjir/formulations/denoc/plane.hpp"
#include "zanjir/formulations/denoc/tree.hpp"

namespace zanjir {

struct Denoc {
  static constexpr std::string_view name = "denoc";
  static Coverage covers(const Model&);

  struct Scratch {
    explicit Scratch(const Model&);
    Question ask;
    denoc::Tree tree;
    denoc::Loops loops;
    std::optional<denoc::PlaneTree> plane;  // a fast path of forward dynamics
    // -- over the free speeds
    MatX I_free, I_N, reduced;  // I; I N; N^T I N, N the motions that the loops allow
    VecX g, rest;               // [n_free]
    VecX u_dot;                 // [freedoms]
    VecX gamma;                 // [n_closure_rows] what the given accelerations leave to the others
    Eigen::LLT<MatX> factor;
    std::vector<InertiaBeyond> beyond;  // where a motion may be unresisted
    VecX needed;                        // [nv]
    DialogueScratch talk;
    void forget() { loops.set.n_chosen = 0; }  // the set of speeds, kept from call to call
  };

  SolveStatus solve(const Model&, const State&, const Given&, Reactions, Scratch&, Solution&) const;
};

}  // namespace zanjir
