// The energy ledger of a run.
#include "zanjir/terms/ledger.hpp"
#include "zanjir/terms/quantity_family.hpp"

namespace zanjir {

void add_ledger_quantities(std::vector<QuantityFamily>& all) {
  all.push_back({QuantityGroup::ledger, "ledger.SOURCE", "J",
                 "Work of a source since the start of the run: `actuators`, `prescribed`, `dampers`, `friction`, `loads`, `loops`, `projection`, "
                 "`impacts`, `contact_normal`, `contact_friction`.",
                 Needs::ledger, 0,
                 [](const QuantityScope&, std::vector<QuantityName>& out) {
                   for (const std::string_view source : work_source_names) out.push_back({"ledger." + std::string(source), "J"});
                 },
                 [](QuantityData& d, double* out) { std::copy_n(d.work_J, n_work_sources, out); }});
  all.push_back(single(QuantityGroup::ledger, "ledger.imbalance", "J",
                       "`energy.total` less its value at the start and the work of all sources: what the run has lost or made up.", Needs::ledger,
                       uses_energy, [](QuantityData& d) {
                         double work = 0;
                         for (int i = 0; i < n_work_sources; ++i) work += d.work_J[i];
                         return d.energy.total_J() - d.energy_begin_J - work;
                       }));
}

}  // namespace zanjir
