// What `sweep` and `optimise` share: tasks of a study that compute others again and again, run by themselves, with their tables and pictures.
#pragma once

#include <string>
#include <vector>

#include "studies.hpp"

namespace zanjir::app {

struct UnitTaskOptions : StudyOptions {
  std::string kind;  // of the tasks
  std::string file;
  std::vector<std::string> tasks;  // empty: all of this kind
  UnitRun units;
};
void add_unit_task_options(CLI::App&, UnitTaskOptions&);

// Exit code: 0 done, 2 the file is wrong, 3 a task gave nothing, 4 a claim about one has another verdict than expected, 130 interrupted.
int run_unit_tasks(const UnitTaskOptions&);

}  // namespace zanjir::app
