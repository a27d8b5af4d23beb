// A page of mechanisms: a drawing of each, its freedoms by rank and by counting, redundant constraints, actuators.
#pragma once

#include <string>
#include <vector>

#include "zanjir/model/model.hpp"
#include "zanjir/report/page.hpp"

namespace zanjir {

struct GalleryEntry {
  std::string file, name, text;  // text: what the file says about itself
  int bodies = 0, joints = 0, loops = 0;
  int mobility = 0, by_count = 0, redundant = 0, actuators = 0;
  bool closed = true;     // the loops close from the file's initial state
  bool certain = true;    // the rank has a clear gap
  bool singular = false;  // the initial configuration is
  std::string drawing;    // SVG
};
GalleryEntry gallery_entry(const Model&, const std::string& file, const std::string& text);

std::string gallery_page(const std::vector<GalleryEntry>&, const Provenance&);
// {"mechanisms":[{"file","name","bodies","joints","loops","mobility","mobility_by_count","redundant","actuators","closed","certain","singular"}]}
std::string gallery_json(const std::vector<GalleryEntry>&);
std::string gallery_text(const std::vector<GalleryEntry>&);

}  // namespace zanjir
