// JSON that anybody may have written. Private to report/ and to the apps.
#pragma once

#include <string>

#include "zanjir/report/json_values.hpp"

namespace zanjir {

// Discarded when it is none; what is nested deeper than 64 levels is left out, so that nobody's stack runs over.
inline Json parse_foreign(const std::string& text) {
  return Json::parse(
      text, [](int depth, Json::parse_event_t, Json&) { return depth <= 64; }, false);
}

}  // namespace zanjir
