#include "zanjir/map/pose_lanes.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "zanjir/kinematics/frames.hpp"
#include "zanjir/loops/jacobian_rows.hpp"

namespace zanjir {
namespace {

// As many poses at once as the processor has lanes for.
const kernels::PoseFunctions* widest_pose_functions() {
  const char* isa = kernels::functions().isa;
  for (const int lanes : {8, 4})
    if (const kernels::PoseFunctions* found = kernels::pose_functions_for(isa, lanes)) return found;
  return kernels::pose_functions_for("base", 1);
}

std::vector<int> all_rows(const Model& model) {
  std::vector<int> rows(at(model.n_closure_rows()));
  std::iota(rows.begin(), rows.end(), 0);
  return rows;
}

void add_distance(const Clearance& clearance, PosePlan& plan) {
  const auto first = static_cast<std::int32_t>(plan.links.size()), begin = static_cast<std::int32_t>(plan.pairs.size() / 2);
  for (const Clearance::Link& link : clearance.links()) {
    kernels::LinkRow out;
    for (std::size_t k = 0; k < 2; ++k) out.end[k] = plan_point(link.ends[k].row, link.ends[k].p);
    out.radius = link.radius_m;
    plan.links.push_back(out);
  }
  const auto radii = [&](const auto& pair) { return clearance.links()[pair.first].radius_m + clearance.links()[pair.second].radius_m; };
  auto pairs = clearance.pairs();
  std::stable_sort(pairs.begin(), pairs.end(), [&](const auto& x, const auto& y) { return radii(x) < radii(y); });
  for (const auto& [a, b] : pairs) {
    plan.pairs.push_back(first + static_cast<std::int32_t>(a));
    plan.pairs.push_back(first + static_cast<std::int32_t>(b));
  }
  plan.distances.push_back({begin, static_cast<std::int32_t>(plan.pairs.size() / 2)});
}

}  // namespace

std::optional<PoseTarget> leg_target(const Model& model, const Workspace& ws, const LedFrame& led) {
  const std::optional<Vec3d> normal = plane_normal(model.plane());
  for (int k = 0; k < 3; ++k)
    if (!led.led[at(k)] && (!normal || std::abs((*normal)[k]) < 0.5)) return std::nullopt;
  PoseTarget target{led.frame, frame_pose(model, ws, model.frame(led.frame)), PoseTarget::What::position};
  if (led.turn != LedFrame::Turn::free) target.what = led.turn == LedFrame::Turn::whole ? PoseTarget::What::pose : PoseTarget::What::axis;
  target.axis = led.axis;
  return target;
}

PoseLanes::PoseLanes(const Model& model, const kernels::PoseFunctions* functions)
    : model_(model), functions_(functions), loops_(model, all_rows(model), 0, nullptr) {}

std::unique_ptr<PoseLanes> PoseLanes::make(const Model& model, const LegFollower& legs, std::span<const PoseTarget> targets,
                                           const PoseNumbers& numbers, const State& near, double met, const kernels::PoseFunctions* functions,
                                           const LegBranch& branch) {
  if (!functions) functions = widest_pose_functions();
  if (!functions || !LoopPlan::covers(model)) return nullptr;
  std::unique_ptr<PoseLanes> out(new PoseLanes(model, functions));
  PosePlan& plan = out->plan_;
  plan.tables.met = met;
  legs.write(model, targets, branch, plan);
  if (const auto normal = plane_normal(model.plane()))
    for (kernels::PoseTargetRow& row : plan.targets)
      for (int k = 0; k < 3; ++k) row.led[k] = std::abs((*normal)[k]) < 0.5;
  const auto row_of = [&](const Frame& frame) { return model.body(frame.body).row; };
  if (!numbers.frames.empty()) {
    Workspace ws(model);
    update_positions(model, near, ws);
    const BodyId platform = numbers.frames.front()->body;
    const std::optional<JacobianRows> rows = JacobianRows::of(model, find_limbs(model, BodyId::ground, platform));
    if (!rows || !rows->write(model, ws, body_pose(model, ws, platform).p, plan)) return nullptr;
  }
  for (const Frame* frame : numbers.frames) plan.frames.push_back(plan_point(row_of(*frame), model.body(frame->body).X_RB * frame->X_BF.p));
  for (const auto& of : numbers.cones) {
    kernels::ConeRow cone;
    for (std::size_t k = 0; k < 2; ++k) {
      const Frame& frame = *of[k].first;
      cone.row[k] = row_of(frame);
      plan_vector(model.body(frame.body).X_RB.R * (frame.X_BF.R * of[k].second), cone.axis[k]);
    }
    plan.cones.push_back(cone);
  }
  for (const Clearance* clearance : numbers.distances) add_distance(*clearance, plan);
  plan.tables.wants_largest = numbers.largest;
  plan.finish();
  const int lanes = functions->lanes;
  out->q_near_ = Lanes(at(model.nq()), lanes);
  out->q_ = Lanes(at(model.nq()), lanes);
  out->target_ = Lanes(12 * targets.size(), lanes);
  out->tree_ = Lanes(kernels::scratch_numbers(model.tables()), lanes);
  out->scratch_ = Lanes(kernels::pose_scratch_numbers(model.tables(), plan.tables), lanes);
  out->numbers_ = Lanes(kernels::pose_numbers(plan.tables), lanes);
  return out;
}

void PoseLanes::put(int lane, std::span<const double> q_near, std::span<const Transformd> X_WF) {
  const auto n = at(lanes()), k = at(lane);
  for (std::size_t i = 0; i < q_near.size(); ++i) q_near_.data()[i * n + k] = q_near[i];
  aim(lane, X_WF);
}

void PoseLanes::aim(int lane, std::span<const Transformd> X_WF) {
  const auto n = at(lanes()), k = at(lane);
  for (std::size_t i = 0; i < X_WF.size(); ++i) {
    double numbers[12];
    plan_pose(X_WF[i], numbers);
    for (std::size_t j = 0; j < 12; ++j) target_.data()[(12 * i + j) * n + k] = numbers[j];
  }
}

void PoseLanes::aim_origin(int lane, std::size_t target, const Vec3d& p) {
  double* to = target_.data() + (12 * target + 9) * at(lanes()) + at(lane);  // after R, as plan_pose has it
  for (int i = 0; i < 3; ++i) to[i * lanes()] = p[i];
}

unsigned PoseLanes::follow(const double* q_near, double* q) {
  return functions_->follow(model_.tables(), loops_.tables, plan_.tables, q_near, target_.data(), q, tree_.data(), scratch_.data(), numbers_.data());
}

}  // namespace zanjir
