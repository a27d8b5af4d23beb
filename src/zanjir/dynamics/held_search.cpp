#include "zanjir/dynamics/held_search.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace zanjir {
namespace {

bool begins_to_slide(const HeldPlace& p) { return p.slides_dry() && !p.fixed_slide; }

bool pulls_too_hard(const HeldPlace& p, double no_force) { return p.unilateral() && p.lambda.x < -no_force; }
bool leaves_its_cone(const HeldPlace& p, double no_force) { return p.sticks_dry() && p.share() > std::max(p.lambda.x, 0.0) + no_force; }

// Held by order, it is loose where its ground does not press, and not where it does. In between, where forces are rounding, both will do: the two sets have other forces.
bool is_loose_wrongly(const HeldPlace& p, double no_press) {
  return p.may_be_loose() && (p.grip == Grip::loose ? p.lambda.x > no_press : !(p.lambda.x > 0));
}

enum class Cone : std::uint8_t { none, half_line, friction };

// Of a place with the rows that it has if it touches.
Cone cone_of(const HeldPlace& p, HeldRows rows) {
  const bool dry = rows == HeldRows::all && p.law->friction.type == FrictionLawType::dry && !p.fixed_slide && !p.stays;
  return dry ? Cone::friction : p.unilateral() ? Cone::half_line : Cone::none;
}

}  // namespace

SolveStatus HeldSearch::settle(std::vector<HeldPlace>& places, const MatX& G, const VecX& b, const VecX* grown, const VecX* eased, double nothing,
                               HeldForces& forces) {
  rows_.resize(places.size());
  for (std::size_t k = 0; k < places.size(); ++k) rows_[k] = places[k].rows;
  stiffest_ = G.size() > 0 ? G.diagonal().maxCoeff() : 0;
  largest_ = 0;  // of rows that forces of these contacts decide: how fast something slides that does so anyway is of no account
  for (std::size_t k = 0; k < places.size(); ++k)
    for (int axis = 0; axis < (places[k].fixed_slide ? 1 : 3); ++axis) largest_ = std::max(largest_, std::abs(b[row_of(k, axis)]));
  const auto solve = [&] {
    const bool held = forces.solve(places, G, b, nothing);
    forces.divide(places, G, b);
    return held ? SolveStatus::ok : SolveStatus::inconsistent;
  };
  if (!(largest_ > nothing) || !(stiffest_ > 0)) {
    for (HeldPlace& p : places)
      if (p.may_be_loose()) p.grip = Grip::loose;
      else if (!p.fixed_slide) p.grip = Grip::sticks;
    return solve();
  }
  for (bool again = true; again;) {
    const SolveStatus status = search(places, G, eased ? *eased : grown ? *grown : b, nothing, forces);
    if (!solved(status)) return status;
    again = false;
    for (HeldPlace& p : places) {
      if (!begins_to_slide(p) || p.kinetic || p.law->friction.static_ratio == 1) continue;
      p.kinetic = again = true;
      eased = nullptr;  // they are beyond their limit now
    }
  }
  if (eased || grown) return solve();
  return SolveStatus::ok;
}

