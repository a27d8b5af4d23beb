// The user's graph of bodies and joints -> the computational tree, with a reason for everything that does not fit.
#pragma once

#include <vector>

#include "zanjir/core/diagnostic.hpp"
#include "zanjir/describe/description.hpp"

namespace zanjir {

// Bodies by index: 0 is the ground, i + 1 is description.bodies[i].
struct Edge {  // a joint whose two bodies are known
  int joint = 0;  // index in description.joints
  int parent = 0, child = 0;
};

struct TreeEntry {
  int body = 0, joint = 0, inboard_body = 0;
  bool reversed = false;  // the user's child is the nearer one to the ground
};

// Depth first from the ground, joints in the order of the file, so that every branch is contiguous and parents precede children.
// Reports cycles, bodies that nothing connects to the ground, and spherical or free joints that would have to be walked backwards.
std::vector<TreeEntry> span_tree(const Description&, const std::vector<Edge>&, DiagnosticSink&);

}  // namespace zanjir
