// A look for bodies that have none: what their joints, springs and contacts span, as it would be built.
#pragma once

#include <vector>

#include "zanjir/describe/look.hpp"
#include "zanjir/model/model.hpp"

namespace zanjir {

// `places`: where something is fastened to the body, in its frame. One place: a link from there to the farthest frame or the mass centre; where one thing alone
// holds it, with the box that has the body's inertia. Two, or several on a line: a link. Several in a plane: a plate. Else spokes from the middle.
std::vector<LookDescription> generated_look(const Model&, BodyId, const std::vector<Vec3d>& places, double thickness_m, double size_m);

LookDescription link_look(const Vec3d& from, const Vec3d& to, double radius_m);

}  // namespace zanjir
