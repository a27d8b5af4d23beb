#include "zanjir/language/unit_quantity.hpp"

namespace zanjir {

Quantity quantity_of_unit(std::string_view unit) {
  if (unit.empty()) return {0, Knowledge::unknown, {}};
  if (unit == "1") return {0, Knowledge::known, dimension::number};
  const UnitText parsed = parse_unit(unit.starts_with("1/") ? unit.substr(2) : unit);
  if (parsed.bad_length > 0) return {0, Knowledge::unknown, {}};
  return {0, Knowledge::known, unit.starts_with("1/") ? power(parsed.unit.dimension, -1) : parsed.unit.dimension};
}

}  // namespace zanjir
