// Contacts that give way: what they remember, and what they do to their body.
#include "zanjir/terms/quantity_family.hpp"

namespace zanjir {
namespace {

template <class Value>  // value(QuantityData, contact) -> double
QuantityFamily of_contacts(std::string_view suffix, std::string_view pattern, std::string_view unit, std::string_view meaning, Value value) {
  return {QuantityGroup::contacts,
          pattern,
          unit,
          meaning,
          Needs::state,
          uses_contacts,
          [=](const QuantityScope& s, std::vector<QuantityName>& out) {
            for (const Contact& contact : s.model.contacts())
              if (contact.compliant) out.push_back({contact.name + std::string(suffix), std::string(unit)});
          },
          [=](QuantityData& d, double* out) {
            for (std::size_t i = 0; i < d.contacts.size(); ++i)
              if (d.scope.model.contacts()[i].compliant) *out++ = value(d, i);
          }};
}

}  // namespace

void add_contact_quantities(std::vector<QuantityFamily>& all) {
  all.push_back(of_contacts(".gap", "CONTACT.gap", "m", "Distance from the ground, negative inside; of compliant contacts.",
                            [](QuantityData& d, std::size_t i) { return d.contacts[i].gap.distance_m; }));
  all.push_back(of_contacts(".phase", "CONTACT.phase", "1", "1 while touching, 0 in flight.",
                            [](QuantityData& d, std::size_t i) { return d.ws->contact[i].phase == ContactPhase::touching ? 1.0 : 0.0; }));
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
}

}  // namespace zanjir
