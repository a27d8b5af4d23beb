#include "zanjir/report/json.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <cstdlib>

#include "zanjir/core/random.hpp"

namespace zanjir {
namespace {

TEST(Exact, ReadsBackToTheSameDouble) {
  Random random(3);
  for (int i = 0; i < 2000; ++i) {
    const std::uint64_t bits = random.bits();
    const auto x = std::bit_cast<double>(bits);
    if (!(x - x == 0)) continue;  // finite only
    const double y = std::strtod(exact(x).c_str(), nullptr);
    EXPECT_EQ(std::bit_cast<std::uint64_t>(x), std::bit_cast<std::uint64_t>(y)) << exact(x);
  }
  EXPECT_EQ(exact(0.1), "0.1");
}

TEST(DiagnosticsJson, SurvivesTextThatIsNotUtf8) {
  const std::string text = diagnostics_json({{Severity::warning, "f.yaml", 3, 4, "a.b", "bad byte \xff here", "say \"x\""}});
  EXPECT_NE(text.find(R"("file":"f.yaml","line":3,"column":4,"severity":"warning","key":"a.b")"), std::string::npos) << text;
  EXPECT_NE(text.find(R"("hint":"say \"x\"")"), std::string::npos);
}

}  // namespace
}  // namespace zanjir
