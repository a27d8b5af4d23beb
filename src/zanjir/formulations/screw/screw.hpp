// `screw`: twists of all bodies, and what the screws of the joints let pass. One sparse matrix D has a joint as six rows: the rates of its screws, and the wrenches reciprocal to them.
// D^-1 gives the natural orthogonal complement T and the accelerations of all bodies, D^-T the forces of actuators and the wrench of every joint at once. Loops are
// rows on the twists, projected by T. Rigid bodies only.
// Cost: a sparse factor of 6 n, O(n nv) for T, O(n nv^2) for T^T M T, dense solves beyond.   docs/formulations/screw.md
#pragma once

#include "zanjir/dynamics/dialogue.hpp"
#include "zanjir/formulations/screw/loops.hpp"
#include "zanjir/formulations/screw/twists.hpp"

namespace zanjir {

struct Screw {
  static constexpr std::string_view name = "screw";
  static Coverage covers(const Model&);

  struct Scratch {
    explicit Scratch(const Model&);
    Question ask;
    screw::Twists twists;
    screw::Loops loops;
    MatX M;                             // [nv x nv] T^T M T + rotors
    VecX needed;                        // [nv]
    VecX load;                          // [6 n] what joints must give to the bodies, at their mass centres
    std::vector<InertiaBeyond> beyond;  // [n_joints]
    DialogueScratch talk;
  };

  SolveStatus solve(const Model&, const State&, const Given&, Reactions, Scratch&, Solution&) const;
};

}  // namespace zanjir
