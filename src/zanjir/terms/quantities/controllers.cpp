// What sampled controllers compute, and what they remember: of runs alone.
#include "zanjir/terms/quantity_family.hpp"

namespace zanjir {
namespace {

enum class Part { values, memory };

// The first of a controller's recorded names that belong to a part, and how many.
std::pair<std::size_t, std::size_t> part_of(const ControllerDescription& c, Part part) {
  const std::size_t values = outputs_of(c).size();
  return part == Part::values ? std::pair<std::size_t, std::size_t>{0, values} : std::pair(values, static_cast<std::size_t>(memory_of(c)));
}

QuantityFamily of_controllers(Part part, std::string_view pattern, std::string_view meaning) {
  // Where the numbers of the model's controllers stand is found once per model, when the names are listed: nothing is allocated while they are written.
  return {QuantityGroup::control,
          pattern,
          "of what it is",
          meaning,
          Needs::ledger,
          0,
          [=](const QuantityScope& s, std::vector<QuantityName>& out) {
            for (const SampledController& c : s.model.sampled_controllers()) {
              const std::vector<std::string> names = recorded_names(c.says);
              const auto [first, n] = part_of(c.says, part);
              for (std::size_t i = first; i < first + n; ++i) out.push_back({names[i], "1"});
            }
          },
          [=](QuantityData& d, double* out) {
            const double* numbers = d.control;
            for (const auto& [values, memory] : d.scope.control_numbers) {
              const std::size_t n = part == Part::values ? values : memory;
              if (numbers) std::copy_n(numbers + (part == Part::values ? 0 : values), n, out);
              else std::fill_n(out, n, not_known);
              out += n;
              if (numbers) numbers += values + memory;
            }
          }};
}

}  // namespace

void add_controller_quantities(std::vector<QuantityFamily>& all) {
  all.push_back(
      of_controllers(Part::values, "CONTROLLER.BLOCK",
                     "Value of a block of a sampled controller since its last sample; of blocks with several values `CONTROLLER.BLOCK.JOINT`, ..."));
  all.push_back(of_controllers(
      Part::memory, "CONTROLLER.memory.N",
      "What a controller remembers besides: how many samples it has taken, the forces that hold and those under way, the states of its blocks. A "
      "run goes on from these."));
}

}  // namespace zanjir
