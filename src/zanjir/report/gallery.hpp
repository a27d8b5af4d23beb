// A page of mechanisms, and one page for each: a drawing, freedoms by rank and by counting, redundant constraints, the formulations that agree on it, and what a call costs.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "zanjir/core/interrupt.hpp"
#include "zanjir/describe/description.hpp"
#include "zanjir/model/model.hpp"
#include "zanjir/report/page.hpp"
#include "zanjir/view/bundle.hpp"

namespace zanjir {

struct FormulationCost {
  std::string name;
  double seconds = 0;  // of one call for all accelerations at the initial state, closed
};
struct GalleryMap {  // of the mechanism, by a study
  std::string title, study, svg;
};
struct GalleryEntry {
  std::string file, name, text;  // text: what the file says about itself
  std::string page;              // file name of its page and pictures without ending; one of its own (see name_pages)
  int bodies = 0, joints = 0, loops = 0;
  int mobility = 0, by_count = 0, redundant = 0, actuators = 0;
  bool closed = true;                 // the loops close from the file's initial state
  bool certain = true;                // the rank has a clear gap
  bool singular = false;              // the initial configuration is
  std::string drawing;                // SVG
  std::vector<std::string> agreeing;  // formulations that were compared
  int comparisons = 0;                // of them with each other
  std::string disagreement;           // why they do not agree; empty: they do
  std::vector<FormulationCost> costs;
  std::string info, source;      // of `zanjir info`; the file
  std::optional<Bundle> motion;  // what it prescribes, its fall, or a walk along its freedoms
  std::vector<GalleryMap> maps = {};
};
GalleryEntry gallery_entry(const Description&, const Model&, const SourceText& file, const std::string& text, const Cancel&);

// Where the picture of a map lies beside the page of its mechanism, without ending.
std::string map_picture(const GalleryEntry&, std::size_t map);

// Gives each entry a page name that no other has, whatever the file system thinks of capitals: from its name, and where two have the same, from the file.
void name_pages(std::vector<GalleryEntry>&);

std::string gallery_page(const std::vector<GalleryEntry>&, const Provenance&);
// The page of one, in the folder `gallery`. `moving`: HTML of it in motion; empty: its drawing alone.
std::string mechanism_page(const GalleryEntry&, const Provenance&, const std::string& moving = {});
// {"mechanisms":[{"file","name","page","bodies","joints","loops","mobility","mobility_by_count","redundant","actuators","closed","certain","singular","agree","maps"}]}
std::string gallery_json(const std::vector<GalleryEntry>&);
std::string gallery_text(const std::vector<GalleryEntry>&);

}  // namespace zanjir
