// The wording of every diagnostic of the reader. diagnostics.txt holds the cases: a heading, a file, a line of dashes, what is said about
// it. ZANJIR_WRITE_GOLDEN=1 writes what is said now; read the difference before you commit it.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <vector>

#include "zanjir/describe/description.hpp"

using namespace zanjir;

namespace {

constexpr const char* golden_path = ZANJIR_SOURCE_DIR "/tests/unit/describe/diagnostics.txt";

struct Case {
  std::string title, file, said;
};

std::vector<Case> golden_cases() {
  std::ifstream stream(golden_path);
  std::vector<Case> cases;
  std::string* part = nullptr;
  for (std::string line; std::getline(stream, line);) {
    if (line.starts_with("### ")) {
      cases.push_back({line.substr(4), "", ""});
      part = &cases.back().file;
    } else if (line == "-----" && part) {
      part = &cases.back().said;
    } else if (part) {
      *part += line + "\n";
    }
  }
  return cases;
}

}  // namespace

TEST(Diagnostics, SayWhatTheGoldenFileSays) {
  std::vector<Case> cases = golden_cases();
  ASSERT_GT(cases.size(), 50u);
  for (Case& c : cases) {
    const Result<Description> result = read_description_text(c.file, "m.yaml");
    EXPECT_FALSE(result) << c.title;
    for (const Diagnostic& d : result.diagnostics) {
      EXPECT_GT(d.line, 0u) << c.title;
      EXPECT_GT(d.column, 0u) << c.title;
    }
    const std::string said = to_text(result.diagnostics);
    if (std::getenv("ZANJIR_WRITE_GOLDEN")) c.said = said;
    EXPECT_EQ(said, c.said) << c.title;
  }
  if (std::getenv("ZANJIR_WRITE_GOLDEN")) {
    std::ofstream out(golden_path);
    for (const Case& c : cases) out << "### " << c.title << "\n" << c.file << "-----\n" << c.said;
  }
}