SolveStatus HeldSearch::search(std::vector<HeldPlace>& places, const MatX& G, const VecX& b, double nothing, HeldForces& forces) {
  // Turns shrink what is left by the coefficient times how much friction presses on normal forces, mostly a tenth or less: 25 are 25 digits. What goes round and round is
  // halved from then on; the rest is patience before giving up.
  constexpr int most = 200, undamped = 25;
  shared_.find(places, G);
  s_.assign(places.size(), 0);
  bounded_.assign(places.size(), 0);
  for (std::size_t k = 0; k < places.size(); ++k) bounded_[k] = places[k].pulls;
  load_.setZero(G.rows());
  bool held = true;
  second_best_.clear();
  for (int turn = 0, patience = most; turn < patience; ++turn) {
    pose(places, G, b);
    const bool last = !program_.solve();
    if (!last) read(places, G, b, nothing);
    // What lies so near its limit that the program cannot tell is told by the forces of the set.
    constexpr int most_corrected = 6;  // one for each way out, parting, sliding and touching again, of what does so first and of what follows
    for (int i = 0; i < most_corrected; ++i) {
      held = try_set(places, G, b, nothing, forces);
      if (held && !contradicts(places, nothing)) {
        const bool sure = left_of_rows_ <= least(places, nothing).motion;
        bound_groups(places);
        if (sure && (last || !leaves_lying(places, nothing))) return SolveStatus::ok;
        if (second_best_.empty()) {
          second_best_ = places;
          if (!sure) patience = undamped;
        }
      }
      if (!held || !correct(places, nothing)) break;
    }
    if (last) break;
    if (turn == undamped && second_best_.empty() && only_touching_is_open(places)) {
      if (try_all_sets(places, G, b, nothing, forces)) return SolveStatus::ok;
      break;
    }
    // The next turn, from what (2) gave
    const double part = turn < undamped ? 1 : 0.5;
    bound_groups(places);
    for (std::size_t k = 0; k < places.size(); ++k) {
      const HeldPlace& p = places[k];
      const double now = bounded_[k] ? std::max(0.0, f_[row_of(k, 0)] * stiffest_ / largest_)
                                     : std::hypot(p.sticking(0) * w_[row_of(k, 1)], p.sticking(1) * w_[row_of(k, 2)]) / largest_;
      s_[k] += (bounded_[k] == 2 ? 1 : part) * (now - s_[k]);
      if (bounded_[k] == 2) bounded_[k] = 1;
      if (!p.fixed_slide || rows_[k] != HeldRows::all) continue;
      const Vec3d along = p.sliding();
      const double pressed = std::max(0.0, f_[row_of(k, 0)]);
      for (int axis = 1; axis < 3; ++axis) {
        double& load = load_[row_of(k, axis)];
        load += part * (pressed * (axis == 1 ? along.y : along.z) - load);
      }
    }
  }
  if (!second_best_.empty()) {
    places = second_best_;
    return SolveStatus::ok;
  }
  return held ? SolveStatus::not_converged : SolveStatus::inconsistent;
}

// All that rubs slides already, and few enough places are there for which it is to be decided whether they touch.
bool HeldSearch::only_touching_is_open(const std::vector<HeldPlace>& places) const {
  constexpr std::ptrdiff_t most = 10;  // a thousand sets
  for (std::size_t k = 0; k < places.size(); ++k)
    if (cone_of(places[k], rows_[k]) == Cone::friction || places[k].may_be_loose()) return false;
  return std::count_if(places.begin(), places.end(), [](const HeldPlace& p) { return p.unilateral(); }) <= most;
}

// Turns may go round without meeting the answer; after this there is none. Sets with the most places come first.
bool HeldSearch::try_all_sets(std::vector<HeldPlace>& places, const MatX& G, const VecX& b, double nothing, HeldForces& forces) {
  std::vector<std::size_t> open;
  for (std::size_t k = 0; k < places.size(); ++k)
    if (places[k].unilateral()) open.push_back(k);
  for (std::size_t n_parted = 0; n_parted <= open.size(); ++n_parted) {
    for (std::size_t parted = 0; parted < std::size_t{1} << open.size(); ++parted) {
      if (static_cast<std::size_t>(std::popcount(parted)) != n_parted) continue;
      for (std::size_t i = 0; i < open.size(); ++i) places[open[i]].rows = parted >> i & 1 ? HeldRows::none : rows_[open[i]];
      if (try_set(places, G, b, nothing, forces) && !contradicts(places, nothing)) return true;
    }
  }
  return false;
}

// Forces of a set, with the ways of what begins to slide.
bool HeldSearch::try_set(std::vector<HeldPlace>& places, const MatX& G, const VecX& b, double nothing, HeldForces& forces) {
  bool held = forces.solve(places, G, b, nothing);
  left_of_rows_ = left_of_ways_ = 0;
  if (std::any_of(places.begin(), places.end(), begins_to_slide)) {
    sharpen(places, G, b, forces.P());
    held = forces.solve(places, G, b, nothing);
  }
  forces.divide(places, G, b);
  return held;
}

