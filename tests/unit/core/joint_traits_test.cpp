// The table of joint types against what can be counted by hand.
#include "zanjir/core/joint_traits.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace zanjir {
namespace {

TEST(JointTraits, CountFreedoms) {
  const std::pair<JointType, int> freedoms[] = {{JointType::weld, 0},        {JointType::revolute, 1},  {JointType::prismatic, 1},
                                                {JointType::cylindrical, 2}, {JointType::universal, 2}, {JointType::spherical, 3},
                                                {JointType::planar, 3},      {JointType::free, 6}};
  ASSERT_EQ(std::size(freedoms), std::size(joint_table));
  for (const auto& [type, n] : freedoms) {
    EXPECT_EQ(nv_of(type), n) << name_of(type);
    EXPECT_EQ(nq_of(type), has_quaternion(type) ? n + 1 : n) << name_of(type);
  }
}

TEST(JointTraits, CountDirectionsOfSliding) {
  const std::pair<JointType, int> slides[] = {{JointType::weld, 0},        {JointType::revolute, 0},  {JointType::prismatic, 1},
                                              {JointType::cylindrical, 1}, {JointType::universal, 0}, {JointType::spherical, 0},
                                              {JointType::planar, 2},      {JointType::free, 3}};
  for (const auto& [type, n] : slides) EXPECT_EQ(slides_of(type), n) << name_of(type);
}

TEST(JointTraits, AreConsistentRowByRow) {
  std::set<std::string_view> names;
  for (const JointTraits& t : joint_table) {
    SCOPED_TRACE(t.name);
    EXPECT_TRUE(names.insert(t.name).second);
    EXPECT_EQ(&traits(t.type), &t);
    EXPECT_EQ(t.speeds.size() == 1, t.speeds.size() > 0 && t.speeds[0].name.empty()) << "only the part of a one-dof joint has no name";
    const auto numbers = std::count_if(t.coordinates.begin(), t.coordinates.end(), [](const JointPart& p) { return p.measure == Measure::number; });
    EXPECT_EQ(numbers, t.quaternion >= 0 ? 4 : 0);
    if (t.quaternion < 0) {
      EXPECT_TRUE(std::equal(t.coordinates.begin(), t.coordinates.end(), t.speeds.begin(), t.speeds.end(),
                             [](const JointPart& a, const JointPart& b) { return a.name == b.name && a.measure == b.measure; }))
          << "each speed is the rate of the coordinate of the same name";
    }
    EXPECT_TRUE(!t.in_plane || t.speeds.size() <= 3);
  }
}

TEST(JointTraits, SlidesAndUnits) {
  EXPECT_TRUE(slides(JointType::cylindrical, 1));
  EXPECT_FALSE(slides(JointType::cylindrical, 0));
  EXPECT_FALSE(slides(JointType::free, 2));
  EXPECT_TRUE(slides(JointType::free, 3));
  EXPECT_EQ(unit_of(Measure::angle), "rad");
  EXPECT_EQ(unit_of(Measure::length), "m");
  EXPECT_EQ(unit_of(Measure::number), "1");
  EXPECT_EQ(scalar_coordinates(JointType::free).size(), 3u);
  EXPECT_TRUE(scalar_coordinates(JointType::spherical).empty());
}

}  // namespace
}  // namespace zanjir
