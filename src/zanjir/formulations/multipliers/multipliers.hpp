// `multipliers`: the mass matrix and bias of the tree from world-frame body Jacobians, M = sum J^T M_b J; dense solve; the unknown
// forces from the balance of what each joint carries. Loops: rows by hand in world axes, decomposed by singular values. Shares poses and force laws with the other formulations and nothing else.
// Cost: O(n d^2) for M, d = depth in speeds, and O(f^3) for f free speeds.   docs/formulations/multipliers.md
#pragma once

#include "zanjir/dynamics/dialogue.hpp"

namespace zanjir {

struct Multipliers {
  static constexpr std::string_view name = "multipliers";
  static Coverage covers(const Model&);

  struct Column {  // the motion of one speed, in the world: a turn about a line, or a slide along a direction
    Vec3d axis{0, 0, 0}, point{0, 0, 0};
    Vec3d axis_rate{0, 0, 0}, point_rate{0, 0, 0};
    BodyId fixed_in = BodyId::ground;  // axis and point move with this body
    bool turns = true;
    // Of a mode, for what stands on one section: axis and `shift` are the turn and the velocity of the section, which is at `point`; `drift`: their
    // rates seen in the elastic body.
    BodyId section = BodyId::ground;
    Vec3d shift{0, 0, 0}, axis_drift{0, 0, 0}, shift_drift{0, 0, 0}, shift_rate{0, 0, 0};
  };
  struct BodyQuantities {      // all in world axes
    std::vector<int> speeds;   // that move this body, from the ground outwards; fixed by the model
    std::vector<int> columns;  // per entry of `speeds`: its place in Scratch::columns
    std::vector<Motiond> J;    // per entry of `speeds`: [omega; velocity of the mass centre] per unit of speed
    Transformd X_WB;
    Vec3d com{0, 0, 0};
    Sym3d I{0, 0, 0, 0, 0, 0};   // about the mass centre
    Motiond V{}, A_bias{}, A{};  // velocity; Jdot v; acceleration (of the mass centre)
    Forced external{};           // gravity, springs, loads; about the mass centre
  };
  struct Scratch {
    explicit Scratch(const Model&);
    Question ask;
    std::vector<Transformd> X_WB;        // [n_bodies]
    std::vector<Column> columns;         // [nv] of joints; then of modes, per section
    std::vector<BodyQuantities> bodies;  // [n_bodies]
    std::vector<InertiaBeyond> beyond;   // [n_joints]
    MatX M, M_free;
    VecX bias, element_forces, floor;
    std::vector<Forced> spring_wrench;  // [sprung loops] first on second, at the point of its rows
    std::vector<Forced> carried;        // [n_bodies] wrench that holds the subtree of each body, about the world origin
    VecX needed;                        // [nv]
    DialogueScratch talk;
  };

  SolveStatus solve(const Model&, const State&, const Given&, Reactions, Scratch&, Solution&) const;

  // M (with rotor inertia) and bias:  M vdot + bias = tau  over all speeds.
  static void mass_matrix_and_bias(const Model&, const State&, Scratch&, MatX& M, VecX& bias);
};

}  // namespace zanjir
