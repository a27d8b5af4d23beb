#include "zanjir/dynamics/held_forces.hpp"

#include <algorithm>

namespace zanjir {
namespace {

// Relative to the largest row: what is left of a held row by rounding. Rows are sums over all bodies, G is as well conditioned as the masses, so that some hundred
// roundings are usual; whatever is physically meant lies far above.
constexpr double row_rounding = 1e-7;
// Pivots below this, relative to the largest, are rows that depend on others.
constexpr double dependent_rows = 1e-11;
// Entries of Z, whose columns are of length one, that are rounding: such a place has no part in what is undetermined.
constexpr double no_part = 1e-9;

double hardest(const std::vector<HeldPlace>& places) {
  double force = 0;
  for (const HeldPlace& p : places) force = std::max(force, norm(p.lambda));
  return force;
}

}  // namespace

// -- normal forces that nothing determines ----------------------------------------------------------------------------------------------------

void SharedNormals::find(const std::vector<HeldPlace>& places, const MatX& G) {
  const auto n = static_cast<Eigen::Index>(places.size());
  n_patterns_ = 0;
  normals_.setZero(n, n), P_.setZero(n, n), pattern_.resize(n);
  double stiffest = 0;
  for (std::size_t k = 0; k < places.size(); ++k) stiffest = std::max(stiffest, G(row_of(k, 0), row_of(k, 0)));
  if (n < 2 || !(stiffest > 0)) return;
  for (std::size_t k = 0; k < places.size(); ++k) {
    const auto i = static_cast<Eigen::Index>(k);
    if (places[k].rows == HeldRows::none) {
      normals_(i, i) = stiffest;
      continue;
    }
    for (std::size_t l = 0; l < places.size(); ++l)
      if (places[l].rows != HeldRows::none) normals_(i, static_cast<Eigen::Index>(l)) = G(row_of(k, 0), row_of(l, 0));
  }
  qr_.compute(normals_);
  const int rank = qr_.rank(dependent_rows);
  n_patterns_ = static_cast<int>(n) - rank;
  for (int j = rank; j < static_cast<int>(n); ++j) {
    pattern_.setZero();
    pattern_[j] = 1;
    qr_.apply_Q(rank, pattern_);
    P_.noalias() += pattern_ * pattern_.transpose();
  }
}

bool SharedNormals::together(std::size_t a, std::size_t b) const {
  return std::abs(P_(static_cast<Eigen::Index>(a), static_cast<Eigen::Index>(b))) > no_part;
}

void SharedNormals::keep_sliding(const std::vector<HeldPlace>& places) {
  if (empty()) return;
  slides_.resize(places.size());
  for (std::size_t k = 0; k < places.size(); ++k) slides_[k] = places[k].dry() && places[k].grip != Grip::sticks;
  for (bool grows = true; grows;) {
    grows = false;
    for (std::size_t k = 0; k < places.size(); ++k)
      for (std::size_t l = 0; l < places.size() && !slides_[k]; ++l)
        if (slides_[l] && together(k, l)) slides_[k] = grows = true;
  }
  for (std::size_t k = 0; k < places.size(); ++k)
    if (!slides_[k]) P_.row(static_cast<Eigen::Index>(k)).setZero();
}

// -- forces -----------------------------------------------------------------------------------------------------------------------------------

double HeldForces::rounding(const VecX& b, double nothing) { return (b.size() > 0 ? row_rounding * b.cwiseAbs().maxCoeff() : 0) + nothing; }

double HeldForces::no_press_N(const std::vector<HeldPlace>& places, const MatX& G, const VecX& b, double nothing) {
  constexpr double rounding = 1e-9;  // decision 0035, table
  const double stiffest = G.size() > 0 ? G.diagonal().maxCoeff() : 0, rows = (b.size() > 0 ? rounding * b.cwiseAbs().maxCoeff() : 0) + nothing;
  return rounding * hardest(places) + (stiffest > 0 ? rows / stiffest : 0);
}

bool HeldForces::solve(std::vector<HeldPlace>& places, const MatX& G, const VecX& b, double nothing) {
  const auto size = static_cast<Eigen::Index>(3 * places.size());
  const double stiffest = size > 0 ? G.diagonal().maxCoeff() : 0;
  const double unit = stiffest > 0 ? stiffest : 1;
  // Rows that are not held are there as well, so that positions, speeds and accelerations have systems of one size: memory is taken where the set changes, not between.
  A_.setZero(size, size);
  rhs_.setZero(size);
  f_.resize(size);
  shared_.find(places, G);
  shared_.keep_sliding(places);
  for (std::size_t k = 0; k < places.size(); ++k) {
    const HeldPlace& p = places[k];
    const bool pushes_along = p.slides_dry();
    const Vec3d along = p.sliding();
    for (int axis = 0; axis < 3; ++axis) {
      const Eigen::Index row = row_of(k, axis);
      if (p.holds(axis) && G(row, row) > dependent_rows * unit) {  // a row that no force moves, across a plane, has none
        A_.row(row) = G.row(row);
        rhs_[row] = -b[row];
        // What normal rows take lies across all patterns that move nothing: the sum is zero only if both parts are, and (4) needs no rows of its own.
        if (axis == 0)
          for (std::size_t l = 0; l < places.size(); ++l)
            A_(row, row_of(l, 0)) += unit * shared_.P()(static_cast<Eigen::Index>(k), static_cast<Eigen::Index>(l));
      } else {
        A_(row, row) = unit;
        if (pushes_along && axis > 0) A_(row, row_of(k, 0)) = -unit * (axis == 1 ? along.y : along.z);
      }
    }
  }
  if (size > 0) {
    solve_.compute(A_, dependent_rows);
    solve_.solve(rhs_, f_);
  }
  for (std::size_t k = 0; k < places.size(); ++k) {
    HeldPlace& p = places[k];
    const bool pushes_along = p.slides_dry();
    for (int axis = 0; axis < 3; ++axis)
      along_axis(p.lambda, axis) = p.holds(axis) || pushes_along ? f_[row_of(k, axis)] : 0;  // not by rounding either
  }
  find_after(places, G, b);
  const double none = rounding(b, nothing);
  return std::all_of(places.begin(), places.end(), [&](const HeldPlace& p) { return p.most_left() <= none; });
}

void HeldForces::find_after(std::vector<HeldPlace>& places, const MatX& G, const VecX& b) const {
  for (std::size_t k = 0; k < places.size(); ++k) {
    for (int axis = 0; axis < 3; ++axis) {
      const Eigen::Index row = row_of(k, axis);
      double after = b[row];
      for (std::size_t l = 0; l < places.size(); ++l) {
        const Vec3d& f = places[l].lambda;
        after += G(row, row_of(l, 0)) * f.x + G(row, row_of(l, 1)) * f.y + G(row, row_of(l, 2)) * f.z;
      }
      along_axis(places[k].after, axis) = after;
    }
  }
}

// Contacts are of one group if a force that nothing determines runs through both.
void HeldForces::find_groups(std::vector<HeldPlace>& places) {
  for (HeldPlace& p : places) p.group = -1;
  n_ = 0;
  const auto size = A_.rows();
  if (places.empty() || solve_.rank() == size) return;
  // What no row of A reaches: the last columns of Q in A^T = Q R.
  A_transposed_ = A_.transpose();
  across_.compute(A_transposed_);
  n_ = static_cast<int>(size) - solve_.rank();
  Z_.resize(size, size);
  for (int j = 0; j < n_; ++j) {
    f_.setZero();
    f_[solve_.rank() + j] = 1;
    across_.apply_Q(solve_.rank(), f_);
    Z_.col(j) = f_;
  }
  const auto rows = [&](std::size_t k) { return Z_.block(row_of(k, 0), 0, 3, n_); };
  for (std::size_t k = 0; k < places.size(); ++k) {
    HeldPlace& p = places[k];
    if (p.rows == HeldRows::none || !p.bounded() || !(rows(k).cwiseAbs().maxCoeff() > no_part)) continue;
    p.group = static_cast<int>(k);
    for (std::size_t l = 0; l < k; ++l) {
      const int other = places[l].group;
      if (other < 0 || other == p.group) continue;
      double shared = 0;
      for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) shared = std::max(shared, std::abs(rows(k).row(i).dot(rows(l).row(j))));
      if (!(shared > no_part)) continue;
      const int from = std::max(other, p.group), to = std::min(other, p.group);
      for (std::size_t m = 0; m <= k; ++m)
        if (places[m].group == from) places[m].group = to;
    }
  }
}

