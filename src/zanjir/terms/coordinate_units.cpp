#include "zanjir/terms/coordinate_units.hpp"

#include "zanjir/dynamics/inertia_beyond.hpp"

namespace zanjir {

std::string_view part_of(const Joint& joint, std::string_view name) {
  return name.size() > joint.name.size() ? name.substr(joint.name.size() + 1) : std::string_view{};
}

bool is_rotation(const Model& model, int speed) { return !is_slide(model, speed); }

std::string_view coordinate_unit(const Model& model, int coordinate) {
  for (const Joint& joint : model.joints()) {
    const int part = coordinate - joint.q_begin;
    if (part < 0 || part >= joint.nq) continue;
    switch (joint.type) {
      case JointType::spherical: return "1";
      case JointType::free: return part < 3 ? "m" : "1";
      default: return is_rotation(model, joint.v_begin + part) ? "rad" : "m";
    }
  }
  return model.elastic_bodies().empty() ? "1" : "m";  // a mode
}

std::string_view speed_unit(const Model& model, int speed) { return is_rotation(model, speed) ? "rad/s" : "m/s"; }
std::string_view acceleration_unit(const Model& model, int speed) { return is_rotation(model, speed) ? "rad/s^2" : "m/s^2"; }
std::string_view force_unit(const Model& model, int speed) { return is_rotation(model, speed) ? "N m" : "N"; }

}  // namespace zanjir
