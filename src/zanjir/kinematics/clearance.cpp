#include "zanjir/kinematics/clearance.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include <fmt/format.h>

#include "zanjir/kinematics/frames.hpp"

namespace zanjir {

// Points a0 + s u and b0 + t w. Of the pairs (s, t) in the unit square the best lies inside, where the distance is at right angles to both, or on an
// edge: one end of a segment against the other segment. The square of the distance is convex, so that a best pair well inside is the best of all; else all
// edges are tried, and the least is the distance, parallel segments included.
double segment_distance(const Vec3d& a0, const Vec3d& a1, const Vec3d& b0, const Vec3d& b1) {
  constexpr double nearly_parallel = 1e-4;  // square of the sine: below, rounding may move the inner pair
  const Vec3d u = a1 - a0, w = b1 - b0, r = a0 - b0;
  const double uu = dot(u, u), ww = dot(w, w), uw = dot(u, w), ur = dot(u, r), wr = dot(w, r);
  const auto apart = [&](double s, double t) {
    const Vec3d d = r + u * s - w * t;
    return dot(d, d);
  };
  double least = std::numeric_limits<double>::infinity();
  const double across = uu * ww - uw * uw;  // squared area between the directions
  if (across > 0) {
    const double s = (uw * wr - ww * ur) / across, t = (uu * wr - uw * ur) / across;
    if (s >= 0 && s <= 1 && t >= 0 && t <= 1) {
      least = apart(s, t);
      if (across > nearly_parallel * uu * ww) return std::sqrt(least);
    }
  }
  const double per_w = ww > 0 ? 1 / ww : 0, per_u = uu > 0 ? 1 / uu : 0;
  const auto on_b = [&](double s) { return std::clamp((wr + s * uw) * per_w, 0.0, 1.0); };
  const auto on_a = [&](double t) { return std::clamp((t * uw - ur) * per_u, 0.0, 1.0); };
  return std::sqrt(std::min({least, apart(0, on_b(0)), apart(1, on_b(1)), apart(on_a(0), 0), apart(on_a(1), 1)}));
}

void Clearance::add_segment(const Model& model, const Frame& from, const Frame& to, double radius_m) {
  const auto end = [&](const Frame& frame) { return End{model.body(frame.body).row, model.body(frame.body).X_RB * frame.X_BF.p}; };
  links_.push_back({from.body, to.body, {end(from), end(to)}, radius_m, false});
}

namespace {

bool is_compared(LookShape shape) { return shape == LookShape::sphere || shape == LookShape::capsule || shape == LookShape::cylinder; }

}  // namespace

bool Clearance::add_look(const Model& model, BodyId body) {
  const std::size_t before = links_.size();
  for (const LookDescription& look : model.looks()) {
    if (look.body.name != model.body(body).name) continue;
    if (!is_compared(look.shape)) continue;
    const Vec3d half{0, 0, look.shape == LookShape::sphere ? 0 : look.length_m / 2};
    const auto end = [&](const Vec3d& p) { return End{model.body(body).row, model.body(body).X_RB * (look.X * p)}; };
    links_.push_back({body, body, {end(half * -1.0), end(half)}, look.radius_m, true});
  }
  return links_.size() > before;
}

bool Clearance::find_pairs(const Model& model) {
  std::set<std::pair<BodyId, BodyId>> joined;
  const auto join = [&](const Joint& joint) {
    joined.emplace(joint.parent, joint.child);
    joined.emplace(joint.child, joint.parent);
  };
  for (const Joint& joint : model.joints())
    if (joint.type != JointType::free) join(joint);
  for (const Constraint& constraint : model.constraints())
    if (const auto* cut = std::get_if<CutJoint>(&constraint); cut && cut->joint.type != JointType::free) join(cut->joint);
  const auto touch = [&](const Link& a, const Link& b) {
    if (!a.drawn && !b.drawn) return false;
    if (a.drawn && b.drawn) return a.body == b.body || joined.contains({a.body, b.body});
    return a.body == b.body || a.body == b.other || a.other == b.body;
  };
  pairs_.clear();
  for (std::size_t i = 0; i < links_.size(); ++i) {
    for (std::size_t k = i + 1; k < links_.size(); ++k)
      if (!touch(links_[i], links_[k])) pairs_.emplace_back(i, k);
  }
  placed_.resize(links_.size());
  return !pairs_.empty();
}

bool Clearance::compares(BodyId body) const {
  return std::any_of(pairs_.begin(), pairs_.end(), [&](const auto& pair) { return links_[pair.first].on(body) || links_[pair.second].on(body); });
}

// The middle of each link and half its length bound a distance from below: most pairs need no more.
double Clearance::least(const Model& model, const Workspace& ws, std::optional<BodyId> of) {
  for (std::size_t i = 0; i < links_.size(); ++i) {
    Placed& p = placed_[i];
    p.a = row_pose(model, ws, links_[i].ends[0].row) * links_[i].ends[0].p;
    p.b = row_pose(model, ws, links_[i].ends[1].row) * links_[i].ends[1].p;
    p.middle = (p.a + p.b) * 0.5;
    p.reach = norm(p.b - p.a) * 0.5;
  }
  double least = std::numeric_limits<double>::infinity();
  for (const auto& [i, k] : pairs_) {
    if (of && !links_[i].on(*of) && !links_[k].on(*of)) continue;
    const Placed &a = placed_[i], &b = placed_[k];
    const double radii = links_[i].radius_m + links_[k].radius_m, enough = std::max(least + radii + a.reach + b.reach, 0.0);
    const Vec3d between = a.middle - b.middle;
    if (dot(between, between) >= enough * enough) continue;
    least = std::min(least, segment_distance(a.a, a.b, b.a, b.b) - radii);
  }
  return least;
}

Clearance drawn_clearance(const Model& model) {
  Clearance all;
  for (std::size_t i = 0; !model.looks().empty() && i < model.bodies().size(); ++i) all.add_look(model, static_cast<BodyId>(static_cast<int>(i)));
  all.find_pairs(model);
  return all;
}

std::vector<std::string> bodies_drawn_otherwise(const Model& model) {
  std::vector<std::string> bodies;
  for (const LookDescription& look : model.looks())
    if (!is_compared(look.shape) && std::find(bodies.begin(), bodies.end(), look.body.name) == bodies.end()) bodies.push_back(look.body.name);
  return bodies;
}

std::string not_compared(const std::vector<std::string>& bodies) {
  if (bodies.empty()) return {};
  return fmt::format("boxes, plates and meshes are not compared, and '{}' {} drawn with some: put capsules or spheres around {}",
                     fmt::join(bodies, "', '"), bodies.size() == 1 ? "is" : "are", bodies.size() == 1 ? "it" : "them");
}

}  // namespace zanjir
