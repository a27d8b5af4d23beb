// Balls, wheels and boxes on planes, steps and height fields, against closed forms.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "physics/constants.hpp"
#include "support/simulation.hpp"
#include "support/tolerance.hpp"

namespace zanjir::test {
namespace {

const std::string stiff = "{type: spring-damper, stiffness: 1e6, damping: 500 N s/m}";
const std::string grips = "{type: bristle, coefficient: 0.3, stiffness: 1e6 N/m}";

std::string free_body(const std::string& inertia, const Vec3d& gravity, const std::string& contacts, const std::string& initial,
                      const std::string& more = "") {
  return fmt::format(
      "zanjir: 1\ngravity: [{}, {}, {}]\nbodies: {{b: {{mass: 1, inertia: {}}}}}\njoints: {{F: {{type: free, parent: ground, child: b}}}}\n"
      "contacts:\n{}initial: {}\n{}",
      gravity.x, gravity.y, gravity.z, inertia, contacts, initial, more);
}

const std::string solid_ball = "{ixx: 0.004, iyy: 0.004, izz: 0.004}";  // 2/5 m R^2, R = 0.1

// A ball set sliding at v rolls in the end at 5/7 v whatever the friction, from 2 v/(7 mu g) on; once it rolls, a law that sticks does not brake it.
TEST(SlidingBall, RollsAtFiveSevenths) {
  const double v = 1;
  const MemoryRun run = run_in_memory(
      model_of(free_body(solid_ball, {0, 0, -g}, "  floor: {ground: {normal: z}, on: b, radius: 0.1, law: " + stiff + ", friction: " + grips + "}\n",
                         "{q: {F: {z: 0.1}}, v: {F: {vx: 1}}}")),
      adaptive_run(1.5, "bdf", 1e-9));
  ASSERT_EQ(run.summary.end, RunEnd::reached_end) << run.summary.why;
  const std::vector<double> t = run.record->column("t"), slip = run.record->column("floor.b.slip");
  double rolls = 0;
  for (std::size_t i = 0; i < t.size(); ++i)
    if (slip[i] > 1e-2) rolls = t[i];
  EXPECT_NEAR(rolls, 2 * v / (7 * 0.3 * g), 0.01) << "slip has gone to a hundredth";
  const double vx = run.record->column("F.vx").back(), wy = run.record->column("F.wy").back();
  EXPECT_NEAR(std::hypot(vx, run.last("F.vz")), 5.0 / 7 * v, 1e-6 * tolerance_scale()) << "speeds are in body axes: the body has turned about y";
  EXPECT_NEAR(wy * 0.1, 5.0 / 7 * v, 1e-6 * tolerance_scale());
}

// Down a slope it rolls with 5/7 g sin; rolling resistance r takes g cos r/R of it.
TEST(RollingBall, AcceleratesDownASlope) {
  for (const double resistance : {0.0, 0.002}) {
    const double angle = 0.2, until = 1;
    const std::string friction =
        fmt::format("{{type: bristle, coefficient: 0.5, stiffness: 1e6 N/m, rolling_resistance: {}, transition_spin: 1e-3}}", resistance);
    const MemoryRun run =
        run_in_memory(model_of(free_body(solid_ball, {g * std::sin(angle), 0, -g * std::cos(angle)},
                                         "  floor: {ground: {normal: z}, on: b, radius: 0.1, law: " + stiff + ", friction: " + friction + "}\n",
                                         "{q: {F: {z: 0.1}}}")),
                      adaptive_run(until, "bdf", 1e-9));
    ASSERT_EQ(run.summary.end, RunEnd::reached_end) << run.summary.why;
    const double a = 5.0 / 7 * (g * std::sin(angle) - g * std::cos(angle) * resistance / 0.1);
    EXPECT_NEAR(run.last("F.x"), a * until * until / 2, 2e-5 * a);
  }
}

// A wheel with rolling resistance r stops after v^2 (1 + I/mR^2)/(2 g r/R).
TEST(RollingWheel, ComesToRest) {
  const double R = 0.2, r = 0.01, v = 0.5, I = 0.02;  // I/mR^2 = 1/2
  const std::string text = fmt::format(
      "zanjir: 1\nplane: xz\ngravity: [0, 0, {}]\nbodies: {{b: {{mass: 1, inertia: {{iyy: {}}}}}}}\njoints: {{F: {{type: planar, parent: ground, "
      "child: "
      "b, axes: [x, z]}}}}\n"
      "contacts: {{floor: {{ground: {{normal: z}}, discs: [{{at: b, axis: y, radius: {}}}], law: {}, friction: {{type: bristle, coefficient: 0.5, "
      "stiffness: "
      "1e6 N/m, rolling_resistance: {}, transition_spin: 1e-3 rad/s}}}}}}\n"
      "initial: {{q: {{F: {{y: {}}}}}, v: {{F: {{x: {}, angle: {}}}}}}}\n",
      -g, I, R, stiff, r, R, v, -v / R);
  const double way = v * v * 1.5 / (2 * g * r / R), time = v * 1.5 / (g * r / R);
  const MemoryRun run = run_in_memory(model_of(text), adaptive_run(time + 0.5, "bdf", 1e-8));
  ASSERT_EQ(run.summary.end, RunEnd::reached_end) << run.summary.why;
  EXPECT_NEAR(run.last("F.x"), way, 1e-5 * way);
  EXPECT_LT(std::abs(run.last("F.x.speed")), 1e-4) << "it stands";
}

// A disc let fall from a tilt, with friction and spinning resistance, comes to lie flat and still, on its crown of 1e-3 of its radius.
TEST(FallingDisc, ComesToLieFlat) {
  const MemoryRun run = run_in_memory(
      model_of(free_body(
          "{ixx: 0.01, iyy: 0.01, izz: 0.02}", {0, 0, -g},
          "  floor: {ground: {normal: z}, discs: [{at: b, axis: z, radius: 0.2}], law: {type: spring-damper, stiffness: 1e5, damping: 300 N s/m}, "
          "friction: {type: bristle, coefficient: 0.4, stiffness: 1e5 N/m, spinning_resistance: 10 mm, rolling_resistance: 8 mm}}\n",
          "{q: {F: {z: 0.12, quat: [0.96, 0.28, 0, 0]}}, v: {F: {wz: 3}}}")),
      adaptive_run(6, "bdf", 1e-7));
  ASSERT_EQ(run.summary.end, RunEnd::reached_end) << run.summary.why;
  EXPECT_LT(run.last("energy.kinetic"), 1e-6);
  EXPECT_NEAR(run.last("F.z"), 0.2e-3 - g / 1e5, 2e-6);
}

// A block tilted on its edge falls back in the time of a pendulum that stands on that edge: [Housner1963] without its small angles.
TEST(RockingBlock, FallsBackInTheTimeOfItsPendulum) {
  const double b = 0.05, h = 0.2, R = std::hypot(b, h), alpha = std::atan2(b, h), theta0 = 0.1, m = 1;
  const double I_com = m * (4 * b * b + 4 * h * h) / 12, I_edge = I_com + m * R * R, p2 = m * g * R / I_edge;
  // theta'' = -p2 sin(alpha - theta) while it stands on one edge: energy gives theta'; theta = theta0 - u^2 takes the root out of the integral.
  double time = 0;
  const int n = 20000;
  for (int i = 0; i < n; ++i) {
    const double u = std::sqrt(theta0) * (i + 0.5) / n, theta = theta0 - u * u;
    time += 2 * u / std::sqrt(2 * p2 * (std::cos(alpha - theta0) - std::cos(alpha - theta))) * std::sqrt(theta0) / n;
  }
  // Set on its edge: the right one (x = b) is the pivot when it is turned towards +x, about y.
  const double x = b - R * std::sin(alpha - theta0), z = R * std::cos(alpha - theta0);
  const std::string text = fmt::format(
      "zanjir: 1\nplane: xz\ngravity: [0, 0, {}]\nbodies: {{b: {{mass: {}, inertia: {{iyy: {}}}}}}}\njoints: {{F: {{type: planar, parent: ground, "
      "child: "
      "b, axes: [x, z]}}}}\n"
      "contacts: {{floor: {{ground: {{normal: z}}, boxes: [{{at: b, size: [{}, 0.1, {}]}}], law: {{type: spring-damper, stiffness: 1e7, damping: "
      "2000 N s/m}}, "
      "friction: {{type: bristle, coefficient: 0.9, stiffness: 1e7 N/m}}}}}}\n"
      "initial: {{q: {{F: {{x: {}, y: {}, angle: {}}}}}}}\n",
      -g, m, I_com, 2 * b, 2 * h, x, z, -theta0);
  const MemoryRun run = run_in_memory(model_of(text), adaptive_run(1.2 * time, "dopri5", 1e-9));
  ASSERT_EQ(run.summary.end, RunEnd::reached_end) << run.summary.why;
  // The other edge touches.
  double touched = 0;
  for (const EventRecord& e : run.summary.events)
    if (e.what == "touch" && e.t_s > 0.5 * time && touched == 0) touched = e.t_s;
  EXPECT_NEAR(touched, time, 4e-4 * time);
}

// A ball or wheel against a step of height s: pushed at its centre it climbs from m g sqrt(2Rs - s^2)/(R - s) on.
TEST(BallAtAStep, ClimbsFromTheForceOfTheLever) {
  const double R = 0.2, s = 0.05, needed = g * std::sqrt(2 * R * s - s * s) / (R - s);
  for (const std::string shape : {"on: b, radius: 0.2", "discs: [{at: b, axis: y, radius: 0.2}]"}) {
    for (const double share : {0.97, 1.03}) {
      SCOPED_TRACE(fmt::format("{} pushed with {} of it", shape, share));
      // Set against the edge: its centre is sqrt(2Rs - s^2) before it.
      const std::string text = fmt::format(
          "zanjir: 1\nplane: xz\ngravity: [0, 0, {}]\nbodies: {{b: {{mass: 1, inertia: {{iyy: 0.016}}}}}}\njoints: {{F: {{type: planar, parent: "
          "ground, child: "
          "b, axes: [x, z]}}}}\n"
          "contacts:\n  floor: {{ground: {{normal: z}}, {}, law: {}}}\n"
          "  step: {{ground: {{point: [{}, 0, 0], normal: z, step: {{toward: x, height: {}}}}}, {}, law: {}, friction: {{type: bristle, coefficient: "
          "0.9, stiffness: "
          "1e6 N/m}}}}\n"
          "loads: {{push: {{on: b, force: [{}, 0, 0]}}}}\ninitial: {{q: {{F: {{y: {}}}}}}}\n",
          -g, shape, stiff, std::sqrt(2 * R * s - s * s), s, shape, stiff, share * needed, R);
      const MemoryRun run = run_in_memory(model_of(text), adaptive_run(2.5, "bdf", 1e-8));
      ASSERT_EQ(run.summary.end, RunEnd::reached_end) << run.summary.why;
      if (share < 1) {
        EXPECT_LT(run.largest("F.y"), R + 1e-4) << "it stays on the floor";
      } else {
        EXPECT_GT(run.largest("F.y"), R + 0.9 * s) << "it goes up";
      }
    }
  }
}

// A slider on a slope whose friction is weak along a slanting direction: it goes off the fall line, straight, where weight less friction points along the sliding
// direction e: g_t - g_n M^2 e/|M e| = a e.
TEST(AnisotropicSlider, GoesWhereTheEllipseLetsIt) {
  const double angle = 0.5, mu = 0.1, across = 0.4, slant = 0.7, gt = g * std::sin(angle), gn = g * std::cos(angle);
  // Of all directions the one whose side force vanishes, by bisection between the fall line and the weak direction.
  const auto forces = [&](double e, double& along_e, double& side) {
    const double ea = std::cos(e - slant), eb = std::sin(e - slant), size = std::hypot(mu * ea, across * eb);
    const double fa = mu * mu * ea / size, fb = across * across * eb / size;
    const double fx = gt - gn * (fa * std::cos(slant) - fb * std::sin(slant)), fy = -gn * (fa * std::sin(slant) + fb * std::cos(slant));
    along_e = fx * std::cos(e) + fy * std::sin(e);
    side = -fx * std::sin(e) + fy * std::cos(e);
  };
  double low = 0, high = slant, along = 0, side = 0;
  for (int i = 0; i < 60; ++i) {
    forces((low + high) / 2, along, side);
    (side > 0 ? low : high) = (low + high) / 2;
  }
  const double until = 0.5;
  for (const std::string type : {"bristle, stiffness: 1e6 N/m", "coulomb, transition_speed: 0.1 mm/s"}) {
    const std::string friction =
        fmt::format("{{type: {}, coefficient: {}, across: {}, direction: [{}, {}, 0]}}", type, mu, across, std::cos(slant), std::sin(slant));
    const MemoryRun run = run_in_memory(model_of(free_body("{ixx: 0.01, iyy: 0.01, izz: 0.01}", {gt, 0, -gn},
                                                           "  floor: {ground: {normal: z}, boxes: [{at: b, size: [0.2, 0.2, 0.02]}], law: " + stiff +
                                                               ", friction: " + friction + "}\n",
                                                           "{q: {F: {z: 0.01}}}")),
                                        adaptive_run(until, "bdf", 1e-8));
    ASSERT_EQ(run.summary.end, RunEnd::reached_end) << run.summary.why;
    const double x = run.last("F.x"), y = run.last("F.y");
    EXPECT_NEAR(std::atan2(y, x), low, 1.5e-5) << type;
    EXPECT_NEAR(std::hypot(x, y), along * until * until / 2, 1.5e-4 * along) << type;
  }
}

// Heights k (x^2 + y^2)/2, or of a valley k x^2/2, around the origin.
std::string hollow(double k, bool valley) {
  const double spacing = 0.1;
  std::string rows;
  for (int i = 0; i < 11; ++i) {
    rows += i ? ", [" : "[";
    for (int j = 0; j < 11; ++j)
      rows += fmt::format("{}{}", j ? ", " : "", k / 2 * (std::pow((j - 5) * spacing, 2) + (valley ? 0 : std::pow((i - 5) * spacing, 2))));
    rows += "]";
  }
  return fmt::format("{{point: [-0.5, -0.5, 0], normal: z, heights: {{along: x, spacing: {}, rows: [{}]}}}}", spacing, rows);
}
// Where the centre is when a ball or wheel is set down at x in this hollow: R along the normal.
std::pair<double, double> set_down(double x, double k, double R) {
  const double slope = k * x, n = std::hypot(1, slope);
  return {x - R * slope / n, k * x * x / 2 + R / n};
}
double period_of(const MemoryRun& run) {
  const std::vector<double> t = run.record->column("t"), at = run.record->column("F.x");
  std::vector<double> crossings;
  for (std::size_t i = 1; i < t.size(); ++i)
    if (at[i - 1] > 0 && at[i] <= 0) crossings.push_back(t[i - 1] + (t[i] - t[i - 1]) * at[i - 1] / (at[i - 1] - at[i]));
  return crossings.size() < 2 ? 0 : (crossings.back() - crossings.front()) / static_cast<double>(crossings.size() - 1);
}

// On a field of heights that is a bowl, a small frictionless ball swings with the period of the bowl's curvature about its centre: 2 pi sqrt((1/k - R)/g).
TEST(BallInABowl, SwingsWithThePeriodOfItsCurvature) {
  const double k = 1, R = 0.1;
  const std::string contacts = fmt::format("  bowl: {{ground: {}, on: b, radius: {}, law: {}}}\n", hollow(k, false), R, stiff);
  const auto [x, z] = set_down(0.01, k, R);
  const std::string start = fmt::format("{{q: {{F: {{x: {}, z: {}}}}}}}", x, z);
  const MemoryRun run = run_in_memory(model_of(free_body(solid_ball, {0, 0, -g}, contacts, start)), adaptive_run(4, "dopri5", 1e-9));
  ASSERT_EQ(run.summary.end, RunEnd::reached_end) << run.summary.why;
  const double period = 2 * pi * std::sqrt((1 / k - R) / g);
  EXPECT_NEAR(period_of(run), period, 6e-4 * period);
}

// A ball thrown at a wall of slope 7, of heights that go from 0 to 1 m within a cell: h = t/2 + 3/2 t^2 - t^3 there. It touches when its centre is a radius away from a fine cloud of points of the
// wall, comes back once, and takes energy along for the damper only. It had touched in free air, again and again, and won 2e5 J.
TEST(BallAtASteepWall, TouchesItOnceAndWinsNothing) {
  const double R = 0.02, vx = 12, vz = 2, z = 0.5;
  const std::string row = "[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0]";
  const std::string contacts = fmt::format(
      "  ridge: {{ground: {{point: [0, -1, 0], normal: z, heights: {{along: x, spacing: 0.2, spacing_across: 2, rows: [{}, {}]}}}}, on: b, radius: "
      "{}, law: {{type: "
      "spring-damper, stiffness: 1e6, damping: 100 N s/m}}}}\n",
      row, row, R);
  SimOptions options = adaptive_run(0.3, "dopri5", 1e-10);
  options.stepper.max_step_s = 1e-3;
  const std::string start = fmt::format("{{q: {{F: {{z: {}}}}}, v: {{F: {{vx: {}, vz: {}}}}}}}", z, vx, vz);
  const MemoryRun run = run_in_memory(model_of(free_body(solid_ball, {0, 0, -g}, contacts, start)), options);
  ASSERT_EQ(run.summary.end, RunEnd::reached_end) << run.summary.why;
  const auto from_the_wall = [&](double t) {
    const double at_x = vx * t, at_z = z + vz * t - g * t * t / 2;
    constexpr int n = 100000;
    double least = 1;
    for (int i = 0; i <= n; ++i) {
      const double s = static_cast<double>(i) / n;
      least = std::min(least, std::hypot(at_x - (1.8 + 0.2 * s), at_z - s * (0.5 + s * (1.5 - s))));
    }
    return least;
  };
  double before = 0.15, after = 0.16;
  for (int i = 0; i < 40; ++i) (from_the_wall((before + after) / 2) > R ? before : after) = (before + after) / 2;
  ASSERT_EQ(run.summary.n_events, 2);
  EXPECT_EQ(run.summary.events[0].what, "touch");
  EXPECT_NEAR(run.summary.events[0].t_s, before, 1e-10);
  EXPECT_EQ(run.summary.events[1].what, "release");
  EXPECT_LT(run.summary.energy_end_J, run.summary.energy_begin_J);
  EXPECT_TRUE(run.summary.warnings().empty());
}

// A wheel that rolls without slip in a valley, I = m R^2/2: 2 pi sqrt(3/2 (1/k - R)/g).
TEST(WheelInAValley, RollsWithThePeriodOfItsCurvature) {
  const double k = 1, R = 0.1;
  const auto [x, z] = set_down(0.01, k, R);
  const std::string yaml = fmt::format(
      "zanjir: 1\nplane: xz\ngravity: [0, 0, -9.81]\nbodies: {{b: {{mass: 1, inertia: {{iyy: {}}}}}}}\n"
      "joints: {{F: {{type: planar, parent: ground, child: b, axes: [x, z]}}}}\n"
      "contacts: {{valley: {{ground: {}, discs: [{{at: b, axis: y, radius: {}}}], radius: 0.02, law: {}, friction: {}}}}}\n"
      "initial: {{q: {{F.x: {}, F.y: {}}}}}\n",
      R * R / 2, hollow(k, true), R, stiff, grips, x, z);
  const MemoryRun run = run_in_memory(model_of(yaml), adaptive_run(5, "dopri5", 1e-8));
  ASSERT_EQ(run.summary.end, RunEnd::reached_end) << run.summary.why;
  const double period = 2 * pi * std::sqrt(1.5 * (1 / k - R) / g);
  EXPECT_NEAR(period_of(run), period, 5e-4 * period);
}

// A box is its corners: the same motion as four points that a file names one by one.
TEST(Box, MovesAsTheCloudOfItsCorners) {
  const std::string law = "law: {type: hunt-crossley, stiffness: 1e5, restitution: 0.5}, friction: " + grips;
  const std::string start = "{q: {F: {z: 0.4, quat: [0.8, 0.4, 0.4, 0.2]}}, v: {F: {wx: 2, wz: 1}}}";
  const std::string inertia = "{ixx: 0.01, iyy: 0.012, izz: 0.015}";
  std::string frames = "frames: {b: {", on;
  for (int i = 0; i < 8; ++i) {
    frames += fmt::format("{}c{}: [{}, {}, {}]", i ? ", " : "", i, i & 4 ? 0.1 : -0.1, i & 2 ? 0.08 : -0.08, i & 1 ? 0.05 : -0.05);
    on += fmt::format("{}b.c{}", i ? ", " : "", i);
  }
  const MemoryRun box = run_in_memory(
                      model_of(free_body(inertia, {1, 0, -g},
                                         "  floor: {ground: {normal: z}, boxes: [{at: b, size: [0.2, 0.16, 0.1]}], " + law + "}\n", start)),
                      adaptive_run(0.5, "dopri5", 1e-10)),
                  cloud = run_in_memory(model_of(free_body(inertia, {1, 0, -g}, "  floor: {ground: {normal: z}, on: [" + on + "], " + law + "}\n",
                                                           start, frames + "}}\n")),
                                        adaptive_run(0.5, "dopri5", 1e-10));
  ASSERT_EQ(box.summary.end, RunEnd::reached_end) << box.summary.why;
  EXPECT_EQ(box.summary.n_events, cloud.summary.n_events);
  EXPECT_LT((box.state.q - cloud.state.q).lpNorm<Eigen::Infinity>(), 1e-6) << "roundings, in another order, of a tumbling box";
}

}  // namespace
}  // namespace zanjir::test
