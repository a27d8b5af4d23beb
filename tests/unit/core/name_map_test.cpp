#include "zanjir/core/name_map.hpp"

#include <gtest/gtest.h>

#include <set>

using namespace zanjir;

namespace {

// Eight characters go through the standard library's hash (MurmurHash64A) one word at a time: the word is mixed by two products and a shift, which can be undone,
// added to the state by an exclusive or, and the state is multiplied. A change of the highest bit alone is undone by the same change in the next word.
constexpr std::uint64_t factor = 0xc6a4a7935bd1e995;
std::uint64_t inverse() {  // of the factor, by Newton's method
  std::uint64_t x = factor;
  for (int i = 0; i < 6; ++i) x *= 2 - factor * x;
  return x;
}
std::uint64_t mixed(std::uint64_t word) {
  word *= factor;
  word ^= word >> 47;
  return word * factor;
}
std::uint64_t unmixed(std::uint64_t word) {
  word *= inverse();
  word ^= word >> 47;
  return word * inverse();
}
std::string text_of(std::uint64_t word) {
  std::string text(8, ' ');
  for (std::size_t i = 0; i < 8; ++i) text[i] = static_cast<char>(word >> 8 * i);
  return text;
}
// So many names that the standard library takes for one and the same.
std::vector<std::string> alike(std::size_t n) {
  const std::uint64_t word = 0x6161616161616161;  // aaaaaaaa
  const std::string a = text_of(word), b = text_of(unmixed(mixed(word) ^ 1ull << 63));
  std::vector<std::string> names{""};
  while (names.size() < n) {
    std::vector<std::string> longer;
    for (const std::string& name : names) longer.push_back(name + a + a), longer.push_back(name + b + b);
    names = std::move(longer);
  }
  return names;
}

}  // namespace

TEST(NameHash, TellsNamesApartThatTheStandardLibraryTakesForOne) {
  const std::vector<std::string> names = alike(1024);
  std::set<std::size_t> known_to_all, ours;
  for (const std::string& name : names) known_to_all.insert(std::hash<std::string>()(name)), ours.insert(NameHash()(name));
#if defined(__GLIBCXX__) && __SIZEOF_SIZE_T__ == 8
  EXPECT_EQ(known_to_all.size(), 1u);  // else this test tests nothing
#endif
  EXPECT_EQ(ours.size(), names.size());
}

TEST(NameHash, SeesEveryCharacter) {
  std::set<std::size_t> seen;
  std::string name(40, 'x');
  seen.insert(NameHash()(name));
  for (char& c : name) {
    c = 'y';
    seen.insert(NameHash()(name));
    c = 'x';
  }
  for (std::size_t n = 0; n < 40; ++n) seen.insert(NameHash()(std::string(n, 'x')));
  EXPECT_EQ(seen.size(), 81u);
  EXPECT_EQ(NameHash()(std::string(40, 'x')), NameHash()(std::string_view(name)));  // the same all the time the program runs
}
