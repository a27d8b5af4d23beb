// base: the ground of a file moves by laws of time. It becomes a massless body `base` on a free joint of that name (planar in a planar mechanism), whose
// motion is prescribed; all that the file attaches to `ground` is attached to it, and `world` is what stays. So every formulation has the inertial terms,
// and the reaction of joint `base` is the wrench that the base must deliver.
#include "zanjir/describe/sections.hpp"

namespace zanjir {
namespace {

// "ground.tower" is on the base, "world.tower" on the ground.
void rename(NameRef& ref) {
  const std::size_t dot = std::min(ref.name.find('.'), ref.name.size());
  const std::string_view body = std::string_view(ref.name).substr(0, dot);
  if (body == "ground") ref.name.replace(0, dot, base_name);
  else if (body == "world") ref.name.replace(0, dot, "ground");
}

void put_on_base(Description& d) {
  for (FrameDescription& f : d.frames) rename(f.body);
  for (JointDescription& j : d.joints) {
    rename(j.parent);
    rename(j.child);
  }
  for (DistanceDescription& x : d.distances) {
    rename(x.a);
    rename(x.b);
  }
  for (SpringDescription& s : d.springs) {
    if (!s.between) continue;
    rename(s.between->first);
    rename(s.between->second);
  }
  for (FrameLawDescription& law : d.frame_laws) {
    rename(law.a);
    rename(law.b);
  }
  for (LoadDescription& load : d.loads)
    if (load.on) rename(*load.on);
  for (ContactDescription& c : d.contacts)
    if (c.ground_on) rename(*c.ground_on);
  for (LookDescription& look : d.looks) rename(look.body);
}

}  // namespace

void read_base(Reading& r, const Node& node, const KeyPath& path) {
  ObjectReader object(r.values, node, path, schema::base);
  if (!object) return;
  if (object.has("motion") == object.has("record"))
    return object.error(object.has("record") ? "record" : "", "one of `motion` and `record` says how the base moves");
  put_on_base(r.description);
  const Node::Key key{base_name, node.at};
  r.add_name(r.bodies, base_name, node.at, path);
  r.add_name(r.joints, base_name, node.at, path);
  BodyDescription body;
  body.name = base_name;
  body.at = node.at;
  body.massless = true;
  r.description.bodies.push_back(std::move(body));
  JointDescription joint;
  joint.name = base_name;
  joint.at = joint.type_at = joint.axis_at = node.at;
  joint.type = r.description.plane == Plane::none ? JointType::free : JointType::planar;
  joint.parent = {"ground", node.at};
  joint.child = {base_name, node.at};
  if (joint.type == JointType::planar)
    joint.axes = r.description.plane == Plane::xy   ? std::vector<Vec3d>{{1, 0, 0}, {0, 1, 0}}
                 : r.description.plane == Plane::yz ? std::vector<Vec3d>{{0, 1, 0}, {0, 0, 1}}
                                                    : std::vector<Vec3d>{{1, 0, 0}, {0, 0, 1}};
  if (object.has("at")) {
    joint.at_child.X.p = -r.values.vector(object.at("at"), object.path("at"), {dimension::length, schema::Range::any});
    joint.at_child_given = true;
  }
  if (object.has("record")) {
    const JointType type = joint.type;
    r.joint_types.emplace(base_name, type);
    r.description.joints.push_back(std::move(joint));
    std::optional<MotionDescription> recorded = read_base_record(r, object.at("record"), object.path("record"), type);
    if (!recorded) return;
    recorded->of = {base_name, node.at};
    r.add_name(r.motions, base_name, node.at, path);
    r.description.motions.push_back(std::move(*recorded));
    return;
  }
  Node motion = object.at("motion");
  std::vector<Node::Key> keys(motion.keys.begin(), motion.keys.end());
  std::vector<Node> items(motion.items.begin(), motion.items.end());
  if (joint.type == JointType::planar && motion.is(Node::Kind::map)) {  // a part that is not given is no freedom: it rests
    for (const JointPart& part : scalar_coordinates(joint.type)) {
      if (motion.find(part.name)) continue;
      Node zero;
      zero.kind = Node::Kind::scalar;
      zero.text = "0";
      zero.at = motion.at;
      keys.push_back({part.name, motion.at});
      items.push_back(zero);
    }
    motion.keys = keys;
    motion.items = items;
  }
  r.joint_types.emplace(base_name, joint.type);
  r.description.joints.push_back(std::move(joint));
  read_motion(r, key, motion, object.path("motion"));
}

}  // namespace zanjir
