#include "zanjir/core/dotted_names.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace zanjir {
namespace {

TEST(DottedNames, AllThatANameStandsBelow) {
  std::vector<std::string> seen;
  any_above("a.bc.d", [&](std::string_view above) {
    seen.emplace_back(above);
    return false;
  });
  EXPECT_EQ(seen, (std::vector<std::string>{"a", "a.bc", "a.bc.d"}));
  EXPECT_TRUE(any_above("a.b", [](std::string_view above) { return above == "a"; }));
}

TEST(DottedNames, ANameIsAskedForByItselfOrByWhatItStandsBelow) {
  AskedNames asked;
  EXPECT_TRUE(asked.empty());
  asked.add("energy");
  asked.add("tip.x");
  EXPECT_TRUE(asked.has("energy"));
  EXPECT_TRUE(asked.has("energy.kinetic"));
  EXPECT_TRUE(asked.has("tip.x"));
  EXPECT_FALSE(asked.has("tip"));
  EXPECT_FALSE(asked.has("tip.y"));
  EXPECT_FALSE(asked.has("energy_of_springs"));  // a dot ends a name, nothing else does
}

TEST(DottedNames, NamesAndAllAboveThem) {
  NamesAndAbove names;
  names.add("arm.tip.x");
  for (const char* name : {"arm", "arm.tip", "arm.tip.x"}) EXPECT_TRUE(names.has(name)) << name;
  for (const char* name : {"ar", "arm.tip.x.y", "tip", ""}) EXPECT_FALSE(names.has(name)) << name;
}

}  // namespace
}  // namespace zanjir
