#include "zanjir/dynamics/energy.hpp"

#include "zanjir/dynamics/element_frames.hpp"
#include "zanjir/loops/loop_springs.hpp"

namespace zanjir {

namespace {

Inertiad row_inertia(const Model& model, int row) {
  const double* b = model.tables().step[row].inertia;
  return {b[0], {b[1], b[2], b[3]}, {b[4], b[5], b[6], b[7], b[8], b[9]}};
}

// Of an elastic body by plain quadrature of its field; moving as its row does, with its modes. In body axes, about the body origin.
struct ElasticSums {
  double mass = 0, kinetic = 0;
  Vec3d first_moment{0, 0, 0};  // sum m r
  Forced momentum{{0, 0, 0}, {0, 0, 0}};
};
ElasticSums elastic_sums(const Model& model, const Workspace& ws, const ElasticBody& elastic) {
  const Body& body = model.body(elastic.body);
  const DisplacementField& field = elastic.field;
  const Motiond V = to_child(body.X_RB, row_velocity(model, ws, body.row));
  const double *delta = ws.q.data() + elastic.q_begin, *rate = ws.v.data() + elastic.v_begin;
  ElasticSums sums;
  const auto J = [&](const Vec3d& a) { return Vec3d{a.x * field.rotary_kg_m.x, a.y * field.rotary_kg_m.y, a.z * field.rotary_kg_m.z}; };
  for (const FieldNode& node : field.nodes) {
    const double m = node.weight * field.mass_kg_per_m;
    const Vec3d r = section_centre(field, node.shapes, delta), v = V.v + cross(V.w, r) + section_rate(field, node.shapes, delta, rate);
    sums.mass += m;
    sums.first_moment += r * m;
    sums.kinetic += 0.5 * m * dot(v, v) + node.weight * rotary_energy(field, node.shapes, V.w, delta, rate);
    sums.momentum.f += v * m;
    // d(rotary energy)/d(omega), flexible/field.hpp (4)
    Vec3d spin = J(V.w);
    if (field.sections_turn) {
      const Vec3d theta = section_turn(node.shapes, delta), theta_rate = section_turn(node.shapes, rate);
      const Vec3d O1 = theta_rate - cross(theta, V.w), O2 = (cross(theta, cross(theta, V.w)) - cross(theta, theta_rate)) * 0.5;
      spin = J(V.w + O1 + O2) + cross(theta, J(V.w + O1)) + cross(theta, cross(theta, J(V.w))) * 0.5;
    }
    sums.momentum.n += cross(r, v) * m + spin * node.weight;
  }
  return sums;
}
// What the rows count for an elastic body: the undeformed one, moving rigidly.
Inertiad counted_in_row(const Model& model, const ElasticBody& elastic) {
  const Body& body = model.body(elastic.body);
  return body.inertia(body.X_RB);
}

}  // namespace

Energy energy(const Model& model, const Workspace& ws, LoopSum* opening) {
  Energy e;
  for (int i = 1; i < model.n_steps(); ++i) {
    const Inertiad b = row_inertia(model, i);
    const Motiond V = row_velocity(model, ws, i);
    const Transformd X_WR = row_pose(model, ws, i);
    e.kinetic_J += 0.5 * spatial::power(b * V, V);
    e.gravity_J -= dot(model.gravity(), X_WR.p * b.m + X_WR.R * b.h);
  }
  for (const ElasticBody& elastic : model.elastic_bodies()) {
    const int row = model.body(elastic.body).row, m = elastic.field.n_modes();
    const ElasticSums sums = elastic_sums(model, ws, elastic);
    const Inertiad rigid = counted_in_row(model, elastic);
    const Motiond V = row_velocity(model, ws, row);
    const Transformd X_WR = row_pose(model, ws, row);
    e.kinetic_J += sums.kinetic - 0.5 * spatial::power(rigid * V, V);
    e.gravity_J -= dot(model.gravity(), X_WR.R * (model.body(elastic.body).X_RB.R * (sums.first_moment - model.body(elastic.body).inertia().h)));
    const auto delta = ws.q.segment(elastic.q_begin, m);
    for (int j = 0; j < m; ++j) e.strain_J += 0.5 * delta[j] * elastic.field.K.row(j).dot(delta);
  }
  e.kinetic_J += 0.5 * model.rotor_inertia().dot(ws.v.cwiseAbs2());
  e.springs_J += element_energy(model, ws.q, [&](FrameId frame) { return frame_pose(model, ws, model.frame(frame)).p; });
  LoopSum open;
  for_each_spring(model, ws, [&](std::size_t, const SpringForce& s) {
    e.springs_J += s.energy_J;
    open.translation += s.opening.translation;
    open.turn += s.opening.turn;
  });
  if (opening) *opening = open;
  return e;
}

Momentum momentum(const Model& model, const Workspace& ws) {
  Momentum total;
  for (int i = 1; i < model.n_steps(); ++i) {
    const Inertiad b = row_inertia(model, i);
    const Transformd X_WR = row_pose(model, ws, i);
    const Forced h = b * row_velocity(model, ws, i);
    const Vec3d linear = X_WR.R * h.f;
    total.mass_kg += b.m;
    total.centre_of_mass_m += X_WR.p * b.m + X_WR.R * b.h;
    total.linear_kg_m_s += linear;
    total.angular_kg_m2_s += X_WR.R * h.n + cross(X_WR.p, linear);
  }
  for (const ElasticBody& elastic : model.elastic_bodies()) {
    const Body& body = model.body(elastic.body);
    const ElasticSums sums = elastic_sums(model, ws, elastic);
    const Transformd X_WR = row_pose(model, ws, body.row);
    const Forced h = to_parent(X_WR, to_parent(body.X_RB, sums.momentum) - counted_in_row(model, elastic) * row_velocity(model, ws, body.row));
    total.centre_of_mass_m += X_WR.R * (body.X_RB.R * (sums.first_moment - body.inertia().h));
    total.linear_kg_m_s += h.f;
    total.angular_kg_m2_s += h.n;
  }
  if (total.mass_kg > 0) total.centre_of_mass_m = total.centre_of_mass_m * (1 / total.mass_kg);
  return total;
}

Power power(const Model& model, const Workspace& ws, const VecX& tau) {
  Power p;
  for (int i = 0; i < model.nv(); ++i) {
    const double share = tau[i] * ws.v[i];
    switch (model.roles()[static_cast<std::size_t>(i)]) {
      case Role::passive: p.passive_W += share; break;
      case Role::actuated: p.actuators_W += share; break;
      case Role::prescribed: p.prescribed_W += share; break;
    }
  }
  for (const ElasticBody& elastic : model.elastic_bodies()) {
    const auto rate = ws.v.segment(elastic.v_begin, elastic.field.n_modes());
    for (int j = 0; j < elastic.field.n_modes(); ++j) p.dampers_W -= rate[j] * elastic.field.D.row(j).dot(rate);
  }
  const auto book = [&](ElementPart part, double watt) {
    switch (part) {
      case ElementPart::spring:
      case ElementPart::stop: break;  // in the energy
      case ElementPart::damper:
      case ElementPart::stop_damper: p.dampers_W += watt; break;
      case ElementPart::friction: p.friction_W += watt; break;
      case ElementPart::load: p.loads_W += watt; break;
      case ElementPart::contact_normal: p.contact_normal_W += watt; break;
      case ElementPart::contact_friction: p.contact_friction_W += watt; break;
    }
  };
  for_each_joint_force<Parts::apart>(model, ws.t_s, ws.q, ws.v, [&](ElementPart part, int speed, double force) { book(part, force * ws.v[speed]); });
  for_each_spring(model, ws, [&](std::size_t, const SpringForce& s) { p.dampers_W += s.damper_W; });
  if (!model.acts_on_frames()) return p;
  const auto where = element_frames(model, ws);
  for_each_frame_element<Parts::apart>(model, ws.t_s, where, [&](ElementPart part, const Frame& frame, const Vec3d& point, const Forced& F) {
    const ElementFrame motion = where(frame);
    book(part, dot(F.n, motion.V.w) + dot(F.f, velocity_at(motion, point)));
  });
  // Of both bodies together: what presses on the one presses back on the other, so that motions relative to the ground count.
  const auto book_contact = [&](const ContactSeen& seen) {
    p.contact_normal_W += seen.force.normal_N * dot(seen.at.normal_W, seen.velocity_W) + dot(seen.force.normal_moment_W, seen.turning_W);
    p.contact_friction_W += dot(seen.force.friction_W, seen.velocity_W) + dot(seen.force.moment_W, seen.turning_W);
  };
  if (!ws.contacts_seen) {
    for_each_touching_contact(model, ws.contact, where, [&](std::size_t, const Contact&, const ContactSeen& seen) { book_contact(seen); });
    return p;
  }
  for (std::size_t i = 0; i < model.contacts().size(); ++i) {
    if (model.contacts()[i].compliant && ws.contact[i].phase == ContactPhase::touching) book_contact(ws.seen[i]);
  }
  return p;
}

}  // namespace zanjir
