#include "zanjir/formulations/gibbs_appell/gibbs_appell.hpp"
#include "zanjir/describe/description.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support/descriptions.hpp"
#include "support/random_model.hpp"
#include "support/tolerance.hpp"
#include "support/zoo.hpp"
#include "zanjir/loops/assembly.hpp"

namespace zanjir::test {
namespace {

// One hinged elastic link with one mode, by hand: S of W = a point of the shape, all integrals in closed form for W = s^2 (3 - s)/2.
TEST(GibbsAppell, MatchesAnElasticPendulumByHand) {
  Description d = mechanism({0, -9.81, 0}, {}, {joint("A", JointType::revolute, "ground", "rod", {0, 0, 0}, {{0, 0, 1}})});
  BodyDescription rod;
  rod.name = "rod";
  rod.beam = BeamDescription{};
  rod.beam->length_m = 1;
  rod.beam->properties.mass_kg_per_m = 2;
  rod.beam->properties.EI_z_N_m2 = 20;
  rod.beam->rotary = RotaryInertia::none;
  rod.beam->modes = {{ModeKind::polynomial, ModeSet::given, 1, {{{}, {0, 0, 1.5, -0.5}, {}, {}}}, {}}};
  d.bodies = {rod};
  const Model model = build(d);
  State state = initial_state(model);
  const double q = 0.4, delta = 0.07, v = 1.3, rate = -0.6, g = 9.81, mu = 2;
  state.q << q, delta;
  state.v << v, rate;
  // int W = 3/8, int x W = 11/40, int W^2 = 33/140, EI int W''^2 = 3 EI
  const double N = mu * 3 / 8, b = mu * 11 / 40, B = mu * 33 / 140, K = 3 * 20.0, cx = mu / 2, I0 = mu / 3;
  const double ax = g * std::sin(q), ay = g * std::cos(q);  // of the origin, link axes
  Eigen::Matrix2d M;
  M << I0 + B * delta * delta, b, b, B;
  const Eigen::Vector2d bias(cx * ay - N * delta * ax + 2 * v * rate * B * delta, N * ay - v * v * B * delta + K * delta);
  GibbsAppell::Scratch scratch(model);
  MatX M_found;
  VecX bias_found;
  GibbsAppell::mass_matrix_and_bias(model, state, scratch, M_found, bias_found);
  EXPECT_LE((M_found - M).cwiseAbs().maxCoeff(), rounding(32, 1));
  EXPECT_LE((bias_found - bias).cwiseAbs().maxCoeff(), rounding(64, 20));
}

// The decomposition: N moves along the rows, the least acceleration fits them, the multipliers give the force back, self-stresses none; redundant rows too.
TEST(GibbsAppell, DecompositionOfTheRowsDoesWhatItSays) {
  for (const std::string name : {"four_bar", "rrr_3", "stewart", "four_bar_spatial", "bricard", "elastic_four_bar"}) {
    SCOPED_TRACE(name);
    const Model model = zoo_model(name);
    Random random(4);
    State state = initial_state(model);
    ASSERT_TRUE(close_positions(model, state).closed);
    state.v = random_vecx(random, model.nv());
    close_velocities(model, state);
    const LoopRank rank = generic_rank(model, state);
    GibbsAppell::Scratch s(model);
    Solution out;
    Given given = forward_question(model, VecX::Zero(model.nv()));
    given.rank = &rank;
    ASSERT_EQ(GibbsAppell{}.solve(model, state, given, Reactions::compute, s, out), SolveStatus::ok) << out.note;
    gibbs_appell::Admissible& x = s.admissible;
    const MatX& A = s.rows.A;
    const double size = A.cwiseAbs().maxCoeff(), tolerance = rounding(1000, size);
    EXPECT_EQ(x.N.cols(), model.nv() - rank.rank);
    EXPECT_LE((A * x.N).cwiseAbs().maxCoeff(), tolerance * x.N.cwiseAbs().maxCoeff());
    EXPECT_LE(x.sigma_floor, gibbs_appell::smallest_kept_singular_value(x) * (1 + 1e-12));
    EXPECT_LE((A * out.vdot - s.rows.rest).cwiseAbs().maxCoeff(), tolerance * std::max(1.0, out.vdot.cwiseAbs().maxCoeff()) / x.sigma_floor);
    const VecX lambda = random_vecx(random, model.n_closure_rows());
    VecX least;
    gibbs_appell::least_multipliers(model, A.transpose() * lambda, x, least);
    EXPECT_LE((A.transpose() * (least - lambda)).cwiseAbs().maxCoeff(), tolerance / x.sigma_floor);
    EXPECT_LE(least.cwiseQuotient(model.row_scale()).norm(), lambda.cwiseQuotient(model.row_scale()).norm() * (1 + 1e-9));
    const MatX stress = gibbs_appell::self_stress(model, x);
    EXPECT_EQ(stress.cols(), model.n_closure_rows() - rank.rank);
    EXPECT_LE((A.transpose() * stress).norm(), tolerance * stress.norm());
  }
}

// Gauss: among the accelerations that the rows admit, the answer makes S - U . vdot least.
TEST(GibbsAppell, AccelerationsOfLoopsMakeTheConstraintLeast) {
  const Model model = zoo_model("elastic_four_bar");
  Random random(6);
  State state = initial_state(model);
  ASSERT_TRUE(close_positions(model, state).closed);
  state.v = random_vecx(random, model.nv());
  close_velocities(model, state);
  GibbsAppell::Scratch s(model);
  Solution out;
  ASSERT_EQ(GibbsAppell{}.solve(model, state, forward_question(model, VecX::Zero(model.nv())), Reactions::skip, s, out), SolveStatus::ok) << out.note;
  const MatX N = s.admissible.N;
  MatX M;
  VecX bias;
  GibbsAppell::mass_matrix_and_bias(model, state, s, M, bias);
  const auto S_of = [&](const VecX& vdot) { return 0.5 * vdot.dot(M * vdot) + bias.dot(vdot); };
  const double least = S_of(out.vdot),
               size = 0.5 * out.vdot.cwiseAbs().dot(M.cwiseAbs() * out.vdot.cwiseAbs()) + bias.cwiseAbs().dot(out.vdot.cwiseAbs());
  for (int k = 0; k < 20; ++k) {
    const VecX step = N * random_vecx(random, static_cast<int>(N.cols()));
    const double more = 0.5 * step.dot(M * step);  // exactly what a step away from the least costs
    EXPECT_NEAR(S_of(out.vdot + step) - least, more, rounding(1000, size + more));
    EXPECT_GT(more, 0);
  }
}

}  // namespace
}  // namespace zanjir::test
