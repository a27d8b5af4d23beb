#include "zanjir/loops/ball_on_rods.hpp"

#include <algorithm>

namespace zanjir {
namespace {

bool is_point(JointType type) { return type == JointType::spherical || type == JointType::universal; }

struct RodEnds {
  Vec3d on_known_W, on_body_B;
  double length_m = 0;
};

class BallFinder {
 public:
  BallFinder(const Model& model, const LegPlan& plan, const std::vector<Transformd>& X_WB)
      : model_(model), X_WB_(X_WB), known_(model.bodies().size(), false) {
    known_[0] = true;
    for (const Joint& joint : plan.joints)
      if (ties(model, joint)) joints_.push_back(joint);
    for (bool more = true; more;) {
      more = false;
      for (const Joint& joint : joints_) {
        if (joint.type != JointType::weld || knows(joint.parent) == knows(joint.child)) continue;
        known_[place(joint.parent)] = known_[place(joint.child)] = more = true;
      }
    }
  }

  std::optional<BallOnRods> find() const {
    for (const Joint& joint : joints_) {
      if (joint.type != JointType::spherical || knows(joint.parent) == knows(joint.child)) continue;
      if (std::optional<BallOnRods> found = with_ball(joint)) return found;
    }
    return std::nullopt;
  }

 private:
  static std::size_t place(BodyId body) { return static_cast<std::size_t>(index(body)); }
  bool knows(BodyId body) const { return known_[place(body)]; }
  Vec3d point_W(const Joint& joint, BodyId body) const { return X_WB_[place(body)] * point_in(joint, body); }
  static Vec3d point_in(const Joint& joint, BodyId body) { return joint.parent == body ? joint.X_PJ.p : joint.X_CJ.p; }
  static BodyId other(const Joint& joint, BodyId body) { return joint.parent == body ? joint.child : joint.parent; }

  std::optional<BallOnRods> with_ball(const Joint& ball) const {
    BallOnRods out;
    out.body = knows(ball.parent) ? ball.child : ball.parent;
    out.centre_W = point_W(ball, other(ball, out.body));
    out.centre_B = point_in(ball, out.body);
    std::vector<RodEnds> rods;
    for (std::size_t b = 0; b < known_.size(); ++b) {
      const auto body = static_cast<BodyId>(static_cast<int>(b));
      if (known_[b] || body == out.body) continue;
      const std::optional<RodEnds> rod = rod_between(body, out.body);
      if (!rod) return std::nullopt;
      rods.push_back(*rod);
    }
    for (const Constraint& c : model_.constraints()) {
      if (n_rows_of(c) == 0 || std::holds_alternative<CutJoint>(c)) continue;
      const auto* distance = std::get_if<Distance>(&c);
      if (!distance) return std::nullopt;
      const Frame *a = &model_.frame(distance->a), *b = &model_.frame(distance->b);
      if (knows(b->body)) std::swap(a, b);
      if (!knows(a->body) || b->body != out.body) return std::nullopt;
      rods.push_back({X_WB_[place(a->body)] * a->X_BF.p, b->X_BF.p, distance->length_m});
    }
    const auto of_body = std::count_if(joints_.begin(), joints_.end(), [&](const Joint& j) { return j.parent == out.body || j.child == out.body; });
    const auto of_rods = std::count_if(known_.begin(), known_.end(), [](bool known) { return !known; }) - 1;
    if (rods.size() != 3 || of_body != 1 + of_rods) return std::nullopt;
    for (std::size_t i = 0; i < 3; ++i) {
      out.a_W[i] = rods[i].on_known_W - out.centre_W;
      out.b_B[i] = rods[i].on_body_B - out.centre_B;
      out.length_m[i] = rods[i].length_m;
    }
    return out;
  }

  // A body with two joints that are points: one on what is known, one on the body of the ball; a ball at one of them, so that the rod can point anywhere.
  std::optional<RodEnds> rod_between(BodyId rod, BodyId body) const {
    std::vector<const Joint*> own;
    for (const Joint& joint : joints_)
      if (joint.parent == rod || joint.child == rod) own.push_back(&joint);
    if (own.size() != 2 || !is_point(own[0]->type) || !is_point(own[1]->type)) return std::nullopt;
    if (own[0]->type == JointType::universal && own[1]->type == JointType::universal) return std::nullopt;
    if (knows(other(*own[1], rod))) std::swap(own[0], own[1]);
    if (!knows(other(*own[0], rod)) || other(*own[1], rod) != body) return std::nullopt;
    return RodEnds{point_W(*own[0], other(*own[0], rod)), point_in(*own[1], body), norm(point_in(*own[1], rod) - point_in(*own[0], rod))};
  }

  const Model& model_;
  const std::vector<Transformd>& X_WB_;
  std::vector<bool> known_;
  std::vector<Joint> joints_;
};

}  // namespace

std::optional<BallOnRods> find_ball_on_rods(const Model& model, const BranchQuestion& question, const LegPlan& plan,
                                            const std::vector<Transformd>& X_WB) {
  if (!question.targets.empty() || !question.held_joints.empty() || model.plane() != Plane::none || !model.elastic_bodies().empty())
    return std::nullopt;
  return BallFinder(model, plan, X_WB).find();
}

// a . R(q) b = w^2 a.b + 2 w v.(b x a) + v^T (a b^T + b a^T - a.b) v  for q = (w, v), times |q|^2; the right side is k |q|^2.
std::array<Quadric, 3> quadrics_of(const BallOnRods& ball) {
  std::array<Quadric, 3> out;
  for (std::size_t i = 0; i < 3; ++i) {
    const Vec3d &a = ball.a_W[i], &b = ball.b_B[i], c = cross(b, a);
    const double ab = dot(a, b), k = (dot(a, a) + dot(b, b) - ball.length_m[i] * ball.length_m[i]) / 2;
    Quadric& Q = out[i];
    Q(0, 0) = ab - k;
    for (int r = 0; r < 3; ++r) {
      Q(0, r + 1) = Q(r + 1, 0) = c[r];
      for (int s = 0; s < 3; ++s) Q(r + 1, s + 1) = a[r] * b[s] + b[r] * a[s] - (r == s ? ab + k : 0);
    }
  }
  return out;
}

}  // namespace zanjir
