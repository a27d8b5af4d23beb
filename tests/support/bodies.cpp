#include "support/bodies.hpp"

namespace zanjir::test {

BodySums sum_bodies(const Model& model, const Workspace& ws) {
  BodySums sums;
  const Vec3 g = to_eigen(model.gravity());
  for (std::size_t b = 1; b < model.bodies().size(); ++b) {
    const Body& body = model.bodies()[b];
    if (body.row == 0) continue;  // welded to the ground
    const FrameKinematics k = frame_kinematics(model, ws, model.frames()[b]);
    const double m = body.mass_kg;
    const Mat3 R = to_eigen(k.X_WF.R);
    const Vec3 w = to_eigen(k.V_WF_W.w), v_origin = to_eigen(k.V_WF_W.v), h = R * to_eigen(body.inertia().h);  // h = m c, world axes
    const Mat3 I_origin = R * to_eigen(spatial::to_matrix(body.inertia().I)) * R.transpose();
    const Vec3 p_origin = to_eigen(k.X_WF.p);
    const Vec3 linear = m * v_origin + w.cross(h);
    const Vec3 angular_origin = I_origin * w + h.cross(v_origin);
    sums.mass += m;
    sums.kinetic += 0.5 * (linear.dot(v_origin) + angular_origin.dot(w));
    sums.first_moment += m * p_origin + h;
    sums.linear += linear;
    sums.angular += angular_origin + p_origin.cross(linear);
  }
  sums.potential = -g.dot(sums.first_moment);
  return sums;
}

}  // namespace zanjir::test