void HeldForces::pose(ConeProgram& program, const std::vector<HeldPlace>& places, double unit, int n_more) {
  cones_.clear(), cone_place_.clear();
  for (std::size_t k = 0; k < places.size(); ++k) {
    if (places[k].group < 0) continue;
    cones_.push_back(places[k].sticks_dry() ? 3 : 1);
    cone_place_.push_back(static_cast<int>(k));
  }
  cones_.resize(cone_place_.size() + static_cast<std::size_t>(n_more), 1);
  program.resize(n_ + n_more, cones_);
  Eigen::Index at_row = 0;
  for (std::size_t i = 0; i < cone_place_.size(); ++i) {
    const auto k = at(cone_place_[i]);
    const HeldPlace& p = places[k];
    const double parts[3] = {p.lambda.x, p.lambda.y, p.lambda.z};
    for (int axis = 0; axis < cones_[i]; ++axis, ++at_row) {
      const double scale = axis == 0 ? 1 : 1 / p.sticking(axis - 1);
      program.C.row(at_row).head(n_) = scale * Z_.row(row_of(k, axis)).head(n_);
      program.d[at_row] = scale * parts[axis] / unit;
    }
  }
}

bool HeldForces::solve_division(const std::vector<HeldPlace>& places, double unit) {
  // One more unknown, t >= 0, by which the cones may be left at a price: beyond the limit, where a trial step may lie, there is an answer too.
  // Per unit of the hardest force; the program in units of the price, so that its numbers are of the order of one. It is right to 1e-10 of that; and at its limit, where one division is left, forces that
  // leave the cones by (c/price)^2 are shorter by as much as that costs, c up to 40 as read off two crates: both are least together here.
  constexpr double price = 3e4;
  pose(division_, places, unit, 1);
  division_.H.diagonal().setConstant(1 / price);
  division_.h[n_] = 1;
  Eigen::Index at_row = 0;
  for (const int size : cones_) {
    division_.C(at_row, n_) = 1;
    at_row += size;
  }
  return division_.solve();
}

