#include "zanjir/terms/quantities.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "support/folders.hpp"
#include "support/simulation.hpp"
#include "support/solve.hpp"
#include "support/zoo.hpp"
#include "zanjir/language/units.hpp"

namespace zanjir::test {
namespace {

QuantitySet everything(const Model& model) {
  return QuantitySet(model, moving_frames(model), [](const QuantityFamily&, const QuantityName&) { return true; });
}

// All quantities at a state whose accelerations are given.
std::map<std::string, double> quantities_at(const Model& model, const State& state, const VecX& vdot) {
  Workspace ws(model);
  update_velocities(model, state, ws);
  const Solution solution = solve_or_throw(all_formulations().front(), model, state, inverse_question(model, vdot), Reactions::compute);
  QuantitySet set = everything(model);
  std::vector<double> row(set.names().size());
  set.write({ws, &solution}, row);
  std::map<std::string, double> out;
  for (std::size_t i = 0; i < row.size(); ++i) out[set.names()[i].name] = row[i];
  return out;
}

}  // namespace

TEST(Quantities, PageIsPrintedFromTheCatalogue) {
  const std::string path = (test::source_folder() / "docs/quantities.md").string();
  if (std::getenv("ZANJIR_WRITE_DOCS")) std::ofstream(path) << quantities_markdown();
  std::stringstream page;
  page << std::ifstream(path).rdbuf();
  EXPECT_EQ(page.str(), quantities_markdown()) << "write it anew: ZANJIR_WRITE_DOCS=1 unit_tests --gtest_filter='Quantities.Page*'";
}

TEST(Quantities, NamesAreUniqueAndUnitsAreUnits) {
  for (const char* file : {"four_bar", "stewart", "elastic_four_bar", "things_on_a_slope", "arm_6r", "satellite_with_wheels"}) {
    SCOPED_TRACE(file);
    const Model model = zoo_model(file);
    std::set<std::string> seen;
    const QuantitySet set = everything(model);
    for (const QuantityName& q : set.names()) {
      EXPECT_TRUE(seen.insert(q.name).second) << q.name;
      EXPECT_TRUE(q.unit == "1" || parse_unit(q.unit).length == q.unit.size()) << q.name << " in " << q.unit;
    }
    EXPECT_GT(seen.size(), 20u);
  }
}

// Of a body that is called like a joint: the joint has the name.
TEST(Quantities, JointsComeBeforeBodiesOfTheSameName) {
  const Model model = model_of(R"(
zanjir: 1
name: twins
plane: xy
gravity: [0, 0, 0]
bodies: {table: {mass: 1 kg, inertia: {izz: 1}}}
joints: {table: {type: planar, parent: ground, child: table, at: [1, 0, 0]}}
)");
  State state = initial_state(model);
  state.q[0] = 0.25;
  EXPECT_EQ(quantities_at(model, state, VecX::Zero(3)).at("table.x"), 0.25);  // not 1.25
}

// Torque in the air gap, torque on the shaft and speed of a geared motor, against the equation of a pendulum with a rotor written by hand.
TEST(Quantities, MotorOfAPendulum) {
  const double m = 2, l = 0.5, I = 0.1, n = 50, J = 3e-4, g = 9.81, q = 0.4, v = 1.5, a = -2;
  const Model model = model_of(R"(
zanjir: 1
name: geared
gravity: [0, -9.81, 0]
bodies: {arm: {mass: 2 kg, com: [0.5, 0, 0], inertia: {about: com, ixx: 0.1, iyy: 0.1, izz: 0.1}}}
joints: {A: {type: revolute, parent: ground, child: arm, axis: z}}
actuators: {A: {gear_ratio: 50, rotor_inertia: 3e-4 kg m^2}}
)");
  State state = initial_state(model);
  state.q[0] = q;
  state.v[0] = v;
  const auto x = quantities_at(model, state, VecX::Constant(1, a));
  const double on_links = (I + m * l * l) * a + m * g * l * std::cos(q);  // what the gear has to put on the joint
  EXPECT_NEAR(x.at("A.motor.speed"), n * v, 1e-12);
  EXPECT_NEAR(x.at("A.motor.shaft_torque"), on_links / n, 1e-14);
  EXPECT_NEAR(x.at("A.motor.torque"), on_links / n + J * n * a, 1e-14);
  EXPECT_NEAR(x.at("A.motor.power"), x.at("A.motor.torque") * x.at("A.motor.speed"), 1.5e-13);
  EXPECT_NEAR(x.at("A.motor.power"), x.at("A.force") * v, 1.5e-13);
  EXPECT_NEAR(x.at("A.power"), x.at("power.actuators"), 1.5e-13);
}

TEST(Quantities, MotorOfASpindleTurns) {
  const auto model_with = [](const std::string& drive) {
    return model_of(
        "zanjir: 1\nname: spindle\ngravity: [0, 0, -9.81]\nbodies: {nut: {mass: 4 kg, inertia: {ixx: 1, iyy: 1, izz: 1}}}\njoints: {S: {type: "
        "prismatic, parent: ground, child: nut, axis: z}}\nactuators: {S: {" +
        drive + "}}\n");
  };
  const Model spindle = model_with("gear_ratio: 1000 rad/m, rotor_inertia: 1e-6 kg m^2"), direct = model_with("gear_ratio: 1, rotor_inertia: 1 kg");
  const auto unit_of = [](const Model& model, const std::string& name) {
    const QuantitySet set = everything(model);
    for (const QuantityName& q : set.names())
      if (q.name == name) return q.unit;
    return std::string("none");
  };
  EXPECT_EQ(unit_of(spindle, "S.motor.torque"), "N m");
  EXPECT_EQ(unit_of(spindle, "S.motor.speed"), "rad/s");
  EXPECT_EQ(unit_of(direct, "S.motor.torque"), "N");
  EXPECT_EQ(unit_of(direct, "S.motor.speed"), "m/s");
  State state = initial_state(spindle);
  state.v[0] = 0.2;
  const auto x = quantities_at(spindle, state, VecX::Constant(1, 3.0));
  EXPECT_NEAR(x.at("S.motor.speed"), 200, 1e-12);
  EXPECT_NEAR(x.at("S.motor.torque"), (4 * (9.81 + 3) + 1e-6 * 1e6 * 3) / 1000, 1e-14);
  EXPECT_NEAR(x.at("S.motor.shaft_torque"), 4 * (9.81 + 3) / 1000, 1e-14);
}

// A leg of the small spherical robot is turned away: more radians than metres, but at the model length of some centimetres both are alike.
TEST(Quantities, LoopResidualCountsAnglesAtTheModelLength) {
  const Model model = zoo_model("rrr_3_spherical");
  ASSERT_GT(std::abs(model.length_m() - 1), 0.1);
  State state = closed_start(model);
  for (const Joint& joint : model.joints()) {
    if (joint.name == "A1") state.q[joint.q_begin] += 0.05;
  }
  Workspace ws(model);
  update_velocities(model, state, ws);
  QuantitySet set(model, moving_frames(model), [](const QuantityFamily&, const QuantityName& q) { return q.name.starts_with("loop_residual"); });
  std::vector<double> row(set.names().size());
  set.write({ws}, row);
  std::map<std::string, double> x;
  for (std::size_t i = 0; i < row.size(); ++i) x[set.names()[i].name] = row[i];
  EXPECT_GT(x.at("loop_residual.rad"), 2 * x.at("loop_residual.m"));
  EXPECT_EQ(x.at("loop_residual"), std::max(x.at("loop_residual.m"), x.at("loop_residual.rad") * model.length_m()));
}

// Without a solution, what needs one is not a number; the rest is there.
TEST(Quantities, WhatIsNotKnownIsNaN) {
  const Model model = zoo_model("four_bar");
  Workspace ws(model);
  update_velocities(model, closed_start(model), ws);
  QuantitySet set = everything(model);
  std::vector<double> row(set.names().size());
  set.write({ws}, row);
  for (std::size_t i = 0; i < row.size(); ++i) {
    const std::string& name = set.names()[i].name;
    if (asks_for_indices(name)) continue;  // of a state alone, but not of every mechanism a number
    const bool dynamic = name.find("force") != std::string::npos || name.find("acceleration") != std::string::npos ||
                         name.find("moment.") != std::string::npos || name.find("power") != std::string::npos ||
                         name.find("torque") != std::string::npos || name.find(".reaction.") != std::string::npos || name.starts_with("ledger.");
    EXPECT_EQ(std::isnan(row[i]), dynamic) << name;
  }
}

// Only what is chosen is computed: a family that does not say what it uses would write the numbers of another state.
TEST(Quantities, AreTheSameAloneAndTogether) {
  for (const char* name : {"rrr_3", "arm_6r", "elastic_four_bar", "things_on_a_slope", "satellite_with_wheels"}) {
    SCOPED_TRACE(name);
    const Model model = zoo_model(name);
    const State rest = closed_start(model);
    State moving = rest;
    moving.v.setConstant(0.1);
    const Solution solution =
        solve_or_throw(all_formulations().front(), model, rest, forward_question(model, VecX::Ones(model.nv())), Reactions::compute);
    Workspace ws(model);
    QuantitySet all = everything(model);
    std::vector<double> together(all.names().size());
    std::vector<double> one(1);
    for (std::size_t i = 0; i < together.size(); ++i) {
      const std::string& chosen = all.names()[i].name;
      QuantitySet alone(model, moving_frames(model), [&](const QuantityFamily&, const QuantityName& q) { return q.name == chosen; });
      for (const State* state : {static_cast<const State*>(&moving), &rest}) {
        update_velocities(model, *state, ws);
        alone.write({ws, &solution}, one);
        update_velocities(model, *state, ws);
        all.write({ws, &solution}, together);
        EXPECT_TRUE(one[0] == together[i] || (std::isnan(one[0]) && std::isnan(together[i]))) << chosen << ": " << one[0] << ", " << together[i];
      }
    }
  }
}

}  // namespace zanjir::test
