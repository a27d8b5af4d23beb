#include "zanjir/analyse/items.hpp"

#include <algorithm>

namespace zanjir {

// One line per item: the name of the function in analyse/items/ that describes it.
#define ZANJIR_EVAL_ITEMS(ITEM) \
  ITEM(coordinates)             \
  ITEM(pose)                    \
  ITEM(fk)                      \
  ITEM(ik)                      \
  ITEM(velocity)                \
  ITEM(acceleration)            \
  ITEM(jacobian)                \
  ITEM(mass_matrix)             \
  ITEM(bias)                    \
  ITEM(forward_dynamics)        \
  ITEM(inverse_dynamics)        \
  ITEM(hybrid)                  \
  ITEM(reactions)               \
  ITEM(energy)                  \
  ITEM(momentum)                \
  ITEM(power)                   \
  ITEM(loop_residual)           \
  ITEM(determinacy)             \
  ITEM(loop_jacobian)           \
  ITEM(screws)                  \
  ITEM(denoc)                   \
  ITEM(standard_form)           \
  ITEM(modes)                   \
  ITEM(linearisation)           \
  ITEM(equilibrium)             \
  ITEM(apparent_mass)           \
  ITEM(compliance)              \
  ITEM(capacity)                \
  ITEM(clearance)               \
  ITEM(quantities)

namespace eval_item {
#define ZANJIR_DECLARE(name) EvalItem name();
ZANJIR_EVAL_ITEMS(ZANJIR_DECLARE)
#undef ZANJIR_DECLARE
}  // namespace eval_item

const std::vector<EvalItem>& eval_items() {
#define ZANJIR_CALL(name) eval_item::name(),
  static const std::vector<EvalItem> items{ZANJIR_EVAL_ITEMS(ZANJIR_CALL)};
#undef ZANJIR_CALL
  return items;
}

const EvalItem* find_item(std::string_view name) {
  const auto& items = eval_items();
  const auto found = std::find_if(items.begin(), items.end(), [&](const EvalItem& i) { return i.name == name; });
  return found == items.end() ? nullptr : &*found;
}

std::string item_list() {
  std::string list;
  for (const EvalItem& item : eval_items()) list += std::string(item.name) + ", ";
  return list + "all";
}

std::string items_markdown() {
  std::string table = "| item | content |\n|---|---|\n", only_by_name;
  for (const EvalItem& item : eval_items()) {
    table += "| `" + std::string(item.name) + "` | " + std::string(item.content) + " |\n";
    if (item.in_all == EvalItem::InAll::by_name_only) only_by_name += (only_by_name.empty() ? "`" : ", `") + std::string(item.name) + "`";
  }
  return table + "| `all` | every item but " + only_by_name + "; `loop_residual` and `determinacy` for models with loops |\n";
}

}  // namespace zanjir
