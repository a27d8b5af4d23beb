// Several poses of a mechanism at once, where its legs have a closed form: the coordinates of the tree, and the numbers that a map asks for most often, a lane of a
// register for each pose (kernels/pose_pass.hpp). A lane that is in doubt is left to the careful path (docs/decisions/0018-lanes-ask-again.md).
#pragma once

#include <memory>
#include <optional>

#include "zanjir/batch/lanes.hpp"
#include "zanjir/kernels/dispatch.hpp"
#include "zanjir/kinematics/clearance.hpp"
#include "zanjir/loops/loop_plan.hpp"
#include "zanjir/loops/pose_plan.hpp"
#include "zanjir/map/pose_follower.hpp"
#include "zanjir/terms/state_request.hpp"

namespace zanjir {

// A led frame as a target that legs may end in, with the pose that it has in `ws`; nothing where a component of its origin is free.
std::optional<PoseTarget> leg_target(const Model&, const Workspace&, const LedFrame&);

// What is read at every pose, in this order.
struct PoseNumbers {
  std::vector<const Frame*> frames;  // of the platform: the smallest and the largest singular value of J0 about its origin
  std::vector<std::array<std::pair<const Frame*, Vec3d>, 2>> cones;
  std::vector<const Clearance*> distances;
  bool largest = true;  // false: nobody reads largest singular values
};

class PoseLanes {
 public:
  // `branch`: as in LegFollower::write. Null where J0 is none that the kernels know, at `near` or anywhere. `met`: the largest gap of a closed loop, in model lengths and radians. `functions`: as many
  // lanes as the processor has, unless it is said.
  static std::unique_ptr<PoseLanes> make(const Model&, const LegFollower&, std::span<const PoseTarget>, const PoseNumbers&, const State& near,
                                         double met, const kernels::PoseFunctions* functions = nullptr, const LegBranch& branch = {});
  PoseLanes(const PoseLanes&) = delete;
  PoseLanes& operator=(const PoseLanes&) = delete;

  int lanes() const { return functions_->lanes; }
  // Where the mechanism stood nearby, and where target i shall be.
  void put(int lane, std::span<const double> q_near, std::span<const Transformd> X_WF);
  void aim(int lane, std::span<const Transformd> X_WF);
  void aim_origin(int lane, std::size_t target, const Vec3d& p);  // turned as it was
  // All of them; a mask of the lanes in doubt, bit k for lane k.
  unsigned follow() { return follow(q_near_.data(), q_.data()); }
  // From and to coordinates elsewhere: number i of lane k at [i * lanes() + k], on the border of a register.
  unsigned follow(const double* q_near, double* q);
  double coordinate(int lane, int i) const { return q_.data()[at(i * lanes() + lane)]; }
  bool square_or_more() const { return plan_.tables.platform.n_rows >= plan_.tables.platform.n_columns; }  // J0
  // J0 about the last of the frames.
  double J0(int lane, int row, int column) const {
    return scratch_.data()[at(12 * plan_.tables.n_bodies + 8 * plan_.tables.n_links + 6 * row + column) * at(lanes()) + at(lane)];
  }
  // Number i: two per frame, then cones, then distances.
  double number(int lane, std::size_t i) const { return numbers_of_lanes(i)[lane]; }
  const double* numbers_of_lanes(std::size_t i) const { return numbers_.data() + i * at(lanes()); }
  // Numbers of a limit, of all lanes, as in kernels/pose_tables.hpp.
  void look(double min, double max, const double* x, double* nearest, double* margin) const { functions_->look(min, max, x, nearest, margin); }

 private:
  PoseLanes(const Model&, const kernels::PoseFunctions*);
  const Model& model_;
  const kernels::PoseFunctions* functions_;
  PosePlan plan_;
  LoopPlan loops_;
  Lanes q_near_, target_, q_, tree_, scratch_, numbers_;
};

}  // namespace zanjir
