#include "zanjir/analyse/local_chart.hpp"

#include <cmath>

#include "zanjir/core/decompositions.hpp"
#include "zanjir/loops/allowed_motions.hpp"

namespace zanjir {

LocalChart::LocalChart(const Model& model, const AnyFormulation& formulation, ActuatorsAct act, VecX tau, VecX tau_cut)
    : model_(model),
      solver_(formulation, model),
      closer_(model),
      ws_(model),
      act_(act),
      tau_(std::move(tau)),
      tau_cut_(std::move(tau_cut)),
      stiffness_(VecX::Zero(model.nv())),
      locked_(zanjir::at(model.nv()), false),
      preload_(VecX::Zero(model.nv())) {
  if (tau_cut_.size() == 0) tau_cut_ = VecX::Zero(model.n_cut_v());
  if (act == ActuatorsAct::force) return;
  for (const Actuator& a : model.actuators()) {
    if (model.roles()[zanjir::at(a.speed)] != Role::actuated) continue;
    if (act == ActuatorsAct::spring && std::isfinite(a.stiffness) && model.speed(a.speed).position >= 0) stiffness_[a.speed] = a.stiffness;
    else locked_[zanjir::at(a.speed)] = true;
  }
}

bool LocalChart::place(const State& state, std::string& why) {
  if (act_ != ActuatorsAct::force) {
    for (const Role role : model_.cut_roles()) {
      if (role != Role::actuated) continue;
      why = "an actuated joint is the cut of a loop, and cannot be held there: let another joint of that loop close it (`loops`)";
      return false;
    }
  }
  origin_ = state;
  update_velocities(model_, state, ws_);
  origin_.q = ws_.q;
  origin_.v = ws_.v;
  const auto n_locked = std::count(locked_.begin(), locked_.end(), true);
  MatX rows = MatX::Zero(n_locked, model_.nv());
  for (int k = 0, row = 0; k < model_.nv(); ++k)
    if (locked_[zanjir::at(k)]) rows(row++, k) = 1;
  const MatX N = allowed_motions(model_, ws_, nullptr, rows);
  speeds_.clear();
  P_ = MatX::Zero(model_.nv(), N.cols());
  held_ = locked_;
  if (N.cols() > 0) {
    const Eigen::ColPivHouseholderQR<MatX> qr(MatX((model_.column_scale().cwiseInverse().asDiagonal() * N).transpose()));
    for (Eigen::Index i = 0; i < N.cols(); ++i) speeds_.push_back(static_cast<int>(qr.colsPermutation().indices()[i]));
    std::sort(speeds_.begin(), speeds_.end());
    const MatX chosen_rows = N(speeds_, Eigen::all);
    P_ = N * chosen_rows.inverse();
    for (const int k : speeds_) held_[zanjir::at(k)] = true;
  }
  preload_.setZero();
  given_ = forward_question(model_, tau_);
  const VecX none = VecX::Zero(model_.nv()), none_cut = VecX::Zero(model_.n_cut_v());
  Solution out;
  if (act_ == ActuatorsAct::spring && !stiffness_.isZero(0)) {  // what they give here: all that keeps them where they are
    for (int k = 0; k < model_.nv(); ++k)
      if (stiffness_[k] > 0 || locked_[zanjir::at(k)]) given_.want[zanjir::at(k)] = Want::tau;
    given_.vdot = none;
    given_.tau = tau_;
    given_.tau_cut = tau_cut_;
    if (const SolveStatus status = solver_.solve(origin_, given_, Reactions::skip, out); !solved(status)) {
      why = std::string(name_of(status)) + ": " + out.note;
      return false;
    }
    for (int k = 0; k < model_.nv(); ++k)
      if (stiffness_[k] > 0) preload_[k] = out.tau[k] - tau_[k];
    given_ = forward_question(model_, tau_);
  }
  given_.vdot = none;
  for (int k = 0; k < model_.nv(); ++k)
    if (locked_[zanjir::at(k)]) given_.want[zanjir::at(k)] = Want::tau;
  if (solve(origin_, none, none_cut, out)) return true;
  why = out.note.empty() ? "dynamics has no answer at this state" : out.note;
  return false;
}

VecX LocalChart::scale() const { return model_.column_scale()(speeds_); }

bool LocalChart::at(const VecX& z, const VecX& rate, State& out) {
  out = origin_;
  retract(model_, origin_.q, P_ * z, out.q);
  out.v = origin_.v + P_ * rate;
  if (model_.n_closure_rows() == 0) return true;
  if (!closer_.positions(model_, out, held_).closed) return false;
  out.v(speeds_) = origin_.v(speeds_) + rate;
  return closer_.velocities(model_, out, held_).consistent;
}

bool LocalChart::solve(const State& state, const VecX& more, const VecX& more_cut, Solution& out, Reactions reactions) {
  given_.tau = tau_ + preload_ + more;
  given_.tau_cut = tau_cut_ + more_cut;
  for (int k = 0; k < model_.nv(); ++k)
    if (stiffness_[k] > 0) given_.tau[k] -= stiffness_[k] * (state.q[model_.speed(k).position] - origin_.q[model_.speed(k).position]);
  return solved(solver_.solve(state, given_, reactions, out)) && out.vdot.allFinite();
}

// z of a ball is a turn after the origin's, R = R0(t) exp(z): z' = w - w0 - w0 x z. A free body's place is counted in its own axes: x' = v - v0 - w0 x x - v0 x z.
std::optional<MatX> LocalChart::turning(std::string& why) const {
  MatX out = MatX::Zero(n(), n());
  const auto place_of = [&](int speed) { return std::find(speeds_.begin(), speeds_.end(), speed) - speeds_.begin(); };
  for (const Joint& joint : model_.joints()) {
    if (!has_quaternion(joint)) continue;
    if (origin_.v.segment(joint.v_begin, joint.nv).isZero(0)) continue;
    std::vector<Eigen::Index> place;
    for (int k = 0; k < joint.nv; ++k) place.push_back(place_of(joint.v_begin + k));
    const auto chosen_ones = std::count_if(place.begin(), place.end(), [&](Eigen::Index i) { return i < n(); });
    if (chosen_ones == 0) continue;
    if (chosen_ones < joint.nv) {
      why =
          "joint '" + joint.name +
          "' moves, and its speeds, which are no rates of coordinates, are held together with others by loops: no linearisation there while it moves";
      return std::nullopt;
    }
    const auto subtract_cross = [&](int of, int row, int column) {  // - a x
      const double* a = origin_.v.data() + joint.v_begin + of;
      const double X[3][3] = {{0, -a[2], a[1]}, {a[2], 0, -a[0]}, {-a[1], a[0], 0}};
      for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) out(place[zanjir::at(row + i)], place[zanjir::at(column + j)]) -= X[i][j];
    };
    subtract_cross(0, 0, 0);
    if (joint.type != JointType::free) continue;
    subtract_cross(0, 3, 3);
    subtract_cross(3, 3, 0);
  }
  return out;
}

}  // namespace zanjir
