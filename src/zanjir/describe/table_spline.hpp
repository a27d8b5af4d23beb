// How numbers of a table are joined: the first of LawDescription::numbers of a law `table`.
#pragma once

#include "zanjir/core/words.hpp"

namespace zanjir {

// Straight lines, or splines of the order that the word says. Those of the third and fifth are natural: of all curves through the points the ones that bend least at their ends too;
// the others make up nothing at their ends (forces/interpolating_spline.hpp).
enum class TableSpline : std::uint8_t { cubic, linear, quintic, quadratic, quartic, sextic, septic };
template <> struct WordsOf<TableSpline> {
  static constexpr WordOf<TableSpline> table[] = {
      {TableSpline::linear, "linear"},   {TableSpline::quadratic, "quadratic"}, {TableSpline::cubic, "cubic"},  {TableSpline::quartic, "quartic"},
      {TableSpline::quintic, "quintic"}, {TableSpline::sextic, "sextic"},       {TableSpline::septic, "septic"}};
};

}  // namespace zanjir
