// What loops are said to cost, from the graph alone.
#include "zanjir/model/loop_cost.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "support/zoo.hpp"
#include "zanjir/loops/loop_pattern.hpp"

namespace zanjir::test {
namespace {

// n links of one metre behind each other in a plane, and loops along them.
Model chain(int n, const std::string& loops) {
  std::string text = "zanjir: 1\nname: chain\nplane: xz\ngravity: [0, 0, -9.81]\nbodies:\n";
  const auto each = [&](auto line) {
    for (int i = 0; i < n; ++i) text += line(i);
  };
  each([](int i) { return "  b" + std::to_string(i) + ": {mass: 1, inertia: {iyy: 0.1}}\n"; });
  text += "frames:\n";
  each([](int i) { return "  b" + std::to_string(i) + ": {tip: [1, 0, 0]}\n"; });
  text += "joints:\n";
  each([](int i) {
    return "  J" + std::to_string(i) + ": {type: revolute, parent: " + (i == 0 ? "ground" : "b" + std::to_string(i - 1) + ".tip") + ", child: b" +
           std::to_string(i) + ", axis: y}\n";
  });
  const Result<Description> read = read_description_text(text + loops, "chain.yaml");
  EXPECT_TRUE(read) << (read.diagnostics.empty() ? "" : read.diagnostics.front().message);
  return build(*read);
}
Model with_rods(int n) {  // a rod from the ground to every link
  std::string loops = "loops:\n";
  for (int i = 0; i < n; ++i)
    loops +=
        "  R" + std::to_string(i) + ": {type: distance, between: [ground, b" + std::to_string(i) + ".tip], length: " + std::to_string(i + 1) + "}\n";
  return chain(n, loops);
}
Model with_one_rod(int n) {
  return chain(n, "loops:\n  R: {type: distance, between: [ground, b" + std::to_string(n - 1) + ".tip], length: " + std::to_string(n) + "}\n");
}

double grows(double small, double large) { return std::log2(large / small); }  // over a doubling

TEST(LoopCost, TreesCostNothing) {
  const LoopCost cost = loop_cost(chain(50, ""));
  EXPECT_EQ(cost.bytes, 0);
  EXPECT_EQ(cost.seconds_to_solve, 0);
  EXPECT_EQ(cost.constraint, -1);
  EXPECT_FALSE(cost.is_large());
}

// Loops over each other: the square in memory, the cube in time. One loop along the same chain: linear in both once ways are long.
TEST(LoopCost, GrowsAsTheEquationsDo) {
  const LoopCost some = loop_cost(with_rods(1000)), more = loop_cost(with_rods(2000));
  EXPECT_NEAR(grows(some.bytes, more.bytes), 2, 0.05);
  EXPECT_NEAR(grows(some.seconds_to_close, more.seconds_to_close), 3, 5e-3);
  EXPECT_NEAR(grows(some.seconds_to_solve, more.seconds_to_solve), 3, 0.1);
  const LoopCost one = loop_cost(with_one_rod(1000)), twice = loop_cost(with_one_rod(2000));
  EXPECT_NEAR(grows(one.bytes, twice.bytes), 1, 2e-4);
  EXPECT_NEAR(grows(one.seconds_to_solve, twice.seconds_to_solve), 1, 5e-7);
  const Model row = zoo_model("n_four_bar", {{"N", "200"}}), longer = zoo_model("n_four_bar", {{"N", "400"}});
  EXPECT_NEAR(grows(loop_cost(row).bytes, loop_cost(longer).bytes), 1, 5e-3) << "loops beside each other";
}

TEST(LoopCost, NamesTheLongestAndSaysWhatItTakes) {
  const Model model = with_rods(3000);
  const LoopCost cost = loop_cost(model);
  EXPECT_EQ(name_of(model.constraints()[at(cost.constraint)]), "R2999");
  EXPECT_TRUE(cost.is_large());
  EXPECT_NE(cost.text().find("GB of memory"), std::string::npos);
  EXPECT_FALSE(loop_cost(with_rods(300)).is_large());
  EXPECT_FALSE(loop_cost(with_one_rod(10000)).is_large());
}

// A factor of S, its couplings and its rows, which a run has several of (loops/loop_factor): what is said for all is between one and twenty of what one holds.
TEST(LoopCost, SaysTheMemoryThatAFactorHolds) {
  for (const int n : {100, 400}) {
    const Model model = with_rods(n);
    LoopFactor factor(model);
    const Closure closure(model);
    std::vector<int> rows(at(n));
    for (int i = 0; i < n; ++i) rows[at(i)] = i;
    use_rows(model, model.constraints(), closure, rows, factor);
    const auto bytes = [](const auto& list) { return static_cast<double>(list.size()) * sizeof(list[0]); };
    const double held = bytes(factor.U) + bytes(factor.couplings) + bytes(factor.shared) + bytes(factor.Phi) + bytes(factor.Z) +
                        bytes(factor.speeds) + bytes(factor.up_place) + bytes(factor.entry);
    const double said = loop_cost(model).bytes;
    EXPECT_GT(said, held) << n;
    EXPECT_LT(said, 20 * held) << n;
  }
}

TEST(LoopCost, FewSpeedsToTheGroundAreFactoredAsAMatrix) {
  EXPECT_FALSE(has_long_ways(chain(50, "")));
  EXPECT_TRUE(has_long_ways(chain(500, "")));
  EXPECT_FALSE(has_long_ways(zoo_model("n_four_bar", {{"N", "400"}}))) << "many bodies, and short ways";
}

}  // namespace
}  // namespace zanjir::test
