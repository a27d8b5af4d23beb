// The report on disk.
#include <algorithm>
#include <system_error>

#include "zanjir/core/plain_text.hpp"
#include "zanjir/language/text_file.hpp"
#include "zanjir/report/foreign_json.hpp"
#include "zanjir/report/json_values.hpp"
#include "zanjir/report/report_files.hpp"
#include "zanjir/report/study_page.hpp"
#include "zanjir/report/study_report.hpp"

namespace zanjir {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t largest_claims_bytes = 16u << 20;

std::string summary_json(const StudyOutcome& o) {
  const VerdictCounts n = count_verdicts(o);
  Json summary = Json::parse(study_json(o));
  summary["title"] = o.study.title;
  summary["counts"] = {{"holds", n.holds}, {"differs", n.differs}, {"fails", n.fails}, {"unexpected", n.unexpected}};
  return to_line(summary) + "\n";
}

// Numbers and texts of a file that anybody may have written.
int count_in(const Json& object, const char* key) {
  const auto found = object.is_object() ? object.find(key) : object.end();
  if (!object.is_object() || found == object.end() || !found->is_number()) return 0;
  const double x = found->get<double>();
  return x >= 0 && x < 1e9 ? static_cast<int>(x) : 0;
}
double seconds_in(const Json& object) {
  const auto found = object.find("seconds");
  return found != object.end() && found->is_number() ? found->get<double>() : 0;
}
std::string text_in(const Json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}
Json object_in(const Json& object, std::string_view key) {
  const auto found = object.is_object() ? object.find(std::string(key)) : object.end();
  return object.is_object() && found != object.end() && found->is_object() ? *found : Json::object();
}

// The studies that the folder holds, of this run and of earlier ones.
std::vector<StudySummary> studies_in(const fs::path& folder) {
  std::vector<StudySummary> list;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
    auto content = read_text_file(entry.path() / "claims.json", largest_claims_bytes);
    const Json summary = std::holds_alternative<std::string>(content) ? parse_foreign(std::get<std::string>(content)) : Json();
    if (!summary.is_object() || !summary.contains("counts")) continue;
    const Json n = object_in(summary, "counts"), scores = object_in(summary, "score");
    std::vector<std::pair<std::string, std::array<int, 3>>> score;
    for (const auto& [by, word] : WordsOf<Sayer>::table) {
      const Json counts = object_in(scores, word);
      if (!counts.empty())
        score.push_back({std::string(sayer_text(by)), {count_in(counts, "holds"), count_in(counts, "differs"), count_in(counts, "fails")}});
    }
    list.push_back({text_in(summary, "name"), text_in(summary, "title"), link_to(entry.path().filename().string() + "/index.html"),
                    count_in(n, "holds"), count_in(n, "differs"), count_in(n, "fails"), count_in(n, "unexpected"), seconds_in(summary),
                    std::move(score)});
  }
  return list;
}

void write_index(ReportFiles& writer, const fs::path& folder, const Provenance& provenance) {
  writer.folder(folder);
  std::error_code ignored;
  const bool known = fs::exists(folder / "gallery.html", ignored) || fs::exists(writer.place(folder / "gallery.html"), ignored);
  std::vector<StudySummary> studies = studies_in(writer.place(folder));  // those of this run; and of earlier ones, where they are not beside it
  for (StudySummary& s : studies_in(folder)) {
    if (std::none_of(studies.begin(), studies.end(), [&](const StudySummary& new_one) { return new_one.file == s.file; })) studies.push_back(std::move(s));
  }
  std::sort(studies.begin(), studies.end(), [](const StudySummary& a, const StudySummary& b) { return a.name < b.name; });
  if (writer.problem().empty()) writer.file(folder / "index.html", index_page(studies, known ? HasGallery::yes : HasGallery::no, provenance));
  writer.swap_in();
}

}  // namespace

std::string write_report(const fs::path& folder, const std::vector<StudyOutcome>& outcomes, const Provenance& provenance) {
  ReportFiles writer(folder);
  for (const StudyOutcome& o : outcomes) {
    const fs::path here = folder / file_name_of(o.study.name);
    writer.folder(here / "figures");
    for (const FigureData& f : o.figures) {
      const std::string svg = figure_svg(f);
      if (svg.empty()) continue;
      writer.figure(here / "figures" / file_name_of(f.figure.name), svg);
    }
    writer.file(here / "claims.md", study_markdown(o));
    writer.file(here / "claims.json", summary_json(o));
    writer.file(here / "index.html", study_page(o, provenance));
  }
  write_index(writer, folder, provenance);
  return writer.problem();
}

std::string write_gallery(const fs::path& folder, const std::vector<GalleryEntry>& entries, const Provenance& provenance) {
  ReportFiles writer(folder);
  writer.folder(folder / "gallery");
  for (const GalleryEntry& e : entries) writer.figure(folder / "gallery" / file_name_of(e.name), e.drawing);
  writer.file(folder / "gallery.html", gallery_page(entries, provenance));
  write_index(writer, folder, provenance);
  return writer.problem();
}

}  // namespace zanjir
