#include "zanjir/report/study_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "zanjir/core/plain_text.hpp"
#include "zanjir/draw/plot.hpp"
#include "zanjir/report/study_report.hpp"
#include "zanjir/study/claims.hpp"

namespace zanjir {
namespace {

std::string paragraphs(const std::string& text) {
  std::string out;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find("\n\n", begin), text.size());
    out += "<p>" + escaped(text.substr(begin, end - begin)) + "</p>\n";
    begin = end + 2;
  }
  return out;
}

std::string badge(std::string_view verdict, std::string_view text) { return fmt::format(R"(<span class="badge {}">{}</span>)", verdict, text); }

std::string chips(int holds, int differs, int fails, std::string_view title = {}) {
  std::string out = title.empty() ? "" : fmt::format(R"(<span class="sayer">{}</span>)", title);
  if (holds > 0) out += badge("holds", fmt::format("{} {}", holds, holds == 1 ? "holds" : "hold"));
  if (differs > 0) out += badge("differs", fmt::format("{} {}", differs, differs == 1 ? "differs" : "differ"));
  if (fails > 0) out += badge("fails", fmt::format("{} {}", fails, fails == 1 ? "fails" : "fail"));
  return R"(<div class="chips">)" + out + "</div>";
}

// A long one is folded away: a page is read for what is said and what came out.
std::string formula(const std::string& text) {
  constexpr std::size_t long_one = 160;
  const std::string code = "<code>" + escaped(text) + "</code>";
  return text.size() <= long_one ? "<br>" + code : "<details><summary>formula</summary>" + code + "</details>";
}

std::string claims_table(const StudyOutcome& outcome) {
  if (outcome.claims.empty()) return "";
  std::string out =
      "<section id=\"claims\">\n<h2>Claims</h2>\n<table "
      "class=\"claims\">\n<thead><tr><th>verdict</th><th>claim</th><th>said</th><th>computed</th><th>by</th><th>source</th></tr></thead>\n<tbody>\n";
  for (const ClaimOutcome& c : outcome.claims) {
    const std::string_view verdict = word_of(c.verdict);
    std::string claim = R"(<span class="id">)" + escaped(c.claim.id) + "</span>";
    if (!c.claim.text.empty()) claim += "<br>" + escaped(c.claim.text);
    claim += formula(c.claim.compute.text);
    out += fmt::format(
        R"(<tr id="claim-{}" class="{}{}"><td>{}</td><td>{}</td><td data-label="said">{}</td><td data-label="computed">{}</td><td data-label="by">{}</td><td data-label="source">{}</td></tr>)",
        escaped(c.claim.id), verdict, c.reason.empty() && c.notes.empty() ? "" : " with-reason",
        badge(verdict, verdict) +
            (c.as_expected() ? "" : R"(<br><span class="unexpected">expected: )" + std::string(word_of(c.claim.expect)) + "</span>"),
        claim, escaped(pretty_unit(bounds_text(c.claim.said))), c.computed ? escaped(pretty_unit(number_text(c.claim.said, *c.computed))) : "–",
        word_of(c.claim.by), escaped(c.claim.source));
    out += "\n";
    if (c.reason.empty() && c.notes.empty()) continue;
    std::string reason = escaped(c.reason);
    if (c.claim.found && !c.reason.empty())
      reason += R"( <span class="found">Found: )" + escaped(pretty_unit(bounds_text(*c.claim.found)) + ", " + c.claim.found->from) + ".</span>";
    for (const std::string& note : c.notes) reason += (reason.empty() ? "" : "<br>") + std::string("<b>Note</b> on ") + escaped(note);
    out += fmt::format("<tr class=\"reason {}\"><td></td><td colspan=\"5\">{}</td></tr>\n", verdict, reason);
  }
  return out + "</tbody>\n</table>\n</section>\n";
}

