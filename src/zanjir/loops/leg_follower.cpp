#include "zanjir/loops/leg_follower.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "zanjir/core/angles.hpp"
#include "zanjir/loops/pose_plan.hpp"

namespace zanjir {
namespace {

constexpr double largest_step = 0.3;  // radians or model lengths, as Newton's method takes them in terms/completion

bool can_move(const PoseTarget& target) {
  return target.leads_origin() &&
         (target.what == PoseTarget::What::pose || target.what == PoseTarget::What::position || target.what == PoseTarget::What::axis);
}

// Links that no later step and nobody afterwards looks at need not be moved.
void leave_unread_links(Leg& leg, const std::vector<std::size_t>& placed) {
  std::array<bool, most_leg_elements + 1> read{};
  for (const std::size_t b : placed) read[at(leg.link_of[b])] = true;
  for (auto step = leg.steps.rbegin(); step != leg.steps.rend(); ++step) {
    std::erase_if(step->moved, [&](int link) { return !read[at(link)]; });
    for (const int link : {step->near_link, step->far_link, step->near_shared, step->far_shared, step->element, step->element + 1})
      read[at(link)] = true;
  }
}

}  // namespace

std::optional<LegFollower> LegFollower::make(const Model& model, std::span<const PoseTarget> targets, const State& near) {
  if (targets.empty() || !model.prescribed().empty() || !std::all_of(targets.begin(), targets.end(), can_move)) return std::nullopt;
  BranchQuestion question;
  question.targets.assign(targets.begin(), targets.end());
  const LegPlan plan = plan_legs(model, question, near);
  if (!plan.covers) return std::nullopt;
  const int n_tree = static_cast<int>(model.joints().size()), first_target = static_cast<int>(plan.joints.size() - targets.size());
  LegFollower out;
  out.X_WB_.resize(model.bodies().size());
  for (std::size_t i = 0; i < targets.size(); ++i) {
    Turning target{plan.joints[at(first_target) + i], {}};
    for (int body = index(target.joint.child); body > 0; body = index(model.bodies()[at(body)].inboard_body))
      target.path.insert(target.path.begin(), body - 1);
    out.targets_.push_back(std::move(target));
  }
  std::vector<bool> direct(at(n_tree), false), read(model.bodies().size(), false);  // coordinates of tree joints; poses of bodies
  for (const LegPlan::Step& step : plan.steps) {
    if (step.kind == LegPlan::Step::Kind::carry) return std::nullopt;
    if (step.kind == LegPlan::Step::Kind::follow) {
      const int target = step.place >= first_target ? step.place - first_target : -1;
      if (target >= 0 && step.joint.parent != BodyId::ground) return std::nullopt;
      out.steps_.push_back({false, out.rigid_.size()});
      out.rigid_.push_back(
          {at(step.joint.parent), at(step.joint.child), target >= 0 ? inverse(step.joint.X_CJ) : step.joint.X_PJ * inverse(step.joint.X_CJ), target});
      read[at(step.joint.parent)] = true;
      continue;
    }
    Chain chain{plan.legs[at(step.leg)]};
    const Leg& leg = chain.leg;
    if (leg.spins) return std::nullopt;
    chain.solved.assign(leg.elements.size(), false);
    for (const LegStep& s : leg.steps) {
      if (leg.elements[at(s.element)].kind == Element::Kind::ball) return std::nullopt;
      chain.solved[at(s.element)] = true;
    }
    chain.coordinates.resize(leg.elements.size());
    for (std::size_t k = 0; k < leg.joints.size(); ++k) {
      const int place = leg.places[k];
      const Joint& walked = leg.joints[k];
      if (place >= first_target) {
        if (k > 0 && k + 1 < leg.joints.size()) return std::nullopt;
        (k == 0 ? chain.target_first : chain.target_last) = place - first_target;
        if (walked.type == JointType::revolute) chain.spin = at(leg.link_of[k]);
        continue;
      }
      if (place >= n_tree || walked.type == JointType::weld) continue;
      const Joint& joint = model.joints()[at(place)];
      if (traits(joint.type).swap == Swap::converted) continue;
      bool all = true;
      for (int i = 0; i < joint.nv; ++i) {
        const auto e = at(leg.link_of[k] + i);
        const bool turned_round = walked.swapped != joint.swapped && traits(joint.type).swap == Swap::reversed;
        const int part = turned_round ? joint.nv - 1 - i : i;
        chain.coordinates[e] = {joint.q_begin + part, model.column_scale()[joint.v_begin + part]};
        all = all && chain.solved[e];
      }
      direct[at(place)] = all;
    }
    // A root is chosen by where its joint was: of the tree, or a target that turns.
    bool spin_is_chosen = false;
    for (const LegStep& s : leg.steps) {
      if (s.reaches || chain.coordinates[at(s.element)].q >= 0) continue;
      if (at(s.element) != chain.spin) return std::nullopt;
      spin_is_chosen = true;
    }
    if (!spin_is_chosen) chain.spin = no_spin;
    if (spin_is_chosen && chain.target_first >= 0 && chain.target_last >= 0) return std::nullopt;
    read[at(leg.base())] = read[at(leg.end())] = true;
    chain.from_end = inverse(leg.X_home.back());
    if (chain.target_last >= 0) chain.from_end = inverse(leg.joints.back().X_CJ) * chain.from_end;
    if (chain.target_first < 0 && leg.base() == BodyId::ground) chain.X_W0 = leg.joints[0].X_PJ;
    out.steps_.push_back({true, out.chains_.size()});
    out.chains_.push_back(std::move(chain));
  }
  for (int j = 0; j < n_tree; ++j) {
    const Joint& joint = model.joints()[at(j)];
    if (joint.type == JointType::weld || direct[at(j)]) continue;
    out.by_poses_.push_back(j);
    read[at(joint.parent)] = read[at(joint.child)] = true;
  }
  for (Chain& chain : out.chains_) {
    for (std::size_t b = 1; b + 1 < chain.leg.link_of.size(); ++b)
      if (read[at(chain.leg.joints[b].parent)]) chain.placed.push_back(b);
    leave_unread_links(chain.leg, chain.placed);
  }
  return out;
}

// How far the frame is turned from the target, where it was.
double LegFollower::spin_near(const Model& model, const Chain& chain, std::span<const Transformd> X_WF, const VecX& q_near) const {
  const int number = std::max(chain.target_first, chain.target_last);
  const Turning& target = targets_[at(number)];
  Transformd X = {};
  for (const int j : target.path) {
    const Joint& joint = model.joints()[at(j)];
    X = X * joint.X_PJ * joint_motion(joint, q_near.data() + joint.q_begin) * inverse(joint.X_CJ);
  }
  double q[7] = {};
  joint_coordinates(target.joint, inverse(X_WF[at(number)]) * X * target.joint.X_CJ, q);
  return q[0];
}

Followed LegFollower::follow(const Model& model, std::span<const Transformd> X_WF, const VecX& q_near, VecX& q, const LegBranch* wanted) {
  q = q_near;
  branch_.clear();
  double near_q[most_leg_elements] = {};
  const auto put = [&](int i, double value, double scale) {
    q[i] = value;
    return wanted || std::abs(value - q_near[i]) <= largest_step * scale;
  };
  for (const auto& [is_chain, i] : steps_) {
    if (!is_chain) {
      const Rigid& r = rigid_[i];
      X_WB_[r.child] = (r.target >= 0 ? X_WF[at(r.target)] : X_WB_[r.parent]) * r.X;
      continue;
    }
    const Chain& chain = chains_[i];
    const Leg& leg = chain.leg;
    for (std::size_t e = 0; e < leg.elements.size(); ++e) near_q[e] = chain.coordinates[e].q >= 0 ? q_near[chain.coordinates[e].q] : 0;
    if (chain.spin != no_spin) near_q[chain.spin] = spin_near(model, chain, X_WF, q_near);
    const Transformd X_W0 = chain.X_W0                ? *chain.X_W0
                            : chain.target_first >= 0 ? X_WF[at(chain.target_first)]
                                                      : X_WB_[at(leg.base())] * leg.joints[0].X_PJ;
    const Transformd& X_WEnd = chain.target_last >= 0 ? X_WF[at(chain.target_last)] : X_WB_[at(leg.end())];
    const std::int8_t* roots = wanted ? wanted->data() + branch_.size() : nullptr;
    if (const Followed followed = follow_leg(leg, inverse(X_W0) * X_WEnd * chain.from_end, near_q, path_, roots); followed != Followed::found)
      return followed;
    branch_.insert(branch_.end(), path_.root.begin(), path_.root.begin() + static_cast<std::ptrdiff_t>(leg.steps.size()));
    for (std::size_t e = 0; e < leg.elements.size(); ++e) {
      const Coordinate& c = chain.coordinates[e];
      if (c.q < 0 || !chain.solved[e]) continue;
      const bool turns = leg.elements[e].kind == Element::Kind::turn;
      if (!put(c.q, turns ? nearest_turn(path_.q[e], q_near[c.q]) : path_.q[e], c.scale)) return Followed::too_far;
    }
    for (const std::size_t b : chain.placed) X_WB_[at(leg.joints[b].parent)] = X_W0 * path_.X_0Link[at(leg.link_of[b])] * leg.X_home[b];
  }
  for (const int j : by_poses_) {
    const Joint& joint = model.joints()[at(j)];
    double value[7] = {};
    joint_coordinates(joint, inverse(X_WB_[at(joint.parent)] * joint.X_PJ) * X_WB_[at(joint.child)] * joint.X_CJ, value);
    const bool ball = has_quaternion(joint);
    const int n = ball ? joint.nq - 4 : joint.nq;
    for (int k = 0; k < n; ++k) {
      const bool slide = slides(joint.type, ball ? joint.nv - n + k : k);
      if (!put(joint.q_begin + k, slide ? value[k] : nearest_turn(value[k], q_near[joint.q_begin + k]), slide ? model.length_m() : 1))
        return Followed::too_far;
    }
    if (!ball) continue;
    const double* now = q_near.data() + joint.q_begin + n;
    const double cosine = value[n] * now[0] + value[n + 1] * now[1] + value[n + 2] * now[2] + value[n + 3] * now[3];  // of half the turn between
    if (!wanted && std::abs(cosine) < std::cos(largest_step / 2)) return Followed::too_far;
    for (int k = 0; k < 4; ++k) q[joint.q_begin + n + k] = std::copysign(1.0, cosine) * value[n + k];
  }
  return Followed::found;
}

void LegFollower::write(const Chain& chain, const std::int8_t* branch, PosePlan& plan) {
  const Leg& leg = chain.leg;
  kernels::LegChain out;
  out.element_begin = static_cast<int>(plan.elements.size());
  out.n_elements = static_cast<int>(leg.elements.size());
  for (std::size_t e = 0; e < leg.elements.size(); ++e) {
    kernels::LegElement element;
    element.turns = leg.elements[e].kind == Element::Kind::turn;
    plan_vector(leg.elements[e].axis, element.axis);
    plan_vector(leg.elements[e].point, element.point);
    element.q = chain.coordinates[e].q;
    element.scale = chain.coordinates[e].scale;
    element.solved = chain.solved[e];
    element.spins = e == chain.spin;
    plan.elements.push_back(element);
  }
  const auto feature = [](const Feature& f) {
    kernels::LegFeature to;
    to.kind = static_cast<kernels::FeatureKind>(f.kind);
    plan_vector(f.at, to.at);
    plan_vector(f.along, to.along);
    return to;
  };
  out.stage_begin = static_cast<int>(plan.stages.size());
  for (const LegStep& step : leg.steps) {
    kernels::LegStage stage;
    stage.element = step.element;
    stage.reaches = step.reaches;
    stage.far_moves = step.far_moves;
    stage.near = feature(step.near), stage.far = feature(step.far);
    stage.near_link = step.near_link, stage.far_link = step.far_link, stage.near_shared = step.near_shared, stage.far_shared = step.far_shared;
    stage.relation_is_known = !step.reaches && step.near_shared == step.far_shared;
    if (stage.relation_is_known) stage.relation = relation(step.near, step.far);
    if (branch) stage.root = *branch++;
    stage.moved_begin = static_cast<int>(plan.moved.size());
    plan.moved.insert(plan.moved.end(), step.moved.begin(), step.moved.end());
    stage.moved_end = static_cast<int>(plan.moved.size());
    plan.stages.push_back(stage);
  }
  out.stage_end = static_cast<int>(plan.stages.size());
  out.place_begin = static_cast<int>(plan.places.size());
  for (const std::size_t b : chain.placed) {
    kernels::LegPlace place;
    place.body = index(leg.joints[b].parent);
    place.link = leg.link_of[b];
    plan_pose(leg.X_home[b], place.X_home);
    plan.places.push_back(place);
  }
  out.place_end = static_cast<int>(plan.places.size());
  out.base = index(leg.base()), out.end = index(leg.end());
  out.target_first = chain.target_first, out.target_last = chain.target_last;
  out.on_ground = chain.X_W0.has_value();
  plan_pose(chain.X_W0 ? *chain.X_W0 : leg.joints[0].X_PJ, out.X_base);
  plan_pose(chain.from_end, out.from_end);
  if (chain.spin != no_spin) out.spin_target = std::max(chain.target_first, chain.target_last);
  plan.chains.push_back(out);
}

void LegFollower::write(const Model& model, std::span<const PoseTarget> targets, const LegBranch& branch, PosePlan& plan) const {
  static_assert(kernels::max_leg_elements == most_leg_elements);
  plan.tables.n_bodies = static_cast<int>(model.bodies().size());
  plan.tables.length = model.length_m();
  for (const auto& [is_chain, i] : steps_) plan.steps.push_back({is_chain, static_cast<int>(i)});
  const std::int8_t* roots = branch.empty() ? nullptr : branch.data();
  for (const Chain& chain : chains_) {
    write(chain, roots, plan);
    if (roots) roots += chain.leg.steps.size();
  }
  for (const Rigid& r : rigid_) {
    kernels::RigidStep out;
    out.parent = static_cast<int>(r.parent), out.child = static_cast<int>(r.child), out.target = r.target;
    plan_pose(r.X, out.X);
    plan.rigid.push_back(out);
  }
  for (const int j : by_poses_) {
    const Joint& joint = model.joints()[at(j)];
    kernels::PosedJoint out;
    out.kind = static_cast<kernels::PosedKind>(static_cast<int>(joint.type) - static_cast<int>(JointType::revolute));
    out.parent = index(joint.parent), out.child = index(joint.child), out.q_begin = joint.q_begin;
    plan_pose(joint.X_PJ, out.X_PJ);
    plan_pose(joint.X_CJ, out.X_CJ);
    for (std::size_t k = 0; k < std::min<std::size_t>(joint.axes.size(), 2); ++k) plan_vector(joint.axes[k], out.axes[k]);
    plan.posed.push_back(out);
  }
  const auto is_turned = [&](int q) {
    return std::any_of(plan.elements.begin(), plan.elements.end(), [&](const kernels::LegElement& e) { return e.turns && e.solved && e.q == q; });
  };
  for (int i = 1; i < model.tables().n_steps; ++i) {
    const kernels::Step& step = model.tables().step[i];
    if (step.joint == kernels::Primitive::revolute_z && !is_turned(step.q_begin)) plan.angles.push_back(step.q_begin);
  }
  for (std::size_t i = 0; i < targets.size(); ++i) {
    const Frame& frame = model.frame(targets[i].frame);
    kernels::PoseTargetRow out;
    out.row = model.body(frame.body).row;
    plan_pose(model.body(frame.body).X_RB * frame.X_BF, out.X_F);
    std::fill(out.led, out.led + 3, true);
    out.whole = targets[i].what == PoseTarget::What::pose;
    out.by_axis = targets[i].what == PoseTarget::What::axis;
    plan_vector(targets_[i].joint.type == JointType::revolute ? targets_[i].joint.axes[0] : targets[i].axis, out.axis);
    plan.targets.push_back(out);
  }
}

}  // namespace zanjir
