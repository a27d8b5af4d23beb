// Units of coordinates, speeds and generalized forces, by joint type and part. SI and radians.
#pragma once

#include <string>
#include <string_view>

#include "zanjir/model/model.hpp"

namespace zanjir {

// What follows the joint's name in the name of one of its coordinates or speeds: "slide" of "J.slide", "" of a one-dof joint.
std::string_view part_of(const Joint&, std::string_view coordinate_or_speed_name);

std::string_view coordinate_unit(const Model&, int coordinate);  // "rad", "m", "1"
std::string_view speed_unit(const Model&, int speed);            // "rad/s", "m/s"
std::string_view acceleration_unit(const Model&, int speed);     // "rad/s^2", "m/s^2"
std::string_view force_unit(const Model&, int speed);            // "N m", "N"

}  // namespace zanjir
