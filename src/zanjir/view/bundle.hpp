// Scenes and their motions written down for the viewer: docs/viewer-format.md.
#pragma once

#include <string>
#include <vector>

#include "zanjir/view/clip.hpp"

namespace zanjir {

struct ClipElsewhere {
  std::string name, title, file;  // file: a script beside the page with a bundle that holds it
};

struct Bundle {
  std::string title;
  std::vector<Scene> scenes;
  std::vector<Clip> clips;               // the first is shown first
  std::vector<ClipElsewhere> more = {};  // loaded when they are asked for
};

constexpr int bundle_version = 2;
std::string bundle_json(const Bundle&);

}  // namespace zanjir
