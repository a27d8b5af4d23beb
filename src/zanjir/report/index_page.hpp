// DIR/index.html: what Zanjir is, the studies that the folder holds with a picture and their score, and the way to the gallery.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "zanjir/report/page.hpp"
#include "zanjir/report/study_report.hpp"

namespace zanjir {

struct IndexedStudy {
  std::string name, title, lead, file;  // file: from the folder of the index
  std::string picture;                  // HTML: its first figure; empty: there is none
  std::string motion;                   // file of its motions (viewer_block.hpp); empty: nothing moves
  VerdictCounts paper, own;
};
struct IndexedMechanism {
  std::string name, file, picture;
  std::string motion;  // file of its bundle (viewer_block.hpp); empty: it does not move
  int joints = 0, loops = 0;
};
struct ReportIndex {
  std::vector<IndexedStudy> studies;
  std::vector<IndexedMechanism> mechanisms;
};

// What the folders hold together, as if they were one; of two with the same name the one in the earlier folder counts. Files may be anybody's: what is not as we write
// it is passed over.
ReportIndex read_index(const std::vector<std::filesystem::path>& folders);
std::string index_page(const ReportIndex&, const Provenance&);

// The figure that stands for a study: its key figure, or the first that is no table; null where there is none.
const FigureData* picture_of(const StudyOutcome&);
constexpr std::size_t largest_index_picture = 120'000;  // bytes of SVG inside the index; of larger ones there is a PNG

// The entry of a study, as read_index reads it from claims.json.
std::string index_entry_json(const StudyOutcome&);

}  // namespace zanjir
