#include "zanjir/loops/leg_plan.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numbers>

#include "zanjir/kinematics/frames.hpp"

namespace zanjir {

namespace {

// Tree joints (held ones as welds), cut joints, targets and held cut joints.
std::vector<Joint> all_joints(const Model& model, const BranchQuestion& question, const VecX& q) {
  std::vector<Joint> joints;
  for (const Joint& joint : model.joints()) {
    bool held = true;
    for (int i = joint.v_begin; i < joint.v_begin + joint.nv; ++i)
      held = held && ((!question.held.empty() && question.held[at(i)]) || model.roles()[at(i)] == Role::prescribed);
    joints.push_back(held ? held_joint(model, joint, q.data() + joint.q_begin).joint : joint);
  }
  for (const Constraint& c : model.constraints()) {
    if (const auto* cut = std::get_if<CutJoint>(&c)) joints.push_back(cut->joint);
  }
  for (const CutJoint& held : question.held_joints) joints.push_back(held.joint);
  for (const PoseTarget& target : question.targets) joints.push_back(constraint_of(model, target).joint);
  return joints;
}

// Bodies that welds tie together and not to the ground move as one: its first body stands for all of them.
struct Contraction {
  std::vector<std::size_t> first;   // per body
  std::vector<Transformd> X_first;  // the body in it
  std::vector<Joint> joints;        // as given, between first bodies
};
Contraction contract_welds(std::size_t n_bodies, const std::vector<Joint>& joints) {
  Contraction c;
  for (std::size_t b = 0; b < n_bodies; ++b) c.first.push_back(b);
  c.X_first.resize(n_bodies);
  c.joints = joints;
  std::vector<bool> grounded(n_bodies, false);
  grounded[0] = true;
  for (bool progress = true; progress;) {
    progress = false;
    for (const Joint& j : joints) {
      if (j.type != JointType::weld) continue;
      const std::size_t p = at(j.parent), q = at(j.child);
      if (grounded[p] == grounded[q]) continue;
      grounded[p] = grounded[q] = progress = true;
    }
  }
  for (bool progress = true; progress;) {  // the smaller number wins, so that the tree's inboard joint of the first body leads out of the group
    progress = false;
    for (const Joint& j : joints) {
      const std::size_t p = at(j.parent), q = at(j.child);
      if (j.type != JointType::weld || grounded[p] || c.first[p] == c.first[q]) continue;
      const bool parent_wins = c.first[p] < c.first[q];
      const Joint weld = parent_wins ? j : opposite(j);
      const std::size_t near = at(weld.parent), far = at(weld.child), loser = c.first[far];
      const Transformd X_near_far = c.X_first[near] * weld.X_PJ * inverse(weld.X_CJ) * inverse(c.X_first[far]);  // the loser's first body
      for (std::size_t b = 0; b < n_bodies; ++b) {
        if (c.first[b] != loser) continue;
        c.first[b] = c.first[near];
        c.X_first[b] = X_near_far * c.X_first[b];
      }
      progress = true;
    }
  }
  for (Joint& j : c.joints) {
    j.X_PJ = c.X_first[at(j.parent)] * j.X_PJ;
    j.X_CJ = c.X_first[at(j.child)] * j.X_CJ;
    j.parent = static_cast<BodyId>(static_cast<int>(c.first[at(j.parent)]));
    j.child = static_cast<BodyId>(static_cast<int>(c.first[at(j.child)]));
  }
  return c;
}

class Planner {
 public:
  Planner(const Model& model, const BranchQuestion& question, LegPlan& plan)
      : plan_(plan), welded_(contract_welds(model.bodies().size(), plan.joints)), known_(model.bodies().size(), false), joints_of_(known_.size()) {
    solvable_ =
        std::none_of(question.targets.begin(), question.targets.end(), [](const PoseTarget& t) { return t.what == PoseTarget::What::orientation; });
    for (const Constraint& c : model.constraints()) solvable_ = solvable_ && std::holds_alternative<CutJoint>(c);  // no rods and gears here
    for (std::size_t j = 0; j < plan.joints.size(); ++j) {
      const Joint& joint = welded_.joints[j];
      if (!ties(model, joint) || joint.parent == joint.child) continue;
      joints_of_[at(joint.parent)].push_back(j);
      joints_of_[at(joint.child)].push_back(j);
    }
  }

  void plan() {
    known_[0] = true;
    if (!solvable_) return;
    while (follow() || take_leg()) {
    }
    carry_loose_ends();
    for (std::size_t body = 1; body < known_.size(); ++body) {
      if (welded_.first[body] == body) continue;
      Joint weld;
      weld.parent = static_cast<BodyId>(static_cast<int>(welded_.first[body]));
      weld.child = static_cast<BodyId>(static_cast<int>(body));
      weld.X_PJ = welded_.X_first[body];
      plan_.steps.push_back({LegPlan::Step::Kind::follow, weld, -1});
    }
  }

