// Laws as a file says them, and what is led by them.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "zanjir/core/kinds.hpp"
#include "zanjir/language/expression.hpp"
#include "zanjir/language/written.hpp"

namespace zanjir {

// A law of time, or of a phase: an expression, or one of the named laws reduced to plain numbers.
struct LawDescription {
  LawKind kind = LawKind::expression;
  Expression expression;
  std::vector<double> numbers;                   // parameters of a named law, in the order documented in forces/motion_law.hpp
  std::vector<std::pair<double, double>> knots;  // spline, table: (t, value), t increasing
  SourcePos at;
  int phase = -1;  // of a named law: place in Description::phases of its argument; -1: time. Expressions name phases themselves.
};

// A motion that is asked for, of one thing: see terms/led_motion.hpp.
struct MotionGiven {
  NameRef of;                              // a coordinate, a joint, or a frame
  std::optional<LawDescription> law = {};  // of one coordinate
  // Of a joint or frame as a whole: laws by the name of the part; turns about axes, one after the other; and, for a frame, the one axis that follows
  // the turns while the spin about it is free.
  std::vector<std::pair<std::string, LawDescription>> parts = {};
  std::vector<Vec3d> turn_axes = {};
  std::vector<LawDescription> turn_angles = {};
  std::optional<Vec3d> axis = {};
  std::vector<LawDescription> target = {};  // x, y, z of the place that this axis points to, in place of turns
};

}  // namespace zanjir
