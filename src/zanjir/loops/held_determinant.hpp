// How far a mechanism is from moving while some of its joints are held: the determinant of its closure rows over all other speeds, scaled as the rank is (loops/loop_rank.hpp). It changes its sign where a motion goes through a
// configuration in which held actuators do not hold it (type 2); forces of actuators grow without bound there. Cost: the rows, and an LU decomposition.
#pragma once

#include <Eigen/LU>
#include <vector>

#include "zanjir/kinematics/closure.hpp"
#include "zanjir/loops/loop_rank_data.hpp"

namespace zanjir {

class HeldDeterminant {
 public:
  // held: [nv]; prescribed speeds always are. The rows are the independent ones of `rank`.
  HeldDeterminant(const Model&, const std::vector<bool>& held, const LoopRank& rank);
  bool exists() const { return A_.rows() > 0 && A_.rows() == A_.cols(); }  // as many rows as speeds that are not held
  double at(const Workspace&);                                             // needs Stage::position; allocates nothing

 private:
  const Model& model_;
  std::vector<int> rows_, free_;
  Closure closure_;
  MatX A_;
  Eigen::PartialPivLU<MatX> lu_;
};

// What actuators and laws hold.
std::vector<bool> held_by_actuators(const Model&);

}  // namespace zanjir
