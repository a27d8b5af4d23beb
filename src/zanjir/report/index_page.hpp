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
  VerdictCounts paper, own;
  double seconds = 0;
};
struct IndexedMechanism {
  std::string name, file, picture;
};
struct ReportIndex {
  std::vector<IndexedStudy> studies;
  std::vector<IndexedMechanism> mechanisms;
};

// What the folder holds, of this run and of earlier ones.
ReportIndex read_index(const std::filesystem::path& folder);
// `moving`: HTML of the mechanism in motion at the top; empty: the picture of a study instead.
std::string index_page(const ReportIndex&, const Provenance&, const std::string& moving = {});

// The entry of a study, as read_index reads it from claims.json.
std::string index_entry_json(const StudyOutcome&);

}  // namespace zanjir
