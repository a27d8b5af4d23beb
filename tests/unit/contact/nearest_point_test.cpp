#include "zanjir/contact/nearest_point.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

#include "support/height_fields.hpp"
#include "support/tolerance.hpp"
#include "zanjir/core/random.hpp"
#include "zanjir/describe/contact_laws.hpp"

namespace zanjir::test {
namespace {

// The distance by looking everywhere: a lattice of places, then closer ones about the best of them, again and again.
struct Place {
  double x = 0, y = 0, far = HUGE_VAL;
};
double searched(const HeightField& f, const Vec3d& p, double reach) {
  const auto far = [&](double x, double y) { return norm(p - Vec3d{x, y, height_at(f, x, y).h}); };
  constexpr int n = 240, kept = 12;
  const double apart = 2 * reach / n;
  std::vector<Place> places;
  for (int i = 0; i <= n; ++i)
    for (int j = 0; j <= n; ++j) {
      const double x = p.x - reach + apart * j, y = p.y - reach + apart * i;
      places.push_back({x, y, far(x, y)});
    }
  std::ranges::partial_sort(places, places.begin() + kept, {}, &Place::far);
  double least = HUGE_VAL;
  for (int k = 0; k < kept; ++k) {
    Place best = places[static_cast<std::size_t>(k)];
    double step = apart;
    while (step > 1e-9) {
      const Place from = best;
      for (int i = -2; i <= 2; ++i)
        for (int j = -2; j <= 2; ++j)
          if (const double d = far(from.x + 0.5 * step * j, from.y + 0.5 * step * i); d < best.far)
            best = {from.x + 0.5 * step * j, from.y + 0.5 * step * i, d};
      step *= 0.6;
    }
    least = std::min(least, best.far);
  }
  return p.z > height_at(f, p.x, p.y).h ? least : -least;
}

struct Terrain {
  const char* name;
  HeightField field;
};
std::vector<Terrain> terrains() {
  Random random(23);
  const auto rough = [&](double most) { return [&random, most](double, double) { return random.uniform(0, most); }; };
  const auto ridge = [](double x, double) { return x > 0.9 && x < 1.5 ? 1.0 : 0.0; };
  std::vector<Terrain> all;
  all.push_back({"hills", sampled(9, 9, 0.25, 0.25, hills)});
  all.push_back({"gentle", sampled(9, 8, 0.2, 0.25, rough(0.02))});
  all.push_back({"rough", sampled(9, 8, 0.2, 0.25, rough(0.1))});
  all.push_back({"steep", sampled(9, 8, 0.2, 0.25, rough(0.4))});
  all.push_back({"ridge", sampled(13, 2, 0.2, 2.4, ridge)});
  all.push_back({"bowl", sampled(9, 9, 0.25, 0.25, [](double x, double y) { return (x - 1) * (x - 1) + (y - 1) * (y - 1); })});
  return all;
}

// Above and below, inside and beyond edges, gentle and steep. Newton's method alone went to far roots, or answered with a tangent plane.
TEST(NearestPoint, IsTheNearestOfAll) {
  Random random(5);
  for (const Terrain& t : terrains()) {
    const HeightField& f = t.field;
    const double wide = f.dx_m * (f.nx - 1), deep = f.dy_m * (f.ny - 1);
    for (int k = 0; k < 40; ++k) {
      const double x = random.uniform(-0.2, 1.2) * wide, y = random.uniform(-0.2, 1.2) * deep, above = random.uniform(-0.3, 0.6);
      const Vec3d p{x, y, height_at(f, x, y).h + above};
      EXPECT_NEAR(nearest_point(f, p, 10).distance_m, searched(f, p, std::abs(above)), rounding(256))
          << t.name << " at " << x << ", " << y << ", " << p.z;
    }
  }
}

// However steep the ground, gaps have no jumps: none changes by more than the way, also where another place becomes the nearest.
TEST(NearestPoint, ChangesNoFasterThanThePointMoves) {
  Random random(6);
  for (const Terrain& t : terrains()) {
    const HeightField& f = t.field;
    for (int k = 0; k < 20; ++k) {
      const auto any = [&] { return Vec3d{random.uniform(-0.3, 2.3), random.uniform(-0.3, 2.3), random.uniform(-0.3, 0.9)}; };
      const Vec3d a = any(), b = any();
      constexpr int n = 500;
      double was = nearest_point(f, a, 10).distance_m;
      for (int i = 1; i <= n; ++i) {
        const double now = nearest_point(f, a + (b - a) * (static_cast<double>(i) / n), 10).distance_m;
        EXPECT_LE(std::abs(now - was), norm(b - a) / n + rounding(256)) << t.name << " way " << k << " part " << i;
        was = now;
      }
    }
  }
}

// Where the wall of a ridge rises by seven, 0.06 m before it: -0.45 m had come out, and a touch in free air.
TEST(NearestPoint, BeforeASteepRidge) {
  const HeightField f = sampled(21, 2, 0.2, 2, [](double x, double) { return x > 1.9 && x < 2.5 ? 1.0 : 0.0; });
  EXPECT_NEAR(nearest_point(f, {1.848, 1, 0.6917}, 0.02).distance_m, 0.06212 + 0.02, 1e-5);  // from 2e6 points of the surface
  for (const double x : {1.7, 1.735, 1.8, 1.848, 1.9, 1.95})
    EXPECT_NEAR(nearest_point(f, {x, 1, 0.6917}, 0.02).distance_m, searched(f, {x, 1, 0.6917}, 0.7), rounding(256)) << x;
}

// The centre of curvature of a bowl is as far from all of it, nearly: the most work there is.
TEST(NearestPoint, OfACentreOfCurvature) {
  const HeightField f = sampled(9, 9, 0.25, 0.25, [](double x, double y) { return (x - 1) * (x - 1) + (y - 1) * (y - 1); });
  EXPECT_NEAR(nearest_point(f, {1, 1, 0.5}, 10).distance_m, 0.5, rounding(16));
  // Above it the nearest points lie on a circle: d^2 = z - 1/4
  for (const double z : {0.6, 0.75, 0.9}) EXPECT_NEAR(nearest_point(f, {1, 1, z}, 10).distance_m, std::sqrt(z - 0.25), rounding(16)) << z;
}

TEST(NearestPoint, SaysOfPointsFarAboveHowFarAtLeast) {
  const HeightField f = sampled(9, 9, 0.25, 0.25, hills);
  const NearestPoint far = nearest_point(f, {1, 1, 5}, 0.1);
  EXPECT_EQ(far.distance_m, 5 - f.highest_m);
  EXPECT_EQ(far.normal.z, 1);
}

// Stages of a step that fails ask anywhere; what is found there must be no number, and no crash.
TEST(NearestPoint, AnswersNoNumberWithNone) {
  const HeightField f = sampled(7, 5, 0.3, 0.4, hills);
  for (const double bad : {std::nan(""), HUGE_VAL, -HUGE_VAL}) EXPECT_FALSE(std::isfinite(nearest_point(f, {bad, bad, bad}, 0.1).distance_m));
  EXPECT_TRUE(std::isnan(nearest_point(f, {std::nan(""), 0.5, 0.1}, 1).distance_m));
  for (const double x : {-1e300, 1e300, -1e12, 1e12, -1e6, 1e6, -HUGE_VAL, HUGE_VAL}) {
    nearest_point(f, {x, -x, 0.1}, 1);
    nearest_point(f, {0.5, x, 0.1}, 1);
    nearest_point(f, {0.5, 0.5, -std::abs(x)}, 1);
  }
}

}  // namespace
}  // namespace zanjir::test
