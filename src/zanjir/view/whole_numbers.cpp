#include "zanjir/view/whole_numbers.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace zanjir {
namespace {

constexpr int most_differences = 4;
constexpr int whole_bits = 48;  // four differences then stay below 2^53

std::uint64_t letters(const std::vector<std::int64_t>& values) {  // about as many as they have bits
  std::uint64_t sum = 0;
  for (const std::int64_t v : values) sum += static_cast<std::uint64_t>(std::bit_width(static_cast<std::uint64_t>(std::abs(v))));
  return sum;
}

WholeNumbers shortest(std::vector<std::int64_t> values, double step) {
  WholeNumbers best{step, 0, values.size(), values};
  std::uint64_t least = letters(values);
  for (int order = 1; order <= most_differences && values.size() > 1; ++order) {
    for (std::size_t i = values.size() - 1; i > 0; --i) values[i] -= values[i - 1];
    if (const std::uint64_t n = letters(values); n < least) least = n, best.order = order, best.values = values;
  }
  while (!best.values.empty() && best.values.back() == 0) best.values.pop_back();
  return best;
}

}  // namespace

WholeNumbers in_steps(std::span<const double> numbers, double step) {
  std::vector<std::int64_t> values;
  values.reserve(numbers.size());
  const double most = std::ldexp(step, whole_bits);
  for (const double x : numbers) {
    if (!(std::abs(x) < most)) {  // not finite, too
      const std::vector<float> floats(numbers.begin(), numbers.end());
      return exactly(floats);
    }
    values.push_back(std::llround(x / step));
  }
  return shortest(std::move(values), step);
}

WholeNumbers exactly(std::span<const float> numbers) { return without_bits(numbers, 0); }

WholeNumbers without_bits(std::span<const float> numbers, int dropped) {
  std::vector<std::int64_t> values;
  values.reserve(numbers.size());
  for (const float x : numbers) {
    const auto bits = std::bit_cast<std::uint32_t>(x);
    const std::uint32_t half = dropped > 0 && std::isfinite(x) ? 1U << (dropped - 1) : 0;  // carried into the exponent where it must be
    const auto size = static_cast<std::int64_t>(((bits & 0x7fffffffU) + half) >> dropped);
    values.push_back(bits >> 31 ? -size : size);
  }
  return shortest(std::move(values), -dropped);
}

WholeNumbers to_fifteen_digits(std::span<const double> numbers) {
  double largest = 0;
  for (const double x : numbers)
    if (std::isfinite(x)) largest = std::max(largest, std::abs(x));
  return in_steps(numbers, std::ldexp(1.0, (largest > 0 ? std::ilogb(largest) : 0) + 2 - whole_bits));
}

std::vector<double> restored(const WholeNumbers& w) {
  std::vector<std::int64_t> values = w.values;
  values.resize(w.count);
  for (int k = 0; k < w.order; ++k)
    for (std::size_t i = 1; i < values.size(); ++i) values[i] += values[i - 1];
  std::vector<double> out;
  for (const std::int64_t v : values) {
    const auto bits = (static_cast<std::uint32_t>(std::abs(v)) << (w.step < 0 ? static_cast<int>(-w.step) : 0)) | (v < 0 ? 0x80000000U : 0U);
    out.push_back(w.step > 0 ? static_cast<double>(v) * w.step : static_cast<double>(std::bit_cast<float>(bits)));
  }
  return out;
}

}  // namespace zanjir
