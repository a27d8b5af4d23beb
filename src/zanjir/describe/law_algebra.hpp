// Laws of time as a vector: turned with the copies of a repeated block.
#pragma once

#include <array>
#include <optional>

#include "zanjir/describe/description.hpp"

namespace zanjir {

LawDescription scaled(const LawDescription&, double factor);
// Of two laws that are expressions; nothing for named laws, or when the result would be too deep to evaluate.
std::optional<LawDescription> sum(const LawDescription&, const LawDescription&);
// R times the vector of three laws; nothing where a sum is needed that cannot be formed.
std::optional<std::array<LawDescription, 3>> turned(const Mat3d& R, const std::array<LawDescription, 3>&);

}  // namespace zanjir
