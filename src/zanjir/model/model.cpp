#include "zanjir/model/model.hpp"

#include <algorithm>

namespace zanjir {

namespace {

template <class Id, class Table> std::optional<Id> find_by_name(const Table& table, std::string_view name) {
  for (std::size_t i = 0; i < table.size(); ++i) {
    if (table[i].name == name) return static_cast<Id>(static_cast<int>(i));
  }
  return std::nullopt;
}

}  // namespace

Model::Model() = default;
Model::Model(Model&&) noexcept = default;
Model& Model::operator=(Model&&) noexcept = default;
Model::~Model() = default;

int Model::n_user_bodies() const {
  return static_cast<int>(std::count_if(bodies_.begin() + 1, bodies_.end(), [](const Body& body) { return body.origin == Origin::user; }));
}
int Model::n_user_joints() const {
  const auto of_user = [](const Joint& joint) { return joint.origin == Origin::user; };
  const auto cut = [&](const Constraint& c) { return std::holds_alternative<CutJoint>(c) && of_user(std::get<CutJoint>(c).joint); };
  return static_cast<int>(std::count_if(joints_.begin(), joints_.end(), of_user) + std::count_if(constraints_.begin(), constraints_.end(), cut));
}
std::optional<BodyId> Model::find_body(std::string_view name) const { return find_by_name<BodyId>(bodies_, name); }
std::optional<JointId> Model::find_joint(std::string_view name) const { return find_by_name<JointId>(joints_, name); }
std::optional<FrameId> Model::find_frame(std::string_view name) const { return find_by_name<FrameId>(frames_, name); }

}  // namespace zanjir
