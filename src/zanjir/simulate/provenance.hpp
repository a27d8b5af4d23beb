// What a recording says about where it comes from.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "zanjir/simulate/simulate.hpp"

namespace zanjir {

// Program version, build, instruction set, model, options, and `source`: which file and task, or command.
std::vector<std::pair<std::string, std::string>> provenance(const Model&, const SimOptions&, const std::string& source);

}  // namespace zanjir
