// How far the bounds of tests are above what they bound. Linked into the test programs by -DZANJIR_GAUGE_BOUNDS=ON, in place of what EXPECT_LT, EXPECT_LE and EXPECT_NEAR of numbers call,
// so that nothing is compiled anew. At its end the program prints for every test (cases of one parametrized test together) and every such line of it, between tabs,
//   gauge   the largest share of the bound that was used   residual   bound   times   file   test   residual < bound, as written
// which `make gauge` reads (tools/gauge.py).
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <map>
#include <string>
#include <tuple>

namespace zanjir::test {
namespace {

const pid_t program = getpid();  // children that tests fork say nothing

class Uses {
 public:
  Uses() = default;
  Uses(const Uses&) = delete;
  Uses& operator=(const Uses&) = delete;
  void note(const std::string& text, double residual, double bound) {
    if (!(bound > 0) || !std::isfinite(residual)) return;
    Use& use = uses_[place() + "\t" + text];
    const double share = std::max(residual, 0.0) / bound;
    ++use.times;
    if (share > use.share) std::tie(use.share, use.residual, use.bound) = std::tuple(share, residual, bound);
  }
  ~Uses() {
    if (getpid() != program) return;
    for (const auto& [place, use] : uses_)
      std::printf("gauge\t%.1e\t%.1e\t%.1e\t%ld\t%s\n", use.share, use.residual, use.bound, use.times, place.c_str());
  }

 private:
  struct Use {
    double share = -1, residual = 0, bound = 0;
    long times = 0;
  };
  // File below tests/, and the test without its parameter: Models/Rose.Moves/3 is Rose.Moves.
  static std::string place() {
    const testing::TestInfo* test = testing::UnitTest::GetInstance()->current_test_info();
    if (!test) return "?\t?";
    std::string file = test->file(), suite = test->test_suite_name(), name = test->name();
    file.erase(0, file.rfind("tests/") + 6);
    suite.erase(0, suite.find('/') + 1);
    return file + "\t" + suite + "." + name.substr(0, name.find('/'));
  }
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
  // Two numbers that happen to be equal are not equal with another compiler: some last digits count as seen.
  const double last_digits = 4 * std::numeric_limits<double>::epsilon() * std::max(std::abs(a), std::abs(b));
  zanjir::test::uses().note(std::string(a_text) + " - " + b_text + " < " + bound_text, std::max(std::abs(a - b), last_digits), bound);
  return __real__ZN7testing8internal20DoubleNearPredFormatEPKcS2_S2_ddd(a_text, b_text, bound_text, a, b, bound);
}
}
