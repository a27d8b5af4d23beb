#include "zanjir/simulate/recorded_state.hpp"

#include <nlohmann/json.hpp>

#include "zanjir/terms/state_question.hpp"
#include "zanjir/simulate/sampler.hpp"

namespace zanjir {

// The state is put as the question that `eval` takes, so that joints in any terms, and loops, are treated as everywhere else.
Result<State> recorded_state(const Model& model, const ChannelValue& channel, const std::string& source, std::vector<std::string>& missing) {
  const auto value = [&](const std::string& name) {
    const std::optional<double> found = channel(name);
    if (!found) missing.push_back(name);
    return found.value_or(0);
  };
  const UserJoints users(model);
  nlohmann::json question{{"t", value("t")}, {"q", nlohmann::json::object()}, {"v", nlohmann::json::object()}};
  const auto coordinate = [&](int i) -> const std::string& { return users.coordinate_names()[static_cast<std::size_t>(i)]; };
  const auto put_coordinates = [&](int begin, int count) {
    for (int i = begin; i < begin + count; ++i) question["q"][coordinate(i)] = value(coordinate(i));
  };
  const auto put_speeds = [&](int begin, int count) {
    for (int i = begin; i < begin + count; ++i) question["v"][users.speed_names()[static_cast<std::size_t>(i)]] = value(speed_channel(users, i));
  };
  for (const UserJoint& u : users.joints()) {
    if (u.tree < 0) continue;  // cut joints follow from the others
    put_coordinates(u.q_begin + u.joint.nq, u.n_modes);
    put_speeds(u.v_begin + u.joint.nv, u.n_modes);
    if (u.joint.nv == 0 || users.role(u, 0) == Role::prescribed) continue;  // prescribed ones follow from their laws
    const bool turns = has_quaternion(u.joint.type);
    const int scalars = static_cast<int>(scalar_coordinates(u.joint.type).size());
    put_coordinates(u.q_begin, scalars);
    if (turns) {
      nlohmann::json quaternion;
      for (int i = scalars; i < u.joint.nq; ++i) quaternion.push_back(value(coordinate(u.q_begin + i)));
      question["q"][u.joint.name + ".quat"] = quaternion;
    }
    put_speeds(u.v_begin, u.joint.nv);
  }
  std::vector<ContactMemory> memory(model.contacts().size());
  for (std::size_t i = 0; i < memory.size(); ++i) {
    const Contact& contact = model.contacts()[i];
    if (contact.compliant) memory[i] = {value(contact.name + ".phase") == 0 ? ContactPhase::flight : ContactPhase::touching, value(contact.name + ".touch_speed")};
  }
  if (!missing.empty()) return {};
  Result<StateQuestion> read = read_question(model, question.dump(), source);
  if (!read) return {std::nullopt, std::move(read.diagnostics)};
  read->state.contact = std::move(memory);
  return {std::move(read->state), {}};
}

}  // namespace zanjir
