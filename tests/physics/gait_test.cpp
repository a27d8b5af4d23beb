// A worm-like gait in the vertical plane against the equations of the paper it comes from (Safehian and Akbarzadeh), written out here link by link: kinematics (8) to
// (25), forces of two feet (41) to (43), and the recursion (35) to (37) from tail to head. The engine knows none of them.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <vector>

#include "support/simulation.hpp"
#include "support/solve.hpp"
#include "support/tolerance.hpp"
#include "support/zoo.hpp"
#include "zanjir/core/random.hpp"
#include "zanjir/state/state.hpp"

namespace zanjir::test::worm_gait {  // names of its own: files of this folder are compiled together
namespace {

struct Worm {
  int n = 17, c1 = 7, c2 = 15;  // links, feet: node i is the start of link i
  double l = 0.1, m = 0.1, alpha = std::numbers::pi / 6, waves = 2, speed = 0.76, slope = 0, mu = 0.3, g = 9.81;
  double M() const { return n * m; }
};
struct Point {
  double x = 0, z = 0;
};
double cross(Point a, Point b) { return a.x * b.z - a.z * b.x; }

// Angles of the links, their nodes and mass centres, with rates; node 1 (index 0) at the origin.
struct Shape {
  std::vector<double> theta, rate, acceleration;
  std::vector<Point> p, v, a;  // nodes

