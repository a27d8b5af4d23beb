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
    default: return '?';  // a type that nobody has given a letter yet
  }
}

// The bodies and joints of a mechanism as a graph: per body the edges that touch it, increasing.
struct Graph {
  explicit Graph(const Model& model) : edges(edges_of(model)), at_body(model.bodies().size()) {
    for (std::size_t e = 0; e < edges.size(); ++e) {
      at_body[at(index(edges[e].what.joint.parent))].push_back(e);
      if (edges[e].what.joint.child != edges[e].what.joint.parent) at_body[at(index(edges[e].what.joint.child))].push_back(e);
    }
  }
  std::vector<Edge> edges;
  std::vector<std::vector<std::size_t>> at_body;
};

// Takes a mechanism apart between two bodies. Costs the bodies and joints: what is marked is what was visited.
class LimbFinder {
 public:
  LimbFinder(const Graph& graph, BodyId base, BodyId platform)
      : graph_(graph),
        base_(base),
        platform_(platform),
        seen_(graph.at_body.size(), false),
        listed_(graph.edges.size(), false),
        used_(graph.edges.size(), false),
        way_(graph.at_body.size(), unknown) {}

  std::vector<Limb> find() {
    for (std::size_t e = 0; e < graph_.edges.size(); ++e) {
      if (graph_.edges[e].touches(base_) && graph_.edges[e].touches(platform_)) add({e}, {});
    }
    for (std::size_t b = 0; b < seen_.size(); ++b) {
      const auto first = static_cast<BodyId>(static_cast<int>(b));
      if (!seen_[b] && first != base_ && first != platform_) add_part(first);
    }
    return std::move(limbs_);
  }

 private:
  static constexpr int unknown = -2, start = -1;

  // All that hangs together with a body when the two are taken out.
  void add_part(BodyId first) {
    std::vector<BodyId> bodies{first};
    std::vector<std::size_t> own;
    seen_[at(index(first))] = true;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      for (const std::size_t e : graph_.at_body[at(index(bodies[i]))]) {
        if (!listed_[e]) own.push_back(e);
        listed_[e] = true;
        const BodyId there = graph_.edges[e].other(bodies[i]);
        if (there == base_ || there == platform_ || seen_[at(index(there))]) continue;
        seen_[at(index(there))] = true;
        bodies.push_back(there);
      }
    }
    add(own, bodies);
  }

  // Walks from the base through the bodies of one limb, breadth first, so that the way to the platform is the shortest.
  void add(const std::vector<std::size_t>& own, const std::vector<BodyId>& bodies) {
    Limb limb;
    limb.bodies = bodies;
    const auto way = [&](BodyId body) -> int& { return way_[at(index(body))]; };  // the joint that it was reached by
    std::vector<std::size_t> own_of_base;
    for (const std::size_t e : own)
      if (graph_.edges[e].touches(base_)) own_of_base.push_back(e);
    const auto by_place = [&](std::size_t a, std::size_t b) { return place_[a] < place_[b]; };
    for (std::size_t i = 0; i < own.size(); ++i) place_[own[i]] = i;
    way(base_) = start;
    std::deque<BodyId> next{base_};
    std::vector<std::size_t> here_edges;
    while (!next.empty()) {
      const BodyId here = next.front();
      next.pop_front();
      here_edges = here == base_ ? own_of_base : graph_.at_body[at(index(here))];
      std::sort(here_edges.begin(), here_edges.end(), by_place);
      for (const std::size_t e : here_edges) {
        const BodyId there = graph_.edges[e].other(here);
        if (used_[e] || way(there) != unknown) continue;
        used_[e] = true;
        LimbJoint joint = graph_.edges[e].what;
        joint.reversed = joint.joint.parent != here;
        way(there) = static_cast<int>(limb.joints.size());
        limb.joints.push_back(std::move(joint));
        if (there != platform_) next.push_back(there);
      }
    }
    if (way(platform_) != unknown) {
      for (const std::size_t e : own) {
        if (used_[e]) continue;
        limb.joints.push_back(graph_.edges[e].what);
        limb.joints.back().closes = true;
      }
      for (BodyId body = platform_; body != base_;) {
        const int j = way(body);
        limb.path.push_back(j);
        const LimbJoint& joint = limb.joints[at(j)];
        body = joint.reversed ? joint.joint.child : joint.joint.parent;
      }
      std::reverse(limb.path.begin(), limb.path.end());
      for (const int j : limb.path) {
        limb.name += (limb.name.empty() ? "" : "-") + limb.joints[at(j)].joint.name;
        limb.type += letter(limb.joints[at(j)]);
      }
      limbs_.push_back(std::move(limb));
    }
    for (const std::size_t e : own) used_[e] = false;
    for (const BodyId body : bodies) way(body) = unknown;
    way(base_) = way(platform_) = unknown;
  }

  const Graph& graph_;
  BodyId base_, platform_;
  std::vector<bool> seen_, listed_, used_;
  std::vector<int> way_;
  std::vector<std::size_t> place_ = std::vector<std::size_t>(graph_.edges.size());
  std::vector<Limb> limbs_;
};

