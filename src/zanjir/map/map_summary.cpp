#include "zanjir/map/map_summary.hpp"

#include <fmt/format.h>

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

namespace zanjir {
namespace {

// The share of a simplex on the feasible side. `t(i, k)`: how far from the feasible corner i to the other corner k the boundary is.
template <class Crossing> double simplex_share(const std::vector<bool>& feasible, Crossing t) {
  const int n = static_cast<int>(feasible.size());
  std::vector<int> in, out;
  for (int i = 0; i < n; ++i) (feasible[static_cast<std::size_t>(i)] ? in : out).push_back(i);
  if (in.empty()) return 0;
  if (out.empty()) return 1;
  if (in.size() == 1) {
    double share = 1;
    for (const int o : out) share *= t(in[0], o);
    return share;
  }
  if (out.size() == 1) {
    double share = 1;
    for (const int i : in) share *= 1 - t(i, out[0]);
    return 1 - share;
  }
  // Two corners of a tetrahedron on each side: a wedge between the triangles (a, ac, ad) and (b, bc, bd), made of three tetrahedra. Barycentric
  // coordinates: a volume is a determinant.
  const auto corner = [](int i) { return Eigen::Vector4d::Unit(i); };
  const auto cut = [&](int i, int o) -> Eigen::Vector4d { return corner(i) + t(i, o) * (corner(o) - corner(i)); };
  const int a = in[0], b = in[1], c = out[0], d = out[1];
  const Eigen::Vector4d A = corner(a), B = corner(b), AC = cut(a, c), AD = cut(a, d), BC = cut(b, c), BD = cut(b, d);
  const auto volume = [](const Eigen::Vector4d& p, const Eigen::Vector4d& q, const Eigen::Vector4d& r, const Eigen::Vector4d& s) {
    Eigen::Matrix4d M;
    M << p, q, r, s;
    return std::abs(M.determinant());
  };
  return volume(A, AC, AD, BD) + volume(A, AC, BC, BD) + volume(A, B, BC, BD);
}

int root_of(std::vector<int>& parent, int i) {
  while (parent[at(i)] != i) i = parent[at(i)] = parent[at(parent[at(i)])];
  return i;
}

// Feasible points joined along edges of cells; 0 is the component of the home pose, the others follow by their first point.
int find_components(const Map& map, std::vector<int>& component) {
  std::vector<int> parent(map.points.size());
  std::iota(parent.begin(), parent.end(), 0);
  for (const MapCell& cell : map.cells) {
    for (int a = 0; a < map.n_corners(); ++a) {
      for (int k = 0; k < map.n_axes(); ++k) {
        if (a >> k & 1) continue;
        const int p = map.corner(cell, a), q = map.corner(cell, a | 1 << k);
        if (map.points[at(p)].feasible() && map.points[at(q)].feasible()) parent[at(root_of(parent, p))] = root_of(parent, q);
      }
    }
  }
  component.assign(map.points.size(), -1);
  std::map<int, int> number;
  if (map.home >= 0 && map.points[at(map.home)].feasible()) number[root_of(parent, map.home)] = 0;
  int next = 1;
  for (std::size_t i = 0; i < map.points.size(); ++i) {
    if (!map.points[i].feasible()) continue;
    const auto [it, is_new] = number.emplace(root_of(parent, static_cast<int>(i)), next);
    next += is_new;
    component[i] = it->second;
  }
  return static_cast<int>(number.size());
}

bool is_cut(const Map& map, const MapCell& cell) {
  bool some = false, none = false;
  for (int c = 0; c < map.n_corners(); ++c) (map.points[at(map.corner(cell, c))].feasible() ? some : none) = true;
  return some && none;
}

// The size of a part with an estimate of its error: on the cells that the boundary cuts it is flat, and so it was on the cells twice as large; what halving has
// changed, cell by cell and without regard to sign, is about three times what is left for a smooth boundary. Where nothing was halved or located: half of what
// the boundary cuts.
struct Size {
  double value = 0, error = 0;
};
Size size_of(const Map& map, const std::function<bool(int)>& counts) {
  Size size;
  double cut = 0;
  std::map<LatticePlace, double> change;
  for (const MapCell& cell : map.cells) {
    const double measure = map.cell_measure(cell), part = measure * feasible_share(map, cell, counts);
    size.value += part;
    if (!is_cut(map, cell)) continue;
    cut += measure;
    if (cell.size != 1 || map.question.depth == 0) continue;
    LatticePlace above{};
    for (std::size_t k = 0; k < above.size(); ++k) above[k] = cell.at[k] / 2 * 2;
    change.emplace(above, 0);
  }
  if (!map.bounded || map.question.depth == 0) return {size.value, cut / 2};
  for (auto& [at_above, changed] : change) {
    const MapCell above{at_above, 2};
    changed = -map.cell_measure(above) * feasible_share(map, above, counts);
    for (int c = 0; c < map.n_corners(); ++c) {
      MapCell cell{at_above, 1};
      for (int k = 0; k < map.n_axes(); ++k) cell.at[at(k)] += c >> k & 1;
      changed += map.cell_measure(cell) * feasible_share(map, cell, counts);
    }
    size.error += std::abs(changed);
  }
  size.error += map.question.tolerance * cut;
  return size;
}

void find_extremes(const Map& map, MapSummary& s) {
  s.best.resize(map.n_values());
  s.least.resize(map.n_values());
  for (std::size_t v = 0; v < map.n_values(); ++v) {
    for (std::size_t i = 0; i < map.points.size(); ++i) {
      const double x = map.number(static_cast<int>(i), v);
      if (!map.points[i].feasible() || !std::isfinite(x)) continue;
      if (s.best[v].point < 0 || x > s.best[v].value) s.best[v] = {static_cast<int>(i), x};
      if (s.least[v].point < 0 || x < s.least[v].value) s.least[v] = {static_cast<int>(i), x};
    }
  }
}

void find_shares(const Map& map, MapSummary& s) {
  const std::size_t n_limits = map.question.limits.size();
  s.violated.assign(n_limits, 0);
  std::vector<double> sum(map.n_values(), 0), weight(map.n_values(), 0);
  for (const MapCell& cell : map.cells) {
    const double measure = map.cell_measure(cell), each = measure / map.n_corners();
    const double share = feasible_share(map, cell, [](int) { return true; });
    int n_feasible = 0;
    for (int c = 0; c < map.n_corners(); ++c) n_feasible += map.points[at(map.corner(cell, c))].feasible();
    for (int c = 0; c < map.n_corners(); ++c) {
      const int p = map.corner(cell, c);
      if (!map.points[at(p)].stands) {
        s.out_of_reach += each;
        continue;
      }
      for (std::size_t l = 0; l < n_limits; ++l)
        if (!(map.margin(p, l) >= 0)) s.violated[l] += each;
      for (std::size_t v = 0; map.points[at(p)].feasible() && v < map.n_values(); ++v) {
        const double x = map.number(p, v), w = measure * share / n_feasible;
        if (std::isfinite(x)) sum[v] += w * x, weight[v] += w;
      }
    }
    s.box += measure;
  }
  s.out_of_reach /= s.box;
  for (double& v : s.violated) v /= s.box;
  for (std::size_t v = 0; v < sum.size(); ++v) s.mean.push_back(sum[v] / weight[v]);
  s.least_violation.assign(n_limits, -INFINITY);
  s.least_at.assign(n_limits, -1);
  for (std::size_t l = 0; l < n_limits; ++l) {
    for (std::size_t i = 0; i < map.points.size(); ++i) {
      if (!map.points[i].stands || !(map.margin(static_cast<int>(i), l) > s.least_violation[l])) continue;
      s.least_violation[l] = map.margin(static_cast<int>(i), l);
      s.least_at[l] = static_cast<int>(i);
    }
  }
}

}  // namespace

double feasible_share(const Map& map, const MapCell& cell, const std::function<bool(int)>& counts) {
  const int n = map.n_axes();
  std::vector<int> order(at(n));
  std::iota(order.begin(), order.end(), 0);
  double share = 0;
  int simplices = 0;
  do {
    std::vector<int> corners{map.corner(cell, 0)};
    for (int k = 0, which = 0; k < n; ++k) corners.push_back(map.corner(cell, which |= 1 << order[at(k)]));
    std::vector<bool> feasible;
    bool counted = false;
    for (const int c : corners) {
      feasible.push_back(map.points[at(c)].feasible());
      counted = counted || (feasible.back() && counts(c));
    }
    ++simplices;
    if (counted) share += simplex_share(feasible, [&](int i, int k) { return map.crossing(corners[at(i)], corners[at(k)]); });
  } while (std::next_permutation(order.begin(), order.end()));
  return share / simplices;
}

MapSummary summarise(const Map& map) {
  MapSummary s;
  s.components = find_components(map, s.component);
  const Size all = size_of(map, [](int) { return true; }), home = size_of(map, [&](int p) { return s.component[at(p)] == 0; });
  s.feasible = all.value;
  s.error = all.error;
  s.home = home.value;
  s.home_error = home.error;
  for (const MapCell& cell : map.cells) {
    const double measure = map.cell_measure(cell);
    if (is_cut(map, cell)) s.outer += measure;
    else if (map.points[at(map.corner(cell, 0))].feasible()) s.inner += measure, s.outer += measure;
  }
  find_extremes(map, s);
  find_shares(map, s);
  return s;
}

std::string why_empty(const Map& map, const MapSummary& s) {
  std::string text;
  const auto number = [&](double x, std::size_t limit) {
    const std::string& unit = map.numbers[map.n_values() + limit].unit;
    return fmt::format("{:.4g}{}", x, unit == "1" || unit.empty() ? "" : " " + unit);
  };
  for (std::size_t l = 0; l < map.question.limits.size(); ++l) {
    if (s.least_at[l] < 0 || s.least_violation[l] >= 0) continue;
    text += fmt::format("{}limit '{}' is violated at every point, by {} where it comes nearest", text.empty() ? "" : "; ",
                        map.question.limits[l].name.name, number(-s.least_violation[l], l));
  }
  if (!text.empty()) return text;
  for (std::size_t l = 0; l < map.question.limits.size(); ++l)
    text += fmt::format("{}'{}' on {:.3g} %", text.empty() ? "" : ", ", map.question.limits[l].name.name, 100 * s.violated[l]);
  return "no point meets all limits together: violated are " + text + " of the map" +
         (s.out_of_reach > 0 ? fmt::format("; {:.3g} % is out of reach", 100 * s.out_of_reach) : "");
}

}  // namespace zanjir
