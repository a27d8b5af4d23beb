// All of spatial/ with the short names that the double-precision part of the library uses.
#pragma once

#include "zanjir/spatial/rotation.hpp"

namespace zanjir {

using Vec3d = spatial::Vec3<double>;
using Mat3d = spatial::Mat3<double>;
using Sym3d = spatial::Sym3<double>;
using Quatd = spatial::Quaternion<double>;
using Transformd = spatial::Transform<double>;
using Motiond = spatial::Motion<double>;
using Forced = spatial::Force<double>;
using Inertiad = spatial::Inertia<double>;

}  // namespace zanjir
