#include "zanjir/dynamics/determinacy.hpp"

#include "zanjir/kinematics/frames.hpp"

namespace zanjir {

namespace {

Eigen::Matrix<double, 6, 1> flat(const Forced& W, double length) { return {W.n.x / length, W.n.y / length, W.n.z / length, W.f.x, W.f.y, W.f.z}; }

}  // namespace

VecX wrenches_of(const Model& model, const Workspace& ws, const Closure& closure, const VecX& lambda) {
  const std::size_t n_joints = model.joints().size();
  VecX out = VecX::Zero(6 * static_cast<Eigen::Index>(n_joints + model.constraints().size()));
  std::vector<Forced> carried(model.bodies().size(), Forced{{0, 0, 0}, {0, 0, 0}});  // what each inboard joint must hold, about the world origin
  Eigen::Index row = 0;
  for (std::size_t c = 0; c < model.constraints().size(); ++c) {
    const Constraint& constraint = model.constraints()[c];
    const int n = std::visit([](const auto& x) { return n_rows_of(x); }, constraint);
    Forced W{{0, 0, 0}, {0, 0, 0}};
    Vec3d point{0, 0, 0};
    for (int i = 0; i < n; ++i, ++row) {
      const auto w = closure.wrench.col(row);
      W = W + Forced{Vec3d{w[0], w[1], w[2]} * lambda[row], Vec3d{w[3], w[4], w[5]} * lambda[row]};
      point = {closure.point(0, row), closure.point(1, row), closure.point(2, row)};
    }
    if (std::holds_alternative<Gear>(constraint)) continue;
    const auto* cut = std::get_if<CutJoint>(&constraint);
    const BodyId first = cut ? cut->joint.parent : model.frame(std::get<Distance>(constraint).a).body;
    const BodyId second = cut ? cut->joint.child : model.frame(std::get<Distance>(constraint).b).body;
    out.segment<6>(6 * static_cast<Eigen::Index>(n_joints + c)) = flat(W, model.length_m());
    const Forced about_origin{W.n + cross(point, W.f), W.f};
    carried[at(second)] = carried[at(second)] - about_origin;
    carried[at(first)] = carried[at(first)] + about_origin;
  }
  for (std::size_t b = carried.size() - 1; b > 0; --b) {
    const Body& body = model.bodies()[b];
    const Joint& joint = model.joint(*body.inboard_joint);
    const Vec3d origin_J = body_pose(model, ws, joint.parent) * joint.X_PJ.p, origin_C = body_pose(model, ws, joint.child) * joint.X_CJ.p;
    const JointWrench W = user_wrench(joint, carried[b], {{0, 0, 0}, {0, 0, 0}}, origin_J, origin_C);
    out.segment<6>(6 * index(*body.inboard_joint)) = flat(W.total, model.length_m());
    carried[at(body.inboard_body)] = carried[at(body.inboard_body)] + carried[b];
  }
  return out;
}

Determinacy determinacy(const Model& model, const Workspace& ws, const Closure& closure, const MatX& null_of_rows) {
  MatX states(6 * static_cast<Eigen::Index>(model.joints().size() + model.constraints().size()), null_of_rows.cols());
  for (Eigen::Index k = 0; k < null_of_rows.cols(); ++k) states.col(k) = wrenches_of(model, ws, closure, null_of_rows.col(k));
  return determinacy_of(states, size_of_states(model));
}

}  // namespace zanjir
