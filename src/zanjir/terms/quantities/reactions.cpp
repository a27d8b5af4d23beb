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

}  // namespace

void add_reaction_quantities(std::vector<QuantityFamily>& all) {
  all.push_back({QuantityGroup::reactions, "JOINT.reaction.moment.x, .y, .z", "N m",
                 "Moment of the joint's parent on its child (for loops and rods: of the first of `between` on the second), world axes, about the "
                 "joint origin on the child; what the actuator gives to the joint, its force less what accelerates the rotor, is in it.",
                 Needs::reactions, 0, list_of_reactions(".reaction.moment", "N m"), write_of_reactions(&Forced::n)});
  all.push_back({QuantityGroup::reactions, "JOINT.reaction.force.x, .y, .z", "N",
                 "Force of the joint's parent on its child, world axes; what the actuator gives to the joint, its force less what accelerates the "
                 "rotor, is in it.",
                 Needs::reactions, 0, list_of_reactions(".reaction.force", "N"), write_of_reactions(&Forced::f)});
}

}  // namespace zanjir
