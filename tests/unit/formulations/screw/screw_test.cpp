// What `screw` alone promises: its complement T, and that one solve with all joints gives what the projection gives.
#include "zanjir/formulations/screw/screw.hpp"

#include <gtest/gtest.h>

#include "support/random_tree.hpp"
#include "support/tolerance.hpp"
#include "support/zoo.hpp"
#include "zanjir/kinematics/frames.hpp"
#include "zanjir/verify/random_state.hpp"

namespace zanjir::test {
namespace {

struct Placed {
  Placed(const Model& model, const State& state) : scratch(model) {
    resolve(model, state, forward_question(model, VecX::Zero(model.nv())), scratch.ask);
    scratch.twists.update(model, scratch.ask);
  }
  Screw::Scratch scratch;
};

}  // namespace

// T against the Jacobians of the kernels, moved to the mass centres.
TEST(ScrewTwists, ComplementIsTheJacobianOfAllBodies) {
  for (const char* name : {"humanoid", "stewart", "delta_parallelogram", "satellite_with_wheels", "arm_6r"}) {
    SCOPED_TRACE(name);
    const Model model = zoo_model(name);
    Random random(7);
    for (int i = 0; i < 5; ++i) {
      const State state = random_state(model, random);
      const Placed placed(model, state);
      Workspace ws(model);
      update_positions(model, state, ws);
      Mat6X J(6, model.nv());
      for (std::size_t b = 1; b < model.bodies().size(); ++b) {
        const Body& body = model.bodies()[b];
        Frame at_com{"", static_cast<BodyId>(static_cast<int>(b)), {}, Origin::user};
        at_com.X_BF.p = body.com_m;
        J.setZero();
        frame_jacobian(model, ws, at_com, J);
        EXPECT_LE((placed.scratch.twists.T.middleRows(6 * static_cast<Eigen::Index>(b - 1), 6) - J).norm(),
                  1.5e-14 * (1 + J.norm()) * tolerance_scale())
            << body.name;
      }
    }
  }
}

// [f; lambda] = D^-T h  and  f = T^T h: the sparse solve with every joint, and the projection.
TEST(ScrewTwists, OneSolveForAllJointsGivesWhatTheProjectionGives) {
  for (const char* name : {"humanoid", "stewart", "biped", "suspension"}) {
    SCOPED_TRACE(name);
    const Model model = zoo_model(name);
    Random random(11);
    for (int i = 0; i < 5; ++i) {
      Placed placed(model, random_state(model, random));
      screw::Twists& x = placed.scratch.twists;
      VecX vdot(model.nv());
      for (Eigen::Index k = 0; k < vdot.size(); ++k) vdot[k] = random.uniform(-1, 1);
      VecX h;
      x.load(model, x.accelerations(vdot), h);
      const VecX projected = x.T.transpose() * h;
      const VecX forces = x.joint_forces(h);
      for (std::size_t j = 0; j < model.joints().size(); ++j) {
        const Joint& joint = model.joints()[j];
        for (int k = 0; k < joint.nv; ++k)
          EXPECT_NEAR(forces[6 * static_cast<Eigen::Index>(j) + k], projected[joint.v_begin + k], 5e-14 * (1 + h.norm()) * tolerance_scale())
              << joint.name;
      }
    }
  }
}

// A universal joint whose axes are not at right angles: the rates of its screws are dual to both.
TEST(ScrewTwists, RatesAreDualToScrewsAndWrenchesReciprocal) {
  Random random(3);
  for (int i = 0; i < 100; ++i) {
    const auto direction = [&] {
      const Vec3d a{random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
      return a * (1 / norm(a));
    };
    const std::vector<screw::UnitScrew> screws{{direction(), true, false}, {direction(), true, true}, {direction(), false, false}};
    const screw::Mat6 P = screw::rates_and_wrenches(screws);
    for (std::size_t k = 0; k < screws.size(); ++k) {
      screw::Vec6 S = screw::Vec6::Zero();
      S.segment<3>(screws[k].turns ? 0 : 3) = screw::eigen(screws[k].axis);
      EXPECT_LE((P * S - screw::Vec6::Unit(static_cast<Eigen::Index>(k))).norm(), 5e-14 / std::abs(norm(cross(screws[0].axis, screws[1].axis))));
    }
  }
}

}  // namespace zanjir::test
