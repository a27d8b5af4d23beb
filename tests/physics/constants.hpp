#pragma once

#include <numbers>

namespace zanjir::test {

inline constexpr double g = 9.81, pi = std::numbers::pi;

}  // namespace zanjir::test
