// IFToMM multibody benchmark A01, simple pendulum: m = L = 1 from x = -1 at rest. Reference: integrated independently in extended precision
// with two step sizes; 14 digits trusted.
#include <gtest/gtest.h>

#include "support/bodies.hpp"
#include "support/solve.hpp"
#include "support/tolerance.hpp"
#include "support/zoo.hpp"

#include "zanjir/formulations/newton_euler/newton_euler.hpp"

namespace zanjir::test {
namespace {

TEST(IftommA01, SwingsToThePublishedPlaces) {
  const Model model = zoo_model("pendulum");
  Solver solver(NewtonEuler{}, model);
  State state = initial_state(model);
  Workspace ws(model);
  const auto tip = [&] {
    update_positions(model, state, ws);
    return to_eigen(frame_pose(model, ws, model.frame(*model.find_frame("bob.tip"))).p);
  };
  EXPECT_LE((tip() - Vec3(-1, 0, 0)).norm(), rounding(10));
  // RK4, h = 0.2 ms, rates up to 4.4 rad/s: (4.4 h)^4 / 120 per radian = 5e-15, growing linearly to some 1e-12 over 40 radians.
  const double h = 2e-4, tolerance = tolerance_scale() * 5e-12;
  for (int i = 0; i < 5000; ++i) runge_kutta_step(model, solver, h, state);
  EXPECT_LE((tip() - Vec3(0.98629175113188, -0.16501085312554, 0)).norm(), tolerance / 10) << tip().transpose();
  for (int i = 0; i < 45000; ++i) runge_kutta_step(model, solver, h, state);
  EXPECT_LE((tip() - Vec3(-0.27508746257612, -0.96141920509913, 0)).norm(), tolerance) << tip().transpose();
}

}  // namespace
}  // namespace zanjir::test
