#include "zanjir/verify/law_pieces.hpp"

#include <gtest/gtest.h>

#include "zanjir/describe/description.hpp"
#include "zanjir/formulations/newton_euler/newton_euler.hpp"
#include "zanjir/model/build.hpp"
#include "zanjir/verify/derivative_checks.hpp"

namespace zanjir {
namespace {

Model turned_by(const std::string& law) {
  const auto description = read_description_text(
      "zanjir: 1\ngravity: [0, 0, -9.81]\nbodies: {b: {mass: 1 kg, com: [0.1, 0, 0], inertia: {ixx: 2e-3, iyy: 2e-3, izz: 2e-3}}}\n"
      "joints: {j: {type: revolute, parent: ground, child: b, axis: z}}\nmotion: {j: " +
          law + "}\n",
      "b.yaml");
  return std::move(*build_model(*description).value);
}

TEST(LawPieces, DifferencesStandBesideKnotsWithinOnePiece) {
  const Model model = turned_by("{law: trapezoid, from: 0, to: 2, start: 0, duration: 1 s, acceleration_time: 0.25 s}");
  const double reach_s = 2 * longest_time_step_s;
  const auto far = instants_in_pieces(model, 0.1);
  ASSERT_EQ(far.size(), 1u);
  EXPECT_EQ(far[0].t_s, 0.1);
  EXPECT_EQ(far[0].step_s, longest_time_step_s);
  for (const double knot : {0.0, 0.25, 0.75, 1.0}) {
    const auto both = instants_in_pieces(model, knot);
    ASSERT_EQ(both.size(), 2u) << knot;
    EXPECT_LT(std::min(both[0].t_s, both[1].t_s), knot - reach_s);
    EXPECT_GT(std::max(both[0].t_s, both[1].t_s), knot + reach_s);
    for (const double side : {-1.0, 1.0}) {  // near a knot: its own piece, and no other
      const auto near = instants_in_pieces(model, knot + side * 1e-4);
      ASSERT_EQ(near.size(), 1u) << knot;
      EXPECT_GT(side * (near[0].t_s - knot), reach_s);
      EXPECT_LT(side * (near[0].t_s - knot), 2 * reach_s);
    }
  }
}

TEST(LawPieces, ShortPiecesTakeShortSteps) {
  const auto pieces = instants_in_pieces(turned_by("{law: spline, times: [0, 1, 1.001, 3], values: [0, 1, 1.1, 0]}"), 1.0004);
  ASSERT_EQ(pieces.size(), 1u);
  EXPECT_GT(pieces[0].t_s - 2 * pieces[0].step_s, 1);
  EXPECT_LT(pieces[0].t_s + 2 * pieces[0].step_s, 1.001);
  EXPECT_GT(pieces[0].step_s, 2e-4);
}

TEST(LawPieces, AWrongAccelerationAtAKnotIsSeen) {
  const Model model = turned_by("{law: trapezoid, from: 0, to: 2, start: 0, duration: 1 s, acceleration_time: 0.25 s}");
  for (const PieceInstant& instant : instants_in_pieces(model, 0.25)) {
    State state = initial_state(model);
    state.t_s = instant.t_s;
    Solution solution;
    NewtonEuler::Scratch scratch(model);
    NewtonEuler{}.solve(model, state, inverse_question(model, VecX::Zero(model.nv())), Reactions::skip, scratch, solution);
    const auto worst = [&] {
      const DerivativeReport report = check_derivatives(model, state, solution.vdot, solution.tau, 0, 0, instant.step_s);
      double ratio = 0;
      for (const DerivativeError& e : report.accelerations) ratio = std::max(ratio, e.error / e.bound);
      return ratio;
    };
    EXPECT_LE(worst(), 1) << instant.t_s;
    solution.vdot[0] += 1e-6;
    EXPECT_GT(worst(), 100) << instant.t_s;
  }
}

}  // namespace
}  // namespace zanjir
