#include "support/golden_cases.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

#include "support/folders.hpp"

namespace zanjir::test {
namespace {

struct Case {
  std::string title, file, said;
};

std::vector<Case> golden_cases(const std::string& path) {
  std::ifstream stream(path);
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

void expect_golden_diagnostics(const std::string& path, std::size_t at_least,
                               const std::function<std::vector<Diagnostic>(const std::string& file)>& read) {
  const std::string golden = (test::source_folder() / path).string();
  const bool write = std::getenv("ZANJIR_WRITE_GOLDEN") != nullptr;
  std::vector<Case> cases = golden_cases(golden);
  ASSERT_GT(cases.size(), at_least);
  for (Case& c : cases) {
    const std::vector<Diagnostic> diagnostics = read(c.file);
    EXPECT_FALSE(diagnostics.empty()) << c.title;
    for (const Diagnostic& d : diagnostics) {
      EXPECT_GT(d.line, 0u) << c.title;
      EXPECT_GT(d.column, 0u) << c.title;
    }
    const std::string said = to_text(diagnostics);
    if (write) c.said = said;
    EXPECT_EQ(said, c.said) << c.title;
  }
  if (!write) return;
  std::ofstream out(golden);
  for (const Case& c : cases) out << "### " << c.title << "\n" << c.file << "-----\n" << c.said;
}

}  // namespace zanjir::test
