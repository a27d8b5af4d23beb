#include "zanjir/model/turn_count.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "zanjir/core/angles.hpp"
#include "zanjir/model/model.hpp"

namespace zanjir {
namespace {

constexpr double parallel_within = 1e-9;  // sine of the angle between lines that the user wrote as parallel

// Part and line, in joint axes, of the one angle that a joint has.
struct Turn {
  int part;
  Vec3d axis;
};
std::optional<Turn> turn_of(const Joint& joint) {
  switch (joint.type) {
    case JointType::revolute:
    case JointType::cylindrical: return Turn{0, joint.axes[0]};
    case JointType::planar: return Turn{2, cross(joint.axes[0], joint.axes[1])};
    default: return std::nullopt;
  }
}

// The joints from a body to the ground, the nearest first.
std::vector<const Joint*> way_inward(const Model& model, BodyId body) {
  std::vector<const Joint*> way;
  for (; model.body(body).inboard_joint; body = model.body(body).inboard_body)
    way.push_back(&model.joints()[static_cast<std::size_t>(*model.body(body).inboard_joint)]);
  return way;
}

}  // namespace

TurnCount turn_count(const Model& model, const Joint& cut) {
  const auto own = turn_of(cut);
  if (!own) return {};
  std::array ways{way_inward(model, cut.parent), way_inward(model, cut.child)};
  while (!ways[0].empty() && !ways[1].empty() && ways[0].back() == ways[1].back())  // what moves both
    for (auto& way : ways) way.pop_back();

  // From the body that both ways leave, with all coordinates zero.
  TurnCount count{own->part, 0, {}};
  std::array<Transformd, 2> X_0B{};
  std::vector<std::pair<Vec3d, TurnCount::Term>> turns;  // lines in the axes of that body
  for (std::size_t side = 0; side < 2; ++side) {
    std::reverse(ways[side].begin(), ways[side].end());
    for (const Joint* joint : ways[side]) {
      const Transformd X_0J = X_0B[side] * joint->X_PJ;
      X_0B[side] = X_0J * inverse(joint->X_CJ);
      if (joint->type == JointType::weld || joint->type == JointType::prismatic) continue;
      const auto turn = turn_of(*joint);
      if (!turn) return {};
      turns.push_back({X_0J.R * turn->axis, {joint->q_begin + turn->part, side == 0 ? -1.0 : 1.0}});
    }
  }
  const Transformd X_0J = X_0B[0] * cut.X_PJ;
  const Vec3d line = X_0J.R * own->axis;
  for (const auto& [axis, term] : turns) {
    if (norm(cross(axis, line)) > parallel_within) return {};
    count.terms.push_back({term.coordinate, dot(axis, line) < 0 ? -term.sign : term.sign});
  }
  std::array<double, 7> q{};
  joint_coordinates(cut, inverse(X_0J) * X_0B[1] * cut.X_CJ, q.data());
  count.at_zero = q[static_cast<std::size_t>(own->part)];
  return count;
}

double counted(const TurnCount& count, const double* q, double angle) {
  double sum = count.at_zero;
  for (const TurnCount::Term& term : count.terms) sum += term.sign * q[term.coordinate];
  return nearest_turn(angle, sum);
}

}  // namespace zanjir
