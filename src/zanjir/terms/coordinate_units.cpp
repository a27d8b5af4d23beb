#include "zanjir/terms/coordinate_units.hpp"

namespace zanjir {

std::string_view part_of(const Joint& joint, std::string_view name) {
  return name.size() > joint.name.size() ? name.substr(joint.name.size() + 1) : std::string_view{};
}

std::string_view coordinate_unit(const Model& model, int coordinate) { return unit_of(model.coordinates()[at(coordinate)].measure); }

std::string_view speed_unit(const Model& model, int speed) { return model.speed(speed).turns() ? "rad/s" : "m/s"; }
std::string_view acceleration_unit(const Model& model, int speed) { return model.speed(speed).turns() ? "rad/s^2" : "m/s^2"; }
std::string_view force_unit(const Model& model, int speed) { return model.speed(speed).turns() ? "N m" : "N"; }

}  // namespace zanjir
