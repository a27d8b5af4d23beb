// stops:, friction: and control:
#include "zanjir/describe/sections.hpp"

namespace zanjir {
namespace {

void check_restitution(ObjectReader& object, double restitution) {
  if (restitution > 1) object.error("restitution", "must lie between 0 and 1", "above 1 an impact would make energy");
}

}  // namespace

void read_stop(Reading& r, const Node::Key& key, const Node& node, const KeyPath& path) {
  auto stop = r.named<StopDescription>(r.stops, key, path);
  ObjectReader object(r.values, node, path, schema::stop);
  if (!object || !object.has("joint")) return;
  stop.joint = r.values.name(object.at("joint"), object.path("joint"));
  const Measure measure = r.measure(stop.joint, object.path("joint"), Reading::Level::position);
  if (object.has("min")) stop.min = object.number("min", position_dimension(measure));
  if (object.has("max")) stop.max = object.number("max", position_dimension(measure));
  if (!stop.min && !stop.max) object.error("", "`min` or `max` is missing");
  if (stop.min && stop.max && !(*stop.min < *stop.max)) object.error("max", "must be above `min`");
  if (object.has("stiffness") == object.has("restitution")) {
    object.error("", "one of `stiffness` (a compliant stop) and `restitution` (a rigid one) is wanted");
    return;
  }
  if (object.has("restitution")) {
    object.only({"joint", "min", "max", "restitution"}, "with `restitution`");
    stop.restitution = object.number("restitution");
    check_restitution(object, *stop.restitution);
  } else {
    stop.stiffness = object.number("stiffness", stiffness_dimension(measure));
    stop.damping = object.number("damping", damping_dimension(measure));
  }
  r.description.stops.push_back(std::move(stop));
}

void read_friction(Reading& r, const Node::Key& key, const Node& node, const KeyPath& path) {
  auto friction = r.named<FrictionDescription>(r.frictions, key, path);
  ObjectReader object(r.values, node, path, schema::friction);
  if (!object || !object.has("joint")) return;
  friction.joint = r.values.name(object.at("joint"), object.path("joint"));
  const Measure measure = r.measure(friction.joint, object.path("joint"), Reading::Level::speed);
  friction.coulomb = object.number("coulomb", force_dimension(measure));
  friction.stiction = object.has("stiction") ? object.number("stiction", force_dimension(measure)) : friction.coulomb;
  if (friction.stiction < friction.coulomb) object.error("stiction", "must not be below `coulomb`");
  friction.transition_speed = object.number("transition_speed", speed_dimension(measure));
  friction.stribeck_speed = object.has("stribeck_speed") ? object.number("stribeck_speed", speed_dimension(measure)) : 10 * friction.transition_speed;
  friction.viscous = object.number("viscous", damping_dimension(measure));
  r.description.frictions.push_back(std::move(friction));
}

void read_control(Reading& r, const Node::Key& key, const Node& node, const KeyPath& path) {
  ControlDescription control;
  control.of = {r.values.name(key, path), key.at};
  r.add_name(r.controls, control.of.name, key.at, path);
  ObjectReader object(r.values, node, path, schema::control);
  if (!object) return;
  const Measure measure = r.measure(control.of, path, Reading::Level::speed);
  const int errors = r.values.sink().n_errors();
  const std::string type = object.word("type");
  if (r.values.sink().n_errors() > errors) return;  // what the other keys mean depends on it
  control.kind = type == "pd" ? ControlKind::pd : type == "computed_torque" ? ControlKind::computed_torque : ControlKind::force;
  if (object.has("force")) control.force = read_law(r.values, object.at("force"), object.path("force"), force_dimension(measure));
  if (object.has("limit")) control.limit = object.number("limit", force_dimension(measure));
  if (control.kind == ControlKind::force) {
    object.only({"type", "force", "limit"}, "with `type: force`");
    if (!object.has("force")) object.error("", "`force` is missing", "or give a `type` that follows a `target`");
  } else if (!object.has("target")) {
    object.error("", "`target` is missing", "where should the coordinate be?");
  } else {
    control.target = read_law(r.values, object.at("target"), object.path("target"), position_dimension(measure));
    const bool torque = control.kind == ControlKind::computed_torque;
    control.kp = object.number("kp", torque ? std::optional(power(dimension::time, -2)) : stiffness_dimension(measure));
    control.kd = object.number("kd", torque ? std::optional(power(dimension::time, -1)) : damping_dimension(measure));
  }
  r.description.controls.push_back(std::move(control));
}

}  // namespace zanjir
