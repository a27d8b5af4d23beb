#include "zanjir/model/topology.hpp"

#include <algorithm>
#include <string>

#include "zanjir/model/joint.hpp"

namespace zanjir {

namespace {

std::string body_name(const Description& d, int body) {
  return body == 0 ? "ground" : d.bodies[static_cast<std::size_t>(body - 1)].name;
}

// The joints of the cycle that `closing` closes: the tree paths of its two bodies up to where they meet.
std::string cycle_text(const Description& d, const std::vector<TreeEntry>& by_body, const Edge& closing) {
  std::vector<int> a_path, b_path;  // bodies from each end up to the ground
  for (int b = closing.parent; b != 0; b = by_body[static_cast<std::size_t>(b)].inboard_body) a_path.push_back(b);
  for (int b = closing.child; b != 0; b = by_body[static_cast<std::size_t>(b)].inboard_body) b_path.push_back(b);
  while (!a_path.empty() && !b_path.empty() && a_path.back() == b_path.back()) {
    a_path.pop_back();
    b_path.pop_back();
  }
  std::string text;
  const auto add = [&](int joint) { text += (text.empty() ? "'" : ", '") + d.joints[static_cast<std::size_t>(joint)].name + "'"; };
  for (auto it = a_path.rbegin(); it != a_path.rend(); ++it) add(by_body[static_cast<std::size_t>(*it)].joint);
  add(closing.joint);
  for (int b : b_path) add(by_body[static_cast<std::size_t>(b)].joint);
  return text;
}

}  // namespace

std::vector<TreeEntry> span_tree(const Description& d, const std::vector<Edge>& edges, DiagnosticSink& sink) {
  const std::size_t n_bodies = d.bodies.size() + 1;
  std::vector<std::vector<int>> edges_of(n_bodies);
  for (std::size_t e = 0; e < edges.size(); ++e) {
    edges_of[static_cast<std::size_t>(edges[e].parent)].push_back(static_cast<int>(e));
    edges_of[static_cast<std::size_t>(edges[e].child)].push_back(static_cast<int>(e));
  }

  std::vector<TreeEntry> tree, by_body(n_bodies);
  std::vector<bool> reached(n_bodies, false), used(edges.size(), false);
  std::vector<int> stack{0};  // bodies whose joints are still to be looked at; a stack of our own, since chains may be long
  std::vector<std::size_t> next(n_bodies, 0);
  reached[0] = true;
  while (!stack.empty()) {
    const int body = stack.back();
    const auto& out = edges_of[static_cast<std::size_t>(body)];
    if (next[static_cast<std::size_t>(body)] == out.size()) {
      stack.pop_back();
      continue;
    }
    const int e = out[next[static_cast<std::size_t>(body)]++];
    if (used[static_cast<std::size_t>(e)]) continue;
    const Edge& edge = edges[static_cast<std::size_t>(e)];
    const int other = edge.parent == body ? edge.child : edge.parent;
    if (reached[static_cast<std::size_t>(other)]) continue;  // closes a cycle: reported below, once the whole tree is known
    used[static_cast<std::size_t>(e)] = reached[static_cast<std::size_t>(other)] = true;
    const TreeEntry entry{other, edge.joint, body, edge.parent != body};
    const JointDescription& joint = d.joints[static_cast<std::size_t>(edge.joint)];
    if (entry.reversed && !can_be_reversed(joint.type)) {
      sink.error(joint.at, "joints." + joint.name,
                 "a " + std::string(name_of(joint.type)) + " joint must lead away from the ground, but its child '" +
                     body_name(d, edge.child) + "' is nearer to it than its parent '" + body_name(d, edge.parent) + "'",
                 "swap parent and child (and `at` with `at_child`)");
    }
    tree.push_back(entry);
    by_body[static_cast<std::size_t>(other)] = entry;
    stack.push_back(other);
  }

  for (std::size_t e = 0; e < edges.size(); ++e) {
    if (used[e] || !reached[static_cast<std::size_t>(edges[e].parent)]) continue;
    const JointDescription& joint = d.joints[static_cast<std::size_t>(edges[e].joint)];
    sink.error(joint.at, "joints." + joint.name, "closes a kinematic cycle of joints " + cycle_text(d, by_body, edges[e]),
               "closed loops are not supported yet; leave one joint of the cycle out");
  }
  for (std::size_t b = 1; b < n_bodies; ++b) {
    if (reached[b]) continue;
    const BodyDescription& body = d.bodies[b - 1];
    sink.error(body.at, "bodies." + body.name, "no chain of joints connects this body to the ground",
               edges_of[b].empty() ? "give it a joint; `type: free` with `parent: ground` lets it float" : "connect its group to the ground by one more joint");
  }
  return tree;
}

}  // namespace zanjir
