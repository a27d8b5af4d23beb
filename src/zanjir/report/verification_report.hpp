// The outcome of `zanjir verify` for people and for programs.
#pragma once

#include <string>

#include "zanjir/verify/agreement.hpp"

namespace zanjir {

std::string verification_text(const Verification&);
std::string verification_json(const Verification&);

}  // namespace zanjir
