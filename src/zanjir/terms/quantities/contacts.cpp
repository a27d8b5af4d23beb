// Contacts that give way: what they remember, and what they do to their body.
#include <limits>

#include "zanjir/terms/quantity_family.hpp"

namespace zanjir {
namespace {

enum class Which { compliant, with_bristle, that_holds };
bool is(const Contact& contact, Which which) {
  return which == Which::with_bristle ? contact.has_bristle() : which == Which::that_holds ? contact.holds() : contact.compliant.has_value();
}

template <class Value>  // value(QuantityData, contact) -> double
QuantityFamily of_contacts(std::string_view suffix, std::string_view pattern, std::string_view unit, std::string_view meaning, Value value,
                           Which which = Which::compliant) {
  return {QuantityGroup::contacts,
          pattern,
          unit,
          meaning,
          Needs::state,
          uses_contacts,
          [=](const QuantityScope& s, std::vector<QuantityName>& out) {
            for (const Contact& contact : s.model.contacts())
              if (is(contact, which)) out.push_back({contact.name + std::string(suffix), std::string(unit)});
          },
          [=](QuantityData& d, double* out) {
            for (std::size_t i = 0; i < d.contacts.size(); ++i)
              if (is(d.scope.model.contacts()[i], which)) *out++ = value(d, i);
          }};
}

// What holds without a normal force takes more than any cone, but for forces that are rounding of the weight.
double cone_taken(QuantityData& d, std::size_t i) {
  const Model& model = d.scope.model;
  const ContactForce& force = d.contacts[i].force;
  const Contact& contact = model.contacts()[i];
  if (!contact.holds() || force.normal_N > 0 || !(contact.compliant->friction.coefficient > 0)) return force.cone;
  double mass_kg = 0;
  for (const Body& body : model.bodies()) mass_kg += body.mass_kg;
  constexpr double rounding_m_per_s2 = 1e-11;
  return norm(force.friction_W) > mass_kg * rounding_m_per_s2 ? std::numeric_limits<double>::infinity() : force.cone;
}

}  // namespace

void add_contact_quantities(std::vector<QuantityFamily>& all) {
  all.push_back(of_contacts(".gap", "CONTACT.gap", "m", "Distance from the ground, negative inside; of compliant contacts.",
                            [](QuantityData& d, std::size_t i) { return d.contacts[i].gap.distance_m; }));
  all.push_back(of_contacts(".phase", "CONTACT.phase", "1",
                            "1 while touching, 0 in flight; of a contact that holds 2 while it slides, 3 while it is held by order and its ground "
                            "does not press, so that nothing rubs.",
                            [](QuantityData& d, std::size_t i) {
                              const ContactMemory& m = d.ws->contact[i];
                              return m.phase == ContactPhase::flight ? 0.0 : 1.0 + static_cast<double>(m.grip);
                            }));
  all.push_back(of_contacts(".touch_speed", "CONTACT.touch_speed", "m/s", "Speed of approach at the last touch-down.",
                            [](QuantityData& d, std::size_t i) { return d.ws->contact[i].touch_speed_m_per_s; }));
  all.push_back(of_contacts(".normal_force", "CONTACT.normal_force", "N", "Force of the ground along its normal.",
                            [](QuantityData& d, std::size_t i) { return d.contacts[i].force.normal_N; }));
  all.push_back(of_contacts(".friction.x", "CONTACT.friction.x", "N", "Force of the ground along its surface, world axes.",
                            [](QuantityData& d, std::size_t i) { return d.contacts[i].force.friction_W.x; }));
  all.push_back(of_contacts(".friction.y", "CONTACT.friction.y", "N", "The same, y.",
                            [](QuantityData& d, std::size_t i) { return d.contacts[i].force.friction_W.y; }));
  all.push_back(of_contacts(".friction.z", "CONTACT.friction.z", "N", "The same, z.",
                            [](QuantityData& d, std::size_t i) { return d.contacts[i].force.friction_W.z; }));
  all.push_back(of_contacts(".penetration", "CONTACT.penetration", "m", "How deep it is in the ground; 0 outside.",
                            [](QuantityData& d, std::size_t i) { return std::max(0.0, -d.contacts[i].gap.distance_m); }));
  all.push_back(of_contacts(".point.x", "CONTACT.point.x", "m", "Where it touches, or would: the point of the body nearest to the ground, world.",
                            [](QuantityData& d, std::size_t i) { return d.contacts[i].at.point_W.x; }));
  all.push_back(
      of_contacts(".point.y", "CONTACT.point.y", "m", "The same, y.", [](QuantityData& d, std::size_t i) { return d.contacts[i].at.point_W.y; }));
  all.push_back(
      of_contacts(".point.z", "CONTACT.point.z", "m", "The same, z.", [](QuantityData& d, std::size_t i) { return d.contacts[i].at.point_W.z; }));
  all.push_back(of_contacts(".slip", "CONTACT.slip", "m/s", "Speed of the body's material along the ground there, touching or not.",
                            [](QuantityData& d, std::size_t i) {
                              const ContactAction& c = d.contacts[i];
                              return norm(c.velocity_W - c.at.normal_W * dot(c.at.normal_W, c.velocity_W));
                            }));
  all.push_back(of_contacts(
      ".cone", "CONTACT.cone", "1",
      "How much of the friction cone the dry friction takes (static friction where there is one): 0 to 1 but for `stick` and `wheel`, where "
      "it is how much of the cone of `coefficient` they would need, above 1 where that would slip and infinite where the ground pulls.",
      cone_taken));
  all.push_back(of_contacts(
      ".undetermined", "CONTACT.undetermined", "1",
      "Of a contact that holds: 1 where its normal force is a choice, since rigid bodies share it with others as no equation says, 2 where its "
      "friction is, 3 both, 0 "
      "neither; sums over those that share are no choice.",
      [](QuantityData& d, std::size_t i) {
        const ContactMemory& m = d.ws->contact[i];
        return (m.shares_normal ? 1.0 : 0.0) + (m.shares_friction ? 2.0 : 0.0);
      },
      Which::that_holds));
  all.push_back(of_contacts(
      ".bristle.along", "CONTACT.bristle.along", "m", "How far the bristle of a contact that sticks is bent, along the axes of its friction.",
      [](QuantityData& d, std::size_t i) { return d.ws->contact[i].bristle_m[0]; }, Which::with_bristle));
  all.push_back(of_contacts(
      ".bristle.across", "CONTACT.bristle.across", "m", "The same, across.",
      [](QuantityData& d, std::size_t i) { return d.ws->contact[i].bristle_m[1]; }, Which::with_bristle));
}

}  // namespace zanjir
