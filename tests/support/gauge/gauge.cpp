// How far the bounds of tests are above what they bound. Linked into the test programs by -DZANJIR_GAUGE_BOUNDS=ON (CONTRIBUTING.md), in place of what EXPECT_LT, EXPECT_LE and EXPECT_NEAR
// of numbers call, so that nothing is compiled anew. At its end the program prints, loosest first, for every test and every such line of it
//   the largest share of the bound that was used   residual   bound   times   test   residual < bound, as written
// A share below 1/30 wants a tighter bound, or a derivation beside it.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace zanjir::test {
namespace {

class Uses {
 public:
  Uses() = default;
  Uses(const Uses&) = delete;
  Uses& operator=(const Uses&) = delete;
  void note(const std::string& text, double residual, double bound) {
    if (!(bound > 0) || !std::isfinite(residual)) return;
    const testing::TestInfo* test = testing::UnitTest::GetInstance()->current_test_info();
    Use& use = uses_[(test ? std::string(test->test_suite_name()) + "." + test->name() : "?") + "  " + text];
    const double share = std::max(residual, 0.0) / bound;
    ++use.times;
    if (share > use.share) std::tie(use.share, use.residual, use.bound) = std::tuple(share, residual, bound);
  }
  ~Uses() {
    std::vector<std::pair<std::string, Use>> sorted(uses_.begin(), uses_.end());
    std::sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) { return a.second.share < b.second.share; });
    for (const auto& [place, use] : sorted) std::printf("%9.1e %9.1e %9.1e %6ld  %s\n", use.share, use.residual, use.bound, use.times, place.c_str());
  }

 private:
  struct Use {
    double share = -1, residual = 0, bound = 0;
    long times = 0;
  };
  std::map<std::string, Use> uses_;
};
Uses& uses() {
  static Uses all;
  return all;
}

}  // namespace
}  // namespace zanjir::test

// The instances that tests call are weak symbols: these come first.
namespace testing::internal {
template <> AssertionResult CmpHelperLT<double, double>(const char* a_text, const char* b_text, const double& a, const double& b) {
  zanjir::test::uses().note(std::string(a_text) + " < " + b_text, a, b);
  return a < b ? AssertionSuccess() : CmpHelperOpFailure(a_text, b_text, a, b, "<");
}
template <> AssertionResult CmpHelperLE<double, double>(const char* a_text, const char* b_text, const double& a, const double& b) {
  zanjir::test::uses().note(std::string(a_text) + " <= " + b_text, a, b);
  return a <= b ? AssertionSuccess() : CmpHelperOpFailure(a_text, b_text, a, b, "<=");
}
}  // namespace testing::internal

// This one is in the library of GoogleTest: the linker is asked to wrap it.
extern "C" {
testing::AssertionResult __real__ZN7testing8internal20DoubleNearPredFormatEPKcS2_S2_ddd(const char*, const char*, const char*, double, double,
                                                                                        double);
testing::AssertionResult __wrap__ZN7testing8internal20DoubleNearPredFormatEPKcS2_S2_ddd(const char* a_text, const char* b_text,
                                                                                        const char* bound_text, double a, double b, double bound) {
  zanjir::test::uses().note(std::string(a_text) + " - " + b_text + " < " + bound_text, std::abs(a - b), bound);
  return __real__ZN7testing8internal20DoubleNearPredFormatEPKcS2_S2_ddd(a_text, b_text, bound_text, a, b, bound);
}
}
