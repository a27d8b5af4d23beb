#pragma once

#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

#include "support/simulation.hpp"

namespace zanjir::test {

inline std::vector<EventRecord> of_kind(const MemoryRun& run, const std::string& what) {
  std::vector<EventRecord> list;
  std::ranges::copy_if(run.summary.events, std::back_inserter(list), [&](const EventRecord& e) { return e.what == what; });
  return list;
}

}  // namespace zanjir::test
