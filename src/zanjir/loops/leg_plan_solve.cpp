// The solutions of a plan of legs: all combinations of what its legs have, within their ranges and on the branches that are asked for.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <map>
#include <numbers>

#include "zanjir/core/angles.hpp"
#include "zanjir/loops/leg_plan.hpp"

namespace zanjir {

namespace {

struct Gap {
  double length = 0, angle = 0;
  double scaled(const Model& model) const { return std::max(length / model.length_m(), angle); }
};

Gap gap_at(const Model& model, const Joint& joint, const std::vector<Transformd>& X_WB) {
  const Transformd X_JC = inverse(X_WB[at(joint.parent)] * joint.X_PJ) * X_WB[at(joint.child)] * joint.X_CJ;
  double q[7] = {};
  joint_coordinates(joint, X_JC, q);
  const Transformd rest = inverse(joint_motion(joint, q)) * X_JC;
  Vec3d p = rest.p;
  if (const auto normal = plane_normal(model.plane())) p -= *normal * dot(*normal, p);  // a planar mechanism has no rows across its plane
  return {norm(p), norm(spatial::log_quaternion(spatial::to_quaternion(rest.R)))};
}

using Numbers = std::array<double, sizeof(Transformd) / sizeof(double)>;
bool same_pose(const Transformd& a, const Transformd& b) { return std::bit_cast<Numbers>(a) == std::bit_cast<Numbers>(b); }

struct Open {  // the joint that is farthest from closed
  double size = 0;
  Limit limit;
  void look_at(const Model& model, const Joint& joint, const std::vector<Transformd>& X_WB) {
    const Gap gap = gap_at(model, joint, X_WB);
    if (gap.scaled(model) <= size) return;
    size = gap.scaled(model);
    const bool angle = gap.angle > gap.length / model.length_m();
    limit = {joint.name, angle ? gap.angle : gap.length, angle, "the joint stays open"};
  }
};

// How far the coordinate is out of its range.
double beyond(const CoordinateRange& range, double value) {
  if (range.angle && std::isfinite(range.min + range.max)) value = nearest_turn(value, (range.min + range.max) / 2);
  return std::max({range.min - value, value - range.max, 0.0});
}

// Of one joint, in whatever direction it is passed.
void look_at_ranges(const std::vector<CoordinateRange>& ranges, const Joint& joint, const std::vector<Transformd>& X_WB,
                    std::optional<Limit>& worst) {
  for (const CoordinateRange& range : ranges) {
    if (range.joint != joint.name || joint.type == JointType::weld) continue;
    double q[7] = {};
    joint_coordinates(joint, inverse(X_WB[at(joint.parent)] * joint.X_PJ) * X_WB[at(joint.child)] * joint.X_CJ, q);
    const double value = q[stored_part(joint, range.part)], gap = beyond(range, value);
    if (gap <= (worst ? worst->gap : 0)) continue;
    const double as_shown = range.angle ? 180 / std::numbers::pi : 1;
    worst = Limit{joint.name, gap, range.angle,
                  fmt::format("{} would be {:.6g} {}, its range is {:.6g} to {:.6g}", range.name, value * as_shown, range.angle ? "deg" : "m",
                              range.min * as_shown, range.max * as_shown)};
  }
}

class PlanSolver {
 public:
  PlanSolver(const Model& model, const LegPlan& plan, const std::vector<Transformd>& near_W, LegPlanSolutions& out)
      : model_(model), plan_(plan), near_W_(near_W), X_WB_(near_W), out_(out), solved_(plan.legs.size()) {
    X_WB_[0] = {};
    open_.size = std::numeric_limits<double>::infinity();
  }

  void solve() {
    from_step(0);
    if (!out_.X_WB.empty()) return;
    for (auto& [leg, limit] : legs_) out_.limits.push_back(std::move(limit));
    if (!legs_open_.empty())
      open_ = std::max_element(legs_open_.begin(), legs_open_.end(), [](auto& a, auto& b) { return a.second.size < b.second.size; })->second;
    if (out_.limits.empty() && !open_.limit.where.empty()) out_.limits.push_back(open_.limit);
  }

