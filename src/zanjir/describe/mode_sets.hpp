// How files spell the directions and sets of mode shapes. Private to describe/.
#pragma once

#include <span>
#include <string_view>

#include "zanjir/describe/description.hpp"

namespace zanjir {

struct ModeSetName {
  std::string_view word;
  ModeSet set;
};
inline constexpr ModeSetName bending_sets[] = {
    {"ss", ModeSet::ss}, {"cc", ModeSet::cc}, {"sc", ModeSet::sc},         {"cs", ModeSet::cs},
    {"cf", ModeSet::cf}, {"ff", ModeSet::ff}, {"loaded", ModeSet::loaded}, {"static", ModeSet::static_pair}};
inline constexpr ModeSetName bar_sets[] = {{"static", ModeSet::static_end}, {"sine", ModeSet::sine}, {"fixed", ModeSet::fixed}};
inline constexpr std::string_view mode_directions[] = {"bending_y", "bending_z", "axial", "torsion"};  // in the order of ModeKind
inline constexpr std::string_view shape_parts[] = {"x", "y", "z", "turn"};                             // of ModeDescription::polynomial

constexpr bool is_bending(ModeKind kind) { return kind == ModeKind::bending_y || kind == ModeKind::bending_z; }
constexpr std::span<const ModeSetName> sets_of(ModeKind kind) {
  return is_bending(kind) ? std::span<const ModeSetName>(bending_sets) : std::span<const ModeSetName>(bar_sets);
}
// Of words and polynomials in a list: the plane decides which way they bend.
constexpr ModeKind kind_of_lists(Plane plane) { return plane == Plane::xz ? ModeKind::bending_z : ModeKind::bending_y; }

}  // namespace zanjir
