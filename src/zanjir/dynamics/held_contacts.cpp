#include "zanjir/dynamics/held_contacts.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include "zanjir/dynamics/accelerations.hpp"
#include "zanjir/dynamics/contact_action.hpp"
#include "zanjir/dynamics/tree_dynamics.hpp"
#include "zanjir/kinematics/frames.hpp"

namespace zanjir {
namespace {

// Relative to the largest row: what is left of a held row, pulls at a contact or leaves a cone by rounding. Rows are sums over all bodies, G is as well
// conditioned as the masses, so that some hundred roundings are usual; whatever is physically meant lies far above.
constexpr double row_rounding = 1e-10;
// Pivots of G below this, relative to the largest, are rows that depend on others.
constexpr double dependent_rows = 1e-11;

Vec3d unit_or_zero(const Vec3d& a) {
  const double size = norm(a);
  return size > 0 ? a * (1 / size) : Vec3d{0, 0, 0};
}

Eigen::Index row_of(std::size_t place, int axis) { return static_cast<Eigen::Index>(3 * place) + axis; }

double& along_axis(Vec3d& a, int axis) { return axis == 0 ? a.x : axis == 1 ? a.y : a.z; }

}  // namespace

HeldContacts::HeldContacts(const Model& model) : model_(model), allowed_(model), J_frame_(6, model.nv()) {
  for (std::size_t i = 0; i < model.contacts().size(); ++i) {
    if (model.contacts()[i].holds()) contacts_.push_back(static_cast<int>(i));
  }
  places_.reserve(contacts_.size());
  if (!contacts_.empty()) allowed_.make_room(model);
}

bool HeldContacts::any_touching(const std::vector<ContactMemory>& memory) const {
  return std::any_of(contacts_.begin(), contacts_.end(), [&](int i) { return memory[at(i)].phase == ContactPhase::touching; });
}

double HeldContacts::slowest_m_per_s() const {
  const double g = norm(model_.gravity());
  return 1e-6 * std::sqrt((g > 0 ? g : 1) * model_.length_m());
}

HeldContacts::Row HeldContacts::rows_of(const Contact& c) const {
  switch (c.compliant->friction.type) {
    case FrictionLawType::dry:
    case FrictionLawType::stick: return Row::all;
    case FrictionLawType::wheel: return Row::wheel;
    default: return Row::normal;
  }
}

// -- where they are ---------------------------------------------------------------------------------------------------------------------------

void HeldContacts::find_places(Workspace& ws, const LoopRank* rank, const std::vector<ContactMemory>& memory) {
  places_.clear();
  for (const int i : contacts_) {
    const ContactMemory& m = memory[at(i)];
    if (m.phase == ContactPhase::flight) continue;
    const Contact& c = model_.contacts()[at(i)];
    Place p;
    p.contact = i;
    p.law = &*c.compliant;
    p.pulls = c.held.has_value();
    p.row = rows_of(c);
    p.grip = m.grip;
    const Transformd X_WF = frame_pose(model_, ws, model_.frame(c.on));
    const Transformd X_WG = c.carrier ? frame_pose(model_, ws, model_.frame(*c.carrier)) : Transformd{};
    p.R_WG = X_WG.R;
    p.R_GB = transpose(X_WG.R) * X_WF.R;
    const ContactAction now = contact_action(model_, ws, i);
    p.n = now.at.normal_W;
    p.n_G = transpose_times(p.R_WG, p.n);
    p.tangent_G = c.ground.tangent;
    const FrictionDirections d = friction_directions(p.law->friction, {p.n_G, p.tangent_G, p.R_GB});
    p.e1 = p.R_WG * d.along, p.e2 = p.R_WG * d.across;
    p.u = now.velocity_W;
    // A stage of a step may lie beyond the instant where it comes to rest: the way it slides stays what it was, so that the step sees one smooth law.
    const Vec3d began = p.R_WG * m.slide_G, slip = p.u - p.n * dot(p.n, p.u);
    p.slide = dot(slip, began) <= 0 && norm(began) > 0 ? began : unit_or_zero(slip);
    places_.push_back(p);
  }
  const auto n = static_cast<Eigen::Index>(3 * places_.size());
  J_.setZero(n, model_.nv());
  for (std::size_t k = 0; k < places_.size(); ++k) {
    const Place& p = places_[k];
    const Contact& c = model_.contacts()[at(p.contact)];
    const Vec3d point = contact_touch(model_, ws, c).point_W;
    const auto add = [&](FrameId id, double sign) {
      const Frame& frame = model_.frame(id);
      frame_jacobian(model_, ws, frame, J_frame_);
      const Vec3d arm = point - frame_pose(model_, ws, frame).p;
      for (const auto& [axis, e] : {std::pair{0, p.n}, std::pair{1, p.e1}, std::pair{2, p.e2}}) {
        const Vec3d turn = cross(arm, e);
        J_.row(row_of(k, axis)) += sign * (e.x * J_frame_.row(3) + e.y * J_frame_.row(4) + e.z * J_frame_.row(5) + turn.x * J_frame_.row(0) +
                                           turn.y * J_frame_.row(1) + turn.z * J_frame_.row(2));
      }
    };
    add(c.on, 1);
    if (c.carrier) add(*c.carrier, -1);
  }
  N_ = &allowed_.at(model_, ws, rank);
  push_.resize(n), free_push_.resize(N_->cols()), way_.resize(model_.nv()), from_.resize(model_.nq());  // here, not where a step first needs them
  mass_matrix(model_, ws, M_);
  G_.setZero(n, n);
  if (N_->cols() == 0) return;
  MN_.noalias() = M_ * *N_;
  NMN_.noalias() = N_->transpose() * MN_;
  mass_.compute(NMN_);
  Y_.noalias() = N_->transpose() * J_.transpose();
  mass_.matrixL().solveInPlace(Y_);
  G_.noalias() = Y_.transpose() * Y_;
}

// d/dt of the rows: e.u' + e'.u, where n turns with the ground and e1, e2 turn with it too, or about n with the body that friction has its axes in.
void HeldContacts::find_bias(Workspace& ws, const VecX& vdot) {
  update_accelerations(model_, vdot, ws);
  b_.resize(G_.rows());
  for (std::size_t k = 0; k < places_.size(); ++k) {
    const Place& p = places_[k];
    const Contact& c = model_.contacts()[at(p.contact)];
    const Vec3d a = contact_acceleration(model_, ws, c);
    const Vec3d w_G = c.carrier ? frame_kinematics(model_, ws, model_.frame(*c.carrier)).V_WF_W.w : Vec3d{0, 0, 0};
    double turning = 0;
    const FrictionLaw& law = p.law->friction;
    if (law.axes == FrictionAxes::body && norm(law.direction) > 0) {
      const FrameKinematics body = frame_kinematics(model_, ws, model_.frame(c.on));
      const Vec3d d = body.X_WF.R * law.direction, in_plane = d - p.n * dot(p.n, d);
      if (norm(in_plane) > 0) turning = dot(p.e2, cross(body.V_WF_W.w - w_G, d)) / norm(in_plane);
    }
    const Vec3d turned = cross(p.u, w_G);  // (w x e).u = e.(u x w)
    b_[row_of(k, 0)] = dot(p.n, a + turned);
    b_[row_of(k, 1)] = dot(p.e1, a + turned) + turning * dot(p.e2, p.u);
    b_[row_of(k, 2)] = dot(p.e2, a + turned) - turning * dot(p.e1, p.u);
  }
}

// -- friction, along n, e1, e2 ----------------------------------------------------------------------------------------------------------------

Vec3d HeldContacts::sliding_per_normal(const Place& p) const {
  const Vec3d f = p.R_WG * sliding_force(p.law->friction, {p.n_G, p.tangent_G, p.R_GB}, transpose_times(p.R_WG, p.slide));
  return {1, dot(f, p.e1), dot(f, p.e2)};
}

double HeldContacts::cone_share(const Place& p, const Vec3d& f) const {
  const FrictionLaw& law = p.law->friction;
  const double across = norm(law.direction) > 0 ? law.coefficient_across : law.coefficient;
  return std::hypot(f.y / law.coefficient, f.z / across) / law.static_ratio;  // in newtons, to compare with the normal force
}

// F = -M^2 e / |M e| solved for e.
Vec3d HeldContacts::against(const FrictionLaw& law, const Vec3d& e1, const Vec3d& e2, double along, double across) {
  const double a = law.coefficient, b = norm(law.direction) > 0 ? law.coefficient_across : a;
  return unit_or_zero(e1 * (-along / (a * a)) + e2 * (-across / (b * b)));
}

Vec3d HeldContacts::way_out(const Workspace& ws, int contact) const {
  const Contact& c = model_.contacts()[at(contact)];
  const Transformd X_WF = frame_pose(model_, ws, model_.frame(c.on)),
                   X_WG = c.carrier ? frame_pose(model_, ws, model_.frame(*c.carrier)) : Transformd{};
  const Vec3d n_G = transpose_times(X_WG.R, contact_touch(model_, ws, c).normal_W), f = ws.contact[at(contact)].force_G;
  const FrictionLaw& law = c.compliant->friction;
  const FrictionDirections d = friction_directions(law, {n_G, c.ground.tangent, transpose(X_WG.R) * X_WF.R});
  return against(law, d.along, d.across, dot(f, d.along), dot(f, d.across));
}

// -- (1) for one choice of rows -----------------------------------------------------------------------------------------------------------

// False: the rows contradict each other; `after` then shows what they leave.
bool HeldContacts::solve_rows() {
  row_index_.clear();
  row_place_.clear();
  for (std::size_t k = 0; k < places_.size(); ++k) {
    const Place& p = places_[k];
    if (p.row == Row::none) continue;
    const bool slides = p.grip == Grip::slides;
    for (int axis = 0; axis < 3; ++axis) {
      const bool held = axis == 0 || (!slides && (p.row == Row::all || (p.row == Row::wheel && axis == 2)));
      if (held) row_index_.push_back(static_cast<int>(row_of(k, axis))), row_place_.push_back(static_cast<int>(k));
    }
  }
  const auto n = static_cast<Eigen::Index>(row_index_.size());
  for (Place& p : places_) p.lambda = p.after = {0, 0, 0};
  const double largest = b_.size() > 0 ? b_.cwiseAbs().maxCoeff() : 0;
  if (n > 0) {
    // Rows that are not held are there as well, apart from the others and without a force, so that positions, speeds and accelerations have systems of one size: memory is
    // taken where the set changes, not between.
    const auto size = static_cast<Eigen::Index>(3 * places_.size());
    double stiffest = 0;
    for (const int row : row_index_) stiffest = std::max(stiffest, G_(row, row));
    A_.setZero(size, size);
    A_.diagonal().setConstant(stiffest > 0 ? stiffest : 1);
    rhs_.setZero(size);
    for (Eigen::Index j = 0; j < n; ++j) {
      const std::size_t k = at(row_place_[at(static_cast<int>(j))]);
      const Place& p = places_[k];
      const int col = row_index_[at(static_cast<int>(j))];
      const bool pushes_along = p.grip == Grip::slides && p.row == Row::all;
      const Vec3d along = pushes_along ? sliding_per_normal(p) : Vec3d{1, 0, 0};
      for (Eigen::Index i = 0; i < n; ++i) {
        const int row = row_index_[at(static_cast<int>(i))];
        A_(row, col) = G_(row, col);
        if (pushes_along) A_(row, col) += along.y * G_(row, row_of(k, 1)) + along.z * G_(row, row_of(k, 2));
      }
      rhs_[col] = -b_[col];
    }
    lambda_.resize(size);
    rows_solve_.compute(A_, dependent_rows);
    rows_solve_.solve(rhs_, lambda_);
    for (Eigen::Index j = 0; j < n; ++j) {
      const std::size_t k = at(row_place_[at(static_cast<int>(j))]);
      Place& p = places_[k];
      const int row = row_index_[at(static_cast<int>(j))];
      along_axis(p.lambda, row - static_cast<int>(3 * k)) = lambda_[row];
      if (p.grip == Grip::slides && p.row == Row::all) p.lambda = sliding_per_normal(p) * lambda_[row];
    }
  }
  bool held = true;
  for (std::size_t k = 0; k < places_.size(); ++k) {
    for (int axis = 0; axis < 3; ++axis) {
      double after = b_[row_of(k, axis)];
      for (std::size_t l = 0; l < places_.size(); ++l) {
        const Vec3d& f = places_[l].lambda;
        after += G_(row_of(k, axis), row_of(l, 0)) * f.x + G_(row_of(k, axis), row_of(l, 1)) * f.y + G_(row_of(k, axis), row_of(l, 2)) * f.z;
      }
      along_axis(places_[k].after, axis) = after;
    }
  }
  for (Eigen::Index j = 0; j < n; ++j) {
    const std::size_t k = at(row_place_[at(static_cast<int>(j))]);
    const int axis = row_index_[at(static_cast<int>(j))] - static_cast<int>(3 * k);
    if (std::abs(along_axis(places_[k].after, axis)) > 1e3 * row_rounding * largest + nothing_) held = false;
  }
  return held;
}

SolveStatus HeldContacts::find_forces(Workspace& ws, const LoopRank* rank, const VecX& vdot, std::vector<ContactMemory>& memory) {
  find_places(ws, rank, memory);
  find_bias(ws, vdot);
  // A grip that prescribed motions contradict is an event's business; a stage of a step before it takes the nearest forces.
  solve_rows();
  for (const Place& p : places_) {
    if (!std::isfinite(p.lambda.x + p.lambda.y + p.lambda.z)) return SolveStatus::singular;
    memory[at(p.contact)].force_G = transpose_times(p.R_WG, p.n * p.lambda.x + p.e1 * p.lambda.y + p.e2 * p.lambda.z);
  }
  return SolveStatus::ok;
}

// -- which rows -------------------------------------------------------------------------------------------------------------------------------

double HeldContacts::no_motion() const { return 10 * row_rounding * (b_.size() > 0 ? b_.cwiseAbs().maxCoeff() : 0) + nothing_; }

SolveStatus HeldContacts::settle() {
  const SolveStatus status = settle_by_turns();
  if (status == SolveStatus::inconsistent || (solved(status) && slides_against_friction())) return status;
  const std::vector<Place> by_turns = places_;
  if (settle_by_sweeps() && solved(settle_by_turns()) && slides_against_friction()) return SolveStatus::ok;  // which then has nothing to change
  places_ = by_turns;
  return status;
}

bool HeldContacts::slides_against_friction() const {
  constexpr double within = 1e-6;  // radians; sweeps end far closer
  return std::all_of(places_.begin(), places_.end(), [&](const Place& p) {
    if (p.row != Row::all || p.grip != Grip::slides || p.fixed_slide) return true;
    const Vec3d way = p.e1 * p.after.y + p.e2 * p.after.z;
    return norm(way) <= no_motion() || norm(unit_or_zero(way) - p.slide) <= within;
  });
}

// -- one contact at a time ----------------------------------------------------------------------------------------------------------------

bool HeldContacts::slide_alone(Place& p, const Vec3d& b) {
  const auto k = static_cast<std::size_t>(&p - places_.data());
  const auto G = [&](int row, int column) { return G_(row_of(k, row), row_of(k, column)); };
  struct Slide {
    double normal = 0, along = 0, across = 0;  // force; motion along e, and to the left of it
    Vec3d force;
  };
  const auto try_way = [&](double angle) {
    p.slide = p.e1 * std::cos(angle) + p.e2 * std::sin(angle);
    Slide s;
    const Vec3d f = sliding_per_normal(p);
    const double inertia = G(0, 0) + G(0, 1) * f.y + G(0, 2) * f.z;
    s.normal = inertia > 0 ? -b.x / inertia : -1;
    s.force = f * s.normal;
    const double y = b.y + G(1, 0) * s.force.x + G(1, 1) * s.force.y + G(1, 2) * s.force.z;
    const double z = b.z + G(2, 0) * s.force.x + G(2, 1) * s.force.y + G(2, 2) * s.force.z;
    s.along = y * std::cos(angle) + z * std::sin(angle);
    s.across = z * std::cos(angle) - y * std::sin(angle);
    return s;
  };
  constexpr int n_ways = 72;  // odd multiples of 2.5 degrees: the axes themselves lie between
  constexpr double step = 2 * std::numbers::pi / n_ways;
  double best = 0;
  std::optional<double> best_angle;
  Slide left = try_way(-0.5 * step);
  for (int i = 0; i < n_ways; ++i) {
    double from = (i - 0.5) * step, to = from + step;
    const Slide right = try_way(to);
    if ((left.across > 0) != (right.across > 0) && left.normal > 0 && right.normal > 0) {
      const bool falls = left.across > 0;
      for (int half = 0; half < 60; ++half) {
        const double middle = 0.5 * (from + to);
        ((try_way(middle).across > 0) == falls ? from : to) = middle;
      }
      const double angle = 0.5 * (from + to);
      const Slide found = try_way(angle);
      const double takes = -(found.along * (std::cos(angle) * found.force.y + std::sin(angle) * found.force.z));  // the most, where there are several
      if (found.along > 0 && takes >= best) best = takes, best_angle = angle;
    }
    left = right;
  }
  if (!best_angle) return false;
  p.lambda = try_way(*best_angle).force;
  p.grip = Grip::slides;
  return true;
}

bool HeldContacts::solve_alone(Place& p, const Vec3d& b) {
  const auto k = static_cast<std::size_t>(&p - places_.data());
  const auto G = [&](int row, int column) { return G_(row_of(k, row), row_of(k, column)); };
  const bool keeps = p.pulls || p.stays;
  p.lambda = {0, 0, 0};
  if (!keeps && b.x >= 0) return true;
  if (p.fixed_slide && p.row == Row::all) {
    const Vec3d f = sliding_per_normal(p);
    const double inertia = G(0, 0) + G(0, 1) * f.y + G(0, 2) * f.z;
    if (!(inertia > 0)) return false;
    p.lambda = f * (-b.x / inertia);
    return true;
  }
  Eigen::Matrix3d A = Eigen::Matrix3d::Identity();
  Eigen::Vector3d rhs = Eigen::Vector3d::Zero();
  const bool held[3] = {true, p.row == Row::all, p.row == Row::all || p.row == Row::wheel};
  for (int i = 0; i < 3; ++i) {
    if (!held[i]) continue;
    rhs[i] = i == 0 ? -b.x : i == 1 ? -b.y : -b.z;
    for (int j = 0; j < 3; ++j) A(i, j) = held[j] ? G(i, j) : 0;
  }
  Eigen::CompleteOrthogonalDecomposition<Eigen::Matrix3d> factor;
  factor.setThreshold(dependent_rows);
  const Eigen::Vector3d f = factor.compute(A).solve(rhs);
  p.lambda = {f[0], held[1] ? f[1] : 0, held[2] ? f[2] : 0};
  p.grip = Grip::sticks;
  if (keeps) return true;
  const bool dry = p.row == Row::all && p.law->friction.type == FrictionLawType::dry;
  if (p.lambda.x > 0 && (!dry || cone_share(p, p.lambda) <= p.lambda.x)) return true;
  return dry && slide_alone(p, b);
}

bool HeldContacts::settle_by_sweeps() {
  constexpr int most = 2000;
  constexpr double settled = 1e-13;
  for (Place& p : places_) {
    if (p.pulls && p.law->friction.type == FrictionLawType::dry) return false;
    if (!p.stays) p.row = rows_of(model_.contacts()[at(p.contact)]);
    p.lambda = {0, 0, 0};
  }
  for (int sweep = 0; sweep < most; ++sweep) {
    double change = 0, largest = 0;
    bool all = true;
    for (std::size_t k = 0; k < places_.size(); ++k) {
      Place& p = places_[k];
      const Vec3d was = p.lambda;
      Vec3d b;
      for (int axis = 0; axis < 3; ++axis) {
        double& of_axis = along_axis(b, axis);
        of_axis = b_[row_of(k, axis)];
        for (std::size_t l = 0; l < places_.size(); ++l) {
          if (l == k) continue;
          const Vec3d& f = places_[l].lambda;
          of_axis += G_(row_of(k, axis), row_of(l, 0)) * f.x + G_(row_of(k, axis), row_of(l, 1)) * f.y + G_(row_of(k, axis), row_of(l, 2)) * f.z;
        }
      }
      all = solve_alone(p, b) && all;
      change = std::max(change, norm(p.lambda - was));
      largest = std::max(largest, norm(p.lambda));
    }
    if (change > settled * largest) continue;
    if (!all) return false;
    for (Place& p : places_)
      if (norm(p.lambda) == 0 && !p.pulls && !p.stays) p.row = Row::none;
    return true;
  }
  return false;
}

// -- one change at a time -----------------------------------------------------------------------------------------------------------------

SolveStatus HeldContacts::settle_by_turns() {
  const double largest = b_.size() > 0 ? b_.cwiseAbs().maxCoeff() : 0, stiffest = G_.size() > 0 ? G_.diagonal().maxCoeff() : 0;
  if (!(largest > 0) || !(stiffest > 0)) return solve_rows() ? SolveStatus::ok : SolveStatus::inconsistent;
  const double no_motion = this->no_motion(), no_force = no_motion / stiffest;
  const auto is_dry = [](const Place& p) { return p.row == Row::all && p.law->friction.type == FrictionLawType::dry; };
  const int most = 10 + 8 * static_cast<int>(places_.size() * places_.size());
  for (int turn = 0; turn < most; ++turn) {
    const bool held = solve_rows();
    Place* worst = nullptr;
    double by = 0;
    const auto look = [&](Place& p, double how_much) {
      if (how_much > by) by = how_much, worst = &p;
    };
    for (Place& p : places_) {
      if (p.row != Row::none && !p.pulls && !p.stays) look(p, -p.lambda.x - no_force);
    }
    if (worst) {
      worst->row = Row::none;
      continue;
    }
    if (!held) {  // more is prescribed than can be held. What the rest lifts most parts; else the one with the least grip gives way, as the rest moves it
      for (Place& p : places_) {
        if (p.row != Row::none && !p.pulls && !p.stays) look(p, p.after.x - 1e3 * row_rounding * largest - nothing_);
      }
      if (worst) {
        worst->row = Row::none;
        continue;
      }
      for (Place& p : places_) {
        const double slips = std::hypot(p.after.y, p.after.z);
        if (is_dry(p) && p.grip == Grip::sticks && slips > no_motion) look(p, 1 / (p.law->friction.coefficient * std::max(p.lambda.x, no_force)));
      }
      if (!worst) return SolveStatus::inconsistent;
      worst->grip = Grip::slides;
      worst->slide = unit_or_zero(worst->e1 * worst->after.y + worst->e2 * worst->after.z);
      continue;
    }
    for (Place& p : places_) {
      if (p.row == Row::none) look(p, -p.after.x - no_motion);
    }
    if (worst) {
      worst->row = rows_of(model_.contacts()[at(worst->contact)]);
      continue;
    }
    for (Place& p : places_) {
      if (is_dry(p) && p.grip == Grip::sticks && !p.stays) look(p, cone_share(p, p.lambda) - p.lambda.x - no_force);
    }
    if (worst) {
      worst->grip = Grip::slides;
      worst->slide = against(worst->law->friction, worst->e1, worst->e2, worst->lambda.y, worst->lambda.z);
      continue;
    }
    for (Place& p : places_) {
      if (is_dry(p) && p.grip == Grip::slides && !p.fixed_slide)
        look(p, -(dot(p.slide, p.e1) * p.after.y + dot(p.slide, p.e2) * p.after.z) - no_motion);
    }
    if (!worst) return SolveStatus::ok;
    worst->grip = Grip::sticks;
  }
  return SolveStatus::not_converged;
}

HeldContacts::Change HeldContacts::change_of(const Place& p) {
  Change c;
  c.contact = p.contact;
  c.phase = p.row == Row::none ? ContactPhase::flight : ContactPhase::touching;
  c.grip = p.grip;
  c.slide_G = transpose_times(p.R_WG, p.slide);
  c.force_W = p.n * p.lambda.x + p.e1 * p.lambda.y + p.e2 * p.lambda.z;
  c.before = {dot(p.n, p.u), dot(p.e1, p.u), dot(p.e2, p.u)};
  c.after = p.after;
  return c;
}

SolveStatus HeldContacts::impact(Workspace& ws, const LoopRank* rank, const std::vector<ContactMemory>& memory, VecX& v, double& energy_J,
                                 std::vector<Change>& changes) {
  find_places(ws, rank, memory);
  for (Place& p : places_) p.grip = Grip::sticks;
  nothing_ = 1e-4 * slowest_m_per_s();
  const VecX before = ws.v;
  b_.noalias() = J_ * before;
  SolveStatus status = settle();
  const double slowest = slowest_m_per_s();
  bool again = false;
  for (Place& p : places_) {
    if (p.row != Row::none || p.after.x >= slowest) continue;
    // Without a normal impulse there is no dry friction: it stays on the ground, as fast along it as it is.
    p.row = p.law->friction.type == FrictionLawType::dry ? Row::normal : rows_of(model_.contacts()[at(p.contact)]);
    p.stays = again = true;
  }
  if (solved(status) && again) status = settle();
  if (!solved(status)) return status;
  for (const Place& p : places_) changes.push_back(change_of(p));
  v = before;
  if (N_->cols() > 0) v += push_apart();
  energy_J = 0.5 * (v.dot(M_ * v) - before.dot(M_ * before));
  return status;
}

SolveStatus HeldContacts::decide(Workspace& ws, const LoopRank* rank, const VecX& vdot, const std::vector<ContactMemory>& memory,
                                 const std::vector<int>& sliding, std::vector<Change>& changes) {
  find_places(ws, rank, memory);
  for (Place& p : places_) {
    const Vec3d slip = p.u - p.n * dot(p.n, p.u);
    const bool told = std::find(sliding.begin(), sliding.end(), p.contact) != sliding.end();
    p.fixed_slide = p.law->friction.type == FrictionLawType::dry && (told || norm(slip) > slowest_m_per_s());
    p.grip = p.fixed_slide ? Grip::slides : Grip::sticks;
    if (p.fixed_slide) p.slide = told ? p.R_WG * memory[at(p.contact)].slide_G : unit_or_zero(slip);
  }
  find_bias(ws, vdot);
  nothing_ = 1e-10 * std::max(1.0, norm(model_.gravity()));
  const SolveStatus status = settle();
  for (const Place& p : places_) changes.push_back(change_of(p));
  return status;
}

// The motion N (N^T M N)^-1 N^T J^T lambda that the forces, or impulses, of all places give.
const VecX& HeldContacts::push_apart() {
  push_.resize(J_.rows());
  for (std::size_t k = 0; k < places_.size(); ++k) push_.segment<3>(row_of(k, 0)) << places_[k].lambda.x, places_[k].lambda.y, places_[k].lambda.z;
  free_push_.noalias() = Y_ * push_;
  mass_.matrixU().solveInPlace(free_push_);
  way_.noalias() = *N_ * free_push_;
  return way_;
}

// -- back to the ground ----------------------------------------------------------------------------------------------------------------------

bool HeldContacts::project(Workspace& ws, const LoopRank* rank, State& state) {
  if (!any_touching(state.contact)) return false;
  bool changed = false;
  for (const bool speeds : {false, true}) {
    update_velocities(model_, state, ws);
    find_places(ws, rank, state.contact);
    b_.setZero(J_.rows());
    double largest = 0;
    if (speeds) b_.noalias() = J_ * ws.v;
    for (std::size_t k = 0; k < places_.size(); ++k) {
      Place& p = places_[k];
      const Contact& c = model_.contacts()[at(p.contact)];
      if (!speeds && p.pulls) p.row = Row::none;
      if (!speeds) b_[row_of(k, 0)] = p.pulls ? 0 : contact_touch(model_, ws, c).gap_m;
      const bool tangents = speeds && p.grip == Grip::sticks;
      if (!speeds || p.grip == Grip::slides) p.row = p.row == Row::none ? p.row : Row::normal, p.grip = Grip::sticks;
      largest = std::max(largest, std::abs(b_[row_of(k, 0)]));
      if (tangents && p.row == Row::all) largest = std::max(largest, std::abs(b_[row_of(k, 1)]));
      if (tangents && (p.row == Row::all || p.row == Row::wheel)) largest = std::max(largest, std::abs(b_[row_of(k, 2)]));
    }
    const double unit = speeds ? std::max(1.0, ws.v.size() > 0 ? ws.v.cwiseAbs().maxCoeff() : 0) : 1;
    if (largest <= 1e-15 * unit * model_.length_m() || N_->cols() == 0) continue;
    solve_rows();
    const VecX& way = push_apart();
    if (!way.allFinite()) return changed;
    if (speeds) {
      state.v += way;
    } else {
      from_ = state.q;
      retract(model_, from_, way, state.q);
    }
    changed = true;
  }
  return changed;
}

HeldContacts::Watched HeldContacts::watch(const Workspace& ws, int contact) const {
  const Contact& c = model_.contacts()[at(contact)];
  const ContactMemory& m = ws.contact[at(contact)];
  const ContactAction now = contact_action(model_, ws, contact);
  const Mat3d R_WG = c.carrier ? frame_pose(model_, ws, model_.frame(*c.carrier)).R : Transformd{}.R;
  Watched out;
  out.normal_N = now.force.normal_N;
  out.spare_N = out.normal_N * (1 - now.force.cone);
  out.along_slide_m_per_s = dot(R_WG * m.slide_G, now.velocity_W);
  return out;
}

}  // namespace zanjir