 private:
  void from_step(std::size_t i) {
    if (out_.cut_short) return;
    if (i == plan_.steps.size()) return finish();
    const LegPlan::Step& step = plan_.steps[i];
    const Joint& joint = step.joint;
    if (step.kind == LegPlan::Step::Kind::leg) return solve_step(i, step.leg);
    double q[7] = {};
    if (step.kind == LegPlan::Step::Kind::carry)
      joint_coordinates(joint, inverse(near_W_[at(joint.parent)] * joint.X_PJ) * near_W_[at(joint.child)] * joint.X_CJ, q);
    X_WB_[at(joint.child)] = X_WB_[at(joint.parent)] * joint.X_PJ * joint_motion(joint, q) * inverse(joint.X_CJ);
    from_step(i + 1);
  }

  // A leg between the same two poses as before has the same solutions, which most have in all combinations of the others.
  struct Solved {
    Transformd X_WBase, X_WEnd;
    bool valid = false;
    LegSolutions found;
    Open open;                     // no root closes: the one that comes nearest
    std::vector<Transformd> near;  // base, between, end
  };
  const Solved& solve_once(int number) {
    const Leg& leg = plan_.legs[at(number)];
    Solved& solved = solved_[at(number)];
    const Transformd &X_WBase = X_WB_[at(leg.base())], &X_WEnd = X_WB_[at(leg.end())];
    if (solved.valid && same_pose(solved.X_WBase, X_WBase) && same_pose(solved.X_WEnd, X_WEnd)) return solved;
    if (solved.near.empty()) {
      solved.near.push_back(near_W_[at(leg.base())]);
      for (const Joint& joint : leg.joints) solved.near.push_back(near_W_[at(joint.child)]);
    }
    solved.valid = true;
    solved.X_WBase = X_WBase;
    solved.X_WEnd = X_WEnd;
    solved.found = solve_leg(leg, X_WBase, X_WEnd, solved.near);
    keep_closed(leg, solved);
    return solved;
  }

  // Roots that do not close at every joint are none; of a double root one is kept.
  void keep_closed(const Leg& leg, Solved& solved) {
    std::vector<std::vector<Transformd>> kept;
    std::vector<double> sizes;  // how far they are from closed
    solved.open.size = std::numeric_limits<double>::infinity();
    for (std::vector<Transformd>& poses : solved.found.X_WB) {
      for (std::size_t k = 0; k < poses.size(); ++k) X_WB_[at(leg.joints[k].child)] = poses[k];
      Open open;
      for (const Joint& joint : leg.joints) open.look_at(model_, joint, X_WB_);
      if (open.size < solved.open.size) solved.open = open;
      const auto equal = [&](const std::vector<Transformd>& other) {
        for (std::size_t k = 0; k < poses.size(); ++k) {
          const Transformd rest = inverse(other[k]) * poses[k];
          const Mat3d& R = rest.R;
          if (norm(rest.p) > 1e-9 * model_.length_m() || norm(Vec3d{R.yx - R.xy, R.zy - R.yz, R.xz - R.zx}) > 1e-9 || R.xx + R.yy + R.zz < 0)
            return false;
        }
        return true;
      };
      if (open.size > typed_gap || std::any_of(kept.begin(), kept.end(), equal)) continue;
      sizes.push_back(open.size);
      kept.push_back(std::move(poses));
    }
    // Where one root closes to rounding another that is open by nearly typed_gap is no root.
    const double best = sizes.empty() ? 0 : *std::min_element(sizes.begin(), sizes.end());
    solved.found.X_WB.clear();
    for (std::size_t i = 0; i < kept.size(); ++i) {
      if (sizes[i] <= std::max(10 * best, 1e-9) && allowed(leg, solved, kept[i])) solved.found.X_WB.push_back(std::move(kept[i]));
    }
  }

