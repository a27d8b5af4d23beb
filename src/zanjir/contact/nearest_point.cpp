#include "zanjir/contact/nearest_point.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "zanjir/contact/field_patch.hpp"

namespace zanjir {
namespace {

double squared(double a) { return a * a; }
double outside(double a, double low, double high) { return std::max({low - a, a - high, 0.0}); }

struct Foot {  // a place on the surface
  double x = 0, y = 0;
  HeightAt at;
  double far2 = 0;  // its squared distance from p
};
struct Step {
  double x = 0, y = 0;
  double size() const { return std::abs(x) + std::abs(y); }
};

class Search {
 public:
  Search(const HeightField& f, const Vec3d& p) : f_(f), p_(p), cell_(f.dx_m + f.dy_m), best_(descend(foot(p.x, p.y))) {}

  const Foot& nearest() {
    const double reach = std::sqrt(best_.far2);
    if (!(reach < far_away * cell_ * (f_.nx + f_.ny))) return best_;  // stages of steps that will not stand
    const FieldWindow window{p_.x - reach, p_.x + reach, p_.y - reach, p_.y + reach};
    const auto cell = [](double a, double spacing, int n) { return static_cast<int>(std::floor(std::clamp(a / spacing, -1.0, n - 1.0))); };
    const int first_column = cell(window.from_x, f_.dx_m, f_.nx), last_column = cell(window.to_x, f_.dx_m, f_.nx);
    const int first_row = cell(window.from_y, f_.dy_m, f_.ny), last_row = cell(window.to_y, f_.dy_m, f_.ny);
    const bool inside = first_column >= 0 && first_row >= 0 && last_column < f_.nx - 1 && last_row < f_.ny - 1;
    if (inside && one_minimum(first_row, last_row, first_column, last_column)) return best_;
    for (int row = first_row; row <= last_row; ++row)
      for (int column = first_column; column <= last_column; ++column)
        if (may_hold_nearer(row, column)) divide(patch_of(f_, row, column, window));
    return best_;
  }

 private:
  static constexpr double far_away = 1e3;       // fields
  static constexpr double smallest = 1.0 / 64;  // of a cell
  static constexpr int most_parts = 4000;       // where all of a hollow is as near as its centre of curvature; else some tens

  Foot foot(double x, double y) const {
    Foot o{x, y, height_at(f_, x, y), 0};
    o.far2 = squared(x - p_.x) + squared(y - p_.y) + squared(o.at.h - p_.z);
    return o;
  }
  // 1/2 dD/d(x, y)
  Step slope(const Foot& o) const {
    const double above = p_.z - o.at.h;
    return {o.x - p_.x - above * o.at.hx, o.y - p_.y - above * o.at.hy};
  }
  // Newton's step, by (1), or without the bend where that leads up.
  Step newton(const Foot& o) const {
    const HeightAt& a = o.at;
    const Step r = slope(o);
    const auto solve = [&](double above) -> Step {
      const double xx = 1 + a.hx * a.hx - above * a.hxx, yy = 1 + a.hy * a.hy - above * a.hyy, xy = a.hx * a.hy - above * a.hxy,
                   det = xx * yy - xy * xy;
      if (!(det > 0) || !(xx > 0)) return {HUGE_VAL, HUGE_VAL};
      return {(yy * r.x - xy * r.y) / det, (xx * r.y - xy * r.x) / det};
    };
    const Step s = solve(p_.z - a.h);
    return s.size() < HUGE_VAL ? s : solve(0);
  }
  // Down to a minimum.
  Foot descend(Foot o) const {
    double was = HUGE_VAL;
    for (int i = 0; i < 60; ++i) {
      const Step s = newton(o);
      const double size = s.size();
      Foot next = foot(o.x - s.x, o.y - s.y);
      if (size > 1e-6 * cell_) {
        double share = 1;
        for (; !(next.far2 < o.far2) && share > 1e-6; next = foot(o.x - share * s.x, o.y - share * s.y)) share /= 4;
        if (!(next.far2 < o.far2)) return o;
      } else if (size >= 0.5 * was) {
        return o;  // as close as rounding lets it
      } else {
        was = size;
      }
      o = next;
      if (size < 1e-9 * cell_) return o;  // the next would be its square
    }
    return o;
  }
  void take(const Foot& o) {
    if (!(o.far2 < best_.far2)) return;
    const Foot lowest = descend(o);
    best_ = lowest.far2 < o.far2 ? lowest : o;
  }
  // What counts as nearer.
  double limit() const { return best_.far2 * (1 - 1e-11) - 1e-14 * cell_ * std::sqrt(best_.far2); }

  bool one_minimum(int first_row, int last_row, int first_column, int last_column) const {
    if ((last_row - first_row + 1) * (last_column - first_column + 1) > 16) return false;
    CellBounds all = f_.bounds(first_row, first_column);
    for (int row = first_row; row <= last_row; ++row) {
      for (int column = first_column; column <= last_column; ++column) {
        const CellBounds& c = f_.bounds(row, column);
        all = {std::min(all.lowest_m, c.lowest_m), std::max(all.highest_m, c.highest_m), std::max(all.valley_per_m, c.valley_per_m),
               std::max(all.hill_per_m, c.hill_per_m)};
      }
    }
    return (p_.z - all.lowest_m) * all.valley_per_m < 1 && (all.highest_m - p_.z) * all.hill_per_m < 1;
  }

