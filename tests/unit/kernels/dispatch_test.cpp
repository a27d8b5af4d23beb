#include "zanjir/kernels/dispatch.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>

namespace zanjir::kernels {
namespace {

TEST(Dispatch, AlwaysHasTheBaseTable) {
  ASSERT_NE(functions_for("base", 1), nullptr);
  EXPECT_STREQ(functions_for("base", 1)->isa, "base");
  EXPECT_EQ(functions_for("base", 4), nullptr);
  EXPECT_EQ(functions_for("sse9", 1), nullptr);
}

TEST(Dispatch, NamesAndLanesOfATableAreTheOnesAskedFor) {
  for (const auto& [isa, lanes] : {std::pair{"base", 1}, {"avx2", 1}, {"avx2", 4}, {"avx512", 1}, {"avx512", 8}})
    if (const Functions* f = functions_for(isa, lanes)) {
      EXPECT_STREQ(f->isa, isa);
      EXPECT_EQ(f->lanes, lanes);
    }
}

// Also run with ZANJIR_ISA in the environment: tests/CMakeLists.txt repeats it for each value.
TEST(Dispatch, UsesWhatTheEnvironmentNamesOrTheWidestSet) {
  const char* asked = std::getenv("ZANJIR_ISA");
  const IsaChoice choice = isa_choice();
  EXPECT_STREQ(choice.used, functions().isa);
  EXPECT_EQ(functions().lanes, 1);
  const char* widest = functions_for("avx512", 1) ? "avx512" : functions_for("avx2", 1) ? "avx2" : "base";
  if (!asked || !*asked) {
    EXPECT_TRUE(choice.honoured);
    EXPECT_EQ(choice.asked, nullptr);
    EXPECT_STREQ(choice.used, widest);
  } else if (functions_for(asked, 1)) {
    EXPECT_TRUE(choice.honoured);
    EXPECT_STREQ(choice.used, asked);
  } else {
    EXPECT_FALSE(choice.honoured);
    EXPECT_STREQ(choice.asked, asked);
    EXPECT_STREQ(choice.used, widest);
  }
}

}  // namespace
}  // namespace zanjir::kernels
