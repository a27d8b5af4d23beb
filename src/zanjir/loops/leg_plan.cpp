#include "zanjir/loops/leg_plan.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "zanjir/core/angles.hpp"
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
      : model_(model),
        plan_(plan),
        welded_(contract_welds(model.bodies().size(), plan.joints)),
        known_(model.bodies().size(), false),
        joints_of_(known_.size()),
        in_legs_(plan.joints.size(), false) {
    solvable_ = std::all_of(question.targets.begin(), question.targets.end(), [&](const PoseTarget& t) { return is_joint(model, t); });
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
    for (std::size_t j = 0; j < plan_.joints.size(); ++j) {
      if (!in_legs_[j] && ties(model_, plan_.joints[j])) plan_.others.push_back(static_cast<int>(j));
    }
  }

 private:
  static constexpr std::size_t longest_chain = 7;
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
        plan_.steps.push_back({LegPlan::Step::Kind::follow, from(j, body), -1, static_cast<int>(j)});
        return known_[other] = true;
      }
    }
    return false;
  }

  // A body that spins freely must have no third joint: that one would choose the spin.
  bool spins_undisturbed(const Leg& leg) const {
    std::vector<int> balls;
    for (std::size_t e = 0; e < leg.elements.size(); ++e) {
      if (leg.elements[e].kind == Element::Kind::ball) balls.push_back(static_cast<int>(e));
    }
    for (std::size_t k = 1; k < leg.joints.size(); ++k) {
      const bool between = leg.link_of[k] > balls.front() && leg.link_of[k] <= balls.back();
      if (between && joints_of_[at(leg.joints[k].parent)].size() > 2) return false;
    }
    return true;
  }

  const std::optional<Leg>& leg_of(const std::vector<Joint>& chain, const std::vector<int>& places) {
    const auto [known, fresh] = legs_.try_emplace(places);
    if (!fresh) return known->second;
    std::optional<Leg> leg = recognise_leg(chain);
    if (leg && leg->spins && !spins_undisturbed(*leg)) leg.reset();
    if (leg) leg->places = places;
    return known->second = std::move(leg);
  }

  // Chains from a known body through unknown ones to a known one: the shortest that decouples, from the ground if both ways are possible.
  void look_for_legs(std::size_t body, std::vector<Joint>& chain, std::vector<int>& places, const Leg*& best) {
    const auto rank = [](const Leg& l) { return std::tuple{l.spins, l.joints.size(), index(l.base()) > index(l.end())}; };
    for (const std::size_t j : joints_of_[body]) {
      if (std::find(places.begin(), places.end(), static_cast<int>(j)) != places.end()) continue;
      const std::size_t other = beyond(j, body);
      const auto passed = [&](const Joint& joint) { return at(joint.parent) == other; };
      if (!known_[other] && std::any_of(chain.begin(), chain.end(), passed)) continue;
      if (known_[other] && chain.empty()) continue;
      chain.push_back(from(j, body));
      places.push_back(static_cast<int>(j));
      if (!known_[other] && chain.size() < longest_chain) look_for_legs(other, chain, places, best);
      if (known_[other]) {
        const std::optional<Leg>& leg = leg_of(chain, places);
        if (leg && (!best || rank(*leg) < rank(*best))) best = &*leg;
      }
      chain.pop_back();
      places.pop_back();
    }
  }

  bool take_leg() {
    const Leg* best = nullptr;
    std::vector<Joint> chain;
    std::vector<int> places;
    for (std::size_t base = 0; base < known_.size(); ++base) {
      if (known_[base]) look_for_legs(base, chain, places, best);
    }
    if (!best) return false;
    for (std::size_t k = 0; k + 1 < best->joints.size(); ++k) known_[at(best->joints[k].child)] = true;
    for (const int j : best->places) in_legs_[at(j)] = true;
    plan_.steps.push_back({LegPlan::Step::Kind::leg, {}, static_cast<int>(plan_.legs.size())});
    plan_.legs.push_back(*best);
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

  const Model& model_;
  LegPlan& plan_;
  Contraction welded_;
  std::vector<bool> known_;
  std::vector<std::vector<std::size_t>> joints_of_;
  std::vector<bool> in_legs_;
  std::map<std::vector<int>, std::optional<Leg>> legs_;  // by the chain's joints
  bool solvable_ = true;
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
  plan.ranges = question.ranges;
  plan.label = question.label;
  Planner(model, question, plan).plan();
  return plan;
}

std::vector<Transformd> body_poses(const Model& model, const Workspace& ws) {
  std::vector<Transformd> X_WB;
  for (std::size_t b = 0; b < model.bodies().size(); ++b) X_WB.push_back(body_pose(model, ws, static_cast<BodyId>(static_cast<int>(b))));
  return X_WB;
}

void take_nearest_turns(const Model& model, const VecX& near_q, VecX& q) {
  for (const Joint& joint : model.joints()) {
    if (joint.nq != joint.nv) {
      auto quaternion = q.segment(joint.q_begin + joint.nq - 4, 4);
      if (quaternion.dot(near_q.segment(joint.q_begin + joint.nq - 4, 4)) < 0) quaternion = -quaternion;
      continue;
    }
    for (int i = joint.q_begin; i < joint.q_begin + joint.nv; ++i)
      if (!slides(joint.type, i - joint.q_begin)) q[i] = nearest_turn(q[i], near_q[i]);
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