  bool may_hold_nearer(int row, int column) const {
    if (row < 0 || column < 0 || row >= f_.ny - 1 || column >= f_.nx - 1) return true;
    const CellBounds& c = f_.bounds(row, column);
    return squared(outside(p_.x, f_.dx_m * column, f_.dx_m * (column + 1))) + squared(outside(p_.y, f_.dy_m * row, f_.dy_m * (row + 1))) +
               squared(outside(p_.z, c.lowest_m, c.highest_m)) <
           limit();
  }

  // No point of the patch is nearer: none of its box, or of the half-space that holds its control points, behind a plane across the way to its middle or along the patch.
  double at_least2(const FieldPatch& b, const Extent& h) const {
    const double box = squared(outside(p_.x, b.x[0], b.x[1])) + squared(outside(p_.y, b.y[0], b.y[1])) + squared(outside(p_.z, h.low, h.high));
    const double wx = b.x[1] - b.x[0], wy = b.y[1] - b.y[0];
    const auto behind = [&](const Vec3d& n) {
      double least = HUGE_VAL, most = -HUGE_VAL;
      for (int i = 0; i < 4; ++i) {
        for (int j = 0; j < 4; ++j) {
          const double along = dot(n, p_ - Vec3d{b.x[0] + wx * j / 3, b.y[0] + wy * i / 3, b.z[i][j]});
          least = std::min(least, along), most = std::max(most, along);
        }
      }
      return squared(std::max({least, -most, 0.0})) / dot(n, n);
    };
    const Vec3d normal{-(b.z[0][3] + b.z[3][3] - b.z[0][0] - b.z[3][0]) / (2 * wx), -(b.z[3][0] + b.z[3][3] - b.z[0][0] - b.z[0][3]) / (2 * wy), 1};
    return std::max({box, behind(normal), behind(p_ - b.middle())});
  }

  // (1) is positive all over the patch.
  bool convex(const FieldPatch& b, const Extent& h) const {
    const Extent above = Extent{p_.z, p_.z} - h;
    const FieldPatch::Bends bend = b.bends();
    const double xx = 1 - (above * bend.hxx).high, yy = 1 - (above * bend.hyy).high;
    const auto positive = [](double a, double d, const Extent& off) { return a > 0 && d > 0 && a * d > squared(std::max(off.high, -off.low)); };
    const Extent xy = above * bend.hxy;
    if (positive(xx, yy, xy)) return true;
    const FieldPatch::Slopes s = b.slopes();
    const auto least2 = [](const Extent& a) { return squared(outside(0, a.low, a.high)); };
    return positive(xx + least2(s.hx), yy + least2(s.hy), s.hx * s.hy - xy);
  }

  // Where D is convex it lies above its tangent planes: looks for a place whose plane says most.
  double at_least2_convex(const FieldPatch& b) {
    Foot o = foot(std::clamp(best_.x, b.x[0], b.x[1]), std::clamp(best_.y, b.y[0], b.y[1]));
    double most = 0;
    for (int i = 0; i < 4; ++i) {
      const Step r = slope(o);
      const double down = std::min(r.x * (b.x[0] - o.x), r.x * (b.x[1] - o.x)) + std::min(r.y * (b.y[0] - o.y), r.y * (b.y[1] - o.y));
      most = std::max(most, o.far2 + 2 * down);
      take(o);
      if (most >= limit()) return most;
      const Step s = newton(o);
      o = foot(std::clamp(o.x - s.x, b.x[0], b.x[1]), std::clamp(o.y - s.y, b.y[0], b.y[1]));
    }
    return most;
  }

  void divide(const FieldPatch& b) {
    if (++parts_ > most_parts) return;
    const Extent h = b.heights();
    if (at_least2(b, h) >= limit()) return;
    if (convex(b, h)) {
      if (at_least2_convex(b) >= limit()) return;
    } else {
      take(foot((b.x[0] + b.x[1]) / 2, (b.y[0] + b.y[1]) / 2));
    }
    if (std::max(b.x[1] - b.x[0], b.y[1] - b.y[0]) < smallest * std::min(f_.dx_m, f_.dy_m)) return;
    const std::array<FieldPatch, 2> half = b.halves();
    const auto far2 = [&](const FieldPatch& a) { return dot(p_ - a.middle(), p_ - a.middle()); };
    const std::size_t nearer = far2(half[0]) < far2(half[1]) ? 0 : 1;
    divide(half[nearer]);
    divide(half[1 - nearer]);
  }

  const HeightField& f_;
  const Vec3d p_;
  double cell_;
  Foot best_;
  int parts_ = 0;
};

}  // namespace

NearestPoint nearest_point(const HeightField& f, const Vec3d& p, double reach) {
  const bool inside = p.x >= 0 && p.y >= 0 && p.x <= f.dx_m * (f.nx - 1) && p.y <= f.dy_m * (f.ny - 1);
  if (inside && p.z - f.highest_m > reach + std::max(f.dx_m, f.dy_m)) return {p.z - f.highest_m, {0, 0, 1}};  // the broad phase
  Search search(f, p);
  const Foot& s = search.nearest();
  const Vec3d up{-s.at.hx, -s.at.hy, 1}, n = up * (1 / norm(up));
  return {dot(n, Vec3d{p.x - s.x, p.y - s.y, p.z - s.at.h}), n};
}

}  // namespace zanjir
