#include "zanjir/core/plain_text.hpp"

#include <gtest/gtest.h>

#include <set>

#include "zanjir/core/random.hpp"

namespace zanjir::test {
namespace {

TEST(PlainText, FindsWhatIsNoText) {
  EXPECT_EQ(first_odd_byte("plain, ä, 漢, 😀\n\t\r"), std::string::npos);
  for (const std::string odd : {"\xff", "\xc0\xaf", "\xe0\x80\x80", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xc3", "\x1b[2J", "\x7f", "\xc2\x9b"}) {
    EXPECT_EQ(first_odd_byte("ab" + odd + "c"), 2u) << printable(odd);
  }
  EXPECT_EQ(first_odd_byte(std::string("a\0b", 3)), 1u);
}

// "abc" that reads "cba", and a line that nobody wrote. Joiners and marks of direction are how some languages are written.
TEST(PlainText, FindsWhatTurnsTextRound) {
  for (const char* odd : {"\u202eabc", "\u202a", "\u202d", "\u2066", "\u2069", "\u2028", "\u2029"}) {
    EXPECT_EQ(first_odd_byte(std::string("ab") + odd + "c"), 2u) << printable(odd);
    EXPECT_EQ(first_odd_byte(printable(odd)), std::string::npos);
    EXPECT_EQ(printable_lines(odd), printable(odd));
    EXPECT_EQ(first_odd_byte(file_name_of(odd)), std::string::npos);
  }
  EXPECT_EQ(printable("a\u202eb"), "a\\xe2\\x80\\xaeb");
  for (const char* fine : {"می\u200cروم", "\u200e", "\u200f", "\u2027", "\u202f", "\u2065", "\u206a", "☃"}) EXPECT_EQ(printable(fine), fine);
}

TEST(PlainText, EscapesForTerminals) {
  EXPECT_EQ(printable("a\x1b[31m\nb\xc2\x9b\xff ä"), "a\\x1b[31m\\x0ab\\xc2\\x9b\\xff ä");
  EXPECT_EQ(printable_lines("a\n\tb\x07"), "a\n\tb\\x07");
}

TEST(PlainText, NamesBecomeFileNamesThatStayApartAndInPlace) {
  EXPECT_EQ(file_name_of("four_bar"), "four_bar");
  EXPECT_EQ(file_name_of("Stewart 6-3, ä"), "Stewart 6-3=2C ä");
  std::set<std::string> seen,
      names = {
          "..",   ".",    "",    "/", "a/b", "a=2Fb", "../x", ".x", "x.", " x", "-x", "javascript:x", std::string(500, 'a'), std::string(501, 'a'),
          "\xff", "\xfe", "a\nb"};
  Random random(3);
  for (int i = 0; i < 2000; ++i) {
    std::string name;
    for (int k = 0; k < 1 + i % 7; ++k) name += static_cast<char>(static_cast<int>(random.uniform(0, 256)));
    names.insert(name);
  }
  for (const std::string& name : names) {
    const std::string file = file_name_of(name);
    EXPECT_EQ(file.find_first_of("/\\:\n\"<>"), std::string::npos) << printable(file);
    EXPECT_NE(file, ".");
    EXPECT_NE(file, "..");
    EXPECT_NE(file[0], '.');
    EXPECT_NE(file[0], '-');
    EXPECT_LE(file.size(), 125u);
    EXPECT_EQ(first_odd_byte(file), std::string::npos);
    EXPECT_TRUE(seen.insert(file).second) << printable(name) << " and another are both " << file;
  }
}

TEST(PlainText, LinksAreRelative) {
  EXPECT_EQ(link_to("a b/index.html"), "./a%20b/index.html");
  EXPECT_EQ(link_to("javascript:alert(1)"), "./javascript%3Aalert%281%29");
}

}  // namespace
}  // namespace zanjir::test
