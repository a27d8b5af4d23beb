// Whether two mechanisms are the same, however they are written.
#pragma once

#include <string>

#include "zanjir/describe/description.hpp"

namespace zanjir {

// The first entry in which they differ, "bodies.rod is {mass: 2} there, {mass: 1} here"; empty: they are the same.
std::string first_difference(const Description& there, const Description& here);

}  // namespace zanjir
