// How much of a result is due to which parameter. Elementary effects: the difference that one step of one parameter makes, over many places [Morris1991],
// [Campolongo2007]. Indices of Sobol': shares of the variance due to a parameter alone (first) and with all that it does together with others (total), by the
// estimators of [Saltelli2010], with confidence intervals by drawing the base points again and again [Efron1979].
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace zanjir {

// -- designs, in the unit cube -----------------------------------------------------------------------------------------------------------
// `count` trajectories of n + 1 points: from a random point of a grid of 4 levels one parameter after the other is changed by 2/3, in random order.
std::vector<std::vector<double>> morris_points(std::size_t n, std::size_t count, std::uint64_t seed);
// For every one of `count` base points n + 2 points: A, B, and A with one coordinate of B, for each. A and B are halves of scrambled Sobol points.
std::vector<std::vector<double>> saltelli_points(std::size_t n, std::size_t count, std::uint64_t seed);

// -- what comes out, per parameter -------------------------------------------------------------------------------------------------------
struct ElementaryEffects {
  double mean = 0, mean_size = 0, deviation = 0;  // mu, mu*, sigma; per whole range of the parameter
};
// y: the results at morris_points, in their order; NaN: there is none, and what needs it is left out.
std::vector<ElementaryEffects> elementary_effects(const std::vector<std::vector<double>>& points, std::span<const double> y, std::size_t n);

struct VarianceShare {
  double first = 0, first_low = 0, first_high = 0;
  double total = 0, total_low = 0, total_high = 0;
};
struct Resampling {
  int draws = 1000;
  double confidence = 0.95;
  std::uint64_t seed = 1;
};
// y: the results at saltelli_points. NaN: its base point is left out. Empty: fewer than two base points are left, or the result does not vary.
std::vector<VarianceShare> variance_shares(std::span<const double> y, std::size_t n, const Resampling&);

// -- of several results at once ----------------------------------------------------------------------------------------------------------
// Rows that no other row beats: at least as good in every column and better in one. `sign`: +1 the larger the better, -1 the smaller. NaN is never among them.
std::vector<bool> pareto_front(const std::vector<std::vector<double>>& columns, const std::vector<int>& sign);

}  // namespace zanjir
