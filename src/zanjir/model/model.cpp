#include "zanjir/model/model.hpp"

namespace zanjir {

namespace {

template <class Id, class Table>
std::optional<Id> find_by_name(const Table& table, std::string_view name) {
  for (std::size_t i = 0; i < table.size(); ++i) {
    if (table[i].name == name) return static_cast<Id>(static_cast<int>(i));
  }
  return std::nullopt;
}

}  // namespace

std::optional<BodyId> Model::find_body(std::string_view name) const { return find_by_name<BodyId>(bodies_, name); }
std::optional<JointId> Model::find_joint(std::string_view name) const { return find_by_name<JointId>(joints_, name); }
std::optional<FrameId> Model::find_frame(std::string_view name) const { return find_by_name<FrameId>(frames_, name); }

}  // namespace zanjir
