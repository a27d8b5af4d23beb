// Maps whose answer is known: areas in closed form within their error estimates, singular curves, the same bytes for any number of threads.
#include "zanjir/map/make_map.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <numbers>

#include "support/folders.hpp"
#include "support/simulation.hpp"
#include "zanjir/core/random.hpp"
#include "zanjir/map/map_outcome.hpp"
#include "zanjir/map/map_vtk.hpp"
#include "zanjir/model/build.hpp"

namespace zanjir::test::make_map_cases {
namespace {

constexpr double pi = std::numbers::pi;

Model model_of(const std::string& name) { return std::move(*build_model(*read_description(models_folder() / (name + ".yaml"))).value); }

Model model_with(const std::string& name, const Overrides& set) {
  return std::move(*build_model(*read_description(models_folder() / (name + ".yaml"), set)).value);
}

MapAxis axis(const std::string& name, double from, double to, int cells) {
  return {{name, {}}, {from, Knowledge::factor, {}}, {to, Knowledge::factor, {}}, cells};
}

MapLimit bound(const std::string& name, const std::string& of, std::optional<double> min, std::optional<double> max) {
  MapLimit limit;
  limit.name.name = name;
  limit.of = {{of, {}}};
  if (min) limit.min = Quantity{*min, Knowledge::factor, {}};
  if (max) limit.max = Quantity{*max, Knowledge::factor, {}};
  return limit;
}

MapOutcome outcome_of(const Model& model, const MapQuestion& question) {
  Progress quiet;
  std::string why;
  EXPECT_EQ(check_map(model, question, {}).size(), 0U);
  std::optional<Map> map = make_map(model, question, {}, {quiet, never_cancelled()}, why);
  EXPECT_TRUE(map) << why;
  if (!map) return {};
  MapOutcome out{std::move(*map), {}};
  out.summary = summarise(out.map);
  return out;
}

std::vector<double> coordinates(const Map& map, std::size_t point) {
  std::vector<double> q;
  for (int i = 0; i < map.points[point].q.n; ++i) q.push_back(map.points[point].q[i]);
  return q;
}

// Every edge of a cell that the boundary crosses: f(feasible corner, other corner, place of the crossing).
template <class F> int for_each_crossing(const Map& map, F f) {
  int n = 0;
  for (const MapCell& cell : map.cells) {
    for (int a = 0; a < map.n_corners(); ++a) {
      for (int k = 0; k < map.n_axes(); ++k) {
        int p = map.corner(cell, a), q = map.corner(cell, a | 1 << k);
        const auto feasible = [&](int i) { return map.points[static_cast<std::size_t>(i)].feasible(); };
        if (a >> k & 1 || feasible(p) == feasible(q)) continue;
        if (!feasible(p)) std::swap(p, q);
        const double t = map.crossing(p, q);
        std::array<double, 3> x{};
        for (int i = 0; i < map.n_axes(); ++i) {
          const auto place = [&](int point) {
            return static_cast<double>(map.points[static_cast<std::size_t>(point)].at[static_cast<std::size_t>(i)]);
          };
          x[static_cast<std::size_t>(i)] = map.coordinate(i, place(p) + t * (place(q) - place(p)));
        }
        f(x);
        ++n;
      }
    }
  }
  return n;
}

MapQuestion annulus(int depth) {
  MapQuestion q;
  q.axes = {axis("forearm.tip.x", -0.9, 0.9, 12), axis("forearm.tip.y", -0.9, 0.9, 12)};
  q.depth = depth;
  q.threads = 1;
  return q;
}

TEST(Map, AnArmOfTwoLinksReachesAnAnnulus) {
  const Model arm = model_of("arm_2r");
  const double truth = pi * (0.85 * 0.85 - 0.05 * 0.05);
  double before = 0;
  for (const int depth : {2, 3, 4}) {
    const MapOutcome m = outcome_of(arm, annulus(depth));
    EXPECT_NEAR(m.summary.feasible, truth, m.summary.error) << depth;
    EXPECT_LE(m.summary.inner, truth);
    EXPECT_GE(m.summary.outer, truth);
    EXPECT_LT(m.summary.error, 0.002 * truth) << depth;
    if (before > 0) {
      EXPECT_LT(m.summary.error, before / 2) << depth;
    }  // a flat boundary leaves a quarter, its tolerance a half
    before = m.summary.error;
    EXPECT_EQ(m.summary.components, 1);
    EXPECT_NEAR(m.summary.home, m.summary.feasible, 1e-15);
    for_each_crossing(m.map, [&](const std::array<double, 3>& x) {
      const double r = std::hypot(x[0], x[1]), edge = 1.8 / 12 / m.map.finest();
      EXPECT_LT(std::min(std::abs(r - 0.85), std::abs(r - 0.05)), 1.5e-3 * edge);
    });
  }
}

TEST(Map, CostGrowsWithTheBoundary) {
  const Model arm = model_of("arm_2r");
  const MapOutcome coarse = outcome_of(arm, annulus(2)), fine = outcome_of(arm, annulus(4));
  // Twice as deep: four times as many cells on the boundary, sixteen times as many in all.
  EXPECT_LT(static_cast<double>(fine.map.points.size()), 4.5 * static_cast<double>(coarse.map.points.size()));
}

TEST(Map, TheAnswerDoesNotDependOnTheNumberOfThreads) {
  const Model arm = model_of("arm_2r");
  MapQuestion q = annulus(2);
  q.values = {{"shoulder.force", {}}};
  q.limits = {bound("elbow", "elbow", 0.3, 2.5)};
  const MapOutcome one = outcome_of(arm, q);
  q.threads = 2;
  const MapOutcome two = outcome_of(arm, q);
  EXPECT_EQ(map_vtk(one, ""), map_vtk(two, ""));  // numbers that read back to the same double
  EXPECT_EQ(one.summary.feasible, two.summary.feasible);
  EXPECT_EQ(one.map.evaluations, two.map.evaluations);
  ASSERT_EQ(one.map.points.size(), two.map.points.size());
  for (std::size_t i = 0; i < one.map.points.size(); ++i) EXPECT_EQ(coordinates(one.map, i), coordinates(two.map, i)) << i;
}

// In lanes, with poses that are asked alone among them: beyond reach, and at the border of a limit.
TEST(Map, PosesInLanesDoNotDependOnTheNumberOfThreads) {
  const Model pentapod = model_of("pentapod");
  MapQuestion q;
  const auto axis = [](const char* name) { return MapAxis{{name, {}}, {-0.3, Knowledge::factor, {}}, {0.3, Knowledge::factor, {}}, 21}; };
  q.axes = {axis("spindle.x"), axis("spindle.y")};
  MotionGiven hold{{"spindle", {}}};
  hold.parts.emplace_back("z", LawDescription{LawKind::polynomial, {}, {0.25}, {}, {}});
  hold.turn_axes = {{1, 0, 0}};
  hold.turn_angles = {LawDescription{LawKind::polynomial, {}, {0.1}, {}, {}}};
  hold.axis = Vec3d{0, 0, 1};
  q.hold = {hold};
  q.values = {{"spindle.J0.dexterity", {}}};
  q.limits = {bound("stroke", "L3", 0.12, 0.36), bound("sigma", "spindle.J0.sigma_min", 0.01, 10)};
  q.depth = 1;
  q.threads = 1;
  const MapOutcome one = outcome_of(pentapod, q);
  for (const int threads : {2, 3, 7}) {
    q.threads = threads;
    const MapOutcome more = outcome_of(pentapod, q);
    EXPECT_EQ(map_vtk(one, ""), map_vtk(more, ""));
    EXPECT_EQ(one.map.evaluations, more.map.evaluations);
    ASSERT_EQ(one.map.points.size(), more.map.points.size());
    for (std::size_t i = 0; i < one.map.points.size(); ++i) EXPECT_EQ(coordinates(one.map, i), coordinates(more.map, i)) << i;
  }
}

TEST(Map, LimitsOfAJointCutASector) {
  // |tip|^2 = a^2 + b^2 + 2 a b cos(elbow): the elbow between 30 and 120 degrees is a ring.
  const Model arm = model_of("arm_2r");
  MapQuestion q = annulus(3);
  q.limits = {bound("elbow", "elbow", pi / 6, 2 * pi / 3)};
  const MapOutcome m = outcome_of(arm, q);
  const auto radius2 = [](double elbow) { return 0.45 * 0.45 + 0.4 * 0.4 + 2 * 0.45 * 0.4 * std::cos(elbow); };
  EXPECT_NEAR(m.summary.feasible, pi * (radius2(pi / 6) - radius2(2 * pi / 3)), m.summary.error);
  EXPECT_LT(m.summary.error, 0.01 * m.summary.feasible);
}

// A limit that begins to be violated where another one binds, so that no cell is halved for its sake: x = a cos s + b cos(s + e) <= 0.3 over the two joints. For
// each s the angles e are known in closed form; their sum over s by Simpson's rule.
TEST(Map, ShareOfALimitHasItsErrorAlsoWhereAnotherOneBinds) {
  constexpr double a = 0.45, b = 0.4, c = 0.3, from = 0.1, to = 2.9;
  const auto violated = [&](double s) {  // how much of the range of e has x > c
    const double u = (c - a * std::cos(s)) / b, half = u >= 1 ? 0 : u <= -1 ? pi : std::acos(u);
    double length = 0;
    for (const double middle : {0.0, 2 * pi}) length += std::max(0.0, std::min(s + to, middle + half) - std::max(s + from, middle - half));
    return length;
  };
  constexpr int n = 20000;
  double truth = 0;
  for (int i = 0; i <= n; ++i) truth += (i == 0 || i == n ? 1 : i % 2 == 1 ? 4 : 2) * violated(from + (to - from) * i / n);
  truth /= 3.0 * n * (to - from);
  MapQuestion q;
  q.threads = 1;
  q.depth = 1;
  q.limits = {bound("first", "shoulder", 10, std::nullopt), bound("hidden", "forearm.tip.x", std::nullopt, c)};
  double before = 0;
  for (const int cells : {8, 16, 32}) {
    q.axes = {axis("shoulder", from, to, cells), axis("elbow", from, to, cells)};
    const MapOutcome m = outcome_of(model_of("arm_2r"), q);
    const MapShare& share = m.summary.violated[1];
    EXPECT_NEAR(share.value, truth, share.error) << cells;
    EXPECT_LT(share.error, 0.02) << cells;
    if (before > 0) {
      EXPECT_LT(share.error, before / 2) << cells;
    }
    before = share.error;
    EXPECT_EQ(m.summary.violated[0].value, 1);
    EXPECT_EQ(m.summary.violated[0].error, 0);
    EXPECT_EQ(m.summary.out_of_reach.value, 0);
  }
}

TEST(Map, TheShareOutOfReachIsTheRestOfTheAnnulus) {
  for (const int depth : {1, 2, 3}) {
    const MapOutcome m = outcome_of(model_of("arm_2r"), annulus(depth));
    EXPECT_NEAR(m.summary.out_of_reach.value, 1 - pi * (0.85 * 0.85 - 0.05 * 0.05) / (1.8 * 1.8), m.summary.out_of_reach.error) << depth;
    EXPECT_NEAR(m.summary.out_of_reach.value, 1 - m.summary.feasible / m.summary.box, 1e-13) << depth;
  }
}

TEST(Map, ClosedFormOfTheTorqueAtRest) {
  const Model arm = model_of("arm_2r");
  MapQuestion q;
  q.axes = {axis("shoulder", -1, 1, 6), axis("elbow", 0.2, 2, 6)};
  q.values = {{"shoulder.force", {}}, {"elbow.force", {}}};
  q.depth = 0;
  const MapOutcome m = outcome_of(arm, q);
  for (std::size_t i = 0; i < m.map.points.size(); ++i) {
    const double a = m.map.coordinate(0, m.map.points[i].at[0]), b = m.map.coordinate(1, m.map.points[i].at[1]);
    const double elbow = 2.5 * 9.81 * 0.17 * std::cos(a + b), shoulder = elbow + 9.81 * std::cos(a) * (4 * 0.2 + 2.5 * 0.45);
    EXPECT_NEAR(m.map.number(static_cast<int>(i), 0), shoulder, 4e-13);
    EXPECT_NEAR(m.map.number(static_cast<int>(i), 1), elbow, 8e-14);
  }
  EXPECT_NEAR(m.summary.feasible, 2 * 1.8, 6e-14);
  EXPECT_EQ(m.summary.error, 0);
}

TEST(Map, AFiveBarEndsWhereItsRodsAreInLine) {
  // Over the motors: the elbows are as far apart as both rods are long, E1 E2 = 0.7 m.
  const Model five_bar = model_of("five_bar");
  MapQuestion q;
  q.axes = {axis("left", 1.2, 3.4, 11), axis("right", -0.2, 2, 11)};
  q.depth = 2;
  const MapOutcome m = outcome_of(five_bar, q);
  const double edge = 0.2 / m.map.finest();
  const int n = for_each_crossing(m.map, [&](const std::array<double, 3>& x) {
    const double dx = 0.3 + 0.25 * (std::cos(x[1]) - std::cos(x[0])), dy = 0.25 * (std::sin(x[1]) - std::sin(x[0]));
    EXPECT_NEAR(std::hypot(dx, dy), 0.7, 2e-3 * edge) << x[0] << " " << x[1];
  });
  EXPECT_GT(n, 20);
}

// Between the hole in the reach of one leg and the end of that of another the workspace of a 3-RRR runs out into horns, thinner than a step and bent round the hole: no way leads straight
// from one point to the next one. Every leg reaches what is 0.2 to 1 m from its motor (|0.6 - 0.4| to 0.6 + 0.4).
TEST(Map, HornsBetweenTheReachesOfLegsAreInIt) {
  const Model robot = model_of("rrr_3");
  constexpr double turned = 0.3;
  const auto legs_reach = [&](double x, double y) {
    for (int i = 0; i < 3; ++i) {
      const double leg = (210 + 120 * i) * pi / 180, base = 1.2 / std::sqrt(3.0), corner = 0.4 / std::sqrt(3.0);
      const double length =
          std::hypot(x + corner * std::cos(leg + turned) - base * std::cos(leg), y + corner * std::sin(leg + turned) - base * std::sin(leg));
      if (length < 0.2 || length > 1) return false;
    }
    return true;
  };
  for (const int cells : {16, 18, 20, 30}) {
    SCOPED_TRACE(cells);
    MapQuestion q;
    q.axes = {axis("platform.x", -0.9, 0.9, cells), axis("platform.y", -0.9, 0.9, cells)};
    q.hold = {{{"platform", {}}}};
    q.hold[0].turn_axes = {{0, 0, 1}};
    q.hold[0].turn_angles = {{LawKind::polynomial, {}, {turned}, {}, {}}};
    q.depth = 5;
    const MapOutcome m = outcome_of(robot, q);
    for (const MapPoint& p : m.map.points) {
      const double x = m.map.coordinate(0, p.at[0]), y = m.map.coordinate(1, p.at[1]);
      EXPECT_EQ(p.feasible(), legs_reach(x, y)) << x << " " << y;
    }
    // Of 8000 cuts in closed form. The other lattices have tips between their points, which no map can know of: up to 6e-4 m^2.
    if (cells == 20) {
      EXPECT_NEAR(m.summary.feasible, 0.676989, m.summary.error);
    }
  }
}

// Beside the hole in the reach of a leg the nearer solution is the one of the other branch, however short the step: elbows stay on their side all the same, in
// lanes and alone (an arm from 12 cells on had 1.14 of 1.75 m^2 on its side, a robot 3-RRR 0.627 of 0.645).
TEST(Map, ElbowsStayOnTheirSide) {
  const Model robot = model_of("rrr_3");
  MapQuestion q;
  q.hold = {{{"platform", {}}}};
  q.hold[0].turn_axes = {{0, 0, 1}};
  q.hold[0].turn_angles = {{LawKind::polynomial, {}, {0}, {}, {}}};
  q.limits = {bound("B1", "B1", 0.0, pi), bound("B2", "B2", 0.0, pi), bound("B3", "B3", 0.0, pi)};
  for (const int cells : {8, 24, 40}) {
    q.axes = {axis("platform.x", -0.5, 0.5, cells), axis("platform.y", -0.5, 0.5, cells)};
    for (const MapPoint& p : outcome_of(robot, q).map.points) EXPECT_TRUE(!p.stands || p.feasible()) << cells << " cells";
  }

  const double l = 0.3088145963414653, A = 0.49947499538773243;
  for (const double B : {-2.973713823252782, -0.68, 0.3, 2.9}) {
    const Model arm = test::model_of(
        fmt::format("zanjir: 1\nplane: xy\ngravity: [0, 0, 0]\nbodies: {{a: {{mass: 1, inertia: {{izz: .1}}}}, b: {{mass: 1, inertia: {{izz: "
                    ".1}}}}}}\nframes: {{b: {{tip: [{}, 0, 0]}}}}\n"
                    "joints: {{A: {{type: revolute, parent: ground, child: a, axis: z}}, B: {{type: revolute, parent: a, child: b, "
                    "at: [0.45, 0, 0], axis: z}}}}\n"
                    "initial: {{q: {{A: {}, B: {}}}}}\n",
                    l, A, B));
    MapQuestion of_arm;
    of_arm.limits = {bound("elbow", "B", B < 0 ? -4.0 : 0.0, B < 0 ? 0.0 : 4.0)};
    of_arm.depth = 4;
    for (const int cells : {9, 12, 19}) {
      of_arm.axes = {axis("b.tip.x", -0.8589, 0.8589, cells), axis("b.tip.y", -0.8589, 0.8589, cells)};
      const MapOutcome m = outcome_of(arm, of_arm);
      EXPECT_NEAR(m.summary.feasible, pi * (std::pow(0.45 + l, 2) - std::pow(0.45 - l, 2)), m.summary.error) << B << ", " << cells << " cells";
    }
  }
}

// -- islands: parts of the workspace to which no way leads

// Where all legs of two bars reach, on a lattice far finer than any map: each from a base to a place beside the point, between the difference and the sum of its bars.
struct TwoBarLeg {
  double base_x, base_y, beside_x, beside_y;
};
struct Reach {
  std::vector<TwoBarLeg> legs;
  double near, far;
  double margin(double x, double y) const {  // how far inside the reach of all legs
    double least = INFINITY;
    for (const TwoBarLeg& leg : legs) {
      const double r = std::hypot(x + leg.beside_x - leg.base_x, y + leg.beside_y - leg.base_y);
      least = std::min({least, far - r, r - near});
    }
    return least;
  }
  double area(double half, int n) const {  // in a square about the origin
    int inside = 0;
    for (int i = 0; i < n; ++i)
      for (int k = 0; k < n; ++k) inside += margin(half * ((2 * i + 1.0) / n - 1), half * ((2 * k + 1.0) / n - 1)) >= 0;
    return 4 * half * half * inside / n / n;
  }
};

// Every point of the map stands where its legs reach, and only there, so that its area is right but for what lies between points, of which its error is an estimate.
void expect_all_that_legs_reach(const MapOutcome& m, const Reach& reach, double half) {
  int lost = 0;
  for (const MapPoint& p : m.map.points) {
    const double x = m.map.coordinate(0, p.at[0]), y = m.map.coordinate(1, p.at[1]), inside = reach.margin(x, y);
    if (std::abs(inside) > 1e-6 && p.feasible() != (inside > 0)) ++lost;
    EXPECT_TRUE(p.asked);
  }
  EXPECT_EQ(lost, 0) << "of " << m.map.points.size();
  const double truth = reach.area(half, 1500);
  // Tips of horns between its points, up to a cell or two of them, are what no map can know of.
  EXPECT_NEAR(m.summary.feasible, truth, 2 * m.summary.error + 2 * m.map.cell_measure({{}, m.map.finest()}));
  EXPECT_NEAR(m.summary.out_of_reach.value * m.summary.box, m.summary.box - m.summary.feasible, 1e-12);
}

// The pen of a five-bar between two rings: with short proximal bars two halves, on both sides of the motors, that hang together nowhere (one of them was lost, 0.149 +- 0.003
// of 0.300 m^2).
TEST(Map, BothHalvesOfAFiveBarAreInIt) {
  struct Case {
    double proximal, distal;
    int cells;
  };
  for (const Case& c : {Case{0.15, 0.42, 14}, {0.15, 0.42, 22}, {0.14, 0.4, 17}, {0.12, 0.35, 26}, {0.42, 0.13, 19}}) {
    SCOPED_TRACE(fmt::format("{} {} {}", c.proximal, c.distal, c.cells));
    const Model five_bar = model_with("five_bar", {{"proximal", fmt::format("{}", c.proximal)}, {"distal", fmt::format("{}", c.distal)}});
    const Reach reach{{{-0.15, 0, 0, 0}, {0.15, 0, 0, 0}}, std::abs(c.proximal - c.distal), c.proximal + c.distal};
    MapQuestion q;
    q.axes = {axis("left_rod.pen.x", -0.65, 0.65, c.cells), axis("left_rod.pen.y", -0.65, 0.65, c.cells)};
    q.depth = 3;
    q.threads = 2;
    const MapOutcome m = outcome_of(five_bar, q);
    expect_all_that_legs_reach(m, reach, 0.65);
    EXPECT_GE(m.summary.components, 2);
    EXPECT_NEAR(m.summary.home, m.summary.feasible / 2, m.summary.error);
    EXPECT_NEAR(m.summary.feasible, reach.area(0.65, 1500), 2 * m.summary.error);
  }
}

// Long second bars leave a 3-RRR several islands between the holes in the reaches of its legs (of the first 0.089 +- 0.003 m^2 were found, of the second 0.017 +- 0.001).
TEST(Map, AllIslandsOfAThreeRrrAreInIt) {
  struct Case {
    double l1, l2, turned;
    int cells;
  };
  std::vector<Case> cases{{0.3964350072869704, 0.8691129303074008, -0.5236998606064303, 26},
                          {0.31745135809469927, 0.8058626489033042, 0.2667755553031246, 30},
                          {0.4112517804165312, 0.6411501462863903, -0.2151443328420175, 13}};
  Random random(7);
  for (int i = 0; i < 6; ++i) {
    const double l1 = random.uniform(0.3, 0.5);
    cases.push_back({l1, l1 + random.uniform(0.25, 0.5), random.uniform(-0.6, 0.6), 32 + 4 * i});
  }
  for (const Case& c : cases) {
    SCOPED_TRACE(fmt::format("{} {} {} {}", c.l1, c.l2, c.turned, c.cells));
    const Model robot = model_with("rrr_3", {{"l1", fmt::format("{}", c.l1)}, {"l2", fmt::format("{}", c.l2)}});
    Reach reach{{}, std::abs(c.l1 - c.l2), c.l1 + c.l2};
    for (int i = 0; i < 3; ++i) {
      const double leg = (210 + 120 * i) * pi / 180, base = 1.2 / std::sqrt(3.0), corner = 0.4 / std::sqrt(3.0);
      reach.legs.push_back({base * std::cos(leg), base * std::sin(leg), corner * std::cos(leg + c.turned), corner * std::sin(leg + c.turned)});
    }
    MapQuestion q;
    q.axes = {axis("platform.x", -0.9, 0.9, c.cells), axis("platform.y", -0.9, 0.9, c.cells)};
    q.hold = {{{"platform", {}}}};
    q.hold[0].turn_axes = {{0, 0, 1}};
    q.hold[0].turn_angles = {{LawKind::polynomial, {}, {c.turned}, {}, {}}};
    q.depth = 3;
    q.threads = 2;
    expect_all_that_legs_reach(outcome_of(robot, q), reach, 0.9);
  }
}

// Over the motors of a five-bar with short rods, where legs have no closed form: its elbows come near each other above the motors, where home is, and below. The lower
// part is found by searches; what none was made for is in the errors.
Model short_rods() {
  return model_with("five_bar", {{"distal", "0.03"}, {"initial.q", "{left: 60 deg, left_elbow: -26 deg, right: 120 deg, right_elbow: 26 deg}"}});
}
MapQuestion over_motors(int cells) {
  MapQuestion q;
  q.axes = {axis("left", -1.6, 1.6, cells), axis("right", 1.5, 4.7, cells)};
  q.threads = 1;
  q.depth = 1;
  return q;
}

TEST(Map, WhatNobodyAskedForIsInTheError) {
  constexpr double distal = 0.03;
  const Model five_bar = short_rods();
  constexpr int n = 2000;
  int inside = 0;
  for (int i = 0; i < n; ++i) {
    const double a = -1.6 + 3.2 * (i + 0.5) / n, x = 0.3 - 0.25 * std::cos(a), y = -0.25 * std::sin(a);
    for (int k = 0; k < n; ++k) {
      const double b = 1.5 + 3.2 * (k + 0.5) / n;
      inside += std::hypot(x + 0.25 * std::cos(b), y + 0.25 * std::sin(b)) <= 2 * distal;
    }
  }
  const double truth = 3.2 * 3.2 * inside / n / n;
  for (const int cells : {20, 24, 160}) {
    SCOPED_TRACE(cells);
    const MapOutcome m = outcome_of(five_bar, over_motors(cells));
    EXPECT_NEAR(m.summary.feasible, truth, m.summary.error);
    EXPECT_NEAR(m.summary.feasible, truth, 0.02 * truth);
    EXPECT_EQ(m.summary.components, 2);
    EXPECT_NEAR(m.summary.home, truth / 2, 0.02 * truth);
    EXPECT_LT(m.summary.home_error, 0.05 * truth);
    const auto unknown = std::count_if(m.map.points.begin(), m.map.points.end(), [](const MapPoint& p) { return !p.asked; });
    for (const MapPoint& p : m.map.points) EXPECT_EQ(p.verdict() == -2, !p.asked);
    if (cells < 160) {
      EXPECT_EQ(unknown, 0);
      EXPECT_EQ(m.map.notes.size(), 0U);
      EXPECT_LT(m.summary.error, 0.05 * truth);
      continue;
    }
    // Each point stands for a cell, those at the border of the map for less.
    const double of_a_cell = 3.2 * 3.2 / cells / cells, least = static_cast<double>(unknown - 4 * cells) * of_a_cell;
    EXPECT_GT(unknown, 1000);
    EXPECT_GT(m.summary.error, least);
    EXPECT_LT(m.summary.error, static_cast<double>(unknown) * of_a_cell + 0.05 * truth);
    EXPECT_GT(m.summary.out_of_reach.error * m.summary.box, least);
    EXPECT_GT(m.summary.outer, least);
    ASSERT_EQ(m.map.notes.size(), 1U);
    EXPECT_EQ(m.map.notes[0].find(fmt::format("{} of 25921 points of the coarse lattice were never asked for", unknown)), 0U) << m.map.notes[0];
  }
}

TEST(Map, IslandsDoNotDependOnTheNumberOfThreads) {
  MapQuestion between_rings;
  between_rings.axes = {axis("left_rod.pen.x", -0.65, 0.65, 14), axis("left_rod.pen.y", -0.65, 0.65, 14)};
  const std::pair<Model, MapQuestion> cases[] = {{model_with("five_bar", {{"proximal", "0.15"}, {"distal", "0.42"}}), between_rings},
                                                 {short_rods(), over_motors(150)}};
  for (const auto& [model, question] : cases) {
    MapQuestion q = question;
    q.threads = 1;
    const MapOutcome one = outcome_of(model, q);
    for (const int threads : {2, 3, 7}) {
      q.threads = threads;
      const MapOutcome more = outcome_of(model, q);
      EXPECT_TRUE(map_vtk(one, "") == map_vtk(more, ""));
      EXPECT_EQ(one.map.evaluations, more.map.evaluations);
      EXPECT_EQ(one.map.notes, more.map.notes);
    }
  }
}

TEST(Map, AThreeRprIsSingularWhereItsLegsMeet) {
  const Model robot = model_of("rpr_3");
  MapQuestion q;
  q.axes = {axis("platform.x", -0.25, 0.25, 10), axis("platform.y", -0.25, 0.25, 10)};
  q.hold = {{{"platform", {}}}};
  q.hold[0].turn_axes = {{0, 0, 1}};
  q.hold[0].turn_angles = {{LawKind::polynomial, {}, {0.1}, {}, {}}};
  q.values = {{"platform.J0.determinant", {}}};
  q.limits = {bound("regular", "platform.J0.determinant", std::nullopt, 0.0)};
  q.depth = 1;
  // Lines along the legs as rows (moment about the platform, direction): they meet in one point, or are parallel, where the determinant is zero.
  const auto lines = [](double x, double y) {
    Eigen::Matrix3d L;
    for (int i = 0; i < 3; ++i) {
      const double base = 2 * pi / 3 * i, corner = base + 0.1;
      const Eigen::Vector2d c(0.2 * std::cos(corner), 0.2 * std::sin(corner)), b(0.6 * std::cos(base), 0.6 * std::sin(base));
      const Eigen::Vector2d u = (Eigen::Vector2d(x, y) + c - b).normalized();
      L.row(i) << c.x() * u.y() - c.y() * u.x(), u.x(), u.y();
    }
    return L.determinant();
  };
  const MapOutcome m = outcome_of(robot, q);
  ASSERT_FALSE(m.map.points.empty());
  const double sign = m.map.number(0, 0) * lines(m.map.coordinate(0, m.map.points[0].at[0]), m.map.coordinate(1, m.map.points[0].at[1])) > 0 ? 1 : -1;
  for (std::size_t i = 0; i < m.map.points.size(); ++i)
    EXPECT_NEAR(m.map.number(static_cast<int>(i), 0),
                sign * lines(m.map.coordinate(0, m.map.points[i].at[0]), m.map.coordinate(1, m.map.points[i].at[1])), 1e-14);
  for_each_crossing(m.map, [&](const std::array<double, 3>& x) { EXPECT_NEAR(lines(x[0], x[1]), 0, 1e-4); });
}

TEST(Map, AnArmInSpaceReachesAShell) {
  const Model arm = model_of("arm_3r");  // links of 0.4 and 0.35 m on a shoulder at a height of 0.3 m
  MapQuestion q;
  q.axes = {axis("forearm.tip.x", -0.81, 0.79, 8), axis("forearm.tip.y", -0.8, 0.8, 8), axis("forearm.tip.z", -0.5, 1.1, 8)};
  q.depth = 1;
  const MapOutcome m = outcome_of(arm, q);
  EXPECT_NEAR(m.summary.feasible, 4.0 / 3 * pi * (std::pow(0.75, 3) - std::pow(0.05, 3)), m.summary.error);
  EXPECT_LT(m.summary.error, 0.1 * m.summary.feasible);
}

TEST(Map, WhatLawsMoveIsSaid) {
  for (const bool moves : {false, true}) {
    const Model arm = test::model_of(
        "zanjir: 1\nplane: xy\ngravity: [0, 0, 0]\n"
        "bodies: {a: {mass: 1, inertia: {izz: .1}}, b: {mass: 1, inertia: {izz: .1}}, c: {mass: 1, inertia: {izz: .1}}}\n"
        "joints: {A: {type: revolute, parent: ground, child: a, axis: z}, B: {type: revolute, parent: a, child: b, at: [1, 0, 0], axis: z}, "
        "C: {type: revolute, parent: b, child: c, at: [1, 0, 0], axis: z}}\nmotion: {B: " +
        std::string(moves ? "0.3*sin(2*t)" : "0.3*cos(2*t^3)") + "}\n");
    MapQuestion q;
    q.axes = {axis("A", -1, 1, 2), axis("C", -1, 1, 2)};
    q.values = {{"B.speed", {}}};
    const MapOutcome m = outcome_of(arm, q);
    ASSERT_EQ(m.map.notes.size(), moves ? 1U : 0U);
    if (moves) {
      EXPECT_EQ(m.map.notes[0].find("not at rest: what laws of time prescribe"), 0U) << m.map.notes[0];
    }
  }
}

TEST(Map, AnEmptyMapSaysWhichLimitKillsItAndByHowMuch) {
  const Model arm = model_of("arm_2r");
  MapQuestion q = annulus(0);
  q.limits = {bound("height", "forearm.tip.y", 2.0, std::nullopt)};
  const MapOutcome m = outcome_of(arm, q);
  EXPECT_EQ(m.summary.feasible, 0);
  const std::string why = why_empty(m.map, m.summary);
  EXPECT_NE(why.find("'height' is violated at every point, by 1.25 m where it comes nearest"), std::string::npos)
      << why;  // the highest coarse point: y = 0.75
}

TEST(Map, PartsThatDoNotHangTogetherAreToldApart) {
  // The angle between the y axis of the upper arm and the world's x axis is within 45 degrees of a right angle where the arm is near level, to
  // either side; the turn is cut open at 180 degrees.
  const Model arm = model_of("arm_2r");
  MapQuestion q;
  q.axes = {axis("shoulder", -pi, pi, 23), axis("elbow", 0.1, 0.5, 4)};
  MapLimit cone;
  cone.name.name = "level";
  cone.kind = MapLimit::Kind::cone;
  cone.frames = {NameRef{"upper_arm", {}}, NameRef{"ground", {}}};
  cone.axes = {Vec3d{0, 1, 0}, Vec3d{1, 0, 0}};
  cone.min = Quantity{pi / 4, Knowledge::factor, {}};
  cone.max = Quantity{3 * pi / 4, Knowledge::factor, {}};
  q.limits.push_back(cone);
  q.depth = 1;
  const MapOutcome m = outcome_of(arm, q);
  EXPECT_EQ(m.summary.components, 3);
  EXPECT_NEAR(m.summary.feasible, pi * 0.4, m.summary.error);
  EXPECT_NEAR(m.summary.home, pi / 2 * 0.4, m.summary.home_error);
}

TEST(Map, WhatIsFreeBesideIsSaid) {
  MapQuestion q;
  const Model arm = model_of("arm_3r");
  q.axes = {axis("forearm.tip.x", 0.2, 0.4, 1), axis("forearm.tip.y", 0.1, 0.2, 1)};
  q.depth = 0;
  Progress quiet;
  std::string why;
  const std::optional<Map> map = make_map(arm, q, {}, {quiet, never_cancelled()}, why);
  ASSERT_TRUE(map) << why;
  ASSERT_EQ(map->notes.size(), 1U);
  EXPECT_NE(map->notes[0].find("1 freedom "), std::string::npos) << map->notes[0];
}

TEST(Map, APusRobotTiltsAsFarAsItsClosedFormSays) {
  // From its closed form: about +x until leg 1 is stretched, about -x until the normals of the three leg planes depend on each other, about y until legs 2
  // or 3 are stretched. Known to a thousandth of a degree.
  const Model robot = model_of("pus_3");
  constexpr double degree = pi / 180;
  MapQuestion q;
  q.axes = {axis("platform.turn.1", -60 * degree, 30 * degree, 9), axis("platform.turn.2", -30 * degree, 30 * degree, 6)};
  q.hold = {{{"platform", {}}}};
  q.hold[0].turn_axes = {{1, 0, 0}, {0, 1, 0}};
  q.hold[0].turn_angles = {{LawKind::polynomial, {}, {0}, {}, {}}, {LawKind::polynomial, {}, {0}, {}, {}}};
  const double sign = [&] {
    MapQuestion small = q;
    small.axes = {axis("platform.turn.1", -degree, degree, 2), axis("platform.turn.2", -degree, degree, 2)};
    small.values = {{"platform.J0.determinant", {}}};
    small.depth = 0;
    const MapOutcome m = outcome_of(robot, small);
    return m.map.number(m.map.home, 0);
  }();
  ASSERT_NE(sign, 0);
  q.limits = {sign > 0 ? bound("regular", "platform.J0.determinant", 0.0, std::nullopt)
                       : bound("regular", "platform.J0.determinant", std::nullopt, 0.0)};
  q.depth = 2;
  q.tolerance = 1e-4;
  const MapOutcome m = outcome_of(robot, q);
  double up = 0, down = 0, side = 0, other = 0;
  for_each_crossing(m.map, [&](const std::array<double, 3>& x) {
    if (std::abs(x[1]) < 1e-12) (x[0] > 0 ? up : down) = x[0] / degree;
    if (std::abs(x[0]) < 1e-12) (x[1] > 0 ? side : other) = x[1] / degree;
  });
  const double printed = 0.0005 + 1e-4 * 2.5;  // half of the last digit, and the tolerance of an edge
  EXPECT_NEAR(up, 20.002, printed);
  EXPECT_NEAR(down, -53.392, printed);
  EXPECT_NEAR(side, 23.924, printed);
  EXPECT_NEAR(other, -23.924, printed);
}

TEST(Map, TheVolumeOfADeltaIsTheOneThatIsCountedInClosedForm) {
  // A leg reaches where its rod, seen along the motor's axis, spans from the arm's circle to the platform.
  const Model delta = model_of("delta");
  MapQuestion q;
  q.axes = {axis("platform.x", -0.313, 0.327, 6), axis("platform.y", -0.32, 0.32, 6), axis("platform.z", -0.7, -0.3, 4)};
  q.depth = 1;
  const auto reached = [](double x, double y, double z) {
    for (int i = 0; i < 3; ++i) {
      const double a = 2 * pi / 3 * i, along = x * std::cos(a) + y * std::sin(a) + 0.05 - 0.15, aside = y * std::cos(a) - x * std::sin(a);
      if (aside * aside > 0.45 * 0.45) return false;
      const double span = std::sqrt(0.45 * 0.45 - aside * aside), far = std::hypot(along, z);
      if (far > 0.2 + span || far < std::abs(span - 0.2)) return false;
    }
    return true;
  };
  constexpr int n = 160;
  long count = 0;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      for (int k = 0; k < n; ++k) count += reached(-0.313 + 0.64 * (i + 0.5) / n, -0.32 + 0.64 * (j + 0.5) / n, -0.7 + 0.4 * (k + 0.5) / n);
  const double box = 0.64 * 0.64 * 0.4, truth = box * static_cast<double>(count) / (static_cast<double>(n) * n * n);
  const MapOutcome m = outcome_of(delta, q);
  EXPECT_NEAR(m.summary.feasible, truth, m.summary.error + 1e-4 * box);  // of the count: its cells on the boundary cancel to far less than this
  EXPECT_LT(m.summary.error, 0.1 * truth);
  for (std::size_t i = 0; i < m.map.points.size(); ++i) {
    const MapPoint& p = m.map.points[i];
    EXPECT_EQ(p.stands, reached(m.map.coordinate(0, p.at[0]), m.map.coordinate(1, p.at[1]), m.map.coordinate(2, p.at[2]))) << i;
  }
}

struct Folder {
  std::filesystem::path path = std::filesystem::temp_directory_path() / ("zanjir_map_" + std::to_string(::getpid()));
  Folder() { std::filesystem::remove_all(path); }
  ~Folder() { std::filesystem::remove_all(path); }
};

struct StopAfter : Progress {
  explicit StopAfter(int n) : left(n) {}
  Cancel cancel = false;
  int left;
  void update(double) override {
    if (--left == 0) cancel = true;
  }
};

TEST(Map, AnInterruptionKeepsWhatThereIs) {
  const Model arm = model_of("arm_2r");
  StopAfter stop(3);
  std::string why;
  const std::optional<Map> map = make_map(arm, annulus(2), {}, {stop, stop.cancel}, why);
  ASSERT_TRUE(map);
  EXPECT_TRUE(map->cancelled);
  EXPECT_FALSE(map->kept);  // nobody said where
  const auto asked = std::count_if(map->points.begin(), map->points.end(), [](const MapPoint& p) { return p.asked; });
  EXPECT_GT(asked, 3);
  EXPECT_LT(asked, 169);
  EXPECT_GE(summarise(*map).feasible, 0);
}

void goes_on_to_the_same_bytes(const Model& model, const MapQuestion& q, std::size_t least_taken = 100) {
  const Folder folder;
  const std::filesystem::path file = folder.path / "deep" / "a.kept";
  const MapOutcome whole = outcome_of(model, q);
  std::string why;
  std::size_t taken = 0;
  for (int stops = 1, updates = 3;; ++stops, updates *= 2) {  // again and again, each time a little later
    StopAfter stop(updates);
    std::optional<Map> map = make_map(model, q, {}, {stop, stop.cancel, file, "model"}, why);
    ASSERT_TRUE(map) << why;
    EXPECT_GE(map->taken, taken);
    taken = map->taken;
    EXPECT_TRUE(std::filesystem::exists(file));  // of the whole map, too: who puts it in place takes the file away
    EXPECT_EQ(map->kept, map->cancelled);
    if (map->cancelled) continue;
    EXPECT_GT(stops, 3);
    EXPECT_GT(taken, least_taken);
    MapOutcome m{std::move(*map), {}};
    m.summary = summarise(m.map);
    EXPECT_TRUE(map_vtk(m, "") == map_vtk(whole, ""));
    EXPECT_EQ(m.map.evaluations, whole.map.evaluations);
    EXPECT_EQ(m.summary.feasible, whole.summary.feasible);
    break;
  }
}

TEST(Map, AnInterruptedMapGoesOnFromThereToTheSameBytes) {
  MapQuestion of_arm = annulus(2), of_pen;
  of_arm.values = {{"shoulder.force", {}}};
  of_arm.limits = {bound("elbow", "elbow", 0.3, 2.5)};
  of_pen.axes = {axis("left_rod.pen.x", -0.65, 0.65, 14), axis("left_rod.pen.y", -0.65, 0.65, 14)};
  of_pen.threads = 1;
  goes_on_to_the_same_bytes(model_of("arm_2r"), of_arm);
  goes_on_to_the_same_bytes(model_with("five_bar", {{"proximal", "0.15"}, {"distal", "0.42"}}), of_pen);  // an island by its branch,
  goes_on_to_the_same_bytes(short_rods(), over_motors(24), 30);                                           // and one by searches
}

TEST(Map, WhatAnotherMapHasLeftIsNotTaken) {
  const Model arm = model_of("arm_2r");
  const Folder folder;
  const std::filesystem::path file = folder.path / "a.kept";
  MapQuestion q = annulus(1);
  std::string why;
  const auto interrupt = [&] {
    StopAfter stop(8);
    std::filesystem::create_directories(folder.path);
    EXPECT_TRUE(make_map(arm, q, {}, {stop, stop.cancel, file, "arm"}, why)->kept);
  };
  const auto taken = [&](const MapQuestion& other, std::string_view model) {
    Progress quiet;
    return make_map(arm, other, {}, {quiet, never_cancelled(), file, model}, why)->taken;
  };
  interrupt();
  EXPECT_GT(taken(q, "arm"), 0U);
  interrupt();
  EXPECT_EQ(taken(q, "another arm"), 0U);
  interrupt();
  MapQuestion other = q;
  other.axes[0].to.value = 0.8;
  EXPECT_EQ(taken(other, "arm"), 0U);
  interrupt();
  std::filesystem::resize_file(file, std::filesystem::file_size(file) - 11);  // the last answer was cut off
  EXPECT_GT(taken(q, "arm"), 0U);
  std::ofstream(file) << "something else";
  EXPECT_EQ(taken(q, "arm"), 0U);
}

}  // namespace
}  // namespace zanjir::test::make_map_cases
