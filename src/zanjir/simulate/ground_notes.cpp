#include "zanjir/simulate/ground_notes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "zanjir/dynamics/contact_action.hpp"

namespace zanjir {

// Most likely a wave that leaves no contact, or a start too high.
std::string untouched_note(const Model& model, const Workspace& ws) {
  if (model.prescribed().empty() || !model.has_compliant_contacts()) return {};
  const auto gap = [&](const Contact& c) { return contact_gap(model, ws, c).distance_m; };
  const auto nearest = std::ranges::min_element(model.contacts(), {}, gap);
  return fmt::format(
      "no contact touched: at the end the nearest, '{}', is {:.3g} m above its ground; prescribed joints that leave no contact move "
      "nothing along it; "
      "start it so much lower, or take a wave that brings its places (`contacts.{}`{}) down to the ground",
      nearest->name, gap(*nearest), nearest->group, nearest->written.empty() ? "" : ", " + nearest->written);
}

std::string free_fall_note(const Model& model) {
  if (model.prescribed().empty() || !model.contacts().empty() || model.acts_on_frames() || !model.constraints().empty()) return {};
  if (norm(model.gravity()) == 0) return {};
  const auto falls = [&](const Joint& joint) {
    if (index(joint.parent) != 0 || model.roles()[static_cast<std::size_t>(joint.v_begin)] == Role::prescribed) return false;
    const Vec3d g_J = transpose(joint.X_PJ.R) * model.gravity();
    const auto along = [&](const Vec3d& axis) { return dot(axis, g_J) / norm(g_J); };
    return joint.type == JointType::free || (joint.type == JointType::planar && std::hypot(along(joint.axes[0]), along(joint.axes[1])) > 1e-9);
  };
  const auto base = std::ranges::find_if(model.joints(), falls);
  if (base == model.joints().end()) return {};
  return fmt::format(
      "'{}' falls freely: gravity pulls, and no contact, load or spring carries what '{}' moves; prescribed joints move nothing "
      "along without a ground: give it `contacts`, or `gravity: [0, 0, 0]` if it floats",
      model.body(base->child).name, base->name);
}

}  // namespace zanjir
