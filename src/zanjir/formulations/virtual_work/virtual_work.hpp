// `virtual-work`: what actuators must do for a motion, from Jacobians and accelerations of the bodies alone. The work of all forces, inertial ones too, along every displacement that the loops
// allow is nothing. No mass matrix, no force inside a joint: so no forward dynamics and no reactions. Rigid bodies only.
// Cost: O(n depth), and a decomposition by singular values of the rows of the loops.   docs/formulations/virtual-work.md
#pragma once

#include "zanjir/dynamics/dialogue.hpp"
#include "zanjir/formulations/virtual_work/loops.hpp"

namespace zanjir {

struct VirtualWork {
  static constexpr std::string_view name = "virtual-work";
  static Coverage covers(const Model&);

  struct Scratch {
    explicit Scratch(const Model&);
    Question ask;
    virtual_work::Jacobians jacobians;
    virtual_work::Loops loops;
    VecX elements;      // [nv]
    VecX needed, rest;  // [nv]; [nc]
    DialogueScratch talk;
  };

  SolveStatus solve(const Model&, const State&, const Given&, Reactions, Scratch&, Solution&) const;
};

// [nv] the force on the speeds of all that acts but gravity: springs, dampers, friction, loads, contacts, loops that are springs. Needs poses and velocities of `ask`.
const VecX& elements_on_speeds(const Model&, VirtualWork::Scratch&);

}  // namespace zanjir
