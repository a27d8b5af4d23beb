#include "zanjir/analyse/value_tree.hpp"

#include <gtest/gtest.h>

#include "support/zoo.hpp"
#include "zanjir/analyse/evaluate.hpp"
#include "zanjir/report/evaluation_report.hpp"

using namespace zanjir;

namespace {

// Every kind of entry once.
Value sample() {
  const Names ab{"a", "b"};
  MatX M(2, 2);
  M << 1, 2, 3, 4;
  Value list = Value::list();
  list.add("first", Value().add("k", Value::number(7, "1/m"))).add("second", Value().add("k", Value::number(8, "1/m")));
  Value out;
  out.add("status", "ok").add("names", ab).add("flag", true).add("count", Value::count(3)).add("length", Value::number(0.5, "m"));
  out.add_unnamed("p", Value::vector(Vec3d{1, 2, 3}, "m")).add("v", Value::vector(ab, VecX(Eigen::Vector2d(5, 6)), Names{"rad/s", "m/s"}));
  out.add_unnamed("M", Value::named_matrix(ab, ab, M, "kg")).add_unnamed("list", std::move(list));
  out.add_as("long_name", "short", Value::count(1)).add_in_json("shown", Value::count(2)).add_in_numbers("counted", Value::count(4));
  return out;
}

}  // namespace

TEST(ValueTree, NumbersHaveTheirPathAsName) {
  std::string text;
  for_each_number(sample(), "item", [&](const std::string& name, std::string_view unit, double x) {
    text += name + " " + std::to_string(static_cast<int>(10 * x)) + " " + std::string(unit) + "\n";
  });
  EXPECT_EQ(text,
            "item.flag 10 1\nitem.count 30 1\nitem.length 5 m\nitem.x 10 m\nitem.y 20 m\nitem.z 30 m\nitem.v.a 50 rad/s\nitem.v.b 60 m/s\n"
            "item.a.a 10 kg\nitem.a.b 20 kg\nitem.b.a 30 kg\nitem.b.b 40 kg\nitem.first.k 70 1/m\nitem.second.k 80 1/m\nitem.short 10 "
            "1\nitem.counted 40 1\n");
}

TEST(ValueTree, FindsNumbersWhereverTheyAreShown) {
  const auto find = [](double wanted) { return find_number(sample(), [&](double x) { return x == wanted; }); };
  EXPECT_EQ(find(0.5), "length");
  EXPECT_EQ(find(3), "z");  // the first: b.a is 3, too
  EXPECT_EQ(find(6), "v.b");
  EXPECT_EQ(find(4), "b.b");
  EXPECT_EQ(find(8), "second.k");
  EXPECT_EQ(find(9), std::nullopt);
  EXPECT_EQ(
      find_number(Value().add_in_json("R", Value::matrix(Names{"x"}, Names{"y"}, MatX::Constant(1, 1, 2), "1")), [](double x) { return x == 2; }),
      "R.x.y");
}

TEST(ValueTree, JsonHasKeysAndPlainLists) {
  Evaluation e;
  e.items.emplace_back("item", sample());
  EXPECT_EQ(
      evaluation_json(zanjir::test::zoo_model("pendulum"), e),
      R"({"model":"pendulum","t":0.0,"item":{"status":"ok","names":["a","b"],"flag":true,"count":3,"length":0.5,"p":[1.0,2.0,3.0],"v":[5.0,6.0],)"
      R"("M":{"rows":["a","b"],"columns":["a","b"],"values":[[1.0,2.0],[3.0,4.0]]},"list":[{"k":7.0},{"k":8.0}],"long_name":1,"shown":2}})");
}
