// The wording of every diagnostic of the reader. diagnostics.txt holds the cases: a heading, a file, a line of dashes, what is said about
// it. ZANJIR_WRITE_GOLDEN=1 writes what is said now; read the difference before you commit it.
#include <gtest/gtest.h>

#include <vector>

#include "support/golden_cases.hpp"
#include "zanjir/describe/description.hpp"

using namespace zanjir;

TEST(Diagnostics, SayWhatTheGoldenFileSays) {
  test::expect_golden_diagnostics("tests/unit/describe/diagnostics.txt", 50, [](const std::string& file) {
    Result<Description> result = read_description_text(file, "m.yaml");
    EXPECT_FALSE(result) << file;
    return std::move(result.diagnostics);
  });
}
