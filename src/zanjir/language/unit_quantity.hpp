// What the unit of a channel or result says of its numbers.
#pragma once

#include <string_view>

#include "zanjir/language/expression_parser.hpp"

namespace zanjir {

// Dimension of a unit as it is printed: "rad/s", "N m", "1".
Quantity quantity_of_unit(std::string_view unit);

}  // namespace zanjir
