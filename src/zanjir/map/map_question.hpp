// What is asked of a map: where to (two or three axes, and what is held beside them), what is read there, and what limits it.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "zanjir/language/expression_parser.hpp"
#include "zanjir/terms/led_motion.hpp"

namespace zanjir {

inline constexpr int max_map_axes = 3;
inline constexpr int max_map_depth = 12;

struct MapAxis {
  NameRef of;         // a coordinate of a joint, "frame.x", "frame.turn.1", or "$parameter"
  Quantity from, to;  // SI; their dimension where one was written
  int cells = 1;
  bool is_parameter() const { return of.name.starts_with('$'); }
  std::string name() const { return is_parameter() ? of.name.substr(1) : of.name; }  // as results call it
};

// A number with bounds. It is feasible where  min <= number <= max.
struct MapLimit {
  enum class Kind : std::uint8_t { quantity, cone, distance };
  NameRef name;
  Kind kind = Kind::quantity;
  std::vector<NameRef> of;             // quantity: of the catalogue, each within the bounds
  std::array<NameRef, 2> frames = {};  // cone: the angle between an axis of one frame and an axis of the other
  std::array<Vec3d, 2> axes = {Vec3d{0, 0, 1}, Vec3d{0, 0, 1}};
  std::vector<std::pair<NameRef, NameRef>> segments = {};  // distance: the least between any two of them, from frame to frame,
  std::vector<double> radii_m = {};                        // less their radii; one for all, or one each;
  std::vector<NameRef> bodies = {};                        // and bodies as they are drawn,
  bool all_bodies = false;                                 // or all of those
  std::optional<Quantity> min = {}, max = {};
};

struct MapQuestion {
  std::vector<MapAxis> axes;
  std::vector<MotionGiven> hold;  // constant laws
  std::vector<NameRef> values;    // of the catalogue
  std::vector<MapLimit> limits;
  std::optional<Said> home = {};  // a state as `eval` takes it; none: the file's initial state
  std::string formulation = "newton-euler";
  int depth = 2;                 // how often a cell is halved
  double tolerance = 1e-3;       // of the boundary: of the edge of a finest cell
  std::optional<double> change;  // a cell is halved, too, where a value changes by more than this share of its whole range
  int threads = 0;               // 0: as many as there are cores
};

}  // namespace zanjir
