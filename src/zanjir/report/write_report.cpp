// The report on disk.
#include <algorithm>
#include <fstream>
#include <system_error>

#include "zanjir/report/json_values.hpp"
#include "zanjir/report/report_files.hpp"
#include "zanjir/report/study_page.hpp"
#include "zanjir/report/study_report.hpp"

namespace zanjir {
namespace {

namespace fs = std::filesystem;

std::string summary_json(const StudyOutcome& o) {
  const VerdictCounts n = count_verdicts(o);
  Json summary = Json::parse(study_json(o));
  summary["title"] = o.study.title;
  summary["counts"] = {{"holds", n.holds}, {"differs", n.differs}, {"fails", n.fails}, {"unexpected", n.unexpected}};
  return to_line(summary) + "\n";
}

// The studies that the folder holds, of this run and of earlier ones.
std::vector<StudySummary> studies_in(const fs::path& folder) {
  std::vector<StudySummary> list;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
    std::ifstream in(entry.path() / "claims.json");
    const Json summary = in ? Json::parse(in, nullptr, false) : Json();
    if (!summary.is_object() || !summary.contains("counts")) continue;
    const Json& n = summary["counts"];
    std::vector<std::pair<std::string, std::array<int, 3>>> score;
    for (const auto& [by, word] : WordsOf<Sayer>::table) {
      const Json counts = summary.value("score", Json::object()).value(std::string(word), Json::object());
      if (!counts.empty())
        score.push_back({std::string(sayer_text(by)), {counts.value("holds", 0), counts.value("differs", 0), counts.value("fails", 0)}});
    }
    list.push_back({summary.value("name", ""), summary.value("title", ""), entry.path().filename().string() + "/index.html", n.value("holds", 0),
                    n.value("differs", 0), n.value("fails", 0), n.value("unexpected", 0), summary.value("seconds", 0.0), std::move(score)});
  }
  std::sort(list.begin(), list.end(), [](const StudySummary& a, const StudySummary& b) { return a.name < b.name; });
  return list;
}

void write_index(ReportFiles& writer, const fs::path& folder, const Provenance& provenance) {
  writer.folder(folder);
  std::error_code ignored;
  const HasGallery gallery = fs::exists(folder / "gallery.html", ignored) ? HasGallery::yes : HasGallery::no;
  if (writer.problem().empty()) writer.file(folder / "index.html", index_page(studies_in(folder), gallery, provenance));
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
    writer.file(here / "claims.json", summary_json(o));
    writer.file(here / "index.html", study_page(o, provenance));
  }
  write_index(writer, folder, provenance);
  return writer.problem();
}

std::string write_gallery(const fs::path& folder, const std::vector<GalleryEntry>& entries, const Provenance& provenance) {
  ReportFiles writer;
  writer.folder(folder / "gallery");
  for (const GalleryEntry& e : entries) writer.figure(folder / "gallery" / e.name, e.drawing);
  writer.file(folder / "gallery.html", gallery_page(entries, provenance));
  write_index(writer, folder, provenance);
  return writer.problem();
}

}  // namespace zanjir
