#include "zanjir/report/map_report.hpp"

#include <fmt/format.h>

#include <cmath>

#include "zanjir/map/map_outcome.hpp"
#include "zanjir/report/json_values.hpp"
#include "zanjir/report/numbers_json.hpp"
#include "zanjir/report/table.hpp"

namespace zanjir {
namespace {

std::string amount(double x, const std::string& unit) { return fmt::format("{:.6g}{}", x, unit.empty() || unit == "1" ? "" : " " + unit); }

double number_named(const TaskResult& task, const std::string& name, std::string* unit = nullptr) {
  for (const Number& n : task.numbers) {
    if (n.name != name) continue;
    if (unit) *unit = n.unit;
    return n.value;
  }
  return std::nan("");
}

std::string place_of(const Map& map, int point) {
  std::string text;
  for (int k = 0; k < map.n_axes(); ++k)
    text += fmt::format("{}{} = {}", k > 0 ? ", " : "", map.question.axes[at(k)].name(),
                        amount(map.coordinate(k, map.points[at(point)].at[at(k)]), map.axis_units[at(k)]));
  return text;
}

std::string percent(const MapShare& share) { return fmt::format("{:.3g} ± {:.1g} %", 100 * share.value, 100 * share.error); }

std::string limits_text(const Map& map, const MapSummary& s) {
  Table table({"limit", "violated on", "most inside its bounds", "there"});
  for (std::size_t l = 0; l < map.question.limits.size(); ++l)
    table.add({map.question.limits[l].name.name, percent(s.violated[l]),
               s.least_at[l] < 0 ? "" : amount(s.least_violation[l], map.numbers[map.n_values() + l].unit),
               s.least_at[l] < 0 ? "" : place_of(map, s.least_at[l])});
  if (s.out_of_reach.value > 0) table.add({"(out of reach)", percent(s.out_of_reach), "", ""});
  return map.question.limits.empty() && !(s.out_of_reach.value > 0) ? "" : table.text();
}

std::string values_text(const Map& map, const MapSummary& s) {
  Table table({"value", "", "", "there"});
  for (std::size_t v = 0; v < map.n_values(); ++v) {
    const std::string &name = map.numbers[v].name, &unit = map.numbers[v].unit;
    if (s.best[v].point < 0) continue;
    table.add({name, "largest", amount(s.best[v].value, unit), place_of(map, s.best[v].point)});
    table.add({"", "least", amount(s.least[v].value, unit), place_of(map, s.least[v].point)});
    table.add({"", "mean", amount(s.mean[v], unit), ""});
  }
  return map.n_values() == 0 || s.best[0].point < 0 ? "" : table.text();
}

}  // namespace

std::string map_text(const TaskResult& task) {
  if (!task.map) return "no map: " + task.why + "\n";
  const Map& map = task.map->map;
  const MapSummary& s = task.map->summary;
  std::string out = "map of ", unit;
  for (int k = 0; k < map.n_axes(); ++k) {
    const MapAxis& a = map.question.axes[at(k)];
    out += fmt::format("{}{} from {} to {} in {} cells", k > 0 ? ", " : "", a.name(), amount(a.from.value, map.axis_units[at(k)]),
                       amount(a.to.value, map.axis_units[at(k)]), a.cells);
  }
  const std::string size = map.n_axes() == 2 ? "area" : "volume";
  number_named(task, size, &unit);
  out += fmt::format("\nfeasible {}: {} ± {} of {} ({:.3g} %)\n", size, amount(s.feasible, unit), amount(s.error, unit), amount(s.box, unit),
                     100 * s.feasible / s.box);
  if (s.components > 1 || s.home != s.feasible)
    out += fmt::format("{} parts; with the home pose hangs together: {} ± {}\n", s.components, amount(s.home, unit), amount(s.home_error, unit));
  out += limits_text(map, s) + values_text(map, s);
  for (const std::string& note : task.notes) out += "note: " + note + "\n";
  for (const Text& t : task.texts) out += t.name + ": " + t.text + "\n";
  out += fmt::format("{} points, {} poses in {:.2g} s\n", map.points.size(), map.evaluations, task.seconds);
  if (task.status == TaskStatus::cancelled) out += task.why + "\n";
  return out;
}

std::string map_json(const TaskResult& task) {
  std::string out_of_reach;
  for (const Text& t : task.texts)
    if (t.name == "out of reach") out_of_reach = t.text;
  return to_line({{"status", word_of(task.status)},
                  {"why", task.why},
                  {"numbers", numbers_json(task)},
                  {"notes", task.notes},
                  {"out_of_reach", out_of_reach},
                  {"seconds", task.seconds}});
}

}  // namespace zanjir
