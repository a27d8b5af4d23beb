// Poses against a walk over the user's own joints, velocities and Jacobians against differences on the manifold.
#include "zanjir/kinematics/frames.hpp"

#include <gtest/gtest.h>

#include "support/bodies.hpp"
#include "support/differences.hpp"
#include "support/random_model.hpp"
#include "support/tolerance.hpp"
#include "support/zoo.hpp"

namespace zanjir::test {
namespace {

RandomTreeOptions all_joints(int n_bodies) {
  RandomTreeOptions options;
  options.n_bodies = n_bodies;
  options.shuffled = true;
  return options;
}

// Pose and velocity of a frame as differences see them: [omega; v] = [axial vector of R' R^T; p'].
struct PoseMatrix {
  Eigen::Matrix<double, 3, 4> X;  // R, p
  friend PoseMatrix operator-(const PoseMatrix& a, const PoseMatrix& b) { return {a.X - b.X}; }
  friend PoseMatrix operator*(double s, const PoseMatrix& a) { return {s * a.X}; }
  friend PoseMatrix operator/(const PoseMatrix& a, double s) { return {a.X / s}; }
};

Eigen::Matrix<double, 6, 1> twist(const PoseMatrix& rate, const Mat3& R) {
  const Mat3 W = rate.X.leftCols<3>() * R.transpose();
  Eigen::Matrix<double, 6, 1> out;
  out << (W(2, 1) - W(1, 2)) / 2, (W(0, 2) - W(2, 0)) / 2, (W(1, 0) - W(0, 1)) / 2, rate.X.col(3);
  return out;
}

PoseMatrix pose_matrix(const Model& model, const State& state, const Frame& frame) {
  Workspace ws(model);
  update_positions(model, state, ws);
  const Transformd X = frame_pose(model, ws, frame);
  PoseMatrix out;
  out.X << to_eigen(X.R), to_eigen(X.p);
  return out;
}

// The world pose of each body by following the user's joints from its inboard body, with joint_motion.
TEST(BodyPose, FollowsTheUsersJoints) {
  for (std::uint64_t seed : seeds(60)) {
    const RandomTreeOptions options = all_joints(1 + static_cast<int>(seed % 12));
    SCOPED_TRACE(trace(seed, options));
    Random random(seed);
    const Model model = build(random_tree(random, options));
    const State state = random_tree_state(model, random);
    Workspace ws(model);
    update_positions(model, state, ws);
    std::vector<Transformd> X_WB(model.bodies().size());
    for (std::size_t b = 1; b < model.bodies().size(); ++b) {
      const Body& body = model.bodies()[b];
      const Joint& joint = model.joint(*body.inboard_joint);
      const Transformd X_PC = joint.X_PJ * joint_motion<double>(joint, state.q.data() + joint.q_begin) * inverse(joint.X_CJ);
      const auto near = static_cast<std::size_t>(index(body.inboard_body));
      ASSERT_LT(near, b) << "parents precede children";
      X_WB[b] = X_WB[near] * X_PC;
      const Transformd X = body_pose(model, ws, static_cast<BodyId>(static_cast<int>(b)));
      EXPECT_LE((to_eigen(X.R) - to_eigen(X_WB[b].R)).norm(), rounding(200));
      EXPECT_LE((to_eigen(X.p) - to_eigen(X_WB[b].p)).norm(), rounding(200, 5));
    }
  }
}

TEST(FrameJacobian, MatchesDifferencesOnTheManifold) {
  for (std::uint64_t seed : seeds(40)) {
    const RandomTreeOptions options = all_joints(1 + static_cast<int>(seed % 10));
    SCOPED_TRACE(trace(seed, options));
    Random random(seed);
    const Model model = build(random_tree(random, options));
    const State state = random_tree_state(model, random);
    Workspace ws(model);
    update_positions(model, state, ws);
    for (const Frame& frame : model.frames()) {
      SCOPED_TRACE(frame.name);
      Mat6X J(6, model.nv()), by_difference(6, model.nv());
      frame_jacobian(model, ws, frame, J);
      const Transformd X = frame_pose(model, ws, frame);
      for (int i = 0; i < model.nv(); ++i) {
        const PoseMatrix rate = derivative([&](double h) {
          State moved = state;
          retract(model, state.q, VecX::Unit(model.nv(), i) * h, moved.q);
          return pose_matrix(model, moved, frame);
        });
        by_difference.col(i) = twist(rate, to_eigen(X.R));
      }
      const double reach = 1 + J.bottomRows<3>().cwiseAbs().maxCoeff() + to_eigen(X.p).norm();
      EXPECT_LE((J - by_difference).cwiseAbs().maxCoeff(), difference_tolerance(reach));
    }
  }
}

TEST(FrameKinematics, IsTheJacobianTimesTheSpeeds) {
  for (std::uint64_t seed : seeds(60)) {
    const RandomTreeOptions options = all_joints(1 + static_cast<int>(seed % 15));
    SCOPED_TRACE(trace(seed, options));
    Random random(seed);
    const Model model = build(random_tree(random, options));
    const State state = random_tree_state(model, random);
    Workspace ws(model);
    update_velocities(model, state, ws);
    for (const Frame& frame : model.frames()) {
      SCOPED_TRACE(frame.name);
      Mat6X J(6, model.nv());
      frame_jacobian(model, ws, frame, J);
      const FrameKinematics k = frame_kinematics(model, ws, frame);
      const double size = 1 + (J.cwiseAbs() * state.v.cwiseAbs()).maxCoeff();
      EXPECT_LE((to_eigen(k.V_WF_W) - J * state.v).norm(), rounding(300, size));
    }
  }
}

// With prescribed joints the frame also moves by its laws: the velocity is that of the pose in time.
TEST(FrameKinematics, MatchesDifferencesInTime) {
  for (std::uint64_t seed : seeds(40)) {
    RandomTreeOptions options = all_joints(1 + static_cast<int>(seed % 8));
    options.prescribed_chance = 0.4;
    SCOPED_TRACE(trace(seed, options));
    Random random(seed);
    const Model model = build(random_tree(random, options));
    const State state = random_tree_state(model, random);
    Workspace ws(model);
    update_velocities(model, state, ws);
    const VecX v = ws.v;
    const double rate = 1 + v.cwiseAbs().sum();  // angular rates add up along a branch
    for (const Frame& frame : model.frames()) {
      SCOPED_TRACE(frame.name);
      const FrameKinematics k = frame_kinematics(model, ws, frame);
      const PoseMatrix change = derivative(
          [&](double h) {
            State moved = state;
            moved.t_s += h;
            retract(model, state.q, state.v * h, moved.q);
            return pose_matrix(model, moved, frame);
          },
          rate);
      const double reach = 1 + to_eigen(k.X_WF.p).norm();
      EXPECT_LE((to_eigen(k.V_WF_W) - twist(change, to_eigen(k.X_WF.R))).norm(), difference_tolerance(reach, rate));
    }
  }
}

TEST(FramePose, OfTheGroundIsTheWorld) {
  const Model model = zoo_model("arm_7r");
  Workspace ws(model);
  update_velocities(model, initial_state(model), ws);
  const FrameKinematics k = frame_kinematics(model, ws, model.frame(*model.find_frame("ground")));
  EXPECT_EQ(to_eigen(k.X_WF.R), Mat3::Identity());
  EXPECT_EQ(to_eigen(k.X_WF.p), Vec3::Zero());
  EXPECT_EQ(to_eigen(k.V_WF_W).norm(), 0);
  Mat6X J(6, model.nv());
  frame_jacobian(model, ws, model.frame(*model.find_frame("ground")), J);
  EXPECT_EQ(J.norm(), 0);
}

}  // namespace
}  // namespace zanjir::test
