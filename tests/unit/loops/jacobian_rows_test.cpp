#include "zanjir/loops/jacobian_rows.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support/tolerance.hpp"
#include "support/zoo.hpp"
#include "zanjir/core/decompositions.hpp"
#include "zanjir/kinematics/frames.hpp"
#include "zanjir/loops/limb_screws.hpp"
#include "zanjir/verify/random_state.hpp"

namespace zanjir::test {
namespace {

// Of every parallel robot of the zoo: the slow way and, where there is one, the fast way.
TEST(JacobianRows, AreThoseOfTheScrewsOfTheLimbs) {
  int robots = 0, poses = 0, found = 0;
  for (const std::string& name : loop_names()) {
    SCOPED_TRACE(name);
    const Model model = zoo_model(name);
    const std::optional<BodyId> platform = likely_platform(model);
    if (!platform) continue;
    const std::vector<Limb> limbs = find_limbs(model, BodyId::ground, *platform);
    std::optional<JacobianRows> fast = JacobianRows::of(model, limbs);
    if (!fast) continue;
    ++robots;
    Random random(11);
    for (int trial = 0; trial < 20; ++trial) {
      State state;
      if (!random_closed_state(model, random, state)) continue;
      ++poses;
      Workspace ws(model);
      update_positions(model, state, ws);
      const Vec3d O = body_pose(model, ws, *platform) * Vec3d{0.1, -0.2, 0.05};
      MatX J0;
      if (!fast->find(model, ws, O, J0)) continue;
      ++found;
      std::vector<LimbScrews> screws;
      for (const Limb& limb : limbs) screws.push_back(limb_screws(model, ws, BodyId::ground, *platform, limb, O));
      const ParallelJacobian slow = parallel_jacobian(model, limbs, screws);
      ASSERT_EQ(J0.rows(), slow.J0.rows());
      ASSERT_EQ(J0.cols(), slow.J0.cols());
      EXPECT_EQ(fast->n_actuation(), slow.n_actuation);
      for (Eigen::Index i = 0; i < J0.rows(); ++i) {
        // A pivot of a limb is at least 1e-3 of the largest: by that much ten roundings grow. Which of two parts of a constraint that are equal but for
        // rounding decides its sign is a matter of that rounding.
        const double bound = rounding(1e4, std::max(1.0, slow.J0.row(i).norm())), same = (J0.row(i) - slow.J0.row(i)).norm();
        const double opposite = i < slow.n_actuation ? 1e300 : (J0.row(i) + slow.J0.row(i)).norm();
        EXPECT_LE(std::min(same, opposite), bound) << slow.rows[static_cast<std::size_t>(i)] << "\n" << J0 << "\n\n" << slow.J0;
      }
    }
  }
  EXPECT_GE(robots, 8);
  EXPECT_GE(10 * found, 8 * poses);
}

}  // namespace
}  // namespace zanjir::test
