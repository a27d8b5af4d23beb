#pragma once

// How far every bound of a test is above what it bounds. Included before each test by -DZANJIR_GAUGE_BOUNDS=ON (CONTRIBUTING.md): EXPECT_LT, EXPECT_LE, EXPECT_NEAR and their ASSERT twins then note
// the largest share of their bound that was used, and the program prints at its end, loosest first:
//   share of the bound   worst residual   bound   times   file:line   residual < bound, as written
// A share below 1/30 wants a tighter bound, or a derivation beside it.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace zanjir::test::gauge {

struct Use {
  double share = -1, residual = 0, bound = 0;
  long times = 0;
  std::string text;
};
class Uses {
 public:
  void note(const char* file, int line, std::string text, double residual, double bound) {
    if (!(bound > 0) || !std::isfinite(residual)) return;
    Use& use = uses_[{file, line}];
    ++use.times;
    if (const double share = std::max(residual, 0.0) / bound; share > use.share) use = {share, residual, bound, use.times, std::move(text)};
  }
  Uses() = default;
  Uses(const Uses&) = delete;
  Uses& operator=(const Uses&) = delete;
  ~Uses() {
    std::vector<std::pair<double, std::string>> lines;
    for (const auto& [place, use] : uses_) {
      char numbers[100];
      std::snprintf(numbers, sizeof numbers, "%9.1e %9.1e %9.1e %6ld", use.share, use.residual, use.bound, use.times);
      lines.emplace_back(use.share, std::string(numbers) + "  " + place.first + ":" + std::to_string(place.second) + "  " + use.text);
    }
    std::sort(lines.begin(), lines.end());
    for (const auto& [share, line] : lines) std::printf("%s\n", line.c_str());
  }

 private:
  std::map<std::pair<std::string, int>, Use> uses_;
};
inline Uses& uses() {
  static Uses all;
  return all;
}

// Predicates that GoogleTest calls with the texts and the values of its arguments.
template <bool or_equal> struct Below {
  const char* file;
  int line;
  template <class A, class B> testing::AssertionResult operator()(const char* a_text, const char* b_text, const A& a, const B& b) const {
    if constexpr (std::is_floating_point_v<A> && std::is_floating_point_v<B>) {
      uses().note(file, line, std::string(a_text) + " < " + b_text, static_cast<double>(a), static_cast<double>(b));
    }
    if constexpr (or_equal) return testing::internal::CmpHelperLE(a_text, b_text, a, b);
    return testing::internal::CmpHelperLT(a_text, b_text, a, b);
  }
};
struct Near {
  const char* file;
  int line;
  testing::AssertionResult operator()(const char* a_text, const char* b_text, const char* bound_text, double a, double b, double bound) const {
    uses().note(file, line, std::string(a_text) + " - " + b_text + " < " + bound_text, std::abs(a - b), bound);
    return testing::internal::DoubleNearPredFormat(a_text, b_text, bound_text, a, b, bound);
  }
};

}  // namespace zanjir::test::gauge

#undef EXPECT_LT
#undef EXPECT_LE
#undef EXPECT_NEAR
#undef ASSERT_LT
#undef ASSERT_LE
#undef ASSERT_NEAR
#define EXPECT_LT(a, b) EXPECT_PRED_FORMAT2((::zanjir::test::gauge::Below<false>{__FILE__, __LINE__}), a, b)
#define EXPECT_LE(a, b) EXPECT_PRED_FORMAT2((::zanjir::test::gauge::Below<true>{__FILE__, __LINE__}), a, b)
#define EXPECT_NEAR(a, b, bound) EXPECT_PRED_FORMAT3((::zanjir::test::gauge::Near{__FILE__, __LINE__}), a, b, bound)
#define ASSERT_LT(a, b) ASSERT_PRED_FORMAT2((::zanjir::test::gauge::Below<false>{__FILE__, __LINE__}), a, b)
#define ASSERT_LE(a, b) ASSERT_PRED_FORMAT2((::zanjir::test::gauge::Below<true>{__FILE__, __LINE__}), a, b)
#define ASSERT_NEAR(a, b, bound) ASSERT_PRED_FORMAT3((::zanjir::test::gauge::Near{__FILE__, __LINE__}), a, b, bound)
