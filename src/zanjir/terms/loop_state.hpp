// A state of a mechanism with loops, from what a user says about some of its joints, tree or cut: what is said is held, the rest follows.
// And the facts about the loops at a closed state.
#pragma once

#include <string>
#include <vector>

#include "zanjir/terms/user_joints.hpp"
#include "zanjir/dynamics/determinacy.hpp"
#include "zanjir/loops/assembly.hpp"

namespace zanjir {

// What is said about coordinates, speeds or accelerations.
struct LoopGiven {
  std::vector<bool> held;           // [nv] tree speeds whose numbers stay as they are in the state
  std::vector<int> entries;         // entries of UserJoints that are no coordinates or speeds of the tree
  std::vector<double> values;       // their numbers
  std::vector<std::string> paths;   // where they are said
};

bool says_anything(const LoopGiven&);

struct Contradiction {
  std::string path, message, hint;
};
// Given numbers may be off by this (scaled by the model length, or by the speed) as typed; beyond it they contradict the loops.
inline constexpr double typed_tolerance = 1e-6;

// Each completes `state` or `vdot`, or says what contradicts what, by how much and where.
std::vector<Contradiction> complete_positions(const Model&, const UserJoints&, const LoopGiven&, State&);
// The file's own initial state. Its coordinates are held as far as they close the loops; where they do not, they are a guess from which the
// nearest assembly is found, except for those given for cut joints, which must come out. Its speeds are held.
std::vector<Contradiction> complete_initial_positions(const Model&, const UserJoints&, State&);
LoopGiven initial_speeds(const Model&, const UserJoints&);
std::vector<Contradiction> complete_velocities(const Model&, const UserJoints&, const LoopGiven&, State&);
std::vector<Contradiction> complete_accelerations(const Model&, const UserJoints&, const LoopGiven&, const State&, VecX& vdot);

struct LoopFacts {
  LoopRank rank;
  VecX phi;            // [nc] residuals
  MatX null_of_rows;   // [nc x (nc - rank)]
  Determinacy determinacy;
  int n_redundant() const { return static_cast<int>(null_of_rows.cols()); }
};
LoopFacts loop_facts(const Model&, const State&);

// The residuals of one constraint, row by row, each in the unit of its row.
struct ConstraintResidual {
  std::string name;
  std::vector<double> residuals;
  std::vector<std::string> units;  // per row, "m" or "rad"
};
std::vector<ConstraintResidual> residuals_by_constraint(const Model&, const VecX& phi);

}  // namespace zanjir
