#include "support/rose.hpp"

#include <cmath>
#include <numbers>
#include <string>

#include "support/solve.hpp"
#include "support/zoo.hpp"
#include "zanjir/loops/loop_rank.hpp"

#include "zanjir/loops/loop_rank.hpp"

namespace zanjir::test {
namespace {

struct Vec2 {
  double x, y;
};
double dot(Vec2 a, Vec2 b) { return a.x * b.x + a.y * b.y; }
Vec2 e(double angle) { return {std::cos(angle), std::sin(angle)}; }

}  // namespace

RosePoint rose_point(const Model& model, double t_s) {
  constexpr double pi = std::numbers::pi, r0 = 0.05;
  const double a = pi * t_s;
  const Vec2 p{r0 / 2 * (std::cos(3 * a) + std::cos(a)), r0 / 2 * (std::sin(3 * a) - std::sin(a))};
  const Vec2 v{-r0 / 2 * pi * (3 * std::sin(3 * a) + std::sin(a)), r0 / 2 * pi * (3 * std::cos(3 * a) - std::cos(a))};
  const Vec2 w{-r0 / 2 * pi * pi * (9 * std::cos(3 * a) + std::cos(a)), -r0 / 2 * pi * pi * (9 * std::sin(3 * a) - std::sin(a))};
  RosePoint point{initial_state(model), VecX::Zero(model.nv())};
  point.state.t_s = t_s;
  const auto set = [&](const std::string& name, double q, double rate, double acceleration) {
    const int i = speed_index(model, name);  // all coordinates are scalars, so they have the same index
    point.state.q[i] = q;
    point.state.v[i] = rate;
    point.vdot[i] = acceleration;
  };
  set("pose.x", p.x, v.x, w.x);
  set("pose.y", p.y, v.y, w.y);
  set("pose.angle", 0, 0, 0);
  const double l1 = 0.4, l2 = 0.6, radius = (0.4 - 1.2) / std::sqrt(3.0);
  for (int leg = 0; leg < 3; ++leg) {
    const double turn = 2 * pi * leg / 3, c = std::cos(turn), s = std::sin(turn);
    const auto own = [&](Vec2 u) { return Vec2{c * u.x + s * u.y, -s * u.x + c * u.y}; };  // the leg's own axes
    const Vec2 centre = own(p), rate = own(v), second = own(w), corner = e(7 * pi / 6);
    const Vec2 h{centre.x + radius * corner.x, centre.y + radius * corner.y};
    const double elbow = std::acos((dot(h, h) - l1 * l1 - l2 * l2) / (2 * l1 * l2));
    const double crank = std::atan2(h.y, h.x) - std::atan2(l2 * std::sin(elbow), l1 + l2 * std::cos(elbow)), rod = crank + elbow;
    const double crank_v = dot(e(rod), rate) / (l1 * std::sin(elbow)), rod_v = -dot(e(crank), rate) / (l2 * std::sin(elbow));
    const Vec2 rest{second.x + l1 * e(crank).x * crank_v * crank_v + l2 * e(rod).x * rod_v * rod_v,
                    second.y + l1 * e(crank).y * crank_v * crank_v + l2 * e(rod).y * rod_v * rod_v};
    const double crank_a = dot(e(rod), rest) / (l1 * std::sin(elbow)), rod_a = -dot(e(crank), rest) / (l2 * std::sin(elbow));
    const std::string i = std::to_string(leg + 1);
    set("A" + i, crank, crank_v, crank_a);
    set("B" + i, elbow, rod_v - crank_v, rod_a - crank_a);
  }
  return point;
}

std::vector<Controller> rose_torques(const Model& rigid, double until_s) {
  constexpr double interval_s = 5e-4, margin_s = 0.1;
  std::vector<LawDescription> tables(3);
  for (LawDescription& table : tables) {
    table.kind = LawKind::table;
    table.numbers = {0};  // cubic
  }
  Solver solver(*find_formulation("newton-euler"), rigid);
  const LoopRank rank = generic_rank(rigid, rose_point(rigid, 0).state);
  Solution solution;
  const int n = static_cast<int>(std::ceil((until_s + 2 * margin_s) / interval_s));
  for (int i = 0; i <= n; ++i) {
    const double t = -margin_s + i * interval_s;
    const RosePoint point = rose_point(rigid, t);
    Given question = inverse_question(rigid, point.vdot);
    question.rank = &rank;
    if (solver.solve(point.state, question, Reactions::skip, solution) != SolveStatus::ok)
      throw std::runtime_error("no torques on the rose: " + solution.note);
    for (std::size_t leg = 0; leg < 3; ++leg) tables[leg].knots.emplace_back(t, solution.tau[speed_index(rigid, "A" + std::to_string(leg + 1))]);
  }
  std::vector<Controller> torques;
  for (std::size_t leg = 0; leg < 3; ++leg) {
    Controller c;
    c.name = "A" + std::to_string(leg + 1);
    c.speed = speed_index(rigid, c.name);
    c.force = MotionLaw(tables[leg]);
    torques.push_back(std::move(c));
  }
  return torques;
}

}  // namespace zanjir::test
