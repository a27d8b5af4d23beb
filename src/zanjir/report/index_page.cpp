#include "zanjir/report/index_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <system_error>

#include "zanjir/core/plain_text.hpp"
#include "zanjir/draw/plot.hpp"
#include "zanjir/language/text_file.hpp"
#include "zanjir/report/foreign_json.hpp"
#include "zanjir/report/study_page.hpp"
#include "zanjir/report/study_page_parts.hpp"
#include "zanjir/report/viewer_block.hpp"
#include "zanjir/view/clip.hpp"

namespace zanjir {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t largest_json = 16u << 20;
constexpr std::size_t shown_mechanisms = 8;

// -- numbers and texts of a file that anybody may have written ------------------------------------------------------------------------------
Json json_in(const fs::path& file) {
  auto content = read_text_file(file, largest_json, ChosenBy::file);
  return std::holds_alternative<std::string>(content) ? parse_foreign(std::get<std::string>(content)) : Json();
}
int count_in(const Json& object, const char* key) {
  const auto found = object.is_object() ? object.find(key) : object.end();
  if (!object.is_object() || found == object.end() || !found->is_number()) return 0;
  const double x = found->get<double>();
  return x >= 0 && x < 1e9 ? static_cast<int>(x) : 0;
}
std::string text_in(const Json& object, const char* key) {
  const auto found = object.is_object() ? object.find(key) : object.end();
  return object.is_object() && found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}
Json object_in(const Json& object, std::string_view key) {
  const auto found = object.is_object() ? object.find(std::string(key)) : object.end();
  return object.is_object() && found != object.end() && found->is_object() ? *found : Json::object();
}
VerdictCounts counts_in(const Json& n) {
  return {count_in(n, "holds"), count_in(n, "differs"), count_in(n, "doubtful"), count_in(n, "fails"), count_in(n, "unexpected")};
}

// Whether a picture could do more than be looked at.
bool is_active(const std::string& svg) {
  if (svg.find("<script") != std::string::npos || svg.find("<foreignObject") != std::string::npos || svg.find("javascript:") != std::string::npos)
    return true;
  for (std::size_t at = svg.find(" on"); at != std::string::npos; at = svg.find(" on", at + 1)) {
    const std::size_t end = svg.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", at + 1);
    if (end != std::string::npos && svg[end] == '=') return true;  // onload=
  }
  return false;
}

// An SVG of ours inside the page takes its colours; a large one, and one that is not ours, is shown as a picture.
std::string picture_html(const fs::path& folder, const std::string& without_ending, const std::string& title) {
  auto svg = read_text_file(folder / (without_ending + ".svg"), largest_index_picture, ChosenBy::file);
  const auto* text = std::get_if<std::string>(&svg);
  if (text && text->starts_with("<svg ") && !is_active(*text)) return *text;
  std::error_code error;
  return fs::exists(folder / (without_ending + ".png"), error)
             ? fmt::format(R"(<img src="{}.png" alt="{}" loading="lazy">)", escaped(link_to(without_ending)), escaped(title))
             : "";
}

IndexedStudy study_in(const fs::path& folder, const std::string& study, const Json& summary) {
  IndexedStudy s{text_in(summary, "name"), text_in(summary, "title"), text_in(summary, "lead"), link_to(study + "/index.html"), "", "", {}, {}};
  const Json scores = object_in(summary, "score");
  for (const auto& [by, word] : WordsOf<Sayer>::table) {
    (by == Sayer::paper ? s.paper : s.own) += counts_in(object_in(scores, word));
  }
  s.own.unexpected = count_in(object_in(summary, "counts"), "unexpected");
  if (const std::string picture = text_in(summary, "picture"); !picture.empty())
    s.picture = picture_html(folder, study + "/figures/" + file_name_of(picture), s.title);
  std::error_code error;
  if (fs::is_regular_file(folder / study / "motions.js", error)) s.motion = link_to(study + "/motions.js");
  return s;
}

void read_studies(const fs::path& folder, ReportIndex& index) {
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
    const Json summary = json_in(entry.path() / "claims.json");
    if (!summary.is_object() || !summary.contains("counts")) continue;
    IndexedStudy s = study_in(folder, entry.path().filename().string(), summary);
    if (std::none_of(index.studies.begin(), index.studies.end(), [&](const IndexedStudy& known) { return known.file == s.file; }))
      index.studies.push_back(std::move(s));
  }
}

