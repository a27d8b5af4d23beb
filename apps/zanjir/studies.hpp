// What `run` and `reproduce` share: studies run one after the other, their claims printed, their report written.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "verbs.hpp"
#include "zanjir/report/page.hpp"
#include "zanjir/study/run_study.hpp"

namespace zanjir::app {

inline constexpr const char* yes_text =
    "start also what will take more than a week or 100 GB, more than the disk has room for, or gigabytes of memory";

struct StudyOptions : Common {
  std::string out = "report";
  std::string export_to;  // folder for the results of every task; empty: none
  std::string command;    // as it was typed, for the report
  bool yes = false;       // work of weeks is meant
};
void add_study_options(CLI::App&, StudyOptions&);
Provenance provenance_of(const StudyOptions&);

// Exit code: 0 every verdict is the expected one, 2 a file is wrong, 3 a task failed, 4 a verdict is not the expected one, 5 but for doubts they are,
// 130 interrupted.
int run_studies(const std::vector<std::filesystem::path>&, const StudyOptions&);
// Of a study that finished: 0, 4 or 5.
int verdict_code(const StudyOutcome&);

// A word as it is typed in a shell.
std::string shell_word(const std::string&);

}  // namespace zanjir::app
