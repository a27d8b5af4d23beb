// Jacobians and velocity terms of the accelerations of all bodies, against those of the kernels.
#include "zanjir/formulations/virtual_work/jacobians.hpp"

#include <gtest/gtest.h>

#include "support/random_tree.hpp"
#include "support/tolerance.hpp"
#include "support/zoo.hpp"
#include "zanjir/dynamics/accelerations.hpp"
#include "zanjir/kinematics/frames.hpp"
#include "zanjir/verify/random_state.hpp"

namespace zanjir::test {
namespace {

double size_of_motion(const Motiond& m) { return std::max(norm(m.w), norm(m.v)); }

TEST(VirtualWorkJacobians, AreThoseOfTheKernels) {
  for (const char* name : {"humanoid", "stewart", "delta_parallelogram", "satellite_with_wheels", "suspension", "joints/planar"}) {
    SCOPED_TRACE(name);
    const Model model = zoo_model(name);
    Random random(7);
    for (int i = 0; i < 5; ++i) {
      const State state = random_state(model, random);
      Workspace ws(model);
      update_velocities(model, state, ws);
      VecX vdot = VecX::NullaryExpr(model.nv(), [&] { return random.normal(); });
      update_accelerations(model, vdot, ws);
      virtual_work::Jacobians J(model);
      J.place(model, ws.q);
      J.move(model, ws.v);
      Mat6X expected(6, model.nv());
      for (std::size_t b = 1; b < model.bodies().size(); ++b) {
        const auto id = static_cast<BodyId>(static_cast<int>(b));
        Frame at_com{"", id, {}, Origin::user};
        at_com.X_BF.p = model.bodies()[b].com_m;
        expected.setZero();
        frame_jacobian(model, ws, at_com, expected);
        for (const int k : J.bodies[b].speeds) {
          const Motiond c = J.column(k, J.bodies[b].com);
          Eigen::Matrix<double, 6, 1> ours;
          ours << c.w.x, c.w.y, c.w.z, c.v.x, c.v.y, c.v.z;
          EXPECT_LE((ours - expected.col(k)).norm(), rounding(64, 1 + expected.norm()));
          expected.col(k).setZero();
        }
        EXPECT_EQ(expected.norm(), 0) << "other speeds move the body too";
        const Motiond A = frame_acceleration(model, ws, at_com), ours = J.bodies[b].A + J.along(id, J.bodies[b].com, vdot);
        EXPECT_LE(size_of_motion(ours - A), rounding(512, 1 + size_of_motion(A))) << model.bodies()[b].name;
      }
    }
  }
}

}  // namespace
}  // namespace zanjir::test
