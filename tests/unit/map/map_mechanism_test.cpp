// A point of a map leg by leg in closed form, beside Newton's method on the loops.
#include "zanjir/map/map_mechanism.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support/tolerance.hpp"
#include "support/zoo.hpp"
#include "zanjir/core/random.hpp"

namespace zanjir::test::map_mechanism_cases {
namespace {

MapAxis axis(const std::string& name, double from, double to) { return {{name, {}}, {from, Knowledge::factor, {}}, {to, Knowledge::factor, {}}, 10}; }
LawDescription constant(double value) { return {LawKind::polynomial, {}, {value}, {}, {}}; }

struct Case {
  const char *model, *frame;
  std::vector<MapAxis> axes;
  std::vector<std::pair<std::string, double>> hold = {};
  std::vector<Vec3d> turn_axes = {};
  std::vector<double> turn_angles = {};
  std::optional<Vec3d> axis = {};
  bool closed_form = true;
};
std::vector<Case> cases() {
  const Vec3d x{1, 0, 0}, y{0, 1, 0}, z{0, 0, 1};
  return {
      {"pentapod", "spindle", {axis("spindle.x", -0.06, 0.06), axis("spindle.y", -0.06, 0.06)}, {{"z", 0.25}}, {x, y}, {0.1, -0.15}, z},
      {"pentapod",
       "spindle",
       {axis("spindle.turn.1", -0.3, 0.3), axis("spindle.turn.2", -0.3, 0.3)},
       {{"x", 0.01}, {"y", 0.02}, {"z", 0.24}},
       {x, y},
       {0, 0},
       z},
      {"stewart", "platform", {axis("platform.x", -0.2, 0.2), axis("platform.y", -0.2, 0.2)}, {{"z", 0.8}}, {x, z}, {0.1, 0.2}},
      {"stewart",
       "platform",
       {axis("platform.turn.1", -0.3, 0.3), axis("platform.turn.2", -0.3, 0.3)},
       {{"x", 0}, {"y", 0.05}, {"z", 0.8}},
       {x, y},
       {0, 0}},
      {"rrr_3", "platform", {axis("platform.x", -0.05, 0.05), axis("platform.y", -0.05, 0.05)}, {}, {z}, {0.1}},
      {"pus_3", "platform", {axis("platform.turn.1", -0.2, 0.2), axis("platform.turn.2", -0.2, 0.2)}, {}, {x, y}, {0, 0}, std::nullopt, false},
      {"rps_3", "platform", {axis("platform.turn.1", -0.3, 0.3), axis("platform.turn.2", -0.3, 0.3)}, {{"z", 0.6}}, {x, y}, {0, 0}, z, false},
      {"delta", "platform", {axis("platform.x", -0.1, 0.1), axis("platform.y", -0.1, 0.1)}, {}, {}, {}, std::nullopt, false},
  };
}

MapQuestion question_of(const Case& c) {
  MapQuestion q;
  q.axes = c.axes;
  MotionGiven hold{{c.frame, {}}};
  for (const auto& [part, value] : c.hold) hold.parts.emplace_back(part, constant(value));
  hold.turn_axes = c.turn_axes;
  for (const double angle : c.turn_angles) hold.turn_angles.push_back(constant(angle));
  hold.axis = c.axis;
  if (!hold.parts.empty() || !hold.turn_axes.empty()) q.hold = {hold};
  return q;
}

// From neighbour to neighbour on random walks: both ways come to the same place. Both meet the loops and the frame to 1e-13 of a model length or a radian, at
// most, and so differ by that times the condition of the rows, which is below 1e4 in these boxes.
TEST(MapMechanism, FollowsTheLegsToWhereNewtonsMethodComes) {
  constexpr double met = 1e-13, condition = 1e4;
  for (const Case& c : cases()) {
    SCOPED_TRACE(c.model);
    const Model model = zoo_model(c.model);
    const MapQuestion question = question_of(c);
    std::vector<SaidProblem> problems;
    MapMechanism mechanism(model, question, problems);
    ASSERT_TRUE(problems.empty()) << problems.front().message;
    Assembler assembler(model);
    StateQuestion numeric;
    std::string why;
    State here = *mechanism.home(why), there;
    const auto place = [&](Random& random, double share) {
      return std::array<double, 2>{question.axes[0].from.value * share * random.uniform(-1, 1),
                                   question.axes[1].from.value * share * random.uniform(-1, 1)};
    };
    Random random(4);
    std::array<double, 2> x = place(random, 0.1);
    ASSERT_TRUE(mechanism.search(x, here, MapMechanism::Effort::everywhere, there, why)) << why;
    std::swap(here, there);
    int compared = 0;
    for (int trial = 0; trial < 400; ++trial) {
      std::array<double, 2> next = x;
      for (std::size_t k = 0; k < 2; ++k) {
        next[k] += 0.1 * question.axes[k].from.value * random.uniform(-1, 1);
        if (std::abs(next[k]) > std::abs(question.axes[k].from.value)) next[k] = x[k];
      }
      if (!mechanism.follow(next, here, there)) continue;
      ASSERT_TRUE(assembler.follow(mechanism.request(next), numeric, here)) << "Newton's method is near enough, too";
      EXPECT_LE(assembler.off_by(mechanism.request(next), there), met);
      EXPECT_LE((there.q - numeric.state.q).cwiseAbs().maxCoeff(), met * condition) << there.q.transpose() << "\n" << numeric.state.q.transpose();
      x = next;
      std::swap(here, there);
      ++compared;
    }
    EXPECT_GT(compared, 300);
    EXPECT_EQ(mechanism.in_closed_form(), c.closed_form);
  }
}

}  // namespace
}  // namespace zanjir::test::map_mechanism_cases
