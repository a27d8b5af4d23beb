#include "zanjir/dynamics/determinacy.hpp"

#include "zanjir/core/decompositions.hpp"
#include "zanjir/kinematics/frames.hpp"

namespace zanjir {

namespace {

constexpr double touched_above = 1e-9;  // of an orthonormal state; rounding of a sweep is some 1e-15


Eigen::Matrix<double, 6, 1> flat(const Forced& W, double length) { return {W.n.x / length, W.n.y / length, W.n.z / length, W.f.x, W.f.y, W.f.z}; }

void add(Forced& W, const Eigen::Matrix<double, 6, 1>& x, double length) {
  W.n += Vec3d{x[0], x[1], x[2]} * length;
  W.f += Vec3d{x[3], x[4], x[5]};
}

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

Determinacy determinacy_of(const MatX& states, double size) {
  if (states.cols() == 0) return {states};
  const Eigen::JacobiSVD<MatX> svd(states, Eigen::ComputeThinU);
  return {svd.matrixU().leftCols((svd.singularValues().array() > touched_above * size).count())};
}

double size_of_states(const Model& model) { return 1 / model.length_m(); }

Determinacy determinacy(const Model& model, const Workspace& ws, const Closure& closure, const MatX& null_of_rows) {
  MatX states(6 * static_cast<Eigen::Index>(model.joints().size() + model.constraints().size()), null_of_rows.cols());
  for (Eigen::Index k = 0; k < null_of_rows.cols(); ++k) states.col(k) = wrenches_of(model, ws, closure, null_of_rows.col(k));
  return determinacy_of(states, size_of_states(model));
}

void put_reactions(const Model& model, const Solution& solution, Eigen::Ref<VecX> state) {
  Eigen::Index row = 0;
  for (const auto* list : {&solution.reaction, &solution.loop_reaction}) {
    for (const JointWrench& W : *list) state.segment<6>(6 * row++) = flat(W.total, model.length_m());
  }
}

bool Determinacy::undetermined(int joint, int component) const {
  return states.cols() > 0 && states.row(6 * joint + component).norm() > touched_above;
}

int Determinacy::undetermined_dimensions(int joint) const {
  if (states.cols() == 0) return 0;
  const MatX block = states.middleRows<6>(6 * joint);
  const VecX sigma = Eigen::JacobiSVD<MatX>(block).singularValues();
  return static_cast<int>((sigma.array() > touched_above).count());
}

void choose_least_reactions(const Model& model, const Determinacy& d, Solution& out) {
  if (d.n_states() == 0 || out.reaction.empty()) return;
  const std::size_t n_joints = out.reaction.size();
  const double length = model.length_m();
  VecX all(d.states.rows());
  const auto wrench = [&](std::size_t i) -> Forced& { return i < n_joints ? out.reaction[i].total : out.loop_reaction[i - n_joints].total; };
  const std::size_t n = n_joints + out.loop_reaction.size();
  for (std::size_t i = 0; i < n; ++i) all.segment<6>(6 * static_cast<Eigen::Index>(i)) = flat(wrench(i), length);
  const VecX change = -(d.states * (d.states.transpose() * all));
  for (std::size_t i = 0; i < n; ++i) add(wrench(i), change.segment<6>(6 * static_cast<Eigen::Index>(i)), length);
}

}  // namespace zanjir
