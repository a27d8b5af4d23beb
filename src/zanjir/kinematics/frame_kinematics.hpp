// Where a frame is and how it moves.
#pragma once

#include "zanjir/spatial/spatial.hpp"

namespace zanjir {

// Where a frame F is in the world W and how it moves, world axes.
struct FrameKinematics {
  Transformd X_WF;  // pose: R turns components of F into those of W, p is the origin of F in m
  Motiond V_WF_W;   // w in rad/s, v of the frame origin in m/s
};

}  // namespace zanjir
