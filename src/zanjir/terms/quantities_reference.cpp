// docs/quantities.md, printed from the catalogue.
#include <fmt/format.h>

#include "zanjir/terms/quantities.hpp"

namespace zanjir {
namespace {

std::string_view heading_of(QuantityGroup group) {
  switch (group) {
    case QuantityGroup::time:
    case QuantityGroup::coordinates:
    case QuantityGroup::speeds:
    case QuantityGroup::accelerations:
    case QuantityGroup::forces:
    case QuantityGroup::joint_power: return "Joints";
    case QuantityGroup::motors: return "Motors";
    case QuantityGroup::reactions: return "Reactions";
    case QuantityGroup::frames:
    case QuantityGroup::frame_accelerations: return "Bodies and frames";
    case QuantityGroup::contacts: return "Contacts";
    case QuantityGroup::energy: return "Energy";
    case QuantityGroup::power: return "Power";
    case QuantityGroup::momentum: return "Momentum";
    case QuantityGroup::ledger: return "Ledger of a run";
    case QuantityGroup::control: return "Sampled controllers of a run";
    case QuantityGroup::loop_residual:
    case QuantityGroup::loop_opening:
    case QuantityGroup::singular_values: return "Loops";
    case QuantityGroup::indices: return "Indices";
  }
  return "";
}

std::string_view where_of(Needs needs) {
  switch (needs) {
    case Needs::state: return "everywhere";
    case Needs::solution: return "where dynamics has an answer";
    case Needs::reactions: return "the same, if the formulation gives reactions";
    case Needs::ledger: return "runs";
  }
  return "";
}

// "JOINT.force, JOINT.PART.force" -> `JOINT.force`, `JOINT.PART.force`
std::string quoted(std::string_view pattern) {
  std::string out;
  for (std::size_t begin = 0; begin < pattern.size();) {
    const std::size_t end = std::min(pattern.find(", ", begin), pattern.size());
    out += fmt::format("{}`{}`", begin == 0 ? "" : ", ", pattern.substr(begin, end - begin));
    begin = end + 2;
  }
  return out;
}

}  // namespace

std::string quantities_markdown() {
  std::string page =
      "# Quantities: the names of numbers\n\n"
      "This page is printed from the catalogue (`src/zanjir/terms/quantities`) that the program itself uses; a test compares the two.\n\n"
      "A quantity is a number that follows from a state, from the solution of its dynamics or from the ledger of a run. It has one name, one unit "
      "and one meaning,\n"
      "wherever it appears: as a channel of a recording (`zanjir run`, a `simulate` task), as a series of an `inverse` task, in the expression of an "
      "event, and in\n"
      "`zanjir eval --what quantities` (in a study `TASK.quantities.NAME`). Units are SI and radians, vectors are in world axes.\n\n"
      "`JOINT` is a joint of the mechanism file, also one that the tree leaves out, or a distance in `loops:` (reactions only); `PART` one of its "
      "parts (`angle`, `slide`, `x` ...); `FRAME` is `body` or\n"
      "`body.frame`; `CONTACT` is `contact.name`. Where a body is called like a joint and both would have a name, the joint has it.\n\n"
      "A run records coordinates, speeds, forces of actuated and prescribed joints, contacts, energy, the ledger and how far loops are open; options "
      "add accelerations,\n"
      "reactions and frames. Tasks of a study offer everything, but singular values only where `outputs` names them. Where dynamics has no answer "
      "its quantities are not a\n"
      "number (NaN).\n";
  std::string_view heading;
  for (const QuantityFamily& family : quantity_catalogue()) {
    if (heading_of(family.group) != heading) {
      heading = heading_of(family.group);
      page += fmt::format("\n## {}\n| name | unit | meaning | where |\n|---|---|---|---|\n", heading);
    }
    page += fmt::format("| {} | {} | {} | {} |\n", quoted(family.pattern), family.unit, family.meaning, where_of(family.needs));
  }
  return page;
}

}  // namespace zanjir
