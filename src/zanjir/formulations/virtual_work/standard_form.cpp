// With B_i the motion [w; c'] of body i per rate of the inputs, and I_i, m_i its inertia in world axes:
//   M = sum B^T diag(I, m) B,      C = sum B^T (diag(I, m) B' + diag(w x I, 0) B)                                     [Khoshnoodi2020] (38), any mechanism
//   M' - 2 C = sum (B'^T diag(I, m) B - B^T diag(I, m) B') - B_w^T (w~ I + I w~) B_w,   both parts skew
// B' needs no derivative of rows: accelerations at theta'' = 0 are a quadratic form of theta', and its polar form is the part of B' that is symmetric in the two inputs,
//   A(x, y) = (A(x + y) - A(x - y)) / 4,      c'_k: d_j c'_k is symmetric, the inputs being coordinates,     d_j w_k - d_k w_j = w_j x w_k
//   B'_k theta' : linear A(theta', e_k),   angular A(theta', e_k) + w x w_k / 2
// A base with origin O that turns with W adds, r = c - O, c_r' and w_r seen from the base:
//   linear  m O''      Euler  m W' x r, I W'      centrifugal  m W x (W x r), W x I W      Coriolis  2 m W x c_r', I (W x w_r) + W x I w_r + w_r x I W
#include "zanjir/formulations/virtual_work/standard_form.hpp"

#include <algorithm>

#include "zanjir/core/contract.hpp"
#include "zanjir/core/decompositions.hpp"
#include "zanjir/model/led_joints.hpp"

