#include "zanjir/simulate/sampler.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_set>

#include "zanjir/core/finite.hpp"

namespace zanjir {
namespace {

// The speeds that something drives: forces on others are zero in a run.
std::unordered_set<std::string> driven_speeds(const Model& model) {
  std::unordered_set<std::string> names;
  const UserJoints users(model);
  for (const UserJoint& u : users.joints()) {
    for (int i = 0; i < u.joint.nv; ++i) {
      if (users.role(u, i) != Role::passive) names.insert(users.speed_names()[at(u.v_begin + i)]);
    }
  }
  return names;
}

QuantitySet chosen_quantities(const Model& model, const SampleOptions& options, std::vector<bool>& infinite) {
  const std::unordered_set<std::string> driven = driven_speeds(model);
  const auto is_driven = [&](const QuantityName& q) { return driven.contains(q.name.substr(0, q.name.rfind('.'))); };
  const auto wanted = [&](const QuantityFamily& family, const QuantityName& q) {
    switch (family.group) {
      case QuantityGroup::time:
      case QuantityGroup::coordinates:
      case QuantityGroup::speeds:
      case QuantityGroup::frames:
      case QuantityGroup::loop_residual:
      case QuantityGroup::loop_opening: return true;
      case QuantityGroup::accelerations:
      case QuantityGroup::frame_accelerations: return options.accelerations;
      case QuantityGroup::forces: return options.forces && is_driven(q);
      case QuantityGroup::reactions: return options.reactions;
      case QuantityGroup::contacts: return options.contacts;
      case QuantityGroup::control: return true;  // a run without them cannot be resumed
      case QuantityGroup::energy:
      case QuantityGroup::ledger: return options.energy;
      case QuantityGroup::joint_power: return options.power && is_driven(q);
      case QuantityGroup::motors:
      case QuantityGroup::power:
      case QuantityGroup::momentum: return options.power;
      case QuantityGroup::singular_values: return options.singular_values;
      case QuantityGroup::indices:
        return std::any_of(options.indices.begin(), options.indices.end(), [&](const std::string& asked) { return is_or_is_below(q.name, asked); });
    }
    return false;
  };
  return QuantitySet(model, options.frames, [&](const QuantityFamily& family, const QuantityName& q) {
    const bool chosen = wanted(family, q);
    if (chosen) infinite.push_back(only_by_name(family.group) || family.pattern == "CONTACT.cone");
    return chosen;
  });
}

}  // namespace

Sampler::Sampler(MotionSystem& system, const SampleOptions& options)
    : system_(system),
      quantities_(chosen_quantities(system.model(), options, may_be_infinite_)),
      state_(initial_state(system.model())),
      ws_(system.model()) {
  for (const QuantityName& q : quantities_.names()) channels_.push_back({q.name, q.unit});
  if (quantities_.needs(Needs::reactions)) reactions_ = Reactions::compute;
  solves_ = quantities_.needs(Needs::solution) || quantities_.needs(Needs::reactions) || !system.holds().empty();
}

SolveStatus Sampler::fill(double t_s, const double* y, double energy_begin_J, std::span<double> row) {
  system_.state_at(t_s, y, state_);
  SolveStatus status = SolveStatus::ok;
  if (solves_) status = system_.solve(state_, reactions_, solution_);
  if (solves_ && solved(status)) system_.holds().mark_shared(state_.contact);
  update_velocities(system_.model(), state_, ws_);
  quantities_.write({ws_, solves_ && solved(status) ? &solution_ : nullptr, system_.ledger(y), energy_begin_J, system_.control_numbers()}, row);
  row[0] = t_s;  // on the far side of a switch of laws the state stands on the near side
  return status;
}

const Channel* Sampler::not_finite(std::span<const double> row) const {
  if (all_finite(row.data(), static_cast<std::ptrdiff_t>(row.size()))) return nullptr;
  for (std::size_t c = 0; c < row.size(); ++c)
    if (!std::isfinite(row[c]) && !may_be_infinite_[c]) return &channels_[c];
  return nullptr;
}

}  // namespace zanjir
