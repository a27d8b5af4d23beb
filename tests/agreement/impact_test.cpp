// Rigid impacts against a formulation that knows of none: an impulse is a force that acts for a moment, so the change of the speeds is the difference that
// J^T Lambda makes to the accelerations of the oracle, which has its own inertia and its own rows for the loops.
#include <gtest/gtest.h>

#include "support/random_model.hpp"
#include "support/zoo.hpp"
#include "zanjir/dynamics/impact.hpp"
#include "zanjir/formulations/registry.hpp"
#include "zanjir/kinematics/frames.hpp"
#include "zanjir/loops/loop_rank.hpp"
#include "zanjir/verify/random_state.hpp"

namespace zanjir::test {
namespace {

VecX accelerations(Solver& oracle, const Model& model, const State& state, const LoopRank* rank, const VecX& tau) {
  Given given = forward_question(model, tau);
  given.rank = rank;
  Solution s;
  EXPECT_EQ(oracle.solve(state, given, Reactions::skip, s), SolveStatus::ok) << s.note;
  return s.vdot;
}

class ImpactOf : public testing::TestWithParam<std::string> {};

TEST_P(ImpactOf, ChangesTheSpeedsAsTheOracleSays) {
  const Model model = zoo_model(GetParam());
  Solver oracle(*find_formulation("oracle"), model);
  Workspace ws(model);
  int with_several = 0;
  for (const std::uint64_t seed : seeds(model.nv() <= 12 ? 10 : 2)) {  // the oracle takes seconds for large mechanisms
    SCOPED_TRACE(seed);
    Random random(seed);
    const bool loops = model.n_closure_rows() > 0;
    State state = zanjir::random_state(model, random);
    ASSERT_TRUE(!loops || random_closed_state(model, random, state));
    const LoopRank rank = loops ? generic_rank(model, state) : LoopRank{};
    update_velocities(model, state, ws);
    // Points of random bodies against walls in random directions; the wall is turned so that the point comes nearer.
    const int n = random.integer(1, 3);
    MatX J(n, model.nv());
    VecX restitution(n);
    Mat6X jacobian(6, model.nv());
    for (int i = 0; i < n; ++i) {
      const auto body = static_cast<BodyId>(random.integer(1, static_cast<int>(model.bodies().size()) - 1));
      Frame point = model.frame(static_cast<FrameId>(index(body)));
      point.X_BF.p = {random.uniform(-0.3, 0.3), random.uniform(-0.3, 0.3), model.plane() == Plane::none ? random.uniform(-0.3, 0.3) : 0.0};
      frame_jacobian(model, ws, point, jacobian);
      const Eigen::Vector3d normal(random.uniform(-1, 1), random.uniform(-1, 1), model.plane() == Plane::none ? random.uniform(-1, 1) : 0.0);
      J.row(i) = normal.normalized().transpose() * jacobian.bottomRows<3>();
      if (J.row(i).dot(ws.v) > 0) J.row(i) *= -1;
      restitution[i] = random.uniform(0, 1);
    }
    VecX v = ws.v;
    const ImpactResult impact = solve_impact(model, ws, loops ? &rank : nullptr, J, restitution, v);
    ASSERT_EQ(impact.status, SolveStatus::ok);
    const VecX none = VecX::Zero(model.nv());
    const VecX change = accelerations(oracle, model, state, loops ? &rank : nullptr, J.transpose() * impact.impulse) -
                        accelerations(oracle, model, state, loops ? &rank : nullptr, none);
    // Both accelerations carry rounding of their own size, gravity and centrifugal terms included.
    const double size =
        std::max(change.lpNorm<Eigen::Infinity>(), accelerations(oracle, model, state, loops ? &rank : nullptr, none).lpNorm<Eigen::Infinity>());
    EXPECT_LT((v - ws.v - change).lpNorm<Eigen::Infinity>(), 2e-13 * size);
    // Newton's restitution, contact by contact: no impulse pulls, and where one pushes, the speed is turned back by the coefficient.
    const VecX after = J * v, wanted = -restitution.cwiseProduct(J * ws.v);
    for (int i = 0; i < n; ++i) {
      EXPECT_GE(impact.impulse[i], 0);
      EXPECT_GE(after[i], wanted[i] - 4e-15 * size);
      if (impact.impulse[i] > 1e-10) {
        EXPECT_NEAR(after[i], wanted[i], 4e-15 * size) << i;
      }
    }
    with_several += (impact.impulse.array() > 1e-10).count() > 1;
  }
  const int freedoms = model.n_closure_rows() > 0 ? model.nv() - generic_rank(model, initial_state(model)).rank : model.nv();
  EXPECT_EQ(with_several > 0, freedoms > 1) << "impulses at several contacts need several freedoms";
}

INSTANTIATE_TEST_SUITE_P(Models, ImpactOf,
                         testing::Values("arm_2r", "arm_7r", "chain_spatial", "satellite_with_wheels", "four_bar", "five_bar", "rrr_3", "rps_3",
                                         "bricard", "hexaslide"),
                         [](const auto& info) { return info.param; });

}  // namespace
}  // namespace zanjir::test
