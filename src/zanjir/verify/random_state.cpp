#include "zanjir/verify/random_state.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "zanjir/loops/closer.hpp"

namespace zanjir {
namespace {

void random_quaternion(Random& random, VecOut q) {  // uniform over all turns: four normals, scaled to one
  for (int i = 0; i < 4; ++i) q[i] = random.normal();
  const double length = q.norm();
  if (length < 1e-3) q << 1, 0, 0, 0;
  else q /= length;
}

}  // namespace

double reach_m(const Model& model) {
  double length = 0;
  for (const Joint& joint : model.joints()) length = std::max({length, norm(joint.X_PJ.p), norm(joint.X_CJ.p)});
  for (const Frame& frame : model.frames()) length = std::max(length, norm(frame.X_BF.p));
  for (const Body& body : model.bodies()) {
    length = std::max(length, norm(body.com_m));
  }
  return length > 0 ? length : 1.0;
}

namespace {

// Compliant contacts touch, so that those below the ground act.
void random_contacts(const Model& model, Random& random, State& state) {
  state.contact.assign(model.contacts().size(), {});
  for (std::size_t i = 0; i < state.contact.size(); ++i) {
    const Contact& c = model.contacts()[i];
    if (c.compliant) state.contact[i] = {ContactPhase::touching, random.uniform(0.1, 3)};
    if (c.holds()) {  // any force that it may have found
      const double weight = model.body(model.frame(c.on).body).mass_kg * 10;
      state.contact[i].force_G = Vec3d{random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)} * weight;
    }
    if (c.has_bristle()) state.contact[i].bristle_m = {0.1 * reach_m(model) * random.uniform(-1, 1), 0.1 * reach_m(model) * random.uniform(-1, 1)};
  }
}

}  // namespace

double nearest_half_turn(const Model& model, const Workspace& ws) {
  double nearest = 2;
  if (model.n_spring_rows() == 0) return nearest;
  Closure springs(model, model.sprung());
  update_closure_positions(model, model.sprung(), ws, springs);
  for (std::size_t i = 0; i < model.sprung().size(); ++i) {
    const auto* cut = std::get_if<CutJoint>(&model.sprung()[i]);
    if (!cut) continue;
    const Mat3d& R = springs.pairs[i].X_JC.R;
    for (const ClosureRow& row : cut->rows) {
      if (row.kind == RowKind::alignment) nearest = std::min(nearest, 1 + dot(aligned_axis(cut->joint), R * aligned_axis(cut->joint)));
      if (row.kind == RowKind::rotation) nearest = std::min(nearest, 1 + R.xx + R.yy + R.zz);
    }
  }
  return nearest;
}

namespace {

State draw_state(const Model& model, Random& random) {
  const double length = reach_m(model), pi = std::numbers::pi;
  State state{random.uniform(0, 10), model.initial_q(), model.initial_v()};
  for (const Joint& joint : model.joints()) {
    const int n_scalar = static_cast<int>(scalar_coordinates(joint.type).size());
    for (int i = joint.q_begin; i < joint.q_begin + n_scalar; ++i) {
      state.q[i] = model.coordinates()[at(i)].turns() ? random.uniform(-pi, pi) : length * random.uniform(-1, 1);
    }
    if (has_quaternion(joint.type)) random_quaternion(random, state.q.segment(joint.q_begin + n_scalar, 4));
    for (int i = joint.v_begin; i < joint.v_begin + joint.nv; ++i) state.v[i] = random.normal() * (model.speed(i).turns() ? 1.0 : length);
  }
  for (const ElasticBody& elastic : model.elastic_bodies()) {  // a tenth of the length together: large for a beam, and well inside the field's reach
    const int m = elastic.field.n_modes();
    for (int j = 0; j < m; ++j) {
      state.q[elastic.q_begin + j] = 0.1 * elastic.field.length_m / m * random.uniform(-1, 1);
      state.v[elastic.v_begin + j] = random.normal() * elastic.field.length_m / m;
    }
  }
  random_contacts(model, random, state);
  VecX vdot = VecX::Zero(model.nv());
  evaluate_prescribed(model, state.t_s, state.q, state.v, vdot);
  return state;
}

}  // namespace

State random_state(const Model& model, Random& random) {
  State state = draw_state(model, random);
  if (model.n_spring_rows() == 0) return state;
  Workspace ws(model);
  const double enough = 1 - std::cos(20 * std::numbers::pi / 180);
  for (int attempt = 0; attempt < 100; ++attempt) {
    update_positions(model, state, ws);
    if (nearest_half_turn(model, ws) > enough) break;
    state = draw_state(model, random);
  }
  return state;
}

bool random_closed_state(const Model& model, Random& random, State& state) {
  double size = 0.4;  // rad, or model lengths
  Closer closer(model);
  for (int attempt = 0; attempt < 20; ++attempt, size *= 0.7) {
    state = initial_state(model);
    VecX step(model.nv());
    for (int i = 0; i < model.nv(); ++i) {
      step[i] = random.uniform(-1, 1) * size * model.column_scale()[i];
      state.v[i] = random.normal() * model.column_scale()[i];
    }
    if (!closer.positions(model, state).closed) continue;
    const VecX from = state.q;
    retract(model, from, step, state.q);
    random_contacts(model, random, state);
    if (closer.positions(model, state).closed && closer.velocities(model, state).consistent) return true;
  }
  return false;
}

}  // namespace zanjir
