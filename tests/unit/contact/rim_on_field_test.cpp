// Wheels that lie on fields of heights, stand on them, and fall from the one to the other.
#include "zanjir/contact/rim_on_field.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "zanjir/core/random.hpp"
#include "zanjir/describe/contact_laws.hpp"

namespace zanjir::test {
namespace {

// z = x^2/4, along a valley or around a bowl: exact for cubic convolution.
Ground parabola(bool bowl) {
  HeightsDescription d;
  d.spacing_m = d.spacing_across_m = 0.25;
  for (int i = 0; i < 9; ++i) {
    d.rows_m.emplace_back();
    for (int j = 0; j < 9; ++j) d.rows_m.back().push_back(0.25 * (std::pow(0.25 * j - 1, 2) + (bowl ? std::pow(0.25 * i - 1, 2) : 0)));
  }
  Ground ground;
  ground.kind = GroundKind::height_field;
  ground.plane = {{-1, -1, 0}, {0, 0, 1}};
  ground.field = std::make_shared<const HeightField>(make_height_field(d));
  return ground;
}

// In a round bowl a level wheel touches all around, and presses evenly: straight up, in its middle, without a moment, whichever way it is turned. So do two places across a valley. However it is
// tilted, moved and turned from there, the normal force has a potential: it is the change of the gap.
TEST(RimOnField, OfALyingWheelInABowlOrAValleyIsSharedEvenly) {
  for (const bool bowl : {true, false}) {
    const Ground ground = parabola(bowl);
    const ContactShape rim{{0, 0, 0}, 0, 0.25, {0, 0, 1}};
    Random random(37);
    for (int k = 0; k < 50; ++k) {
      const Mat3d spin = to_matrix(spatial::exp_quaternion(Vec3d{0, 0, random.uniform(0, 6)}));
      const Touch level = touch(ground, rim, {spin, {0, 0, 0.02}});
      // The distance of (0.25, 0.02) from the parabola z = x^2/4 has no short closed form: its nearest point, by its cubic.
      double x = 0.25;
      for (int i = 0; i < 20; ++i) x -= (x - 0.25 + (0.25 * x * x - 0.02) * 0.5 * x) / (1 + 0.375 * x * x - 0.01);
      const double least = (x > 0.25 ? 1 : -1) * std::copysign(std::hypot(x - 0.25, 0.25 * x * x - 0.02), 0.02 - 0.25 * x * x);
      EXPECT_LT(level.gap_m, least + 1e-9);
      EXPECT_GT(level.gap_m, least - 1e-4 * 0.25 * std::log(242));
      EXPECT_NEAR(norm(level.normal_W - Vec3d{0, 0, 1}), 0, 1e-12);
      EXPECT_LT(level.pressed, 0.999);  // the sides push against each other, too
      EXPECT_NEAR(std::hypot(level.point_W.x, level.point_W.y), 0, 1e-12);
      EXPECT_NEAR(norm(level.turning_m), 0, 5e-8);  // of 192 points, which turn a wheel by as much as its rim is not round
      const Vec3d v{random.normal(), random.normal(), random.normal()}, w{random.normal(), random.normal(), random.normal()};
      const Mat3d R = to_matrix(spatial::exp_quaternion(Vec3d{1e-4 * random.normal(), 1e-4 * random.normal(), 0})) * spin;
      const Vec3d p{0.01 * random.normal(), 0.01 * random.normal(), 0.02};
      const auto moved = [&](double s) { return touch(ground, rim, {to_matrix(spatial::exp_quaternion(w * s)) * R, p + v * s}); };
      const Touch at = moved(0);
      const double h = 1e-7, rate = (moved(h).gap_m - moved(-h).gap_m) / (2 * h);
      // The gap bends by 1/l: h^2/6 of its third derivative, 1/l^2, is 1e-6 of the speeds cubed, but for speeds of the order of one and a quarter of a metre of arm.
      EXPECT_NEAR(rate, gap_rate(at, v + cross(w, at.point_W - p), w), 1e-6 * std::pow(1 + norm(w), 3)) << (bowl ? "bowl" : "valley");
    }
  }
}

// From lying to standing and on to lying on the other face, spinning and moving a little on the way: the gap is the integral of its rate, nothing is gained on a round trip.
TEST(RimOnField, HasThePotentialOfItsForceFromLyingToStanding) {
  for (const bool bowl : {true, false}) {
    const Ground ground = parabola(bowl);
    const ContactShape rim{{0, 0, 0}, 0.01, 0.25, {0, 0, 1}};
    const Vec3d w{1, 0, 0}, v{0.01, -0.02, 0.07};
    constexpr int n = 5000;
    constexpr double span = 3.1, h = span / n;
    const auto pose = [&](double s) { return Transformd{to_matrix(spatial::exp_quaternion(w * s)), Vec3d{0.02, 0.01, 0.02} + v * s}; };
    const auto rate = [&](double s) {
      const Transformd X = pose(s);
      const Touch at = touch(ground, rim, X);
      return gap_rate(at, v + cross(w, at.point_W - X.p), w);
    };
    double sum = 0, worst = 0;
    const double begin = touch(ground, rim, pose(0)).gap_m;
    for (int i = 0; i < n; ++i) {
      sum += h / 6 * (rate(i * h) + 4 * rate((i + 0.5) * h) + rate((i + 1) * h));
      worst = std::max(worst, std::abs(touch(ground, rim, pose((i + 1) * h)).gap_m - begin - sum));
    }
    // What Simpson's rule leaves over bends of l = 2.5e-5 m; 4e-11 is seen.
    EXPECT_LT(worst, 1e-9) << (bowl ? "bowl" : "valley");
  }
}

}  // namespace
}  // namespace zanjir::test