  // Within the ranges of its joints, and on the branch that is asked for.
  bool allowed(const Leg& leg, Solved& solved, const std::vector<Transformd>& poses) {
    for (std::size_t k = 0; k < poses.size(); ++k) X_WB_[at(leg.joints[k].child)] = poses[k];
    std::optional<Limit> worst;
    for (const Joint& joint : leg.joints) look_at_ranges(plan_.ranges, joint, X_WB_, worst);
    if (worst) {
      if (solved.found.why.empty() || worst->gap < solved.found.gap) {
        solved.found.gap = worst->gap;
        solved.found.gap_is_angle = worst->angle;
        solved.found.why = worst->why;
      }
      return false;
    }
    const std::string head = leg.joints.front().name + ":";
    for (const std::string& word : plan_.label) {
      if (!word.starts_with(head)) continue;
      std::vector<Transformd> all{X_WB_[at(leg.base())]};
      for (const Joint& joint : leg.joints) all.push_back(X_WB_[at(joint.child)]);
      if (leg_word(leg, all) == word) continue;
      if (solved.found.why.empty()) solved.found.why = fmt::format("has no solution {} here", word);
      return false;
    }
    return true;
  }

  void solve_step(std::size_t i, int number) {
    const Leg& leg = plan_.legs[at(number)];
    const std::size_t n = leg.joints.size() - 1;
    const Solved& solved = solve_once(number);
    const auto go_on = [&](const Transformd* poses) {
      for (std::size_t k = 0; k < n; ++k) X_WB_[at(leg.joints[k].child)] = poses[k];
      from_step(i + 1);
    };
    for (const auto& poses : solved.found.X_WB) go_on(poses.data());
    if (!solved.found.X_WB.empty()) return;
    if (!solved.found.why.empty()) {
      const auto known = legs_.find(number);
      if (known == legs_.end() || solved.found.gap < known->second.gap)
        legs_[number] = {leg.name(), solved.found.gap, solved.found.gap_is_angle, solved.found.why};
    } else if (const auto known = legs_open_.find(number); known == legs_open_.end() || solved.open.size < known->second.size) {
      legs_open_[number] = solved.open;
    }
    ++failed_;  // the other legs are still looked at, to name every one that cannot reach
    go_on(solved.near.data() + 1);
    --failed_;
  }

  void finish() {
    if (failed_ > 0) return;
    if (++combinations_ > max_combinations) {
      out_.cut_short = true;
      return;
    }
    Open open;
    for (const int j : plan_.others) open.look_at(model_, plan_.joints[at(j)], X_WB_);
    if (open.size > typed_gap) {
      if (open.size < open_.size) open_ = open;
      return;
    }
    std::optional<Limit> worst;
    for (const int j : plan_.others) look_at_ranges(plan_.ranges, plan_.joints[at(j)], X_WB_, worst);
    if (!worst) return out_.X_WB.push_back(X_WB_);
    if (open_.size > typed_gap) open_ = {typed_gap, *worst};
  }

  const Model& model_;
  const LegPlan& plan_;
  const std::vector<Transformd>& near_W_;
  std::vector<Transformd> X_WB_;
  LegPlanSolutions& out_;
  int failed_ = 0, combinations_ = 0;
  std::vector<Solved> solved_;
  std::map<int, Limit> legs_;
  std::map<int, Open> legs_open_;
  Open open_;
};

}  // namespace

std::string leg_word(const Leg& leg, std::span<const Transformd> poses_W) {
  const std::string word = leg_branch(leg, poses_W);
  return word.empty() ? word : leg.joints.front().name + ":" + word;
}

std::optional<Limit> beyond_ranges(const LegPlan& plan, const std::vector<Transformd>& X_WB) {
  std::optional<Limit> worst;
  for (const Joint& joint : plan.joints) look_at_ranges(plan.ranges, joint, X_WB, worst);
  return worst;
}

LegPlanSolutions solve_plan(const Model& model, const LegPlan& plan, const std::vector<Transformd>& near_W) {
  LegPlanSolutions out;
  PlanSolver(model, plan, near_W, out).solve();
  return out;
}

}  // namespace zanjir
