// A parallel robot at one state: its limbs, their screws and wrenches, J0, and what is singular about it.
#pragma once

#include "zanjir/loops/limb_screws.hpp"

namespace zanjir {

struct JacobianIndices {
  VecX sigma;                         // singular values of J0 in SI, decreasing: they mix units, as the literature often does
  double dexterity = 0;               // smallest over largest of them
  std::optional<double> determinant;  // where J0 is square
};
JacobianIndices indices_of(const MatX& J0);

struct Singularity {
  std::string kind;  // "limb", "constraint", "actuation"
  std::string words;
};

struct ParallelRobot {
  Vec3d O_W;
  std::vector<Limb> limbs;
  std::vector<LimbScrews> screws;
  std::vector<std::vector<std::pair<std::string, Vec3d>>> joints_W;  // per limb: joints by name, and where they are
  ParallelJacobian jacobian;
  JacobianIndices indices;
  std::vector<Singularity> singularities;
  bool is_singular() const { return !singularities.empty(); }
};

// Of the body of `frame` against the ground, about its origin. ws: Stage::position at this state. Ranks are compared with those at states beside it.
ParallelRobot parallel_robot(const Model&, const Workspace&, const State&, FrameId frame);
// "pure force along (0, 1, 0) through M1"
std::string words_of_wrench(const Model&, const ParallelRobot&, std::size_t limb, const Forced&);

}  // namespace zanjir
