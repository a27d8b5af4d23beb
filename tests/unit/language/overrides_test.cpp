#include "zanjir/language/overrides.hpp"
#include "zanjir/describe/description.hpp"

#include <gtest/gtest.h>

#include "zanjir/describe/schema_examples.hpp"

using namespace zanjir;

namespace {

std::string said(const std::string& key, const std::string& value) {
  return to_text(read_description_text(std::string(schema::examples::four_bar), "m.yaml", {{key, value}}).diagnostics);
}

std::string one(const std::string& line) { return line + "\n1 error, nothing was done\n"; }

}  // namespace

TEST(Overrides, AnUnknownKeyIsAnsweredWithTheNearest) {
  EXPECT_EQ(said("crank_lenght", "1 m"),
            one("--set crank_lenght:1:1: error: crank_lenght: nothing in the file is called 'crank_lenght'; did you mean 'crank_length'?"));
  EXPECT_EQ(said("bodies.crnk.mass", "1"),
            one("--set bodies.crnk.mass:1:1: error: bodies.crnk.mass: nothing in the file is called 'crnk'; did you mean 'crank'?"));
  EXPECT_EQ(said("bodies.crank.mas", "1"), one("--set bodies.crank.mas:1:1: error: bodies.crank.mas: unknown key 'mas'; did you mean 'mass'?"));
  EXPECT_EQ(said("gravity[3]", "1"), one("--set gravity[3]:1:1: error: gravity[3]: nothing in the file is called '3'"));
}

TEST(Overrides, ACopyIsSetInTheBlockThatMakesIt) {
  const std::string blocks = R"(zanjir: 1
gravity: [0, 0, 0]
repeat:
  - count: 2
    bodies: {"rod{i}": {mass: 1, inertia: point}}
    joints: {"P{i}": {type: prismatic, parent: ground, child: "rod{i}", axis: x}}
  - count: 2
    bodies: {"tip{i+1}_end": {mass: 1, inertia: point}}
    joints: {"Q{i}": {type: prismatic, parent: "rod{i}", child: "tip{i+1}_end", axis: y}}
)";
  const auto with = [&](const std::string& key) { return read_description_text(blocks, "m.yaml", {{key, "3"}}); };
  EXPECT_EQ(to_text(with("bodies.rod2.mass").diagnostics),
            one("--set bodies.rod2.mass:1:1: error: bodies.rod2.mass: nothing in the file is called 'bodies'; it is one of several copies; for all "
                "of them: repeat[0].bodies.rod{i}.mass"));
  EXPECT_EQ(to_text(with("bodies.tip3_end.mass").diagnostics),
            one("--set bodies.tip3_end.mass:1:1: error: bodies.tip3_end.mass: nothing in the file is called 'bodies'; it is one of several copies; "
                "for all of them: repeat[1].bodies.tip{i+1}_end.mass"));
  EXPECT_EQ(to_text(with("bodies.tip_end.mass").diagnostics), one("--set bodies.tip_end.mass:1:1: error: bodies.tip_end.mass: nothing in the file is "
                                                                  "called 'bodies'; the file has none; set it as a whole: --set "
                                                                  "'bodies={...}'"));
  const Result<Description> set = with("repeat[0].bodies.rod{i}.mass");
  ASSERT_TRUE(set) << to_text(set.diagnostics);
  EXPECT_EQ(set->bodies[1].mass_kg, 3);
}

TEST(Overrides, AWrongValueIsReportedWhereItWasWritten) {
  EXPECT_EQ(said("bodies.crank.mass", "2 + 3 mm"),
            one("--set bodies.crank.mass:1:1: error: bodies.crank.mass: wants a mass (kg), but '2 + 3 mm' is a length"));
  EXPECT_EQ(said("bodies.crank.mass", "2 +"), one("--set bodies.crank.mass:1:4: error: bodies.crank.mass: something is missing at the end"));
  EXPECT_EQ(said("crank_length", ""), one("--set crank_length:1:1: error: crank_length: a value is missing; write --set crank_length=VALUE"));
  EXPECT_EQ(said("bodies.crank", "3"),
            one("--set bodies.crank:1:1: error: bodies.crank: this is a map of several values; name one of them: bodies.crank.mass"));
}
