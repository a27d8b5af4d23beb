// A piece of a field of heights over a rectangle, as a Bezier patch: it lies within the hull of its sixteen control points, and its derivatives within the hulls of their differences [Farin2002].
// Halving brings the hulls closer to the surface by four, so whatever is asked of a piece has a strict bound that is as sharp as one likes.
#pragma once

#include <algorithm>
#include <array>

#include "zanjir/contact/height_field.hpp"

namespace zanjir {

struct Extent {
  double low = 0, high = 0;
  void take(double value) { low = std::min(low, value), high = std::max(high, value); }
};
inline Extent operator*(const Extent& a, const Extent& b) {
  const auto [low, high] = std::minmax({a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high});
  return {low, high};
}
inline Extent operator-(const Extent& a, const Extent& b) { return {a.low - b.high, a.high - b.low}; }

struct FieldPatch {
  double x[2] = {0, 0}, y[2] = {0, 0};
  double z[4][4] = {};  // [y][x], evenly between its ends

  Vec3d middle() const { return {(x[0] + x[1]) / 2, (y[0] + y[1]) / 2, (z[1][1] + z[1][2] + z[2][1] + z[2][2]) / 4}; }  // nearly on the surface
  Extent heights() const;
  struct Slopes {
    Extent hx, hy;
  };
  Slopes slopes() const;
  struct Bends {
    Extent hxx, hxy, hyy;
  };
  Bends bends() const;
  std::array<FieldPatch, 2> halves() const;  // across its longer side
};

// The patch of a cell, counted from 0. Cell -1 lies before the first place, from `from` on, and cell n - 1 behind the last, up to `to`: there the ground goes straight on.
struct FieldWindow {
  double from_x = 0, to_x = 0, from_y = 0, to_y = 0;
};
FieldPatch patch_of(const HeightField&, int row, int column, const FieldWindow&);

}  // namespace zanjir
