// Forces that frames can exert and velocities that they can have within the limits of the actuators.
#include "zanjir/terms/capacity.hpp"

#include <cmath>

#include "zanjir/analyse/items/item.hpp"

namespace zanjir::eval_item {
namespace {

Value shape_value(const SymmetricPolytope& set, const Names& axes, std::string_view unit) {
  const PolytopeShape shape = shape_of(set);
  Value out;
  if (!shape.bounded) return out.add("note", "without bound in some direction");
  Names numbers;
  for (Eigen::Index i = 0; i < shape.vertices.rows(); ++i) numbers.push_back(std::to_string(i + 1));
  out.add_in_json("vertices", Value::matrix(numbers, axes, shape.vertices, unit));
  if (shape.faces.empty()) return out;
  Value faces = Value::list();
  for (std::size_t k = 0; k < shape.faces.size(); ++k) {
    Value one = Value::list();
    for (const int i : shape.faces[k]) one.add(std::to_string(i), Value::count(i + 1));
    faces.add(std::to_string(k + 1), std::move(one));
  }
  return out.add_in_json("faces", std::move(faces));
}

Value set_value(const StateAnswers& a, SymmetricPolytope set, Capacity c) {
  std::vector<int> components;  // 0 to 2: those in the plane of the mechanism
  Names axes;
  for (const int i : is_turn(c) ? turn_components(a.model().plane()) : shift_components(a.model().plane())) {
    components.push_back(i % 3);
    axes.emplace_back(1, "xyz"[i % 3]);
  }
  set.normals = set.normals * MatX(a.axes()(components, components)).transpose();
  VecX along(set.normals.cols());
  for (Eigen::Index i = 0; i < along.size(); ++i) along[i] = extent(set, VecX::Unit(along.size(), i));
  Value out;
  out.add("every_direction", Value::number(inscribed_radius(set), unit_of(c))).add("along", Value::vector(axes, along, unit_of(c)));
  return out.add_all(shape_value(set, axes, unit_of(c)));
}

}  // namespace

EvalItem capacity() {
  return {
      "capacity",
      Solves::nothing,
      InAll::by_name_only,
      "`axes`, `frames: {name: {force, moment, speed, speed_not_turning, turn_rate, turn_rate_in_place}}`, where actuators have a `force_limit` or a "
      "`speed_limit`: what the frame can exert, and how fast it can move; each `{every_direction, along, vertices, faces}`, null: no bound: "
      "[limits](parallel-robots.md#what-limited-actuators-reach)",
      [](StateAnswers& a) {
        const DrivenMotion motion = driven_motion(a.model(), a.users(), a.ws());
        Value frames, out;
        bool some = false;
        for (const FrameId id : a.view().frames) {
          const MatX twists = twists_of(a.model(), a.ws(), a.model().frame(id), motion.N);
          Value one;
          for (const Capacity c : all_capacities) {
            if (!has_limits(a.model(), c)) continue;
            some = true;
            one.add(std::string(name_of(c)), set_value(a, capacity_set(a.model(), motion, twists, c), c));
          }
          frames.add(a.frame_name(id), std::move(one));
        }
        if (!some) out.add("note", "no actuator has a limit: give `force_limit` or `speed_limit` under `actuators`");
        return out.add("axes", a.view().in_name).add_unnamed("frames", std::move(frames));
      },
      Infinite::no_bound};
}

}  // namespace zanjir::eval_item
