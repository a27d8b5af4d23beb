#include "zanjir/simulate/mechanical_motion.hpp"

#include <array>
#include <cmath>

#include "zanjir/dynamics/contact_action.hpp"
#include "zanjir/dynamics/gather_forces.hpp"
#include "zanjir/dynamics/tree_dynamics.hpp"
#include "zanjir/kernels/dispatch.hpp"

namespace zanjir {

MechanicalMotion::MechanicalMotion(MotionSystem& system)
    : system_(system),
      model_(system.model()),
      state_(initial_state(model_)),
      ws_(model_),
      closure_(model_),
      cut_(model_),
      vdot_(VecX::Zero(model_.nv())),
      tau_(VecX::Zero(model_.nv())),
      tau_cut_(VecX::Zero(model_.n_cut_v())),
      full_(VecX::Zero(model_.nv())),
      r_(VecX::Zero(nv())),
      r_shifted_(VecX::Zero(nv())),
      q_shifted_(VecX::Zero(nq())),
      v_shifted_(VecX::Zero(nv())),
      springs_alone_(model_.n_spring_rows() > 0 && n_rows() == 0 && model_.forces().empty() && !system.control_follows_state()),
      springs_(model_, model_.sprung()),
      q_from_(model_.initial_q()),
      q_to_(model_.initial_q()),
      dv_(VecX::Zero(model_.nv())) {}

void MechanicalMotion::retract(const double* q, const double* dv, double* q_out) const {
  for (const int i : system_.q_index()) q_from_[i] = *q++;
  for (const int i : system_.v_index()) dv_[i] = *dv++;
  zanjir::retract(model_, q_from_, dv_, q_to_);
  for (const int i : system_.q_index()) *q_out++ = q_to_[i];
}

// The point, with these positions and speeds instead of its own.
bool MechanicalMotion::place(const MechanicalPoint& at, const double* q, const double* v) {
  state_.t_s = system_.inside(at.t_s);
  for (const int i : system_.q_index()) state_.q[i] = *q++;
  for (const int i : system_.v_index()) state_.v[i] = *v++;
  state_.preload = system_.preload();
  state_.contact = system_.contact_memory();
  system_.take_bristles(at.z, state_.contact);
  update_velocities(model_, state_, ws_);
  if (at.z_from) bend_bristles(at);
  vdot_ = ws_.vdot_prescribed;
  const double* vdot = at.vdot;
  for (const int i : system_.v_index()) vdot_[i] = *vdot++;
  state_.q = ws_.q;
  state_.v = ws_.v;
  return system_.control(state_, &ws_, tau_, tau_cut_);
}

// Bristles at the end of a step, by the trapezoidal rule, each contact for itself by Newton's method: a contact that slides while its normal force vanishes has a time
// constant coefficient F_N/(stiffness speed) that vanishes too, whatever the step, and no substitution converges there.
void MechanicalMotion::bend_bristles(const MechanicalPoint& at) {
  const double half = at.z_step_s / 2;
  int k = 0;
  for (const int i : system_.bristle_of()) {
    std::array<double, 2>& z = ws_.contact[static_cast<std::size_t>(i)].bristle_m;
    const double* from = at.z_from + k;
    const double* rate_from = at.zdot_from + k;
    k += 2;
    if (ws_.contact[static_cast<std::size_t>(i)].phase == ContactPhase::flight) continue;
    using Pair = std::array<double, 2>;
    const double longest = model_.length_m();
    const auto left = [&](const Pair& here) {
      z = here;
      const Pair rate = contact_action(model_, ws_, i).force.bristle_rate_m_per_s;
      return Pair{here[0] - from[0] - half * (rate_from[0] + rate[0]), here[1] - from[1] - half * (rate_from[1] + rate[1])};
    };
    const auto size = [](const Pair& a) { return std::hypot(a[0], a[1]); };
    Pair here = z, r = left(here);
    for (int turn = 0; turn < 30 && size(r) > 1e-15 * longest; ++turn) {
      const double h = 1e-7 * size(here) + 1e-14 * longest;
      const Pair a = left({here[0] + h, here[1]}), b = left({here[0], here[1] + h});
      const double xx = (a[0] - r[0]) / h, yx = (a[1] - r[1]) / h, xy = (b[0] - r[0]) / h, yy = (b[1] - r[1]) / h, det = xx * yy - xy * yx;
      if (!(std::abs(det) > 0)) break;
      const Pair way{(yy * r[0] - xy * r[1]) / det, (xx * r[1] - yx * r[0]) / det};
      double share = 1;
      Pair there = here, r_there = r;
      for (int halvings = 0; halvings < 10; ++halvings, share /= 2) {
        there = {here[0] - share * way[0], here[1] - share * way[1]};
        r_there = left(there);
        if (size(r_there) < size(r)) break;
      }
      if (!(size(r_there) < size(r))) break;  // rounding, or the kink where the bristle is straight
      here = there, r = r_there;
    }
    z = here;
  }
}

// At what place() has left; closure_ is updated when there are loops.
bool MechanicalMotion::residual_at(const double* lambda, VecX& r) {
  gather_forces(model_, ws_);
  const double* external = external_rows(model_, ws_);
  kernels::functions().inverse_dynamics(model_.tables(), kernels::Known::kinematics, ws_.q.data(), ws_.v.data(), vdot_.data(), external,
                                        ws_.tree.data(), full_.data());
  full_ -= ws_.tau_elements + tau_;
  if (tau_cut_.size() > 0 && !tau_cut_.isZero(0)) {
    update_cut_rows(model_, ws_, cut_);
    full_.noalias() -= cut_.S.transpose() * tau_cut_;
  }
  if (n_rows() > 0) {
    update_closure_positions(model_, ws_, closure_);
    full_.noalias() -= closure_.Phi_q.transpose() * Eigen::Map<const VecX>(lambda, n_rows());
  }
  Eigen::Index k = 0;
  for (const int i : system_.v_index()) r[k++] = full_[i];
  return r.allFinite();
}

RhsStatus MechanicalMotion::residual(const MechanicalPoint& at, double* r, double* phi) {
  if (!place(at, at.q, at.v) || !residual_at(at.lambda, r_)) return RhsStatus::retry;
  std::copy(r_.data(), r_.data() + nv(), r);
  if (n_rows() > 0) std::copy(closure_.phi.data(), closure_.phi.data() + n_rows(), phi);
  return RhsStatus::ok;
}

// K = A^T Ks A and D = A^T Cd A at what place() has left. Left out is what is not stiff: velocity terms, and the turning of the forces themselves.
void MechanicalMotion::spring_matrices(double* D, double* K) {
  update_closure_positions(model_, model_.sprung(), ws_, springs_);
  const auto& v_index = system_.v_index();
  const int n = nv();
  const auto fill = [&](const VecX& per_row, double* out) {
    full_matrix_.setZero(model_.nv(), model_.nv());
    for (Eigen::Index row = 0; row < springs_.Phi_q.rows(); ++row) {
      for (SparseRows::InnerIterator b(springs_.Phi_q, row); b; ++b) {
        const double pull = per_row[row] * b.value();
        for (SparseRows::InnerIterator a(springs_.Phi_q, row); a; ++a) full_matrix_(a.col(), b.col()) += a.value() * pull;
      }
    }
    for (int j = 0; j < n; ++j) {
      for (int i = 0; i < n; ++i) out[j * n + i] = full_matrix_(v_index[static_cast<std::size_t>(i)], v_index[static_cast<std::size_t>(j)]);
    }
  };
  fill(model_.spring_stiffness(), K);
  fill(model_.spring_damping(), D);
}

RhsStatus MechanicalMotion::matrices(const MechanicalPoint& at, double* M, double* D, double* K, double* Phi_q) {
  if (!place(at, at.q, at.v) || !residual_at(at.lambda, r_)) return RhsStatus::retry;
  mass_matrix(model_, ws_, M_);
  const auto& v_index = system_.v_index();
  const int n = nv();
  for (int j = 0; j < n; ++j) {
    for (int i = 0; i < n; ++i) M[j * n + i] = M_(v_index[static_cast<std::size_t>(i)], v_index[static_cast<std::size_t>(j)]);
    for (int i = 0; i < n_rows(); ++i) Phi_q[j * n_rows() + i] = closure_.Phi_q.coeff(i, v_index[static_cast<std::size_t>(j)]);
  }
  if (springs_alone_) {
    spring_matrices(D, K);
    return RhsStatus::ok;
  }
  // One-sided differences: the matrices steer an iteration only. The step balances rounding and curvature, as for any Jacobian: sqrt(eps).
  const double step = std::sqrt(std::numeric_limits<double>::epsilon());
  for (int j = 0; j < n; ++j) {
    const double h_v = step * std::max(1.0, std::abs(at.v[j])), h_q = step * model_.column_scale()[v_index[static_cast<std::size_t>(j)]];
    v_shifted_ = Eigen::Map<const VecX>(at.v, n);
    v_shifted_[j] += h_v;
    if (!place(at, at.q, v_shifted_.data()) || !residual_at(at.lambda, r_shifted_)) return RhsStatus::retry;
    Eigen::Map<VecX>(D + j * n, n) = (r_shifted_ - r_) / h_v;
    v_shifted_.setZero();
    v_shifted_[j] = h_q;
    retract(at.q, v_shifted_.data(), q_shifted_.data());
    if (!place(at, q_shifted_.data(), at.v) || !residual_at(at.lambda, r_shifted_)) return RhsStatus::retry;
    Eigen::Map<VecX>(K + j * n, n) = (r_shifted_ - r_) / h_q;
  }
  return RhsStatus::ok;
}

RhsStatus MechanicalMotion::extras(const MechanicalPoint& at, double* z) {
  if (nz() > 0 && !place(at, at.q, at.v)) return RhsStatus::retry;
  system_.put_bristles(ws_.contact, z);
  return RhsStatus::ok;
}

RhsStatus MechanicalMotion::rates(const MechanicalPoint& at, double* rates) {
  if (!place(at, at.q, at.v) || !residual_at(at.lambda, r_)) return RhsStatus::retry;
  // full_ holds what is left: zero on integrated speeds once solved, the driving force on prescribed ones.
  for (int i = 0; i < model_.nv(); ++i) {
    if (model_.roles()[static_cast<std::size_t>(i)] == Role::prescribed) tau_[i] = full_[i];
  }
  if (at.lambda) lambda_ = Eigen::Map<const VecX>(at.lambda, model_.n_closure_rows());
  system_.bristle_rates(ws_, rates);
  system_.powers(state_, &ws_, tau_, tau_cut_, at.lambda ? &lambda_ : nullptr, rates + nz());
  return RhsStatus::ok;
}

}  // namespace zanjir
