#include "zanjir/study/results.hpp"

#include <algorithm>
#include <cctype>

namespace zanjir {
namespace {

struct EventColumn {
  std::string_view suffix;
  double EventRecord::*member;
  std::string_view unit;  // empty: depends on the kind of event
};
constexpr EventColumn event_columns[] = {{"", &EventRecord::t_s, "s"}, {".value", &EventRecord::value, ""}, {".energy", &EventRecord::energy_J, "J"}};
constexpr std::string_view events_prefix = "events";

bool is_event(const EventRecord& event, std::string_view name) { return name.empty() || event.name == name || event.what == name; }

std::vector<std::string> event_groups(const TaskResult& task) {
  std::vector<std::string> names = task.event_names;
  for (const EventRecord& e : task.events) {
    for (const std::string& name : {e.name, e.what}) {
      if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
    }
  }
  return names;
}

FoundResult find_events(const TaskResult& task, std::string_view name) {
  FoundResult found;
  const std::vector<std::string> groups = event_groups(task);
  for (const EventColumn& column : event_columns) {
    if (!name.ends_with(column.suffix)) continue;
    const std::string_view group = name.substr(0, name.size() - column.suffix.size());
    if (!group.empty() && std::find(groups.begin(), groups.end(), group) == groups.end()) continue;
    for (const EventRecord& e : task.events) {
      if (!is_event(e, group)) continue;
      found.event_times.push_back(e.t_s);
      found.event_values.push_back(e.*column.member);
    }
    const Quantity kind = column.unit.empty() ? Quantity{0, Knowledge::unknown, {}} : quantity_of_unit(column.unit);
    found.series = SeriesView{found.event_times, found.event_values, kind, quantity_of_unit("s")};
    found.of_events = true;
    return found;
  }
  return found;
}

}  // namespace

std::string without_numbers(std::string_view note) {
  std::string text;
  for (const char c : note) {
    const bool digit = std::isdigit(static_cast<unsigned char>(c)) != 0;
    if (!digit || text.empty() || text.back() != '#') text += digit ? '#' : c;
    for (const std::string_view behind : {"#.#", "#e-#", "#e+#"})
      if (text.ends_with(behind)) text.erase(text.size() - behind.size() + 1);
  }
  return text;
}

std::vector<std::string> alike_once(const std::vector<std::string>& notes) {
  std::vector<std::string> kinds, once;
  std::vector<std::size_t> others;
  for (const std::string& note : notes) {
    const std::string kind = without_numbers(note);
    const auto known = std::find(kinds.begin(), kinds.end(), kind);
    if (known != kinds.end()) ++others[static_cast<std::size_t>(known - kinds.begin())];
    else kinds.push_back(kind), once.push_back(note), others.push_back(0);
  }
  for (std::size_t i = 0; i < once.size(); ++i)
    if (others[i] > 0) once[i] += " (and " + std::to_string(others[i]) + " more like this)";
  return once;
}

void TaskResult::rest_on(const TaskResult& other) {
  const auto take = [&](const std::vector<std::string>& from, std::vector<std::string>& to) {
    for (const std::string& text : from) {
      std::string said = text.starts_with("of '") ? text : "of '" + other.name + "': " + text;
      if (std::find(to.begin(), to.end(), said) == to.end()) to.push_back(std::move(said));
    }
  };
  take(other.doubts, doubts);
  take(other.notes, notes);
}

void Results::add(TaskResult result) {
  places_.emplace(result.name, tasks_.size());
  tasks_.push_back(std::move(result));
}

const TaskResult* Results::find_task(std::string_view name) const {
  const auto place = places_.find(name);
  return place == places_.end() ? nullptr : &tasks_[place->second];
}

FoundResult find_result(const TaskResult& task, std::string_view name) {
  FoundResult found;
  const Quantity x_kind = quantity_of_unit(task.abscissa.unit);
  const auto view = [&](const Series& s) { return SeriesView{task.abscissa.values, s.values, quantity_of_unit(s.unit), x_kind}; };
  for (const Number& n : task.numbers) {
    if (n.name != name) continue;
    found.number = quantity_of_unit(n.unit);
    found.number->value = n.value;
    found.asked_for = n.asked_for;
    return found;
  }
  for (const Series& s : task.series) {
    if (s.name != name) continue;
    found.series = view(s);
    found.asked_for = s.asked_for;
    found.rows_found_out = task.rows_found_out;
    return found;
  }
  if (name == task.abscissa.name && !task.series.empty()) {
    found.series = view(task.abscissa);
    found.asked_for = true;
    found.rows_found_out = task.rows_found_out;
  }
  if (name == events_prefix) return find_events(task, "");
  if (name.starts_with(events_prefix) && name.size() > events_prefix.size() && name[events_prefix.size()] == '.')
    return find_events(task, name.substr(events_prefix.size() + 1));
  return found;
}

const Series* find_series(const TaskResult& task, std::string_view name) {
  const auto it = std::find_if(task.series.begin(), task.series.end(), [&](const Series& s) { return s.name == name; });
  return it == task.series.end() ? nullptr : &*it;
}

std::vector<std::string> result_names(const TaskResult& task) {
  std::vector<std::string> names;
  for (const Number& n : task.numbers) names.push_back(n.name);
  if (!task.series.empty()) names.push_back(task.abscissa.name);
  for (const Series& s : task.series) names.push_back(s.name);
  for (const std::string& group : event_groups(task)) names.push_back("events." + group);
  return names;
}

}  // namespace zanjir
