// The report on disk.
#include "zanjir/report/index_page.hpp"
#include "zanjir/report/report_files.hpp"
#include "zanjir/report/study_page.hpp"
#include "zanjir/report/study_report.hpp"

namespace zanjir {
namespace {

namespace fs = std::filesystem;

void write_index(ReportFiles& writer, const fs::path& folder, const Provenance& provenance) {
  writer.folder(folder);
  if (writer.problem().empty()) writer.file(folder / "index.html", index_page(read_index(folder), provenance));
}

}  // namespace

std::string write_report(const fs::path& folder, const std::vector<StudyOutcome>& outcomes, const Provenance& provenance) {
  ReportFiles writer;
  for (const StudyOutcome& o : outcomes) {
    const fs::path here = folder / o.study.name;
    writer.folder(here / "figures");
    for (const FigureData& f : o.figures) {
      const std::string svg = figure_svg(f);
      if (svg.empty()) continue;
      writer.figure(here / "figures" / f.figure.name, svg);
    }
    writer.file(here / "claims.md", study_markdown(o));
    writer.file(here / "claims.json", index_entry_json(o));
    writer.file(here / "index.html", study_page(o, provenance));
  }
  write_index(writer, folder, provenance);
  return writer.problem();
}

std::string write_gallery(const fs::path& folder, const std::vector<GalleryEntry>& entries, const Provenance& provenance) {
  ReportFiles writer;
  writer.folder(folder / "gallery");
  for (const GalleryEntry& e : entries) {
    writer.figure(folder / "gallery" / e.page, e.drawing);
    writer.file(folder / "gallery" / (e.page + ".html"), mechanism_page(e, provenance));
  }
  writer.file(folder / "gallery" / "gallery.json", gallery_json(entries) + "\n");
  writer.file(folder / "gallery.html", gallery_page(entries, provenance));
  write_index(writer, folder, provenance);
  return writer.problem();
}

}  // namespace zanjir