 private:
  Joint from(std::size_t joint, std::size_t body) const {  // the joint with its parent on the side of `body`
    const Joint& j = welded_.joints[joint];
    return at(j.parent) == body ? j : opposite(j);
  }
  std::size_t beyond(std::size_t joint, std::size_t body) const { return at(from(joint, body).child); }

  bool follow() {
    for (std::size_t body = 0; body < known_.size(); ++body) {
      if (!known_[body]) continue;
      for (const std::size_t j : joints_of_[body]) {
        const std::size_t other = beyond(j, body);
        if (known_[other] || welded_.joints[j].type != JointType::weld) continue;
        plan_.steps.push_back({LegPlan::Step::Kind::follow, from(j, body), -1});
        return known_[other] = true;
      }
    }
    return false;
  }

  // Chains of two or three joints from a known body through unknown ones to a known body. A body that spins freely must have no third joint:
  // that one would choose the spin.
  std::optional<Leg> candidate(const std::vector<Joint>& chain) const {
    std::optional<Leg> leg = recognise_leg(chain);
    if (!leg || !leg->spins) return leg;
    for (std::size_t k = leg->kind == Leg::Kind::crank ? 1 : 0; k + 1 < chain.size(); ++k) {
      if (joints_of_[at(chain[k].child)].size() > 2) return std::nullopt;
    }
    return leg;
  }

  bool take_leg() {
    std::optional<Leg> best;
    const auto offer = [&](const std::vector<Joint>& chain) {
      std::optional<Leg> leg = candidate(chain);
      if (!leg) return;
      const auto rank = [](const Leg& l) {
        return std::pair{l.spins, index(l.base()) > index(l.end())};
      };  // from the ground, if both ways are possible
      if (!best || rank(*leg) < rank(*best)) best = std::move(leg);
    };
    for (std::size_t base = 0; base < known_.size(); ++base) {
      if (!known_[base]) continue;
      for (const std::size_t j1 : joints_of_[base]) {
        const std::size_t first = beyond(j1, base);
        if (known_[first]) continue;
        for (const std::size_t j2 : joints_of_[first]) {
          if (j2 == j1) continue;
          const std::size_t second = beyond(j2, first);
          if (known_[second]) offer({from(j1, base), from(j2, first)});
          if (known_[second]) continue;
          for (const std::size_t j3 : joints_of_[second]) {
            if (j3 != j2 && j3 != j1 && known_[beyond(j3, second)]) offer({from(j1, base), from(j2, first), from(j3, second)});
          }
        }
      }
    }
    if (!best) return false;
    for (std::size_t k = 0; k + 1 < best->joints.size(); ++k) known_[at(best->joints[k].child)] = true;
    plan_.steps.push_back({LegPlan::Step::Kind::leg, {}, static_cast<int>(plan_.legs.size())});
    plan_.legs.push_back(std::move(*best));
    return true;
  }

  // Bodies on no cycle: peeled off from their ends, then carried along in the opposite order.
  void carry_loose_ends() {
    std::vector<bool> peeled = known_;
    std::vector<LegPlan::Step> carried;
    for (bool progress = true; progress;) {
      progress = false;
      for (std::size_t body = 1; body < peeled.size(); ++body) {
        if (peeled[body] || welded_.first[body] != body) continue;
        std::vector<std::size_t> left;
        for (const std::size_t j : joints_of_[body]) {
          const std::size_t other = beyond(j, body);
          if (known_[other] || !peeled[other]) left.push_back(j);
        }
        if (left.size() > 1) continue;
        const Joint& inboard = welded_.joints[body - 1];  // the tree's own
        carried.push_back({LegPlan::Step::Kind::carry, left.empty() ? inboard : from(left[0], beyond(left[0], body)), -1});
        peeled[body] = progress = true;
      }
    }
    plan_.covers = true;
    for (std::size_t body = 0; body < peeled.size(); ++body) plan_.covers = plan_.covers && (peeled[body] || welded_.first[body] != body);
    plan_.steps.insert(plan_.steps.end(), carried.rbegin(), carried.rend());
  }

  LegPlan& plan_;
  Contraction welded_;
  std::vector<bool> known_;
  std::vector<std::vector<std::size_t>> joints_of_;
  bool solvable_ = true;
};

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

class PlanSolver {
 public:
  PlanSolver(const Model& model, const LegPlan& plan, const std::vector<Transformd>& near_W, LegPlanSolutions& out)
      : model_(model), plan_(plan), near_W_(near_W), X_WB_(near_W), out_(out) {
    X_WB_[0] = {};
  }

