// The tree of `denoc` where all of it moves in one plane: twists have three numbers, inertias six, and the generalized inertia is factored on the way inwards,
// I = U D U^T, instead of being formed [Saha1997]. Accelerations for given forces and nothing else: what a run asks most often. Springs in place of loops are
// pulled in the plane too. World axes; a vector in the plane is [x, y], a turn is about the plane's normal. Its slow twin is tree.hpp, whose numbers it must
// have. Cost: O(n).   docs/formulations/denoc.md
#pragma once

#include <optional>
#include <vector>

#include "zanjir/model/model.hpp"
#include "zanjir/state/state.hpp"

namespace zanjir::denoc {

struct Vec2 {
  double x = 0, y = 0;
};

struct PlaneSpeed {  // a column of the joint: t_i = B t_parent + p v
  int index = 0;     // of the speed and of its coordinate
  double turn = 0;   // 1 or -1 about the normal; 0: a slide
  Vec2 e0;           // direction of a slide, in axes that turn with the parent
  // -- at a state
  double p[3] = {}, psi[3] = {};      // M^ p
  double inverse_pivot = 0, phi = 0;  // 1 / (p^T psi + rotor); what is left of the force when all beyond has been accounted for
};

struct PlaneLink {
  int parent = 0, begin = 0, turn = 0, end = 0;  // its speeds: slides from `begin`, then the turn, if there is one
  double m = 0, J = 0;                           // J about the mass centre
  Vec2 r0, s0;  // mass centre of the parent -> joint, in axes that turn with the parent; joint -> mass centre, with the body
  // -- at a state
  double cosine = 1, sine = 0;  // of the turn since q = 0
  double w = 0;                 // turning speed
  Vec2 c, v, a, rate;           // mass centre, its velocity (where there are dampers); a: from that of the parent; its acceleration at vdot = 0
  double M[6] = {};             // M^ = [J hx hy; . xx xy; . . yy], articulated, about the mass centre
  double eta[3] = {};           // what the bodies from here outwards need
  double mu[3] = {};            // acceleration above `rate`
};

struct PlaneSpring {  // the springs of one loop, between points of two bodies, given from their mass centres in their own axes
  int first = 0, second = 0;
  Vec2 a0, b0;
  int begin = 0, end = 0;  // its rows
};

class PlaneTree {
 public:
  // Nothing for a tree that moves in space, where a motion is prescribed, where forces act on frames, and where a loop holds or is a spring that does more than
  // hold points together.
  static std::optional<PlaneTree> of(const Model&);
  // All forces known, all accelerations wanted, no loop but springs. False, with vdot spoilt: a motion that (almost) nothing resists; ask the other tree.
  bool accelerations(const Model&, const State&, const VecX& tau, VecX& vdot);

 private:
  PlaneTree() = default;
  bool add_springs(const Model&, const std::vector<Transformd>& X_WB);
  void move(const State&);
  void pull(const Model&, const VecX& preload);
  bool factor(const Model&, const VecX& force);

  Vec3d x_, y_;  // axes of the plane
  Vec2 gravity_;
  std::vector<PlaneLink> links_;  // [n_bodies]
  std::vector<PlaneSpeed> speeds_;
  std::vector<PlaneSpring> springs_;
  std::vector<Vec2> rows_;  // [n_spring_rows] the direction of each, which turns with the first body of its spring
  bool damped_ = false;     // some row
  VecX force_;              // [nv] tau and joint elements
};

}  // namespace zanjir::denoc
