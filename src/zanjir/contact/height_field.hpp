// Ground given by heights on a regular grid, smooth across its cells: between four by four heights a cubic convolution [Keys1981], which goes through all heights,
// has a continuous slope everywhere, and is exact for planes and paraboloids inside. Beyond the grid the ground goes on straight.
#pragma once

#include <vector>

#include "zanjir/spatial/spatial.hpp"

namespace zanjir {

struct HeightsDescription;

// h(x, y) with its first and second derivatives.
struct HeightAt {
  double h = 0, hx = 0, hy = 0, hxx = 0, hxy = 0, hyy = 0;
};

struct CellBounds {  // strict
  double lowest_m = 0, highest_m = 0;
  double valley_per_m = 0, hill_per_m = 0;  // of the second derivatives along any direction: at most, and at most the other way
};

struct HeightField {           // in axes of its own: x along the rows, y across them, z up
  int nx = 0, ny = 0;          // heights per row, rows
  double dx_m = 1, dy_m = 1;   // between them
  std::vector<double> padded;  // [(ny + 2) x (nx + 2)]: one more on each side, put there in a straight line (a parabola where there are three)
  double highest_m = 0, lowest_m = 0;
  double tightest_valley_per_m = 0;  // the largest curvature of hollows, of normal sections: spheres must be smaller than its inverse
  double tightest_hill_per_m = 0;    // the same of hills
  std::vector<CellBounds> cells;     // [(ny - 1) x (nx - 1)]
  const CellBounds& bounds(int row, int column) const { return cells[static_cast<std::size_t>(row * (nx - 1) + column)]; }
  double height(int row, int column) const { return padded[static_cast<std::size_t>((row + 1) * (nx + 2) + column + 1)]; }
};

// At least two rows of two heights, all finite and of one length.
HeightField make_height_field(const HeightsDescription&);

HeightAt height_at(const HeightField&, double x_m, double y_m);

}  // namespace zanjir