  void solve() {
    from_step(0);
    if (!out_.X_WB.empty()) return;
    for (auto& [leg, limit] : legs_) out_.limits.push_back(std::move(limit));
    if (out_.limits.empty() && !open_.where.empty()) out_.limits.push_back(open_);
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

  void solve_step(std::size_t i, int number) {
    const Leg& leg = plan_.legs[at(number)];
    const std::size_t n = leg.joints.size() - 1;
    std::vector<Transformd> near;
    for (std::size_t k = 0; k < n; ++k) near.push_back(near_W_[at(leg.joints[k].child)]);
    const LegSolutions found = solve_leg(leg, X_WB_[at(leg.base())], X_WB_[at(leg.end())], near);
    const auto go_on = [&](const std::vector<Transformd>& poses) {
      for (std::size_t k = 0; k < n; ++k) X_WB_[at(leg.joints[k].child)] = poses[k];
      from_step(i + 1);
    };
    for (const auto& poses : found.X_WB) go_on(poses);
    if (!found.X_WB.empty()) return;
    const auto known = legs_.find(number);
    if (known == legs_.end() || found.gap_m < known->second.gap) legs_[number] = {leg.name(), found.gap_m, false, found.why};
    ++failed_;  // the other legs are still looked at, to name every one that cannot reach
    go_on(near);
    --failed_;
  }

  void finish() {
    if (failed_ > 0) return;
    if (++combinations_ > max_combinations) {
      out_.cut_short = true;
      return;
    }
    Limit worst;
    double size = 0;
    for (const Joint& joint : plan_.joints) {
      const Gap gap = gap_at(model_, joint, X_WB_);
      if (gap.scaled(model_) <= size) continue;
      size = gap.scaled(model_);
      const bool angle = gap.angle > gap.length / model_.length_m();
      worst = {joint.name, angle ? gap.angle : gap.length, angle, "the joint stays open"};
    }
    if (size <= typed_gap) return out_.X_WB.push_back(X_WB_);
    if (size < open_size_) {
      open_size_ = size;
      open_ = worst;
    }
  }

  const Model& model_;
  const LegPlan& plan_;
  const std::vector<Transformd>& near_W_;
  std::vector<Transformd> X_WB_;
  LegPlanSolutions& out_;
  int failed_ = 0, combinations_ = 0;
  std::map<int, Limit> legs_;
  Limit open_;
  double open_size_ = std::numeric_limits<double>::infinity();
};

}  // namespace

bool ties(const Model& model, const Joint& joint) {
  return joint.type != JointType::free && !(joint.type == JointType::planar && model.plane() != Plane::none);
}

LegPlan plan_legs(const Model& model, const BranchQuestion& question, const State& near) {
  if (!model.elastic_bodies().empty()) return {};  // legs are rigid
  Workspace ws(model);
  update_positions(model, near, ws);
  LegPlan plan;
  plan.joints = all_joints(model, question, ws.q);
  Planner(model, question, plan).plan();
  return plan;
}

std::vector<Transformd> body_poses(const Model& model, const Workspace& ws) {
  std::vector<Transformd> X_WB;
  for (std::size_t b = 0; b < model.bodies().size(); ++b) X_WB.push_back(body_pose(model, ws, static_cast<BodyId>(static_cast<int>(b))));
  return X_WB;
}

LegPlanSolutions solve_plan(const Model& model, const LegPlan& plan, const std::vector<Transformd>& near_W) {
  LegPlanSolutions out;
  PlanSolver(model, plan, near_W, out).solve();
  return out;
}

void take_nearest_turns(const Model& model, const VecX& near_q, VecX& q) {
  for (const Joint& joint : model.joints()) {
    if (joint.nq != joint.nv) {
      auto quaternion = q.segment(joint.q_begin + joint.nq - 4, 4);
      if (quaternion.dot(near_q.segment(joint.q_begin + joint.nq - 4, 4)) < 0) quaternion = -quaternion;
      continue;
    }
    for (int i = 0; i < joint.nv; ++i) {
      const double turn = 2 * std::numbers::pi;
      if (!slides(joint.type, i)) q[joint.q_begin + i] += turn * std::round((near_q[joint.q_begin + i] - q[joint.q_begin + i]) / turn);
    }
  }
}

VecX coordinates_of(const Model& model, const std::vector<Transformd>& X_WB, const VecX& near_q) {
  VecX q = near_q;
  for (const Joint& joint : model.joints())
    joint_coordinates(joint, inverse(X_WB[at(joint.parent)] * joint.X_PJ) * X_WB[at(joint.child)] * joint.X_CJ, q.data() + joint.q_begin);
  take_nearest_turns(model, near_q, q);
  return q;
}

}  // namespace zanjir
