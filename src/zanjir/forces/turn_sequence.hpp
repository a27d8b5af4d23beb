// Turns about axes, one after the other, each by a law of time.
#pragma once

#include <span>

#include "zanjir/forces/motion_law.hpp"
#include "zanjir/spatial/spatial.hpp"

namespace zanjir {

struct Turn {
  Quatd q{1, 0, 0, 0};
  Vec3d w{0, 0, 0}, wdot{0, 0, 0};  // in the axes of the turned frame
};

// Axes are unit vectors, each in the frame turned by those before. Allocates nothing.
Turn turn_sequence(std::span<const Vec3d> axes, std::span<const MotionLaw> angles, double t_s, std::span<const Jet> phases);

}  // namespace zanjir
