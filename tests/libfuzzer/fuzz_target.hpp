// What every target says when a promise is broken: libFuzzer keeps the input of a process that aborts.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "zanjir/core/diagnostic.hpp"

namespace zanjir::fuzz {

inline std::string text_of(const std::uint8_t* data, std::size_t size) { return {reinterpret_cast<const char*>(data), size}; }

inline void promise(bool kept, const std::string& what) {
  if (kept) return;
  std::fprintf(stderr, "broken promise: %s\n", what.c_str());
  std::abort();
}

// A refusal of a text names a place in it and a reason.
inline void promise_a_reason(const std::vector<Diagnostic>& diagnostics) {
  bool located = false;
  for (const Diagnostic& d : diagnostics) located = located || (d.severity == Severity::error && d.line > 0 && !d.message.empty());
  promise(located, "a refusal without a place and a reason");
}

}  // namespace zanjir::fuzz
