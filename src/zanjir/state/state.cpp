#include "zanjir/state/state.hpp"

#include <algorithm>
#include <cmath>

#include "zanjir/core/contract.hpp"
#include "zanjir/core/copy_numbers.hpp"
#include "zanjir/forces/turn_sequence.hpp"
#include "zanjir/kernels/dispatch.hpp"

namespace zanjir {

using kernels::Primitive;

State initial_state(const Model& model) {
  State state{0, model.initial_q(), model.initial_v(), {}, std::vector<ContactMemory>(model.contacts().size())};
  VecX vdot = VecX::Zero(model.nv());
  evaluate_prescribed(model, 0, state.q, state.v, vdot);
  return state;
}

Workspace::Workspace(const Model& model)
    : q(model.initial_q()),
      v(model.initial_v()),
      contact(model.contacts().size()),
      seen(model.contacts().size()),
      vdot_prescribed(VecX::Zero(model.nv())),
      preload(VecX::Zero(model.n_spring_rows())),
      tree(VecX::Zero(static_cast<Eigen::Index>(kernels::scratch_numbers(model.tables())))),
      external_W(VecX::Zero(6 * static_cast<Eigen::Index>(model.bodies().size()))),
      external(VecX::Zero(6 * model.n_steps())),
      tau_elements(VecX::Zero(model.nv())),
      unused(VecX::Zero(model.nv())) {
  laws.write(model, 0, q, v, vdot_prescribed);  // has its size from then on
}

namespace {

void store(const Vec3d& a, double* out) {
  out[0] = a.x;
  out[1] = a.y;
  out[2] = a.z;
}

void normalize_quaternion(double* q) {
  const double s = 1 / std::sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  for (int i = 0; i < 4; ++i) q[i] *= s;
}

}  // namespace

void take_contact_memory(const Model& model, const State& state, std::vector<ContactMemory>& memory) {
  if (memory.empty() && state.contact.empty() && model.contacts().empty()) return;
  ZANJIR_REQUIRE(state.contact.empty() || state.contact.size() == model.contacts().size(), "the contact memory does not fit the model");
  if (state.contact.empty()) memory.assign(model.contacts().size(), {});
  else memory = state.contact;
}

void take_state(const Model& model, const State& state, Workspace& ws) {
  ZANJIR_REQUIRE(
      state.q.size() == model.nq() && state.v.size() == model.nv() && (state.preload.size() == 0 || state.preload.size() == model.n_spring_rows()),
      "the state does not fit the model");
  ws.t_s = state.t_s;
  copy_numbers(state.q, ws.q);
  copy_numbers(state.v, ws.v);
  if (state.preload.size() > 0) ws.preload = state.preload;
  else if (ws.preload.size() > 0) ws.preload.setZero();
  if (!model.contacts().empty() || !state.contact.empty()) take_contact_memory(model, state, ws.contact);
  if (!model.prescribed().empty()) ws.laws.write(model, state.t_s, ws.q, ws.v, ws.vdot_prescribed, state.laws_at_rest);
  if (model.nq() > model.nv()) {
    for (int i = 1; i < model.n_steps(); ++i) {
      const kernels::Step& step = model.tables().step[i];
      if (step.joint == Primitive::ball) normalize_quaternion(&ws.q[step.q_begin]);
      if (step.joint == Primitive::free) normalize_quaternion(&ws.q[step.q_begin + 3]);
    }
  }
  ws.stage = Stage::none;
  ws.contacts_seen = false;
}

void evaluate_prescribed(const Model& model, double t_s, VecOut q, VecOut v, VecOut vdot, bool at_rest) {
  if (model.prescribed().empty()) return;
  PhaseJets room;
  const std::span<const Jet> phases = model.phases().at(t_s, room);
  SharedExpressions::Reader expressions(model.motion_expressions(), t_s, phases);
  const auto next = [&](const MotionLaw& law) { return law.expression() ? expressions.next() : law.at(t_s, phases); };
  for (const PrescribedMotion& motion : model.prescribed()) {
    const Joint& joint = model.joint(motion.joint);
    double *q_J = q.data() + joint.q_begin, *v_J = v.data() + joint.v_begin, *vdot_J = vdot.data() + joint.v_begin;
    if (motion.turn_axes.empty()) {
      for (std::size_t i = 0; i < motion.laws.size(); ++i) {
        const Jet jet = next(motion.laws[i]);
        const int part = motion.parts[i];
        q_J[part] = jet.value;
        v_J[part] = jet.rate;
        vdot_J[part] = jet.acceleration;
      }
      continue;
    }
    const Turn turn = turn_sequence(motion.turn_axes, motion.turn_angles, t_s, phases);
    store(turn.w, v_J);
    store(turn.wdot, vdot_J);
    double* quat = q_J + traits(joint.type).quaternion;
    quat[0] = turn.q.w;
    quat[1] = turn.q.x;
    quat[2] = turn.q.y;
    quat[3] = turn.q.z;
    if (!motion.laws.empty()) {  // a free joint: v = R^T p', v' = R^T p'' - w x v
      const Mat3d R = to_matrix(turn.q);
      Vec3d rate{0, 0, 0}, acceleration{0, 0, 0};
      for (std::size_t i = 0; i < motion.laws.size(); ++i) {
        const Jet jet = next(motion.laws[i]);
        q_J[motion.parts[i]] = jet.value;
        rate[motion.parts[i]] = jet.rate;
        acceleration[motion.parts[i]] = jet.acceleration;
      }
      const Vec3d v_C = transpose_times(R, rate);
      store(v_C, v_J + 3);
      store(transpose_times(R, acceleration) - cross(turn.w, v_C), vdot_J + 3);
    }
  }
  if (!at_rest) return;
  for (int k = 0; k < model.nv(); ++k)
    if (model.roles()[static_cast<std::size_t>(k)] == Role::prescribed) v[k] = vdot[k] = 0;
}

std::vector<int> prescribed_coordinates(const Model& model) {
  std::vector<int> entries;
  for (const PrescribedMotion& motion : model.prescribed()) {
    const Joint& joint = model.joint(motion.joint);
    if (motion.turn_axes.empty())
      for (const int part : motion.parts) entries.push_back(joint.q_begin + part);
    else
      for (int i = 0; i < joint.nq; ++i) entries.push_back(joint.q_begin + i);
  }
  std::sort(entries.begin(), entries.end());
  return entries;
}

void KnownLaws::write(const Model& model, double t_s, VecX& q, VecX& v, VecX& vdot, bool at_rest) {
  if (model.prescribed().empty()) return;
  if (q_index_.empty()) {
    q_index_ = prescribed_coordinates(model);
    for (int i = 0; i < model.nv(); ++i)
      if (model.roles()[static_cast<std::size_t>(i)] == Role::prescribed) v_index_.push_back(i);
    for (Instant& known : known_) known.q.resize(q_index_.size()), known.v.resize(v_index_.size()), known.vdot.resize(v_index_.size());
  }
  for (const std::size_t k : {newest_, 1 - newest_}) {
    const Instant& known = known_[k];
    if (known.t_s != t_s || known.at_rest != at_rest) continue;
    for (std::size_t i = 0; i < q_index_.size(); ++i) q[q_index_[i]] = known.q[i];
    for (std::size_t i = 0; i < v_index_.size(); ++i) v[v_index_[i]] = known.v[i], vdot[v_index_[i]] = known.vdot[i];
    return;
  }
  evaluate_prescribed(model, t_s, q, v, vdot, at_rest);
  newest_ = 1 - newest_;
  Instant& now = known_[newest_];
  now.t_s = t_s;
  now.at_rest = at_rest;
  for (std::size_t i = 0; i < q_index_.size(); ++i) now.q[i] = q[q_index_[i]];
  for (std::size_t i = 0; i < v_index_.size(); ++i) now.v[i] = v[v_index_[i]], now.vdot[i] = vdot[v_index_[i]];
}

void update_positions(const Model& model, const State& state, Workspace& ws) {
  take_state(model, state, ws);
  kernels::functions().kinematics(model.tables(), ws.q.data(), nullptr, ws.tree.data());
  ws.stage = Stage::position;
}

void update_velocities(const Model& model, const State& state, Workspace& ws) {
  take_state(model, state, ws);
  update_velocities(model, ws);
}

void update_velocities(const Model& model, Workspace& ws) {
  kernels::functions().kinematics(model.tables(), ws.q.data(), ws.v.data(), ws.tree.data());
  ws.stage = Stage::velocity;
  ws.contacts_seen = false;
}

namespace {

Quatd load_quaternion(const double* q) { return normalized(Quatd{q[0], q[1], q[2], q[3]}); }
Vec3d load_vector(const double* a) { return {a[0], a[1], a[2]}; }

void store(const Quatd& a, double* out) {
  out[0] = a.w;
  out[1] = a.x;
  out[2] = a.y;
  out[3] = a.z;
}

}  // namespace

// Most coordinates are numbers whose rates are speeds; balls and free bodies are not.
void retract(const Model& model, const VecX& q, const VecX& dv, VecX& q_out) {
  q_out.resize(q.size());
  for (int i = 0; i < model.nv(); ++i) {
    if (const int k = model.speed(i).position; k >= 0) q_out[k] = q[k] + dv[i];
  }
  for (int i = 1; i < model.n_steps(); ++i) {
    const kernels::Step& step = model.tables().step[i];
    const double *from = q.data() + step.q_begin, *d = dv.data() + step.v_begin;
    double* to = q_out.data() + step.q_begin;
    if (step.joint == Primitive::ball) store(normalized(load_quaternion(from) * spatial::exp_quaternion(load_vector(d))), to);
    if (step.joint != Primitive::free) continue;
    const Quatd r = load_quaternion(from + 3);
    store(load_vector(from) + to_matrix(r) * load_vector(d + 3), to);
    store(normalized(r * spatial::exp_quaternion(load_vector(d))), to + 3);
  }
}

VecX difference(const Model& model, const VecX& q0, const VecX& q1) {
  VecX dv(model.nv());
  for (int i = 0; i < model.nv(); ++i) {
    if (const int k = model.speed(i).position; k >= 0) dv[i] = q1[k] - q0[k];
  }
  for (int i = 1; i < model.n_steps(); ++i) {
    const kernels::Step& step = model.tables().step[i];
    const double *a = q0.data() + step.q_begin, *b = q1.data() + step.q_begin;
    double* d = dv.data() + step.v_begin;
    if (step.joint == Primitive::ball) store(log_quaternion(conjugate(load_quaternion(a)) * load_quaternion(b)), d);
    if (step.joint != Primitive::free) continue;
    const Quatd r = load_quaternion(a + 3);
    store(log_quaternion(conjugate(r) * load_quaternion(b + 3)), d);
    store(transpose_times(to_matrix(r), load_vector(b) - load_vector(a)), d + 3);
  }
  return dv;
}

void coordinate_rates(const Model& model, const VecX& q, const VecX& v, VecX& qdot) {
  qdot.resize(q.size());
  for (int i = 0; i < model.nv(); ++i) {
    if (const int k = model.speed(i).position; k >= 0) qdot[k] = v[i];
  }
  if (model.nq() == model.nv()) return;                                                // no quaternions
  const auto quaternion_rate = [](const double* quat, const double* w, double* out) {  // q' = 1/2 q ∘ (0, w)
    const Quatd rate = Quatd{quat[0], quat[1], quat[2], quat[3]} * Quatd{0, w[0] / 2, w[1] / 2, w[2] / 2};
    store(rate, out);
  };
  for (int i = 1; i < model.n_steps(); ++i) {
    const kernels::Step& step = model.tables().step[i];
    const double *from = q.data() + step.q_begin, *rate = v.data() + step.v_begin;
    double* to = qdot.data() + step.q_begin;
    if (step.joint == Primitive::ball) quaternion_rate(from, rate, to);
    if (step.joint != Primitive::free) continue;
    store(to_matrix(load_quaternion(from + 3)) * load_vector(rate + 3), to);
    quaternion_rate(from + 3, rate, to + 3);
  }
}

}  // namespace zanjir
