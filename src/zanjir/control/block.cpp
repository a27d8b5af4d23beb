#include "zanjir/control/block.hpp"

#include <map>

namespace zanjir {
namespace {

std::map<std::string, BlockMaker>& registered_blocks() {
  static std::map<std::string, BlockMaker> blocks;
  return blocks;
}

}  // namespace

void register_block(const std::string& kind, BlockMaker maker) { registered_blocks().insert_or_assign(kind, std::move(maker)); }

const BlockMaker* find_block(const std::string& kind) {
  const auto found = registered_blocks().find(kind);
  return found == registered_blocks().end() ? nullptr : &found->second;
}

}  // namespace zanjir
