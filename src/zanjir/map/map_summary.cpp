#include "zanjir/map/map_summary.hpp"

#include <fmt/format.h>

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <optional>
#include <span>

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

// A cell is cut into simplices, each from its lowest corner to its highest along the axes in some order; f(corners), as many as axes and one more.
template <class F> void for_each_simplex(const Map& map, const MapCell& cell, F f) {
  const int n = map.n_axes();
  std::array<int, max_map_axes> order{};
  std::iota(order.begin(), order.end(), 0);
  std::array<int, max_map_axes + 1> corners{};
  do {
    corners[0] = map.corner(cell, 0);
    for (int k = 0, which = 0; k < n; ++k) corners[at(k + 1)] = map.corner(cell, which |= 1 << order[at(k)]);
    f(std::span<const int>(corners.data(), at(n + 1)));
  } while (std::next_permutation(order.begin(), order.begin() + n));
}

// How much of a cell belongs to corners that nobody has asked for.
double unknown_part(const Map& map, const MapCell& cell) {
  double n = 0;
  for (int c = 0; c < map.n_corners(); ++c) n += !map.points[at(map.corner(cell, c))].asked;
  return n / map.n_corners();
}

// A part of a cell, 0 to 1, and how far that may be off since nobody has looked more closely.
struct Part {
  double share = 0, doubt = 0;
};
// Where a limit is violated: between corners where the mechanism stands the margin goes straight. Simplices on the edge of reach count by their corners.
Part violated_part(const Map& map, const MapCell& cell, std::size_t limit) {
  Part part;
  int simplices = 0;
  std::vector<bool> holds;
  for_each_simplex(map, cell, [&](std::span<const int> corners) {
    ++simplices;
    holds.clear();
    int standing = 0, violated = 0, unknown = 0;
    for (const int c : corners) {
      unknown += !map.points[at(c)].asked;
      standing += map.points[at(c)].stands;
      holds.push_back(map.margin(c, limit) >= 0);
      violated += map.points[at(c)].stands && !holds.back();
    }
    if (violated == 0) {
      part.doubt += unknown / static_cast<double>(corners.size());
      return;
    }
    if (standing < static_cast<int>(corners.size())) {
      part.share += violated / static_cast<double>(corners.size());
      part.doubt += 0.5;
      return;
    }
    part.share += 1 - simplex_share(holds, [&](int i, int k) {
                    const double inside = map.margin(corners[at(i)], limit), t = inside / (inside - map.margin(corners[at(k)], limit));
                    return std::isfinite(t) ? t : 0.5;
                  });
  });
  return {part.share / simplices, part.doubt / simplices};
}
// Where it cannot be: up to the boundary, where that was located, or half way.
Part part_out_of_reach(const Map& map, const MapCell& cell) {
  Part part;
  int simplices = 0;
  std::vector<bool> stands;
  for_each_simplex(map, cell, [&](std::span<const int> corners) {
    ++simplices;
    stands.clear();
    double unknown = 0;
    for (const int c : corners) {
      stands.push_back(map.points[at(c)].stands);
      unknown += !map.points[at(c)].asked;
    }
    const double share = 1 - simplex_share(stands, [&](int i, int k) {
                           return map.points[at(corners[at(i)])].feasible() ? map.crossing(corners[at(i)], corners[at(k)]) : 0.5;
                         });
    part.share += share;
    part.doubt += std::max(std::min(share, 1 - share), unknown / static_cast<double>(corners.size()));
  });
  return {part.share / simplices, part.doubt / simplices};
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

// Two cells wide along every axis, with this one among them; nothing where the map is too small for that, or not whole.
std::optional<MapCell> twice_as_large(const Map& map, const MapCell& cell) {
  if (map.cancelled) return std::nullopt;
  MapCell twice{cell.at, 2 * cell.size};
  for (int k = 0; k < map.n_axes(); ++k) {
    int& from = twice.at[at(k)];
    from = std::min(from / twice.size * twice.size, map.extent(k) - twice.size);
    if (from < 0) return std::nullopt;
  }
  return twice;
}

// Cells are halved where the boundary is, which need not be where this limit begins to be violated: its share has an error of its own, what cells twice as large
// would have made of it. For a smooth limit that is about three times what is left.
MapShare share_of_limit(const Map& map, std::size_t limit, double box) {
  MapShare share;
  std::map<std::pair<LatticePlace, int>, double> larger;  // place and size
  for (const MapCell& cell : map.cells) {
    const double measure = map.cell_measure(cell);
    const Part part = violated_part(map, cell, limit);
    share.value += measure * part.share;
    share.error += measure * part.doubt;
    if (part.doubt > 0 || part.share == 0 || part.share == 1) continue;
    const std::optional<MapCell> twice = twice_as_large(map, cell);
    const Part rough = twice ? violated_part(map, *twice, limit) : Part{0, 1};
    if (rough.doubt > 0) share.error += measure * std::min(part.share, 1 - part.share);
    else larger.emplace(std::pair(twice->at, twice->size), map.cell_measure(*twice) * rough.share);
  }
  for (const auto& [place, rough] : larger) {
    double fine = 0;
    for (int c = 0; c < map.n_corners(); ++c) {
      MapCell cell{place.first, place.second / 2};
      for (int k = 0; k < map.n_axes(); ++k) cell.at[at(k)] += (c >> k & 1) * cell.size;
      fine += map.cell_measure(cell) * violated_part(map, cell, limit).share;
    }
    share.error += std::abs(fine - rough);
  }
  return {share.value / box, share.error / box};
}

void find_shares(const Map& map, MapSummary& s) {
  const std::size_t n_limits = map.question.limits.size();
  s.violated.assign(n_limits, {});
  std::vector<double> sum(map.n_values(), 0), weight(map.n_values(), 0);
  for (const MapCell& cell : map.cells) {
    const double measure = map.cell_measure(cell);
    const double share = feasible_share(map, cell, [](int) { return true; });
    int n_feasible = 0;
    for (int c = 0; c < map.n_corners(); ++c) n_feasible += map.points[at(map.corner(cell, c))].feasible();
    for (int c = 0; c < map.n_corners(); ++c) {
      const int p = map.corner(cell, c);
      for (std::size_t v = 0; map.points[at(p)].feasible() && v < map.n_values(); ++v) {
        const double x = map.number(p, v), w = measure * share / n_feasible;
        if (std::isfinite(x)) sum[v] += w * x, weight[v] += w;
      }
    }
    const Part out = part_out_of_reach(map, cell);
    s.out_of_reach.value += measure * out.share;
    s.out_of_reach.error += measure * out.doubt;
    s.box += measure;
  }
  s.out_of_reach.value /= s.box;
  s.out_of_reach.error /= s.box;
  for (std::size_t l = 0; l < n_limits; ++l) s.violated[l] = share_of_limit(map, l, s.box);
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
  double share = 0;
  int simplices = 0;
  std::vector<bool> feasible;
  for_each_simplex(map, cell, [&](std::span<const int> corners) {
    feasible.clear();
    bool counted = false;
    for (const int c : corners) {
      feasible.push_back(map.points[at(c)].feasible());
      counted = counted || (feasible.back() && counts(c));
    }
    ++simplices;
    if (counted) share += simplex_share(feasible, [&](int i, int k) { return map.crossing(corners[at(i)], corners[at(k)]); });
  });
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
    const double measure = map.cell_measure(cell), unknown = unknown_part(map, cell);
    s.error += measure * unknown;  // not of the part of home: ways from there have led as far as they lead
    if (is_cut(map, cell)) s.outer += measure;
    else if (map.points[at(map.corner(cell, 0))].feasible()) s.inner += measure, s.outer += measure;
    else if (unknown > 0) s.outer += measure;
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
    text += fmt::format("{}'{}' on {:.3g} %", text.empty() ? "" : ", ", map.question.limits[l].name.name, 100 * s.violated[l].value);
  return "no point meets all limits together: violated are " + text + " of the map" +
         (s.out_of_reach.value > 0 ? fmt::format("; {:.3g} % is out of reach", 100 * s.out_of_reach.value) : "");
}

}  // namespace zanjir
