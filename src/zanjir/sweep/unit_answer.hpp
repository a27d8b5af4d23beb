// What came out of one unit of a sweep, or at one point of a search: numbers, or the reason why there are none.
#pragma once

#include <string>
#include <vector>

#include "zanjir/core/words.hpp"

namespace zanjir {

enum class UnitStatus : std::uint8_t {
  done,
  failed,    // it said why
  too_long,  // ended at the limit of time
  crashed    // its process died
};
template <> struct WordsOf<UnitStatus> {
  static constexpr WordOf<UnitStatus> table[] = {
      {UnitStatus::done, "done"}, {UnitStatus::failed, "failed"}, {UnitStatus::too_long, "too long"}, {UnitStatus::crashed, "crashed"}};
};

struct UnitAnswer {
  UnitStatus status = UnitStatus::done;
  std::string why = {};             // not done: why not; done: why its numbers are not to be trusted, where they are not
  std::vector<double> values = {};  // of a done one, SI; of one that failed for want of some of them, the others
  double seconds = 0;               // it took
  std::string note = {};            // what changes the meaning of its numbers, a line each
};

}  // namespace zanjir
