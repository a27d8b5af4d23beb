// Frames of an updated Workspace (Stage::velocity), as the enumeration of force elements wants them.
#pragma once

#include "zanjir/dynamics/element_forces.hpp"
#include "zanjir/kinematics/frames.hpp"

namespace zanjir {

inline auto element_frames(const Model& model, const Workspace& ws) {
  return [&model, &ws](const Frame& frame) -> ElementFrame {
    const FrameKinematics k = frame_kinematics(model, ws, frame);
    return {k.X_WF, k.V_WF_W};
  };
}

}  // namespace zanjir
