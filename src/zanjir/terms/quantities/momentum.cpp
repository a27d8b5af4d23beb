#include "zanjir/terms/quantity_family.hpp"

namespace zanjir {

void add_momentum_quantities(std::vector<QuantityFamily>& all) {
  constexpr QuantityGroup group = QuantityGroup::momentum;
  all.push_back(vector3(group, "momentum.linear", "kg m/s", "Momentum of everything that can move, world axes.", Needs::state, uses_momentum,
                        [](QuantityData& d) { return d.momentum.linear_kg_m_s; }));
  all.push_back(vector3(group, "momentum.angular", "kg m^2/s", "Angular momentum of it about the world origin; rotors have none of their own.",
                        Needs::state, uses_momentum, [](QuantityData& d) { return d.momentum.angular_kg_m2_s; }));
  all.push_back(single(group, "momentum.mass", "kg", "Its mass.", Needs::state, uses_momentum, [](QuantityData& d) { return d.momentum.mass_kg; }));
  all.push_back(vector3(group, "momentum.center_of_mass", "m", "Its mass centre in the world.", Needs::state, uses_momentum,
                        [](QuantityData& d) { return d.momentum.centre_of_mass_m; }));
}

}  // namespace zanjir
