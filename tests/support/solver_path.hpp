// What happens to a description that nobody meant, as `check`, `eval` and `run` would do it: model, assembly, every item of eval, a few steps of a run.
// Shared by the fuzz tests and the libFuzzer targets, so it needs no GoogleTest.
#pragma once

#include <cstdint>
#include <string>

#include "zanjir/describe/description.hpp"

namespace zanjir::test {

enum class PathEnd : std::uint8_t { refused, no_model, too_large, no_start, evaluated, ran };

struct PathReport {
  PathEnd end = PathEnd::refused;
  std::string broken;  // what was promised and not kept: a refusal without a reason, an answer that is not a number; empty: nothing
};

// Small sizes and few steps, so that an input takes milliseconds. `choice` picks the method and the formulation.
PathReport follow_description(const Result<Description>&, std::uint64_t choice);

// FNV-1a: a choice that depends on the input alone.
std::uint64_t choice_of(const std::string& text);

}  // namespace zanjir::test