// Where one of a group that shares normal forces slides, friction of all of them is bounded by what (4) of held_forces.hpp says that they press with.
void HeldSearch::bound_groups(const std::vector<HeldPlace>& places) {
  if (shared_.empty()) return;
  for (bool grows = true; grows;) {
    grows = false;
    for (std::size_t k = 0; k < places.size(); ++k) {
      if (bounded_[k]) continue;
      const bool slides = places[k].slides_dry() && shared_.together(k, k);
      bool with_others = slides;
      for (std::size_t l = 0; l < places.size() && !with_others; ++l) with_others = bounded_[l] && shared_.together(k, l);
      if (with_others) bounded_[k] = 2, grows = true;
    }
  }
}

// (4) of held_forces.hpp for the forces of (2), which divides what nothing determines as it likes: of all N >= 0 that do the same the shortest,
//   min |N + P y|^2/2,   N + P y >= 0                                                                                                              (3)
// What this leaves without a force parts.
void HeldSearch::press(std::vector<HeldPlace>& places, const MatX& G) {
  if (shared_.empty() || std::find(bounded_.begin(), bounded_.end(), 1) == bounded_.end()) return;
  pressing_.find(places, G);
  if (pressing_.empty()) return;
  const MatX& P = pressing_.P();
  const auto presses_as_spring = [&](std::size_t k) { return bounded_[k] == 1 && pressing_.together(k, k); };
  cones_.clear();
  for (std::size_t k = 0; k < places.size(); ++k)
    if (presses_as_spring(k) && places[k].unilateral()) cones_.push_back(1);
  resize_slightly_stiff(springs_, places.size());
  Eigen::Index cone_row = 0;
  for (std::size_t k = 0; k < places.size(); ++k) {
    const auto i = static_cast<Eigen::Index>(k);
    if (!presses_as_spring(k)) continue;
    for (std::size_t l = 0; l < places.size(); ++l) {
      const auto j = static_cast<Eigen::Index>(l);
      if (!presses_as_spring(l)) continue;
      springs_.H(i, j) += P(i, j);
      springs_.h[i] += P(i, j) * f_[row_of(l, 0)] * stiffest_ / largest_;
      if (places[k].unilateral()) springs_.C(cone_row, j) = P(i, j);
    }
    if (places[k].unilateral()) springs_.d[cone_row++] = f_[row_of(k, 0)] * stiffest_ / largest_;
  }
  if (!springs_.solve()) return;
  cone_row = 0;
  for (std::size_t k = 0; k < places.size(); ++k) {
    if (!presses_as_spring(k)) continue;
    f_[row_of(k, 0)] += P.row(static_cast<Eigen::Index>(k)).dot(springs_.x()) * largest_ / stiffest_;
    if (!places[k].unilateral()) continue;
    if (springs_.s()[cone_row] < springs_.z()[cone_row]) places[k].rows = HeldRows::none;
    ++cone_row;
  }
}

// (2) in units of the largest row and of the force that it takes; friction that is bounded in units of its bound, which may be zero.
void HeldSearch::pose(const std::vector<HeldPlace>& places, const MatX& G, const VecX& b) {
  unknowns_.clear(), cones_.clear(), n_cone_rows_ = 0;
  for (std::size_t k = 0; k < places.size(); ++k) {
    const HeldPlace& p = places[k];
    const Cone cone = cone_of(p, rows_[k]);
    const bool half_line = p.unilateral() && (cone == Cone::half_line || bounded_[k]);
    unknowns_.push_back({k, 0, 1, -1});
    if (half_line || (cone == Cone::friction && !bounded_[k])) unknowns_.back().cone_row = add_cone(half_line ? 1 : 3);
    if (cone == Cone::friction) {
      const double bound = bounded_[k] ? s_[k] : 1;
      const int first = bounded_[k] ? add_cone(3) : unknowns_.back().cone_row;
      for (const int axis : {1, 2}) unknowns_.push_back({k, axis, p.sticking(axis - 1) * bound, first + axis});
    } else if (!p.fixed_slide) {
      if (rows_[k] == HeldRows::all) unknowns_.push_back({k, 1, 1, -1});
      if (rows_[k] == HeldRows::all || rows_[k] == HeldRows::wheel) unknowns_.push_back({k, 2, 1, -1});
    }
  }
  const auto n = static_cast<Eigen::Index>(unknowns_.size());
  resize_slightly_stiff(program_, unknowns_.size());
  w_ = b;
  w_.noalias() += G * load_;
  const auto index = [](const Unknown& u) { return row_of(u.place, u.axis); };
  for (Eigen::Index i = 0; i < n; ++i) {
    const Unknown& a = unknowns_[static_cast<std::size_t>(i)];
    for (Eigen::Index j = 0; j < n; ++j) {
      const Unknown& c = unknowns_[static_cast<std::size_t>(j)];
      program_.H(i, j) += a.scale * G(index(a), index(c)) * c.scale / stiffest_;
    }
    program_.h[i] = a.scale * w_[index(a)] / largest_;
    if (a.cone_row >= 0) program_.C(a.cone_row, i) = 1;
    if (cone_of(places[a.place], rows_[a.place]) != Cone::friction) continue;
    if (bounded_[a.place]) {
      if (a.axis == 1) program_.d[a.cone_row - 1] = 1;
    } else if (a.axis == 0) {
      program_.h[i] += s_[a.place];
    }
  }
}

