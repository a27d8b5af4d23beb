// Description -> a file that reads back as the same mechanism: parameters and `repeat` are evaluated, numbers are SI.
#pragma once

#include <string>

#include "zanjir/describe/description.hpp"

namespace zanjir {

// The only errors are about what the format cannot say; a description that was read from a file has none of that.
Result<std::string> write_description(const Description&);

}  // namespace zanjir
