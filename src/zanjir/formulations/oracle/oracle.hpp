// `oracle`: maximal coordinates. Every body has its six accelerations, every joint its six transmitted wrench components, every speed its
// own unknown, and one dense system holds them all. Written for reading, never optimised: no recursion, no tree order, no elimination.
// Cost: O((12 n + nv)^3).   docs/formulations/oracle.md
#pragma once

#include "zanjir/dynamics/question.hpp"

namespace zanjir {

struct Oracle {
  static constexpr std::string_view name = "oracle";
  static Coverage covers(const Model&);

  struct Scratch {
    explicit Scratch(const Model&) {}
    Question ask;
    // Of the last solve. Condition number (2-norm) of the system in natural units: mass and size of what lies beyond each joint.
    double condition_number = 0;
  };

  SolveStatus solve(const Model&, const State&, const Given&, Reactions, Scratch&, Solution&) const;
};

}  // namespace zanjir
