#include "zanjir/report/sweep_report.hpp"

#include <fmt/format.h>

#include "zanjir/report/numbers_json.hpp"
#include "zanjir/report/table.hpp"

namespace zanjir {

std::string sweep_text(const TaskResult& task) {
  std::string out = task.name + "\n";
  Table counts({"", ""});
  for (const Number& n : task.numbers) {  // what is said of single parameters stands in the tables
    if (n.name.starts_with("first.") || n.name.starts_with("total.") || n.name.starts_with("mu") || n.name.starts_with("sigma.")) continue;
    counts.add({n.name, fmt::format("{:.6g}{}", n.value, n.unit.empty() || n.unit == "1" ? "" : " " + n.unit)});
  }
  if (!counts.empty()) {
    const std::string text = counts.text();
    out += text.substr(text.find('\n') + 1);
  }
  for (const ResultTable& t : task.tables) {
    if (t.rows.empty()) continue;
    Table table(t.header);
    for (const std::vector<std::string>& row : t.rows) table.add(row);
    out += t.title + "\n" + table.text();
  }
  for (const std::string& doubt : task.doubts) out += "not to be trusted: " + doubt + "\n";
  for (const std::string& note : task.notes) out += "note: " + note + "\n";
  for (const Text& t : task.texts) out += t.name + ": " + t.text + "\n";
  if (task.status != TaskStatus::done) out += task.why + "\n";
  return out;
}

std::string sweep_json(const TaskResult& task) {
  Json texts = Json::object();
  for (const Text& t : task.texts) texts[t.name] = t.text;
  return to_line({{"name", task.name},
                  {"kind", task.kind},
                  {"status", word_of(task.status)},
                  {"why", task.why},
                  {"numbers", numbers_json(task)},
                  {"notes", task.notes},
                  {"doubts", task.doubts},
                  {"texts", texts},
                  {"seconds", task.seconds}});
}

}  // namespace zanjir
