// Reactions of the joints as the user wrote them, tree or cut, and of rods.
#include "zanjir/terms/quantity_family.hpp"

namespace zanjir {
namespace {

// Calls apply(name, in the list of loop reactions?, place in it).
template <class Apply> void for_each_reaction(const QuantityScope& s, Apply&& apply) {
  for (const UserJoint& u : s.users.joints()) apply(u.joint.name, u.tree < 0, at(u.tree < 0 ? u.constraint : u.tree));
  for (std::size_t c = 0; c < s.model.constraints().size(); ++c) {
    if (const auto* rod = std::get_if<Distance>(&s.model.constraints()[c])) apply(rod->name, true, c);
  }
}

auto list_of_reactions(const char* what, const char* unit) {
  return [=](const QuantityScope& s, std::vector<QuantityName>& out) {
    for_each_reaction(s, [&](const std::string& name, bool, std::size_t) {
      for (const char* axis : {".x", ".y", ".z"}) out.push_back({name + what + axis, unit});
    });
  };
}

auto write_of_reactions(Vec3d Forced::*part) {
  return [=](QuantityData& d, double* out) {
    for_each_reaction(d.scope, [&](const std::string&, bool loop, std::size_t i) {
      const auto& list = loop ? d.solution->loop_reaction : d.solution->reaction;
      out = put(out, i < list.size() ? list[i].total.*part : Vec3d{not_known, not_known, not_known});
    });
  };
}

// A joint with one axis rests in bearings or runs in guides: what loads them along the axis and across it.
bool has_one_axis(const UserJoint& u) { return u.joint.axes.size() == 1 && u.joint.type != JointType::planar; }

auto list_of_bearings(const char* what, const char* unit) {
  return [=](const QuantityScope& s, std::vector<QuantityName>& out) {
    for (const UserJoint& u : s.users.joints())
      if (has_one_axis(u)) out.push_back({u.joint.name + what, unit});
  };
}

// value(reaction, axis), both in world axes
template <class Value> auto write_of_bearings(Value value) {
  return [value](QuantityData& d, double* out) {
    for (const UserJoint& u : d.scope.users.joints()) {
      if (!has_one_axis(u)) continue;
      const auto& list = u.tree < 0 ? d.solution->loop_reaction : d.solution->reaction;
      const std::size_t i = at(u.tree < 0 ? u.constraint : u.tree);
      const Vec3d axis = body_pose(d.scope.model, *d.ws, u.joint.parent).R * (u.joint.X_PJ.R * u.joint.axes.front());
      *out++ = i < list.size() ? value(list[i].total, axis) : not_known;
    }
  };
}

double across(const Vec3d& a, const Vec3d& axis) { return norm(a - axis * dot(a, axis)); }

}  // namespace

void add_reaction_quantities(std::vector<QuantityFamily>& all) {
  all.push_back({QuantityGroup::reactions, "JOINT.reaction.moment.x, .y, .z", "N m",
                 "Moment of the joint's parent on its child (for loops and rods: of the first of `between` on the second), world axes, about the "
                 "joint origin on the child; what the actuator gives to the joint, its force less what accelerates the rotor, is in it, and so are "
                 "springs and dampers on the joint.",
                 Needs::reactions, 0, list_of_reactions(".reaction.moment", "N m"), write_of_reactions(&Forced::n)});
  all.push_back({QuantityGroup::reactions, "JOINT.reaction.force.x, .y, .z", "N",
                 "Force of the joint's parent on its child, world axes; what the actuator gives to the joint, its force less what accelerates the "
                 "rotor, is in it, and so are springs and dampers on the joint.",
                 Needs::reactions, 0, list_of_reactions(".reaction.force", "N"), write_of_reactions(&Forced::f)});
  all.push_back({QuantityGroup::reactions, "JOINT.reaction.axial", "N",
                 "Of a joint with one axis (revolute, prismatic, cylindrical): the part of this force along the axis, positive with it.",
                 Needs::reactions, 0, list_of_bearings(".reaction.axial", "N"),
                 write_of_bearings([](const Forced& F, const Vec3d& axis) { return dot(F.f, axis); })});
  all.push_back({QuantityGroup::reactions, "JOINT.reaction.radial", "N", "The size of the rest of the force, across the axis.", Needs::reactions, 0,
                 list_of_bearings(".reaction.radial", "N"), write_of_bearings([](const Forced& F, const Vec3d& axis) { return across(F.f, axis); })});
  all.push_back({QuantityGroup::reactions, "JOINT.reaction.tilting", "N m",
                 "The size of the part of the moment across the axis, about the joint origin: what tilts bearings and guides.", Needs::reactions, 0,
                 list_of_bearings(".reaction.tilting", "N m"),
                 write_of_bearings([](const Forced& F, const Vec3d& axis) { return across(F.n, axis); })});
}

}  // namespace zanjir
