#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "zanjir/core/clean_end.hpp"
#include "zanjir/draw/plot.hpp"
#include "zanjir/report/page.hpp"
#include "zanjir/report/study_page_parts.hpp"

namespace zanjir {
namespace {

std::string plain_unit(const std::string& unit) { return unit == "1" ? "" : pretty_unit(unit); }
std::string many(std::size_t n, const char* one, const char* more) { return n == 0 ? "" : fmt::format("{} {}", n, n == 1 ? one : more); }

std::string events_table(const TaskResult& task) {
  if (task.events.empty()) return "";
  constexpr std::size_t most = 200;
  double value = 0, energy = 0;
  for (const EventRecord& e : task.events) value = std::max(value, std::abs(e.value)), energy = std::max(energy, std::abs(e.energy_J));
  std::vector<std::vector<PageCell>> rows;
  for (std::size_t i = 0; i < std::min(task.events.size(), most); ++i) {
    const EventRecord& e = task.events[i];
    rows.push_back(
        {std::to_string(i + 1), fmt::format("{:.12g}", e.t_s), e.name, e.what, number_cell(e.value, value, 6), number_cell(e.energy_J, energy, 6)});
  }
  return page_fold(many(task.events.size(), "event", "events") + (task.events.size() > most ? fmt::format(", the first {}", most) : ""),
                   page_table({"", "t [s]", "name", "kind", "value", "energy [J]"}, rows));
}

std::string numbers_table(const TaskResult& task) {
  constexpr std::size_t most = 400;
  std::map<std::string, double> largest;  // of each unit: what rounding is measured by
  for (const Number& n : task.numbers)
    if (std::isfinite(n.value)) largest[n.unit] = std::max(largest[n.unit], std::abs(n.value));
  std::vector<std::vector<PageCell>> rows;
  for (std::size_t i = 0; i < std::min(task.numbers.size(), most); ++i) {
    const Number& n = task.numbers[i];
    rows.push_back({n.name, number_cell(n.value, n.unit == "1" ? 0 : largest[n.unit], 12), plain_unit(n.unit)});  // plain numbers are not of one kind
  }
  if (rows.empty()) return "";
  return page_fold(many(task.numbers.size(), "number", "numbers") + (task.numbers.size() > most ? fmt::format(", the first {}", most) : ""),
                   page_table({"name", "value", "unit"}, rows));
}

std::string series_table(const TaskResult& task) {
  if (task.series.empty()) return "";
  std::vector<std::vector<PageCell>> rows;
  for (const Series& s : task.series) {
    if (in_haste()) {  // millions of samples take longer to look through than who interrupts would wait
      rows.push_back({s.name, plain_unit(s.unit), "", "", ""});
      continue;
    }
    double low = INFINITY, high = -INFINITY;
    for (const double v : s.values) low = std::min(low, v), high = std::max(high, v);
    const double scale = std::max(std::abs(low), std::abs(high));
    rows.push_back({s.name, plain_unit(s.unit), number_cell(low, scale, 6), number_cell(high, scale, 6),
                    s.values.empty() ? PageCell("") : number_cell(s.values.back(), scale, 6)});
  }
  return page_fold(fmt::format("{} over {}, {} samples each", many(task.series.size(), "series", "series"), escaped(task.abscissa.name),
                               task.abscissa.values.size()),
                   page_table({"name", "unit", "least", "largest", "last"}, rows));
}

std::string left_behind(const TaskResult& t) {
  std::string text;
  for (const std::string& part : {many(t.series.size(), "series", "series"), many(t.numbers.size(), "number", "numbers"),
                                  many(t.events.size(), "event", "events"), t.map ? std::string("a map") : std::string()})
    if (!part.empty()) text += (text.empty() ? "" : ", ") + part;
  return text;
}

std::string task_html(const TaskResult& t, const std::string& model) {
  std::string inside;
  if (t.status != TaskStatus::done)
    inside += "<p class=\"problem\">" + std::string(t.status == TaskStatus::failed ? "Failed: " : "Stopped: ") + escaped(t.why) + "</p>\n";
  if (t.motion.size() > 1 || t.map)
    inside +=
        fmt::format("<p class=\"links\"><button type=\"button\" data-play=\"{0}\" aria-label=\"show {0} in motion\">show it in motion</button></p>\n",
                    escaped(t.name));
  for (const std::string& doubt : t.doubts) inside += "<p class=\"problem\">Not to be trusted: " + escaped(doubt) + "</p>\n";
  for (const std::string& note : t.notes) inside += "<p class=\"note\"><b>Note</b> " + page_words(note) + "</p>\n";
  for (const std::string& advice : t.advice) inside += "<p class=\"note\"><b>Advice</b> " + page_words(advice) + "</p>\n";
  for (const Text& text : t.texts) {
    if (!text.name.starts_with("case ")) inside += "<p><b>" + escaped(text.name) + "</b> " + escaped(text.text) + "</p>\n";
  }
  for (const ResultTable& r : t.tables) {
    if (r.rows.empty()) continue;
    std::vector<std::vector<PageCell>> rows;
    for (const auto& row : r.rows) rows.emplace_back(row.begin(), row.end());
    inside += "<h4>" + escaped(r.title) + "</h4>\n" + page_table(r.header, rows);
  }
  inside += events_table(t) + series_table(t) + numbers_table(t);
  return fmt::format(
      "<details class=\"task\" id=\"task-{0}\"><summary><b>{0}</b><span>{1}</span><span>{2}</span><span>{3}</span><span "
      "class=\"num\">{4}</span></summary>\n<div>\n{5}</div></details>\n",
      escaped(t.name), escaped(t.kind), escaped(model),
      t.status == TaskStatus::done     ? escaped(left_behind(t)) + (t.doubts.empty() ? "" : " " + page_badge("doubtful", "not to be trusted"))
      : t.status == TaskStatus::failed ? page_badge("fails", "failed")
                                       : page_badge("differs", "stopped"),
      fmt::format("{:.2g} s", t.seconds), inside);
}

}  // namespace

std::string tasks_section(const StudyOutcome& outcome) {
  const auto& tasks = outcome.results.tasks();
  if (tasks.empty()) return "";
  std::string lines, failures;
  int not_done = 0;
  double seconds = 0;
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    lines += task_html(tasks[i], i < outcome.study.tasks.size() ? outcome.study.tasks[i].model.name : "");
    seconds += tasks[i].seconds;
    if (tasks[i].status == TaskStatus::done) continue;
    ++not_done;
    failures += fmt::format("<li><a href=\"#task-{0}\">{0}</a>: {1}</li>\n", escaped(tasks[i].name), escaped(tasks[i].why));
  }
  const std::string head =
      "<div class=\"head\"><span>task</span><span>kind</span><span>model</span><span>left behind</span><span class=\"num\">time</span></div>\n";
  return "<section id=\"tasks\">\n<h2>What was computed</h2>\n" +
         (failures.empty() ? "" : "<p class=\"problem\">Not finished:</p>\n<ul>\n" + failures + "</ul>\n") +
         fmt::format("<details class=\"fold\"{}><summary>{}, {} in {:.2g} s</summary>\n{}</details>\n</section>\n", not_done > 0 ? " open" : "",
                     many(tasks.size(), "task", "tasks"), not_done == 0 ? "all finished" : fmt::format("{} not finished", not_done), seconds,
                     not_done > 0 ? head + lines : page_folded(head + lines));
}

}  // namespace zanjir
