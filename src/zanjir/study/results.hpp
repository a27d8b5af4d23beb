// What a task of a study leaves behind, by name: series over one abscissa, single numbers, events, texts and tables. Claims and figures refer to
// them as `task.name`.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "zanjir/language/expression_parser.hpp"
#include "zanjir/language/named_files.hpp"
#include "zanjir/language/unit_quantity.hpp"
#include "zanjir/record/recorder.hpp"
#include "zanjir/state/state.hpp"
#include "zanjir/sweep/design.hpp"

namespace zanjir {

struct Series {
  std::string name, unit;  // "A.speed", "rad/s"; SI
  std::vector<double> values;
  bool asked_for = false;  // no result: the study says what they are, as it does of every abscissa
};

struct Number {
  std::string name, unit;
  double value = 0;
  bool asked_for = false;  // as of series: how many samples were wanted
};

struct Text {
  std::string name, text;
};

struct TextColumn {  // words beside the series, as long as the abscissa: why a row has no numbers
  std::string name;
  std::vector<std::string> texts;
};

struct ResultTable {  // to be read, not computed with: ledger, agreement, cost
  std::string title;
  std::vector<std::string> header;
  std::vector<std::vector<std::string>> rows;
  bool everywhere = false;  // shown on the terminal and in JSON too, not in the report alone
};

struct ResultMatrix {  // for other programs: --export
  std::string name;
  std::vector<std::string> rows, columns;
  MatX values;
};

struct Snapshot {  // where the mechanism was at the sample nearest to an instant
  double asked_s = 0;
  State state;
};

struct MapOutcome;     // map/map_outcome.hpp
struct SizingOutcome;  // study/sizing_outcome.hpp

enum class TaskStatus : std::uint8_t { done, failed, cancelled };  // failed: numerically, a user's mistake is a Diagnostic
template <> struct WordsOf<TaskStatus> {
  static constexpr WordOf<TaskStatus> table[] = {{TaskStatus::done, "done"}, {TaskStatus::failed, "failed"}, {TaskStatus::cancelled, "cancelled"}};
};

struct TaskResult {
  std::string name, kind;
  TaskStatus status = TaskStatus::done;
  std::string why;             // not done: why not
  bool asks_too_much = false;  // it failed before it began: work of weeks, and nobody said that this is meant
  Series abscissa{"t", "s", {}};
  std::vector<Series> series;  // as long as the abscissa
  std::vector<TextColumn> columns;
  bool rows_found_out =
      false;  // how many rows there are is a result: a method chose its steps, events added some or ended them, a search went on. Else they were asked for
  std::vector<SweepAxis> grid;  // of a sweep: rows are all combinations of these values, the last changing fastest
  std::vector<Number> numbers;
  std::vector<EventRecord> events;
  std::vector<std::string> event_names;  // that could have happened: `count(task.events.touch)` is 0, not a mistake, when none did
  std::vector<Text> texts;
  std::vector<std::string> notes;        // what changes the meaning of its numbers: shown with every claim about them
  std::vector<std::string> advice = {};  // how it would take less: shown with the task alone
  std::vector<std::string> doubts = {};  // why its numbers are not to be trusted although it finished: a claim about them is doubtful
  std::vector<ResultTable> tables;
  std::vector<ResultMatrix> matrices;
  std::vector<State> motion;                         // where the mechanism was along it: a few hundred instants, for pages that move
  std::string moves = {};                            // the model that `motion` is of; empty: that of the task
  std::vector<Snapshot> snapshots;                   // at the instants that figures draw
  std::shared_ptr<const MapOutcome> map = {};        // of a task `map`: what figures draw and VTK files show
  std::shared_ptr<const SizingOutcome> sizing = {};  // of a task `sizing`
  TextsByPath files = {};                            // that values of a sweep name and units read: tables, for its recording
  double seconds = 0;

  // Results are kept in a plain list and looked up one after the other: a task has few of them.
  void add(std::string result_name, std::string unit, double value) { numbers.push_back({std::move(result_name), std::move(unit), value}); }
  void add_asked_for(std::string number_name, std::string unit, double value) {
    numbers.push_back({std::move(number_name), std::move(unit), value, true});
  }
  // What speaks against the numbers of a task speaks against what is made of them.
  void rest_on(const TaskResult& other);
};

// A result under its name below the task. Series point into the TaskResult or, for events, into `event_values`.
struct FoundResult {
  std::optional<Quantity> number;
  std::optional<SeriesView> series;
  std::vector<double> event_times, event_values;  // hold what `series` views when the name is that of events
  bool of_events = false;
  bool asked_for = false;       // no result: the study says what it is
  bool rows_found_out = false;  // how many values the series has is part of the result
  bool says_nothing() const { return asked_for && !rows_found_out; }
};

class Results {
 public:
  void add(TaskResult);
  const std::vector<TaskResult>& tasks() const { return tasks_; }
  const TaskResult* find_task(std::string_view name) const;

 private:
  std::vector<TaskResult> tasks_;
  std::map<std::string, std::size_t, std::less<>> places_;  // of the first of each name
};

// `name` below the task: a number, a series, the abscissa, `events`, `events.NAME` (times of the events of this name or kind),
// `events.NAME.value` and `events.NAME.energy`. Nothing when there is none.
FoundResult find_result(const TaskResult&, std::string_view name);
std::vector<std::string> result_names(const TaskResult&);
const Series* find_series(const TaskResult&, std::string_view name);  // nullptr: none of this name; the abscissa is none

// What notes that differ in numbers alone have in common.
std::string without_numbers(std::string_view note);
// The first of those that differ in numbers alone, with how many more there are.
std::vector<std::string> alike_once(const std::vector<std::string>& notes);

}  // namespace zanjir
