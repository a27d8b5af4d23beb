// All of spatial/ with the short names that the double-precision part of the library uses.
#pragma once

#include "zanjir/spatial/rotation.hpp"

namespace zanjir {

using Vec3d = spatial::Vec3<double>;            // x, y, z
using Mat3d = spatial::Mat3<double>;            // xx, xy, ... by rows; R_AB turns components in B into those in A
using Sym3d = spatial::Sym3<double>;            // xx, yy, zz, xy, xz, yz
using Quatd = spatial::Quaternion<double>;      // Hamilton, scalar first: w, x, y, z
using Transformd = spatial::Transform<double>;  // X_AB = (R, p), the pose of frame B in frame A: X_AC = X_AB * X_BC, p_A = X_AB * p_B
using Motiond = spatial::Motion<double>;        // w angular, v linear: a velocity or acceleration of a frame, at its origin
using Forced = spatial::Force<double>;          // n moment, f force
using Inertiad = spatial::Inertia<double>;      // m, h = m c, I about the frame origin

}  // namespace zanjir
