#include "zanjir/language/units.hpp"

#include <gtest/gtest.h>

#include <numbers>

#include "support/tolerance.hpp"

using namespace zanjir;
using test::rounding;

namespace {

void expect_unit(const char* text, double to_si, Dimension d) {
  const UnitText unit = parse_unit(text);
  EXPECT_EQ(unit.bad_length, 0u) << text;
  EXPECT_EQ(unit.length, std::string_view(text).size()) << text;
  EXPECT_NEAR(unit.unit.to_si, to_si, rounding(8, to_si)) << text;
  EXPECT_TRUE(same_dimension(unit.unit.dimension, d)) << text << " is a " << dimension_name(unit.unit.dimension);
}

}  // namespace

TEST(Units, SymbolsAndPrefixes) {
  constexpr double pi = std::numbers::pi;
  expect_unit("mm", 1e-3, dimension::length);
  expect_unit("um", 1e-6, dimension::length);
  expect_unit("\u00b5m", 1e-6, dimension::length);
  expect_unit("in", 0.0254, dimension::length);
  expect_unit("kg", 1, dimension::mass);
  expect_unit("g", 1e-3, dimension::mass);
  expect_unit("t", 1000, dimension::mass);
  expect_unit("min", 60, dimension::time);
  expect_unit("ms", 1e-3, dimension::time);
  expect_unit("mN", 1e-3, dimension::force);
  expect_unit("GPa", 1e9, {-1, 1, -2});
  expect_unit("deg", pi / 180, dimension::angle);
  expect_unit("rpm", 2 * pi / 60, dimension::angular_speed);
  EXPECT_FALSE(unit_symbol("kmin"));  // no prefixes there
  EXPECT_FALSE(unit_symbol("parsec"));
}

TEST(Units, ProductsAndPowers) {
  expect_unit("kg m^2", 1, dimension::inertia);
  expect_unit("kg m\u00b2", 1, dimension::inertia);
  expect_unit("kg\u00b7m\u00b2", 1, dimension::inertia);
  expect_unit("g*cm^2", 1e-7, dimension::inertia);
  expect_unit("N m/rad", 1, dimension::moment);
  expect_unit("N s/m", 1, dimension::damping);
  expect_unit("kN/mm", 1e6, dimension::stiffness);
  expect_unit("m/s/s", 1, dimension::acceleration);
  expect_unit("m s^-2", 1, dimension::acceleration);
  expect_unit("kg/m^3", 1, {-3, 1, 0});
}

TEST(Units, StopWhereTheExpressionGoesOn) {
  EXPECT_EQ(parse_unit("m * 3").length, 1u);
  EXPECT_EQ(parse_unit("rad/s*t").length, 5u);      // t is time
  EXPECT_EQ(parse_unit("m/min(1, 2)").length, 1u);  // min is the function
  EXPECT_EQ(parse_unit("m + 2 mm").length, 1u);
}

TEST(Units, AnUnknownSymbolIsLocated) {
  const UnitText unit = parse_unit("kg mter^2");
  EXPECT_EQ(unit.bad_at, 3u);
  EXPECT_EQ(unit.bad_length, 4u);
}

TEST(Units, DimensionsHaveNames) {
  EXPECT_EQ(dimension_name(dimension::length), "length");
  EXPECT_EQ(dimension_name(dimension::angular_speed), "angular speed");
  EXPECT_EQ(dimension_name({1, 2, -1}), "kg^2 m/s");
  EXPECT_EQ(si_unit(dimension::moment), "N m");
  EXPECT_EQ(si_unit(dimension::energy), "J");
  EXPECT_EQ(si_unit(parse_unit("W").unit.dimension * dimension::time), "J");
  EXPECT_EQ(si_unit(parse_unit("N m/s").unit.dimension), "W");
  EXPECT_TRUE(same_dimension(dimension::energy, dimension::moment));
  EXPECT_EQ(si_unit(dimension::stiffness), "N/m");
  EXPECT_EQ(si_unit(dimension::damping), "N s/m");
  EXPECT_EQ(si_unit(dimension::angular_stiffness), "N m/rad");
  EXPECT_EQ(si_unit(dimension::acceleration), "m/s^2");
}
