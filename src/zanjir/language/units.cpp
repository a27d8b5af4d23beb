#include "zanjir/language/units.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <numbers>
#include <vector>

#include "zanjir/core/diagnostic.hpp"

namespace zanjir {
namespace {

struct Symbol {
  std::string_view text;
  double to_si;
  Dimension dimension;
  bool prefixes;
};

constexpr double pi = std::numbers::pi;
constexpr std::array symbols{
    Symbol{"m", 1, dimension::length, true},        Symbol{"g", 1e-3, dimension::mass, true},
    Symbol{"s", 1, dimension::time, true},          Symbol{"rad", 1, dimension::angle, true},
    Symbol{"N", 1, dimension::force, true},         Symbol{"Pa", 1, {-1, 1, -2}, true},
    Symbol{"J", 1, dimension::energy, true},        Symbol{"W", 1, dimension::power, true},
    Symbol{"Hz", 1, dimension::frequency, true},    Symbol{"t", 1e3, dimension::mass, false},
    Symbol{"min", 60, dimension::time, false},      Symbol{"h", 3600, dimension::time, false},
    Symbol{"in", 0.0254, dimension::length, false}, Symbol{"deg", pi / 180, dimension::angle, false},
    Symbol{"rev", 2 * pi, dimension::angle, false}, Symbol{"rpm", pi / 30, dimension::angular_speed, false},
};
struct Prefix {
  std::string_view text;
  double factor;
};
constexpr std::array prefixes{Prefix{"n", 1e-9}, Prefix{"u", 1e-6}, Prefix{"\u00b5", 1e-6}, Prefix{"\u03bc", 1e-6}, Prefix{"m", 1e-3},
                              Prefix{"c", 1e-2}, Prefix{"k", 1e3},  Prefix{"M", 1e6},       Prefix{"G", 1e9}};

const Symbol* find_symbol(std::string_view text) {
  const auto it = std::find_if(symbols.begin(), symbols.end(), [&](const Symbol& s) { return s.text == text; });
  return it == symbols.end() ? nullptr : &*it;
}

std::size_t symbol_length(std::string_view text) {  // letters, and the two spellings of micro
  std::size_t n = 0;
  while (n < text.size()) {
    if (std::isalpha(static_cast<unsigned char>(text[n]))) ++n;
    else if (text.substr(n).starts_with("\u00b5") || text.substr(n).starts_with("\u03bc")) n += 2;
    else break;
  }
  return n;
}

std::size_t skip_spaces(std::string_view text, std::size_t i) {
  while (i < text.size() && text[i] == ' ') ++i;
  return i;
}

constexpr std::string_view superscripts[] = {"\u2070", "\u00b9", "\u00b2", "\u00b3", "\u2074", "\u2075", "\u2076", "\u2077", "\u2078", "\u2079"};

// "^2", "^-1", or superscript digits; 1 when there is none. One digit is enough for any unit.
int parse_power(std::string_view text, std::size_t& i) {
  int sign = 1;
  if (i < text.size() && text[i] == '^') {
    std::size_t k = i + 1;
    if (k < text.size() && text[k] == '-') sign = -1, ++k;
    if (k >= text.size() || !std::isdigit(static_cast<unsigned char>(text[k]))) return 1;
    if (k + 1 < text.size() && std::isdigit(static_cast<unsigned char>(text[k + 1]))) return 1;  // left to the caller, which will complain
    i = k + 1;
    return sign * (text[k] - '0');
  }
  std::size_t k = i;
  if (text.substr(k).starts_with("\u207b")) sign = -1, k += 3;
  for (int digit = 0; digit < 10; ++digit) {
    if (text.substr(k).starts_with(superscripts[digit])) {
      i = k + superscripts[digit].size();
      return sign * digit;
    }
  }
  return 1;
}

std::int8_t clamp8(int value) { return static_cast<std::int8_t>(std::clamp(value, -100, 100)); }

}  // namespace

Dimension operator*(Dimension a, Dimension b) {
  return {clamp8(a.m + b.m), clamp8(a.kg + b.kg), clamp8(a.s + b.s), clamp8(a.rad + b.rad), clamp8(a.cycle + b.cycle), clamp8(a.joule + b.joule)};
}

Dimension power(Dimension a, int n) {
  n = std::clamp(n, -100, 100);
  return {clamp8(a.m * n), clamp8(a.kg * n), clamp8(a.s * n), clamp8(a.rad * n), clamp8(a.cycle * n), clamp8(a.joule * n)};
}

bool same_dimension(Dimension a, Dimension b) { return a.m == b.m && a.kg == b.kg && a.s == b.s; }

std::optional<Unit> unit_symbol(std::string_view text) {
  if (const Symbol* s = find_symbol(text)) return Unit{s->to_si, s->dimension};
  for (const Prefix& p : prefixes) {
    if (!text.starts_with(p.text)) continue;
    const Symbol* s = find_symbol(text.substr(p.text.size()));
    if (s && s->prefixes) return Unit{p.factor * s->to_si, s->dimension};
  }
  return std::nullopt;
}

std::string nearest_unit(std::string_view text) {
  static const std::vector<std::string> common = {"m",   "mm", "cm", "km",  "um",  "in",   "kg",  "g",   "t",   "s", "ms",
                                                  "min", "h",  "N",  "kN",  "mN",  "Pa",   "kPa", "MPa", "GPa", "J", "kJ",
                                                  "W",   "kW", "Hz", "kHz", "rad", "mrad", "deg", "rev", "rpm"};
  return nearest(std::string(text), common);
}

UnitText parse_unit(std::string_view text) {
  UnitText result;
  std::size_t i = 0;
  bool divide = false;
  while (true) {
    const std::size_t length = symbol_length(text.substr(i));
    const std::optional<Unit> unit = length > 0 ? unit_symbol(text.substr(i, length)) : std::nullopt;
    if (!unit) {
      result.bad_at = i;
      result.bad_length = std::max<std::size_t>(length, 1);
      return result;
    }
    i += length;
    int exponent = parse_power(text, i);
    if (divide) exponent = -exponent;
    result.unit.dimension = result.unit.dimension * power(unit->dimension, exponent);
    for (int k = 0; k < std::abs(exponent); ++k) result.unit.to_si = exponent > 0 ? result.unit.to_si * unit->to_si : result.unit.to_si / unit->to_si;
    result.length = i;

    // What follows belongs to the unit if it is a symbol: side by side, or behind * or / (there `t` is time and min( a function).
    std::size_t next = skip_spaces(text, i);
    divide = false;
    bool joined = false;
    if (next < text.size() && (text[next] == '*' || text[next] == '/')) {
      joined = true;
      divide = text[next] == '/';
      next = skip_spaces(text, next + 1);
    } else if (text.substr(next).starts_with("\u00b7")) {
      next = skip_spaces(text, next + 2);
    }
    const std::size_t next_length = symbol_length(text.substr(next));
    if (next_length == 0) return result;
    if (joined) {
      const std::string_view symbol = text.substr(next, next_length);
      const std::size_t after = next + next_length;
      if (symbol == "t" || !unit_symbol(symbol) || (after < text.size() && text[after] == '(')) return result;
    }
    i = next;
  }
}

std::string si_unit(Dimension d) {
  std::string above, below;
  const auto add = [&](const char* symbol, int exponent) {
    if (exponent == 0) return;
    std::string& side = exponent > 0 ? above : below;
    if (!side.empty()) side += " ";
    side += symbol;
    if (std::abs(exponent) > 1) side += "^" + std::to_string(std::abs(exponent));
  };
  if (d == dimension::frequency) return "Hz";
  if (d == dimension::energy) return "J";
  if (same_dimension(d, dimension::power) && d.rad == 0) return "W";
  Dimension rest = d;
  if (d.kg == 1 && (d.s == -2 || d.s == -1)) {  // reads better in newtons
    add("N", 1);
    rest = d / dimension::force;
  }
  add("kg", rest.kg);
  add("m", rest.m);
  add("s", rest.s);
  add("rad", rest.rad);
  if (above.empty() && below.empty()) return "1";
  if (above.empty()) above = "1";
  for (char& c : below) {
    if (c == ' ') c = '/';
  }
  return below.empty() ? above : above + "/" + below;
}

std::string dimension_name(Dimension d) {
  struct Name {
    Dimension dimension;
    const char* name;
  };
  static constexpr Name names[] = {
      {dimension::length, "length"},
      {dimension::mass, "mass"},
      {dimension::time, "time"},
      {dimension::speed, "speed"},
      {dimension::acceleration, "acceleration"},
      {dimension::inertia, "moment of inertia"},
      {dimension::force, "force"},
      {dimension::moment, "moment"},
      {dimension::stiffness, "stiffness"},
      {dimension::damping, "damping"},
      {{-3, 1, 0}, "density"},
      {{-1, 1, -2}, "pressure"},
      {dimension::power, "power"},
      {{2, 0, 0}, "area"},
      {{3, 0, 0}, "volume"},
  };
  if (same_dimension(d, dimension::number)) return d.rad != 0 ? "angle" : "plain number";
  if (same_dimension(d, dimension::frequency)) return d.cycle > 0 ? "frequency" : (d.rad > 0 ? "angular speed" : "rate");
  if (same_dimension(d, dimension::angular_acceleration)) return "angular acceleration";
  if (same_dimension(d, dimension::angular_stiffness) && d.rad < 0) return "angular stiffness";
  if (same_dimension(d, dimension::angular_damping) && d.rad < 0) return "angular damping";
  if (d == dimension::energy) return "energy";
  for (const Name& n : names) {
    if (same_dimension(d, n.dimension)) return n.name;
  }
  return si_unit(d);
}

std::string a_dimension(Dimension d) {
  const std::string name = dimension_name(d);
  return (name[0] == 'a' ? "an " : "a ") + name;
}

std::optional<Misfit> misfit(Dimension wanted, Dimension given, std::string_view text) {
  const std::string quoted = "'" + (text.size() <= 40 ? std::string(text) : std::string(text.substr(0, 37)) + "...") + "'";
  const std::string is_a = quoted + " is " + a_dimension(given);
  const bool angle_for_number = wanted == dimension::number && given.rad != 0 && given.cycle == 0;  // a cycle comes from pi, a mere factor here
  if (!same_dimension(given, wanted) || angle_for_number) {
    const bool number = same_dimension(wanted, dimension::number) && wanted.rad == 0;
    return Misfit{"wants " + a_dimension(wanted) + (number ? "" : " (" + si_unit(wanted) + ")") + ", but " + is_a, ""};
  }
  if (wanted.rad > 0 && given.cycle > 0 && wanted.s == 0)
    return Misfit{"wants an angle (rad), but " + quoted + " counts cycles", "write rad/s, deg/s or rpm, or multiply by 2*pi"};
  if (wanted.rad > 0 && given.cycle > 0) return Misfit{"wants angle per time, but " + is_a, "write rad/s, deg/s or rpm, or multiply by 2*pi"};
  if (wanted.cycle > 0 && given.rad > 0) return Misfit{"wants cycles per time (Hz), but " + is_a, "write Hz, or use an angular frequency"};
  return std::nullopt;
}

}  // namespace zanjir
