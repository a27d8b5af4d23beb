// The user's joints as motions. What is true of a type by itself (names, parts, units) is its row of core/joint_traits.hpp; here stands
//   joint_motion   the definition, in the user's own axes: pose of the child-side joint frame C in the parent-side joint frame J
//   joint_chain    the same motion as a chain of the primitives that the kernels know
// A new type takes a row there, an entry in each of these and in joint_coordinates and joint_subspace, its closure rows
// (closure_residual.cpp), and its columns in the three formulations that keep their own on purpose: docs/adding/joint.md.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "zanjir/core/ids.hpp"
#include "zanjir/core/joint_traits.hpp"
#include "zanjir/kernels/tables.hpp"
#include "zanjir/spatial/spatial.hpp"

namespace zanjir {

// A joint as the tree walks it: `parent` is the body nearer to the ground. When the user wrote it the other way round (`swapped`), this is
// the same joint seen from the other side; its coordinates are then those of the opposite motion, see opposite() and user_coordinates().
struct Joint {
  std::string name;
  JointType type = JointType::weld;
  BodyId parent = BodyId::ground, child = BodyId::ground;
  Transformd X_PJ;          // joint frame J in the parent body
  Transformd X_CJ;          // joint frame C in the child body; the two coincide at q = 0
  std::vector<Vec3d> axes;  // unit, in the joint frame
  int q_begin = 0, nq = 0, v_begin = 0, nv = 0;
  bool swapped = false;
  int first_step = 0, n_steps = 0;  // rows of the kernel tables; a weld has none
  Origin origin = Origin::user;
};

// The same joint seen from the other side: parent and child, J and C exchanged. A turn or slide about a becomes one about -a by the same
// amount; a universal joint (a, b) becomes (-b, -a); planar, spherical and free ones keep their axes, and their coordinates change.
Joint opposite(const Joint&);
inline Joint as_written(const Joint& joint) { return joint.swapped ? opposite(joint) : joint; }  // by the user
// The coordinates in the tree are other numbers than the user's: see user_coordinates().
inline bool converted(const Joint& joint) { return joint.swapped && traits(joint.type).swap == Swap::converted; }
// Where the user's part i is stored among the parts of the joint in the tree; the inverse of itself. Not of converted joints.
inline int stored_part(const Joint& joint, int i) { return joint.swapped && traits(joint.type).swap == Swap::reversed ? joint.nv - 1 - i : i; }
inline bool has_quaternion(const Joint& joint) { return has_quaternion(joint.type); }
inline int quaternion_begin(const Joint& joint) { return joint.q_begin + traits(joint.type).quaternion; }  // of a joint that has one
// "A", "A.slide": what the user calls a part.
std::string part_name(const std::string& joint, const JointPart&);

// Of a planar mechanism, in world axes; nothing for a spatial one.
inline std::optional<Vec3d> plane_normal(Plane plane) {
  switch (plane) {
    case Plane::xy: return Vec3d{0, 0, 1};
    case Plane::yz: return Vec3d{1, 0, 0};
    case Plane::xz: return Vec3d{0, 1, 0};
    case Plane::none: break;
  }
  return std::nullopt;
}

// Pose of C in J for the joint's own coordinates q[nq] (quaternions are normalised here). T: double or a dual number.
template <class T> spatial::Transform<T> joint_motion(const Joint& joint, const T* q) {
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

// One primitive of a joint, walked from J to C.
struct JointElement {
  kernels::Primitive primitive;
  Vec3d axis;  // unit, in the joint frame; unused for ball and free
  int q, v;    // offsets among the joint's own coordinates and speeds
};
std::vector<JointElement> joint_chain(const Joint&);

// The joint as steps from J to C. X_before of the first step is relative to J; v_begin and q_begin point at the joint's own coordinates.
// `X_last_C`: pose of C in the last row's frame, with which it moves.
struct JointSteps {
  std::vector<kernels::Step> steps;
  Transformd X_last_C;
};
JointSteps joint_steps(const Joint&);

// The coordinates of the joint from the pose of C in J: the inverse of joint_motion where the joint is closed, the nearest otherwise.
// Angles are in (-pi, pi].
void joint_coordinates(const Joint&, const Transformd& X_JC, double* q);
// Motion of C relative to J as [omega; velocity of C's origin], J axes, per unit speed: 6 x nv, column by column.
std::vector<Motiond> joint_subspace(const Joint&, const double* q);
// The speeds (least squares) of a relative motion of C in J, J axes.
void joint_speeds(const Joint&, const double* q, const Motiond& V_JC, double* v);

// Between the coordinates and speeds of a joint in the tree and those of the user's own joint: equal unless the joint is swapped.
void user_coordinates(const Joint&, const double* q_tree, double* q_user);
void user_speeds(const Joint&, const double* q_tree, const double* v_tree, double* v_user);
void tree_coordinates(const Joint&, const double* q_user, double* q_tree);
void tree_speeds(const Joint&, const double* q_tree, const double* v_user, double* v_tree);

// What an actuator's generalized force tau[nv] is as a wrench of parent on child, at the joint origin on the child, in the axes of J: the
// one in the span of the joint's axes with the power tau . v.
Forced actuator_wrench(const Joint&, const double* q, const double* tau);

}  // namespace zanjir
