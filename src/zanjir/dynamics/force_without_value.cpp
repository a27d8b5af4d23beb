#include "zanjir/dynamics/force_without_value.hpp"

#include <fmt/format.h>

#include <cmath>

#include "zanjir/kinematics/frames.hpp"

namespace zanjir {
namespace {

constexpr const char* way_out = "give it one there (`max(0, x)` under a root or logarithm, no division by zero), or end the run before";

bool finite(const Forced& F) { return std::isfinite(dot(F.n, F.n) + dot(F.f, F.f)); }

}  // namespace

std::string force_without_value(const Model& model, const State& state) {
  const ForceElements& forces = model.forces();
  const bool none = forces.frame_laws.empty() && forces.frame_loads.empty() && forces.joint_loads.empty();
  if (none || !state.q.allFinite() || !state.v.allFinite()) return {};  // trial steps have such states
  Workspace ws(model);
  update_velocities(model, state, ws);
  LawArguments arguments;
  const std::span<const Jet> phases = model.phases().at(state.t_s, arguments);
  for (const FrameLaw& law : forces.frame_laws) {
    const FrameKinematics a = frame_kinematics(model, ws, model.frame(law.a)), b = frame_kinematics(model, ws, model.frame(law.b));
    const FrameMeasures m = frame_measures(law.axis, a.X_WF, a.V_WF_W, b.X_WF, b.V_WF_W);
    const bool measured = std::isfinite(m.distance + m.distance_rate + m.angle + m.angle_rate);
    if (!measured || finite(law_wrench_on_b(law, m, state.t_s, arguments))) continue;
    const std::span<const Jet> all(arguments.jets, most_law_arguments);  // as law_wrench_on_b has left them
    if (std::isfinite(law.moment.at(state.t_s, all).value) && std::isfinite(law.force.at(state.t_s, all).value))
      return fmt::format(
          "the moment of the force '{}' has no direction at t = {:.6g} s: its frames are half a turn across its `axis` from each other, where no "
          "`angle` about it is defined; "
          "take the axis about which they turn, or end the run before",
          law.name, state.t_s);
    return fmt::format("the law of the force '{}' has no value at distance {:.6g} m ({:.6g} m/s), angle {:.6g} rad ({:.6g} rad/s), t = {:.6g} s; {}",
                       law.name, m.distance, m.distance_rate, m.angle, m.angle_rate, state.t_s, way_out);
  }
  const auto load = [&](const std::string& name) {
    return fmt::format("the law of the load '{}' has no value at t = {:.6g} s; {}", name, state.t_s, way_out);
  };
  for (const FrameLoad& l : forces.frame_loads)
    if (!finite(load_wrench(l, state.t_s, phases))) return load(l.name);
  for (const JointLoad& l : forces.joint_loads)
    if (!std::isfinite(l.value.value_at(state.t_s, phases))) return load(l.name);
  return {};
}

}  // namespace zanjir
