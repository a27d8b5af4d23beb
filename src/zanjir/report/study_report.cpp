#include "zanjir/report/study_report.hpp"

#include <fmt/format.h>

#include <cmath>

#include "zanjir/draw/drawing.hpp"
#include "zanjir/draw/grid_picture.hpp"
#include "zanjir/draw/map_picture.hpp"
#include "zanjir/draw/plot.hpp"
#include "zanjir/report/json_values.hpp"
#include "zanjir/report/table.hpp"
#include "zanjir/study/claims.hpp"

namespace zanjir {
namespace {

std::string computed_text(const ClaimOutcome& c) { return c.computed ? number_text(c.claim.said, *c.computed) : "–"; }

const char* ansi_of(const ClaimOutcome& c) {
  if (!c.as_expected()) return "\033[1;31m";
  return c.verdict == Verdict::holds ? "\033[32m" : "\033[33m";
}

Json json_of(const Bounds& b) {
  Json said = Json::object();
  if (b.value) said["value"] = *b.value;
  if (b.value) said["tol"] = b.tol;
  if (b.value && b.rel_tol > 0) said["rel_tol"] = b.rel_tol;
  if (b.min) said["min"] = *b.min;
  if (b.max) said["max"] = *b.max;
  if (!b.text.empty()) said["text"] = b.text;
  return said;
}

// Of a task that is about them: { title, columns, rows of texts }.
Json tables_of(const TaskResult& task) {
  Json tables = Json::array();
  for (const ResultTable& t : task.tables)
    if (t.everywhere) tables.push_back({{"title", t.title}, {"columns", t.header}, {"rows", t.rows}});
  return tables;
}

Json json_of(const StudyOutcome& outcome) {
  Json claims = Json::array();
  for (const ClaimOutcome& c : outcome.claims) {
    claims.push_back({{"id", c.claim.id},
                      {"source", c.claim.source},
                      {"said", json_of(c.claim.said)},
                      {"computed", c.computed ? Json(*c.computed) : Json()},
                      {"verdict", word_of(c.verdict)},
                      {"reason", c.reason},
                      {"by", word_of(c.claim.by)},
                      {"notes", c.notes},
                      {"expect", word_of(c.claim.expect)},
                      {"unit", c.unit}});
    if (!c.doubts.empty()) claims.back()["doubts"] = c.doubts;
  }
  Json score = Json::object();
  for (const Score& s : score_of(outcome))
    score[std::string(word_of(s.by))] = {
        {"holds", s.counts.holds}, {"differs", s.counts.differs}, {"doubtful", s.counts.doubtful}, {"fails", s.counts.fails}};
  Json notes = Json::object();
  for (const TaskResult& t : outcome.results.tasks())
    if (!t.notes.empty()) notes[t.name] = t.notes;
  Json advice = Json::object();
  for (const TaskResult& t : outcome.results.tasks())
    if (!t.advice.empty()) advice[t.name] = t.advice;
  Json doubts = Json::object();
  for (const TaskResult& t : outcome.results.tasks())
    if (!t.doubts.empty()) doubts[t.name] = t.doubts;
  Json tables = Json::object();
  for (const TaskResult& t : outcome.results.tasks())
    if (Json list = tables_of(t); !list.empty()) tables[t.name] = std::move(list);
  Json out = {{"name", outcome.study.name},  {"claims", claims}, {"seconds", outcome.seconds}, {"score", score}, {"notes", notes},
              {"trusted", outcome.trusted()}};
  if (!advice.empty()) out["advice"] = std::move(advice);
  if (!doubts.empty()) out["doubts"] = std::move(doubts);
  if (!tables.empty()) out["tables"] = std::move(tables);
  return out;
}

std::string reason_and_notes(const ClaimOutcome& c) {
  std::string text = c.reason;
  for (const std::string& note : c.notes) text += (text.empty() ? "Note on " : " Note on ") + note;
  return text;
}

std::string cell(std::string text) {  // of a Markdown table
  std::string out;
  for (const char c : text) out += c == '|' ? "\\|" : c == '\n' ? " " : std::string(1, c);
  return out;
}

CurveStyle style_of(const std::string& word) {
  if (word == "published") return CurveStyle::published;
  return word == "points" ? CurveStyle::points : word == "line+points" ? CurveStyle::line_and_points : CurveStyle::line;
}

PlotAxis axis_of(const FigureAxis& axis, const std::string& unit) {
  return {axis.label, unit, axis.logarithmic ? AxisScale::logarithmic : AxisScale::linear, axis.from, axis.to};
}

double to_si(const std::string& unit) { return unit.empty() || unit == "1" ? 1 : parse_unit(unit).unit.to_si; }

std::string map_figure(const FigureData& f) {
  const auto& axes = f.map->map.question.axes;
  MapPicture picture{f.figure.title,
                     axis_of(f.figure.x, f.x_unit),
                     axis_of(f.figure.y, f.y_unit),
                     to_si(f.x_unit),
                     to_si(f.y_unit),
                     f.figure.value.name,
                     f.figure.equal_axes ? AxesRatio::equal : AxesRatio::free};
  if (picture.x.label.empty()) picture.x.label = axes[0].name();
  if (picture.y.label.empty()) picture.y.label = axes[1].name();
  return map_svg(*f.map, picture);
}

std::string grid_figure(const FigureData& f) {
  GridPicture picture{f.figure.title, f.grid->value, f.grid->unit, {}, f.grid->values};
  for (std::size_t k = 0; k < f.grid->axes.size(); ++k) {
    const SweepAxis& axis = f.grid->axes[k];
    const FigureAxis shown = k == 0 ? f.figure.x : k == 1 ? f.figure.y : FigureAxis{};
    const std::string unit = k == 0 ? f.x_unit : k == 1 ? f.y_unit : axis.written_in.empty() ? axis.unit : axis.written_in;
    const std::string name = shown.label.empty() ? axis.name : shown.label;
    picture.axes.push_back({unit.empty() || unit == "1" ? name : name + " [" + pretty_unit(unit) + "]", {}});
    for (const double v : axis.values)
      picture.axes.back().labels.push_back(axis.words.empty() ? fmt::format("{:.4g}", v / to_si(unit)) : axis.text(v));
  }
  return grid_picture_svg(picture);
}

// One line for everyone who says something.
std::string score_text(const StudyOutcome& outcome, const char* before, const char* after) {
  std::string text;
  for (const Score& s : score_of(outcome)) text += fmt::format("{}{:<24}{}{}", before, sayer_text(s.by), counts_text(s.counts), after);
  return text;
}

}  // namespace

void VerdictCounts::add(const ClaimOutcome& c) {
  switch (c.verdict) {
    case Verdict::holds: ++holds; break;
    case Verdict::differs: ++differs; break;
    case Verdict::doubtful: ++doubtful; break;
    case Verdict::fails: ++fails; break;
  }
  unexpected += !c.as_expected();
}

VerdictCounts& VerdictCounts::operator+=(const VerdictCounts& n) {
  holds += n.holds, differs += n.differs, doubtful += n.doubtful, fails += n.fails, unexpected += n.unexpected;
  return *this;
}

VerdictCounts count_verdicts(const StudyOutcome& outcome) {
  VerdictCounts n;
  for (const ClaimOutcome& c : outcome.claims) n.add(c);
  return n;
}

std::vector<Score> score_of(const StudyOutcome& outcome) {
  std::vector<Score> score;
  for (const auto& [by, word] : WordsOf<Sayer>::table) {
    Score s{by, {}};
    for (const ClaimOutcome& c : outcome.claims) {
      if (c.claim.by == by) s.counts.add(c);
    }
    if (s.counts.all() > 0) score.push_back(s);
  }
  return score;
}

std::string_view sayer_text(Sayer by) {
  switch (by) {
    case Sayer::paper: return "said by the paper";
    case Sayer::digest: return "computed independently";
    case Sayer::law: return "laws and closed forms";
    case Sayer::ours: return "targets of ours";
  }
  return "";
}

std::string counts_text(const VerdictCounts& n) {
  const int all = n.all();
  std::string text = fmt::format("{} claim{}", all, all == 1 ? "" : "s");
  if (all > 0) text += ":";
  auto part = [&, first = true](int count, const char* one, const char* many) mutable {
    if (count == 0) return;
    text += fmt::format("{} {} {}", first ? "" : ",", count, count == 1 ? one : many);
    first = false;
  };
  part(n.holds, "holds", "hold");
  part(n.differs, "differs", "differ");
  part(n.doubtful, "is doubtful", "are doubtful");
  part(n.fails, "fails", "fail");
  return text;
}

std::string study_text(const StudyOutcome& outcome, Colour colour) {
  const auto paint = [&](const char* code, const std::string& text) { return colour == Colour::terminal ? code + text + "\033[0m" : text; };
  std::string out = paint("\033[1m", outcome.study.title) + "\n";
  for (const TaskResult& t : outcome.results.tasks()) {
    if (t.status != TaskStatus::done)
      out += fmt::format("  {} {}: {}\n", paint("\033[1;31m", "task " + t.name), t.status == TaskStatus::failed ? "failed" : "was stopped", t.why);
    for (const std::string& doubt : t.doubts) out += fmt::format("  {}: {}\n", paint("\033[1;31m", t.name + " is not to be trusted"), doubt);
    for (const std::string& note : t.notes) out += fmt::format("  {}: {}\n", paint("\033[1;33m", "note on " + t.name), note);
    for (const std::string& advice : t.advice) out += fmt::format("  {}: {}\n", paint("\033[1;33m", "advice on " + t.name), advice);
    for (const ResultTable& r : t.tables) {
      if (!r.everywhere || r.rows.empty()) continue;
      Table table(r.header);
      for (const auto& row : r.rows) table.add(row);
      out += fmt::format("{}: {}\n{}", t.name, r.title, table.text());
    }
  }
  if (!outcome.claims.empty()) {
    Table table({"verdict", "claim", "said", "computed", "by", "source"});
    for (const ClaimOutcome& c : outcome.claims)
      table.add({std::string(word_of(c.verdict)), c.claim.id, bounds_text(c.claim.said), computed_text(c), std::string(word_of(c.claim.by)),
                 c.claim.source});
    const std::string text = table.text();
    std::size_t begin = text.find('\n') + 1;
    out += text.substr(0, begin);
    for (const ClaimOutcome& c : outcome.claims) {
      const std::size_t end = text.find('\n', begin);
      const std::string word(word_of(c.verdict));
      const std::string line = text.substr(begin, end - begin);
      out += "  " + paint(ansi_of(c), word) + line.substr(2 + word.size()) + "\n";
      if (!c.reason.empty()) out += "           " + c.reason + "\n";
      for (const std::string& note : c.notes) out += "           " + paint("\033[1;33m", "note") + " " + note + "\n";
      if (!c.as_expected()) out += "           " + paint("\033[1;31m", fmt::format("expected: {}", word_of(c.claim.expect))) + "\n";
      begin = end + 1;
    }
  }
  const VerdictCounts n = count_verdicts(outcome);
  out += score_text(outcome, "", "\n");
  out += fmt::format("{:<24}{}{}; {:.2g} s\n", "all together", counts_text(n),
                     n.unexpected == 0 ? ", as expected" : fmt::format("; {} not as expected", n.unexpected), outcome.seconds);
  return out;
}

std::string study_markdown(const StudyOutcome& outcome) {
  std::string out = "# " + outcome.study.title + "\n\n";
  if (!outcome.study.text.empty()) out += outcome.study.text + "\n\n";
  out += "| verdict | claim | by | source | said | computed | reason |\n|---|---|---|---|---|---|---|\n";
  for (const ClaimOutcome& c : outcome.claims) {
    const std::string mark = c.as_expected() ? "" : " (expected: " + std::string(word_of(c.claim.expect)) + ")";
    out += fmt::format("| **{}**{} | {} | {} | {} | {} | {} | {} |\n", word_of(c.verdict), mark,
                       cell(c.claim.id + (c.claim.text.empty() ? "" : ": " + c.claim.text)), word_of(c.claim.by), cell(c.claim.source),
                       cell(bounds_text(c.claim.said)), cell(computed_text(c)), cell(reason_and_notes(c)));
  }
  out += "\n";
  for (const Score& s : score_of(outcome)) out += fmt::format("- {}: {}\n", sayer_text(s.by), counts_text(s.counts));
  return out + "\nAll together: " + counts_text(count_verdicts(outcome)) + ".\n";
}

std::string study_json(const StudyOutcome& outcome) { return to_line(json_of(outcome)); }

std::string studies_json(const std::vector<StudyOutcome>& outcomes) {
  Json studies = Json::array();
  for (const StudyOutcome& o : outcomes) studies.push_back(json_of(o));
  return to_line({{"studies", studies}});
}

std::string figure_svg(const FigureData& f) {
  if (f.figure.kind == FigureKind::table) return "";
  if (f.figure.kind == FigureKind::posture) {
    std::vector<DrawnPosture> postures;
    for (const PostureData& p : f.postures) postures.push_back({p.label, p.model.get(), p.states});
    return postures_svg(f.figure.title, postures, f.figure.magnify, postures.size() == 1 ? PlotSize{760, 400} : PlotSize{380, 240});
  }
  if (f.figure.kind == FigureKind::map) return f.map ? map_figure(f) : f.grid ? grid_figure(f) : "";
  const PlotAxis x = axis_of(f.figure.x, f.x_unit), y = axis_of(f.figure.y, f.y_unit);
  if (f.figure.kind == FigureKind::bars) {
    std::vector<std::pair<std::string, double>> bars;
    for (const CurveData& c : f.curves) {
      for (std::size_t i = 0; i < c.y.size(); ++i) bars.emplace_back(c.y.size() == 1 ? c.label : fmt::format("{} {}", c.label, i + 1), c.y[i]);
    }
    return bars_svg(f.figure.title, y, bars);
  }
  const auto plot = [&](const std::string& title, const std::vector<CurveData>& curves) {
    Plot p{title, x, y, {}, f.figure.equal_axes ? AxesRatio::equal : AxesRatio::free};
    for (const CurveData& c : curves) p.curves.push_back({c.label, style_of(c.style), c.x, c.y});
    return p;
  };
  if (f.figure.apart && f.curves.size() > 1) {
    std::vector<Plot> plots;
    for (const CurveData& c : f.curves) plots.push_back(plot(c.label, {c}));
    return panels_svg(f.figure.title, std::move(plots));
  }
  if (f.panels.empty()) return plot_svg(plot(f.figure.title, f.curves));
  std::vector<Plot> panels;
  for (const PanelData& p : f.panels) panels.push_back(plot(p.title, p.curves));
  return panels_svg(f.figure.title, std::move(panels));
}

}  // namespace zanjir
