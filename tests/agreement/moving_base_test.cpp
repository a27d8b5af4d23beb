// Inverse dynamics of the spherical robot on a ship in five ways that share no dynamics: torques, forces of the rods and of the central joint. All six motions of the base at once, with a lever arm, through several
// turns of yaw of base and platform; rods and carriages with mass; all eight combinations of the sides on which the carriages stand.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "support/folders.hpp"
#include "support/requests.hpp"
#include "support/solve.hpp"
#include "support/tolerance.hpp"
#include "support/zoo.hpp"
#include "zanjir/terms/assembler.hpp"

namespace zanjir::test {
namespace {

TEST(MovingBaseRoutes, AgreeOnTorquesRodsAndCentreInEveryWorkingMode) {
  const Result<Description> description = read_description(source_folder() / "studies/models/pus_3_rods.yaml",
                                                           {{"repeat[0].bodies.carriage{i}", "{mass: 5 kg, com: [0.35, 0, 0], inertia: point}"},
                                                            {"base",
                                                             "{at: [0.4 m, -0.3 m, 6 m], motion: {x: '0.3*sin(0.5*t)', y: '0.4*sin(0.6*t + 0.7)', z: "
                                                             "'0.9*sin(0.7*t) + 0.3*sin(1.4*t + 0.5)', turn: {axes: [z, y, x], "
                                                             "angles: ['50 deg*t', '3 deg*sin(0.6*t + 1)', '10 deg*sin(0.8*t)']}}}"}});
  ASSERT_TRUE(description) << to_text(description.diagnostics);
  Asked asked(build(*description));
  const Model& model = asked.model;
  Assembler assembler(model);
  constexpr double degree = std::numbers::pi / 180;
  int modes = 0;
  for (int mode = 0; mode < 8; ++mode) {
    for (const double t : {0.7, 9.3, 24.1}) {  // up to more than three turns of the ship
      // The platform leans by a few degrees against the ship and turns with it and beyond it, in the world.
      State start = initial_state(model);
      start.t_s = t;
      const double yaw = 50 * degree * t + 0.2 * t, lean = 5 * degree;
      for (int leg = 0; leg < 3; ++leg) {
        const bool other = (mode >> leg) & 1;
        const int i = speed_index(model, "A" + std::to_string(leg + 1));
        start.q[model.speed(i).position] = (120 * leg + 90 + (other ? 46.07 : -46.07)) * degree + 0.2 * t;
        start.q[model.speed(speed_index(model, "U" + std::to_string(leg + 1) + ".a")).position] = (other ? 37.7 : -37.7) * degree;
        start.q[model.speed(speed_index(model, "U" + std::to_string(leg + 1) + ".b")).position] = -34.0 * degree;
      }
      const Mat3d leaning = rotation_about(Vec3d{0.8, 0.6, 0}, lean);
      const Quatd turn = spatial::to_quaternion(rotation_about(Vec3d{0, 0, 1}, yaw) * leaning);
      const Quatd guess = spatial::to_quaternion(rotation_about(Vec3d{0, 0, 1}, 0.2 * t) * leaning);
      for (const Joint& joint : model.joints())
        if (joint.name == "centre") start.q.segment<4>(joint.q_begin) << guess.w, guess.x, guess.y, guess.z;
      const std::string json =
          fmt::format(R"({{"t": {}, "frames": {{"platform": {{"quat": [{}, {}, {}, {}], "w": [0.1, -0.2, 1.1], "alpha": [0.3, 0.2, -0.4]}}}}}})", t,
                      turn.w, turn.x, turn.y, turn.z);
      const StateRequest request = asked.request(json);
      ASSERT_EQ(asked.complaint, "");
      StateQuestion question;
      const std::vector<SaidProblem>& problems = assembler.assemble(request, question, &start);
      ASSERT_TRUE(problems.empty()) << to_text(problems) << "mode " << mode << ", t = " << t;
      for (int leg = 0; leg < 3; ++leg) {  // it stayed on its side
        const int i = model.speed(speed_index(model, "A" + std::to_string(leg + 1))).position;
        EXPECT_LT(std::abs(question.state.q[i] - start.q[i]), 40 * degree) << "mode " << mode << ", leg " << leg + 1 << ", t = " << t;
      }
      ++modes;
      const Solution first =
          solve_or_throw(*find_formulation("newton-euler"), model, question.state, inverse_question(model, question.vdot), Reactions::compute);
      double torque = 0, force = 0;
      for (int i = 0; i < model.nv(); ++i)
        if (model.roles()[at(i)] == Role::actuated) torque = std::max(torque, std::abs(first.tau[i]));
      for (const JointWrench& w : first.loop_reaction) force = std::max(force, norm(w.total.f));
      EXPECT_GT(torque, 10);
      EXPECT_GT(force, 100);
      for (const char* name : {"virtual-work", "multipliers", "screw", "oracle"}) {
        SCOPED_TRACE(fmt::format("{}, mode {}, t = {} s", name, mode, t));
        const Coverage covers = coverage(*find_formulation(name), model);
        ASSERT_TRUE(covers.inverse) << covers.why_not;
        const Solution s = solve_or_throw(*find_formulation(name), model, question.state, inverse_question(model, question.vdot),
                                          covers.reactions ? Reactions::compute : Reactions::skip);
        for (int i = 0; i < model.nv(); ++i) {
          if (model.roles()[at(i)] != Role::actuated) continue;
          EXPECT_NEAR(s.tau[i], first.tau[i], 1e-12 * tolerance_scale() * torque);
        }
        if (!covers.reactions) continue;
        for (std::size_t c = 0; c < first.loop_reaction.size(); ++c)
          EXPECT_LE(norm(s.loop_reaction[c].total.f - first.loop_reaction[c].total.f), 1e-12 * tolerance_scale() * force);
        for (std::size_t j = 0; j < first.reaction.size(); ++j) {
          if (model.joints()[j].name != "centre") continue;
          EXPECT_LE(norm(s.reaction[j].total.f - first.reaction[j].total.f), 1e-12 * tolerance_scale() * norm(first.reaction[j].total.f));
        }
      }
    }
  }
  EXPECT_EQ(modes, 24);
}

}  // namespace
}  // namespace zanjir::test
