// Results of every task of a study in files that other programs read.
#pragma once

#include <filesystem>
#include <string>

#include "zanjir/report/page.hpp"
#include "zanjir/simulate/prepare.hpp"
#include "zanjir/study/run_study.hpp"

namespace zanjir {

// FOLDER/<study>/<task>.csv: series, the abscissa first, units in the header; <task>.numbers.csv: name, value, unit; <task>.events.csv where there are any; <task>.vtk of a map; <task>.A.csv ... and <task>.mat of a linearisation;
// <task>.h5: a recording (docs/recordings.md) with the series as channels, the numbers in its summary. Its first channel is `t`: where the abscissa is
// something else (speeds, cases), `t` counts the rows and the abscissa is a channel of its own.
// Each file appears complete or not at all. Returns what went wrong, empty when nothing did.
std::string export_results(const std::filesystem::path& folder, const StudyOutcome&, const Provenance&);
// Why it or its figures cannot be written, asked before anything is: what stands at one of its places. Empty: nothing is in the way.
std::string export_problem(const std::filesystem::path& folder, const StudyOutcome&);
// What the recording of a task says of where it comes from, but for the program, the command and the date.
Facts result_facts(const StudyOutcome&, const TaskResult&);
// The same recording to whoever takes it; what is wrong with that, `error()` says.
std::vector<Channel> result_channels(const TaskResult&);
bool record_results(const TaskResult&, Recorder&);
// FOLDER/<study>/figures/<figure>.svg and .png.
std::string export_figures(const std::filesystem::path& folder, const StudyOutcome&);

}  // namespace zanjir
