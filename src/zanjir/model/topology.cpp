#include "zanjir/model/topology.hpp"

#include <algorithm>
#include <numeric>

#include "zanjir/model/joint.hpp"

namespace zanjir {

namespace {

// Sets of bodies that are connected so far.
class Groups {
 public:
  explicit Groups(std::size_t n) : parent_(n) { std::iota(parent_.begin(), parent_.end(), 0); }
  int find(int a) {
    while (parent_[at(a)] != a) a = parent_[at(a)] = parent_[at(parent_[at(a)])];
    return a;
  }
  bool join(int a, int b) {  // false when they were connected before
    a = find(a);
    b = find(b);
    parent_[at(a)] = b;
    return a != b;
  }

 private:
  std::vector<int> parent_;
};

// The other joints of the cycle that `closing` closes: the tree paths of its two bodies up to where they meet. Costs the length of the cycle, not the depth of
// the tree.
std::vector<int> cycle_of(const std::vector<TreeEntry>& by_body, const std::vector<int>& depth, const Edge& closing) {
  std::vector<int> a_path, b_path;  // bodies from each end up to where they meet
  for (int a = closing.parent, b = closing.child; a != b;) {
    const bool climb_a = depth[at(a)] >= depth[at(b)];
    int& deeper = climb_a ? a : b;
    (climb_a ? a_path : b_path).push_back(deeper);
    deeper = by_body[at(deeper)].inboard_body;
  }
  std::vector<int> joints;
  for (auto it = a_path.rbegin(); it != a_path.rend(); ++it) joints.push_back(by_body[at(*it)].joint);
  for (int b : b_path) joints.push_back(by_body[at(b)].joint);
  return joints;
}

int use_of(const Edge& edge) { return edge.prescribed ? 2 : edge.wanted_in_tree ? 1 : 0; }

// What decided, in the order of span_tree: use by name, freedoms, place in the file.
std::string reason_for(const Description& d, const std::vector<TreeEntry>& by_body, const std::vector<int>& depth, const std::vector<int>& use,
                       const Edge& edge) {
  const std::vector<int> others = cycle_of(by_body, depth, edge);
  constexpr std::size_t named = 100;  // others: thousands of loops through thousands of joints would fill the memory with them
  std::string text = "it closes a loop with ";
  for (std::size_t k = 0; k < std::min(others.size(), named); ++k) text += (k == 0 ? "'" : ", '") + d.joints[at(others[k])].name + "'";
  if (others.size() > named) text += " and " + std::to_string(others.size() - named) + " more";
  if (d.joints[at(edge.joint)].cut) return "cut as the file says; " + text;
  int most = -1, rivals = 0;  // among those that are used like this one
  for (const int j : others) {
    if (use[at(j)] != use_of(edge)) continue;
    most = std::max(most, nv_of(d.joints[at(j)].type));
    ++rivals;
  }
  const int own = nv_of(d.joints[at(edge.joint)].type);
  if (rivals == 0)
    return text + (edge.wanted_in_tree ? ", which all are prescribed; this one is not"
                                       : ", which all carry an actuator, a law or a joint element; this one does not");
  const std::string among = rivals == static_cast<int>(others.size()) ? "of all"
                            : edge.wanted_in_tree                     ? "of those that are not prescribed"
                                                                      : "of those that carry no actuator, law or joint element";
  if (own > most) return text + ", and has the most freedoms " + among + " (" + std::to_string(own) + ")";
  return text + ", and comes last in the file " + among + ", none of which has more freedoms (" + std::to_string(own) + ")";
}

}  // namespace

Topology span_tree(const Description& d, const std::vector<Edge>& edges, DiagnosticSink& sink) {
  const std::size_t n_bodies = d.bodies.size() + 1;
  std::vector<int> order(edges.size());
  std::iota(order.begin(), order.end(), 0);
  const auto rank = [&](int e) {  // smaller is taken first
    const JointDescription& joint = d.joints[at(edges[at(e)].joint)];
    return std::pair{-use_of(edges[at(e)]), nv_of(joint.type)};
  };
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return rank(a) < rank(b); });

  Groups groups(n_bodies);
  std::vector<bool> in_tree(edges.size(), false);
  for (const int e : order) {
    if (!d.joints[at(edges[at(e)].joint)].cut) in_tree[at(e)] = groups.join(edges[at(e)].parent, edges[at(e)].child);
  }

  std::vector<std::vector<int>> edges_of(n_bodies);
  std::vector<bool> touched(n_bodies, false);
  for (std::size_t e = 0; e < edges.size(); ++e) {
    touched[at(edges[e].parent)] = touched[at(edges[e].child)] = true;
    if (!in_tree[e]) continue;
    edges_of[at(edges[e].parent)].push_back(static_cast<int>(e));
    edges_of[at(edges[e].child)].push_back(static_cast<int>(e));
  }
  Topology result;
  std::vector<TreeEntry> by_body(n_bodies);
  std::vector<int> depth(n_bodies, 0);
  std::vector<bool> reached(n_bodies, false);
  std::vector<int> stack{0};  // bodies whose joints are still to be looked at; a stack of our own, since chains may be long
  std::vector<std::size_t> next(n_bodies, 0);
  reached[0] = true;
  while (!stack.empty()) {
    const int body = stack.back();
    if (next[at(body)] == edges_of[at(body)].size()) {
      stack.pop_back();
      continue;
    }
    const Edge& edge = edges[at(edges_of[at(body)][next[at(body)]++])];
    const int other = edge.parent == body ? edge.child : edge.parent;
    if (reached[at(other)]) continue;  // the way we came
    reached[at(other)] = true;
    const TreeEntry entry{other, edge.joint, body, edge.parent != body};
    result.tree.push_back(entry);
    by_body[at(other)] = entry;
    depth[at(other)] = depth[at(body)] + 1;
    stack.push_back(other);
  }
  for (std::size_t b = 1; b < n_bodies; ++b) {
    if (reached[b]) continue;
    const BodyDescription& body = d.bodies[b - 1];
    sink.error(body.at, "bodies." + body.name, "no chain of joints connects this body to the ground",
               touched[b] ? "connect its group to the ground by one more joint (a cut joint does not carry a body)"
                          : "give it a joint; `type: free` with `parent: ground` lets it float");
  }
  if (!sink.has_errors()) {
    std::vector<int> use(d.joints.size(), 0);
    for (const Edge& edge : edges) use[at(edge.joint)] = use_of(edge);
    for (std::size_t e = 0; e < edges.size(); ++e) {
      if (!in_tree[e]) result.cuts.push_back({edges[e], reason_for(d, by_body, depth, use, edges[e])});
    }
  }
  return result;
}

}  // namespace zanjir
