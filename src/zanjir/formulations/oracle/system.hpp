// The one dense system of `oracle`: (1), (2), (3) of oracle.cpp put together at a state.
#pragma once

#include "zanjir/formulations/oracle/bodies.hpp"

namespace zanjir::oracle {

struct System {
  // Unknowns: 6 accelerations of each body, one per speed (vdot or tau), 6 wrench components of each joint. Rows: (1), (3), (2).
  // Then for the loops: one acceleration per speed of a cut joint, 6 wrench components of each, one force of each distance and gear.
  System(const Model& model) : n_bodies(static_cast<int>(model.bodies().size()) - 1), nv(model.nv()), size(12 * n_bodies + nv + model.n_cut_v()) {
    for (const Constraint& constraint : model.constraints()) {
      first_of.push_back(size);
      size += springs_of(constraint) >= 0 ? 0 : std::holds_alternative<CutJoint>(constraint) ? 6 : 1;
    }
    A = MatX::Zero(size, size);
    rhs = VecX::Zero(size);
    unit = row_unit = VecX::Ones(size);
  }
  int body(BodyId b) const { return 6 * (index(b) - 1); }  // not for the ground
  int speed(int k) const { return 6 * n_bodies + k; }
  int joint(int j) const { return 6 * n_bodies + nv + 6 * j; }
  int cut_speed(int k) const { return 12 * n_bodies + nv + k; }
  int constraint(std::size_t c) const { return first_of[c]; }

  int n_bodies, nv, size;
  std::vector<int> first_of;  // per constraint
  MatX A;
  VecX rhs, unit, row_unit;  // unknown i is measured in unit[i], row i in row_unit[i]
};

struct CutPieces {
  VecX q, v;  // its own coordinates and speeds
  JointRows rows;
  Vec6 second_derivative;
};

struct Pieces {  // everything at the present state, before it is put together
  std::vector<Transformd> X_WB;
  std::vector<JointRows> rows;  // per joint
  std::vector<CutPieces> cut;   // per constraint; empty for distances and gears
  std::vector<Vec6> V;          // per body: twist in body axes
  std::vector<std::vector<Particle>> particles;
  std::vector<Vec6> external;
  std::vector<Forced> spring_wrench;  // per sprung loop: first on second, at the origin of its second frame, world axes
  VecX spring_force;                  // [nv] of sprung gears
};

Pieces take_apart(const Model&, const Question&);
// What the loops hold of the motions of the tree: residuals of the constraints along the motion that each speed gives to all bodies, less what a cut joint lets pass, scaled by the
// model length as Model::row_scale and column_scale say; rows that hold nothing are zero. For the rank of the loops.
MatX loop_rows(const Model&, const Pieces&);
// (1), (2), (3), in SI units
System put_together(const Model&, const Question&, const VecX& tau_cut, const Pieces&);
// Natural units: what a joint carries has mass m and size l, time is in seconds; so accelerations are 1/l and 1, wrenches m l and m.
// Where nothing is carried, the units of the joint before. Entries of the system then are of order one, and rank can be judged.
void choose_units(const Model&, const Question&, System&);

enum class Springs : std::uint8_t { with, without };  // a self-stress has none
void reactions_of(const Model&, const Pieces&, const VecX& x, const System&, const VecX& tau, const VecX& tau_cut, Springs, Solution& out);

}  // namespace zanjir::oracle
