#include "zanjir/sweep/sensitivity.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "zanjir/core/random.hpp"
#include "zanjir/sweep/sobol_points.hpp"

namespace zanjir {
namespace {

// Of one result at A, B, and A with one coordinate of B, over base points.
struct SaltelliRows {
  std::vector<double> a, b;
  std::vector<std::vector<double>> ab;  // per parameter
};

// The estimators (b) and (f) of Table 2 of [Saltelli2010], over the base points named by `rows`; the mean is taken out first, which (b) is sensitive to.
void estimate(const SaltelliRows& y, std::span<const std::size_t> rows, std::vector<double>& first, std::vector<double>& total) {
  const auto m = static_cast<double>(rows.size());
  double mean = 0, square = 0;
  for (const std::size_t r : rows) mean += y.a[r] + y.b[r];
  mean /= 2 * m;
  for (const std::size_t r : rows) square += (y.a[r] - mean) * (y.a[r] - mean) + (y.b[r] - mean) * (y.b[r] - mean);
  const double variance = square / (2 * m);
  for (std::size_t i = 0; i < y.ab.size(); ++i) {
    double alone = 0, together = 0;
    for (const std::size_t r : rows) {
      alone += (y.b[r] - mean) * (y.ab[i][r] - y.a[r]);
      together += (y.a[r] - y.ab[i][r]) * (y.a[r] - y.ab[i][r]);
    }
    first[i] = alone / m / variance;
    total[i] = together / (2 * m) / variance;
  }
}

// The share `at` of sorted numbers, on the straight line between neighbours.
double share_of(const std::vector<double>& sorted, double share) {
  const double place = share * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (place - static_cast<double>(below)) * (sorted[above] - sorted[below]);
}

}  // namespace

std::vector<std::vector<double>> morris_points(std::size_t n, std::size_t count, std::uint64_t seed) {
  Random random(seed);
  std::vector<std::vector<double>> points;
  points.reserve(count * (n + 1));
  std::vector<std::size_t> order(n);
  for (std::size_t t = 0; t < count; ++t) {
    std::vector<int> level(
        n);  // 0 to 3, and steps of two: every level is met equally often [Morris1991]. Whole numbers, so that a place met again is the same to the last bit
    for (int& l : level) l = random.integer(0, 3);
    const auto add_point = [&] {
      std::vector<double>& x = points.emplace_back(n);
      std::transform(level.begin(), level.end(), x.begin(), [](int l) { return l / 3.0; });
    };
    std::iota(order.begin(), order.end(), 0u);
    for (std::size_t i = n; i > 1; --i) std::swap(order[i - 1], order[static_cast<std::size_t>(random.integer(0, static_cast<int>(i) - 1))]);
    add_point();
    for (const std::size_t i : order) {
      level[i] += level[i] < 2 ? 2 : -2;
      add_point();
    }
  }
  return points;
}

std::vector<std::vector<double>> saltelli_points(std::size_t n, std::size_t count, std::uint64_t seed) {
  const SobolPoints sobol(2 * n, seed);
  std::vector<std::vector<double>> points;
  points.reserve(count * (n + 2));
  for (std::size_t r = 0; r < count; ++r) {
    const std::vector<double> both = sobol.point(static_cast<std::uint32_t>(r));
    const auto half = both.begin() + static_cast<std::ptrdiff_t>(n);
    points.emplace_back(both.begin(), half);
    points.emplace_back(half, both.end());
    for (std::size_t i = 0; i < n; ++i) {
      points.emplace_back(both.begin(), half);
      points.back()[i] = both[n + i];
    }
  }
  return points;
}

std::vector<ElementaryEffects> elementary_effects(const std::vector<std::vector<double>>& points, std::span<const double> y, std::size_t n) {
  std::vector<std::vector<double>> effects(n);
  for (std::size_t p = 0; p + 1 < points.size(); ++p) {
    if (p % (n + 1) == n) continue;  // to the next trajectory
    for (std::size_t i = 0; i < n; ++i) {
      const double step = points[p + 1][i] - points[p][i], effect = (y[p + 1] - y[p]) / step;
      if (step != 0 && std::isfinite(effect)) effects[i].push_back(effect);
    }
  }
  std::vector<ElementaryEffects> out(n);
  for (std::size_t i = 0; i < n; ++i) {
    const auto m = static_cast<double>(effects[i].size());
    double square = 0;
    for (const double e : effects[i]) out[i].mean += e / m, out[i].mean_size += std::abs(e) / m;
    for (const double e : effects[i]) square += (e - out[i].mean) * (e - out[i].mean);
    if (m < 2) out[i] = {std::nan(""), std::nan(""), std::nan("")};
    else out[i].deviation = std::sqrt(square / (m - 1));
  }
  return out;
}

std::vector<VarianceShare> variance_shares(std::span<const double> y, std::size_t n, const Resampling& how) {
  SaltelliRows rows;
  rows.ab.resize(n);
  for (std::size_t begin = 0; begin + n + 2 <= y.size(); begin += n + 2) {
    const auto group = y.subspan(begin, n + 2);
    if (!std::all_of(group.begin(), group.end(), [](double x) { return std::isfinite(x); })) continue;
    rows.a.push_back(group[0]);
    rows.b.push_back(group[1]);
    for (std::size_t i = 0; i < n; ++i) rows.ab[i].push_back(group[2 + i]);
  }
  const std::size_t m = rows.a.size();
  const auto varies = [](const std::vector<double>& x) {
    return !x.empty() && *std::max_element(x.begin(), x.end()) > *std::min_element(x.begin(), x.end());
  };
  if (m < 2 || !(varies(rows.a) || varies(rows.b))) return {};
  std::vector<std::size_t> chosen(m);
  std::iota(chosen.begin(), chosen.end(), 0u);
  std::vector<double> first(n), total(n);
  estimate(rows, chosen, first, total);
  std::vector<std::vector<double>> firsts(n), totals(n);
  Random random(how.seed);
  for (int draw = 0; draw < how.draws; ++draw) {
    for (std::size_t& r : chosen) r = std::min(static_cast<std::size_t>(random.unit() * static_cast<double>(m)), m - 1);
    std::vector<double> f(n), t(n);
    estimate(rows, chosen, f, t);
    for (std::size_t i = 0; i < n; ++i) {
      if (std::isfinite(f[i])) firsts[i].push_back(f[i]);  // not where one and the same point was drawn again and again
      if (std::isfinite(t[i])) totals[i].push_back(t[i]);
    }
  }
  std::vector<VarianceShare> out(n);
  const double outside = (1 - how.confidence) / 2;
  for (std::size_t i = 0; i < n; ++i) {
    out[i].first = out[i].first_low = out[i].first_high = first[i];
    out[i].total = out[i].total_low = out[i].total_high = total[i];
    std::sort(firsts[i].begin(), firsts[i].end());
    std::sort(totals[i].begin(), totals[i].end());
    if (!firsts[i].empty()) out[i].first_low = share_of(firsts[i], outside), out[i].first_high = share_of(firsts[i], 1 - outside);
    if (!totals[i].empty()) out[i].total_low = share_of(totals[i], outside), out[i].total_high = share_of(totals[i], 1 - outside);
  }
  return out;
}

std::vector<bool> pareto_front(const std::vector<std::vector<double>>& columns, const std::vector<int>& sign) {
  const std::size_t rows = columns.empty() ? 0 : columns[0].size();
  const auto value = [&](std::size_t column, std::size_t row) { return sign[column] * columns[column][row]; };
  std::vector<std::size_t> order;
  for (std::size_t r = 0; r < rows; ++r) {
    const bool whole = std::all_of(columns.begin(), columns.end(), [&](const auto& c) { return std::isfinite(c[r]); });
    if (whole) order.push_back(r);
  }
  // The best of the first column first: a row is beaten, if at all, by one of the front before it.
  std::stable_sort(order.begin(), order.end(), [&](std::size_t p, std::size_t q) {
    for (std::size_t c = 0; c < columns.size(); ++c)
      if (value(c, p) != value(c, q)) return value(c, p) > value(c, q);
    return false;
  });
  std::vector<bool> on_front(rows, false);
  std::vector<std::size_t> front;
  for (const std::size_t r : order) {
    const bool beaten = std::any_of(front.begin(), front.end(), [&](std::size_t f) {
      bool better = false;
      for (std::size_t c = 0; c < columns.size(); ++c) {
        if (value(c, f) < value(c, r)) return false;
        better = better || value(c, f) > value(c, r);
      }
      return better;
    });
    if (beaten) continue;
    on_front[r] = true;
    front.push_back(r);
  }
  return on_front;
}

}  // namespace zanjir
