#include "zanjir/loops/limbs.hpp"

#include <algorithm>
#include <deque>

#include "zanjir/loops/leg_plan.hpp"

namespace zanjir {
namespace {

struct Edge {
  LimbJoint what;  // as it is written
  BodyId other(BodyId body) const { return what.joint.parent == body ? what.joint.child : what.joint.parent; }
  bool touches(BodyId body) const { return what.joint.parent == body || what.joint.child == body; }
};

std::vector<Edge> edges_of(const Model& model) {
  std::vector<Edge> edges;
  for (std::size_t j = 0; j < model.joints().size(); ++j) {
    if (!ties(model, model.joints()[j])) continue;
    LimbJoint one;
    one.joint = model.joints()[j];
    one.tree = static_cast<int>(j);
    edges.push_back({std::move(one)});
  }
  for (std::size_t c = 0; c < model.constraints().size(); ++c) {
    const Constraint& constraint = model.constraints()[c];
    if (springs_of(constraint) >= 0) continue;
    LimbJoint one;
    one.constraint = static_cast<int>(c);
    if (const auto* cut = std::get_if<CutJoint>(&constraint)) {
      if (!ties(model, cut->joint)) continue;
      one.joint = cut->joint;
    } else if (const auto* rod = std::get_if<Distance>(&constraint)) {
      one.rod = *rod;
      one.joint.name = rod->name;
      one.joint.parent = model.frame(rod->a).body;
      one.joint.child = model.frame(rod->b).body;
    } else {
      continue;
    }
    edges.push_back({std::move(one)});
  }
  return edges;
}

char letter(const LimbJoint& j) {
  if (j.rod) return 'D';
  switch (j.joint.type) {
    case JointType::weld: return 'W';
    case JointType::revolute: return 'R';
    case JointType::prismatic: return 'P';
    case JointType::cylindrical: return 'C';
    case JointType::universal: return 'U';
    case JointType::planar: return 'E';
    case JointType::spherical: return 'S';
    case JointType::free: return 'F';
  }
  return '?';
}

// Walks from the base through the bodies of one limb, breadth first, so that the way to the platform is the shortest.
std::optional<Limb> walk(BodyId base, BodyId platform, const std::vector<Edge>& edges, const std::vector<std::size_t>& own,
                         const std::vector<BodyId>& bodies) {
  Limb limb;
  limb.bodies = bodies;
  std::vector<bool> used(edges.size(), false);
  std::vector<std::pair<BodyId, int>> reached{{base, -1}};  // and by which joint
  const auto way_to = [&](BodyId body) { return std::find_if(reached.begin(), reached.end(), [&](const auto& r) { return r.first == body; }); };
  std::deque<BodyId> next{base};
  while (!next.empty()) {
    const BodyId here = next.front();
    next.pop_front();
    for (const std::size_t e : own) {
      if (used[e] || !edges[e].touches(here)) continue;
      const BodyId there = edges[e].other(here);
      if (way_to(there) != reached.end()) continue;
      used[e] = true;
      LimbJoint joint = edges[e].what;
      joint.reversed = joint.joint.parent != here;
      reached.emplace_back(there, static_cast<int>(limb.joints.size()));
      limb.joints.push_back(std::move(joint));
      if (there != platform) next.push_back(there);
    }
  }
  if (way_to(platform) == reached.end()) return std::nullopt;
  for (const std::size_t e : own) {
    if (used[e]) continue;
    limb.joints.push_back(edges[e].what);
    limb.joints.back().closes = true;
  }
  for (BodyId body = platform; body != base;) {
    const int j = way_to(body)->second;
    limb.path.insert(limb.path.begin(), j);
    const LimbJoint& joint = limb.joints[at(j)];
    body = joint.reversed ? joint.joint.child : joint.joint.parent;
  }
  for (const int j : limb.path) {
    limb.name += (limb.name.empty() ? "" : "-") + limb.joints[at(j)].joint.name;
    limb.type += letter(limb.joints[at(j)]);
  }
  return limb;
}

}  // namespace

std::vector<Limb> find_limbs(const Model& model, BodyId base, BodyId platform) {
  const std::vector<Edge> edges = edges_of(model);
  std::vector<Limb> limbs;
  std::vector<int> part(model.bodies().size(), -1);
  const auto add = [&](const std::vector<std::size_t>& own, const std::vector<BodyId>& bodies) {
    if (std::optional<Limb> limb = walk(base, platform, edges, own, bodies)) limbs.push_back(std::move(*limb));
  };
  for (std::size_t e = 0; e < edges.size(); ++e) {
    if (edges[e].touches(base) && edges[e].touches(platform)) add({e}, {});
  }
  for (std::size_t b = 0; b < part.size(); ++b) {
    const auto first = static_cast<BodyId>(static_cast<int>(b));
    if (part[b] >= 0 || first == base || first == platform) continue;
    std::vector<BodyId> bodies{first};
    std::vector<std::size_t> own;
    part[b] = static_cast<int>(b);
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      for (std::size_t e = 0; e < edges.size(); ++e) {
        if (!edges[e].touches(bodies[i])) continue;
        if (std::find(own.begin(), own.end(), e) == own.end()) own.push_back(e);
        const BodyId there = edges[e].other(bodies[i]);
        if (there == base || there == platform || part[at(there)] >= 0) continue;
        part[at(there)] = static_cast<int>(b);
        bodies.push_back(there);
      }
    }
    add(own, bodies);
  }
  return limbs;
}

std::optional<BodyId> likely_platform(const Model& model) {
  std::optional<BodyId> found;
  std::size_t most = 1;
  if (model.constraints().empty()) return found;  // one way to each body
  for (std::size_t b = 1; b < model.bodies().size(); ++b) {
    const auto body = static_cast<BodyId>(static_cast<int>(b));
    if (const std::size_t n = find_limbs(model, BodyId::ground, body).size(); n > most) {
      most = n;
      found = body;
    }
  }
  return found;
}

}  // namespace zanjir