// A program of this many unknowns over cones_, on springs so slight that they show in no answer: what is not determined, or would be infinite, is not.
void HeldSearch::resize_slightly_stiff(ConeProgram& program, std::size_t n) const {
  constexpr double slight = 1e-11;
  program.resize(static_cast<int>(n), cones_);
  program.H.diagonal().setConstant(slight);
}

int HeldSearch::add_cone(int size) {
  const int first = n_cone_rows_;
  cones_.push_back(size);
  n_cone_rows_ += size;
  return first;
}

void HeldSearch::read(std::vector<HeldPlace>& places, const MatX& G, const VecX& b, double nothing) {
  f_ = load_;
  for (std::size_t i = 0; i < unknowns_.size(); ++i)
    f_[row_of(unknowns_[i].place, unknowns_[i].axis)] = unknowns_[i].scale * program_.x()[static_cast<Eigen::Index>(i)] * largest_ / stiffest_;
  w_ = b;
  w_.noalias() += G * f_;
  for (const Unknown& u : unknowns_) {
    if (u.axis != 0) continue;
    HeldPlace& p = places[u.place];
    p.rows = rows_[u.place];
    if (!p.unilateral()) continue;
    // It parts where the dual of its force is inside its cone.
    const double* z = program_.z().data() + u.cone_row;
    const double opens = cone_of(p, p.rows) == Cone::friction && !bounded_[u.place] ? z[0] - std::hypot(z[1], z[2]) : z[0];
    if (program_.s()[u.cone_row] < opens) p.rows = HeldRows::none;
  }
  press(places, G);
  for (std::size_t k = 0; k < places.size(); ++k) {
    HeldPlace& p = places[k];
    if (cone_of(p, rows_[k]) != Cone::friction && !p.may_be_loose()) continue;
    constexpr double told = 1e-7;  // what the program leaves open is told by the forces of the set
    const double normal = f_[row_of(k, 0)] * stiffest_ / largest_;
    p.grip = p.may_be_loose() && !(normal > told) ? Grip::loose : p.fixed_slide ? Grip::slides : Grip::sticks;
    if (p.grip != Grip::sticks) continue;
    const double w1 = w_[row_of(k, 1)], w2 = w_[row_of(k, 2)], slips = std::hypot(p.sticking(0) * w1, p.sticking(1) * w2) / largest_;
    const double share = std::hypot(f_[row_of(k, 1)] / p.sticking(0), f_[row_of(k, 2)] / p.sticking(1)) * stiffest_ / largest_;
    const double bound = bounded_[k] ? s_[k] : normal;
    if (std::hypot(w1, w2) <= nothing || slips <= bound - share) continue;  // asked of what parts, too: it may touch again
    p.grip = Grip::slides;
    p.slide = (p.e1 * w1 + p.e2 * w2) * (1 / std::hypot(w1, w2));
  }
}

