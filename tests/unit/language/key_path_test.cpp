#include "zanjir/language/key_path.hpp"

#include <gtest/gtest.h>

using namespace zanjir;

TEST(KeyPath, IsPutIntoWordsFromItsSteps) {
  const KeyPath whole, joints = join_path(whole, "joints"), crank = join_path(joints, "crank"), axis = item_path(crank, "axis", 2);
  EXPECT_EQ(whole.text(), "");
  EXPECT_EQ(joints.text(), "joints");
  EXPECT_EQ(axis.text(), "joints.crank.axis[2]");
  EXPECT_EQ(item_path(axis, 0).text(), "joints.crank.axis[2][0]");
  EXPECT_EQ(join_path(axis, std::string_view("x")).text(), "joints.crank.axis[2].x");
  const std::string written = "repeat[3]";
  const KeyPath block(written);
  EXPECT_EQ(join_path(block, "bodies").text(), "repeat[3].bodies");
}

TEST(KeyPath, IsNotMadeFromWhatIsGoneAtOnce) {
  static_assert(!std::is_constructible_v<KeyPath, std::string&&>);
  static_assert(std::is_constructible_v<KeyPath, const std::string&>);
}
