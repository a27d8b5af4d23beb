// Crawling robots move the way their theory says.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

#include "physics/constants.hpp"
#include "support/simulation.hpp"
#include "support/tolerance.hpp"
#include "support/zoo.hpp"
#include "zanjir/core/decompositions.hpp"
#include "zanjir/describe/description.hpp"

namespace zanjir::test {
namespace {

MemoryRun crawl(const std::string& name, const Overrides& set, double until_s, const std::string& method = "dopri5", double tolerance = 1e-6) {
  const Model model = zoo_model(name, set);
  SimOptions options = adaptive_run(until_s, method, tolerance);
  options.sample_interval_s = 0.01;
  return run_in_memory(model, options);
}

double at_time(const MemoryRun& run, const std::string& channel, double t) {
  const std::vector<double> ts = run.record->column("t"), x = run.record->column(channel);
  const auto after = std::lower_bound(ts.begin(), ts.end(), t - 1e-9) - ts.begin();
  return x[static_cast<std::size_t>(std::min<std::ptrdiff_t>(after, static_cast<std::ptrdiff_t>(x.size()) - 1))];
}

// A long body on a serpenoid curve, tangent angle a cos(phase), whose material runs along it at c. With W the speed of the curve over the floor, a piece slides
// at W cos - c along and -W sin across itself, and W is where the forces of all pieces cancel: slender bodies on friction [Gray1955], [Hu2009]. Forwards: c J0 - W.
double serpentine_speed(double c, double winding, double mu_along, double mu_across) {
  const int n = 2000;
  double mean_cos = 0;
  for (int i = 0; i < n; ++i) mean_cos += std::cos(winding * std::cos(2 * pi * i / n)) / n;
  const auto force = [&](double W) {
    double sum = 0;
    for (int i = 0; i < n; ++i) {
      const double theta = winding * std::cos(2 * pi * i / n), t = W * std::cos(theta) - c, s = -W * std::sin(theta);
      const double size = std::hypot(mu_along * t, mu_across * s);
      if (size > 0) sum -= (mu_along * mu_along * t * std::cos(theta) - mu_across * mu_across * s * std::sin(theta)) / size / n;
    }
    return sum;
  };
  double low = -c, high = 2 * c;  // the force falls with W
  for (int i = 0; i < 60; ++i) (force((low + high) / 2) > 0 ? low : high) = (low + high) / 2;
  return c * mean_cos - low;
}

double mean_speed(const MemoryRun& run, const std::vector<std::string>& channels, double from, double to) {
  double sum = 0;
  for (const std::string& channel : channels) sum += std::pow(at_time(run, channel, to) - at_time(run, channel, from), 2);
  return std::sqrt(sum) / (to - from);
}

TEST(Serpentine, MovesAsSlenderBodiesOnAnisotropicFrictionDo) {
  const double c = 0.2, winding = 35 * pi / 180;
  const Overrides long_body{{"parameters.n", "16"}, {"parameters.waves", "2"}, {"parameters.speed", "0.2 m/s"}};
  const auto speed = [&](const std::string& mu_along) {
    Overrides set = long_body;
    set.push_back({"parameters.mu_along", mu_along});
    const MemoryRun run = crawl("serpentine", set, 5);
    EXPECT_EQ(run.summary.end, RunEnd::reached_end) << run.summary.why;
    return mean_speed(run, {"head.x", "head.y"}, 1, 5);  // one period of the wave: 0.8 m at 0.2 m/s
  };
  // Wheels: J0(0.611) = 0.909. Two waves of eight links each differ from the long smooth body by the shape of polygons, 1 - (beta/2)^2/6 with beta = 45 deg of
  // wave per link: 3 %, and by their ends.
  EXPECT_NEAR(speed("0"), serpentine_speed(c, winding, 0, 0.5), 0.06 * c);
  EXPECT_NEAR(speed("0.1"), serpentine_speed(c, winding, 0.1, 0.5), 0.08 * c);
}

TEST(Sidewinder, MovesSidewaysLikeARollingHelix) {
  const MemoryRun run = crawl("sidewinder", {{"parameters.n", "24"}}, 0.5 + 2 * pi);
  ASSERT_EQ(run.summary.end, RunEnd::reached_end) << run.summary.why;
  // Curvature turn/(2 length) over 2 length per lag: the level wave has the amplitude (turn/2l)/(lag/2l)^2. Where the body is lowest it moves by -amplitude rate.
  const double pair = 0.1, lag = pi / 3, turn = 25 * pi / 180, rate = 2, amplitude = turn * pair / (lag * lag), from = 0.5 + pi, to = 0.5 + 2 * pi;
  const double moved =
      std::hypot(at_time(run, "head.x", to) - at_time(run, "head.x", from), at_time(run, "head.y", to) - at_time(run, "head.y", from));
  EXPECT_NEAR(moved / (to - from), amplitude * rate, 0.25 * amplitude * rate);
}

// A ground that is inclined under upright gravity, and a level one under inclined gravity, are the same to the worm: torques, and the way up.
TEST(WormOnSlope, ClimbsAsUnderInclinedGravity) {
  const double slope = 5 * pi / 180;
  const SimOptions options = fixed_run(1, "rk4", 5e-4);
  const MemoryRun inclined = run_in_memory(zoo_model("worm_on_slope"), options),
                  level = run_in_memory(zoo_model("worm_snake", {{"slope", "-5 deg"}, {"speed", "0.2 m/s"}, {"duration", "8 s"}}), options);
  ASSERT_EQ(inclined.summary.end, RunEnd::reached_end) << inclined.summary.why;
  for (const char* joint : {"J1.force", "J8.force", "J9.force"})
    EXPECT_NEAR(inclined.last(joint), level.last(joint), 3e-12 * tolerance_scale()) << joint;
  const double x = level.last("head.x"), z = level.last("head.y");
  EXPECT_NEAR(inclined.last("head.x"), x * std::cos(slope) + z * std::sin(slope), 1e-14 * tolerance_scale());
  EXPECT_NEAR(inclined.last("head.y"), z * std::cos(slope) - x * std::sin(slope), 1e-14 * tolerance_scale());
}

TEST(RollingRing, RollsByItsCircumference) {
  const MemoryRun run = crawl("rolling_ring", {}, 0.5 + 2 * pi);
  ASSERT_EQ(run.summary.end, RunEnd::reached_end) << run.summary.why;
  const double from = 0.5 + pi, to = 0.5 + 2 * pi, expected = 12 * 0.05;  // one turn
  EXPECT_NEAR(std::abs(at_time(run, "ride.x", to) - at_time(run, "ride.x", from)), expected, 0.03 * expected);
}

TEST(Earthworm, MovesByTheMedianOfItsNodes) {
  const double period = 6, stroke = 0.02, sharpness = 12;
  const int n = 7;
  const MemoryRun run = crawl("earthworm", {}, 2 * period, "bdf");
  ASSERT_EQ(run.summary.end, RunEnd::reached_end) << run.summary.why;
  // The head moves at minus the median of the nodes' speeds behind it.
  double expected = 0;
  const int steps = 20000;
  for (int i = 0; i < steps; ++i) {
    const double t = period * i / steps;
    std::vector<double> v{0};
    for (int j = 1; j < n; ++j) {
      const double a = 2 * pi * (t / period - (j - 0.5) / n);
      v.push_back(v.back() +
                  stroke * std::exp(sharpness * (std::cos(a) - 1)) * sharpness * std::sin(a) * 2 * pi / period);  // towards -x: minus the rate
    }
    std::nth_element(v.begin(), v.begin() + n / 2, v.end());
    expected -= v[n / 2] * period / steps;
  }
  EXPECT_GT(std::abs(expected), 0.5 * stroke);
  const double moved = at_time(run, "head.x", 2 * period) - at_time(run, "head.x", period);
  // Bristles give mu m g/stiffness = 8e-5 m, 0.4 % of the stroke, at each of the turns of each node; inertia is (speed/time)/(mu g) of friction.
  EXPECT_NEAR(moved, expected, 0.03 * stroke * tolerance_scale());
}

TEST(Inchworm, MovesByItsStroke) {
  const double period = 2, stroke = 0.05;
  const MemoryRun run = crawl("inchworm", {}, 3 * period, "bdf");
  ASSERT_EQ(run.summary.end, RunEnd::reached_end) << run.summary.why;
  const double moved = at_time(run, "ride.x", 3 * period) - at_time(run, "ride.x", period);
  EXPECT_NEAR(moved, 2 * stroke, 0.02 * 2 * stroke * tolerance_scale()) << "two periods";
}

// A chain of n links on viscous ground, joints following a serpenoid wave, without inertia: drag and its moment vanish at every instant, which is three linear
// equations for the motion of the first link. Written here for itself: how far it gets in one period.
double viscous_advance(int n, double l, double a, double beta, double rate, double gamma) {
  const double period = 2 * pi / rate;
  const int steps = 400;
  double x = 0, y = 0, heading = 0;
  for (int k = 0; k < steps; ++k) {
    const double t = period * (k + 0.5) / steps;
    Eigen::Matrix3d A = Eigen::Matrix3d::Zero();  // drag and moment about the first joint, by unit motions of the first link
    Eigen::Vector3d b = Eigen::Vector3d::Zero();
    double theta = 0, theta_rate = 0, px = 0, py = 0, vx = 0, vy = 0;  // of the link and its first end, seen from the first link
    for (int i = 0; i < n; ++i) {
      if (i > 0) {
        theta += -2 * a * std::sin(beta / 2) * std::sin(rate * t + beta * i);
        theta_rate += -2 * a * std::sin(beta / 2) * rate * std::cos(rate * t + beta * i);
      }
      const double c = std::cos(theta), s = std::sin(theta);
      for (const double side : {0.02, -0.02}) {
        const double rx = l / 2 * c - side * s, ry = l / 2 * s + side * c;
        const double qx = px + rx, qy = py + ry, wx = vx - theta_rate * ry, wy = vy + theta_rate * rx;
        Eigen::Matrix2d D;
        D << c * c + gamma * s * s, (1 - gamma) * c * s, (1 - gamma) * c * s, s * s + gamma * c * c;
        Eigen::Matrix<double, 2, 3> J;
        J << 1, 0, -qy, 0, 1, qx;
        A += J.transpose() * D * J;
        b += J.transpose() * D * Eigen::Vector2d(wx, wy);
      }
      px += l * c, py += l * s, vx -= theta_rate * l * s, vy += theta_rate * l * c;
    }
    const Eigen::Vector3d u = -MatX(A).fullPivLu().solve(VecX(b));
    const double h = period / steps, middle = heading + u[2] * h / 2;
    x += h * (u[0] * std::cos(middle) - u[1] * std::sin(middle));
    y += h * (u[0] * std::sin(middle) + u[1] * std::cos(middle));
    heading += u[2] * h;
  }
  return std::hypot(x, y);
}

// Viscous ground: the chain of the program against the chain without inertia, and both against the long body of resistive force theory, forwards
// c J0(a) (1 - 1/(<cos^2> + gamma <sin^2>)), gamma the ratio of the drags [Gray1955].
TEST(ViscousSerpentine, SwimsAsResistiveForceTheorySays) {
  const int n = 16;
  const double l = 0.05, c = 0.2, a = 0.6, gamma = 5, drag = 40, beta = 2 * pi * 2 / n, rate = beta * c / l, period = 2 * pi / rate;
  std::string bodies, frames, joints, contacts, motion;
  for (int i = 1; i <= n; ++i) {
    bodies += fmt::format("  l{}: {{mass: 0.02, com: [{}, 0, 0], inertia: {{ixx: 1e-5, iyy: 1e-5, izz: 1e-5}}}}\n", i, l / 2);
    frames += fmt::format("  l{0}: {{left: [{1}, 0.02, 0], right: [{1}, -0.02, 0]}}\n", i, l / 2);
    contacts += fmt::format(
        "  f{0}: {{ground: {{normal: z}}, on: [l{0}.left, l{0}.right], law: {{type: spring-damper, stiffness: 2e3, damping: 10 N s/m}}, friction: "
        "{{type: viscous, viscous: {1}, viscous_across: {2}, direction: x, axes: body}}}}\n",
        i, drag / 2, gamma * drag / 2);
    if (i == 1) continue;
    joints += fmt::format("  J{}: {{type: revolute, parent: l{}, child: l{}, at: [{}, 0, 0], axis: z}}\n", i - 1, i - 1, i, l);
    motion += fmt::format("  J{}: \"{}*sin({}*t + {})\"\n", i - 1, -2 * a * std::sin(beta / 2), rate, beta * (i - 1));
  }
  const std::string text = "zanjir: 1\ngravity: [0, 0, -9.81]\nbodies:\n" + bodies + "frames:\n" + frames +
                           "joints:\n  head: {type: free, parent: ground, child: l1}\n" + joints + "contacts:\n" + contacts + "motion:\n" + motion;
  SimOptions options = adaptive_run(0.5 + period, "bdf", 1e-6);
  options.sample_interval_s = 0.01;
  const MemoryRun run = run_in_memory(model_of(text), options);
  ASSERT_EQ(run.summary.end, RunEnd::reached_end) << run.summary.why;
  const double advance = viscous_advance(n, l, a, beta, rate, gamma), speed = mean_speed(run, {"head.x", "head.y"}, 0.5, 0.5 + period);
  EXPECT_NEAR(speed * period, advance, 3e-4 * advance * tolerance_scale());
  // Two waves of eight links are no long smooth body: a seventh of its speed is lost to polygons and to the recoil of the ends.
  const double sin2 = (1 - std::cyl_bessel_j(0.0, 2 * a)) / 2, long_body = c * std::cyl_bessel_j(0.0, a) * (1 - 1 / (1 - sin2 + gamma * sin2));
  EXPECT_NEAR(advance / period, long_body, 0.15 * long_body);
}

// A worm of 128 links, whose sixteen waves come down one after the other within half a step. Over 12 m a gap is known to some 1e-15 m, and at 4 mm/s its instant to some 1e-13 s: there the
// search for it ends. It took the step again and again instead, five times for each, until rounding happened to agree.
TEST(LongWorm, PaysLessThanTwoStepsForAnEvent) {
  const Overrides set{{"parameters.n", "128"}, {"parameters.waves", "16"}, {"parameters.speed", "0.2 m/s"}};
  const Model model = zoo_model("worm_snake", set);
  const MemoryRun run = run_in_memory(model, fixed_run(0.6, "rk4", 1e-3));
  ASSERT_EQ(run.summary.end, RunEnd::reached_end) << run.summary.why;
  EXPECT_GT(run.summary.n_events, 16);
  // and once for each place that strikes, the step in halves
  EXPECT_LT(run.summary.cost.rhs, 4 * run.summary.cost.steps + (6 + 8) * run.summary.n_events + 4 * run.summary.steps_taken_again);
}

}  // namespace
}  // namespace zanjir::test
