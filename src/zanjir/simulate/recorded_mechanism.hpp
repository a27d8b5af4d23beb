// The mechanism that a recording is of, from the texts that its provenance keeps.
#pragma once

#include <string>

#include "zanjir/simulate/prepare.hpp"

namespace zanjir {

inline constexpr const char* table_fact = "table ";  // and the path of a table: the name under which its text is kept

// Not one of its own files is opened. No value: the recording does not hold them, or this program does not understand them.
Result<DescribedFile> recorded_mechanism(const Facts&, const std::string& recording);

}  // namespace zanjir
