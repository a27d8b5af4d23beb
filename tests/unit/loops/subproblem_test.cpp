// Every sub-problem on random features: the value that a feature was moved by is found again, the relation holds at every root, and what cannot be had
// is told by how much.
#include "zanjir/loops/subproblem.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "zanjir/core/random.hpp"

namespace zanjir {
namespace {

using FKind = Feature::Kind;
using EKind = Element::Kind;

Vec3d any_point(Random& random) { return {random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)}; }
Vec3d any_direction(Random& random) {
  const Vec3d a{random.normal(), random.normal(), random.normal()};
  return a * (1 / norm(a));
}
double modulo_turns(const Element& e, double q) { return e.kind == EKind::turn ? std::remainder(q, 2 * std::numbers::pi) : q; }

TEST(Subproblem, ReachFindsTheTurnOrSlideThatMovedAFeature) {
  Random random(1);
  for (int i = 0; i < 1000; ++i) {
    const Element turn{EKind::turn, any_direction(random), any_point(random)}, slide{EKind::slide, any_direction(random), {0, 0, 0}};
    const double q = random.uniform(-3, 3);
    for (const FKind kind : {FKind::point, FKind::direction}) {
      const Feature far{kind, any_point(random), any_direction(random)};
      const Roots roots = reach(turn, turn.motion(q) * far, far);
      ASSERT_EQ(roots.n, 1);
      EXPECT_NEAR(modulo_turns(turn, roots.q[0] - q), 0, 1e-13);
    }
    const Feature point{FKind::point, any_point(random), {0, 0, 0}};
    EXPECT_NEAR(reach(slide, slide.motion(q) * point, point).q[0], q, 1e-14);
  }
}

TEST(Subproblem, RelateFindsEveryRootAndTheirRatesDifferInSign) {
  Random random(2);
  for (int i = 0; i < 1000; ++i) {
    for (const EKind element : {EKind::turn, EKind::slide}) {
      const Element e{element, any_direction(random), any_point(random)};
      for (const auto& [a, b] :
           {std::pair{FKind::point, FKind::point}, std::pair{FKind::line, FKind::point}, std::pair{FKind::point, FKind::line},
            std::pair{FKind::plane, FKind::point}, std::pair{FKind::point, FKind::plane}, std::pair{FKind::direction, FKind::direction}}) {
        if (element == EKind::slide && a == FKind::direction) continue;
        Feature near{a, any_point(random), any_direction(random)}, far{b, any_point(random), any_direction(random)};
        if (element == EKind::turn && a == FKind::line) near.along = e.axis;
        if (element == EKind::turn && b == FKind::line) far.along = e.axis;
        ASSERT_TRUE(can_relate(near, far));
        const double q = random.uniform(-3, 3), value = relation(near, e.motion(q) * far);
        const Roots roots = relate(e, near, far, value);
        const bool linear = element == EKind::slide && (a == FKind::plane || b == FKind::plane);
        ASSERT_EQ(roots.n, linear ? 1 : 2);
        double nearest = 1e300;
        for (int k = 0; k < roots.n; ++k) {
          nearest = std::min(nearest, std::abs(modulo_turns(e, roots.q[k] - q)));
          EXPECT_NEAR(relation(near, e.motion(roots.q[k]) * far), value, 1e-13 * (1 + std::abs(value) + q * q));
        }
        EXPECT_LT(nearest, 1.5e-11);  // next to a double root to the root of rounding
        if (linear) continue;
        const double up = relation_rate(e, near, e.motion(roots.q[0]) * far), down = relation_rate(e, near, e.motion(roots.q[1]) * far);
        EXPECT_LE(up * down, 1e-12);
        const double h = 1e-6,
                     square = a == FKind::plane || b == FKind::plane || a == FKind::direction ? 1 : 0.5;  // distances: half of the squared one's
        const double difference = (relation(near, e.motion(q + h) * far) - relation(near, e.motion(q - h) * far)) / (2 * h);
        EXPECT_NEAR(relation_rate(e, near, e.motion(q) * far), square * difference, 5e-8);
      }
    }
  }
}

TEST(Subproblem, WhatCannotBeHadIsToldByHowMuch) {
  const Element turn{EKind::turn, {0, 0, 1}, {0, 0, 0}}, slide{EKind::slide, {0, 0, 1}, {0, 0, 0}};
  const Feature centre{FKind::point, {3, 0, 0}, {0, 0, 0}}, tip{FKind::point, {1, 0, 0}, {0, 0, 0}};
  const Roots far = relate(turn, centre, tip, 25);  // at most 4 away
  EXPECT_EQ(far.n, 0);
  EXPECT_DOUBLE_EQ(far.wanted, 5);
  EXPECT_DOUBLE_EQ(far.nearest, 4);
  const Roots close = relate(turn, centre, tip, 1);  // at least 2
  EXPECT_DOUBLE_EQ(close.nearest, 2);
  const Roots short_of = relate(slide, centre, tip, 1);
  EXPECT_EQ(short_of.n, 0);
  EXPECT_DOUBLE_EQ(short_of.nearest, 2);
  const Feature along_x{FKind::direction, {0, 0, 0}, {1, 0, 0}}, tilted{FKind::direction, {0, 0, 0}, {std::sin(0.2), 0, std::cos(0.2)}};
  const Roots angle = relate(turn, along_x, tilted, std::cos(1.0));  // its cone goes from x as near as 90 - 0.2 rad
  EXPECT_EQ(angle.n, 0);
  EXPECT_TRUE(angle.is_angle);
  EXPECT_NEAR(angle.nearest, std::numbers::pi / 2 - 0.2, 1e-15);
  EXPECT_EQ(relate(turn, centre, tip, 16).n, 1);  // at the edge, a double root
}

TEST(Subproblem, ARelationThatTheJointDoesNotChangeLeavesTheChoice) {
  const Element turn{EKind::turn, {0, 0, 1}, {0, 0, 0}};
  const Feature on_axis{FKind::point, {0, 0, 0.5}, {0, 0, 0}}, elsewhere{FKind::point, {1, 2, 0}, {0, 0, 0}};
  EXPECT_TRUE(leaves_alone(turn, on_axis, 1));
  EXPECT_TRUE(relate(turn, on_axis, elsewhere, relation(on_axis, elsewhere)).any);
  EXPECT_TRUE(reach(turn, on_axis, on_axis).any);
  EXPECT_EQ(relate(turn, on_axis, elsewhere, 9).n, 0);
}

TEST(Subproblem, WhatEachJointLeavesAlone) {
  const Element turn{EKind::turn, {0, 0, 1}, {1, 0, 0}}, slide{EKind::slide, {0, 0, 1}, {0, 0, 0}}, ball{EKind::ball, {0, 0, 1}, {1, 0, 0}};
  const Feature point{FKind::point, {1, 0, 3}, {0, 0, 0}}, line{FKind::line, {1, 0, 3}, {0, 0, 1}}, across{FKind::plane, {0, 0, 3}, {0, 0, 1}},
      through{FKind::plane, {0, 0, 3}, {1, 0, 0}}, up{FKind::direction, {0, 0, 0}, {0, 0, 1}}, side{FKind::direction, {0, 0, 0}, {1, 0, 0}};
  const auto of = [&](const Element& e) {
    std::string text;
    for (const Feature& f : {point, line, across, through, up, side}) text += leaves_alone(e, f, 1) ? 'x' : '-';
    return text;
  };
  EXPECT_EQ(of(turn), "xxx-x-");
  EXPECT_EQ(of(slide), "-x-xxx");
  EXPECT_EQ(of(ball), "------");
  EXPECT_TRUE(leaves_alone(ball, {FKind::point, {1, 0, 0}, {0, 0, 0}}, 1));
}

}  // namespace
}  // namespace zanjir
