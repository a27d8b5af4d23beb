#include "zanjir/describe/controller.hpp"

#include <cmath>

namespace zanjir {

std::vector<std::string> outputs_of(const BlockDescription& block) {
  std::vector<std::string> names;
  switch (block.kind) {
    case BlockKind::computed_torque:
    case BlockKind::gravity:
      for (const NameRef& joint : block.joints) names.push_back(block.name + "." + joint.name);
      return names;
    case BlockKind::lead:
      for (const NameRef& joint : block.joints)
        for (const char* of : {"", ".rate", ".acceleration"}) names.push_back(block.name + "." + joint.name + of);
      return names;
    default: return {block.name};
  }
}

std::vector<std::string> outputs_of(const ControllerDescription& controller) {
  std::vector<std::string> all;
  for (const BlockDescription& block : controller.blocks)
    for (std::string& name : outputs_of(block)) all.push_back(std::move(name));
  return all;
}

int memory_of(const BlockDescription& block) {
  switch (block.kind) {
    case BlockKind::filter: return block.order;
    case BlockKind::derivative: return 2;
    case BlockKind::integral:
    case BlockKind::rate_limit:
    case BlockKind::backlash: return 1;
    case BlockKind::pid: return 3;
    case BlockKind::delay: return block.samples;
    case BlockKind::custom: return block.memory;
    default: return 0;
  }
}

int commands_under_way(const ControllerDescription& c) {
  constexpr double rounding = 1e-9;  // of a period: a delay of five periods is five
  return static_cast<int>(std::ceil(c.delay_s / c.period_s - rounding));
}

int memory_of(const ControllerDescription& c) {
  constexpr int counters = 3;  // control/controller.hpp
  int n = counters + static_cast<int>(c.apply.size()) * (1 + commands_under_way(c));
  for (const BlockDescription& block : c.blocks) n += memory_of(block);
  return n;
}

std::vector<std::string> recorded_names(const ControllerDescription& c) {
  std::vector<std::string> names = outputs_of(c);
  for (int i = 1; i <= memory_of(c); ++i) names.push_back("memory." + std::to_string(i));
  for (std::string& name : names) name.insert(0, c.name + ".");
  return names;
}

}  // namespace zanjir