void read_gallery(const fs::path& folder, ReportIndex& index) {
  if (!index.mechanisms.empty()) return;
  const Json gallery = json_in(folder / "gallery" / "gallery.json");
  if (!gallery.is_object() || !gallery.contains("mechanisms") || !gallery["mechanisms"].is_array()) return;
  for (const Json& m : gallery["mechanisms"]) {
    const std::string page = file_name_of(text_in(m, "page"));
    if (page.empty()) continue;
    std::error_code error;
    const bool moves = fs::is_regular_file(folder / "gallery" / (page + ".js"), error);
    index.mechanisms.push_back({text_in(m, "name"), link_to("gallery/" + page + ".html"), picture_html(folder, "gallery/" + page, text_in(m, "name")),
                                moves ? link_to("gallery/" + page + ".js") : "", count_in(m, "joints"), count_in(m, "loops")});
  }
}

// What moves, with a drawing until it does.
std::string moving_picture(const std::string& motion, const std::string& name, const std::string& picture) {
  return motion.empty() ? picture : viewer_block_from(motion, name, ViewerSize::card, picture);
}

std::string card_of(const IndexedStudy& s) {
  const std::string picture = moving_picture(s.motion, s.title, s.picture);
  const auto line = [](const char* who, const VerdictCounts& n) {
    return n.all() == 0 ? std::string() : fmt::format("<div class=\"chips\"><small>{}</small> {}</div>", who, verdict_chips(n));
  };
  return fmt::format("<a class=\"card{}\" href=\"{}\">{}<h3>{}</h3><p class=\"grow\">{}</p>{}{}</a>\n",
                     s.paper.unexpected + s.own.unexpected > 0 ? " alarm" : "", escaped(s.file),
                     picture.empty() ? "" : "<div class=\"thumb\">" + picture + "</div>", escaped(s.title), page_words(s.lead),
                     line("published", s.paper), line("our checks", s.own));
}

std::string cards(const char* title, const char* id, const std::vector<const IndexedStudy*>& studies) {
  if (studies.empty()) return "";
  std::string out = fmt::format("<section id=\"{}\">\n<h2>{}</h2>\n<div class=\"cards\">\n", id, title);
  for (const IndexedStudy* s : studies) out += card_of(*s);
  return out + "</div>\n</section>\n";
}

std::string gallery_strip(const std::vector<IndexedMechanism>& mechanisms) {
  if (mechanisms.empty()) return "";
  std::string out = fmt::format(
      "<section id=\"gallery\">\n<h2>Mechanisms</h2>\n<p><a href=\"gallery.html\">The gallery</a> has {}, each with its freedoms, the "
      "formulations that agree on it, and what a call costs.</p>\n<div class=\"strip\">\n",
      mechanisms.size() == 1 ? "one mechanism" : fmt::format("{} mechanisms", mechanisms.size()));
  // Of the half that has most to show, evenly.
  std::vector<const IndexedMechanism*> rich;
  for (const IndexedMechanism& m : mechanisms) rich.push_back(&m);
  std::stable_sort(rich.begin(), rich.end(), [](const IndexedMechanism* a, const IndexedMechanism* b) { return a->joints > b->joints; });
  rich.resize(std::max(rich.size() / 2, std::min(rich.size(), shown_mechanisms)));
  for (const std::uint64_t i : even_rows(rich.size(), shown_mechanisms))
    out += fmt::format("<a href=\"{}\">{}{}</a>\n", escaped(rich[i]->file), moving_picture(rich[i]->motion, rich[i]->name, rich[i]->picture),
                       escaped(rich[i]->name));
  return out + "</div>\n</section>\n";
}

std::string sums(const ReportIndex& index) {
  VerdictCounts paper, own;
  for (const IndexedStudy& s : index.studies) {
    paper += s.paper;
    own += s.own;
  }
  std::string out;
  if (paper.all() > 0) out += fmt::format("<div class=\"chips\"><b>{} published claims</b> {}</div>\n", paper.all(), verdict_chips(paper));
  if (own.all() > 0) out += fmt::format("<div class=\"chips\">{} checks of our own {}</div>\n", own.all(), verdict_chips(own));
  return out;
}

}  // namespace