  Shape(const Worm& w, double s) {
    const double k = 2 * std::numbers::pi * w.waves / (w.n * w.l);
    for (int i = 1; i <= w.n; ++i) {
      const double u = k * (s + (i - 0.5) * w.l);
      theta.push_back(w.alpha * std::cos(u));
      rate.push_back(-w.alpha * k * std::sin(u) * w.speed);
      acceleration.push_back(-w.alpha * k * k * std::cos(u) * w.speed * w.speed);
    }
    lay_out(w.l);
  }
  void lay_out(double l) {  // eqs. (8) to (13)
    p.assign(1, {});
    v.assign(1, {});
    a.assign(1, {});
    for (std::size_t i = 0; i < theta.size(); ++i) {
      const double c = std::cos(theta[i]), s = std::sin(theta[i]), w = rate[i];
      p.push_back({p[i].x + l * c, p[i].z + l * s});
      v.push_back({v[i].x - l * s * w, v[i].z + l * c * w});
      a.push_back({a[i].x - l * (c * w * w + s * acceleration[i]), a[i].z + l * (-s * w * w + c * acceleration[i])});
    }
  }
  static Point middle(const std::vector<Point>& of, std::size_t i) { return {(of[i].x + of[i + 1].x) / 2, (of[i].z + of[i + 1].z) / 2}; }
  Point mean(const std::vector<Point>& of) const {
    Point sum;
    for (std::size_t i = 0; i < theta.size(); ++i) sum = {sum.x + middle(of, i).x, sum.z + middle(of, i).z};
    return {sum.x / static_cast<double>(theta.size()), sum.z / static_cast<double>(theta.size())};
  }
  void move(std::vector<Point>& of, double x, double z) {
    for (Point& each : of) each = {each.x + x, each.z + z};
  }
};

struct Feet {
  double N1 = 0, N2 = 0, F1 = 0, F2 = 0;
};

// Torques by the recursion (35) to (37): [j] that of joint j; [0] what is left at the head.
std::vector<double> recursion(const Worm& w, const Shape& shape, const Feet& feet) {
  const auto n = static_cast<std::size_t>(w.n);
  std::vector<double> tau(n + 1, 0.0);
  double fx = 0, fz = 0;  // f at the tail end of the link: what it gives to the next one
  for (std::size_t i = n; i-- > 0;) {
    const Point a = Shape::middle(shape.a, i);
    const double c = std::cos(shape.theta[i]), s = std::sin(shape.theta[i]);
    const bool first = static_cast<int>(i) + 1 == w.c1,
               second = static_cast<int>(i) + 1 == w.c2;  // the whole force of a node on the link that starts there
    const double F = (first ? feet.F1 : 0) + (second ? feet.F2 : 0), N = (first ? feet.N1 : 0) + (second ? feet.N2 : 0);
    const double fx_here = w.m * (a.x + w.g * std::sin(w.slope)) + fx - F, fz_here = w.m * (a.z + w.g * std::cos(w.slope)) + fz - N;
    // (28) about the mass centre, forces at both ends
    tau[i] = w.m * w.l * w.l / 12 * shape.acceleration[i] + tau[i + 1] - (fx_here + fx + F) * w.l / 2 * s + (fz_here + fz + N) * w.l / 2 * c;
    fx = fx_here;
    fz = fz_here;
  }
  return tau;
}

std::string number_text(double x) {
  char text[40];
  std::snprintf(text, sizeof text, "%.17g", x);
  return text;
}
Overrides settings(const Worm& w) {
  return {{"n", std::to_string(w.n)},        {"phases.c1", std::to_string(w.c1)}, {"phases.c2", std::to_string(w.c2)},
          {"winding", number_text(w.alpha)}, {"speed", number_text(w.speed)},     {"slope", number_text(w.slope)}};
}

Worm random_worm(Random& random) {
  Worm w;
  w.n = random.chance(0.5) ? 17 : 16;
  w.c1 = random.integer(2, 8);
  w.c2 = w.c1 + 8;
  w.alpha = random.uniform(0.2, 0.8);
  w.speed = random.uniform(-1, 1);
  w.slope = random.uniform(-0.2, 0.2);
  w.mu = random.uniform(0, 0.6);
  return w;
}

// Base prescribed or free as the model has it, joints prescribed: forces out.
VecX forces(const AnyFormulation& formulation, const Model& model, const State& state) {
  return solve_or_throw(formulation, model, state, forward_question(model, VecX::Zero(model.nv()))).tau;
}

void expect_torques(const Model& model, const VecX& tau, const std::vector<double>& expected, double largest) {
  for (std::size_t j = 1; j + 1 < expected.size(); ++j)
    EXPECT_NEAR(tau[speed_index(model, "J" + std::to_string(j))], expected[j], tolerance_scale() * 3e-12 * largest) << "joint " << j;
}

constexpr double rolling_tolerance =
    2e-8;  // feet are taken up where they are, 1.5e-9 m off the line by the digits of the order: 1e-8 rad, of a weight at arms of half the body

double largest_of(const std::vector<double>& tau) {
  double largest = 0;
  for (const double x : tau) largest = std::max(largest, std::abs(x));
  return largest;
}

// The paper's model: level body, mass centre at constant height, two feet.
TEST(WormGait, RecursionJacobiansAndHybridDynamicsAgreeOnTheLevelBody) {
  Random random(15);
  for (int k = 0; k < 20; ++k) {
    const Worm w = random_worm(random);
    const bool stick = k % 2 == 0;
    const double e1 = random.chance(0.5) ? 1 : -1, e2 = random.chance(0.5) ? 1 : -1;
    Overrides set = settings(w);
    for (const auto& [key, value] : {std::pair<std::string, double>{"stick", stick}, {"e1", e1}, {"e2", e2}, {"mu", w.mu}})
      set.push_back({key, number_text(value)});
    const Model model = zoo_model("../studies/models/worm_level", set);
    for (int i = 0; i < 10; ++i) {
      State state = initial_state(model);
      state.t_s = random.uniform(0, 2);
      Shape shape(w, w.speed * state.t_s);
      const Point foot = shape.p[static_cast<std::size_t>(w.c1 - 1)], other = shape.p[static_cast<std::size_t>(w.c2 - 1)], G = shape.mean(shape.p);
      const Point a_foot = shape.a[static_cast<std::size_t>(w.c1 - 1)], a_G = shape.mean(shape.a);
      const double W = w.M() * w.g * std::cos(w.slope), d = other.x - foot.x, xg = G.x - foot.x, h = G.z - foot.z;
      Feet f;
      double slide = -a_foot.x;  // acceleration of the head along the ground
      if (stick) {
        const double needed = w.M() * (a_G.x - a_foot.x + w.g * std::sin(w.slope));
        f.N2 = (W * xg - needed * h) / d;
        f.N1 = W - f.N2;
        f.F1 = needed * f.N1 / W;
        f.F2 = needed * f.N2 / W;
      } else {
        f.N2 = (W * xg - h * w.mu * e1 * W) / (d + h * w.mu * (e2 - e1));
        f.N1 = W - f.N2;
        f.F1 = e1 * w.mu * f.N1;
        f.F2 = e2 * w.mu * f.N2;
        slide = (f.F1 + f.F2) / w.M() - w.g * std::sin(w.slope) - a_G.x;  // eq. (33)
      }
      shape.move(shape.a, slide, -a_G.z);  // eq. (34): the mass centre keeps its height
      const std::vector<double> expected = recursion(w, shape, f);
      const double largest = largest_of(expected);
      for (const char* name : {"newton-euler", "multipliers"}) {  // recursive, and by Jacobians of the bodies in the world
        SCOPED_TRACE(name);
        const VecX tau = forces(*find_formulation(name), model, state);
        expect_torques(model, tau, expected, largest);
        // What the feet do not balance: nothing but the moment R.
        EXPECT_NEAR(tau[speed_index(model, "head.angle")], expected[0], tolerance_scale() * 5e-13 * largest);
        EXPECT_NEAR(tau[speed_index(model, "head.y")], 0, tolerance_scale() * 3e-14 * W);
        EXPECT_NEAR(tau[speed_index(model, "head.x")], 0, tolerance_scale() * 2e-14 * W);
      }
    }
  }
}

// R is the rate of the angular momentum about the mass centre that (41) leaves out; it vanishes as the square of the speed.
TEST(WormGait, TheUnbalancedMomentFallsWithTheSquareOfTheSpeed) {
  double R[2];
  for (int k = 0; k < 2; ++k) {
    Worm w;
    w.speed = k == 0 ? 0.76 : 0.076;
    const Model model = zoo_model("../studies/models/worm_level", settings(w));
    State state = initial_state(model);
    state.t_s = 0.02 / w.speed;
    R[k] = forces(AnyFormulation(), model, state)[speed_index(model, "head.angle")];
  }
  EXPECT_GT(std::abs(R[0]), 0.1);
  EXPECT_NEAR(R[1] / R[0], 0.01, 1e-6);  // feet of a level body of 17 links differ in height: friction there adds a little of the fourth power
}

// Exact rolling: the level shape turned so that both feet are on the ground; its forces from all three balances. The engine holds contacts in the order of the wave, and
// knows neither the angle nor the forces; between changes of feet its torques are those of the recursion.
TEST(WormGait, ExactRollingOnTwoFeetNeedsNothingElse) {
  for (const auto& [speed, slope] : {std::pair{0.76, 0.0}, std::pair{0.3, -0.09}}) {
    Worm w;
    w.speed = speed, w.slope = slope;
    const Model model = zoo_model("../studies/models/worm_rolling", {{"speed", number_text(speed)}, {"slope", number_text(slope)}});
    SimOptions options = adaptive_run(0.85 / speed, "dop853", 1e-11);
    options.sample_interval_s = 0.85 / speed / 100;
    const MemoryRun run = run_in_memory(model, options);
    ASSERT_EQ(run.summary.end, RunEnd::reached_end) << run.summary.why;
    const std::vector<double> t = run.record->column("t");
    std::vector<std::vector<double>> touches, torque;
    for (int i = 2; i <= w.n; ++i) touches.push_back(run.record->column("foot" + std::to_string(i) + ".link" + std::to_string(i) + ".phase"));
    for (int j = 1; j < w.n; ++j) torque.push_back(run.record->column("J" + std::to_string(j) + ".force"));
    int compared = 0;
    for (std::size_t k = 1; k + 1 < t.size(); ++k) {
      if (t[k + 1] == t[k] || t[k] == t[k - 1]) continue;  // an event
      SCOPED_TRACE(t[k]);
      std::vector<int> feet;
      for (std::size_t i = 0; i < touches.size(); ++i)
        if (touches[i][k] > 0) feet.push_back(static_cast<int>(i) + 2);
      ASSERT_EQ(feet.size(), 2u);
      w.c1 = feet[0], w.c2 = feet[1];
      Shape shape(w, w.speed * t[k]);
      const auto one = static_cast<std::size_t>(w.c1 - 1), two = static_cast<std::size_t>(w.c2 - 1);
      const auto apart = [&](const std::vector<Point>& of) { return Point{of[two].x - of[one].x, of[two].z - of[one].z}; };
      const Point e = apart(shape.p), ed = apart(shape.v), edd = apart(shape.a);
      const double ee = e.x * e.x + e.z * e.z, turn = std::atan2(e.z, e.x), turn_rate = cross(e, ed) / ee;
      const double turn_acceleration = cross(e, edd) / ee - 2 * turn_rate * (e.x * ed.x + e.z * ed.z) / ee;
      for (std::size_t j = 0; j < shape.theta.size(); ++j) {
        shape.theta[j] -= turn;
        shape.rate[j] -= turn_rate;
        shape.acceleration[j] -= turn_acceleration;
      }
      shape.lay_out(w.l);
      shape.move(shape.p, -shape.p[one].x, -shape.p[one].z);
      shape.move(shape.v, -shape.v[one].x, -shape.v[one].z);
      shape.move(shape.a, -shape.a[one].x, -shape.a[one].z);
      // Momentum, and angular momentum about the first foot; all friction there, as the model has it.
      Feet f;
      double moment = 0, Fx = 0, Fz = 0;
      for (std::size_t j = 0; j < shape.theta.size(); ++j) {
        const Point a = Shape::middle(shape.a, j), force{w.m * (a.x + w.g * std::sin(w.slope)), w.m * (a.z + w.g * std::cos(w.slope))};
        moment += cross(Shape::middle(shape.p, j), force) + w.m * w.l * w.l / 12 * shape.acceleration[j];
        Fx += force.x;
        Fz += force.z;
      }
      f.N2 = moment / shape.p[two].x;
      f.N1 = Fz - f.N2;
      f.F1 = Fx;
      const std::vector<double> expected = recursion(w, shape, f);
      const double largest = largest_of(expected);
      EXPECT_NEAR(expected[0], 0, tolerance_scale() * 200 * eps * largest);  // nothing is left at the head
      for (std::size_t j = 1; j + 1 < expected.size(); ++j)
        EXPECT_NEAR(torque[j - 1][k], expected[j], tolerance_scale() * rolling_tolerance * largest) << "joint " << j;
      ++compared;
    }
    EXPECT_GT(compared, 60);
  }
}

}  // namespace
}  // namespace zanjir::test::worm_gait
