// Power by source. The parts add up to the total, which is the rate of `energy.total` where loops are closed.
#include "zanjir/terms/quantity_family.hpp"

namespace zanjir {

void add_power_quantities(std::vector<QuantityFamily>& all) {
  const auto add = [&](std::string_view name, std::string_view meaning, double (*value)(QuantityData&)) {
    all.push_back(single(QuantityGroup::power, name, "W", meaning, Needs::solution, uses_power, value));
  };
  add("power.actuators", "Force times speed, summed over actuated joints.", [](QuantityData& d) { return d.power.actuators_W; });
  add("power.prescribed", "The same over joints that follow laws of time.", [](QuantityData& d) { return d.power.prescribed_W; });
  add("power.passive", "The same over all other joints: zero unless a force on them is given or asked for.",
      [](QuantityData& d) { return d.power.passive_W; });
  add("power.dampers", "Power of dampers, of damping in stops and elastic bodies.", [](QuantityData& d) { return d.power.dampers_W; });
  add("power.friction", "Power of friction in joints.", [](QuantityData& d) { return d.power.friction_W; });
  add("power.loads", "Power of loads.", [](QuantityData& d) { return d.power.loads_W; });
  add("power.contact_normal", "Power of normal forces of compliant contacts.", [](QuantityData& d) { return d.power.contact_normal_W; });
  add("power.contact_friction", "Power of friction in compliant contacts.", [](QuantityData& d) { return d.power.contact_friction_W; });
  add("power.total", "Their sum: the rate of the energy.", [](QuantityData& d) { return d.power.total_W(); });
}

}  // namespace zanjir
