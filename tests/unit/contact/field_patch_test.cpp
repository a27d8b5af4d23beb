#include "zanjir/contact/field_patch.hpp"

#include <gtest/gtest.h>

#include "support/tolerance.hpp"
#include "zanjir/core/random.hpp"
#include "zanjir/describe/contact_laws.hpp"

namespace zanjir::test {
namespace {

HeightField rough() {
  Random random(3);
  HeightsDescription d;
  d.spacing_m = 0.3, d.spacing_across_m = 0.4;
  for (int i = 0; i < 4; ++i) {
    d.rows_m.emplace_back();
    for (int j = 0; j < 5; ++j) d.rows_m.back().push_back(random.uniform(-0.5, 0.5));
  }
  return make_height_field(d);
}

// Whatever part of a patch: its corners lie on the surface, and height, slope and bend of the surface above it within its bounds; of cells beyond edges and corners too.
TEST(FieldPatch, IsThePieceOfTheSurfaceAndBoundsIt) {
  const HeightField f = rough();
  const FieldWindow window{-0.5, 2, -0.7, 1.5};
  Random random(4);
  for (int row = -1; row < f.ny; ++row) {
    for (int column = -1; column < f.nx; ++column) {
      for (int k = 0; k < 20; ++k) {
        FieldPatch b = patch_of(f, row, column, window);
        for (int depth = 0; depth < k % 5; ++depth) b = b.halves()[random.chance(0.5) ? 1 : 0];
        EXPECT_NEAR(b.z[0][0], height_at(f, b.x[0], b.y[0]).h, rounding(64));
        EXPECT_NEAR(b.z[0][3], height_at(f, b.x[1], b.y[0]).h, rounding(64));
        EXPECT_NEAR(b.z[3][0], height_at(f, b.x[0], b.y[1]).h, rounding(64));
        EXPECT_NEAR(b.z[3][3], height_at(f, b.x[1], b.y[1]).h, rounding(64));
        const HeightAt a = height_at(f, random.uniform(b.x[0], b.x[1]), random.uniform(b.y[0], b.y[1]));
        const auto within = [&](double value, const Extent& bounds) {
          EXPECT_GE(value, bounds.low - rounding(1024, 10)) << row << " " << column;
          EXPECT_LE(value, bounds.high + rounding(1024, 10)) << row << " " << column;
        };
        within(a.h, b.heights());
        within(a.hx, b.slopes().hx);
        within(a.hy, b.slopes().hy);
        within(a.hxx, b.bends().hxx);
        within(a.hxy, b.bends().hxy);
        within(a.hyy, b.bends().hyy);
      }
    }
  }
}

// Halves are four times closer to the surface: bounds of a part of the size w leave some w^2.
TEST(FieldPatch, ComesCloserByHalves) {
  const HeightField f = rough();
  FieldPatch b = patch_of(f, 1, 2, {});
  for (int i = 0; i < 12; ++i) b = b.halves()[static_cast<std::size_t>(i % 2)];
  const double h = height_at(f, (b.x[0] + b.x[1]) / 2, (b.y[0] + b.y[1]) / 2).h;
  EXPECT_NEAR(b.middle().z, h, 1e-4);
}

}  // namespace
}  // namespace zanjir::test