// What is left of the equations of the set, in rates: held rows, with (4) of held_forces.hpp, and f_t + N M w_t/|M w_t| = 0 for what slides.
void HeldSearch::find_left(const std::vector<HeldPlace>& places, const MatX& G, const VecX& b, const MatX& P, const VecX& g) {
  v_ = b;
  v_.noalias() += G * g;
  for (std::size_t k = 0; k < places.size(); ++k) {
    const HeldPlace& p = places[k];
    const Eigen::Index normal = row_of(k, 0);
    const Vec3d along = p.sliding();
    const double m[2] = {p.mu[0] * v_[normal + 1], p.mu[1] * v_[normal + 2]}, size = std::hypot(m[0], m[1]);
    for (int axis = 0; axis < 3; ++axis) {
      const Eigen::Index row = row_of(k, axis);
      if (p.holds(axis) && G(row, row) > 1e-11 * stiffest_) {
        left_[row] = -v_[row];
        if (axis > 0) continue;
        for (std::size_t l = 0; l < places.size(); ++l)
          left_[row] -= stiffest_ * P(static_cast<Eigen::Index>(k), static_cast<Eigen::Index>(l)) * g[row_of(l, 0)];
      } else if (axis == 0 || !p.slides_dry()) {
        left_[row] = -stiffest_ * g[row];
      } else {
        const double per_normal = p.fixed_slide || !(size > 0) ? (axis == 1 ? along.y : along.z) : -p.mu[axis - 1] * m[axis - 1] / size;
        left_[row] = -stiffest_ * (g[row] - per_normal * g[normal]);
      }
    }
  }
}

// The ways of what begins to slide, from what (2) says of them, by Newton's method for all forces at once.
void HeldSearch::sharpen(std::vector<HeldPlace>& places, const MatX& G, const VecX& b, const MatX& P) {
  const auto n = static_cast<Eigen::Index>(3 * places.size());
  g_ = f_, step_.resize(n), left_.resize(n);
  constexpr int most = 15, most_halved = 10;  // Newton's method doubles its digits; what is not found within a thousandth of its step is not near
  find_left(places, G, b, P, g_);
  double size_left = left_.norm();
  for (int turn = 0; turn < most; ++turn) {
    A_.setZero(n, n);
    for (std::size_t k = 0; k < places.size(); ++k) {
      const HeldPlace& p = places[k];
      const Eigen::Index normal = row_of(k, 0);
      const Vec3d along = p.sliding();
      const double m[2] = {p.mu[0] * v_[normal + 1], p.mu[1] * v_[normal + 2]}, size = std::hypot(m[0], m[1]);
      for (int axis = 0; axis < 3; ++axis) {
        const Eigen::Index row = row_of(k, axis);
        if (p.holds(axis) && G(row, row) > 1e-11 * stiffest_) {
          A_.row(row) = G.row(row);
          if (axis > 0) continue;
          for (std::size_t l = 0; l < places.size(); ++l)
            A_(row, row_of(l, 0)) += stiffest_ * P(static_cast<Eigen::Index>(k), static_cast<Eigen::Index>(l));
          continue;
        }
        A_(row, row) = stiffest_;
        if (axis == 0 || !p.slides_dry()) continue;
        if (p.fixed_slide || !(size > 0)) {
          A_(row, normal) = -stiffest_ * (axis == 1 ? along.y : along.z);
          continue;
        }
        const double mu = p.mu[axis - 1], way = m[axis - 1] / size;
        A_(row, normal) += stiffest_ * mu * way;
        for (int j = 0; j < 2; ++j)
          A_.row(row) += (stiffest_ * mu * g_[normal] / size * ((j == axis - 1 ? 1 : 0) - way * m[j] / size) * p.mu[j]) * G.row(normal + 1 + j);
      }
    }
    solve_.compute(A_, 1e-11);
    solve_.solve(left_, step_);
    if (!step_.allFinite()) return;
    double by = 1, size_next = 0;
    for (int halved = 0; halved < most_halved; ++halved, by /= 2) {
      tried_ = g_ + by * step_;
      find_left(places, G, b, P, tried_);
      size_next = left_.norm();
      if (size_next < size_left) break;
    }
    if (!(size_next < size_left)) break;
    g_ = tried_, size_left = size_next;
  }
  left_of_rows_ = size_left / std::sqrt(static_cast<double>(n));  // of each row, to be compared with rounding of one
  left_of_ways_ = 0;
  find_left(places, G, b, P, g_);
  for (std::size_t k = 0; k < places.size(); ++k)
    if (begins_to_slide(places[k])) left_of_ways_ = std::max({left_of_ways_, std::abs(left_[row_of(k, 1)]), std::abs(left_[row_of(k, 2)])});
  for (std::size_t k = 0; k < places.size(); ++k) {
    HeldPlace& p = places[k];
    const double w1 = v_[row_of(k, 1)], w2 = v_[row_of(k, 2)], size = std::hypot(w1, w2);
    if (begins_to_slide(p) && size > 0) p.slide = (p.e1 * w1 + p.e2 * w2) * (1 / size);
  }
}

