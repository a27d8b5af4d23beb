// J0 of a parallel robot alone, for very many poses: the rows of loops/limb_screws and nothing else, without heap and text. For limbs that are open chains of
// joints with as many freedoms as the platform's space has, or one less, which is most of them; the others, and poses near a limb singularity, are left to
// limb_screws, of which this is the fast twin.
//   rows of a limb   T w = rate of each actuator,  T c = 0:  its joint screws as rows, lengths in model lengths, by Gauss-Jordan steps with full pivoting,      (1)
//                    or, forces through a ball joint alone, by cross products
//   [rates of the actuators; 0] = J0 [omega; v_O],   actuators of all limbs first, then constraints                                                           (2)
#pragma once

#include <array>

#include "zanjir/loops/limbs.hpp"
#include "zanjir/state/state.hpp"

namespace zanjir {

struct PosePlan;  // loops/pose_plan.hpp

class JacobianRows {
 public:
  // Nothing where a limb is of another kind.
  static std::optional<JacobianRows> of(const Model&, const std::vector<Limb>&);
  int n_actuation() const { return n_actuation_; }
  // About O; columns as in ParallelJacobian. Needs Stage::position. False: near a limb singularity, and J0 is spoilt.
  bool find(const Model&, const Workspace&, const Vec3d& O_W, MatX& J0) const;
  // For the kernels, with an order of elimination that is good about O at this pose. False: it is near a limb singularity, or there are too many rows.
  bool write(const Model&, const Workspace&, const Vec3d& O_W, PosePlan&) const;

 private:
  struct Column {  // of a speed
    enum class Kind : std::uint8_t { turn, slide, ball };
    Kind kind = Kind::turn;
    int joint = 0;      // of the limb: where it is
    int row = 0;        // of the kernel tables that the axis is fixed in
    Vec3d axis;         // there; of a ball: in the world
    double sign = 1;    // against the way of the walk: -1
    int actuator = -1;  // its row of J0
  };
  struct Place {  // of a joint: a point on the row of its child
    int row = 0;
    Vec3d at;
  };
  struct Chain {
    std::vector<Column> columns;
    std::vector<Place> joints;
    int last = 0;         // the joint where it meets the platform
    int constraint = -1;  // its row of J0, where it has one
    int n_actuators = 0;
    int ball = -1;  // a ball joint: no moment about its centre, and three rows of (1) less
  };
  using Screw = Motiond;
  struct Wrenches {  // of a chain
    Forced constraint = {};
    std::array<Forced, 6> actuation = {};  // in the order of its columns
  };
  JacobianRows() = default;
  Vec3d place_of(const Chain&, int joint, const Model&, const Workspace&) const;
  Screw screw(const Chain&, const Column&, const Model&, const Workspace&, const Vec3d& Q) const;
  bool forces_through_ball(const Chain&, const Model&, const Workspace&, const Vec3d& Q, Wrenches&) const;
  struct Reduction;
  bool reduced_screws(const Chain&, const Model&, const Workspace&, const Vec3d& Q, Reduction&) const;
  bool wrenches(const Chain&, const Model&, const Workspace&, const Vec3d& Q, Wrenches&) const;
  bool find_rows(const Chain&, const Model&, const Workspace&, const Vec3d& O, MatX& J0) const;

  std::vector<Chain> chains_;
  std::vector<int> used_;  // components of a twist
  double length_ = 1;
  int n_actuation_ = 0, n_rows_ = 0;
};

}  // namespace zanjir
