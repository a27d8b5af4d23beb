#include "zanjir/loops/limbs.hpp"

#include <gtest/gtest.h>

#include "support/zoo.hpp"

using namespace zanjir;
using zanjir::test::zoo_model;

namespace {

// One body after the other, all limbs of each: what likely_platform counts at once.
std::optional<BodyId> platform_by_trial(const Model& model) {
  std::optional<BodyId> found;
  std::size_t most = 1;
  for (std::size_t b = 1; b < model.bodies().size() && !model.constraints().empty(); ++b) {
    const auto body = static_cast<BodyId>(static_cast<int>(b));
    if (body == limb_base(model)) continue;
    const std::size_t n = find_limbs(model, limb_base(model), body).size();
    if (n > most) most = n, found = body;
  }
  return found;
}

}  // namespace

TEST(Limbs, ThePlatformIsTheBodyWithMostOfThem) {
  for (const std::string& name : zanjir::test::loop_names()) EXPECT_EQ(likely_platform(zoo_model(name)), platform_by_trial(zoo_model(name))) << name;
}

TEST(Limbs, OfALongRowOfLoopsEachHasItsWayToTheGround) {
  const Model row = zoo_model("n_four_bar", {{"N", "6"}});
  EXPECT_EQ(likely_platform(row), platform_by_trial(row));
  // bar2 stands on the ground, and hangs on the loops before it and behind it
  const std::vector<Limb> limbs = find_limbs(row, BodyId::ground, *row.find_body("bar2"));
  ASSERT_EQ(limbs.size(), 3u);
  EXPECT_EQ(limbs[0].name, "A2");
}

TEST(Limbs, StandOnABaseThatMoves) {
  const Model still = zoo_model("stewart"), ship = zoo_model("stewart", {{"base", "{motion: {z: sin(t), turn: {axes: [x], angles: [0.2*t]}}}"}});
  EXPECT_EQ(limb_base(still), BodyId::ground);
  EXPECT_EQ(limb_base(ship), *ship.find_body("base"));
  ASSERT_TRUE(likely_platform(ship));
  EXPECT_EQ(ship.body(*likely_platform(ship)).name, "platform");
  const std::vector<Limb> there = find_limbs(still, BodyId::ground, *likely_platform(still)),
                          here = find_limbs(ship, limb_base(ship), *likely_platform(ship));
  ASSERT_EQ(here.size(), there.size());
  for (std::size_t i = 0; i < here.size(); ++i) EXPECT_EQ(here[i].name, there[i].name);
}
