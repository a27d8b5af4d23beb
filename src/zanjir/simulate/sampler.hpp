// Which quantities of a run are recorded, and how they are filled in.
#pragma once

#include <span>
#include <vector>

#include "zanjir/record/recorder.hpp"
#include "zanjir/simulate/motion_system.hpp"
#include "zanjir/terms/quantities.hpp"

namespace zanjir {

struct SampleOptions {
  bool accelerations = false;        // of joints and of the frames below
  bool forces = true;                // of actuated and prescribed joints
  bool reactions = false;            // of every joint, world axes, at the joint origin on the child
  bool energy = true;                // and the ledger
  bool power = false;                // by source and by joint, the motor side of the gears, momentum
  bool contacts = true;              // compliant ones; a run without them cannot be resumed
  bool singular_values = false;      // of the closure rows, scaled as Model::row_scale and column_scale say: a decomposition per sample
  std::vector<FrameId> frames = {};  // positions, quaternions and velocities of these
};

// Channels are quantities of the catalogue (docs/quantities.md), in its order, `t` first.
class Sampler {
 public:
  Sampler(MotionSystem&, const SampleOptions&);
  const std::vector<Channel>& channels() const { return channels_; }
  // The row at y; energy_begin_J enters the imbalance. Not ok: dynamics had no answer there, and its channels are NaN.
  SolveStatus fill(double t_s, const double* y, double energy_begin_J, std::span<double> row);

 private:
  MotionSystem& system_;
  QuantitySet quantities_;
  std::vector<Channel> channels_;
  bool solves_ = false;
  Reactions reactions_ = Reactions::skip;
  State state_;
  Workspace ws_;
  Solution solution_;
};

}  // namespace zanjir
