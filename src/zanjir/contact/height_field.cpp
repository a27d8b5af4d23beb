#include "zanjir/contact/height_field.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "zanjir/contact/field_patch.hpp"
#include "zanjir/describe/contact_laws.hpp"

namespace zanjir {
namespace {

// Weights of four neighbours at -1, 0, 1, 2 for the place t in [0, 1], with derivatives by t [Keys1981], a = -1/2.
struct CubicWeights {
  double w[4], w1[4], w2[4];
};
CubicWeights cubic_weights(double t) {
  return {{0.5 * t * (-1 + t * (2 - t)), 1 + t * t * (-2.5 + 1.5 * t), 0.5 * t * (1 + t * (4 - 3 * t)), 0.5 * t * t * (t - 1)},
          {-0.5 + t * (2 - 1.5 * t), t * (-5 + 4.5 * t), 0.5 + t * (4 - 4.5 * t), t * (1.5 * t - 1)},
          {2 - 3 * t, -5 + 9 * t, 4 - 9 * t, 3 * t - 1}};
}

// What goes on from three heights a (outermost), b, c: the parabola; from two: the line.
double beyond(double a, double b, const double* c) { return c ? 3 * a - 3 * b + *c : 2 * a - b; }

// The two principal curvatures, positive in a hollow [DoCarmo1976] section 3.3.
struct Curvatures {
  double larger = 0, smaller = 0;
};
Curvatures curvatures(const HeightAt& a) {
  const double g = 1 + a.hx * a.hx + a.hy * a.hy;
  const double mean = ((1 + a.hy * a.hy) * a.hxx - 2 * a.hx * a.hy * a.hxy + (1 + a.hx * a.hx) * a.hyy) / (2 * g * std::sqrt(g));
  const double gauss = (a.hxx * a.hyy - a.hxy * a.hxy) / (g * g);
  const double apart = std::sqrt(std::max(0.0, mean * mean - gauss));
  return {mean + apart, mean - apart};
}

}  // namespace

HeightField make_height_field(const HeightsDescription& d) {
  HeightField f;
  f.ny = static_cast<int>(d.rows_m.size());
  f.nx = static_cast<int>(d.rows_m.front().size());
  f.dx_m = d.spacing_m;
  f.dy_m = d.spacing_across_m;
  const int width = f.nx + 2;
  f.padded.assign(static_cast<std::size_t>(width * (f.ny + 2)), 0.0);
  const auto at = [&](int row, int column) -> double& { return f.padded[static_cast<std::size_t>((row + 1) * width + column + 1)]; };
  for (int r = 0; r < f.ny; ++r)
    for (int c = 0; c < f.nx; ++c) at(r, c) = d.rows_m[static_cast<std::size_t>(r)][static_cast<std::size_t>(c)];
  for (int r = 0; r < f.ny; ++r) {
    at(r, -1) = beyond(at(r, 0), at(r, 1), f.nx > 2 ? &at(r, 2) : nullptr);
    at(r, f.nx) = beyond(at(r, f.nx - 1), at(r, f.nx - 2), f.nx > 2 ? &at(r, f.nx - 3) : nullptr);
  }
  for (int c = -1; c <= f.nx; ++c) {
    at(-1, c) = beyond(at(0, c), at(1, c), f.ny > 2 ? &at(2, c) : nullptr);
    at(f.ny, c) = beyond(at(f.ny - 1, c), at(f.ny - 2, c), f.ny > 2 ? &at(f.ny - 3, c) : nullptr);
  }
  // Between its heights the surface overshoots a little: looked at on a finer grid.
  f.highest_m = f.lowest_m = at(0, 0);
  constexpr int fine = 4;
  for (int i = 0; i <= fine * (f.ny - 1); ++i) {
    for (int j = 0; j <= fine * (f.nx - 1); ++j) {
      const HeightAt a = height_at(f, f.dx_m * j / fine, f.dy_m * i / fine);
      f.highest_m = std::max(f.highest_m, a.h);
      f.lowest_m = std::min(f.lowest_m, a.h);
      const Curvatures bent = curvatures(a);
      f.tightest_valley_per_m = std::max(f.tightest_valley_per_m, bent.larger);
      f.tightest_hill_per_m = std::max(f.tightest_hill_per_m, -bent.smaller);
    }
  }
  for (int row = 0; row < f.ny - 1; ++row) {
    for (int column = 0; column < f.nx - 1; ++column) {
      const FieldPatch patch = patch_of(f, row, column, {});
      const Extent h = patch.heights();
      const FieldPatch::Bends bend = patch.bends();
      const double twist = std::max(bend.hxy.high, -bend.hxy.low);
      f.cells.push_back(
          {h.low, h.high, std::max({bend.hxx.high, bend.hyy.high, 0.0}) + twist, std::max({-bend.hxx.low, -bend.hyy.low, 0.0}) + twist});
    }
  }
  return f;
}

HeightAt height_at(const HeightField& f, double x, double y) {
  const double u_free = x / f.dx_m, v_free = y / f.dy_m;
  if (std::isnan(u_free + v_free)) {  // a stage of a step that will not stand: no place, so no cell either
    constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
    return {unknown, unknown, unknown, unknown, unknown, unknown};
  }
  const double u = std::clamp(u_free, 0.0, static_cast<double>(f.nx - 1)), v = std::clamp(v_free, 0.0, static_cast<double>(f.ny - 1));
  const int column = std::min(static_cast<int>(u), f.nx - 2), row = std::min(static_cast<int>(v), f.ny - 2);
  const CubicWeights a = cubic_weights(u - column), b = cubic_weights(v - row);
  HeightAt at;
  double hxxy = 0, hxyy = 0;
  for (int i = 0; i < 4; ++i) {
    double s = 0, s1 = 0, s2 = 0;
    for (int j = 0; j < 4; ++j) {
      const double h = f.height(row - 1 + i, column - 1 + j);
      s += a.w[j] * h, s1 += a.w1[j] * h, s2 += a.w2[j] * h;
    }
    at.h += b.w[i] * s, at.hx += b.w[i] * s1, at.hxx += b.w[i] * s2;
    at.hy += b.w1[i] * s, at.hxy += b.w1[i] * s1, at.hyy += b.w2[i] * s;
    hxxy += b.w1[i] * s2, hxyy += b.w2[i] * s1;
  }
  at.hx /= f.dx_m, at.hy /= f.dy_m, at.hxx /= f.dx_m * f.dx_m, at.hxy /= f.dx_m * f.dy_m, at.hyy /= f.dy_m * f.dy_m;
  // Beyond an edge: straight on, h + hx out_x + hy out_y + hxy out_x out_y of the nearest place on it, whose slope is continuous across the edge, at corners too.
  const double out_x = (u_free - u) * f.dx_m, out_y = (v_free - v) * f.dy_m;
  if (out_x == 0 && out_y == 0) return at;
  HeightAt straight = at;
  straight.h += at.hx * out_x + at.hy * out_y + at.hxy * out_x * out_y;
  straight.hx += at.hxy * out_y;
  straight.hy += at.hxy * out_x;
  straight.hxx = out_x != 0 ? 0 : at.hxx + hxxy / (f.dx_m * f.dx_m * f.dy_m) * out_y;
  straight.hyy = out_y != 0 ? 0 : at.hyy + hxyy / (f.dx_m * f.dy_m * f.dy_m) * out_x;
  return straight;
}

}  // namespace zanjir
