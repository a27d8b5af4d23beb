// Residuals of cut joints: zero exactly where the two joint frames can be joined by a motion of the joint's type. Written over a scalar T,
// so that formulations may differentiate them automatically; the fast rows of kinematics/closure are their hand-made derivatives.
//
// Let X = pose of C (joint frame on the child) in J (joint frame on the parent), a_i the joint's axes.
//   translation rows   u . p            u fixed in J: all three axes, or those the joint does not slide along
//   alignment rows     2 (u . b)/(1 + a . b),  b = R a, u normal to a: zero only for b = a, not for b = -a (stereographic)
//   universal row      a_0 . (R a_1) - a_0 . a_1
//   rotation rows      2 sign(w) (x, y, z) of the quaternion of R: zero only for R = 1, not for half turns
#pragma once

#include <optional>

#include "zanjir/model/joint.hpp"

namespace zanjir {

enum class RowKind : std::uint8_t { translation, alignment, universal, rotation };

struct ClosureRow {
  RowKind kind;
  Vec3d u{0, 0, 0};  // translation, alignment: direction in J; rotation: unit vector of the quaternion part
};

// The 6 - nv rows of a joint type. With a plane (its unit normal in J axes) only the in-plane ones: 3 - (in-plane freedoms).
std::vector<ClosureRow> closure_rows(const Joint&, const std::optional<Vec3d>& plane_normal_J = std::nullopt);
// The direction that alignment rows keep common to both frames: the axis of revolute and cylindrical joints, the normal of planar ones.
Vec3d aligned_axis(const Joint&);
constexpr bool is_translation(RowKind kind) { return kind == RowKind::translation; }

template <class T> T closure_residual(const Joint& joint, const ClosureRow& row, const spatial::Transform<T>& X_JC) {
  using namespace spatial;
  switch (row.kind) {
    case RowKind::translation: return dot(cast<T>(row.u), X_JC.p);
    case RowKind::alignment: {
      const Vec3<T> a = cast<T>(aligned_axis(joint)), b = X_JC.R * a;
      return T(2) * dot(cast<T>(row.u), b) / (T(1) + dot(a, b));
    }
    case RowKind::universal: {
      const Vec3<T> a = cast<T>(joint.axes[0]), b = X_JC.R * cast<T>(joint.axes[1]);
      return dot(a, b) - T(dot(joint.axes[0], joint.axes[1]));
    }
    case RowKind::rotation: {
      // 2 sign(w) vec: with tr = trace R, vee(R - R^T)/2 = 2 w vec and 4 w^2 = 1 + tr, so it is vee(R - R^T) / sqrt(1 + tr)
      const Mat3<T>& R = X_JC.R;
      const Vec3<T> vee{R.zy - R.yz, R.xz - R.zx, R.yx - R.xy};
      return dot(cast<T>(row.u), vee) / sqrt(T(1) + R.xx + R.yy + R.zz);
    }
  }
  return T(0);
}

}  // namespace zanjir
