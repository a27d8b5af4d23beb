// Which numbers of a run are recorded, under which names, and how they are filled in.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "zanjir/terms/user_joints.hpp"
#include "zanjir/record/recorder.hpp"
#include "zanjir/simulate/motion_system.hpp"
#include "zanjir/loops/loop_rank.hpp"

namespace zanjir {

struct SampleOptions {
  bool accelerations = false;
  bool forces = true;       // of actuated and prescribed joints
  bool reactions = false;   // of every joint, world axes, at the joint origin on the child
  bool energy = true;       // and the ledger
  bool contacts = true;     // compliant ones; a run without them cannot be resumed
  bool singular_values = false;  // of the closure rows, scaled as Model::row_scale and column_scale say: a decomposition per sample
  std::vector<FrameId> frames = {};  // positions, quaternions and velocities of these
};

// Channels, in order: t; coordinates ("A", "S.qw"); speeds ("A.speed", "S.wx"); accelerations ("A.acceleration"); forces ("A.force");
// reactions ("A.reaction.moment.x" ... "force.z"); frames ("tip.x" ... "tip.qw", "tip.vx" ...); compliant contacts ("floor.tip.gap", .phase
// (1: touching), .touch_speed, .normal_force, .friction.x ... .z in world axes); energy.kinetic, .gravity, .springs, .strain (with elastic bodies), .total; ledger.<source>;
// ledger.imbalance; loop_residual; loop_opening, loop_opening.turn (sums of |c| over the springs of loops); loops.sigma1 ... loops.sigma(r+1), decreasing, r the rank kept along the motion (the last one only when there is one).
class Sampler {
 public:
  Sampler(MotionSystem&, const SampleOptions&);
  const std::vector<Channel>& channels() const { return channels_; }
  // The row at y; energy_begin_J enters the imbalance. Not ok: dynamics had no answer there, and its channels are NaN.
  SolveStatus fill(double t_s, const double* y, double energy_begin_J, std::span<double> row);

 private:
  void name_channels();
  void put_singular_values(double* out);
  MotionSystem& system_;
  SampleOptions options_;
  UserJoints joints_;
  std::vector<int> forced_;  // speeds of UserJoints whose force is recorded
  std::vector<Channel> channels_;
  State state_;
  Workspace ws_;
  Solution solution_;
  VecX q_, v_, vdot_, forces_;
  int n_sigma_ = 0;
  std::optional<Closure> closure_;  // for singular values
  std::optional<ScaledRows> rows_;
};

// The name of the speed channel of a coordinate or speed.
std::string speed_channel(const UserJoints&, int speed);

}  // namespace zanjir
