// All of spatial/ with the short names that the double-precision part of the library uses, and what is said of a frame.
#pragma once

#include "zanjir/spatial/transform.hpp"

namespace zanjir {

using Vec3d = spatial::Vec3<double>;            // x, y, z
using Mat3d = spatial::Mat3<double>;            // xx, xy, ... by rows; R_AB turns components in B into those in A
using Sym3d = spatial::Sym3<double>;            // xx, yy, zz, xy, xz, yz
using Quatd = spatial::Quaternion<double>;      // Hamilton, scalar first: w, x, y, z
using Transformd = spatial::Transform<double>;  // X_AB = (R, p), the pose of frame B in frame A: X_AC = X_AB * X_BC, p_A = X_AB * p_B
using Motiond = spatial::Motion<double>;        // w angular, v linear: a velocity or acceleration of a frame, at its origin
using Forced = spatial::Force<double>;          // n moment, f force
using Inertiad = spatial::Inertia<double>;      // m, h = m c, I about the frame origin

// Where a frame F is in the world W and how it moves, world axes.
struct FrameKinematics {
  Transformd X_WF;  // pose: R turns components of F into those of W, p is the origin of F in m
  Motiond V_WF_W;   // w in rad/s, v of the frame origin in m/s
};

}  // namespace zanjir
