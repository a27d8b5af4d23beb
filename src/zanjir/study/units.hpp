// A study computed again and again with other parameters: what a sweep asks for every unit, and a search at every point. Some tasks of the study are run with
// their mechanisms and parameters changed as `--set` would, and numbers are made of their results.
#pragma once

#include <span>

#include "zanjir/study/study_reader.hpp"
#include "zanjir/study/tasks.hpp"
#include "zanjir/sweep/unit_answer.hpp"

namespace zanjir {

struct UnitResult {
  std::string name, unit;  // unit: SI, as far as it is known before anything runs
  StudyExpression compute;
  std::optional<Dimension> dimension = {};  // likewise
};

struct UnitQuestion {
  std::vector<NameRef> of;    // tasks
  std::vector<NameRef> over;  // parameters of the study, MODEL.PATH as `--set` of its file, or tasks.NAME.KEY
  std::vector<UnitResult> results;
};

namespace unit_keys {
constexpr schema::Key of{
    "of", schema::Kind::list, schema::Need::optional, "none",
    "Tasks before this one that are computed anew for every unit, those that they build on too. None: results are made of parameters alone."};
constexpr schema::Key results{"results", schema::Kind::map, schema::Need::required, "",
                              "Numbers by name: expressions of results of those tasks and of `$parameters`."};
constexpr schema::Key time_limit{"time_limit",
                                 schema::Kind::number,
                                 schema::Need::optional,
                                 "none",
                                 "Of one unit: what takes longer is ended and stands in the table as such.",
                                 dimension::time,
                                 schema::Range::positive};
}  // namespace unit_keys

// `of` and `results` of a task; what it goes over is its own affair.
void read_unit_question(StudyReader&, ObjectReader&, UnitQuestion&);
// Reports results that have the name of a parameter, or of a column that the table has anyway.
void check_result_names(StudyReader&, ObjectReader&, const UnitQuestion&, std::initializer_list<std::string_view> taken);
// Place among the results; one that does not exist is reported.
std::optional<std::size_t> find_result(StudyReader&, const UnitQuestion&, const NameRef&, const KeyPath& path);
inline constexpr const char* beyond_numbers = "lies so far above `from` that no number can say how far";
// A value of a parameter as it stands in the file: a number with its unit, or words.
struct WrittenValue {
  std::optional<Quantity> number;
  std::string words;
};
std::optional<WrittenValue> read_unit_value(StudyReader&, const Node&, const KeyPath& path);

// Numbers of one parameter or result: all of one dimension, all finite. What is not is reported, and something harmless stands in for it.
class ParameterNumbers {
 public:
  ParameterNumbers(StudyReader& reader, ObjectReader& object) : reader_(reader), object_(object) {}
  double number(const char* key, double otherwise);  // of a key; absent: otherwise
  double number(const Node&, const KeyPath& path, const Quantity&);
  std::optional<Dimension> dimension() const;                    // none: none was written
  std::string unit() const;                                      // SI; empty: likewise
  const std::string& written_in() const { return written_in_; }  // "deg" of the first number that is written "20 deg"

 private:
  StudyReader& reader_;
  ObjectReader& object_;
  Quantity kind_;
  std::string written_in_;
};

// What is wrong before anything runs; `tries`: some values of each parameter, as text. When none of them can be set, that is said.
void check_units(const StudyTask&, const UnitQuestion&, std::span<const std::vector<std::string>> tries, const TaskContext&, DiagnosticSink&);
// The question with the units of its results, from what its tasks will have.
UnitQuestion with_result_units(UnitQuestion, const TaskContext&);

inline constexpr const char* not_trusted = "not to be trusted: ";  // what stands before the doubts of a unit that has numbers
// One unit: `values` as `--set` takes them, in the order of `over`.
UnitAnswer answer_unit(const Study&, const UnitQuestion&, std::span<const std::string> values);

// Which of its tasks is too long to be begun without a word (long_tasks.hpp); empty: none.
std::string too_long_unit(const Study&, const UnitQuestion&, std::span<const std::string> values);
std::vector<std::string> notes_of(const UnitAnswer&);

// The files that a unit reads with this value of its parameter number `index` alone: tables that mechanisms name, catalogues.
TextsByPath files_of_value(const Study&, const UnitQuestion&, std::size_t index, const std::string& value);
// Of names, folders left out, and contents.
std::string hash_of_files(const TextsByPath&);
// A hash of all that the answers of all units depend on, their parameters aside: tasks, mechanisms, tables, results, the build of the program.
std::string hash_of_units(const UnitQuestion&, const TaskContext&);
// The same for one unit; `values` with all that they are known by.
std::string key_of_unit(const std::string& hash, const UnitQuestion&, std::span<const std::string> values);

}  // namespace zanjir
