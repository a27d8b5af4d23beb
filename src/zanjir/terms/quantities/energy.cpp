#include "zanjir/terms/quantity_family.hpp"

namespace zanjir {

void add_energy_quantities(std::vector<QuantityFamily>& all) {
  const auto add = [&](std::string_view name, std::string_view meaning, double (*value)(QuantityData&), Exists exists = nullptr) {
    all.push_back(single(QuantityGroup::energy, name, "J", meaning, Needs::state, uses_energy, value, exists));
  };
  add("energy.kinetic", "Kinetic energy, rotors included.", [](QuantityData& d) { return d.energy.kinetic_J; });
  add("energy.gravity", "Potential energy of gravity, zero at the world origin.", [](QuantityData& d) { return d.energy.gravity_J; });
  add("energy.springs", "Energy of springs, stops and loops that are springs.", [](QuantityData& d) { return d.energy.springs_J; });
  add(
      "energy.strain", "Strain energy of elastic bodies, where there are any.", [](QuantityData& d) { return d.energy.strain_J; },
      [](const QuantityScope& s) { return !s.model.elastic_bodies().empty(); });
  add("energy.total", "Their sum.", [](QuantityData& d) { return d.energy.total_J(); });
}

}  // namespace zanjir
