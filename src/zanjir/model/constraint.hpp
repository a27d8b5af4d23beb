// What closes loops: cut joints of any type, distances, gears, and drivers for what is not a tree coordinate.
// Every constraint is rows on the relative motion of two frames (or on two coordinates); its reaction is a wrench of first on second.
// A constraint with springs holds nothing: it has no rows here, and Model::sprung() has it again, with the rows along which its springs act.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "zanjir/core/ids.hpp"
#include "zanjir/model/closure_residual.hpp"
#include "zanjir/model/turn_count.hpp"

namespace zanjir {

struct CutJoint {                // a joint that the tree leaves out; its coordinates follow from the poses of its two bodies
  Joint joint;                   // as the user wrote it; q_begin and v_begin count among the coordinates and speeds of cut joints
  std::vector<ClosureRow> rows;  // all of its type, or with `plane:` the in-plane ones
  std::string reason;            // why this joint was cut
  TurnCount turns;
  int springs = -1;  // its place in Model::sprung(); -1: it is rigid
};

struct Distance {  // between two frame origins
  std::string name;
  FrameId a, b;
  double length_m = 0;
  int springs = -1;
};

struct Gear {  // q_b = ratio * q_a + offset, both scalar tree coordinates
  std::string name;
  int coordinate_a = -1, speed_a = -1, coordinate_b = -1, speed_b = -1;
  double ratio = 1, offset = 0;
  bool slide_b = false;  // the row is a length, not an angle
  int springs = -1;
};

inline int n_rows_of(const CutJoint& cut) { return static_cast<int>(cut.rows.size()); }
inline int n_rows_of(const Distance& rod) { return rod.springs < 0 ? 1 : 0; }
inline int n_rows_of(const Gear& gear) { return gear.springs < 0 ? 1 : 0; }

using Constraint = std::variant<CutJoint, Distance, Gear>;

inline int n_rows_of(const Constraint& constraint) {
  return std::visit([](const auto& c) { return n_rows_of(c); }, constraint);
}
const std::string& name_of(const Constraint&);  // what the user calls it
// The rows of all constraints are counted one after the other: whose row it is, and whether it is an angle rather than a length.
const std::string& row_name(std::span<const Constraint>, std::ptrdiff_t row);
bool row_is_angle(std::span<const Constraint>, std::ptrdiff_t row);

inline int springs_of(const Constraint& constraint) {
  return std::visit([](const auto& c) { return c.springs; }, constraint);
}

}  // namespace zanjir
