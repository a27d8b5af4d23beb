#include "zanjir/dynamics/held_search.hpp"

#include <algorithm>
#include <cmath>

namespace zanjir {
namespace {

bool begins_to_slide(const HeldPlace& p) { return p.dry() && p.grip == Grip::slides && !p.fixed_slide; }

enum class Cone : std::uint8_t { none, half_line, friction };

// Of a place with the rows that it has if it touches. A place that is held by a law of time may be pulled: its friction is bounded by the normal force of the last turn.
Cone cone_of(const HeldPlace& p, HeldRows rows) {
  const bool dry = rows == HeldRows::all && p.law->friction.type == FrictionLawType::dry && !p.fixed_slide && !p.stays;
  return dry ? Cone::friction : p.unilateral() ? Cone::half_line : Cone::none;
}

}  // namespace

SolveStatus HeldSearch::settle(std::vector<HeldPlace>& places, const MatX& G, const VecX& b, const VecX* eased, double nothing, HeldForces& forces) {
  rows_.resize(places.size());
  for (std::size_t k = 0; k < places.size(); ++k) rows_[k] = places[k].rows;
  largest_ = b.size() > 0 ? b.cwiseAbs().maxCoeff() : 0, stiffest_ = G.size() > 0 ? G.diagonal().maxCoeff() : 0;
  const auto solve = [&] {
    const bool held = forces.solve(places, G, b, nothing);
    forces.divide(places, G, b);
    return held ? SolveStatus::ok : SolveStatus::inconsistent;
  };
  if (!(largest_ > nothing) || !(stiffest_ > 0)) {
    for (HeldPlace& p : places)
      if (!p.fixed_slide) p.grip = Grip::sticks;
    return solve();
  }
  // How far, in radians, what begins to slide may do so off the way its friction points. At the limit it hardly moves yet, and turns to the way it does when it has.
  constexpr double sliding = 1e-6, at_limit = 0.3;
  for (bool again = true; again;) {
    const SolveStatus status = search(places, G, eased ? *eased : b, eased ? at_limit : sliding, nothing, forces);
    if (!solved(status)) return status;
    again = false;
    for (HeldPlace& p : places) {
      if (!begins_to_slide(p) || p.kinetic || p.law->friction.static_ratio == 1) continue;
      p.kinetic = again = true;
      eased = nullptr;  // they are beyond their limit now
    }
  }
  if (eased) return solve();
  return SolveStatus::ok;
}

SolveStatus HeldSearch::search(std::vector<HeldPlace>& places, const MatX& G, const VecX& b, double along, double nothing, HeldForces& forces) {
  constexpr int most = 200, undamped = 25;
  pose(places, G);
  s_.assign(places.size(), 0);
  load_.setZero(G.rows());
  bool held = true;
  for (int turn = 0; turn < most; ++turn) {
    const bool last = !read(places, G, b, nothing);
    held = forces.solve(places, G, b, nothing);
    forces.divide(places, G, b);
    // Where the forces of what slides are not determined, the ways depend on their division, and that on the ways.
    constexpr int most_sharpened = 8;
    for (int i = 0; i < most_sharpened && std::any_of(places.begin(), places.end(), begins_to_slide); ++i) {
      sharpen(places, G, b);
      held = forces.solve(places, G, b, nothing);
      forces.divide(places, G, b);
      if (held && !contradicts(places, along, nothing)) break;
    }
    if (held && !contradicts(places, along, nothing)) return SolveStatus::ok;
    if (last) break;
    // The next turn, from what (2) gave
    const double part = turn < undamped ? 1 : 0.5;
    for (std::size_t k = 0; k < places.size(); ++k) {
      const HeldPlace& p = places[k];
      const double now = p.pulls ? std::max(0.0, f_[row_of(k, 0)] * stiffest_ / largest_)
                                 : std::hypot(p.sticking(0) * w_[row_of(k, 1)], p.sticking(1) * w_[row_of(k, 2)]) / largest_;
      s_[k] += part * (now - s_[k]);
      if (!p.fixed_slide) continue;
      const Vec3d along = p.sliding();
      for (int axis = 1; axis < 3; ++axis) {
        double& load = load_[row_of(k, axis)];
        load += part * (f_[row_of(k, 0)] * (axis == 1 ? along.y : along.z) - load);
      }
    }
  }
  return held ? SolveStatus::not_converged : SolveStatus::inconsistent;
}

// Unknowns, cones and H of (2), in units of the largest row and of the force that it takes.
void HeldSearch::pose(const std::vector<HeldPlace>& places, const MatX& G) {
  constexpr double slight = 1e-11;  // what is not determined, or would be infinite, is not
  unknowns_.clear(), cones_.clear();
  for (std::size_t k = 0; k < places.size(); ++k) {
    const HeldPlace& p = places[k];
    const Cone cone = cone_of(p, rows_[k]);
    unknowns_.push_back({k, 0, 1});
    if (cone == Cone::friction) {
      unknowns_.push_back({k, 1, p.sticking(0)}), unknowns_.push_back({k, 2, p.sticking(1)});
    } else if (!p.fixed_slide) {
      if (rows_[k] == HeldRows::all) unknowns_.push_back({k, 1, 1});
      if (rows_[k] == HeldRows::all || rows_[k] == HeldRows::wheel) unknowns_.push_back({k, 2, 1});
    }
    if (cone != Cone::none) cones_.push_back(cone == Cone::friction ? 3 : 1);
  }
  const auto n = static_cast<Eigen::Index>(unknowns_.size());
  program_.resize(static_cast<int>(n), cones_);
  const auto index = [](const Unknown& u) { return row_of(u.place, u.axis); };
  for (Eigen::Index i = 0; i < n; ++i) {
    const Unknown& a = unknowns_[static_cast<std::size_t>(i)];
    for (Eigen::Index j = 0; j < n; ++j) {
      const Unknown& c = unknowns_[static_cast<std::size_t>(j)];
      program_.H(i, j) = a.scale * G(index(a), index(c)) * c.scale / stiffest_;
    }
    program_.H(i, i) += slight;
  }
  Eigen::Index at_row = 0;
  for (Eigen::Index i = 0; i < n; ++i) {
    const Unknown& u = unknowns_[static_cast<std::size_t>(i)];
    const HeldPlace& p = places[u.place];
    const Cone cone = cone_of(p, rows_[u.place]);
    if (cone == Cone::none || (cone == Cone::half_line && u.axis > 0)) continue;
    if (!(p.pulls && u.axis == 0)) program_.C(at_row, i) = 1;
    ++at_row;
  }
}

bool HeldSearch::read(std::vector<HeldPlace>& places, const MatX& G, const VecX& b, double nothing) {
  w_ = b;
  w_.noalias() += G * load_;
  Eigen::Index at_row = 0;
  for (std::size_t i = 0; i < unknowns_.size(); ++i) {
    const Unknown& u = unknowns_[i];
    const Cone cone = cone_of(places[u.place], rows_[u.place]);
    program_.h[static_cast<Eigen::Index>(i)] = u.scale * w_[row_of(u.place, u.axis)] / largest_;
    if (cone == Cone::none || (cone == Cone::half_line && u.axis > 0)) continue;
    if (cone == Cone::friction && u.axis == 0) {
      if (places[u.place].pulls) program_.d[at_row] = s_[u.place];
      else program_.h[static_cast<Eigen::Index>(i)] += s_[u.place];
    }
    ++at_row;
  }
  if (!program_.solve()) return false;
  f_ = load_;
  for (std::size_t i = 0; i < unknowns_.size(); ++i)
    f_[row_of(unknowns_[i].place, unknowns_[i].axis)] = unknowns_[i].scale * program_.x()[static_cast<Eigen::Index>(i)] * largest_ / stiffest_;
  w_ = b;
  w_.noalias() += G * f_;
  constexpr double parted = 1e-3;  // of the rate, in these units: what (2) opens beside its sliding presses harder
  for (std::size_t k = 0; k < places.size(); ++k) {
    HeldPlace& p = places[k];
    p.rows = rows_[k];
    const Cone cone = cone_of(p, p.rows);
    const double normal = f_[row_of(k, 0)] * stiffest_ / largest_, opens = w_[row_of(k, 0)] / largest_;
    if (p.unilateral() && normal < (cone == Cone::friction ? parted : 1) * opens) p.rows = HeldRows::none;
    if (cone != Cone::friction) continue;
    p.grip = Grip::sticks;
    const double w1 = w_[row_of(k, 1)], w2 = w_[row_of(k, 2)], slips = std::hypot(p.sticking(0) * w1, p.sticking(1) * w2) / largest_;
    const double share = std::hypot(f_[row_of(k, 1)] / p.sticking(0), f_[row_of(k, 2)] / p.sticking(1)) * stiffest_ / largest_;
    if (p.rows == HeldRows::none || std::hypot(w1, w2) <= nothing || slips <= normal - share) continue;
    p.grip = Grip::slides;
    p.slide = (p.e1 * w1 + p.e2 * w2) * (1 / std::hypot(w1, w2));
  }
  return true;
}

// f_t + N M w_t/|M w_t| = 0 in the coordinates of (2), for all that begins to slide at once.
void HeldSearch::sharpen(std::vector<HeldPlace>& places, const MatX& G, const VecX& b) {
  const auto n = static_cast<Eigen::Index>(3 * places.size());
  g_.resize(n), step_.resize(n);
  for (std::size_t k = 0; k < places.size(); ++k) g_.segment<3>(row_of(k, 0)) << places[k].lambda.x, places[k].lambda.y, places[k].lambda.z;
  constexpr int most = 15;
  for (int turn = 0; turn < most; ++turn) {
    v_ = b;
    v_.noalias() += G * g_;
    A_.setZero(n, n), left_.setZero(n);
    for (std::size_t k = 0; k < places.size(); ++k) {
      const HeldPlace& p = places[k];
      const Eigen::Index normal = row_of(k, 0);
      const Vec3d along = p.sliding();
      const double m[2] = {p.mu[0] * v_[normal + 1], p.mu[1] * v_[normal + 2]}, size = std::hypot(m[0], m[1]);
      for (int axis = 0; axis < 3; ++axis) {
        const Eigen::Index row = row_of(k, axis);
        if (p.holds(axis) && G(row, row) > 1e-11 * stiffest_) {
          A_.row(row) = G.row(row);
          left_[row] = -v_[row];
          continue;
        }
        A_(row, row) = stiffest_;
        if (axis == 0 || !p.dry() || p.grip != Grip::slides) {
          left_[row] = -stiffest_ * g_[row];
        } else if (p.fixed_slide || !(size > 0)) {
          const double per_normal = axis == 1 ? along.y : along.z;
          A_(row, normal) = -stiffest_ * per_normal;
          left_[row] = -stiffest_ * (g_[row] - per_normal * g_[normal]);
        } else {
          const double mu = p.mu[axis - 1], way = m[axis - 1] / size;
          A_(row, normal) += stiffest_ * mu * way;
          for (int j = 0; j < 2; ++j)
            A_.row(row) += (stiffest_ * mu * g_[normal] / size * ((j == axis - 1 ? 1 : 0) - way * m[j] / size) * p.mu[j]) * G.row(normal + 1 + j);
          left_[row] = -stiffest_ * (g_[row] + mu * way * g_[normal]);
        }
      }
    }
    solve_.compute(A_, 1e-11);
    solve_.solve(left_, step_);
    if (!step_.allFinite()) return;
    g_ += step_;
    if (step_.cwiseAbs().maxCoeff() <= 1e-14 * g_.cwiseAbs().maxCoeff()) break;
  }
  v_ = b;
  v_.noalias() += G * g_;
  for (std::size_t k = 0; k < places.size(); ++k) {
    HeldPlace& p = places[k];
    const double w1 = v_[row_of(k, 1)], w2 = v_[row_of(k, 2)], size = std::hypot(w1, w2);
    if (begins_to_slide(p) && size > 0) p.slide = (p.e1 * w1 + p.e2 * w2) * (1 / size);
  }
}

bool HeldSearch::contradicts(const std::vector<HeldPlace>& places, double along, double nothing) const {
  constexpr double rounding = 1e-9;
  double hardest = 0;
  for (const HeldPlace& p : places) hardest = std::max(hardest, norm(p.lambda));
  const double no_motion = rounding * largest_ + nothing, no_force = 1e-7 * hardest + no_motion / stiffest_;
  return std::any_of(places.begin(), places.end(), [&](const HeldPlace& p) {
    if (!std::isfinite(p.lambda.x + p.lambda.y + p.lambda.z)) return true;
    if (p.rows == HeldRows::none) return p.after.x < -no_motion;
    if (p.unilateral() && p.lambda.x < -no_force) return true;
    if (p.sticks_dry() && p.share() > std::max(p.lambda.x, 0.0) + no_force) return true;
    if (!begins_to_slide(p)) return false;
    const double w1 = p.after.y, w2 = p.after.z, speed = std::hypot(w1, w2);
    return speed > no_motion && norm(p.e1 * (w1 / speed) + p.e2 * (w2 / speed) - p.slide) > along;
  });
}

}  // namespace zanjir
