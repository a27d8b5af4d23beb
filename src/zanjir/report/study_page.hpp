// The report: a folder of static pages that open without a network. DIR/index.html lists the studies found in it, DIR/<study>/index.html shows one,
// with its figures beside it as SVG and PNG, its claims as claims.md and claims.json.
#pragma once

#include <array>
#include <filesystem>
#include <string>
#include <vector>

#include "zanjir/report/gallery.hpp"
#include "zanjir/report/page.hpp"
#include "zanjir/study/run_study.hpp"

namespace zanjir {

std::string study_page(const StudyOutcome&, const Provenance&);

struct StudySummary {             // a study in the list
  std::string name, title, file;  // file: from the folder of the list
  int holds = 0, differs = 0, fails = 0, unexpected = 0;
  double seconds = 0;
  std::vector<std::pair<std::string, std::array<int, 3>>> score = {};  // who says it, in words; holds, differs, fails
};
enum class HasGallery : std::uint8_t { no, yes };
std::string index_page(const std::vector<StudySummary>&, HasGallery, const Provenance&);

// Writes all of it; each file appears complete or not at all. Returns what went wrong, empty when nothing did.
std::string write_report(const std::filesystem::path& folder, const std::vector<StudyOutcome>&, const Provenance&);
// DIR/gallery.html and the pictures in DIR/gallery; the list of studies gets a link to it.
std::string write_gallery(const std::filesystem::path& folder, const std::vector<GalleryEntry>&, const Provenance&);

}  // namespace zanjir
