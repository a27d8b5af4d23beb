#include "zanjir/simulate/recorded_state.hpp"

#include "zanjir/dynamics/contact_action.hpp"
#include "zanjir/kinematics/frames.hpp"
#include "zanjir/terms/assembler.hpp"
#include "zanjir/terms/quantities.hpp"

namespace zanjir {

// The state is put as a request, so that joints in any terms, and loops, are treated as everywhere else.
Result<State> recorded_state(const Model& model, const ChannelValue& channel, const std::string& source, std::vector<std::string>& missing) {
  const auto value = [&](const std::string& name) {
    const std::optional<double> found = channel(name);
    if (!found) missing.push_back(name);
    return found.value_or(0);
  };
  Assembler assembler(model);
  const UserJoints& users = assembler.users();
  StateRequest request;
  request.t_s = value("t");
  for (std::size_t j = 0; j < users.joints().size(); ++j) {
    const UserJoint& u = users.joints()[j];
    const Joint& named = assembler.names().joints()[j];
    if (u.tree < 0) continue;                                                        // cut joints follow from the others
    const bool prescribed = u.joint.nv > 0 && users.role(u, 0) == Role::prescribed;  // prescribed ones follow from their laws
    const Joint& tree = model.joints()[at(u.tree)];
    for (int i = prescribed ? u.joint.nq : 0; i < u.joint.nq + u.n_modes; ++i) {
      const std::string& name = users.coordinate_names()[at(u.q_begin + i)];
      request.q.push_back({i < u.joint.nq ? named.q_begin + i : tree.q_begin + i, value(name), "q." + name});
    }
    for (int i = prescribed ? u.joint.nv : 0; i < u.joint.nv + u.n_modes; ++i) {
      const std::string name = speed_quantity(users, u.v_begin + i);
      request.v.push_back({i < u.joint.nv ? named.v_begin + i : tree.v_begin + i, value(name), "v." + users.speed_names()[at(u.v_begin + i)]});
    }
  }
  std::vector<ContactMemory> memory(model.contacts().size());
  std::vector<std::pair<double, Vec3d>> forces(memory.size());  // of contacts that hold, along the normal and in the plane, world axes
  for (std::size_t i = 0; i < memory.size(); ++i) {
    const Contact& contact = model.contacts()[i];
    if (contact.compliant)
      memory[i] = {value(contact.name + ".phase") == 0 ? ContactPhase::flight : ContactPhase::touching, value(contact.name + ".touch_speed")};
    if (contact.holds()) {
      const double phase = value(contact.name + ".phase");
      memory[i].grip = phase == 2 ? Grip::slides : phase == 3 ? Grip::loose : Grip::sticks;
      const Vec3d friction{value(contact.name + ".friction.x"), value(contact.name + ".friction.y"), value(contact.name + ".friction.z")};
      forces[i] = {value(contact.name + ".normal_force"), friction};
    }
    if (contact.has_bristle()) memory[i].bristle_m = {value(contact.name + ".bristle.along"), value(contact.name + ".bristle.across")};
  }
  if (!missing.empty()) return {};
  StateQuestion question;
  const std::vector<SaidProblem>& problems = assembler.assemble(request, question);
  if (problems.empty()) {
    Workspace ws(model);
    update_positions(model, question.state, ws);
    for (std::size_t i = 0; i < memory.size(); ++i) {
      const Contact& c = model.contacts()[i];
      if (!c.holds()) continue;
      const Vec3d force_W = contact_touch(model, ws, c).normal_W * forces[i].first + forces[i].second;
      memory[i].force_G = c.carrier ? transpose_times(frame_pose(model, ws, model.frame(*c.carrier)).R, force_W) : force_W;
    }
    question.state.contact = std::move(memory);
    return {std::move(question.state), {}};
  }
  Result<State> refused;
  for (const SaidProblem& p : problems) refused.diagnostics.push_back({Severity::error, source, 0, 0, p.path, p.message, p.hint});
  return refused;
}

}  // namespace zanjir
