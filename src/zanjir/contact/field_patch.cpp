#include "zanjir/contact/field_patch.hpp"

namespace zanjir {
namespace {

// The control points of a cubic along one side of a cell from four heights, of which the second and the third are its ends.
struct Side {
  double from = 0, to = 0;
  int first = 0;
  double weights[4][4] = {};
};
Side side_of(int cell, int n, double spacing, double from, double to) {
  if (cell < 0) {
    Side s{from, 0, -1, {}};
    for (int i = 0; i < 4; ++i) {
      const double half = 0.5 * from / spacing * (3 - i) / 3;
      s.weights[i][0] = -half, s.weights[i][1] = 1, s.weights[i][2] = half;
    }
    return s;
  }
  const double end = spacing * (n - 1);
  if (cell >= n - 1) {
    Side s{end, to, n - 3, {}};
    for (int i = 0; i < 4; ++i) {
      const double half = 0.5 * (to - end) / spacing * i / 3;
      s.weights[i][1] = -half, s.weights[i][2] = 1, s.weights[i][3] = half;
    }
    return s;
  }
  constexpr double third = 1.0 / 6;  // of the slope at an end, half the difference of its neighbours
  return {spacing * cell, spacing * (cell + 1), cell - 1, {{0, 1, 0, 0}, {-third, 1, third, 0}, {0, third, 1, -third}, {0, 0, 1, 0}}};
}

}  // namespace

FieldPatch patch_of(const HeightField& f, int row, int column, const FieldWindow& window) {
  const Side along = side_of(column, f.nx, f.dx_m, window.from_x, window.to_x), across = side_of(row, f.ny, f.dy_m, window.from_y, window.to_y);
  FieldPatch patch{{along.from, along.to}, {across.from, across.to}, {}};
  for (int k = 0; k < 4; ++k) {
    double line[4] = {};
    for (int i = 0; i < 4; ++i)
      for (int j = 0; j < 4; ++j) line[i] += along.weights[i][j] * f.height(across.first + k, along.first + j);
    for (int i = 0; i < 4; ++i)
      for (int j = 0; j < 4; ++j) patch.z[i][j] += across.weights[i][k] * line[j];
  }
  return patch;
}

Extent FieldPatch::heights() const {
  Extent r{z[0][0], z[0][0]};
  for (const auto& row : z)
    for (const double h : row) r.take(h);
  return r;
}

FieldPatch::Slopes FieldPatch::slopes() const {
  const double by_x = 3 / (x[1] - x[0]), by_y = 3 / (y[1] - y[0]);
  Slopes s{{by_x * (z[0][1] - z[0][0]), by_x * (z[0][1] - z[0][0])}, {by_y * (z[1][0] - z[0][0]), by_y * (z[1][0] - z[0][0])}};
  for (int i = 0; i < 4; ++i) {
    for (int j = 0; j < 3; ++j) {
      s.hx.take(by_x * (z[i][j + 1] - z[i][j]));
      s.hy.take(by_y * (z[j + 1][i] - z[j][i]));
    }
  }
  return s;
}

FieldPatch::Bends FieldPatch::bends() const {
  const double by_x = 3 / (x[1] - x[0]), by_y = 3 / (y[1] - y[0]);
  const double by_xx = by_x * by_x * 2 / 3, by_yy = by_y * by_y * 2 / 3, by_xy = by_x * by_y;
  const auto xx = [&](int i, int j) { return by_xx * (z[i][j + 2] - 2 * z[i][j + 1] + z[i][j]); };
  const auto yy = [&](int i, int j) { return by_yy * (z[i + 2][j] - 2 * z[i + 1][j] + z[i][j]); };
  const auto xy = [&](int i, int j) { return by_xy * (z[i + 1][j + 1] - z[i + 1][j] - z[i][j + 1] + z[i][j]); };
  Bends b{{xx(0, 0), xx(0, 0)}, {xy(0, 0), xy(0, 0)}, {yy(0, 0), yy(0, 0)}};
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 2; ++j) b.hxx.take(xx(i, j)), b.hyy.take(yy(j, i));
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) b.hxy.take(xy(i, j));
  return b;
}

std::array<FieldPatch, 2> FieldPatch::halves() const {
  std::array<FieldPatch, 2> half{*this, *this};
  const auto halve = [](const double* from, int stride, double* low, double* high) {  // de Casteljau
    const double a = from[0], b = from[stride], c = from[2 * stride], d = from[3 * stride];
    const double ab = (a + b) / 2, bc = (b + c) / 2, cd = (c + d) / 2, abc = (ab + bc) / 2, bcd = (bc + cd) / 2, middle = (abc + bcd) / 2;
    low[0] = a, low[stride] = ab, low[2 * stride] = abc, low[3 * stride] = middle;
    high[0] = middle, high[stride] = bcd, high[2 * stride] = cd, high[3 * stride] = d;
  };
  if (x[1] - x[0] >= y[1] - y[0]) {
    half[0].x[1] = half[1].x[0] = (x[0] + x[1]) / 2;
    for (int i = 0; i < 4; ++i) halve(z[i], 1, half[0].z[i], half[1].z[i]);
  } else {
    half[0].y[1] = half[1].y[0] = (y[0] + y[1]) / 2;
    for (int j = 0; j < 4; ++j) halve(&z[0][j], 4, &half[0].z[0][j], &half[1].z[0][j]);
  }
  return half;
}

}  // namespace zanjir
