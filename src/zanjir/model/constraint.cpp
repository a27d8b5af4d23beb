#include "zanjir/model/constraint.hpp"

#include "zanjir/core/contract.hpp"

namespace zanjir {
namespace {

struct Row {
  const Constraint* constraint = nullptr;
  std::size_t place = 0;  // among its rows
};

Row find_row(std::span<const Constraint> constraints, std::ptrdiff_t row) {
  for (const Constraint& c : constraints) {
    if (row < n_rows_of(c)) return {&c, static_cast<std::size_t>(row)};
    row -= n_rows_of(c);
  }
  ZANJIR_REQUIRE(false, "no constraint has such a row");
  return {};
}

}  // namespace

const std::string& name_of(const Constraint& constraint) {
  if (const auto* cut = std::get_if<CutJoint>(&constraint)) return cut->joint.name;
  if (const auto* rod = std::get_if<Distance>(&constraint)) return rod->name;
  return std::get<Gear>(constraint).name;
}

const std::string& row_name(std::span<const Constraint> constraints, std::ptrdiff_t row) { return name_of(*find_row(constraints, row).constraint); }

bool row_is_angle(std::span<const Constraint> constraints, std::ptrdiff_t row) {
  const Row found = find_row(constraints, row);
  if (const auto* cut = std::get_if<CutJoint>(found.constraint)) return !is_translation(cut->rows[found.place].kind);
  const auto* gear = std::get_if<Gear>(found.constraint);
  return gear && !gear->slide_b;
}

}  // namespace zanjir
