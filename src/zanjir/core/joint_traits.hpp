// All that is true of a joint type by itself, as one row of a table that every layer reads. What a type means as a motion stands in
// model/joint.hpp, how it closes a loop in model/closure_residual.cpp.
#pragma once

#include <cstdint>
#include <iterator>
#include <span>
#include <string_view>

#include "zanjir/core/kinds.hpp"

namespace zanjir {

// What a coordinate counts, which decides its unit. `any` while that is unknown.
enum class Measure : std::uint8_t { any, angle, length, number };  // number: a part of a unit quaternion

constexpr std::string_view unit_of(Measure measure) { return measure == Measure::angle ? "rad" : measure == Measure::length ? "m" : "1"; }

struct JointPart {
  std::string_view name;  // empty: the joint has one coordinate and is called by its own name
  Measure measure;
};

// What becomes of the coordinates when parent and child change places.
enum class Swap : std::uint8_t {
  same,      // the same numbers: the axes change their sign
  reversed,  // the same numbers in the opposite order, axes too
  converted  // other numbers: those of the inverse motion
};

struct JointTraits {
  JointType type;
  std::string_view name;
  std::span<const JointPart> coordinates, speeds;
  int n_axes = 0;       // directions that the user gives
  int quaternion = -1;  // where among the coordinates the quaternion of four begins; -1: there is none
  Swap swap = Swap::same;
  bool in_plane = false;  // a mechanism with a plane may have it
};

namespace joint_parts {
using enum Measure;
inline constexpr JointPart turn[] = {{"", angle}};
inline constexpr JointPart slide[] = {{"", length}};
inline constexpr JointPart cylindrical[] = {{"angle", angle}, {"slide", length}};
inline constexpr JointPart universal[] = {{"a", angle}, {"b", angle}};
inline constexpr JointPart planar[] = {{"x", length}, {"y", length}, {"angle", angle}};
inline constexpr JointPart pose[] = {{"x", length}, {"y", length}, {"z", length}, {"qw", number}, {"qx", number}, {"qy", number}, {"qz", number}};
inline constexpr JointPart twist[] = {{"wx", angle}, {"wy", angle}, {"wz", angle}, {"vx", length}, {"vy", length}, {"vz", length}};
inline constexpr auto quaternion = std::span(pose).subspan<3>();
inline constexpr auto spin = std::span(twist).first<3>();
}  // namespace joint_parts

inline constexpr JointTraits joint_table[] = {
    {JointType::weld, "weld", {}, {}, 0, -1, Swap::same, true},
    {JointType::revolute, "revolute", joint_parts::turn, joint_parts::turn, 1, -1, Swap::same, true},
    {JointType::prismatic, "prismatic", joint_parts::slide, joint_parts::slide, 1, -1, Swap::same, true},
    {JointType::cylindrical, "cylindrical", joint_parts::cylindrical, joint_parts::cylindrical, 1},
    {JointType::universal, "universal", joint_parts::universal, joint_parts::universal, 2, -1, Swap::reversed},
    {JointType::spherical, "spherical", joint_parts::quaternion, joint_parts::spin, 0, 0, Swap::converted},
    {JointType::planar, "planar", joint_parts::planar, joint_parts::planar, 2, -1, Swap::converted, true},
    {JointType::free, "free", joint_parts::pose, joint_parts::twist, 0, 3, Swap::converted},
};

constexpr const JointTraits& traits(JointType type) { return joint_table[static_cast<std::size_t>(type)]; }
static_assert(
    [] {
      for (std::size_t i = 0; i < std::size(joint_table); ++i) {
        if (joint_table[i].type != static_cast<JointType>(i)) return false;
      }
      return true;
    }(),
    "the rows stand in the order of JointType");

constexpr std::string_view name_of(JointType type) { return traits(type).name; }
constexpr int nq_of(JointType type) { return static_cast<int>(traits(type).coordinates.size()); }
constexpr int nv_of(JointType type) { return static_cast<int>(traits(type).speeds.size()); }
constexpr int axes_of(JointType type) { return traits(type).n_axes; }
constexpr bool has_quaternion(JointType type) { return traits(type).quaternion >= 0; }
// The coordinates that are plain numbers: all of them, or those before the quaternion.
constexpr std::span<const JointPart> scalar_coordinates(JointType type) {
  return has_quaternion(type) ? traits(type).coordinates.first(static_cast<std::size_t>(traits(type).quaternion)) : traits(type).coordinates;
}
constexpr bool slides(JointType type, int speed_part) { return traits(type).speeds[static_cast<std::size_t>(speed_part)].measure == Measure::length; }
// In how many directions it slides.
constexpr int slides_of(JointType type) {
  int n = 0;
  for (const JointPart& part : traits(type).speeds) n += part.measure == Measure::length;
  return n;
}
// The coordinates of the joint seen from its other side are the same numbers (for universal joints: in the opposite order).
constexpr bool same_coordinates_swapped(JointType type) { return traits(type).swap != Swap::converted; }

}  // namespace zanjir
