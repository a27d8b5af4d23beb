// The user's closed joint set: parts, coordinates, and the motion each one means. Only this file and joint.cpp know the user's joints:
//   joint_motion   the definition, in the user's own axes: pose of the child-side joint frame C in the parent-side joint frame J
//   joint_steps    the same motion as a chain of the four primitives that the kernels know
// Adding a joint type touches this pair of files only.
#pragma once

#include <string_view>
#include <vector>

#include "zanjir/core/ids.hpp"
#include "zanjir/describe/description.hpp"
#include "zanjir/kernels/tables.hpp"

namespace zanjir {

enum class Role : std::uint8_t { passive, actuated, prescribed };

struct Joint {
  std::string name;
  JointType type = JointType::weld;
  BodyId parent = BodyId::ground, child = BodyId::ground;  // as the user wrote them
  Transformd X_PJ;          // joint frame in the parent body
  Transformd X_CJ;          // joint frame in the child body; the two coincide at q = 0
  std::vector<Vec3d> axes;  // unit, in the joint frame
  int q_begin = 0, nq = 0, v_begin = 0, nv = 0;
  // In the tree, the body nearer to the ground may be the user's child: the joint is then walked backwards (`reversed`), with the
  // same coordinates and signs.
  bool reversed = false;
  int first_step = 0, n_steps = 0;  // rows of the kernel tables; a weld has none
};

struct JointParts {
  std::vector<std::string_view> coordinates, speeds;  // "" for the only one of a one-dof joint
};
JointParts parts_of(JointType);
std::string_view name_of(JointType);
int nq_of(JointType);
int nv_of(JointType);
int axes_of(JointType);  // how many axes the user gives (planar: two, with a default)

// Pose of C in J for the joint's own coordinates q[nq] (quaternions are normalised here). T: double or a dual number.
template <class T>
spatial::Transform<T> joint_motion(const Joint& joint, const T* q) {
  using namespace spatial;
  const auto axis = [&](std::size_t i) { return cast<T>(joint.axes[i]); };
  Transform<T> X{Mat3<T>::identity(), {T(0), T(0), T(0)}};
  switch (joint.type) {
    case JointType::weld: break;
    case JointType::revolute: X.R = rotation_about(axis(0), q[0]); break;
    case JointType::prismatic: X.p = axis(0) * q[0]; break;
    case JointType::cylindrical:
      X.R = rotation_about(axis(0), q[0]);
      X.p = axis(0) * q[1];
      break;
    case JointType::universal: X.R = rotation_about(axis(0), q[0]) * rotation_about(axis(1), q[1]); break;
    case JointType::planar:
      X.p = axis(0) * q[0] + axis(1) * q[1];
      X.R = rotation_about(cross(axis(0), axis(1)), q[2]);
      break;
    case JointType::spherical: X.R = to_matrix(normalized(Quaternion<T>{q[0], q[1], q[2], q[3]})); break;
    case JointType::free:
      X.p = {q[0], q[1], q[2]};
      X.R = to_matrix(normalized(Quaternion<T>{q[3], q[4], q[5], q[6]}));
      break;
  }
  return X;
}

// The joint as steps in the direction the tree walks it. X_before of the first step is relative to the parent-side joint frame
// (child-side when reversed); v_begin and q_begin point at the joint's own coordinates. `X_last_J`: pose, in the last row's frame, of
// the joint frame on the far side, which moves with that row.
struct JointSteps {
  std::vector<kernels::Step> steps;
  Transformd X_last_J;
};
JointSteps joint_steps(const Joint&);
// What an actuator's generalized force tau[nv] is as a wrench of parent on child, at the joint origin on the child, in the axes of J: the
// one in the span of the joint's axes with the power tau . v.
Forced actuator_wrench(const Joint&, const double* q, const double* tau);

// Whether the tree may walk the joint from the user's child to the user's parent with the same coordinates: only where the motion's
// inverse is the same motion about opposite axes. (The speeds of a spherical joint are in child axes, which then are the axes of the
// row before; the coordinates of a universal or planar joint would come in the opposite order.)
bool can_be_reversed(JointType);

}  // namespace zanjir
