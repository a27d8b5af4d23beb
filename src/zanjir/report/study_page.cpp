#include "zanjir/report/study_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "zanjir/core/clean_end.hpp"
#include "zanjir/core/plain_text.hpp"
#include "zanjir/draw/plot.hpp"
#include "zanjir/report/figure_numbers.hpp"
#include "zanjir/report/study_page_parts.hpp"
#include "zanjir/report/viewer_block.hpp"
#include "zanjir/view/packed.hpp"

namespace zanjir {
namespace {

constexpr std::size_t open_figures = 8;  // beside the first; the others are folded
constexpr int lead_sentences = 2;

std::string paragraphs(const std::string& text) {
  std::string out;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find("\n\n", begin), text.size());
    out += "<p>" + page_words(std::string_view(text).substr(begin, end - begin)) + "</p>\n";
    begin = end + 2;
  }
  return out;
}

std::string table_of(const FigureData& f) {
  std::vector<std::vector<PageCell>> rows;
  std::vector<double> largest(f.figure.columns.size(), 0);  // of each column: what rounding is measured by
  for (const auto& cells : f.cells) {
    for (std::size_t c = 0; c < cells.size() && c < largest.size(); ++c)
      if (std::isfinite(cells[c])) largest[c] = std::max(largest[c], std::abs(cells[c]));
  }
  for (std::size_t r = 0; r < f.cells.size(); ++r) {
    rows.push_back({f.figure.rows[r].first});
    for (std::size_t c = 0; c < f.cells[r].size(); ++c)
      rows.back().push_back(number_cell(f.cells[r][c], c < largest.size() ? largest[c] : 0, f.figure.digits));
  }
  return "<h3>" + escaped(f.figure.title) + "</h3>\n" + page_table(f.figure.columns, rows);
}

bool is_wide(const FigureData& f) { return f.figure.columns.size() > 5 || f.panels.size() > 1 || f.postures.size() > 1; }

std::string figure_html(const FigureData& f) {
  std::string out = fmt::format("<figure id=\"figure-{}\"{}>\n", escaped(f.figure.name), is_wide(f) ? " class=\"wide\"" : ""), links;
  if (f.figure.kind == FigureKind::table) {
    out += table_of(f);
  } else if (in_haste()) {
    if (f.problem.empty()) out += R"(<p class="problem">Not drawn, since the study was interrupted</p>)";
  } else if (const std::string svg = figure_svg(f); !svg.empty()) {
    out += "<div class=\"drawn\" tabindex=\"0\">" + svg + "</div>\n";
    links = page_figure_links(f.figure.name);
    if (const std::string numbers = figure_numbers_json(f); !numbers.empty()) out += "<script type=\"text/plain\">" + packed(numbers) + "</script>\n";
  }
  if (!f.problem.empty()) out += R"(<p class="problem">Not complete: )" + escaped(f.problem) + "</p>\n";
  return out + "<figcaption>" + page_words(f.figure.text) + links + "</figcaption>\n</figure>\n";
}

std::string key_section(const StudyOutcome& outcome, const std::string& moving) {
  const FigureData* key = key_figure_of(outcome);
  return "<section id=\"key\">\n<section id=\"viewer\"" + std::string(moving.empty() ? " hidden>" : " aria-label=\"The mechanism in motion\">") +
         moving + "</section>\n" + (key ? figure_html(*key) : "") + "</section>\n";
}

std::string figures_section(const StudyOutcome& outcome) {
  const FigureData* key = key_figure_of(outcome);
  std::string shown, folded;
  std::size_t n = 0;
  for (const FigureData& f : outcome.figures) {
    if (&f != key) (n++ < open_figures ? shown : folded) += figure_html(f);
  }
  if (n == 0) return "";
  std::string out = "<section id=\"figures\">\n<h2>Figures</h2>\n<div class=\"figures\">\n" + shown + "</div>\n";
  if (!folded.empty())
    out += fmt::format("<details class=\"fold\"><summary>{} more figures</summary>\n{}</details>\n", n - open_figures,
                       page_folded("<div class=\"figures\">\n" + folded + "</div>\n"));
  return out + "</section>\n";
}

