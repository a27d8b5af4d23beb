// Frames of an updated Workspace (Stage::velocity), as the enumeration of force elements wants them.
#pragma once

#include "zanjir/dynamics/element_forces.hpp"
#include "zanjir/kinematics/frames.hpp"

namespace zanjir {

inline auto frame_motions(const Model& model, const Workspace& ws) {
  return [&model, &ws](const Frame& frame) -> FrameMotion {
    const FrameKinematics k = frame_kinematics(model, ws, frame);
    return {k.X_WF, k.V_WF_W};
  };
}

}  // namespace zanjir
