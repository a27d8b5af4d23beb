// How much a study may say, so that no file is read, or looked through, for long in vain: docs/study-format.md prints them.
#pragma once

#include <cstddef>

#include "zanjir/language/document.hpp"

namespace zanjir::study_limits {

inline constexpr std::size_t entries =
    10'000;                                // of a section: models are files that are looked for, tasks build them, figures and claims ask for results
inline constexpr std::size_t set = 1000;   // in a mechanism by a study: each of them is looked for in it
inline constexpr std::size_t list = 1000;  // of one task, figure or claim: what it names is looked for in all that there is
inline constexpr std::size_t copies = 10'000, copied_values = 200'000, copied_text = max_file_bytes;  // of items that stand once `each`

}  // namespace zanjir::study_limits
