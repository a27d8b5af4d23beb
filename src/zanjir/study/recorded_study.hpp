// The study that a recording of one of its tasks comes from, by the texts that its provenance keeps: the study, what was set in it, its mechanisms, tables and catalogues.
#pragma once

#include <string>
#include <vector>

#include "zanjir/simulate/prepare.hpp"
#include "zanjir/study/tasks.hpp"

namespace zanjir {

enum class TaskRecord : std::uint8_t { samples, results };  // every sample of a simulation, or the results of any task
template <> struct WordsOf<TaskRecord> {
  static constexpr WordOf<TaskRecord> table[] = {{TaskRecord::samples, "samples"}, {TaskRecord::results, "results"}};
};
// `more`: files that tasks read as they ran.
void add_texts(const Study&, const StudyModels&, const std::string& task, TaskRecord, Facts&, const TextsByPath& more = {});

struct RecordedTask {
  Study study;
  std::string task;
  TaskRecord what = TaskRecord::samples;
  std::vector<std::string> needed;  // the task, and those whose results it takes
};
bool is_of_a_study(const Facts&);
// No file is opened. No value: the recording does not hold them, or this program does not understand them.
Result<RecordedTask> recorded_task(const Facts&, const std::string& recording);

}  // namespace zanjir
