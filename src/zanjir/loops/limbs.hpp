// A parallel robot taken apart: the limbs between two bodies, its base and its platform. Whatever remains connected when these two are taken out of the graph is one limb,
// be it a chain, a chain with a parallelogram in it, or links that two chains share; a joint straight between the two is a limb without bodies.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "zanjir/model/model.hpp"

namespace zanjir {

// A joint of a limb, with its parent on the side from which a walk from the base comes to it.
struct LimbJoint {
  Joint joint;
  std::optional<Distance> rod;  // it is no joint but a given distance between two frames, joint.parent and joint.child their bodies
  int tree = -1;                // place among the joints of the tree, or
  int constraint = -1;          // among the constraints
  bool reversed = false;        // the walk passes it against the way its speeds are counted
  bool closes = false;          // both of its bodies are reached by other joints: it closes a loop inside the limb
};

struct Limb {
  std::string name;               // "U1-P1-S1": the joints on the way from base to platform
  std::string type;               // "UPS"; actuated ones stand in brackets in `info`: "U(P)S"
  std::vector<BodyId> bodies;     // between base and platform
  std::vector<LimbJoint> joints;  // parents first; those that close loops inside it last
  std::vector<int> path;          // places among `joints`, from base to platform
  bool compound() const { return path.size() < joints.size(); }
};

// Free joints tie nothing and are not seen, nor are loops that are springs. A part that hangs on one of the two only is no limb.
std::vector<Limb> find_limbs(const Model&, BodyId base, BodyId platform);
// What limbs stand on: the ground, or the body that it carries alone, by a joint that follows laws of time (a ship).
BodyId limb_base(const Model&);
// The body that most limbs join to that base, two at least; nothing for chains and trees.
std::optional<BodyId> likely_platform(const Model&);

}  // namespace zanjir
