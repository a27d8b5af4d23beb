// Models whose loops are springs: no rows, everything else of a cut joint, and stiffnesses per row.
#include <gtest/gtest.h>

#include "support/zoo.hpp"
#include "zanjir/describe/description.hpp"
#include "zanjir/model/build.hpp"
#include "zanjir/model/model.hpp"

namespace zanjir::test {
namespace {

Result<Model> from_text(const std::string& loops, const LoopTreatment& treatment = {}) {
  const std::string head = R"(
zanjir: 1
gravity: [0, 0, 0]
bodies:
  a: {mass: 1, inertia: {ixx: 0.1, iyy: 0.1, izz: 0.1}}
  b: {mass: 1, inertia: {ixx: 0.1, iyy: 0.1, izz: 0.1}}
joints:
  A: {type: revolute, parent: ground, child: a, axis: z}
  B: {type: prismatic, parent: ground, child: b, at: [2, 0, 0], axis: x}
loops:
)";
  Result<Description> d = read_description_text(head + loops, "m.yaml");
  if (!d) return {std::nullopt, d.diagnostics};
  return build_model(*d, treatment);
}
constexpr LoopTreatment::Kind rigid = LoopTreatment::Kind::rigid, springs = LoopTreatment::Kind::springs;

TEST(LoopSprings, LeaveTheTreeAndTheNamesAsTheyAre) {
  const Description d = read_zoo("rrr_3");
  const Model held = *build_model(d).value, sprung = *build_model(d, {springs, {1e6, 0, {}, {}}, {}}).value;
  EXPECT_EQ(held.n_closure_rows(), 6);
  EXPECT_EQ(held.n_spring_rows(), 0);
  EXPECT_EQ(sprung.n_closure_rows(), 0);
  EXPECT_EQ(sprung.n_spring_rows(), 6);
  EXPECT_EQ(sprung.row_scale().size(), 0);
  EXPECT_EQ(sprung.constraints().size(), held.constraints().size());
  EXPECT_TRUE(std::equal(sprung.speed_names().begin(), sprung.speed_names().end(), held.speed_names().begin(), held.speed_names().end()));
  EXPECT_TRUE(
      std::equal(sprung.cut_speed_names().begin(), sprung.cut_speed_names().end(), held.cut_speed_names().begin(), held.cut_speed_names().end()));
  EXPECT_TRUE((sprung.spring_stiffness().array() == 1e6).all());
}

TEST(LoopSprings, OfTheFileHoldWhenAllIsToBeRigidAndStayWhenAllIsToGive) {
  const std::string loops =
      "  C: {type: weld, between: [a, b], at: [2, 0, 0], springs: {stiffness: 5, turn_stiffness: 7, damping: 2, turn_damping: 3}}\n"
      "  D: {type: distance, between: [a, b], length: 2}\n";
  const Model described = *from_text(loops).value, held = *from_text(loops, {rigid, {}, {}}).value,
              given = *from_text(loops, {springs, {11, 0, {}, {}}, {}}).value;
  EXPECT_EQ(described.n_closure_rows(), 1);
  EXPECT_EQ(described.n_spring_rows(), 6);
  EXPECT_EQ(held.n_closure_rows(), 7);
  EXPECT_EQ(given.n_spring_rows(), 7);
  EXPECT_EQ(given.spring_stiffness()[6], 11);
  for (int i = 0; i < 6; ++i) {
    const bool turns = described.spring_turns()[static_cast<std::size_t>(i)];
    EXPECT_EQ(described.spring_stiffness()[i], turns ? 7 : 5);
    EXPECT_EQ(described.spring_damping()[i], turns ? 3 : 2);
    EXPECT_EQ(given.spring_stiffness()[i], turns ? 7 : 5);
  }
}

// Without a stiffness of its own a turn has that of a pair of springs one model length away. The row of a universal joint is a cosine; its stiffness is per angle.
TEST(LoopSprings, HaveStiffnessesPerLengthAndPerAngle) {
  const Model weld = *from_text("  C: {type: weld, between: [a, b], at: [2, 0, 0], springs: {stiffness: 5}}\n").value;
  const double l = weld.length_m();
  for (int i = 0; i < 6; ++i) EXPECT_DOUBLE_EQ(weld.spring_stiffness()[i], weld.spring_turns()[static_cast<std::size_t>(i)] ? 5 * l * l : 5);
  const Model cross =
      *from_text("  C: {type: universal, between: [a, b], at: [2, 0, 0], axes: [x, [1, 1, 0]], springs: {stiffness: 5, turn_stiffness: 3}}\n").value;
  EXPECT_NEAR(cross.spring_stiffness()[3], 3 / 0.5, 1e-14);  // cosine of 45 degrees changes by 1/sqrt(2) per radian
}

TEST(LoopSprings, CoupleCoordinates) {
  const Model gear = *from_text("  C: {type: gear, joints: [A, B], ratio: 0.1, springs: {stiffness: 5}}\n").value;
  EXPECT_EQ(gear.n_closure_rows(), 0);
  ASSERT_EQ(gear.n_spring_rows(), 1);
  EXPECT_EQ(gear.spring_stiffness()[0], 5);
  EXPECT_FALSE(gear.spring_turns()[0]);
}

TEST(LoopSprings, NeedSomethingToActAlong) {
  const Result<Model> free = from_text("  C: {type: free, between: [a, b], springs: {stiffness: 5}}\n");
  ASSERT_FALSE(free);
  EXPECT_NE(to_text(free.diagnostics).find("m.yaml:11:3: error: loops.C.springs: a free joint holds nothing"), std::string::npos)
      << to_text(free.diagnostics);
}

}  // namespace
}  // namespace zanjir::test
