// How much a test does: few by default, as many as the environment says.
#pragma once

#include <cstdlib>

namespace zanjir::test {

inline long number_from(const char* name, long otherwise) {
  const char* text = std::getenv(name);
  return text ? std::atol(text) : otherwise;
}

}  // namespace zanjir::test