// How many limbs join each body to the base, of all bodies at once. Without the base, taking out a body b leaves what hangs on its children in a depth-first
// tree wherever no joint leads from there past b [Tarjan1972], and one part for the rest; those that touch the base are limbs, and so are joints straight to it.
std::vector<std::size_t> limbs_to(const Graph& graph, BodyId base) {
  const std::size_t n = graph.at_body.size();
  const auto base_place = static_cast<std::size_t>(index(base));
  std::vector<std::size_t> limbs(n, 0), grounded(n, 0);  // joints to the base, of a body; then of all below it
  for (std::size_t b = 0; b < n; ++b) {
    if (b == base_place) continue;
    for (const std::size_t e : graph.at_body[b]) limbs[b] += graph.edges[e].touches(base) ? 1 : 0;
    grounded[b] = limbs[b];
  }
  std::vector<int> order(n, -1), low(n, 0);
  std::vector<std::size_t> next(n, 0), apart(n, 0), visited, by_edge(n, graph.edges.size()), parent(n, 0), stack;
  int count = 0;
  for (std::size_t root = 0; root < n; ++root) {
    if (root == base_place || order[root] >= 0) continue;
    visited.clear();
    stack.assign(1, root);
    order[root] = low[root] = count++;
    while (!stack.empty()) {  // of our own: chains may be long
      const std::size_t b = stack.back();
      if (next[b] < graph.at_body[b].size()) {
        const std::size_t e = graph.at_body[b][next[b]++];
        const BodyId other = graph.edges[e].other(static_cast<BodyId>(static_cast<int>(b)));
        const auto there = static_cast<std::size_t>(index(other));
        if (other == base || e == by_edge[b] || there == b) continue;
        if (order[there] >= 0) {
          low[b] = std::min(low[b], order[there]);
          continue;
        }
        order[there] = low[there] = count++;
        by_edge[there] = e;
        parent[there] = b;
        stack.push_back(there);
        continue;
      }
      stack.pop_back();
      visited.push_back(b);
      if (b == root) break;
      const std::size_t p = parent[b];
      low[p] = std::min(low[p], low[b]);
      if (low[b] >= order[p]) {
        limbs[p] += grounded[b] > 0 ? 1 : 0;
        apart[p] += grounded[b];
      }
      grounded[p] += grounded[b];
    }
    for (const std::size_t b : visited) {  // the rest of this part: what touches the base neither at b nor below the children that it cuts off
      std::size_t own = 0;
      for (const std::size_t e : graph.at_body[b]) own += graph.edges[e].touches(base) ? 1 : 0;
      if (b != root && grounded[root] > own + apart[b]) ++limbs[b];
    }
  }
  return limbs;
}

}  // namespace

std::vector<Limb> find_limbs(const Model& model, BodyId base, BodyId platform) { return LimbFinder(Graph(model), base, platform).find(); }

BodyId limb_base(const Model& model) {
  BodyId carried = BodyId::ground;
  for (const Joint& joint : model.joints()) {
    if (joint.parent != BodyId::ground) continue;
    const auto roles = model.roles().subspan(at(joint.v_begin), at(joint.nv));
    const bool follows_laws = !roles.empty() && std::all_of(roles.begin(), roles.end(), [](Role r) { return r == Role::prescribed; });
    if (follows_laws ? carried != BodyId::ground : ties(model, joint)) return BodyId::ground;
    if (follows_laws) carried = joint.child;
  }
  const std::vector<Edge> edges = edges_of(model);
  const bool tied = std::any_of(edges.begin(), edges.end(), [](const Edge& e) { return e.what.constraint >= 0 && e.touches(BodyId::ground); });
  return tied ? BodyId::ground : carried;
}

std::optional<BodyId> likely_platform(const Model& model) {
  std::optional<BodyId> found;
  std::size_t most = 1;
  if (model.constraints().empty()) return found;  // one way to each body
  const BodyId base = limb_base(model);
  const std::vector<std::size_t> limbs = limbs_to(Graph(model), base);
  for (std::size_t b = 1; b < limbs.size(); ++b) {
    if (limbs[b] <= most || b == static_cast<std::size_t>(index(base))) continue;
    most = limbs[b];
    found = static_cast<BodyId>(static_cast<int>(b));
  }
  return found;
}

}  // namespace zanjir
