// Fields of heights that follow functions.
#pragma once

#include <cmath>
#include <functional>

#include "zanjir/contact/height_field.hpp"
#include "zanjir/describe/contact_laws.hpp"

namespace zanjir::test {

inline HeightField sampled(int nx, int ny, double dx, double dy, const std::function<double(double, double)>& h) {
  HeightsDescription d;
  d.spacing_m = dx;
  d.spacing_across_m = dy;
  for (int i = 0; i < ny; ++i) {
    d.rows_m.emplace_back();
    for (int j = 0; j < nx; ++j) d.rows_m.back().push_back(h(dx * j, dy * i));
  }
  return make_height_field(d);
}

inline double hills(double x, double y) { return 0.1 * std::sin(3 * x) * std::cos(2 * y) + 0.05 * x; }

}  // namespace zanjir::test
