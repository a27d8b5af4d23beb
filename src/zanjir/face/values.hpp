// Numbers with names, and units for numbers in a program.
#pragma once

#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

namespace zanjir {

// A number under the name of a coordinate, a speed or a force: {"A", 0.5}, {"slide.angle", 30_deg}, {"hip.quat", {1, 0, 0, 0}}.
// The name is that of the joint, or JOINT.PART where a joint has several; of a mode "body.mode1". SI and radians.
struct NamedValue {
  // One number.
  NamedValue(std::string the_name, double value) : name(std::move(the_name)), numbers{value} {}
  // Several: a quaternion [w, x, y, z].
  NamedValue(std::string the_name, std::initializer_list<double> values) : name(std::move(the_name)), numbers(values) {}

  std::string name;             // "A", "S.quat"
  std::vector<double> numbers;  // one, or the four of a quaternion
};

// What is said about a state, about forces or about accelerations: {{"A", 60_deg}, {"B", 0.2}}.
using NamedValues = std::vector<NamedValue>;

// A value that takes the place of one in the file, as `--set` does: {"crank", "250 mm"}. The key is a parameter or a dotted path to a number.
using Settings = std::vector<std::pair<std::string, std::string>>;

// Units for numbers in a program: `using namespace zanjir::literals;` then 60_deg, 20_mm, 300_rpm. All of them give SI and radians.
inline namespace literals {

// Degrees to radians.
constexpr double operator""_deg(long double x) { return static_cast<double>(x * 3.14159265358979323846264338327950288L / 180); }
// Degrees to radians.
constexpr double operator""_deg(unsigned long long x) {
  return static_cast<double>(static_cast<long double>(x) * 3.14159265358979323846264338327950288L / 180);
}
// Millimetres to metres.
constexpr double operator""_mm(long double x) { return static_cast<double>(x / 1000); }
// Millimetres to metres.
constexpr double operator""_mm(unsigned long long x) { return static_cast<double>(static_cast<long double>(x) / 1000); }
// Revolutions per minute to radians per second.
constexpr double operator""_rpm(long double x) { return static_cast<double>(x * 3.14159265358979323846264338327950288L / 30); }
// Revolutions per minute to radians per second.
constexpr double operator""_rpm(unsigned long long x) {
  return static_cast<double>(static_cast<long double>(x) * 3.14159265358979323846264338327950288L / 30);
}

}  // namespace literals
}  // namespace zanjir
