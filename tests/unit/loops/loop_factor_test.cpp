// The sparse factors of closed loops against dense ones, their estimate of a singular value, and what they refuse.
#include "zanjir/loops/loop_factor.hpp"
#include "zanjir/core/decompositions.hpp"

#include <gtest/gtest.h>

#include <numbers>

#include "support/linkage.hpp"
#include "support/random_model.hpp"
#include "support/tolerance.hpp"
#include "support/zoo.hpp"
#include "zanjir/dynamics/tree_dynamics.hpp"
#include "zanjir/formulations/newton_euler/newton_euler.hpp"
#include "zanjir/formulations/oracle/oracle.hpp"
#include "zanjir/loops/assembly.hpp"
#include "zanjir/loops/projector.hpp"
#include "zanjir/model/loop_cost.hpp"

namespace zanjir::test {
namespace {

State moving_state(const Model& model, Random& random) {
  State state = initial_state(model);
  EXPECT_TRUE(close_positions(model, state).closed);
  State moved = state;
  retract(model, state.q, random_vecx(random, model.nv(), 0.05), moved.q);
  if (close_positions(model, moved).closed) state = moved;
  state.v = random_vecx(random, model.nv(), 1);
  close_velocities(model, state);
  return state;
}

struct At {  // everything dense, at one state
  Workspace ws;
  Closure closure;
  MatX M, Phi;  // over speeds that are not prescribed, rows in use scaled
  std::vector<int> speeds;
  At(const Model& model, const State& state, const std::vector<int>& rows) : ws(model), closure(model) {
    update_velocities(model, state, ws);
    update_closure_positions(model, ws, closure);
    MatX all;
    mass_matrix(model, ws, all);
    for (int k = 0; k < model.nv(); ++k) {
      if (model.roles()[static_cast<std::size_t>(k)] != Role::prescribed) speeds.push_back(k);
    }
    M = all(speeds, speeds);
    Phi = (model.row_scale().asDiagonal() * MatX(closure.Phi_q))(rows, speeds);
  }
};

class LoopFactorOf : public testing::TestWithParam<std::string> {};

enum class Masses : std::uint8_t { as_chosen, articulated };

void solves_the_whole_system(const Model& model, Masses masses) {
  Random random(5);
  for (int i = 0; i < 5; ++i) {
    const State state = moving_state(model, random);
    const LoopRank rank = generic_rank(model, state);
    ASSERT_EQ(static_cast<int>(rank.rows.size()), rank.rank);
    At at(model, state, rank.rows);
    LoopFactor a(model);
    if (masses == Masses::articulated) a.articulated.emplace(model, a.up);
    ASSERT_TRUE(factor(model, at.ws, at.closure, rank.rows, 0, a));
    const VecX f = random_vecx(random, model.nv(), 2), gamma = random_vecx(random, model.n_closure_rows(), 2);
    VecX x, lambda;
    solve(model, f, gamma, a, x, lambda);
    const auto n = at.M.rows(), r = at.Phi.rows();
    MatX A = MatX::Zero(n + r, n + r);
    A << at.M, -at.Phi.transpose(), at.Phi, MatX::Zero(r, r);
    VecX b(n + r);
    b << f(at.speeds), gamma.cwiseProduct(model.row_scale())(rank.rows);
    const VecX truth = A.fullPivLu().solve(b);
    const VecX sigma = Eigen::JacobiSVD<MatX>(A).singularValues();
    const double condition = sigma[0] / sigma[sigma.size() - 1];
    VecX got(n + r);
    got << x(at.speeds), lambda.cwiseQuotient(model.row_scale())(rank.rows);
    EXPECT_LE((got - truth).norm(), 100 * eps * condition * truth.norm() * tolerance_scale()) << "condition number " << condition;
    for (int k = 0; k < model.nv(); ++k) {
      if (model.roles()[static_cast<std::size_t>(k)] == Role::prescribed) {
        EXPECT_EQ(x[k], 0);
      }
    }
  }
}

TEST_P(LoopFactorOf, SolvesTheWholeSystem) { solves_the_whole_system(zoo_model(GetParam()), Masses::as_chosen); }

TEST_P(LoopFactorOf, SolvesItWithoutAMassMatrix) {
  const Model model = zoo_model(GetParam());
  if (!model.elastic_bodies().empty()) GTEST_SKIP() << "articulated bodies are rigid ones here";
  solves_the_whole_system(model, Masses::articulated);
}

TEST_P(LoopFactorOf, BoundsTheSmallestSingularValueFromAboveClosely) {
  const Model model = zoo_model(GetParam());
  Random random(6);
  const State state = moving_state(model, random);
  const LoopRank rank = generic_rank(model, state);
  At at(model, state, rank.rows);
  LoopFactor a(model);
  ASSERT_TRUE(factor(model, at.ws, at.closure, rank.rows, 0, a));
  const VecX sigma = Eigen::JacobiSVD<MatX>(at.Phi * VecX(model.column_scale()(at.speeds)).asDiagonal()).singularValues();
  const double estimate = smallest_singular_value(model, 1e300, a);
  EXPECT_GE(estimate, sigma[rank.rank - 1] * (1 - 1e-10));
  EXPECT_LE(estimate, 1.5 * sigma[rank.rank - 1]);
}

std::vector<std::string> factored_mechanisms() {
  return {"four_bar",
          "five_bar",
          "rrr_3",
          "rpr_3",
          "stewart",
          "delta",
          "andrews",
          "biped",
          "slider_crank",
          "slider_crank_spatial",
          "four_bar_spatial",
          "bricard",
          "n_four_bar",
          "n_four_bar_spatial",
          "elastic_four_bar"};
}
INSTANTIATE_TEST_SUITE_P(Models, LoopFactorOf, testing::ValuesIn(factored_mechanisms()), [](const auto& info) { return info.param; });

// The upright bars tilted by t: the smallest singular value goes to zero with t.
TEST(LoopFactor, EstimatesASmallSingularValueSharply) {
  const Model model = zoo_model("n_four_bar", {{"N", "5"}});
  for (const double tilt : {1e-1, 1e-2, 1e-3, 1e-8}) {
    State state = initial_state(model);
    for (int i = 0; i < model.nv(); ++i) state.q[i] = model.speed_names()[static_cast<std::size_t>(i)][0] == 'A' ? tilt : -tilt;
    const LoopRank rank = generic_rank(model, initial_state(model));
    At at(model, state, rank.rows);
    LoopFactor a(model);
    if (!factor(model, at.ws, at.closure, rank.rows, 0, a)) continue;
    const double sigma = Eigen::JacobiSVD<MatX>(at.Phi * model.column_scale().asDiagonal()).singularValues()[rank.rank - 1];
    EXPECT_LE(smallest_singular_value(model, 1e300, a), 1.5 * sigma) << tilt;
  }
}

State tilted_bars(const Model& model, double tilt, double rate) {
  State state = initial_state(model);
  for (int i = 0; i < model.nv(); ++i) {
    const double sign = model.speed_names()[static_cast<std::size_t>(i)][0] == 'A' ? 1 : -1;
    state.q[i] = sign * tilt;
    state.v[i] = sign * rate;
  }
  return state;
}

// Phi x + d w lambda = g, near the singular configuration and in it, where the rows alone have no factor. Two rows per loop, each with its share in w.
TEST(LoopFactor, SolvesTheDampedSystemInASingularConfigurationToo) {
  const Model model = zoo_model("n_four_bar", {{"N", "5"}});
  const LoopRank rank = generic_rank(model, initial_state(model));
  Random random(7);
  for (const double tilt : {1.0, 1e-2, 1e-7, 0.0}) {
    SCOPED_TRACE(tilt);
    At at(model, tilted_bars(model, tilt, 1), rank.rows);
    LoopFactor a(model);
    if (tilt == 0) {
      EXPECT_FALSE(factor(model, at.ws, at.closure, rank.rows, 0, a));
    }
    constexpr double damping = 1e-3;
    ASSERT_TRUE(factor(model, at.ws, at.closure, rank.rows, damping, a));
    const VecX f = random_vecx(random, model.nv(), 2), gamma = random_vecx(random, model.n_closure_rows(), 2);
    VecX x, lambda;
    solve(model, f, gamma, a, x, lambda);
    const VecX S = (at.Phi * at.M.ldlt().solve(at.Phi.transpose())).diagonal();
    const auto n = at.M.rows(), r = at.Phi.rows();
    MatX A = MatX::Zero(n + r, n + r);
    VecX w(r);
    for (Eigen::Index i = 0; i < r; i += 2) w.segment<2>(i).setConstant(S.segment<2>(i).sum() / at.Phi.middleRows<2>(i).squaredNorm());
    A << at.M, -at.Phi.transpose(), at.Phi, MatX((damping * w).asDiagonal());
    VecX b(n + r), got(n + r);
    b << f(at.speeds), gamma.cwiseProduct(model.row_scale())(rank.rows);
    got << x(at.speeds), lambda.cwiseQuotient(model.row_scale())(rank.rows);
    const VecX truth = A.fullPivLu().solve(b), sigma = Eigen::JacobiSVD<MatX>(A).singularValues();
    const double condition = sigma[0] / sigma[sigma.size() - 1];
    EXPECT_LE((got - truth).norm(), 100 * eps * condition * truth.norm() * tolerance_scale()) << "condition number " << condition;
  }
}

// Forty four-bars, nearly flat, off by what an integrator leaves: e in q is e |v|/sigma in v. Closed in all directions a state comes off the branch it was on,
// by more the nearer it is; a projection that spares weak directions leaves it nearly where it was, and still closes the positions.
TEST(Projector, DoesNotThrowAStateOffItsBranchNearASingularConfiguration) {
  const Model model = zoo_model("n_four_bar", {{"N", "40"}});
  const LoopRank rank = generic_rank(model, initial_state(model));
  const auto off_branch = [&](const State& state) {  // all bars turn alike
    double most = 0;
    for (int i = 0; i < model.nv(); ++i) {
      const double sign = model.speed_names()[static_cast<std::size_t>(i)][0] == 'A' ? 1 : -1;
      most = std::max(most, std::abs(sign * state.v[i] - state.v[0]));
    }
    return most;
  };
  Projector projector(model);
  Random random(8);
  for (const double tilt : {1e-3, 2e-4}) {
    SCOPED_TRACE(tilt);
    State start = tilted_bars(model, tilt, -5);
    start.q += random_vecx(random, model.nv(), 1e-12);
    start.v += random_vecx(random, model.nv(), 1e-12);
    State spared = start, closed = start;
    const ProjectionReport report = projector.project(model, rank, WeakDirections::spared, spared);
    EXPECT_LT(report.after.position, 0.1 * report.before.position);
    projector.project(model, rank, WeakDirections::closed, closed);
    EXPECT_GT(off_branch(closed), 1e-8);
    EXPECT_LT(off_branch(spared), 0.03 * off_branch(closed));
  }
}

// A four-bar whose rocker has no mass: on the tree nothing resists the rocker, in the loop all is determined.
Model massless_rocker() {
  const Vec3d A{0, 0, 0}, B{0.1, 0.2, 0}, C{0.6, 0.4, 0}, D{0.5, 0, 0}, z{0, 0, 1};
  Linkage l({{"crank", 1, A, B}, {"coupler", 2, B, C}, {"rocker", 0, D, C}}, {0, -9.81, 0});
  l.d.bodies[2].massless = true;
  l.d.plane = Plane::xy;
  l.hinge("A", "ground", "crank", A, z);
  l.hinge("B", "crank", "coupler", B, z);
  l.hinge("C", "coupler", "rocker", C, z);
  l.hinge("D", "ground", "rocker", D, z, true);
  return build_linkage(l.d);
}

TEST(Projector, WorksWhereTheMassMatrixOfTheTreeIsSingular) {
  const Model model = massless_rocker();
  State closed = initial_state(model);
  closed.v << 2, -2, 1;
  ASSERT_TRUE(close_velocities(model, closed).consistent);
  const LoopRank rank = generic_rank(model, closed);
  At at(model, closed, rank.rows);
  LoopFactor a(model);
  EXPECT_FALSE(factor(model, at.ws, at.closure, rank.rows, 0, a)) << "nothing resists the rocker on the tree";
  State state = closed;
  VecX step(3);
  step << 1e-4, -2e-4, 3e-4;
  retract(model, closed.q, step, state.q);
  const State start = state;
  Projector projector(model);
  const ProjectionReport report = projector.project(model, rank, WeakDirections::spared, state);
  EXPECT_GT(report.before.position, 1e-5);
  EXPECT_LT(report.after.position, 1e-13);
  EXPECT_LT(report.after.velocity, 1e-12);
  // Smallest in the mass metric: M dq has no component along the motion that the loop allows, to first order in the change.
  const At there(model, state, rank.rows);
  const VecX motion = Eigen::JacobiSVD<MatX>(there.Phi, Eigen::ComputeFullV).matrixV().col(2);
  const VecX force = at.M * difference(model, start.q, state.q);
  EXPECT_LT(std::abs(motion.dot(force)), 30 * 5e-5 * force.norm());
}

// A ring of 136 links: ways to the ground are so long that no mass matrix is formed. Against the bodies' own equations, more closely than the elimination of M
// would be, which loses digits with the cube of the length.
TEST(NewtonEuler, SolvesALongRing) {
  constexpr int n = 136;
  const double turn = 2 * std::numbers::pi / (n + 1);
  std::vector<Rod> rods;
  std::vector<Vec3d> corners{{0, 0, 0}};
  for (int i = 0; i < n; ++i) {
    corners.push_back(corners.back() + Vec3d{std::cos(i * turn), 0, std::sin(i * turn)});
    rods.push_back({"b" + std::to_string(i), 1, corners[at(i)], corners[at(i + 1)]});
  }
  Linkage l(rods, {0, 0, -9.81});
  l.d.plane = Plane::xz;
  for (int i = 0; i < n; ++i)
    l.hinge("J" + std::to_string(i), i == 0 ? "ground" : "b" + std::to_string(i - 1), "b" + std::to_string(i), corners[at(i)], {0, 1, 0});
  l.hinge("close", "ground", "b" + std::to_string(n - 1), corners.back(), {0, 1, 0}, true);
  const Model model = build_linkage(l.d);
  ASSERT_TRUE(has_long_ways(model));
  State state = initial_state(model);
  Random random(9);
  state.v = random_vecx(random, n, 0.1);
  close_velocities(model, state);
  const LoopRank rank = generic_rank(model, state);
  Given given = forward_question(model, random_vecx(random, n, 1));
  given.rank = &rank;
  NewtonEuler::Scratch x(model);
  Oracle::Scratch y(model);
  Solution ours, truth;
  ASSERT_EQ(NewtonEuler{}.solve(model, state, given, Reactions::compute, x, ours), SolveStatus::ok) << ours.note;
  EXPECT_FALSE(x.loops.dense);
  ASSERT_EQ(Oracle{}.solve(model, state, given, Reactions::compute, y, truth), SolveStatus::ok) << truth.note;
  EXPECT_LE((ours.vdot - truth.vdot).norm(), 100 * eps * y.condition_number * truth.vdot.norm() * tolerance_scale());
  EXPECT_LE((ours.vdot - truth.vdot).norm(), 5e-11 * truth.vdot.norm() * tolerance_scale());
  double largest = 0;
  for (const JointWrench& w : truth.reaction) largest = std::max(largest, norm(w.total.f));
  for (std::size_t j = 0; j < truth.reaction.size(); ++j)
    EXPECT_LE(norm(ours.reaction[j].total.f - truth.reaction[j].total.f), 4e-12 * largest * tolerance_scale()) << j;
}

TEST(NewtonEuler, SolvesALoopWhoseMassMatrixIsSingularOnTheTree) {
  const Model model = massless_rocker();
  State state = initial_state(model);
  state.v << 2, -2, 1;
  ASSERT_TRUE(close_velocities(model, state).consistent);
  const LoopRank rank = generic_rank(model, state);
  Given given = forward_question(model, VecX::Zero(3));
  given.rank = &rank;
  NewtonEuler::Scratch x(model);
  Oracle::Scratch y(model);
  Solution ours, truth;
  ASSERT_EQ(NewtonEuler{}.solve(model, state, given, Reactions::compute, x, ours), SolveStatus::ok) << ours.note;
  ASSERT_EQ(Oracle{}.solve(model, state, given, Reactions::compute, y, truth), SolveStatus::ok) << truth.note;
  EXPECT_LE((ours.vdot - truth.vdot).norm(), 100 * eps * y.condition_number * truth.vdot.norm() * tolerance_scale());
}

}  // namespace
}  // namespace zanjir::test
