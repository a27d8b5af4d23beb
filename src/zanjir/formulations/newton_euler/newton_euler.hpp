// newton-euler: the fast default. Recursive inverse dynamics, composite bodies, articulated bodies; all O(n) but for the dense
// solve it falls back to when an articulated-body pivot vanishes or a ball or free joint mixes given and wanted speeds.
// Source: [Featherstone2008] ch. 5-7. The recursions are in kernels/.
#pragma once

#include <memory>

#include "zanjir/core/decompositions.hpp"
#include "zanjir/dynamics/formulation.hpp"
#include "zanjir/formulations/newton_euler/loops.hpp"

namespace zanjir {

struct NewtonEuler {
  static constexpr std::string_view name = "newton-euler";
  static Coverage covers(const Model&) { return {}; }

  struct Scratch {
    explicit Scratch(const Model&);
    Workspace ws;
    bool held = false;                      // ws is at Stage::velocity of the state that is asked about
    std::vector<std::uint8_t> accel_given;  // [n_steps]
    VecX tau, vdot;                         // [nv] what the kernels read and write
    std::vector<Forced> beyond;             // [n_bodies] used for welds only
    // the dense fallback: the wanted accelerations alone
    MatX M, M_uu;
    VecX bias, scale, rhs;
    std::vector<int> unknown;
    Eigen::LDLT<MatX> factor;
    LoopScratch loops;
    struct Neighbours;  // of a state near a singular configuration; made when the first one is met
    std::shared_ptr<Neighbours> neighbours;
    void forget() { neighbours.reset(); }
    Scratch(const Scratch&) = delete;
    Scratch(Scratch&&) = default;
  };

  SolveStatus solve(const Model&, const State&, const Given&, Reactions, Scratch&, Solution&) const;
  // Forward questions to loops at a state that is surely regular for a rank that has all their rows (regular_loops.hpp); solve() tries it first with Given::rank. False: ask
  // solve(); nothing of the answer is to be read.
  bool solve_regular(const Model&, const State&, const Given&, const LoopRank&, Reactions, Scratch&, Solution&) const;
};

}  // namespace zanjir