const FigureData* picture_of(const StudyOutcome& o) {
  const FigureData* picture = key_figure_of(o);
  for (const FigureData& f : o.figures) {  // a table is no picture
    if (picture && picture->figure.kind != FigureKind::table) break;
    picture = &f;
  }
  return picture && picture->figure.kind != FigureKind::table ? picture : nullptr;
}

std::string index_entry_json(const StudyOutcome& o) {
  const VerdictCounts n = count_verdicts(o);
  Json entry = Json::parse(study_json(o));
  entry["title"] = o.study.title;
  entry["lead"] = split_sentences(o.study.text, 1).first;
  const FigureData* picture = picture_of(o);
  entry["picture"] = picture ? picture->figure.name : "";
  entry["counts"] = {{"holds", n.holds}, {"differs", n.differs}, {"doubtful", n.doubtful}, {"fails", n.fails}, {"unexpected", n.unexpected}};
  return to_line(entry) + "\n";
}

ReportIndex read_index(const std::vector<fs::path>& folders) {
  ReportIndex index;
  for (const fs::path& folder : folders) {
    read_studies(folder, index);
    read_gallery(folder, index);
  }
  std::sort(index.studies.begin(), index.studies.end(), [](const IndexedStudy& a, const IndexedStudy& b) { return a.name < b.name; });
  return index;
}

std::string index_page(const ReportIndex& index, const Provenance& provenance) {
  std::vector<const IndexedStudy*> papers, others;
  for (const IndexedStudy& s : index.studies) (s.paper.all() > 0 ? papers : others).push_back(&s);
  std::string hero;  // the mechanism with the most loops that moves, else the picture of a study
  const IndexedMechanism* first = nullptr;
  for (const IndexedMechanism& m : index.mechanisms)
    if (!m.motion.empty() && (!first || m.loops > first->loops)) first = &m;
  if (first) hero = fmt::format("<a href=\"{}\">{}</a>", escaped(first->file), moving_picture(first->motion, first->name, first->picture));
  for (const IndexedStudy* s : papers)
    if (hero.empty() && !s->picture.empty() && s->picture.find(" id=\"") == std::string::npos)  // names stand once in a page
      hero = "<div class=\"thumb\">" + s->picture + "</div>";
  const bool moves = first || std::any_of(index.studies.begin(), index.studies.end(), [](const IndexedStudy& s) { return !s.motion.empty(); });
  std::string body =
      "<header class=\"hero\">\n<div>\n<h1>Zanjir</h1>\n<p class=\"lead\">A workbench for the dynamics of robots with closed loops, elastic links, "
      "contact and moving "
      "bases. Each answer is found by independent formulations, and each published number stands beside what was computed.</p>\n" +
      sums(index) + "<nav aria-label=\"Parts of this page\">" + std::string(index.studies.empty() ? "" : "<a href=\"#main\">studies</a>") +
      (index.mechanisms.empty() ? "" : std::string(index.studies.empty() ? "" : " · ") + "<a href=\"gallery.html\">gallery of mechanisms</a>") +
      "</nav>\n</div>\n<div id=\"hero\">" + hero + "</div>\n</header>\n<main id=\"main\">\n" +
      cards("Published studies, reproduced", "papers", papers) + cards(papers.empty() ? "Studies" : "Further studies", "studies", others) +
      gallery_strip(index.mechanisms) + "<section>\n<h2>How to read it</h2>\n<p>" + page_badge("holds", "holds") + " inside what is said. " +
      page_badge("differs", "differs") + " outside, where our own independent number says so, with the reason. " +
      page_badge("doubtful", "doubtful") + " one of them, but the run says that its numbers are not to be trusted. " + page_badge("fails", "fails") +
      " neither.</p>\n</section>\n" + page_provenance(provenance) + "</main>\n" + (moves ? viewer_script_from("viewer.js") : "");
  return page_document("Zanjir", body);
}

}  // namespace zanjir
