#include "zanjir/formulations/virtual_work/jacobians.hpp"

#include "zanjir/dynamics/poses.hpp"

namespace zanjir::virtual_work {

void place_columns(const Joint& joint, const double* q, const Transformd& X_WJ, const Transformd& X_WC, Column* out) {
  for (const Motiond& S : joint_subspace(joint, q)) *out++ = {X_WJ.R * S.w, X_WJ.R * S.v, X_WC.p};
}

Jacobians::Jacobians(const Model& model) : bodies(model.bodies().size()), columns(at(model.nv())) {
  for (std::size_t i = 1; i < bodies.size(); ++i) {
    const Body& body = model.bodies()[i];
    const Joint& joint = model.joint(*body.inboard_joint);
    bodies[i].speeds = bodies[at(body.inboard_body)].speeds;
    for (int k = 0; k < joint.nv; ++k) bodies[i].speeds.push_back(joint.v_begin + k);
  }
}

void Jacobians::place(const Model& model, const VecX& q) {
  std::vector<Transformd> X_WB;
  body_poses(model, q.data(), X_WB);
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const Body& body = model.bodies()[i];
    bodies[i].X_WB = X_WB[i];
    bodies[i].com = X_WB[i] * body.com_m;
    bodies[i].I = rotate(X_WB[i].R, body.I_com_kg_m2);
  }
  for (const Joint& joint : model.joints())
    place_columns(joint, q.data() + joint.q_begin, X_WB[at(joint.parent)] * joint.X_PJ, X_WB[at(joint.child)] * joint.X_CJ,
                  columns.data() + joint.v_begin);
}

void Jacobians::move(const Model& model, const VecX& v) {
  for (BodyMotion& b : bodies) {
    b.V = {{0, 0, 0}, {0, 0, 0}};
    for (const int k : b.speeds) b.V = b.V + column(k, b.com) * v[k];  // (1)
  }
  for (const Joint& joint : model.joints()) {  // (3)
    const Vec3d parent = bodies[at(joint.parent)].V.w, relative = bodies[at(joint.child)].V.w - parent;
    Vec3d before = parent;
    for (int k = joint.v_begin; k < joint.v_begin + joint.nv; ++k) {
      Column& c = columns[at(k)];
      c.before = before;
      c.own = has_quaternion(joint) ? relative : c.axis * v[k];
      if (!has_quaternion(joint)) before = before + c.own;
    }
  }
  for (BodyMotion& b : bodies) {
    b.A = {{0, 0, 0}, {0, 0, 0}};
    for (const int k : b.speeds) {  // (2)
      const Column& c = columns[at(k)];
      b.A.w = b.A.w + cross(c.before, c.axis) * v[k];
      b.A.v = b.A.v + cross(c.before * 2 + c.own, c.at(b.com).v) * v[k];
    }
  }
}

Motiond Jacobians::velocity(BodyId body, const Vec3d& x) const {
  const BodyMotion& b = bodies[at(body)];
  return {b.V.w, b.V.v + cross(b.V.w, x - b.com)};
}

Motiond Jacobians::acceleration(BodyId body, const Vec3d& x) const {
  const BodyMotion& b = bodies[at(body)];
  const Vec3d r = x - b.com;
  return {b.A.w, b.A.v + cross(b.A.w, r) + cross(b.V.w, cross(b.V.w, r))};
}

Motiond Jacobians::along(BodyId body, const Vec3d& x, const VecX& rates) const {
  Motiond out{{0, 0, 0}, {0, 0, 0}};
  for (const int k : bodies[at(body)].speeds) out = out + column(k, x) * rates[k];
  return out;
}

void Jacobians::project(BodyId body, const Vec3d& x, const Forced& W, double sign, VecX& out) const {
  for (const int k : bodies[at(body)].speeds) out[k] += sign * power(W, column(k, x));
}

}  // namespace zanjir::virtual_work
