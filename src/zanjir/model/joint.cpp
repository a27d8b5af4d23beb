#include "zanjir/model/joint.hpp"

#include <algorithm>

namespace zanjir {

using kernels::Primitive;
using kernels::Step;

JointParts parts_of(JointType type) {
  switch (type) {
    case JointType::weld: return {};
    case JointType::revolute:
    case JointType::prismatic: return {{""}, {""}};
    case JointType::cylindrical: return {{"angle", "slide"}, {"angle", "slide"}};
    case JointType::universal: return {{"a", "b"}, {"a", "b"}};
    case JointType::spherical: return {{"qw", "qx", "qy", "qz"}, {"wx", "wy", "wz"}};
    case JointType::planar: return {{"x", "y", "angle"}, {"x", "y", "angle"}};
    case JointType::free: return {{"x", "y", "z", "qw", "qx", "qy", "qz"}, {"wx", "wy", "wz", "vx", "vy", "vz"}};
  }
  return {};
}

std::string_view name_of(JointType type) {
  switch (type) {
    case JointType::weld: return "weld";
    case JointType::revolute: return "revolute";
    case JointType::prismatic: return "prismatic";
    case JointType::cylindrical: return "cylindrical";
    case JointType::universal: return "universal";
    case JointType::spherical: return "spherical";
    case JointType::planar: return "planar";
    case JointType::free: return "free";
  }
  return "";
}

int nq_of(JointType type) { return static_cast<int>(parts_of(type).coordinates.size()); }
int nv_of(JointType type) { return static_cast<int>(parts_of(type).speeds.size()); }

int axes_of(JointType type) {
  switch (type) {
    case JointType::revolute:
    case JointType::prismatic:
    case JointType::cylindrical: return 1;
    case JointType::universal:
    case JointType::planar: return 2;
    default: return 0;
  }
}

bool can_be_reversed(JointType type) {
  return type == JointType::weld || type == JointType::revolute || type == JointType::prismatic || type == JointType::cylindrical;
}

namespace {

struct Part {  // one primitive of a joint, walked forwards
  Primitive primitive;
  Vec3d axis;  // in the joint frame; unused for ball and free
  int q, v;    // offsets in the joint's own coordinates
};

std::vector<Part> parts(const Joint& joint) {
  constexpr Vec3d none{0, 0, 1};
  switch (joint.type) {
    case JointType::weld: return {};
    case JointType::revolute: return {{Primitive::revolute_z, joint.axes[0], 0, 0}};
    case JointType::prismatic: return {{Primitive::prismatic_z, joint.axes[0], 0, 0}};
    case JointType::cylindrical: return {{Primitive::revolute_z, joint.axes[0], 0, 0}, {Primitive::prismatic_z, joint.axes[0], 1, 1}};
    case JointType::universal: return {{Primitive::revolute_z, joint.axes[0], 0, 0}, {Primitive::revolute_z, joint.axes[1], 1, 1}};
    case JointType::planar:
      return {{Primitive::prismatic_z, joint.axes[0], 0, 0},
              {Primitive::prismatic_z, joint.axes[1], 1, 1},
              {Primitive::revolute_z, cross(joint.axes[0], joint.axes[1]), 2, 2}};
    case JointType::spherical: return {{Primitive::ball, none, 0, 0}};
    case JointType::free: return {{Primitive::free, none, 0, 0}};
  }
  return {};
}

void store(const Transformd& X, double (&out)[12]) {
  const Mat3d& R = X.R;
  const double numbers[12] = {R.xx, R.xy, R.xz, R.yx, R.yy, R.yz, R.zx, R.zy, R.zz, X.p.x, X.p.y, X.p.z};
  std::copy(std::begin(numbers), std::end(numbers), out);
}

}  // namespace

// With Z a turn that carries z to the axis, motion about the axis is Z (motion about z) Z^T, so the chain of steps is
// Z1 · z-motion · (Z1^T Z2) · z-motion · ... · Zn^T. Walked backwards, every axis changes sign: the inverse of a motion by b about an
// axis is a motion by b about its opposite. The two motions of a cylindrical joint commute, so their order (and with it the order of
// the coordinates, which the kernels rely on) stays.
JointSteps joint_steps(const Joint& joint) {
  std::vector<Part> chain = parts(joint);
  if (joint.reversed) {
    for (Part& part : chain) part.axis = -part.axis;
  }
  JointSteps result;
  Mat3d Z_before = Mat3d::identity();
  for (const Part& part : chain) {
    const bool has_axis = part.primitive == Primitive::revolute_z || part.primitive == Primitive::prismatic_z;
    const Mat3d Z = has_axis ? spatial::rotation_from_z(part.axis) : Mat3d::identity();
    Step step;
    step.joint = part.primitive;
    step.q_begin = joint.q_begin + part.q;
    step.v_begin = joint.v_begin + part.v;
    store({transpose(Z_before) * Z, {0, 0, 0}}, step.X_before);
    result.steps.push_back(step);
    Z_before = Z;
  }
  result.X_last_J = {transpose(Z_before), {0, 0, 0}};
  return result;
}

Forced actuator_wrench(const Joint& joint, const double* q, const double* tau) {
  Forced W{{0, 0, 0}, {0, 0, 0}};
  const auto axis = [&](std::size_t i) { return joint.axes[i]; };
  switch (joint.type) {
    case JointType::weld: break;
    case JointType::revolute: W.n = axis(0) * tau[0]; break;
    case JointType::prismatic: W.f = axis(0) * tau[0]; break;
    case JointType::cylindrical: W = {axis(0) * tau[0], axis(0) * tau[1]}; break;
    case JointType::universal: {  // n = s1 x1 + s2 x2 with n . s1 = tau1, n . s2 = tau2
      const Vec3d s1 = axis(0), s2 = spatial::rotation_about(axis(0), q[0]) * axis(1);
      const double c = dot(s1, s2), det = 1 - c * c;
      W.n = s1 * ((tau[0] - c * tau[1]) / det) + s2 * ((tau[1] - c * tau[0]) / det);
      break;
    }
    case JointType::planar: W = {cross(axis(0), axis(1)) * tau[2], axis(0) * tau[0] + axis(1) * tau[1]}; break;
    case JointType::spherical: W.n = joint_motion(joint, q).R * Vec3d{tau[0], tau[1], tau[2]}; break;
    case JointType::free: {
      const Mat3d R = joint_motion(joint, q).R;
      W = {R * Vec3d{tau[0], tau[1], tau[2]}, R * Vec3d{tau[3], tau[4], tau[5]}};
      break;
    }
  }
  return W;
}

}  // namespace zanjir
