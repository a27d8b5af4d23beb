#include "zanjir/language/series_functions.hpp"

#include <algorithm>
#include <cmath>

namespace zanjir {
namespace {

ReducedSeries interpolated(std::span<const double> x, std::span<const double> y, double at) {
  if (!(at >= x.front() && at <= x.back())) return {0, "the series does not reach that instant"};
  const auto above = std::upper_bound(x.begin(), x.end(), at);
  if (above == x.end()) return {y.back(), ""};
  const auto i = static_cast<std::size_t>(above - x.begin());
  if (x[i - 1] == at) return {y[i - 1], ""};
  return {y[i - 1] + (y[i] - y[i - 1]) * ((at - x[i - 1]) / (x[i] - x[i - 1])), ""};
}

double total(std::span<const double> y) {
  double sum = 0, lost = 0;  // compensated: a claim may rest on a sum over a million samples
  for (const double value : y) {
    const double term = value - lost, next = sum + term;
    lost = (next - sum) - term;
    sum = next;
  }
  return sum;
}

}  // namespace

const SeriesFunction* find_series_function(std::string_view name) {
  const auto it = std::find_if(std::begin(series_functions), std::end(series_functions), [&](const SeriesFunction& f) { return f.name == name; });
  return it == std::end(series_functions) ? nullptr : it;
}

ReducedSeries reduce(SeriesOp op, std::span<const double> x, std::span<const double> y, double argument) {
  const auto n = static_cast<double>(y.size());
  if (y.empty()) return op == SeriesOp::count ? ReducedSeries{0, ""} : ReducedSeries{0, "there are no samples"};
  if (std::any_of(y.begin(), y.end(), [](double value) { return std::isnan(value); })) return {0, "a sample is not a number"};
  const auto lowest = std::min_element(y.begin(), y.end()), highest = std::max_element(y.begin(), y.end());
  switch (op) {
    case SeriesOp::count: return {n, ""};
    case SeriesOp::sum: return {total(y), ""};
    case SeriesOp::first: return {y.front(), ""};
    case SeriesOp::last: return {y.back(), ""};
    case SeriesOp::min: return {*lowest, ""};
    case SeriesOp::max: return {*highest, ""};
    case SeriesOp::argmin: return {x[static_cast<std::size_t>(lowest - y.begin())], ""};
    case SeriesOp::argmax: return {x[static_cast<std::size_t>(highest - y.begin())], ""};
    case SeriesOp::span: return {*highest - *lowest, ""};
    case SeriesOp::mean: return {total(y) / n, ""};
    case SeriesOp::rms: {
      const double largest = std::max(std::abs(*lowest), std::abs(*highest));  // scaled: squares may leave the range of double
      if (largest == 0 || std::isinf(largest)) return {largest, ""};
      double sum = 0;
      for (const double value : y) sum += (value / largest) * (value / largest);
      return {largest * std::sqrt(sum / n), ""};
    }
    case SeriesOp::integral: {
      double sum = 0;
      for (std::size_t i = 1; i < y.size(); ++i) sum += (x[i] - x[i - 1]) * 0.5 * (y[i] + y[i - 1]);
      return {sum, ""};
    }
    case SeriesOp::at: return interpolated(x, y, argument);
    case SeriesOp::farthest:
      if (std::isnan(argument)) return {0, "the value to compare with is not a number"};
      return {std::abs(*lowest - argument) > std::abs(*highest - argument) ? *lowest : *highest, ""};
    default: return {0, "no such function"};
  }
}

}  // namespace zanjir