std::string models_section(const StudyOutcome& outcome) {
  if (outcome.study.models.empty()) return "";
  std::vector<std::vector<PageCell>> rows;
  for (const StudyModel& m : outcome.study.models) {
    std::string set;
    for (const Override& o : m.set) set += (set.empty() ? "" : ", ") + o.key + " = " + o.value;
    rows.push_back({m.name, m.file.lexically_normal().string(), set});
  }
  return fmt::format("<section id=\"models\">\n<h2>Models</h2>\n<details class=\"fold\"><summary>{} {}</summary>\n{}</details>\n</section>\n",
                     rows.size(), rows.size() == 1 ? "mechanism" : "mechanisms", page_table({"name", "file", "changed"}, rows));
}

std::string tally(const char* kind, const std::string& title, const VerdictCounts& n) {
  return fmt::format("<div class=\"tally {}\"><h2>{}</h2>{}<div class=\"chips\">{}</div></div>\n", kind, title, verdict_bar(n), verdict_chips(n));
}

std::string score_html(const StudyOutcome& outcome) {
  VerdictCounts paper, own;
  for (const Score& s : score_of(outcome)) (s.by == Sayer::paper ? paper : own) += s.counts;
  const int said = paper.all(), checks = own.all();
  if (said + checks == 0) return "";
  std::string out = "<div class=\"score\">\n";
  if (said > 0) out += tally("paper", fmt::format("{} published {}", said, said == 1 ? "claim" : "claims"), paper);
  if (checks > 0) out += tally("own", fmt::format("{} {} of our own", checks, checks == 1 ? "check" : "checks"), own);
  return out + "</div>\n";
}

}  // namespace

const FigureData* key_figure_of(const StudyOutcome& outcome) {
  const auto named =
      std::find_if(outcome.figures.begin(), outcome.figures.end(), [&](const FigureData& f) { return f.figure.name == outcome.study.key_figure; });
  if (named != outcome.figures.end()) return &*named;
  return outcome.figures.empty() ? nullptr : &outcome.figures.front();
}

std::string study_page(const StudyOutcome& outcome, const Provenance& provenance, const std::string& moving) {
  const VerdictCounts n = count_verdicts(outcome);
  const std::pair<const char*, std::string> sections[] = {{"claims", claims_section(outcome)},
                                                          {"checks", checks_section(outcome)},
                                                          {"figures", figures_section(outcome)},
                                                          {"tasks", tasks_section(outcome)},
                                                          {"models", models_section(outcome)}};
  std::string body = "<header>\n<nav aria-label=\"Parts of this page\"><a href=\"../index.html\">all studies</a>";
  for (const auto& [id, text] : sections) {
    if (!text.empty()) body += fmt::format(" · <a href=\"#{0}\">{0}</a>", id);
  }
  body += " · <a href=\"#environment\">how it was made</a></nav>\n<h1>" + escaped(outcome.study.title) + "</h1>\n";
  const auto [lead, rest] = split_sentences(outcome.study.text, lead_sentences);
  if (!lead.empty()) body += "<p class=\"lead\">" + page_words(lead) + "</p>\n";
  if (!rest.empty()) body += page_fold("More about this study", paragraphs(rest));
  if (n.unexpected > 0)
    body += fmt::format("<p class=\"problem\">{} verdict{} not the expected one{}.</p>\n", n.unexpected, n.unexpected == 1 ? " is" : "s are",
                        n.unexpected == 1 ? "" : "s");
  if (!outcome.trusted())
    body +=
        "<p class=\"problem\">Not every task is to be trusted: which ones, and why, is said with them and with each claim that rests on them.</p>\n";
  if (!outcome.finished()) body += "<p class=\"problem\">Not every task finished: what is missing is named below, what exists is shown.</p>\n";
  body += score_html(outcome) + "</header>\n<main id=\"main\">\n" + key_section(outcome, moving);
  for (const auto& section : sections) body += section.second;
  body += page_provenance(provenance, outcome.sources) + "</main>\n" + viewer_script_from("../viewer.js");
  return page_document(outcome.study.title, body);
}

}  // namespace zanjir
