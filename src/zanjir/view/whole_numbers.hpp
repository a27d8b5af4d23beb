// Numbers of a curve or a motion as whole numbers that stay small, so that they are short as text and shorter once packed: either multiples of a step, or
// single precision bit by bit, of which the differences of differences are kept as long as that makes them smaller (as FLAC does with sound).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace zanjir {

struct WholeNumbers {
  double step = 0;        // a power of two; 0 or -k: `values` times 2^k are the bits of 32-bit floats, negative ones as minus the bits of their size
  int order = 0;          // how often differences were taken; the first number stays as it is each time
  std::size_t count = 0;  // zeros at the end are left out
  std::vector<std::int64_t> values;  // below 2^53, so that every reader of JSON keeps them
};

// To the nearest multiple of `step`, a power of two; bit by bit where a number is not finite or too large for that.
WholeNumbers in_steps(std::span<const double>, double step);
WholeNumbers exactly(std::span<const float>);
// Floats rounded to `dropped` bits less: to 2^(dropped - 24) of each number, be it large or small, so that logarithmic scales lose nothing either.
WholeNumbers without_bits(std::span<const float>, int dropped);
// The same numbers to about 15 digits of the largest.
WholeNumbers to_fifteen_digits(std::span<const double>);

// What a reader does.
std::vector<double> restored(const WholeNumbers&);

// [step, order, count, values ...]
template <class Json> Json json_of(const WholeNumbers& w) {
  Json out = Json::array({w.step, w.order, w.count});
  for (const std::int64_t v : w.values) out.push_back(v);
  return out;
}

}  // namespace zanjir
