// Which tasks of a study would take more than a week, or more room than anybody has meant (simulate/forecast).
#pragma once

#include <filesystem>
#include <vector>

#include "zanjir/study/tasks.hpp"

namespace zanjir {

// An error for each, at its `until`; none where the study cannot be read, which running it says better.
std::vector<Diagnostic> long_tasks(const std::filesystem::path&, const Overrides& set);

// The same of a study that has been read.
std::vector<Diagnostic> long_tasks(const Study&);

// The same for one task that is a simulation; others are passed over.
void foresee_simulation(const StudyTask&, const TaskContext&, DiagnosticSink&);

}  // namespace zanjir