std::string figures(const StudyOutcome& outcome) {
  if (outcome.figures.empty()) return "";
  std::string out = "<section id=\"figures\">\n<h2>Figures</h2>\n<div class=\"figures\">\n";
  for (const FigureData& f : outcome.figures) {
    out += fmt::format("<figure id=\"figure-{}\">\n", escaped(link_to("figures/" + file_name_of(f.figure.name))));
    std::string links;
    if (f.figure.kind == FigureKind::table) {
      std::vector<std::vector<std::string>> rows;
      for (std::size_t r = 0; r < f.cells.size(); ++r) {
        rows.push_back({f.figure.rows[r].first});
        for (const double value : f.cells[r]) rows.back().push_back(std::isnan(value) ? "–" : fmt::format("{:.{}g}", value, f.figure.digits));
      }
      out += "<h3>" + escaped(f.figure.title) + "</h3>\n" + page_table(f.figure.columns, rows);
    } else {
      out += figure_svg(f);
      links = fmt::format(R"( <span class="links"><a href="{0}.svg">SVG</a> <a href="{0}.png">PNG</a></span>)", escaped(f.figure.name));
    }
    if (!f.problem.empty()) out += R"(<p class="problem">Not complete: )" + escaped(f.problem) + "</p>\n";
    out += "<figcaption>" + escaped(f.figure.text) + links + "</figcaption>\n</figure>\n";
  }
  return out + "</div>\n</section>\n";
}

std::string events_table(const TaskResult& task) {
  if (task.events.empty()) return "";
  constexpr std::size_t most = 200;
  std::vector<std::vector<std::string>> rows;
  for (std::size_t i = 0; i < std::min(task.events.size(), most); ++i) {
    const EventRecord& e = task.events[i];
    rows.push_back(
        {std::to_string(i + 1), fmt::format("{:.12g}", e.t_s), e.name, e.what, fmt::format("{:.6g}", e.value), fmt::format("{:.6g}", e.energy_J)});
  }
  std::string title = fmt::format("Events: {}", task.events.size());
  if (task.events.size() > most) title += fmt::format(", the first {}", most);
  return "<h4>" + title + "</h4>\n" + page_table({"", "t [s]", "name", "kind", "value", "energy [J]"}, rows);
}

std::string numbers_table(const TaskResult& task) {
  std::vector<std::vector<std::string>> rows;
  constexpr std::size_t most = 400;
  for (std::size_t i = 0; i < std::min(task.numbers.size(), most); ++i) {
    const Number& n = task.numbers[i];
    rows.push_back({n.name, fmt::format("{:.12g}", n.value), n.unit == "1" ? "" : n.unit});
  }
  if (rows.empty()) return "";
  return fmt::format("<details><summary>Numbers: {}{}</summary>\n", task.numbers.size(),
                     task.numbers.size() > most ? fmt::format(", the first {}", most) : "") +
         page_table({"name", "value", "unit"}, rows) + "</details>\n";
}

std::string series_table(const TaskResult& task) {
  if (task.series.empty()) return "";
  std::vector<std::vector<std::string>> rows;
  for (const Series& s : task.series) {
    double low = INFINITY, high = -INFINITY;
    for (const double v : s.values) low = std::min(low, v), high = std::max(high, v);
    rows.push_back({s.name, s.unit == "1" ? "" : s.unit, fmt::format("{:.6g}", low), fmt::format("{:.6g}", high),
                    s.values.empty() ? "" : fmt::format("{:.6g}", s.values.back())});
  }
  return fmt::format("<details><summary>Series: {} over {}, {} samples each</summary>\n", task.series.size(), escaped(task.abscissa.name),
                     task.abscissa.values.size()) +
         page_table({"name", "unit", "least", "largest", "last"}, rows) + "</details>\n";
}

