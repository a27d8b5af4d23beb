// A file that results were computed from, as it was read.
#pragma once

#include <string>

namespace zanjir {

struct SourceText {
  std::string file, text;
};

}  // namespace zanjir
