// `gibbs-appell`: the acceleration energy S of all bodies, rigid and elastic, differentiated by recursion: dS/dvdot + dD/dv + dV/dq = U. The remainder is the
// derivative at zero accelerations, the inertia matrix comes from unit motions; what loops leave free makes S - U . vdot least (Gauss's principle).
// Cost: O(n) for given accelerations, O(n d) for the inertia matrix, d = depth in speeds, O(f^3) for f free speeds.   docs/formulations/gibbs-appell.md
#pragma once

#include "zanjir/dynamics/dialogue.hpp"
#include "zanjir/formulations/gibbs_appell/loops.hpp"
#include "zanjir/formulations/gibbs_appell/rows.hpp"
#include "zanjir/formulations/gibbs_appell/tree.hpp"

namespace zanjir {

struct GibbsAppell {
  static constexpr std::string_view name = "gibbs-appell";
  static Coverage covers(const Model&);

  struct Scratch {
    explicit Scratch(const Model&);
    Question ask;
    gibbs_appell::Tree tree;
    gibbs_appell::Rows rows;
    gibbs_appell::Admissible admissible;
    std::vector<Forced> spring_wrench;  // [sprung loops]
    // -- over the free speeds
    MatX M_free, M_N, reduced;  // M; M N; N^T M N
    VecX rest, z;               // [n_free]; [freedoms]
    Eigen::LLT<MatX> factor;
    std::vector<InertiaBeyond> beyond;  // where a motion may be unresisted
    DialogueScratch talk;
  };

  SolveStatus solve(const Model&, const State&, const Given&, Reactions, Scratch&, Solution&) const;

  // M (with rotor inertia) and bias:  M vdot + bias = tau  over all speeds.
  static void mass_matrix_and_bias(const Model&, const State&, Scratch&, MatX& M, VecX& bias);
};

}  // namespace zanjir
