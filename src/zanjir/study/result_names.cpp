#include "zanjir/study/result_names.hpp"

#include <algorithm>

#include "zanjir/language/values.hpp"

namespace zanjir {
namespace {

std::pair<std::string_view, std::string_view> split(std::string_view name) {
  const std::size_t dot = std::min(name.find('.'), name.size());
  return {name.substr(0, dot), name.substr(std::min(dot + 1, name.size()))};
}

}  // namespace

const FoundResult* ResultNames::find(std::string_view name) {
  const auto known = std::find_if(found_.begin(), found_.end(), [&](const auto& entry) { return entry.first == name; });
  if (known != found_.end()) return &known->second;
  const auto [task_name, rest] = split(name);
  const TaskResult* task = results_.find_task(task_name);
  if (!task) return nullptr;
  if (task->status != TaskStatus::done && !unfinished_) unfinished_ = task;
  if (std::find(used_.begin(), used_.end(), task) == used_.end()) used_.push_back(task);
  FoundResult found = find_result(*task, rest);
  if (!found.number && !found.series) return nullptr;
  found_.emplace_back(std::string(name), std::move(found));
  return &found_.back().second;
}

std::vector<std::string> ResultNames::named() const {
  std::vector<std::string> names;
  for (const auto& [name, found] : found_) names.push_back(name);
  return names;
}

bool ResultNames::will_exist(std::string_view name) const {
  const std::string_view task = split(name).first;
  return pass_ == Pass::check && !results_.find_task(task) &&
         std::any_of(study_.tasks.begin(), study_.tasks.end(), [&](const StudyTask& t) { return t.name == task; });
}

std::string ResultNames::hint(std::string_view name) const {
  const auto [task_name, rest] = split(name);
  std::vector<std::string> known;
  const TaskResult* task = results_.find_task(task_name);
  if (!task) {
    for (const StudyTask& t : study_.tasks) known.push_back(t.name);
    return did_you_mean(task_name, known);
  }
  known = result_names(*task);
  const std::string near = nearest(std::string(rest), known);
  if (!near.empty()) return "did you mean '" + std::string(task_name) + "." + near + "'?";
  std::string list;
  const std::size_t shown = std::min<std::size_t>(known.size(), 8);
  for (std::size_t i = 0; i < shown; ++i) list += (i == 0 ? "" : ", ") + known[i];
  if (known.empty()) return "task '" + std::string(task_name) + "' has no results";
  return "task '" + std::string(task_name) + "' has " + list + (shown < known.size() ? " and " + std::to_string(known.size() - shown) + " more" : "");
}

ExpressionNames ResultNames::names() {
  ExpressionNames who;
  who.pass = pass_;
  who.parameter = [this](std::string_view name) -> std::optional<Quantity> {
    const auto it = study_.parameters.find(name);
    return it == study_.parameters.end() ? std::nullopt : std::optional(it->second);
  };
  who.hint = [this](std::string_view name) {
    std::vector<std::string> known;
    for (const auto& [key, value] : study_.parameters) known.push_back(key);
    return did_you_mean(name, known);
  };
  who.word = [this](std::string_view name) -> std::optional<Quantity> {
    const FoundResult* found = find(name);
    return found ? found->number : std::nullopt;
  };
  who.series = [this](std::string_view name) -> std::optional<SeriesView> {
    const FoundResult* found = find(name);
    if (found) return found->series;
    if (!will_exist(name)) return std::nullopt;
    guessed_ = true;
    const Quantity unknown{0, Knowledge::unknown, {}};
    return SeriesView{{}, {}, unknown, unknown};
  };
  who.word_hint = [this](std::string_view name) { return hint(name); };
  return who;
}

}  // namespace zanjir
