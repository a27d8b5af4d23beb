// The report on disk.
#include <fmt/format.h>

#include <algorithm>

#include "zanjir/core/clean_end.hpp"
#include "zanjir/core/plain_text.hpp"
#include "zanjir/report/index_page.hpp"
#include "zanjir/report/report_files.hpp"
#include "zanjir/report/study_motions.hpp"
#include "zanjir/report/study_page.hpp"
#include "zanjir/report/study_report.hpp"
#include "zanjir/report/viewer_block.hpp"

namespace zanjir {
namespace {

namespace fs = std::filesystem;

// Of all motions of a study: DIR/<study>/motions.js, and where they are many motions-2.js and so on, loaded when they are asked for.
constexpr MotionRoom room_for_motions = {500'000, 4'000'000, 200'000, unseen_bits};

void write_index(ReportFiles& writer, const fs::path& folder, const Provenance& provenance) {
  writer.folder(folder);
  // What this run has written, and what earlier ones have left.
  if (writer.problem().empty()) writer.file(folder / "index.html", index_page(read_index({writer.place(folder), folder}), provenance));
  writer.swap_in();
}

// The script of all pages that move lies once beside them.
void write_viewer(ReportFiles& writer, const fs::path& folder) { writer.file(folder / "viewer.js", std::string(viewer_javascript())); }

// The block that shows them; empty: nothing moves.
std::string write_motions(ReportFiles& writer, const fs::path& here, const StudyOutcome& outcome) {
  std::vector<Bundle> bundles = study_motions(outcome, room_for_motions);
  if (bundles.empty()) return "";
  for (std::size_t i = bundles.size(); i-- > 0;) {  // the first, which names what the others hold, last
    const std::string file = i == 0 ? "motions.js" : fmt::format("motions-{}.js", i + 1);
    writer.file(here / file, bundle_script(bundles[i]));
    std::vector<ClipElsewhere> more;
    for (const Clip& c : bundles[i].clips) more.push_back({c.name, c.title, file});
    if (i > 0) bundles[0].more.insert(bundles[0].more.begin(), more.begin(), more.end());
  }
  return viewer_block_from("motions.js", outcome.study.title, ViewerSize::full);
}

}  // namespace

std::string write_report(const fs::path& folder, const std::vector<StudyOutcome>& outcomes, const Provenance& provenance) {
  ReportFiles writer(folder);
  writer.folder(folder);
  // Who interrupts does not wait for what moves: to pack it takes most of the time that a report takes. Nor for pictures of the index, once time is short.
  const bool interrupted = interrupt_heard() || std::any_of(outcomes.begin(), outcomes.end(), [](const StudyOutcome& o) { return o.cancelled; });
  for (const StudyOutcome& o : outcomes) {
    const fs::path here = folder / file_name_of(o.study.name);
    writer.folder(here);
    // Figures stand in the page, which saves them where they are wanted; the index shows one of them.
    if (const FigureData* picture = in_haste() ? nullptr : picture_of(o)) {
      const std::string svg = figure_svg(*picture), name = file_name_of(picture->figure.name);
      if (!svg.empty()) writer.folder(here / "figures");
      if (svg.size() > largest_index_picture) writer.picture(here / "figures" / name, svg);
      else if (!svg.empty()) writer.file(here / "figures" / (name + ".svg"), svg);
    }
    const std::string motions = interrupted ? "" : write_motions(writer, here, o);
    writer.file(here / "claims.md", study_markdown(o));
    writer.file(here / "claims.json", index_entry_json(o));
    writer.file(here / "index.html", study_page(o, provenance, motions));
    write_viewer(writer, folder);
  }
  write_index(writer, folder, provenance);
  return writer.problem();
}

std::string write_gallery(const fs::path& folder, const std::vector<GalleryEntry>& entries, const Provenance& provenance) {
  ReportFiles writer(folder);
  writer.folder(folder / "gallery");
  for (const GalleryEntry& e : entries) {
    writer.file(folder / "gallery" / (e.page + ".svg"), e.drawing);
    if (e.motion) writer.file(folder / "gallery" / (e.page + ".js"), bundle_script(*e.motion));
    writer.file(folder / "gallery" / (e.page + ".html"),
                mechanism_page(e, provenance,
                               e.motion ? viewer_block_from(e.page + ".js", e.name, ViewerSize::full) + viewer_script_from("../viewer.js") : ""));
  }
  write_viewer(writer, folder);
  writer.file(folder / "gallery" / "gallery.json", gallery_json(entries) + "\n");
  writer.file(folder / "gallery.html", gallery_page(entries, provenance));
  write_index(writer, folder, provenance);
  return writer.problem();
}

}  // namespace zanjir
