#include "zanjir/model/led_joints.hpp"

#include <algorithm>
#include <numeric>

#include "zanjir/model/model.hpp"

namespace zanjir {
namespace {

struct Holder {  // what holds two bodies together
  std::size_t a, b;
  int joint = -1;         // of the tree; -1: a cut joint or a rod
  bool actuated = false;  // a cut joint with an actuator
};

long n_prescribed(const Model& model, const Joint& joint) {
  const auto first = model.roles().begin() + joint.v_begin;
  return std::count(first, first + joint.nv, Role::prescribed);
}

// What holds bodies to each other. Joints that leave every freedom and gears hold none, unless by a law; springs give way.
std::vector<Holder> holding(const Model& model) {
  std::vector<Holder> edges;
  const int all_freedoms = model.plane() == Plane::none ? 6 : 3;
  for (std::size_t j = 0; j < model.joints().size(); ++j) {
    const Joint& joint = model.joints()[j];
    if (joint.nv < all_freedoms || n_prescribed(model, joint) > 0) edges.push_back({at(joint.parent), j + 1, static_cast<int>(j)});
  }
  for (const Constraint& constraint : model.constraints()) {
    if (springs_of(constraint) >= 0 || n_rows_of(constraint) == 0) continue;
    if (const auto* rod = std::get_if<Distance>(&constraint)) edges.push_back({at(model.frame(rod->a).body), at(model.frame(rod->b).body)});
    const auto* cut = std::get_if<CutJoint>(&constraint);
    if (!cut) continue;
    Holder edge{at(cut->joint.parent), at(cut->joint.child)};
    for (int i = 0; i < cut->joint.nv; ++i) edge.actuated = edge.actuated || model.cut_roles()[at(cut->joint.v_begin + i)] == Role::actuated;
    edges.push_back(edge);
  }
  return edges;
}

// Bodies that hang together, as sets: each points to another one of its set, or to itself.
class Sets {
 public:
  explicit Sets(std::size_t n) : next_(n) { std::iota(next_.begin(), next_.end(), std::size_t{0}); }
  std::size_t root(std::size_t i) const {
    while (next_[i] != i) i = next_[i];
    return i;
  }
  void join(std::size_t a, std::size_t b) { next_[root(a)] = root(b); }

 private:
  std::vector<std::size_t> next_;
};

bool drives(const Model& model, const Holder& edge) {
  if (edge.joint < 0) return edge.actuated;
  const Joint& joint = model.joints()[static_cast<std::size_t>(edge.joint)];
  for (int k = joint.v_begin; k < joint.v_begin + joint.nv; ++k) {
    if (model.roles()[at(k)] == Role::actuated) return true;
  }
  return false;
}

// Which edges have a loop in common, as sets of edges.
Sets loops_of(std::size_t n_bodies, const std::vector<Holder>& edges) {
  Sets hang_together(n_bodies), loops(edges.size());
  std::vector<std::vector<std::size_t>> tree(n_bodies);  // edges of a spanning tree at each body
  std::vector<std::size_t> closing;
  for (std::size_t e = 0; e < edges.size(); ++e) {
    if (hang_together.root(edges[e].a) == hang_together.root(edges[e].b)) {
      closing.push_back(e);
      continue;
    }
    hang_together.join(edges[e].a, edges[e].b);
    tree[edges[e].a].push_back(e);
    tree[edges[e].b].push_back(e);
  }
  constexpr auto none = static_cast<std::size_t>(-1);
  for (const std::size_t close : closing) {  // the way from one end to the other
    std::vector<std::size_t> came_by(n_bodies, none), open{edges[close].a};
    while (!open.empty() && came_by[edges[close].b] == none && edges[close].a != edges[close].b) {
      const std::size_t body = open.back();
      open.pop_back();
      for (const std::size_t e : tree[body]) {
        const std::size_t next = edges[e].a == body ? edges[e].b : edges[e].a;
        if (e == came_by[body] || next == edges[close].a) continue;
        came_by[next] = e;
        open.push_back(next);
      }
    }
    for (std::size_t body = edges[close].b; body != edges[close].a;) {
      const Holder& edge = edges[came_by[body]];
      loops.join(came_by[body], close);
      body = edge.a == body ? edge.b : edge.a;
    }
  }
  return loops;
}

// Whether this joint lies in loops with an actuator in them: then others can carry what it tells its bodies to do.
bool is_carried_by_others(const Model& model, const std::vector<Holder>& edges, std::size_t joint) {
  const Sets loops = loops_of(model.bodies().size(), edges);
  const auto own = static_cast<std::size_t>(
      std::find_if(edges.begin(), edges.end(), [&](const Holder& e) { return e.joint == static_cast<int>(joint); }) - edges.begin());
  for (std::size_t e = 0; e < edges.size(); ++e) {
    if (e != own && loops.root(e) == loops.root(own) && drives(model, edges[e])) return true;
  }
  return false;
}

}  // namespace

std::vector<bool> led_speeds(const Model& model) {
  std::vector<Holder> edges = holding(model);
  std::vector<std::size_t> candidates;  // frames led in `loops:` first, then from the last joint of the file to the first: a base is what is left
  for (const bool carrier : {true, false}) {
    for (std::size_t j = model.joints().size(); j-- > 0;) {
      const Joint& joint = model.joints()[j];
      if (n_prescribed(model, joint) > 1 && (model.bodies()[j + 1].origin == Origin::carrier) == carrier) candidates.push_back(j);
    }
  }
  std::vector<bool> led(at(model.nv()), false);
  for (const std::size_t j : candidates) {
    if (!is_carried_by_others(model, edges, j)) continue;
    std::erase_if(edges, [&](const Holder& edge) { return edge.joint == static_cast<int>(j); });
    for (int k = 0; k < model.joints()[j].nv; ++k)
      led[at(model.joints()[j].v_begin + k)] = model.roles()[at(model.joints()[j].v_begin + k)] == Role::prescribed;
  }
  return led;
}

}  // namespace zanjir
