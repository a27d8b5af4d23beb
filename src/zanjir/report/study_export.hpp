// Results of every task of a study in files that other programs read.
#pragma once

#include <filesystem>
#include <string>

#include "zanjir/report/page.hpp"
#include "zanjir/study/run_study.hpp"

namespace zanjir {

// FOLDER/<study>/<task>.csv: series, the abscissa first, units in the header; <task>.numbers.csv: name, value, unit; <task>.events.csv where there are any; <task>.vtk of a map; <task>.A.csv ... and <task>.mat of a linearisation;
// <task>.h5: a recording (docs/recordings.md) with the series as channels, the numbers in its summary. Its first channel is `t`: where the abscissa is
// something else (speeds, cases), `t` counts the rows and the abscissa is a channel of its own.
// Each file appears complete or not at all. Returns what went wrong, empty when nothing did.
std::string export_results(const std::filesystem::path& folder, const StudyOutcome&, const Provenance&);
// The same recording to whoever takes it; what is wrong with that, `error()` says.
std::vector<Channel> result_channels(const TaskResult&);
bool record_results(const TaskResult&, Recorder&);
// FOLDER/<study>/figures/<figure>.svg and .png.
std::string export_figures(const std::filesystem::path& folder, const StudyOutcome&);

}  // namespace zanjir
