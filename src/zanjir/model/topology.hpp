// The user's graph of bodies and joints -> the computational tree and the cuts, with a reason for everything that is cut or does not fit.
#pragma once

#include <string>
#include <vector>

#include "zanjir/core/diagnostic.hpp"
#include "zanjir/describe/description.hpp"

namespace zanjir {

// Bodies by index: 0 is the ground, i + 1 is description.bodies[i].
struct Edge {     // a joint whose two bodies are known
  int joint = 0;  // index in description.joints
  int parent = 0, child = 0;
  bool wanted_in_tree = false;  // carries an actuator, a motion law or a joint element
  bool prescribed = false;      // a motion law: its coordinates are evaluated, not solved for
};

struct TreeEntry {
  int body = 0, joint = 0, inboard_body = 0;
  bool swapped = false;  // the user's child is the nearer one to the ground
};
struct CutEntry {
  Edge edge;
  std::string reason;
};

struct Topology {
  std::vector<TreeEntry> tree;  // depth first, so that every branch is contiguous; parents precede children
  std::vector<CutEntry> cuts;   // in the order of the file
};

// Joints are taken into the tree one after the other unless they would close a cycle: first those that are prescribed, then those that
// carry an actuator or an element (their coordinates are then tree coordinates), then those with the fewest freedoms (so that the cuts have the fewest rows), then
// in the order of the file. `cut: true` keeps a joint out. Reports bodies that nothing connects to the ground.
Topology span_tree(const Description&, const std::vector<Edge>&, DiagnosticSink&);

}  // namespace zanjir
