#include "zanjir/formulations/denoc/matrices.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "support/bodies.hpp"
#include "support/differences.hpp"
#include "support/random_model.hpp"
#include "support/zoo.hpp"
#include "zanjir/dynamics/bias_parts.hpp"
#include "zanjir/dynamics/tree_dynamics.hpp"
#include "zanjir/loops/assembly.hpp"

namespace zanjir::test {
namespace {

double largest_entry(const MatX& A) { return A.size() == 0 ? 0 : A.cwiseAbs().maxCoeff(); }

// Two links about z: the matrices of the digest's planar form, written out. Rows wz, vx, vy of each link are the planar ones.
TEST(DenocMatrices, AreThoseOfAPlanarLegWrittenOut) {
  const Model model = zoo_model("arm_2r");
  const Vec3d axis = model.joints()[0].axes[0];
  State state = initial_state(model);
  state.q << 0.4, -1.1;
  state.v << 1.5, 2.3;
  const DenocMatrices d = denoc_matrices(model, state, nullptr);
  ASSERT_EQ(d.N_l.rows(), 12);
  ASSERT_EQ(d.N_d.cols(), 2);
  Workspace ws(model);
  update_velocities(model, state, ws);
  const auto centre = [&](int i) {
    const Inertiad inertia = model.bodies()[static_cast<std::size_t>(i)].inertia();
    return to_eigen(body_pose(model, ws, static_cast<BodyId>(i)) * (inertia.h * (1 / inertia.m)));
  };
  const auto hinge = [&](std::size_t j) { return to_eigen((body_pose(model, ws, model.joints()[j].parent) * model.joints()[j].X_PJ).p); };
  const Vec3 e = to_eigen(axis), d1 = centre(1) - hinge(0), d2 = centre(2) - hinge(1), r1 = hinge(1) - centre(1);
  Eigen::Matrix<double, 6, 1> p1, p2;
  p1 << e, e.cross(d1);
  p2 << e, e.cross(d2);
  EXPECT_LE(largest_entry(d.N_d.block<6, 1>(0, 0) - p1), rounding(50));
  EXPECT_LE(largest_entry(d.N_d.block<6, 1>(6, 1) - p2), rounding(50));
  EXPECT_EQ(largest_entry(d.N_d.block<6, 1>(6, 0)), 0);
  EXPECT_EQ(largest_entry(d.N_d.block<6, 1>(0, 1)), 0);
  // B = [1 0; -[r1 + d2]x 1] on any twist
  const Eigen::Matrix<double, 6, 1> t = Eigen::Matrix<double, 6, 1>::LinSpaced(-1, 2);
  Eigen::Matrix<double, 6, 1> carried = t;
  carried.tail<3>() += Vec3(t.head<3>()).cross(r1 + d2);
  EXPECT_LE(largest_entry(d.N_l.block<6, 6>(6, 0) * t - carried), rounding(50, 3));
  EXPECT_EQ(largest_entry(d.N_l.block<6, 6>(0, 6)), 0);
}

// Products of the explicit matrices against the recursions of another formulation.
TEST(DenocMatrices, ProjectToTheMassMatrixAndTheVelocityPartOfTheBias) {
  for (const std::uint64_t seed : seeds(30)) {
    RandomTreeOptions options = RandomTreeOptions::with_everything(2 + static_cast<int>(seed % 6));
    SCOPED_TRACE(trace(seed, options));
    Random random(seed);
    const Model model = build(random_tree(random, options));
    const State state = random_tree_state(model, random);
    const DenocMatrices d = denoc_matrices(model, state, nullptr);
    Workspace ws(model);
    update_velocities(model, state, ws);
    MatX M;
    mass_matrix(model, ws, M);
    const VecX velocity = bias_parts(model, ws).velocity;
    const MatX T = d.N_l * d.N_d;
    EXPECT_LE(largest_entry(d.t - T * ws.v), rounding(200, std::max(1.0, largest_entry(d.t))));
    EXPECT_LE(largest_entry(d.I - M), rounding(200, std::max(1.0, largest_entry(M))));
    EXPECT_LE(largest_entry(d.C * ws.v - velocity), rounding(1000, std::max(1.0, largest_entry(velocity))));
    EXPECT_NEAR(0.5 * d.t.dot(d.M * d.t), sum_bodies(model, ws).kinetic, rounding(200, std::max(1.0, sum_bodies(model, ws).kinetic)));
  }
}

// N_l, N_d and M move with the mechanism: their rates against differences along the motion. Prescribed joints follow their laws.
TEST(DenocMatrices, HaveRatesThatAreDerivatives) {
  for (const std::uint64_t seed : seeds(10)) {
    RandomTreeOptions options = RandomTreeOptions::with_everything(4);
    SCOPED_TRACE(trace(seed, options));
    Random random(seed);
    const Model model = build(random_tree(random, options));
    State state = random_tree_state(model, random);
    Workspace ws(model);
    update_velocities(model, state, ws);
    state.v = ws.v;
    const DenocMatrices here = denoc_matrices(model, state, nullptr);
    const auto along = [&](MatX DenocMatrices::*matrix) {
      return derivative(
          [&](double h) -> MatX {
            State moved = state;
            moved.t_s += h;
            retract(model, state.q, state.v * h, moved.q);
            return denoc_matrices(model, moved, nullptr).*matrix;
          },
          4);
    };
    const auto expect_rate = [&](MatX DenocMatrices::*matrix, MatX DenocMatrices::*rate, const char* what) {
      EXPECT_LE(largest_entry(along(matrix) - here.*rate),
                difference_tolerance(std::max(1.0, largest_entry(here.*matrix)), 4 * std::max(1.0, state.v.norm())))
          << what;
    };
    expect_rate(&DenocMatrices::N_l, &DenocMatrices::N_l_rate, "N_l");
    expect_rate(&DenocMatrices::N_d, &DenocMatrices::N_d_rate, "N_d");
    expect_rate(&DenocMatrices::M, &DenocMatrices::M_rate, "M");
    // C is the matrix of the paper: I' - 2 C need not be skew, but v . (I' - 2 C) v is no power
    const double power = state.v.dot((along(&DenocMatrices::I) - 2 * here.C) * state.v);
    EXPECT_NEAR(power, 0, difference_tolerance(std::max(1.0, largest_entry(here.I)), 4 * std::max(1.0, std::pow(state.v.norm(), 3))));
  }
}

TEST(DenocMatrices, OfLoopsSatisfyTheirDefinitions) {
  for (const std::string name : {"rrr_3", "stewart", "four_bar_spatial", "delta", "slider_crank_spatial"}) {
    SCOPED_TRACE(name);
    const Model model = zoo_model(name);
    State state = initial_state(model);
    ASSERT_TRUE(close_positions(model, state).closed);
    Random random(5);
    state.v = random_vecx(random, model.nv());
    close_velocities(model, state);
    const LoopRank rank = generic_rank(model, state);
    const DenocMatrices d = denoc_matrices(model, state, &rank);
    ASSERT_TRUE(d.reduced);
    EXPECT_LE(largest_entry(d.K * d.N_l * d.N_d - d.A), rounding(500, std::max(1.0, largest_entry(d.A))));
    EXPECT_LE(largest_entry(d.A(Eigen::all, d.free) * d.S), 1e-14 * tolerance_scale() * std::max(1.0, largest_entry(d.S)));
    EXPECT_EQ(static_cast<int>(d.independent.size()), static_cast<int>(d.free.size()) - rank.rank);
    EXPECT_EQ(d.rows.size(), static_cast<std::size_t>(model.n_closure_rows()));
    // the speeds follow from the independent ones
    const VecX v = d.S * state.v(d.independent);
    EXPECT_LE(largest_entry(v - state.v(d.free)), 4e-14 * tolerance_scale() * std::max(1.0, largest_entry(state.v)));
  }
}

}  // namespace
}  // namespace zanjir::test
