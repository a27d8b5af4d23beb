#include "zanjir/terms/state_names.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "support/requests.hpp"
#include "support/simulation.hpp"
#include "support/zoo.hpp"

namespace zanjir::test {
namespace {

int entry(const std::vector<std::string>& names, const std::string& name) {
  return static_cast<int>(std::find(names.begin(), names.end(), name) - names.begin());
}

TEST(StateNames, FollowTheTreeWithCutJointsAtTheEnd) {
  Asked stewart(zoo_model("stewart"));
  const auto& q = stewart.names.coordinates();
  ASSERT_GE(static_cast<int>(q.size()), stewart.model.nq());
  for (int i = 0; i < stewart.model.nq(); ++i) EXPECT_EQ(q[at(i)], stewart.model.coordinate_names()[at(i)]);
  for (int leg = 1; leg <= 6; ++leg) {  // six cut balls: a quaternion and three speeds each
    const std::string ball = "S" + std::to_string(leg);
    EXPECT_GE(entry(q, ball + ".qw"), stewart.model.nq());
    EXPECT_LT(entry(q, ball + ".qw"), static_cast<int>(q.size())) << ball;
    EXPECT_GE(entry(stewart.names.speeds(), ball + ".wx"), stewart.model.nv());
    EXPECT_LT(entry(stewart.names.speeds(), ball + ".wx"), static_cast<int>(stewart.names.speeds().size()));
  }
  EXPECT_EQ(static_cast<int>(q.size()), stewart.model.nq() + 6 * 4);
  EXPECT_EQ(static_cast<int>(stewart.names.speeds().size()), stewart.model.nv() + 6 * 3);
}

TEST(StateNames, KnowTheirDimensions) {
  Asked stewart(zoo_model("stewart"));
  const auto dimension_of = [&](const std::string& name) { return stewart.names.coordinate_dimension(entry(stewart.names.coordinates(), name)); };
  EXPECT_TRUE(dimension_of("pose.x") == dimension::length);
  EXPECT_TRUE(dimension_of("pose.qw") == dimension::number);
  EXPECT_TRUE(dimension_of("U1.a") == dimension::angle);
  EXPECT_TRUE(dimension_of("P1") == dimension::length);
  EXPECT_TRUE(dimension_of("S1.qx") == dimension::number);
  const auto turns = [&](const std::string& name) { return stewart.names.turns(entry(stewart.names.speeds(), name)); };
  EXPECT_TRUE(turns("pose.wx"));
  EXPECT_FALSE(turns("pose.vx"));
  EXPECT_TRUE(turns("S3.wz"));
  EXPECT_FALSE(turns("P6"));
}

// A joint that the tree walks from its child: where the opposite motion has other numbers, those the user means come after the tree's.
TEST(StateNames, SwappedJointsHaveEntriesOfTheirOwn) {
  const auto model = [](const std::string& joint) {
    return model_of(
        "zanjir: 1\nname: swapped\ngravity: [0, 0, 0]\nbodies: {puck: {mass: 1 kg, inertia: {about: com, ixx: 1, iyy: 1, izz: 1}}}\njoints: {J: {" +
        joint + ", parent: puck, child: ground}}\n");
  };
  Asked planar(model("type: planar, axes: [x, y]"));
  EXPECT_EQ(planar.names.coordinates().size(), 6u);
  EXPECT_EQ(planar.names.joints()[0].q_begin, 3);
  EXPECT_EQ(planar.names.joints()[0].v_begin, 3);
  Asked hinge(model("type: revolute, axis: z"));  // the same angle about the opposite axis
  EXPECT_EQ(hinge.names.coordinates().size(), 1u);
  EXPECT_EQ(hinge.names.joints()[0].q_begin, 0);
}

}  // namespace
}  // namespace zanjir::test
