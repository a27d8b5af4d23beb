#include "zanjir/formulations/gibbs_appell/forces.hpp"

#include "zanjir/formulations/gibbs_appell/rows.hpp"

namespace zanjir::gibbs_appell {
namespace {


void push(Link& b, const Vec3d& point, const Forced& W) { b.external = b.external + in_link(b, point, W); }

void push_frames(const Model& model, const Question& ask, Tree& x) {
  const auto link_of = [&](const Frame& frame) -> Link& { return x.links[at(frame.body)]; };
  for (const FrameSpring& spring : model.forces().frame_springs) {
    const Frame &a = model.frame(spring.a), &b = model.frame(spring.b);
    const Vec3d x_a = link_of(a).X_WB * a.X_BF.p, x_b = link_of(b).X_WB * b.X_BF.p;
    const Vec3d f = spring_force_on_b(spring, x_b - x_a, velocity_at(link_of(b), x_b) - velocity_at(link_of(a), x_a));
    push(link_of(b), x_b, {{0, 0, 0}, f});
    push(link_of(a), x_a, {{0, 0, 0}, -f});
  }
  for (const FrameLoad& load : model.forces().frame_loads) {
    const Frame& frame = model.frame(load.on);
    const Transformd X_WF = link_of(frame).X_WB * frame.X_BF;
    const Forced F = load_wrench(load, ask.t_s);
    push(link_of(frame), X_WF.p, load.world_axes ? F : Forced{X_WF.R * F.n, X_WF.R * F.f});
  }
  for (std::size_t i = 0; i < model.contacts().size(); ++i) {
    const Contact& contact = model.contacts()[i];
    if (!contact.compliant || ask.contact[i].phase == ContactPhase::flight) continue;
    const Frame& frame = model.frame(contact.on);
    Link& b = link_of(frame);
    const Transformd X_WF = b.X_WB * frame.X_BF;
    const Vec3d p = lowest_point(contact.ground, contact.radius_m, X_WF.p);
    push(b, p, {{0, 0, 0}, contact_force(*contact.compliant, contact.ground, ask.contact[i], p, velocity_at(b, p), X_WF.R).total_W});
  }
}

void push_joints(const Model& model, const Question& ask, VecX& tau) {
  const ForceElements& forces = model.forces();
  tau.setZero();
  for (const JointSpring& e : forces.joint_springs) {
    if (e.coordinate >= 0) tau[e.speed] -= e.stiffness * (ask.q[e.coordinate] - e.rest);
    tau[e.speed] -= e.damping * ask.v[e.speed];
  }
  for (const JointStop& e : forces.stops) tau[e.speed] += stop_force(e, ask.q[e.coordinate], ask.v[e.speed]);
  for (const JointFriction& e : forces.frictions) tau[e.speed] += friction_force(e, ask.v[e.speed]);
  for (const JointLoad& e : forces.joint_loads) tau[e.speed] += e.value.at(ask.t_s).value;
}

// Loops that are springs: preload - k c - d c' along each row.
void pull_springs(const Model& model, const Question& ask, Tree& x, std::vector<Forced>& spring_wrench) {
  Eigen::Index next = 0;
  const auto force = [&](double c, double rate) {
    const double f = ask.preload[next] - model.spring_stiffness()[next] * c - model.spring_damping()[next] * rate;
    ++next;
    return f;
  };
  for (std::size_t i = 0; i < model.sprung().size(); ++i) {
    Forced& total = spring_wrench[i] = {{0, 0, 0}, {0, 0, 0}};
    const auto pull = [&](const Row& row) {
      const Forced W = row.W * force(row.c, row.c_rate);
      push(x.links[at(row.second)], row.point, W);
      push(x.links[at(row.first)], row.point, -W);
      total = total + W;
    };
    if (const auto* cut = std::get_if<CutJoint>(&model.sprung()[i])) {
      const RelativeMotion m = relative_motion(x, cut->joint);
      for (const ClosureRow& closure : cut->rows) pull(row_of(cut->joint, closure, m));
    } else if (const auto* rod = std::get_if<Distance>(&model.sprung()[i])) {
      pull(row_of(model, *rod, x));
    } else {
      const auto& gear = std::get<Gear>(model.sprung()[i]);
      const double f = force(ask.q[gear.coordinate_b] - gear.ratio * ask.q[gear.coordinate_a] - gear.offset,
                             ask.v[gear.speed_b] - gear.ratio * ask.v[gear.speed_a]);
      x.element_forces[gear.speed_b] += f;
      x.element_forces[gear.speed_a] -= gear.ratio * f;
    }
  }
}

}  // namespace

void gather_elements(const Model& model, const Question& ask, Tree& x, std::vector<Forced>& spring_wrench) {
  for (Link& b : x.links) b.external = {{0, 0, 0}, {0, 0, 0}};
  push_joints(model, ask, x.element_forces);
  push_frames(model, ask, x);
  pull_springs(model, ask, x, spring_wrench);
}

}  // namespace zanjir::gibbs_appell
