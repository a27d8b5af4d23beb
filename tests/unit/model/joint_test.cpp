// Each joint against its definition, written out here with Eigen: pose, velocity and Jacobian of the child for an axis off z, a turned
// `at` and a given `at_child`; and the same joint declared the other way round. Agreement between formulations cannot see a wrong joint,
// since they share it.
#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include "support/bodies.hpp"
#include "support/random_model.hpp"
#include "support/tolerance.hpp"
#include "support/zoo.hpp"
#include "zanjir/describe/description.hpp"
#include "zanjir/kinematics/frames.hpp"

namespace zanjir::test {
namespace {

using Isometry = Eigen::Isometry3d;

struct JointCase {
  std::string name;
  JointType type;
  std::vector<Vec3> axes;  // as a user writes them, not of unit length
  std::vector<double> q, v;
};

// Motion of the child-side joint frame C in the parent-side joint frame J: pose, and velocity of C's origin and angular velocity, J axes.
struct Expected {
  Isometry X_JC = Isometry::Identity();
  Vec3 w_JC_J = Vec3::Zero(), v_JC_J = Vec3::Zero();
};

Mat3 turn(const Vec3& axis, double angle) { return Eigen::AngleAxisd(angle, axis.normalized()).toRotationMatrix(); }

Expected expected(const JointCase& c) {
  Expected e;
  const auto axis = [&](std::size_t i) { return Vec3(c.axes[i].normalized()); };
  const auto quaternion = [&](std::size_t i) { return Eigen::Quaterniond(c.q[i], c.q[i + 1], c.q[i + 2], c.q[i + 3]).toRotationMatrix(); };
  switch (c.type) {
    case JointType::weld: break;
    case JointType::revolute:
      e.X_JC.linear() = turn(axis(0), c.q[0]);
      e.w_JC_J = axis(0) * c.v[0];
      break;
    case JointType::prismatic:
      e.X_JC.translation() = axis(0) * c.q[0];
      e.v_JC_J = axis(0) * c.v[0];
      break;
    case JointType::cylindrical:  // angle, slide
      e.X_JC.linear() = turn(axis(0), c.q[0]);
      e.X_JC.translation() = axis(0) * c.q[1];
      e.w_JC_J = axis(0) * c.v[0];
      e.v_JC_J = axis(0) * c.v[1];
      break;
    case JointType::universal:  // a about the first, fixed in the parent; b about the second, fixed in the child
      e.X_JC.linear() = turn(axis(0), c.q[0]) * turn(axis(1), c.q[1]);
      e.w_JC_J = axis(0) * c.v[0] + turn(axis(0), c.q[0]) * axis(1) * c.v[1];
      break;
    case JointType::planar: {  // x, y along the axes, fixed in the parent; angle about their cross product
      const Vec3 normal = axis(0).cross(axis(1));
      e.X_JC.translation() = axis(0) * c.q[0] + axis(1) * c.q[1];
      e.X_JC.linear() = turn(normal, c.q[2]);
      e.v_JC_J = axis(0) * c.v[0] + axis(1) * c.v[1];
      e.w_JC_J = normal * c.v[2];
      break;
    }
    case JointType::spherical:  // speeds: angular velocity of the child in the parent, child axes
      e.X_JC.linear() = quaternion(0);
      e.w_JC_J = e.X_JC.linear() * Vec3(c.v[0], c.v[1], c.v[2]);
      break;
    case JointType::free:  // position in parent axes; speeds: angular velocity, then velocity of the origin, both in child axes
      e.X_JC.translation() = Vec3(c.q[0], c.q[1], c.q[2]);
      e.X_JC.linear() = quaternion(3);
      e.w_JC_J = e.X_JC.linear() * Vec3(c.v[0], c.v[1], c.v[2]);
      e.v_JC_J = e.X_JC.linear() * Vec3(c.v[3], c.v[4], c.v[5]);
      break;
  }
  return e;
}

std::vector<JointCase> cases() {
  const Vec3 a(1, 2, -0.5), b(-0.3, 1, 0.8), across = a.cross(b) * 0.7;  // `across` is at right angles to a
  return {
      {"weld", JointType::weld, {}, {}, {}},
      {"revolute", JointType::revolute, {a}, {0.7}, {-1.3}},
      {"revolute_beyond_pi", JointType::revolute, {b}, {4.1}, {0.4}},
      {"revolute_against_z", JointType::revolute, {Vec3(0, 0, -2)}, {0.9}, {1.1}},
      {"prismatic", JointType::prismatic, {a}, {0.35}, {-0.8}},
      {"cylindrical", JointType::cylindrical, {b}, {-1.2, 0.4}, {0.9, -0.6}},
      {"universal", JointType::universal, {a, b}, {0.6, -1.1}, {1.4, 0.5}},
      {"universal_at_right_angles", JointType::universal, {a, across}, {-2.0, 0.3}, {0.2, 1.7}},
      {"planar", JointType::planar, {a, across}, {0.2, -0.5, 1.9}, {0.7, 0.1, -1.5}},
      {"spherical", JointType::spherical, {}, {0.5, -0.5, 0.1, 0.7}, {0.3, -1.2, 0.8}},  // the quaternion has norm 1
      {"free", JointType::free, {}, {0.4, -0.3, 0.9, -0.1, 0.7, 0.5, 0.5}, {0.3, -1.2, 0.8, 1.5, 0.2, -0.6}},
  };
}

Transformd as_transform(const Isometry& X) {
  Transformd out;
  const Mat3 R = X.linear();
  out.R = {R(0, 0), R(0, 1), R(0, 2), R(1, 0), R(1, 1), R(1, 2), R(2, 0), R(2, 1), R(2, 2)};
  out.p = from_eigen(X.translation());
  return out;
}

const Isometry X_at = Eigen::Translation3d(0.3, -0.2, 0.5) * Eigen::AngleAxisd(0.8, Vec3(1, -2, 0.5).normalized());
const Isometry X_at_child = Eigen::Translation3d(-0.1, 0.4, 0.2) * Eigen::AngleAxisd(-1.1, Vec3(0.2, 1, 1).normalized());

Description description_of(const JointCase& c, bool reversed) {
  Description d;
  d.files = {"joint_test"};
  d.name = c.name;
  BodyDescription body;
  body.name = "body";
  body.mass_kg = 1;
  body.inertia_com_kg_m2 = {0.1, 0.2, 0.15, 0, 0, 0};
  body.inertia_given.fill(true);
  d.bodies.push_back(body);
  JointDescription joint;
  joint.name = "J";
  joint.type = c.type;
  joint.parent.name = reversed ? "body" : "ground";
  joint.child.name = reversed ? "ground" : "body";
  joint.at_parent.X = as_transform(X_at);
  joint.at_child.X = as_transform(X_at_child);
  joint.at_child_given = true;
  for (const Vec3& axis : c.axes) joint.axes.push_back(from_eigen(axis));
  d.joints.push_back(joint);
  return d;
}

struct Kinematics {
  Isometry X_WB;
  Vec3 w, v;  // world axes, v of the body origin
  VecX by_jacobian;
};

Kinematics kinematics_of(const JointCase& c, bool reversed) {
  const Model model = build(description_of(c, reversed));
  const Joint& joint = model.joints()[0];
  EXPECT_EQ(joint.swapped, reversed);
  EXPECT_EQ(model.nq(), static_cast<int>(c.q.size()));
  EXPECT_EQ(model.nv(), static_cast<int>(c.v.size()));
  State state = initial_state(model);
  if (joint.nv > 0) {
    tree_coordinates(joint, c.q.data(), state.q.data());
    tree_speeds(joint, state.q.data(), c.v.data(), state.v.data());
    // and back
    std::vector<double> q(c.q.size()), v(c.v.size());
    user_coordinates(joint, state.q.data(), q.data());
    user_speeds(joint, state.q.data(), state.v.data(), v.data());
    for (std::size_t i = 0; i < v.size(); ++i) EXPECT_NEAR(v[i], c.v[i], rounding(50, 2));
    const Transformd there = joint_motion<double>(reversed ? opposite(joint) : joint, q.data()),
                     given = joint_motion<double>(reversed ? opposite(joint) : joint, c.q.data());
    EXPECT_LE((to_eigen(there.R) - to_eigen(given.R)).norm() + (to_eigen(there.p) - to_eigen(given.p)).norm(), rounding(50, 2));
  }
  Workspace ws(model);
  update_velocities(model, state, ws);
  const Frame& frame = model.frame(*model.find_frame("body"));
  const FrameKinematics k = frame_kinematics(model, ws, frame);
  Mat6X J(6, model.nv());
  frame_jacobian(model, ws, frame, J);
  Kinematics out;
  out.X_WB.linear() = to_eigen(k.X_WF.R);
  out.X_WB.translation() = to_eigen(k.X_WF.p);
  out.w = to_eigen(k.V_WF_W.w);
  out.v = to_eigen(k.V_WF_W.v);
  out.by_jacobian = J * state.v;
  return out;
}

class JointDefinition : public testing::TestWithParam<JointCase> {};

TEST_P(JointDefinition, GivesPoseVelocityAndJacobianOfTheChild) {
  const JointCase& c = GetParam();
  const Expected e = expected(c);
  // ground -at-> J -motion-> C -at_child^-1-> body
  const Isometry X_WB = X_at * e.X_JC * X_at_child.inverse();
  const Vec3 w = X_at.linear() * e.w_JC_J;
  const Vec3 p_C = X_at * e.X_JC.translation();
  const Vec3 v = X_at.linear() * e.v_JC_J + w.cross(X_WB.translation() - p_C);

  const Kinematics k = kinematics_of(c, false);
  const double tolerance = rounding(50);
  EXPECT_LE((k.X_WB.matrix() - X_WB.matrix()).norm(), tolerance) << k.X_WB.matrix() << "\nexpected\n" << X_WB.matrix();
  EXPECT_LE((k.w - w).norm(), tolerance) << k.w.transpose() << " expected " << w.transpose();
  EXPECT_LE((k.v - v).norm(), tolerance) << k.v.transpose() << " expected " << v.transpose();
  EXPECT_LE((k.by_jacobian.head<3>() - w).norm(), tolerance);
  EXPECT_LE((k.by_jacobian.tail<3>() - v).norm(), tolerance);
}

// The ground is the user's child now: the same coordinates and signs mean that the ground moves in the body.
TEST_P(JointDefinition, MeansTheSameWhenTheTreeWalksItBackwards) {
  const JointCase& c = GetParam();
  const Expected e = expected(c);
  const Isometry X_BW = X_at * e.X_JC * X_at_child.inverse();  // body -at-> J -motion-> C -at_child^-1-> ground
  const Isometry X_WB = X_BW.inverse();
  // Velocity of the ground in the body at the body's origin, body axes; the body moves in the ground with its opposite.
  const Vec3 w_B = X_at.linear() * e.w_JC_J;
  const Vec3 v_B = X_at.linear() * e.v_JC_J + w_B.cross(-(X_at * e.X_JC.translation()));
  const Vec3 w = -(X_WB.linear() * w_B), v = -(X_WB.linear() * v_B);

  const Kinematics k = kinematics_of(c, true);
  const double tolerance = rounding(50);
  EXPECT_LE((k.X_WB.matrix() - X_WB.matrix()).norm(), tolerance) << k.X_WB.matrix() << "\nexpected\n" << X_WB.matrix();
  EXPECT_LE((k.w - w).norm(), tolerance) << k.w.transpose() << " expected " << w.transpose();
  EXPECT_LE((k.v - v).norm(), tolerance) << k.v.transpose() << " expected " << v.transpose();
  EXPECT_LE((k.by_jacobian.head<3>() - w).norm(), tolerance);
  EXPECT_LE((k.by_jacobian.tail<3>() - v).norm(), tolerance);
}

INSTANTIATE_TEST_SUITE_P(All, JointDefinition, testing::ValuesIn(cases()), [](const auto& info) { return info.param.name; });

// joint_motion is the definition that the oracle differentiates: it must mean the same.
TEST(JointMotion, MatchesTheDefinition) {
  for (const JointCase& c : cases()) {
    SCOPED_TRACE(c.name);
    Joint joint;
    joint.type = c.type;
    for (const Vec3& axis : c.axes) joint.axes.push_back(from_eigen(axis.normalized()));
    const Transformd X = joint_motion<double>(joint, c.q.data());
    const Expected e = expected(c);
    EXPECT_LE((to_eigen(X.R) - e.X_JC.linear()).norm(), rounding(20));
    EXPECT_LE((to_eigen(X.p) - e.X_JC.translation()).norm(), rounding(20));
  }
}

TEST(JointMotion, ReadsAQuaternionOfAnyLength) {
  Joint joint;
  joint.type = JointType::spherical;
  const double unit[4] = {0.5, -0.5, 0.1, 0.7}, twice[4] = {1, -1, 0.2, 1.4}, minus[4] = {-0.5, 0.5, -0.1, -0.7};
  const Mat3 R = to_eigen(joint_motion<double>(joint, unit).R);
  EXPECT_LE((to_eigen(joint_motion<double>(joint, twice).R) - R).norm(), rounding(20));
  EXPECT_LE((to_eigen(joint_motion<double>(joint, minus).R) - R).norm(), rounding(20));
  EXPECT_LE((R * R.transpose() - Mat3::Identity()).norm(), rounding(20));
}

// The share of the actuator: in the span of the joint's axes, with the power tau . v.
TEST(ActuatorWrench, HasThePowerOfItsForces) {
  Random random(7);
  for (const JointCase& c : cases()) {
    if (c.v.empty()) continue;
    SCOPED_TRACE(c.name);
    Joint joint;
    joint.type = c.type;
    for (const Vec3& axis : c.axes) joint.axes.push_back(from_eigen(axis.normalized()));
    const VecX tau = random_vecx(random, static_cast<int>(c.v.size()));
    const Forced W = actuator_wrench(joint, c.q.data(), tau.data());
    const Expected e = expected(c);
    double power = 0;
    for (std::size_t i = 0; i < c.v.size(); ++i) power += tau[static_cast<Eigen::Index>(i)] * c.v[i];
    EXPECT_NEAR(to_eigen(W.n).dot(e.w_JC_J) + to_eigen(W.f).dot(e.v_JC_J), power, rounding(100, 10));
    if (c.type == JointType::universal) {  // no moment about the third direction
      const Vec3 s1 = c.axes[0].normalized(), s2 = turn(c.axes[0], c.q[0]) * c.axes[1].normalized();
      EXPECT_NEAR(to_eigen(W.n).dot(s1.cross(s2)), 0, rounding(100, 10));
    }
  }
}

}  // namespace
}  // namespace zanjir::test
