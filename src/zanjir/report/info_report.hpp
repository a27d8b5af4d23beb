// What a model is made of: bodies, joints, frames, coordinates, actuators, force elements, and who can compute it.
#pragma once

#include <string>

#include "zanjir/model/model.hpp"

namespace zanjir {

std::string info_text(const Model&);
std::string info_json(const Model&);

}  // namespace zanjir
