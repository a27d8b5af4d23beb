// How numbers of a table are joined: the first of LawDescription::numbers of a law `table`.
#pragma once

#include "zanjir/core/words.hpp"

namespace zanjir {

enum class TableSpline : std::uint8_t { cubic, linear, quintic };  // natural splines of the third and fifth order, or straight lines
template <> struct WordsOf<TableSpline> {
  static constexpr WordOf<TableSpline> table[] = {{TableSpline::cubic, "cubic"}, {TableSpline::linear, "linear"}, {TableSpline::quintic, "quintic"}};
};

}  // namespace zanjir
