// Building a model: what a file calls bodies, frames, joints and their parts.
#include "zanjir/model/model_builder.hpp"

#include <algorithm>

namespace zanjir {

using namespace building;

namespace {

// Splits "joint.part" at the last dot; part is empty for a plain name.
std::pair<std::string, std::string> split_part(const std::string& name) {
  const std::size_t dot = name.rfind('.');
  return dot == std::string::npos ? std::pair{name, std::string()} : std::pair{name.substr(0, dot), name.substr(dot + 1)};
}

}  // namespace

std::string building::list_of(std::span<const JointPart> parts) {
  std::string text;
  for (const JointPart& part : parts) text += (text.empty() ? "" : ", ") + std::string(part.name);
  return text;
}

void ModelBuilder::name_bodies_and_frames() {
  body_index_["ground"] = 0;
  body_index_.reserve(d_.bodies.size() + 1);
  frame_index_.reserve(d_.frames.size());
  joint_index_.reserve(d_.joints.size());
  for (std::size_t i = 0; i < d_.bodies.size(); ++i) {
    const BodyDescription& body = d_.bodies[i];
    if (!body_index_.emplace(body.name, static_cast<int>(i + 1)).second) {
      sink_.error(body.at, "bodies." + body.name,
                  body.name == "ground" ? "'ground' is the world and cannot be a body" : "a body of this name exists already");
    }
  }
  for (std::size_t i = 0; i < d_.frames.size(); ++i) {
    const FrameDescription& frame = d_.frames[i];
    std::string full = frame.body.name + "." + frame.name;
    if (!body_index_.contains(frame.body.name)) unknown(frame.body, "frames." + full, "body", [this] { return body_names(); });
    if (!frame_index_.emplace(std::move(full), static_cast<int>(i)).second)
      sink_.error(frame.pose.at, "frames." + frame.body.name + "." + frame.name, "a frame of this name exists already");
  }
  for (std::size_t i = 0; i < d_.joints.size(); ++i) {
    if (!joint_index_.emplace(d_.joints[i].name, static_cast<int>(i)).second) {
      sink_.error(d_.joints[i].at, path_of(d_.joints[i]), "a joint of this name exists already");
    }
  }
}

std::vector<std::string> ModelBuilder::body_names() const {
  std::vector<std::string> names{"ground"};
  for (const BodyDescription& b : d_.bodies) names.push_back(b.name);
  return names;
}

std::vector<std::string> ModelBuilder::frame_names() const {
  std::vector<std::string> names = body_names();
  for (const FrameDescription& f : d_.frames) names.push_back(f.body.name + "." + f.name);
  return names;
}

template <class Names> void ModelBuilder::unknown(const NameRef& ref, const std::string& key_path, const std::string& what, Names names) {
  constexpr int most = 100, most_hints = 10;
  if (sink_.n_errors() >= most) return;
  const std::string near = sink_.n_errors() < most_hints ? nearest(ref.name, names()) : std::string();
  std::string hint = near.empty() ? "" : "did you mean '" + near + "'?";
  const std::size_t dot = ref.name.rfind('.');
  const std::string body = ref.name.substr(0, std::min(dot, ref.name.size()));
  if (hint.empty() && what == "frame" && body_index_.contains(body))
    hint = "declare it: `frames: {" + body + ": {" + ref.name.substr(dot + 1) + ": [x, y, z]}}`";
  else if (hint.empty() && what == "frame") hint = "there is no body '" + body + "' that could have it";
  sink_.error(ref.at, key_path, "no " + what + " '" + ref.name + "'", std::move(hint));
}

std::optional<ModelBuilder::Place> ModelBuilder::resolve_place(const NameRef& ref, const std::string& key_path) {
  if (const auto body = body_index_.find(ref.name); body != body_index_.end()) return Place{body->second, {}};
  if (const auto frame = frame_index_.find(ref.name); frame != frame_index_.end()) {
    const FrameDescription& f = d_.frames[at(frame->second)];
    if (const auto body = body_index_.find(f.section.empty() ? f.body.name : f.section); body != body_index_.end())
      return Place{body->second, f.pose.X};
    return std::nullopt;  // reported with the frame
  }
  unknown(ref, key_path, ref.name.find('.') == std::string::npos ? "body" : "frame", [this] { return frame_names(); });
  return std::nullopt;
}

std::vector<Edge> ModelBuilder::resolve_edges() {
  std::vector<Edge> edges;
  find_joints_used_by_name();
  NameViews moved;
  for (const MotionDescription& m : d_.motions) add_joint_named(m.of.name, moved);
  parents_.resize(d_.joints.size());
  children_.resize(d_.joints.size());
  for (std::size_t i = 0; i < d_.joints.size(); ++i) {
    const JointDescription& joint = d_.joints[i];
    const std::string path = path_of(joint), parent_path = path + (joint.in_loops ? ".between" : ".parent"),
                      child_path = path + (joint.in_loops ? ".between" : ".child");
    const auto parent = resolve_place(joint.parent, parent_path), child = resolve_place(joint.child, child_path);
    if (!parent || !child) continue;
    if (parent->body == child->body) {
      sink_.error(joint.child.at, child_path, "the joint connects '" + joint.parent.name + "' with itself");
      continue;
    }
    parents_[i] = *parent;
    children_[i] = *child;
    const bool section = child->body > 0 && d_.bodies[at(child->body - 1)].section && joint.name == d_.bodies[at(child->body - 1)].name;  // never cut
    edges.push_back({static_cast<int>(i), parent->body, child->body, used_by_name_.contains(joint.name), section || moved.contains(joint.name)});
  }
  return edges;
}

// The joint that is named, as a whole or by a part of it.
void ModelBuilder::add_joint_named(const std::string& name, NameViews& joints) const {
  auto joint = joint_index_.find(name);
  if (joint == joint_index_.end()) joint = joint_index_.find(split_part(name).first);
  if (joint != joint_index_.end()) joints.insert(joint->first);
}

// The joints whose coordinates are used by name: those are better tree coordinates.
void ModelBuilder::find_joints_used_by_name() {
  const auto use = [&](const NameRef& ref) { add_joint_named(ref.name, used_by_name_); };
  for (const auto& a : d_.actuators) {
    use(a.on);
    if (a.backlash) use(a.backlash->driven);
  }
  for (const auto& m : d_.motions) use(m.of);
  for (const auto& s : d_.springs)
    if (s.joint) use(*s.joint);
  for (const auto& l : d_.loads)
    if (l.joint) use(*l.joint);
  for (const auto& s : d_.stops) use(s.joint);
  for (const auto& f : d_.frictions) use(f.joint);
  for (const auto& c : d_.controls) use(c.of);
  for (const auto& c : d_.controllers) {
    for (const auto& a : c.apply) use(a.joint);
    for (const auto& b : c.blocks)
      for (const auto& joint : b.joints) use(joint);
  }
  for (const auto& g : d_.gears) use(g.a), use(g.b);
  for (const auto& j : d_.joints)
    if (j.actuated || !j.actuated_parts.empty()) used_by_name_.insert(j.name);
}

std::optional<FrameId> ModelBuilder::resolve_frame(const NameRef& ref, const std::string& key_path) {
  if (const auto body = body_index_.find(ref.name); body != body_index_.end()) return static_cast<FrameId>(model_body_[at(body->second)]);
  if (const auto frame = frame_index_.find(ref.name); frame != frame_index_.end())  // behind those of the bodies: add_frames()
    return static_cast<FrameId>(static_cast<int>(m_.bodies_.size()) + frame->second);
  unknown(ref, key_path, ref.name.find('.') == std::string::npos ? "body" : "frame", [this] { return frame_names(); });
  return std::nullopt;
}

// "A", "A.slide"; a part is looked up among `parts`.
std::optional<ModelBuilder::PartRef> ModelBuilder::resolve_joint(const NameRef& ref, const std::string& key_path) {
  auto found = joint_index_.find(ref.name);
  std::string part_name;
  if (found == joint_index_.end()) {
    const auto [joint_name, part] = split_part(ref.name);
    found = joint_index_.find(joint_name);
    part_name = part;
  }
  if (found == joint_index_.end()) {
    unknown(ref, key_path, "joint", [this] {
      std::vector<std::string> names;
      for (const JointDescription& j : d_.joints) names.push_back(j.name);
      return names;
    });
    return std::nullopt;
  }
  if (model_joint_[at(found->second)] < 0) {
    sink_.error(ref.at, key_path, "joint '" + d_.joints[at(found->second)].name + "' is cut to open a loop, so it has no coordinates of its own",
                "cut another joint of the loop: write `cut: true` there");
    return std::nullopt;
  }
  return PartRef{&m_.joints_[at(model_joint_[at(found->second)])], -1, part_name};
}

std::optional<ModelBuilder::PartRef> ModelBuilder::resolve_speed_part(const NameRef& ref, const std::string& key_path) {
  auto result = resolve_joint(ref, key_path);
  if (!result || result->part_name.empty()) return result;
  const auto speeds = traits(result->joint->type).speeds;
  for (std::size_t i = 0; i < speeds.size(); ++i) {
    if (speeds[i].name == result->part_name) result->part = static_cast<int>(i);
  }
  if (result->part >= 0 && !own_coordinates(ref, key_path, *result->joint)) return std::nullopt;
  if (result->part >= 0) {
    result->part = stored_part(*result->joint, result->part);
    return result;
  }
  no_part(ref, key_path, *result, speeds);
  return std::nullopt;
}

bool ModelBuilder::own_coordinates(const NameRef& ref, const std::string& key_path, const Joint& joint) {
  if (!converted(joint)) return true;
  sink_.error(ref.at, key_path,
              "the tree walks the " + std::string(name_of(joint.type)) + " joint '" + joint.name +
                  "' from its child to its parent, so this part is not a coordinate",
              "swap its parent and child (and `at` with `at_child`)");
  return false;
}

// One speed of one joint: the joint has one degree of freedom or the part is named.
std::optional<ModelBuilder::PartRef> ModelBuilder::resolve_one_speed(const NameRef& ref, const std::string& key_path) {
  auto result = resolve_speed_part(ref, key_path);
  if (!result || result->part >= 0) return result;
  if (result->joint->nv == 1) {
    result->part = 0;
    return result;
  }
  sink_.error(ref.at, key_path, "joint '" + result->joint->name + "' has " + std::to_string(result->joint->nv) + " degrees of freedom",
              result->joint->nv == 0 ? "a weld has none" : "name one: " + list_of(traits(result->joint->type).speeds));
  return std::nullopt;
}

void ModelBuilder::no_part(const NameRef& ref, const std::string& key_path, const PartRef& found, std::span<const JointPart> parts) {
  const bool one_dof = parts.size() == 1 && parts[0].name.empty();
  sink_.error(ref.at, key_path, "a " + std::string(name_of(found.joint->type)) + " joint has no part '" + found.part_name + "'",
              one_dof ? "it has one degree of freedom: write '" + found.joint->name + "'" : "its parts are: " + list_of(parts));
}

}  // namespace zanjir
