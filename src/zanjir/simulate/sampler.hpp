// Which quantities of a run are recorded, and how they are filled in.
#pragma once

#include <span>
#include <vector>

#include "zanjir/record/recorder.hpp"
#include "zanjir/simulate/motion_system.hpp"
#include "zanjir/terms/quantities.hpp"

namespace zanjir {

// Channels are quantities of the catalogue (docs/quantities.md), in its order, `t` first.
class Sampler {
 public:
  Sampler(MotionSystem&, const SampleOptions&);
  const std::vector<Channel>& channels() const { return channels_; }
  // The row at y; energy_begin_J enters the imbalance. Not ok: dynamics had no answer there, and its channels are NaN.
  SolveStatus fill(double t_s, const double* y, double energy_begin_J, std::span<double> row);
  // The first channel that says of a row that it is not to be relied upon, since its number is none or infinite; null: all is well. Indices of robots and singular values may be.
  const Channel* not_finite(std::span<const double> row) const;

 private:
  MotionSystem& system_;
  std::vector<bool> may_be_infinite_;  // [channels]
  QuantitySet quantities_;
  std::vector<Channel> channels_;
  bool solves_ = false;
  Reactions reactions_ = Reactions::skip;
  State state_;
  Workspace ws_;
  Solution solution_;
};

}  // namespace zanjir
