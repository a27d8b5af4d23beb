#include "zanjir/sweep/design.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "zanjir/core/random.hpp"
#include "zanjir/sweep/sensitivity.hpp"
#include "zanjir/sweep/sobol_points.hpp"

namespace zanjir {
namespace {

// A coordinate of the unit cube as a value of the axis.
double value_at(const SweepAxis& axis, double u) {
  if (axis.spread) {
    const bool has_ends = axis.spread->spread == Spread::uniform || axis.spread->spread == Spread::triangular;
    return quantile(*axis.spread, has_ends ? u : std::max(u, 0x1p-33));  // points of Sobol' are multiples of 2^-32, and 0 may lie at infinity
  }
  return axis.values[std::min(static_cast<std::size_t>(u * static_cast<double>(axis.values.size())), axis.values.size() - 1)];
}

std::vector<std::vector<double>> hypercube_points(std::size_t n, std::size_t count, std::uint64_t seed) {
  std::vector<std::vector<double>> points(count, std::vector<double>(n));
  std::vector<std::size_t> order(count);
  Random random(seed);
  for (std::size_t k = 0; k < n; ++k) {
    std::iota(order.begin(), order.end(), 0u);
    for (std::size_t i = count; i > 1; --i)
      std::swap(order[i - 1], order[std::min(static_cast<std::size_t>(random.unit() * static_cast<double>(i)), i - 1)]);
    for (std::size_t i = 0; i < count; ++i) points[i][k] = (static_cast<double>(order[i]) + random.unit()) / static_cast<double>(count);
  }
  return points;
}

std::vector<std::vector<double>> sample(const SweepDesign& d) {
  const std::size_t n = d.axes.size();
  if (d.sampling == Sampling::morris) return morris_points(n, d.count, d.seed);
  if (d.sampling == Sampling::saltelli) return saltelli_points(n, d.count, d.seed);
  if (d.sampling == Sampling::latin_hypercube) return hypercube_points(n, d.count, d.seed);
  std::vector<std::vector<double>> points;
  points.reserve(d.count);
  Random random(d.seed);
  const SobolPoints sobol(d.sampling == Sampling::sobol ? n : 0, d.seed);
  for (std::size_t i = 0; i < d.count; ++i) {
    if (d.sampling == Sampling::sobol) {
      points.push_back(sobol.point(static_cast<std::uint32_t>(i)));
      continue;
    }
    points.emplace_back(n);
    for (double& u : points.back()) u = random.unit();
  }
  return points;
}

}  // namespace

std::string SweepAxis::text(double value) const {
  if (!words.empty()) return words[static_cast<std::size_t>(value) - 1];
  return fmt::format("{}{}", value, unit.empty() || unit == "1" ? "" : " " + unit);
}

double n_units(const SweepDesign& d) {
  const auto n = static_cast<double>(d.axes.size()), count = static_cast<double>(d.count);
  if (d.sampling == Sampling::morris) return count * (n + 1);
  if (d.sampling == Sampling::saltelli) return count * (n + 2);
  if (d.sampling != Sampling::grid) return count;
  double product = 1;
  for (const SweepAxis& axis : d.axes) product *= static_cast<double>(axis.values.size());
  return product;
}

SweepUnits make_units(const SweepDesign& d) {
  SweepUnits units{d.axes.size(), {}, {}};
  units.values.reserve(static_cast<std::size_t>(n_units(d)) * units.n_axes);
  if (d.sampling == Sampling::grid) {
    std::vector<std::size_t> at(units.n_axes, 0);
    for (auto left = static_cast<std::size_t>(n_units(d)); left > 0; --left) {
      for (std::size_t k = 0; k < at.size(); ++k) units.values.push_back(d.axes[k].values[at[k]]);
      for (std::size_t k = at.size(); k-- > 0 && ++at[k] == d.axes[k].values.size();) at[k] = 0;
    }
    return units;
  }
  std::vector<std::vector<double>> points = sample(d);
  for (const std::vector<double>& point : points) {
    for (std::size_t k = 0; k < point.size(); ++k) units.values.push_back(value_at(d.axes[k], point[k]));
  }
  if (d.sampling == Sampling::morris) units.points = std::move(points);
  return units;
}

}  // namespace zanjir