void HeldForces::divide(std::vector<HeldPlace>& places, const MatX& G, const VecX& b) {
  const auto inside = [](const HeldPlace& p) { return !p.bounded() || p.rows == HeldRows::none || p.spare() >= 0; };
  const double unit = hardest(places);
  if (!(unit > 0) || std::all_of(places.begin(), places.end(), inside)) return;
  find_groups(places);
  if (std::all_of(places.begin(), places.end(), [&](const HeldPlace& p) { return p.group < 0 || inside(p); }) || !solve_division(places, unit))
    return;
  for (std::size_t k = 0; k < places.size(); ++k) {
    for (int axis = 0; axis < 3; ++axis) {
      along_axis(places[k].lambda, axis) += unit * Z_.row(row_of(k, axis)).head(n_).dot(division_.x().head(n_));
    }
  }
  find_after(places, G, b);
}

bool HeldForces::solve_margins(const std::vector<HeldPlace>& places, double unit, int n_groups) {
  pose(margins_, places, unit, n_groups);
  constexpr double slight = 1e-9;  // so that what does not matter to the margin is determined
  margins_.H.topLeftCorner(n_, n_).diagonal().setConstant(slight);
  // A group that can be clamped as hard as one likes, between two walls, has no largest margin: it counts as one.
  const auto first_cap = margins_.C.rows() - n_groups;
  Eigen::Index of_group = 0;
  for (std::size_t k = 0; k < places.size(); ++k) {
    if (places[k].group != static_cast<int>(k)) continue;
    const Eigen::Index t = n_ + of_group;
    Eigen::Index at_row = 0;
    for (std::size_t i = 0; i < cone_place_.size(); ++i) {
      if (places[at(cone_place_[i])].group == static_cast<int>(k)) margins_.C(at_row, t) = -1;
      at_row += cones_[i];
    }
    margins_.h[t] = -1;
    margins_.C(first_cap + of_group, t) = -1;
    margins_.d[first_cap + of_group] = 1;
    ++of_group;
  }
  return margins_.solve();
}

void HeldForces::find_margins(std::vector<HeldPlace>& places, double no_force) {
  find_groups(places);
  int n_groups = 0;
  for (std::size_t k = 0; k < places.size(); ++k) n_groups += places[k].group == static_cast<int>(k);
  if (n_groups == 0) return;
  const double unit = hardest(places);
  const bool found = unit > no_force && solve_margins(places, unit, n_groups);
  Eigen::Index of_group = 0;
  for (std::size_t k = 0; k < places.size(); ++k) {
    if (places[k].group == static_cast<int>(k)) places[k].margin = found ? unit * margins_.x()[n_ + of_group++] : std::max(unit, 1.0);
  }
}

void HeldForces::find_shared(std::vector<HeldPlace>& places, const MatX& G) {
  find_groups(places);
  shared_.find(places, G);
  for (std::size_t k = 0; k < places.size(); ++k) {
    HeldPlace& p = places[k];
    const auto open = [&](int axis) { return n_ > 0 && Z_.row(row_of(k, axis)).head(n_).cwiseAbs().maxCoeff() > no_part; };
    p.shares_normal = p.rows != HeldRows::none && (open(0) || (!shared_.empty() && shared_.together(k, k)));
    p.shares_friction = p.rows != HeldRows::none && (open(1) || open(2) || (p.shares_normal && p.slides_dry()));
  }
}

void HeldForces::make_room(std::vector<HeldPlace>& places) {
  find_groups(places);
  int n_groups = 0;
  for (std::size_t k = 0; k < places.size(); ++k) n_groups += places[k].group == static_cast<int>(k);
  if (n_groups == 0) return;
  solve_division(places, 1);
  solve_margins(places, 1, n_groups);
}

}  // namespace zanjir
