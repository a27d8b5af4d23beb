// docs/study-format.md, printed from the schema.
#include "zanjir/language/schema.hpp"
#include "zanjir/language/series_functions.hpp"
#include "zanjir/study/study_limits.hpp"
#include "zanjir/study/study_schema.hpp"
#include "zanjir/study/tasks.hpp"

namespace zanjir::study_schema {
namespace {

constexpr std::string_view preface =
    R"(# Study files

<!-- Printed from src/zanjir/study/study_schema.cpp; a test compares the two. Do not edit by hand: change the schema, then run
     `ZANJIR_WRITE_DOCS=1 unit_tests --gtest_filter='StudyReference.*'` from the build folder. -->

A study file is an executable paper: which mechanisms, what is computed, what is drawn, and what is claimed. `zanjir run FILE` runs one,
`zanjir reproduce` those of the `studies` folder; both print every claim beside what was computed and write a report. Exit codes: 0 all verdicts
are the expected ones, 2 the file is wrong (nothing ran), 3 a task failed numerically (its claims fail, the others are still judged), 4 a verdict
is not the expected one, 130 interrupted.

)";

constexpr std::string_view expressions_text =
    R"(## Expressions of results

Claims and figures use the expression language of [description files](format.md), with the names of results: `task.result`. A result is a number
(`level.energy.total`) or a series (`swing.A`); arithmetic and functions work on series sample by sample, `t` is their abscissa, and the series of one
expression must share it. Names with a dash stand in backquotes. Results carry units: adding a length and an angle is an error. Events are
series of times: `count(drop.events.touch)`; `drop.events.touch.value` and `.energy` are what belongs to each. A series becomes a number by

| function | meaning |
|---|---|
| `min`, `max` | smallest and largest value (with two arguments: of two numbers, or sample by sample) |
)";

std::string limits_text() {
  const auto n = [](std::size_t number) { return std::to_string(number); };
  return "At most " + n(study_limits::entries) + " models, tasks, figures and claims each; " + n(study_limits::list) +
         " entries in a list or map of one task, figure or claim; " + n(study_limits::set) + " values that a study sets in one model; " +
         n(study_limits::copies) + " copies of items that stand once `each`, with " + n(study_limits::copied_values) + " values and " +
         n(study_limits::copied_text >> 20) +
         " MiB of text in them. A longer one ends the reading at its line; a `sweep` changes parameters of one model, where many are alike.\n\n";
}

}  // namespace

std::string reference_markdown() {
  std::string page(preface);
  std::map<std::string_view, std::string_view> shown;  // examples, and under which title they stand
  const std::vector<const schema::Object*> objects = all_objects();
  for (auto it = objects.begin(); it != objects.end(); ++it) {
    const schema::Object& object = **it;
    if (&object == &figure) {
      page += expressions_text;
      for (const SeriesFunction& f : series_functions) page += "| `" + std::string(f.name) + "` | " + std::string(f.doc) + " |\n";
      page += "\n";
    }
    page += "## " + std::string(object.title) + "\n\n";
    if (!object.place.empty()) page += "At `" + std::string(object.place) + "`. ";
    if (!object.text.empty()) page += std::string(object.text);
    if (!object.place.empty() || !object.text.empty()) page += "\n\n";
    page += schema::key_table(object);
    if (&object == &root) page += limits_text();
    const bool last_with_it = it + 1 == objects.end() || (*(it + 1))->example != object.example;
    if (last_with_it) page += schema::fenced_example_once(object.example, object.title, shown);
  }
  return page;
}

}  // namespace zanjir::study_schema
