#include "zanjir/model/driven_cuts.hpp"

#include <algorithm>
#include <string>
#include <string_view>

#include "zanjir/core/name_map.hpp"
#include "zanjir/describe/description.hpp"

namespace zanjir {

namespace {

// The joints that laws lead, as a whole or by parts ("JOINT.part"; a joint of a file has no dot in its name).
NameViews prescribed_joints(const Description& d) {
  NameViews names;
  for (const MotionDescription& m : d.motions) names.insert(std::string_view(m.of.name).substr(0, m.of.name.find('.')));
  return names;
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
  if (std::none_of(d.joints.begin(), d.joints.end(), [](const JointDescription& joint) { return joint.cut; })) return;
  const auto prescribed = prescribed_joints(d);
  for (std::size_t i = 0, n = d.joints.size(); i < n; ++i) {
    if (d.joints[i].cut && prescribed.contains(d.joints[i].name)) carry_driven_cut(d, i);
  }
}

}  // namespace zanjir
