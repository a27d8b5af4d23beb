// One answer of `zanjir eval` as one line of JSON; docs/eval.md describes its shape, which is a public interface.
#pragma once

#include <cstdint>
#include <string>

#include "zanjir/analyse/evaluate.hpp"

namespace zanjir {

// `line`: where the question stood in its file, 0 when there was only one.
std::string evaluation_json(const Model&, const Evaluation&, std::uint32_t line = 0);

}  // namespace zanjir
