#include "zanjir/model/driven_cuts.hpp"

#include <algorithm>

#include "zanjir/describe/description.hpp"

namespace zanjir {

namespace {

bool is_prescribed(const Description& d, const std::string& joint) {
  return std::any_of(d.motions.begin(), d.motions.end(),
                     [&](const MotionDescription& m) { return m.of.name == joint || m.of.name.starts_with(joint + "."); });
}

}  // namespace

void carry_driven_cut(Description& d, std::size_t index) {
  JointDescription& joint = d.joints[index];
  BodyDescription body;
  body.name = joint.name + ".carrier";  // a user's body has no dot in its name
  body.at = body.mass_at = body.inertia_at = joint.at;
  body.massless = true;
  body.origin = Origin::carrier;
  JointDescription weld;
  weld.name = joint.name + ".held";
  weld.origin = Origin::carrier;
  weld.at = weld.type_at = weld.axis_at = joint.at;
  weld.parent = {body.name, joint.child.at};
  weld.child = joint.child;
  weld.at_child = joint.at_child;
  weld.at_child_given = joint.at_child_given;
  weld.cut = weld.in_loops = true;
  joint.child = weld.parent;
  joint.at_child.X = {};
  joint.at_child_given = false;
  joint.cut = false;
  weld.springs = joint.springs;
  joint.springs.reset();
  d.bodies.push_back(std::move(body));
  d.joints.push_back(std::move(weld));
}

void carry_driven_cuts(Description& d) {
  for (std::size_t i = 0, n = d.joints.size(); i < n; ++i) {
    if (d.joints[i].cut && is_prescribed(d, d.joints[i].name)) carry_driven_cut(d, i);
  }
}

}  // namespace zanjir
