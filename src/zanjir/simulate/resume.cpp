#include "zanjir/simulate/resume.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "zanjir/analyse/state_question.hpp"
#include "zanjir/simulate/sampler.hpp"

namespace zanjir {
Result<ResumePoint> resume_point(const Model& model, const Recording& recording, const std::string& file) {
  Result<ResumePoint> result;
  const auto refuse = [&](std::string message, std::string hint = {}) {
    result.diagnostics.push_back({Severity::error, file, 0, 0, "", std::move(message), std::move(hint)});
    return result;
  };
  if (recording.n_rows() == 0) return refuse("the recording has no row to go on from", "start anew");
  std::vector<double> last(recording.header().channels.size());
  const auto problems = recording.for_each_row({recording.n_rows() - 1, 1, 1}, [&](std::uint64_t, std::span<const double> row) { std::copy(row.begin(), row.end(), last.begin()); });
  if (!problems.empty()) return {std::nullopt, problems};
  std::vector<std::string> missing;
  const auto value = [&](const std::string& name) {
    const auto channel = recording.find_channel(name);
    if (!channel) missing.push_back(name);
    return channel ? last[*channel] : 0.0;
  };

  // The state as `eval` takes it, so that joints in any terms, and loops, are treated as everywhere else.
  const UserJoints users(model);
  nlohmann::json question{{"t", value("t")}, {"q", nlohmann::json::object()}, {"v", nlohmann::json::object()}};
  for (const UserJoint& u : users.joints()) {
    if (u.tree < 0 || u.joint.nv == 0 || users.role(u, 0) == Role::prescribed) continue;  // cut joints follow from the others, prescribed ones from their laws
    const bool turns = u.joint.type == JointType::spherical || u.joint.type == JointType::free;
    const int scalars = turns ? u.joint.nq - 4 : u.joint.nq;
    for (int i = 0; i < scalars; ++i) {
      const std::string& name = users.coordinate_names()[static_cast<std::size_t>(u.q_begin + i)];
      question["q"][name] = value(name);
    }
    if (turns) {
      nlohmann::json quaternion;
      for (int i = scalars; i < u.joint.nq; ++i) quaternion.push_back(value(users.coordinate_names()[static_cast<std::size_t>(u.q_begin + i)]));
      question["q"][u.joint.name + ".quat"] = quaternion;
    }
    for (int i = u.v_begin; i < u.v_begin + u.joint.nv; ++i) question["v"][users.speed_names()[static_cast<std::size_t>(i)]] = value(speed_channel(users, i));
  }
  ResumePoint point;
  std::vector<ContactMemory> memory(model.contacts().size());
  for (std::size_t i = 0; i < memory.size(); ++i) {
    const Contact& contact = model.contacts()[i];
    if (contact.compliant) memory[i] = {value(contact.name + ".phase") == 0 ? ContactPhase::flight : ContactPhase::touching, value(contact.name + ".touch_speed")};
  }
  double work = 0;
  for (std::size_t i = 0; i < n_work_sources; ++i) work += point.resumed.work_J[i] = value("ledger." + std::string(work_source_names[i]));
  point.resumed.energy_begin_J = value("energy.total") - work - value("ledger.imbalance");
  if (!missing.empty()) {
    std::string names;
    for (const std::string& name : missing) names += (names.empty() ? "" : ", ") + name;
    return refuse("the recording is of another model or lacks channels: " + names);
  }
  const Result<std::vector<double>> kinetic = recording.column("energy.kinetic"), times = recording.column("t", {0, 1, 1});
  if (!kinetic || !times) return refuse("the recording cannot be read");
  point.resumed.largest_kinetic_J = *std::max_element(kinetic->begin(), kinetic->end());
  point.resumed.t_begin_s = times->front();
  Result<StateQuestion> state = read_question(model, question.dump(), file);
  if (!state) return {std::nullopt, std::move(state.diagnostics)};
  point.state = std::move(state->state);
  point.state.contact = std::move(memory);
  result.value = std::move(point);
  return result;
}

}  // namespace zanjir