HeldSearch::Least HeldSearch::least(const std::vector<HeldPlace>& places, double nothing) const {
  constexpr double rounding = 1e-9;  // rows are sums over bodies, known to ten digits or more; forces, by a matrix of rows, to some less
  double hardest = 0;
  for (const HeldPlace& p : places) hardest = std::max(hardest, norm(p.lambda));
  const double motion = rounding * largest_ + nothing;
  return {motion, 1e-7 * hardest + motion / stiffest_, rounding * hardest + motion / stiffest_};
}

bool HeldSearch::contradicts(const std::vector<HeldPlace>& places, double nothing) const {
  const Least none = least(places, nothing);
  if (!(left_of_ways_ <= none.motion)) return true;
  return std::any_of(places.begin(), places.end(), [&](const HeldPlace& p) {
    if (!std::isfinite(p.lambda.x + p.lambda.y + p.lambda.z)) return true;
    return p.rows == HeldRows::none ? p.after.x < -none.motion
                                    : pulls_too_hard(p, none.force) || is_loose_wrongly(p, none.press) || leaves_its_cone(p, none.force);
  });
}

// Of feet that share what they press with, (2) loads those that slide fastest, since that takes the most energy, and lets others go that lie on the ground as well. Whether these
// press is for (4) to say, from the next turn on.
bool HeldSearch::leaves_lying(const std::vector<HeldPlace>& places, double nothing) const {
  const double motion = least(places, nothing).motion;
  for (std::size_t k = 0; k < places.size(); ++k)
    if (places[k].rows == HeldRows::none && bounded_[k] == 2 && std::abs(places[k].after.x) <= motion) return true;
  return false;
}

// What pulls parts, or is loose where it is held by order; what enters the ground touches; what is beyond its cone slides, if the program has it there too: beyond that rows that hardly differ hold with forces of any size.
// False: nothing to change.
bool HeldSearch::correct(std::vector<HeldPlace>& places, double nothing) const {
  constexpr double full = 0.999;  // of the cone: far outside of what the program leaves open
  const Least none = least(places, nothing);
  for (const bool all : {false, true}) {
    bool changed = false;
    for (std::size_t k = 0; k < places.size(); ++k) {
      HeldPlace& p = places[k];
      if (p.rows == HeldRows::none) {
        if (!(p.after.x < -none.motion)) continue;
        p.rows = rows_[k];
        changed = true;
      } else if (pulls_too_hard(p, none.force)) {
        p.rows = HeldRows::none;
        changed = true;
      } else if (is_loose_wrongly(p, none.press) && !leaves_its_cone(p, none.force)) {
        p.grip = p.grip != Grip::loose ? Grip::loose : p.fixed_slide ? Grip::slides : Grip::sticks;
        changed = true;
      } else if (leaves_its_cone(p, none.force)) {
        const double w1 = w_[row_of(k, 1)], w2 = w_[row_of(k, 2)], size = std::hypot(w1, w2);
        const double share = std::hypot(f_[row_of(k, 1)] / p.sticking(0), f_[row_of(k, 2)] / p.sticking(1));
        const double bound = bounded_[k] ? s_[k] * largest_ / stiffest_ : f_[row_of(k, 0)];
        if (!(size > 0) || !(all || share > full * bound)) continue;
        p.grip = Grip::slides;
        p.slide = (p.e1 * w1 + p.e2 * w2) * (1 / size);
        changed = true;
      }
    }
    if (changed) return true;
  }
  return false;
}

}  // namespace zanjir
