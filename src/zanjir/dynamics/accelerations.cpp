#include "zanjir/dynamics/accelerations.hpp"

#include "zanjir/core/contract.hpp"
#include "zanjir/kernels/dispatch.hpp"
#include "zanjir/kinematics/frames.hpp"

namespace zanjir {

void update_accelerations(const Model& model, const VecX& vdot, Workspace& ws) {
  ZANJIR_ASSERT(ws.stage >= Stage::velocity);
  kernels::Tables weightless = model.tables();  // the recursion would put -gravity into every acceleration
  for (double& g : weightless.gravity_W) g = 0;
  kernels::functions().inverse_dynamics(weightless, kernels::Known::kinematics, ws.q.data(), ws.v.data(), vdot.data(), nullptr, ws.tree.data(),
                                        ws.unused.data());
}

Motiond frame_acceleration(const Model& model, const Workspace& ws, const Frame& frame) {
  const Body& body = model.body(frame.body);
  if (body.row == 0) return {{0, 0, 0}, {0, 0, 0}};
  const double* a = ws.tree.data() + kernels::scratch_layout(model.n_steps()).A + 6 * static_cast<std::size_t>(body.row);
  const Motiond A{{a[0], a[1], a[2]}, {a[3], a[4], a[5]}}, V = row_velocity(model, ws, body.row);
  const Mat3d R_WR = row_pose(model, ws, body.row).R;
  const Vec3d p = (body.X_RB * frame.X_BF).p;
  // p'' = A.v + A.w x p + w x (V.v + w x p): the spatial acceleration at the point, and the turning of its velocity
  return {R_WR * A.w, R_WR * (A.v + cross(A.w, p) + cross(V.w, V.v + cross(V.w, p)))};
}

}  // namespace zanjir
