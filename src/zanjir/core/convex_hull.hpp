// The convex hull of points in a plane.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace zanjir {

// Corners counter-clockwise, none on an edge. Point has x and y. Andrew's monotone chain, O(n log n).
template <class Point> std::vector<Point> convex_hull(std::vector<Point> p) {
  std::sort(p.begin(), p.end(), [](const Point& a, const Point& b) { return a.x != b.x ? a.x < b.x : a.y < b.y; });
  std::vector<Point> hull;
  for (int pass = 0; pass < 2; ++pass) {
    const std::size_t begin = hull.size();
    for (const Point& c : p) {
      while (hull.size() >= begin + 2) {
        const Point &a = hull[hull.size() - 2], &b = hull.back();
        if ((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x) > 0) break;
        hull.pop_back();
      }
      hull.push_back(c);
    }
    hull.pop_back();
    std::reverse(p.begin(), p.end());
  }
  return hull;
}

}  // namespace zanjir
