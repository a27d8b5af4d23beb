// A small random stream that gives the same numbers on every platform (the distributions of <random> do not).
// Generator: splitmix64 [Steele2014]. Good for random models and states in `verify` and tests, not for cryptography.
#pragma once

#include <cmath>
#include <cstdint>

namespace zanjir {

class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t bits() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15ULL);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
  }
  double unit() { return static_cast<double>(bits() >> 11) * 0x1.0p-53; }  // [0, 1)
  double uniform(double low, double high) { return low + (high - low) * unit(); }
  int integer(int low, int high) { return low + static_cast<int>(unit() * (high - low + 1)); }  // low..high, both included
  bool chance(double probability) { return unit() < probability; }
  double normal() {  // Box-Muller
    const double u = 1.0 - unit(), angle = 6.283185307179586 * unit();
    return std::sqrt(-2.0 * std::log(u)) * std::cos(angle);
  }

 private:
  std::uint64_t state_;
};

}  // namespace zanjir
