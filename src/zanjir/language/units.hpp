// Units and dimensions. A dimension is known once a unit was written; plain numbers are SI of whatever the field wants.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace zanjir {

// Exponents of metre, kilogram, second. Radians and cycles are numbers with a name: they are carried along for wording and for the
// one mistake worth catching (hertz where radians per second are wanted), and ignored when dimensions are compared. So is `joule`, which tells energies from moments.
struct Dimension {
  std::int8_t m = 0, kg = 0, s = 0, rad = 0, cycle = 0, joule = 0;
  bool operator==(const Dimension&) const = default;
};

namespace dimension {
inline constexpr Dimension number{}, length{1, 0, 0}, mass{0, 1, 0}, time{0, 0, 1}, angle{0, 0, 0, 1}, frequency{0, 0, -1, 0, 1},
    angular_speed{0, 0, -1, 1}, speed{1, 0, -1}, acceleration{1, 0, -2}, angular_acceleration{0, 0, -2, 1}, inertia{2, 1, 0}, force{1, 1, -2},
    moment{2, 1, -2}, stiffness{0, 1, -2}, angular_stiffness{2, 1, -2, -1}, damping{0, 1, -1}, angular_damping{2, 1, -1, -1}, area{2, 0, 0},
    second_moment{4, 0, 0}, density{-3, 1, 0}, stress{-1, 1, -2}, viscosity{-1, 1, -1}, mass_per_length{-1, 1, 0}, inertia_per_length{1, 1, 0},
    per_speed{-1, 0, 1}, energy{2, 1, -2, 0, 0, 1}, power{2, 1, -3, 0, 0, 1};
}  // namespace dimension

Dimension operator*(Dimension, Dimension);
Dimension power(Dimension, int exponent);
inline Dimension operator/(Dimension a, Dimension b) { return a * power(b, -1); }

bool same_dimension(Dimension, Dimension);  // radians and cycles aside

std::string dimension_name(Dimension);  // "length", "force"; otherwise its SI unit, "kg/m^3"
std::string a_dimension(Dimension);     // "a length", "an angle"
std::string si_unit(Dimension);         // "kg m^2"; "1" for a number

// What is wrong with a value of one dimension where another is wanted. `text`: the value as it was written.
struct Misfit {
  std::string message, hint;
};
std::optional<Misfit> misfit(Dimension wanted, Dimension given, std::string_view text);

struct Unit {
  double to_si = 1;
  Dimension dimension;
};
// One symbol with its prefix, as "mm", "kN", "rpm"; nothing when unknown.
std::optional<Unit> unit_symbol(std::string_view);
std::string nearest_unit(std::string_view);

// A unit at the beginning of `text`: symbols with whole powers, side by side or joined by * and /. Behind a joint the symbol must be a
// unit, and not `t` (time in expressions, where "2 rad/s*t" is meant to work); otherwise the operator is left to the caller.
struct UnitText {
  Unit unit;
  std::size_t length = 0;                  // characters used
  std::size_t bad_at = 0, bad_length = 0;  // bad_length > 0: an unknown symbol there
};
UnitText parse_unit(std::string_view text);

}  // namespace zanjir
