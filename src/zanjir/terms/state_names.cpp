#include "zanjir/terms/state_names.hpp"

#include "zanjir/terms/coordinate_units.hpp"

namespace zanjir {
namespace {

Dimension dimension_of_unit(std::string_view unit) { return unit == "rad" ? dimension::angle : unit == "m" ? dimension::length : dimension::number; }

}  // namespace

StateNames::StateNames(const Model& model, const UserJoints& users)
    : coordinates_(model.coordinate_names().begin(), model.coordinate_names().end()),
      speeds_(model.speed_names().begin(), model.speed_names().end()) {
  for (int i = 0; i < model.nq(); ++i) coordinate_dimensions_.push_back(dimension_of_unit(coordinate_unit(model, i)));
  for (int i = 0; i < model.nv(); ++i) turns_.push_back(model.speed(i).turns());
  for (const UserJoint& u : users.joints()) {
    joints_.push_back(u.own_terms ? u.joint : model.joints()[at(u.tree)]);
    if (!u.own_terms) continue;
    joints_.back().q_begin = static_cast<int>(coordinates_.size());
    joints_.back().v_begin = static_cast<int>(speeds_.size());
    for (int i = 0; i < u.joint.nq; ++i) {
      coordinates_.push_back(users.coordinate_names()[at(u.q_begin + i)]);
      coordinate_dimensions_.push_back(dimension_of_unit(users.coordinate_units()[at(u.q_begin + i)]));
    }
    for (int i = 0; i < u.joint.nv; ++i) {
      speeds_.push_back(users.speed_names()[at(u.v_begin + i)]);
      turns_.push_back(users.turns(u.v_begin + i));
    }
  }
}

}  // namespace zanjir
