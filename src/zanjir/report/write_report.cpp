// The report on disk.
#include <fmt/format.h>

#include <algorithm>

#include "zanjir/core/plain_text.hpp"
#include "zanjir/report/index_page.hpp"
#include "zanjir/report/report_files.hpp"
#include "zanjir/report/study_page.hpp"
#include "zanjir/report/study_report.hpp"
#include "zanjir/report/viewer_block.hpp"

namespace zanjir {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t largest_motion_bytes = 1'000'000;  // of all motions in the page of a study

void write_index(ReportFiles& writer, const fs::path& folder, const Provenance& provenance) {
  writer.folder(folder);
  // What this run has written, and what earlier ones have left.
  if (writer.problem().empty()) writer.file(folder / "index.html", index_page(read_index({writer.place(folder), folder}), provenance));
  writer.swap_in();
}

// As many motions, the first ones, as the page has room for; the text says when that is not all. Empty: nothing moves.
std::string motions_html(const StudyOutcome& outcome) {
  std::optional<Bundle> bundle = study_bundle(outcome, largest_motion_bytes);
  if (!bundle) return "";
  const std::size_t all = bundle->clips.size();
  std::string block = viewer_block(*bundle);
  while (block.size() > 2 * largest_motion_bytes && bundle->clips.size() > 1) {
    bundle->clips.resize(
        std::max<std::size_t>(1, std::min(bundle->clips.size() - 1, bundle->clips.size() * 2 * largest_motion_bytes / block.size())));
    block = viewer_block(*bundle);
  }
  if (bundle->clips.size() < all)
    block += fmt::format("<p><small>The first {} of {} motions; <code>zanjir view</code> with the file of the study shows all of them.</small></p>\n",
                         bundle->clips.size(), all);
  return block + viewer_script_from("../viewer.js");
}

// The script of all pages that move lies once beside them.
void write_viewer(ReportFiles& writer, const fs::path& folder) { writer.file(folder / "viewer.js", std::string(viewer_javascript())); }

}  // namespace

std::string write_report(const fs::path& folder, const std::vector<StudyOutcome>& outcomes, const Provenance& provenance) {
  ReportFiles writer(folder);
  writer.folder(folder);
  for (const StudyOutcome& o : outcomes) {
    const fs::path here = folder / file_name_of(o.study.name);
    writer.folder(here / "figures");
    for (const FigureData& f : o.figures) {
      const std::string svg = figure_svg(f);
      if (svg.empty()) continue;
      writer.figure(here / "figures" / file_name_of(f.figure.name), svg);
    }
    const std::string motions = motions_html(o);
    writer.file(here / "claims.md", study_markdown(o));
    writer.file(here / "claims.json", index_entry_json(o));
    writer.file(here / "index.html", study_page(o, provenance, motions));
    if (!motions.empty()) write_viewer(writer, folder);
  }
  write_index(writer, folder, provenance);
  return writer.problem();
}

std::string write_gallery(const fs::path& folder, const std::vector<GalleryEntry>& entries, const Provenance& provenance) {
  ReportFiles writer(folder);
  writer.folder(folder / "gallery");
  const GalleryEntry* hero = nullptr;  // at the top of the index: the one with the most loops
  for (const GalleryEntry& e : entries) {
    writer.figure(folder / "gallery" / e.page, e.drawing);
    for (std::size_t i = 0; i < e.maps.size(); ++i) writer.figure(folder / "gallery" / map_picture(e, i), e.maps[i].svg);
    writer.file(folder / "gallery" / (e.page + ".html"),
                mechanism_page(e, provenance, e.motion ? viewer_block(*e.motion) + viewer_script_from("../viewer.js") : ""));
    if (e.motion && e.closed && (!hero || e.loops > hero->loops)) hero = &e;
  }
  if (hero) writer.file(folder / "gallery" / "hero.html", viewer_block(*hero->motion, ViewerSize::card));
  write_viewer(writer, folder);
  writer.file(folder / "gallery" / "gallery.json", gallery_json(entries) + "\n");
  writer.file(folder / "gallery.html", gallery_page(entries, provenance));
  write_index(writer, folder, provenance);
  return writer.problem();
}

}  // namespace zanjir
