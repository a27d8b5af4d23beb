#include "zanjir/simulate/impacts.hpp"

#include <algorithm>
#include <cmath>

#include "zanjir/dynamics/contact_action.hpp"
#include "zanjir/kinematics/frames.hpp"

namespace zanjir {
namespace {

class ContactGuard final : public ImpactGuard {
 public:
  explicit ContactGuard(const Contact& contact) : contact_(contact) {
    name = contact.name;
    restitution = contact.restitution;
  }
  GuardValue at(const Model& model, const Workspace& ws) const override {
    const Gap gap = contact_gap(model, ws, contact_);
    return {gap.distance_m, gap.rate_m_per_s};
  }
  void row(const Model& model, const Workspace& ws, Eigen::Ref<Eigen::RowVectorXd> out) const override { contact_row(model, ws, contact_, out); }

 private:
  const Contact& contact_;
};

class StopGuard final : public ImpactGuard {  // side +1: the lower limit, -1: the upper one
 public:
  StopGuard(const JointStop& stop, int side) : stop_(stop), side_(side) {
    name = stop.name + (side > 0 ? ".min" : ".max");
    restitution = *stop.restitution;
  }
  GuardValue at(const Model&, const Workspace& ws) const override {
    return {side_ * (ws.q[stop_.coordinate] - (side_ > 0 ? stop_.limits.min : stop_.limits.max)), side_ * ws.v[stop_.speed]};
  }
  void row(const Model&, const Workspace&, Eigen::Ref<Eigen::RowVectorXd> out) const override {
    out.setZero();
    out[stop_.speed] = side_;
  }

 private:
  const JointStop& stop_;
  int side_;
};

}  // namespace

std::vector<std::unique_ptr<ImpactGuard>> impact_guards(const Model& model) {
  std::vector<std::unique_ptr<ImpactGuard>> guards;
  for (const Contact& contact : model.contacts()) {
    if (!contact.compliant) guards.push_back(std::make_unique<ContactGuard>(contact));
  }
  for (const JointStop& stop : model.forces().stops) {
    if (!stop.restitution) continue;
    if (std::isfinite(stop.limits.min)) guards.push_back(std::make_unique<StopGuard>(stop, 1));
    if (std::isfinite(stop.limits.max)) guards.push_back(std::make_unique<StopGuard>(stop, -1));
  }
  return guards;
}

ImpactResult apply_impact(const Model& model, const LoopRank* rank, const std::vector<const ImpactGuard*>& all, const std::vector<int>& closing,
                          State& state, std::vector<double>& approach) {
  Workspace ws(model);
  update_velocities(model, state, ws);
  std::vector<int> sites = closing;
  for (int i = 0; i < static_cast<int>(all.size()); ++i) {
    const bool listed = std::find(closing.begin(), closing.end(), i) != closing.end();
    if (!listed && std::abs(all[static_cast<std::size_t>(i)]->at(model, ws).value) <= touching * model.length_m()) sites.push_back(i);
  }
  const auto n = static_cast<Eigen::Index>(sites.size());
  MatX J(n, model.nv());
  Eigen::RowVectorXd row(model.nv());
  VecX restitution(n);
  for (Eigen::Index k = 0; k < n; ++k) {
    const ImpactGuard& guard = *all[static_cast<std::size_t>(sites[static_cast<std::size_t>(k)])];
    guard.row(model, ws, row);
    J.row(k) = row;
    restitution[k] = guard.restitution;
  }
  VecX v = state.v;
  ImpactResult result = solve_impact(model, ws, rank, J, restitution, v);
  approach.assign(result.approach.data(),
                  result.approach.data() + std::min<Eigen::Index>(result.approach.size(), static_cast<Eigen::Index>(closing.size())));
  if (result.status == SolveStatus::ok) state.v = v;
  return result;
}

}  // namespace zanjir
