// Scenes and their motions written down for the viewer: docs/viewer-format.md.
#pragma once

#include <string>
#include <vector>

#include "zanjir/view/clip.hpp"

namespace zanjir {

struct Bundle {
  std::string title;
  std::vector<Scene> scenes;
  std::vector<Clip> clips;  // the first is shown first
};

constexpr int bundle_version = 2;
std::string bundle_json(const Bundle&);

}  // namespace zanjir
