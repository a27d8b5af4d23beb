// What came out of a sweep or a search, as text and as JSON.
#pragma once

#include <string>

#include "zanjir/study/results.hpp"

namespace zanjir {

std::string sweep_text(const TaskResult&);
// {"name", "kind", "status", "why", "numbers": {"name": {"value", "unit"}}, "notes", "texts": {...}, "seconds"}
std::string sweep_json(const TaskResult&);

}  // namespace zanjir
