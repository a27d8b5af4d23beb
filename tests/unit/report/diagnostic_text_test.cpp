#include "zanjir/report/diagnostic_text.hpp"

#include <gtest/gtest.h>

using namespace zanjir;

namespace {

Diagnostic wrong_at(std::uint32_t line, std::uint32_t column) { return {Severity::error, "f.yaml", line, column, "key", "is wrong", ""}; }

}  // namespace

TEST(SourceExcerpt, PutsTheCaretBelowThePlace) {
  EXPECT_EQ(source_excerpt(wrong_at(2, 4), "one\nabcdef\n"), "    2 | abcdef\n      |    ^\n");
  EXPECT_EQ(source_excerpt(wrong_at(1, 0), "one\n"), "    1 | one\n");
  EXPECT_EQ(source_excerpt(wrong_at(0, 0), "one\n"), "");
  EXPECT_EQ(source_excerpt(wrong_at(7, 1), "one\n"), "");
  EXPECT_EQ(source_excerpt(wrong_at(1, 99), "one"), "    1 | one\n      |    ^\n");
}

TEST(SourceExcerpt, CountsLettersNotBytes) { EXPECT_EQ(source_excerpt(wrong_at(1, 5), "éé x"), "    1 | éé x\n      |   ^\n"); }

TEST(SourceExcerpt, CutsLongLinesAroundThePlaceAndHidesControls) {
  const std::string excerpt = source_excerpt(wrong_at(1, 501), std::string(500, 'a') + "X" + std::string(500, 'b'));
  const std::string line = excerpt.substr(0, excerpt.find('\n'));
  EXPECT_LT(line.size(), 140u);
  const std::string caret = excerpt.substr(excerpt.find('\n') + 1);
  EXPECT_EQ(line.find('X') - line.find("…") - std::string("…").size() + 1, caret.find('^') - caret.find('|') - 2);  // the dots are one letter wide
  EXPECT_EQ(source_excerpt(wrong_at(1, 1), "a\033[2J\tb").find('\033'), std::string::npos);
}
