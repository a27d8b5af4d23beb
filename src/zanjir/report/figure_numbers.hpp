// The numbers behind a plot of a study, for the script that makes it answer: zoom, values under the pointer (docs/viewer-format.md).
#pragma once

#include <string>

#include "zanjir/study/run_study.hpp"

namespace zanjir {

// Empty for what is no plot.
std::string figure_numbers_json(const FigureData&);

}  // namespace zanjir
