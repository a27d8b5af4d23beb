// The page of a study, as a story: the figure that says most, what is studied in two sentences, what the paper says beside what comes out, our own checks, the other
// figures, what was computed, and what it was made from. Everything is in the page but what moves and the script of all pages, ../viewer.js; what is beyond is folded.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "zanjir/report/gallery.hpp"
#include "zanjir/report/page.hpp"
#include "zanjir/study/run_study.hpp"

namespace zanjir {

// `moving`: HTML of the mechanism in motion, shown first; empty: there is none.
std::string study_page(const StudyOutcome&, const Provenance&, const std::string& moving = {});

// The figure that is shown first: the one that the study names, else the first; null where there is none.
const FigureData* key_figure_of(const StudyOutcome&);

// Writes DIR/<study>/index.html with its figures inside, what moves in motions.js, its claims as claims.md and claims.json, DIR/viewer.js, and DIR/index.html
// (index_page.hpp). Everything is stored once.
// Each file appears complete or not at all. Returns what went wrong, empty when nothing did.
std::string write_report(const std::filesystem::path& folder, const std::vector<StudyOutcome>&, const Provenance&);
// DIR/gallery.html, a page for each mechanism and its pictures in DIR/gallery; the index gets a link to it.
std::string write_gallery(const std::filesystem::path& folder, const std::vector<GalleryEntry>&, const Provenance&);

}  // namespace zanjir