std::string tasks(const StudyOutcome& outcome) {
  if (outcome.results.tasks().empty()) return "";
  std::string out = "<section id=\"tasks\">\n<h2>Tasks</h2>\n";
  for (std::size_t i = 0; i < outcome.results.tasks().size(); ++i) {
    const TaskResult& t = outcome.results.tasks()[i];
    const std::string& model = i < outcome.study.tasks.size() ? outcome.study.tasks[i].model.name : t.kind;
    out += fmt::format("<article id=\"task-{0}\">\n<h3>{0} <small>{1}{2}, {3:.2g} s</small></h3>\n", escaped(t.name), escaped(t.kind),
                       model.empty() ? "" : " of " + escaped(model), t.seconds);
    if (t.status != TaskStatus::done)
      out += "<p class=\"problem\">" + std::string(t.status == TaskStatus::failed ? "Failed: " : "Stopped: ") + escaped(t.why) + "</p>\n";
    for (const std::string& note : t.notes) out += "<p class=\"note\"><b>Note</b> " + escaped(note) + "</p>\n";
    for (const Text& text : t.texts) {
      if (!text.name.starts_with("case ")) out += "<p><b>" + escaped(text.name) + "</b> " + escaped(text.text) + "</p>\n";
    }
    for (const ResultTable& r : t.tables) {
      if (!r.rows.empty()) out += "<h4>" + escaped(r.title) + "</h4>\n" + page_table(r.header, r.rows);
    }
    out += events_table(t) + series_table(t) + numbers_table(t) + "</article>\n";
  }
  return out + "</section>\n";
}

std::string models(const StudyOutcome& outcome) {
  if (outcome.study.models.empty()) return "";
  std::vector<std::vector<std::string>> rows;
  for (const StudyModel& m : outcome.study.models) {
    std::string set;
    for (const Override& o : m.set) set += (set.empty() ? "" : ", ") + o.key + " = " + o.value;
    rows.push_back({m.name, m.file.lexically_normal().string(), set});
  }
  return "<section id=\"models\">\n<h2>Models</h2>\n" + page_table({"name", "file", "changed"}, rows) + "</section>\n";
}

// In the list of studies: everyone who says something, the paper first.
std::string chips_of(const StudySummary& s) {
  std::string out;
  for (const auto& [by, counts] : s.score) out += chips(counts[0], counts[1], counts[2], by);
  return out.empty() ? chips(s.holds, s.differs, s.fails) : out;
}

}  // namespace

std::string study_page(const StudyOutcome& outcome, const Provenance& provenance) {
  const VerdictCounts n = count_verdicts(outcome);
  const std::pair<const char*, std::string> sections[] = {
      {"claims", claims_table(outcome)}, {"figures", figures(outcome)}, {"tasks", tasks(outcome)}, {"models", models(outcome)}};
  std::string body = "<header>\n<nav><a href=\"../index.html\">all studies</a>";
  for (const auto& [id, text] : sections) {
    if (!text.empty()) body += fmt::format(" · <a href=\"#{0}\">{0}</a>", id);
  }
  body += "</nav>\n<h1>" + escaped(outcome.study.title) + "</h1>\n";
  for (const Score& s : score_of(outcome)) body += chips(s.counts.holds, s.counts.differs, s.counts.fails, sayer_text(s.by)) + "\n";
  if (n.unexpected > 0)
    body += fmt::format("<p class=\"problem\">{} verdict{} not the expected one{}.</p>\n", n.unexpected, n.unexpected == 1 ? " is" : "s are",
                        n.unexpected == 1 ? "" : "s");
  body += paragraphs(outcome.study.text) + "</header>\n<main>\n";
  for (const auto& section : sections) body += section.second;
  body += "<section id=\"viewer\" hidden></section>\n";  // the place of the interactive viewer
  body += page_provenance(provenance) + "</main>\n";
  return page_document(outcome.study.title, body);
}

std::string index_page(const std::vector<StudySummary>& studies, HasGallery gallery, const Provenance& provenance) {
  std::string body =
      "<header>\n<h1>Studies</h1>\n<p>Each claim stands beside what was computed. <em>holds</em>: inside what is said; <em>differs</em>: "
      "outside, as our own independent number "
      "says, with the reason; <em>fails</em>: neither.</p>\n" +
      std::string(gallery == HasGallery::yes ? "<nav><a href=\"gallery.html\">gallery of mechanisms</a></nav>\n" : "") +
      "</header>\n<main>\n<div class=\"cards\">\n";
  for (const StudySummary& s : studies) {
    body += fmt::format("<a class=\"card{}\" href=\"{}\"><h2>{}</h2>{}<small>{:.2g} s</small></a>\n", s.unexpected > 0 ? " alarm" : "",
                        escaped(s.file), escaped(s.title), chips_of(s), s.seconds);
  }
  return page_document("Studies", body + "</div>\n" + page_provenance(provenance) + "</main>\n");
}

}  // namespace zanjir
