#include "zanjir/dynamics/poses.hpp"

#include <gtest/gtest.h>

#include "support/random_model.hpp"
#include "support/tolerance.hpp"
#include "support/zoo.hpp"
#include "zanjir/kinematics/frames.hpp"

namespace zanjir::test {
namespace {

// The kernels' poses, of primitive steps, against the definition of the joints.
TEST(Poses, KernelsPutBodiesWhereTheDefinitionDoes) {
  for (const std::uint64_t seed : seeds(30)) {
    const RandomTreeOptions options = RandomTreeOptions::with_everything(7);
    SCOPED_TRACE(trace(seed, options));
    Random random(seed);
    const Model model = build(random_tree(random, options));
    const State state = random_tree_state(model, random);
    Workspace ws(model);
    update_positions(model, state, ws);
    std::vector<Transformd> X_WB;
    body_poses(model, ws.q.data(), X_WB);
    for (std::size_t b = 0; b < X_WB.size(); ++b) {
      const Transformd X = body_pose(model, ws, static_cast<BodyId>(static_cast<int>(b)));
      EXPECT_LE(norm(X.p - X_WB[b].p), rounding(100, 5));
      for (int i = 0; i < 3; ++i) EXPECT_LE(norm(X.R.row(i) - X_WB[b].R.row(i)), rounding(100));
    }
  }
}

}  // namespace
}  // namespace zanjir::test