namespace zanjir {
namespace {

// The joint of a base that moves by laws (describe/section_base.cpp).
const Joint* base_joint(const Model& model) {
  const std::optional<JointId> id = model.find_joint("base");
  if (!id) return nullptr;
  const Joint& joint = model.joint(*id);
  if (joint.parent != BodyId::ground || joint.nv == 0) return nullptr;
  for (int k = joint.v_begin; k < joint.v_begin + joint.nv; ++k)
    if (model.roles()[at(k)] != Role::prescribed) return nullptr;
  return &joint;
}
bool belongs_to(const Joint* joint, int speed) { return joint && speed >= joint->v_begin && speed < joint->v_begin + joint->nv; }

// Actuated and driven speeds; without any, those of a tree are all.
std::vector<int> inputs_of(const Model& model) {
  std::vector<int> inputs;
  const std::vector<bool> led = led_speeds(model);
  const Joint* base = base_joint(model);
  for (int k = 0; k < model.nv(); ++k)
    if (model.roles()[at(k)] != Role::passive && !led[at(k)] && !belongs_to(base, k)) inputs.push_back(k);
  if (!inputs.empty() || model.n_closure_rows() > 0) return inputs;
  for (int k = 0; k < model.nv(); ++k)
    if (!belongs_to(base, k)) inputs.push_back(k);
  return inputs;
}

}  // namespace

std::string no_standard_form(const Model& model) {
  for (const Role role : model.cut_roles())
    if (role != Role::passive && model.elastic_bodies().empty())
      return "an actuated joint is the cut of a loop: let another joint of that loop close it (`loops`)";
  return no_standard_form(model, inputs_of(model));
}

std::string no_standard_form(const Model& model, const std::vector<int>& inputs) {
  if (!model.elastic_bodies().empty()) return "elastic bodies move by modes that no input decides";
  if (inputs.empty()) return "no joint is actuated and none follows a law: say which joints are inputs (`actuators`)";
  for (const int k : inputs)
    if (model.speed(k).position < 0) return "the input '" + model.speed_names()[at(k)] + "' is an angular velocity and no rate of a coordinate";
  return {};
}

std::vector<int> standard_form_inputs(const Model& model) { return inputs_of(model); }

StandardFormFinder::StandardFormFinder(const Model& model) : StandardFormFinder(model, inputs_of(model)) {
  ZANJIR_REQUIRE(no_standard_form(model).empty(), "a model without a standard form");
}

StandardFormFinder::StandardFormFinder(const Model& model, std::vector<int> inputs) : model_(model), base_(base_joint(model)), s_(model) {
  ZANJIR_REQUIRE(no_standard_form(model, inputs).empty(), "a model without a standard form");
  form_.inputs = std::move(inputs);
  for (int k = 0; k < model.nv(); ++k)
    if (!belongs_to(base_, k)) free_.push_back(k);
  for (const int k : form_.inputs) among_free_.push_back(static_cast<int>(std::find(free_.begin(), free_.end(), k) - free_.begin()));
  B_.assign(model.bodies().size(), std::vector<Motiond>(form_.inputs.size()));
}

const StandardForm* StandardFormFinder::find(const State& state, const VecX& vdot, std::string& note) {
  const auto n = static_cast<Eigen::Index>(form_.inputs.size());
  resolve(model_, state, inverse_question(model_, vdot), s_.ask);
  virtual_work::Jacobians& J = s_.jacobians;
  J.place(model_, s_.ask.q);
  J.move(model_, s_.ask.v);
  s_.loops.update(model_, J);
  if (!s_.loops.factor(model_, free_, s_.loops.rank_over(model_, free_)) || s_.loops.N.cols() != n) {
    note = std::to_string(n) + (n == 1 ? " input" : " inputs") + " for " + std::to_string(s_.loops.N.cols()) + " freedoms";
    return nullptr;
  }
  const MatX chosen = s_.loops.N(among_free_, Eigen::all);
  const Eigen::FullPivLU<MatX> lu(model_.column_scale()(form_.inputs).cwiseInverse().asDiagonal() * chosen);
  if (!(lu.rcond() > 1e-12)) {
    note = "the inputs do not move the mechanism here: a singular configuration";
    return nullptr;
  }
  to_inputs_ = chosen.inverse();
  form_.P = MatX::Zero(model_.nv(), n);
  form_.P(free_, Eigen::all) = s_.loops.N * to_inputs_;
  form_.rate = s_.ask.v(form_.inputs);
  const VecX accelerations = s_.ask.vdot(form_.inputs);

  form_.M = form_.P.transpose() * model_.rotor_inertia().asDiagonal() * form_.P;
  form_.gravity = VecX::Zero(n);
  for (std::size_t i = 1; i < B_.size(); ++i) {
    const virtual_work::BodyMotion& b = J.bodies[i];
    const double m = model_.bodies()[i].mass_kg;
    const auto body = static_cast<BodyId>(static_cast<int>(i));
    for (Eigen::Index k = 0; k < n; ++k) B_[i][at(k)] = J.along(body, b.com, form_.P.col(k));
    for (Eigen::Index k = 0; k < n; ++k) {
      const Motiond& x = B_[i][at(k)];
      form_.M.col(k) += onto_inputs(body, {b.I * x.w, x.v * m});
    }
    form_.gravity -= onto_inputs(body, {{0, 0, 0}, model_.gravity() * m});
  }
  form_.elements = -form_.P.transpose() * elements_on_speeds(model_, s_);
  find_base(s_.ask.vdot);  // at the velocities of the state
  find_velocity_matrix();  // leaves others behind
  form_.inertia = form_.M * accelerations;
  form_.velocity = form_.C * form_.rate;
  return &form_;
}

VecX StandardFormFinder::onto_inputs(BodyId body, const Forced& W) const {
  VecX out(static_cast<Eigen::Index>(form_.inputs.size()));
  for (Eigen::Index k = 0; k < out.size(); ++k) out[k] = power(W, B_[at(body)][at(k)]);
  return out;
}

void StandardFormFinder::second_order(const VecX& u, std::vector<Motiond>& bodies, VecX& speeds) {
  virtual_work::Jacobians& J = s_.jacobians;
  J.move(model_, form_.P * u);
  speeds = VecX::Zero(model_.nv());
  if (model_.n_closure_rows() > 0) {
    s_.loops.update_accelerations(model_, J);
    VecX rates = s_.loops.least_rates(model_, s_.loops.gamma);
    rates -= s_.loops.N * (to_inputs_ * rates(among_free_));  // theta'' = 0
    speeds(free_) = rates;
  }
  for (std::size_t i = 1; i < bodies.size(); ++i)
    bodies[i] = J.bodies[i].A + J.along(static_cast<BodyId>(static_cast<int>(i)), J.bodies[i].com, speeds);
}

void StandardFormFinder::find_velocity_matrix() {
  const Eigen::Index n = form_.rate.size();
  form_.C = MatX::Zero(n, n);
  const double size = form_.rate.norm();
  if (size == 0) return;
  std::vector<Motiond> plus(B_.size()), minus(B_.size());
  VecX speeds_plus, speeds_minus;
  for (Eigen::Index k = 0; k < n; ++k) {
    const VecX unit = VecX::Unit(n, k) * size;  // of the size of the rates: the difference of two squares loses nothing
    second_order(form_.rate + unit, plus, speeds_plus);
    second_order(form_.rate - unit, minus, speeds_minus);
    const double quarter = 0.25 / size;
    form_.C.col(k) = form_.P.transpose() * model_.rotor_inertia().cwiseProduct((speeds_plus - speeds_minus) * quarter);
    for (std::size_t i = 1; i < B_.size(); ++i) {
      const Sym3d& I = s_.jacobians.bodies[i].I;
      Vec3d w{0, 0, 0};
      for (Eigen::Index j = 0; j < n; ++j) w = w + B_[i][at(j)].w * form_.rate[j];
      const Motiond& x = B_[i][at(k)];
      Motiond rate = (plus[i] - minus[i]) * quarter;
      rate.w = rate.w + cross(w, x.w) * 0.5;
      form_.C.col(k) += onto_inputs(static_cast<BodyId>(static_cast<int>(i)), {I * rate.w + cross(w, I * x.w), rate.v * model_.bodies()[i].mass_kg});
    }
  }
}

void StandardFormFinder::find_base(const VecX& vdot) {
  const auto n = form_.rate.size();
  for (VecX* part : {&form_.base_linear, &form_.base_euler, &form_.base_centrifugal, &form_.base_coriolis}) *part = VecX::Zero(n);
  if (!base_) return;
  const virtual_work::Jacobians& J = s_.jacobians;
  const BodyId base = base_->child;
  const Vec3d O = J.bodies[at(base)].X_WB.p;
  const Motiond A = J.acceleration(base, O) + J.along(base, O, vdot), V = J.velocity(base, O);
  const Vec3d W = V.w;
  for (std::size_t i = 1; i < B_.size(); ++i) {
    const virtual_work::BodyMotion& b = J.bodies[i];
    const auto body = static_cast<BodyId>(static_cast<int>(i));
    const double m = model_.bodies()[i].mass_kg;
    const Vec3d r = b.com - O, c_r = b.V.v - V.v - cross(W, r), w_r = b.V.w - W;
    form_.base_linear += onto_inputs(body, {{0, 0, 0}, A.v * m});
    form_.base_euler += onto_inputs(body, {b.I * A.w, cross(A.w, r) * m});
    form_.base_centrifugal += onto_inputs(body, {cross(W, b.I * W), cross(W, cross(W, r)) * m});
    form_.base_coriolis += onto_inputs(body, {b.I * cross(W, w_r) + cross(W, b.I * w_r) + cross(w_r, b.I * W), cross(W, c_r) * (2 * m)});
  }
}

}  // namespace zanjir
