#include "zanjir/formulations/gibbs_appell/forces.hpp"

#include "zanjir/dynamics/element_forces.hpp"
#include "zanjir/formulations/gibbs_appell/rows.hpp"

namespace zanjir::gibbs_appell {
namespace {

void push(Link& b, const Vec3d& point, const Forced& W) { b.external = b.external + in_link(b, point, W); }

// Loops that are springs, along each row.
void pull_springs(const Model& model, const Question& ask, Tree& x, std::vector<Forced>& spring_wrench) {
  const auto pull_rows = [&](std::size_t i, const Constraint& constraint, const auto& force) {
    Forced& total = spring_wrench[i] = {{0, 0, 0}, {0, 0, 0}};
    const auto pull = [&](const Row& row) {
      const Forced W = row.W * force(row.c, row.c_rate);
      push(x.links[at(row.second)], row.point, W);
      push(x.links[at(row.first)], row.point, -W);
      total = total + W;
    };
    if (const auto* cut = std::get_if<CutJoint>(&constraint)) {
      const RelativeMotion m = relative_motion(x, cut->joint);
      for (const ClosureRow& closure : cut->rows) pull(row_of(cut->joint, closure, m));
    } else {
      pull(row_of(model, std::get<Distance>(constraint), x));
    }
  };
  for_each_sprung_loop(model, ask.preload, ask.q, ask.v, pull_rows, [&](int speed, double force) { x.element_forces[speed] += force; });
}

}  // namespace

void gather_elements(const Model& model, const Question& ask, Tree& x, std::vector<Forced>& spring_wrench) {
  for (Link& b : x.links) b.external = {{0, 0, 0}, {0, 0, 0}};
  x.element_forces.setZero();
  for_each_joint_force(model, ask.t_s, ask.q, ask.v, [&](ElementPart, int speed, double force) { x.element_forces[speed] += force; });
  const auto where = [&](const Frame& frame) -> ElementFrame {
    const Link& b = x.links[at(frame.body)];
    const Transformd X_WF = b.X_WB * frame.X_BF;
    return {X_WF, {b.X_WB.R * b.omega, velocity_at(b, X_WF.p)}};
  };
  for_each_frame_force(model, ask.t_s, ask.contact, where,
                       [&](ElementPart, const Frame& frame, const Vec3d& point, const Forced& W) { push(x.links[at(frame.body)], point, W); });
  pull_springs(model, ask, x, spring_wrench);
}

}  // namespace zanjir::gibbs_appell
