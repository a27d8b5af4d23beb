#include "zanjir/sweep/kept_units.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

#include "support/own_folder.hpp"

using namespace zanjir;

namespace {

std::string contents(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

TEST(KeptUnits, ReadBackToTheLastBit) {
  const test::OwnFolder folder;
  const std::filesystem::path file = folder / "s.units";
  {
    KeptUnits kept("hash");
    ASSERT_EQ(kept.open(file), "");
    EXPECT_EQ(kept.add("a", {UnitStatus::done, "", {0.1 + 0.2, -0.0, 1e-310, std::nan(""), -HUGE_VAL}, 0.5, "run: near a\nsingularity"}), "");
    EXPECT_EQ(kept.add("b", {UnitStatus::failed, "it \"fell\"\nover", {}, 1}), "");
  }
  KeptUnits kept("hash");
  kept.read(file);
  const UnitAnswer* a = kept.find("a");
  ASSERT_TRUE(a);
  ASSERT_EQ(a->values.size(), 5u);
  EXPECT_EQ(a->values[0], 0.1 + 0.2);
  EXPECT_TRUE(std::signbit(a->values[1]));
  EXPECT_EQ(a->values[2], 1e-310);
  EXPECT_TRUE(std::isnan(a->values[3]));
  EXPECT_EQ(a->values[4], -HUGE_VAL);
  EXPECT_EQ(a->note, "run: near a\nsingularity");
  ASSERT_TRUE(kept.find("b"));
  EXPECT_EQ(kept.find("b")->why, "it \"fell\"\nover");
  EXPECT_EQ(kept.find("b")->note, "");
  EXPECT_EQ(kept.find("c"), nullptr);
}

// A file that a kill cut off anywhere keeps every line that was whole, and goes on behind it.
TEST(KeptUnits, CutOffAnywhereKeepWhatWasWhole) {
  const test::OwnFolder folder;
  const std::filesystem::path whole = folder / "whole.units", cut = folder / "cut.units";
  std::vector<std::size_t> ends = {0};
  {
    KeptUnits kept("hash");
    ASSERT_EQ(kept.open(whole), "");
    for (int i = 0; i < 3; ++i) {
      ASSERT_EQ(kept.add(std::to_string(i), {UnitStatus::done, "", {i + 0.5}, 0}), "");
      ends.push_back(contents(whole).size());
    }
  }
  const std::string text = contents(whole);
  for (std::size_t length = 0; length <= text.size(); ++length) {
    std::ofstream(cut, std::ios::binary | std::ios::trunc) << text.substr(0, length);
    KeptUnits kept("hash");
    kept.read(cut);
    for (int i = 0; i < 3; ++i) ASSERT_EQ(kept.find(std::to_string(i)) != nullptr, length >= ends[static_cast<std::size_t>(i) + 1]) << length;
    ASSERT_EQ(kept.open(cut), "");
    ASSERT_EQ(kept.add("new", {UnitStatus::done, "", {7}, 0}), "");
    KeptUnits again("hash");
    again.read(cut);
    ASSERT_TRUE(again.find("new")) << length;
  }
}

TEST(KeptUnits, NameOtherSweeps) {
  const test::OwnFolder folder;
  const std::filesystem::path file = folder / "s.units";
  {
    KeptUnits kept("theirs");
    ASSERT_EQ(kept.open(file), "");
    ASSERT_EQ(kept.add("a", {}), "");
  }
  KeptUnits kept("ours");
  kept.read(file);
  EXPECT_EQ(kept.find("a"), nullptr);
  EXPECT_EQ(kept.others().at("theirs"), file.string());
}

// Whoever reads a unit takes as many values as there are results.
TEST(KeptUnits, ThoseWithAnotherNumberOfValuesAreNotThere) {
  const test::OwnFolder folder;
  const std::filesystem::path file = folder / "s.units";
  {
    KeptUnits kept("hash");
    ASSERT_EQ(kept.open(file), "");
    for (const std::size_t n : {0, 1, 2, 3}) ASSERT_EQ(kept.add(std::to_string(n), {UnitStatus::done, "", std::vector<double>(n, 1.0), 0}), "");
    ASSERT_EQ(kept.add("failed", {UnitStatus::failed, "\x1b[31mred", {}, 0}), "");
    ASSERT_EQ(kept.add("\x1b[31m", {UnitStatus::done, "", {1, 1}, 0}), "");
  }
  KeptUnits kept("hash", 2);
  kept.read(file);
  for (const std::size_t n : {0, 1, 2, 3}) EXPECT_EQ(kept.find(std::to_string(n)) != nullptr, n == 2);
  ASSERT_TRUE(kept.find("failed"));
  EXPECT_EQ(kept.find("failed")->why, "\\x1b[31mred");
  EXPECT_EQ(kept.find("\x1b[31m"), nullptr);
}

TEST(KeptUnits, GoToRegularFilesOnly) {
  const test::OwnFolder folder;
  std::filesystem::create_symlink(folder / "elsewhere", folder / "link.units");
  KeptUnits kept("hash");
  EXPECT_NE(kept.open(folder / "link.units"), "");
  EXPECT_NE(kept.open("/dev/full"), "");
}
