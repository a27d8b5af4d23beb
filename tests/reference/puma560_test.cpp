// PUMA 560 against literals of the Robotics Toolbox at its nominal pose (0, 45, 180, 0, 45, 0 deg), read in
// petercorke/robotics-toolbox-python : tests (MIT licence; values cited): gravity load, mass matrix with motors, velocity terms.
#include <gtest/gtest.h>

#include "support/solve.hpp"
#include "support/tolerance.hpp"
#include "support/zoo.hpp"

namespace zanjir::test {
namespace {

double four_decimals(double terms = 1) { return tolerance_scale() * 0.5001e-4 * terms; }

class Puma560 : public testing::Test {
 protected:
  Model model = build(read_zoo("arm_6r"));
  State state = initial_state(model);
  VecX tau(const AnyFormulation& f, const State& at, const VecX& vdot) const {
    return solve_or_throw(f, model, at, inverse_question(model, vdot)).tau;
  }
};

TEST_F(Puma560, HasThePublishedGravityLoad) {
  VecX expected(6);
  expected << 0, 31.6399, 6.0351, 0, 0.0283, 0;
  for (const AnyFormulation& f : formulations_for(model, Ask::inverse)) {
    SCOPED_TRACE(std::string(name_of(f)));
    EXPECT_LE((tau(f, state, VecX::Zero(6)) - expected).lpNorm<Eigen::Infinity>(), four_decimals());
  }
}

TEST_F(Puma560, HasThePublishedMassMatrix) {
  MatX expected(6, 6);
  expected << 3.6594, -0.4044, 0.1006, -0.0025, 0, 0,  //
      -0.4044, 4.4137, 0.3509, 0, 0.0024, 0,           //
      0.1006, 0.3509, 0.9378, 0, 0.0015, 0,            //
      -0.0025, 0, 0, 0.1925, 0, 0,                     //
      0, 0.0024, 0.0015, 0, 0.1713, 0,                 //
      0, 0, 0, 0, 0, 0.1941;
  for (const AnyFormulation& f : formulations_for(model, Ask::inverse)) {
    SCOPED_TRACE(std::string(name_of(f)));
    const VecX gravity = tau(f, state, VecX::Zero(6));
    MatX M(6, 6);
    for (int i = 0; i < 6; ++i) M.col(i) = tau(f, state, VecX::Unit(6, i)) - gravity;
    EXPECT_LE((M - expected).cwiseAbs().maxCoeff(), four_decimals()) << M;
  }
}

// The published matrix C(q, qd) times qd = (1, 2, 3, 1, 2, 3): twelve units of rounding at most.
TEST_F(Puma560, HasThePublishedVelocityTerms) {
  MatX C(6, 6);
  C << -0.1735, -2.0494, -0.1178, -0.0002, -0.0045, 0.0001,  //
      0.6274, 1.1572, 1.9287, -0.0015, -0.0003, 0,           //
      -0.3608, -0.7734, -0.0018, -0.0009, -0.0064, 0,        //
      0.0011, 0.0005, -0.0001, 0.0002, 0.0002, -0.0001,      //
      -0.0002, 0.0028, 0.0046, -0.0002, 0, 0,                //
      0.0001, 0, 0, 0, 0, 0;
  VecX qd(6);
  qd << 1, 2, 3, 1, 2, 3;
  State moving = state;
  moving.v = qd;
  for (const AnyFormulation& f : formulations_for(model, Ask::inverse)) {
    SCOPED_TRACE(std::string(name_of(f)));
    const VecX velocity_terms = tau(f, moving, VecX::Zero(6)) - tau(f, state, VecX::Zero(6));
    EXPECT_LE((velocity_terms - C * qd).lpNorm<Eigen::Infinity>(), four_decimals(12)) << velocity_terms.transpose();
  }
}

}  // namespace
}  // namespace zanjir::test
