#include "zanjir/formulations/screw/twists.hpp"

#include <Eigen/Geometry>
#include <limits>

#include "zanjir/dynamics/element_forces.hpp"
#include "zanjir/dynamics/poses.hpp"

namespace zanjir::screw {
namespace {

constexpr double no_number = std::numeric_limits<double>::quiet_NaN();

// Unit vectors that span what these do not; they are at right angles to each other but for the two axes of a universal joint.
std::vector<Eigen::Vector3d> complement(const std::vector<Eigen::Vector3d>& of) {
  if (of.empty()) return {Eigen::Vector3d::UnitX(), Eigen::Vector3d::UnitY(), Eigen::Vector3d::UnitZ()};
  if (of.size() == 1) {
    const Eigen::Vector3d a = of[0].unitOrthogonal();
    return {a, of[0].cross(a)};
  }
  if (of.size() == 2) return {of[0].cross(of[1]).normalized()};
  return {};
}

}  // namespace

std::vector<UnitScrew> screws_of(const Joint& joint, const Mat3d& R_WJ, const Mat3d& R_WC) {
  const auto in_parent = [&](std::size_t i, bool turns) { return UnitScrew{R_WJ * joint.axes[i], turns, false}; };
  const auto in_child = [&](int i, bool turns) { return UnitScrew{R_WC.col(i), turns, true}; };
  switch (joint.type) {
    case JointType::weld: return {};
    case JointType::revolute: return {in_parent(0, true)};
    case JointType::prismatic: return {in_parent(0, false)};
    case JointType::cylindrical: return {in_parent(0, true), in_parent(0, false)};
    case JointType::universal: return {in_parent(0, true), {R_WC * joint.axes[1], true, true}};
    case JointType::planar: return {in_parent(0, false), in_parent(1, false), {R_WJ * cross(joint.axes[0], joint.axes[1]), true, false}};
    case JointType::spherical: return {in_child(0, true), in_child(1, true), in_child(2, true)};
    case JointType::free:
      return {in_child(0, true), in_child(1, true), in_child(2, true), in_child(0, false), in_child(1, false), in_child(2, false)};
  }
  return {};
}

// (1): rates of screws of two kinds that do not mix, S^+ = (S^T S)^-1 S^T; then the complements.
Mat6 rates_and_wrenches(const std::vector<UnitScrew>& screws) {
  Mat6 P = Mat6::Zero();
  std::vector<Eigen::Vector3d> turns, slides;
  for (const UnitScrew& s : screws) (s.turns ? turns : slides).push_back(eigen(s.axis));
  Eigen::Index row = 0;
  for (std::size_t k = 0; k < screws.size(); ++k) {
    const std::vector<Eigen::Vector3d>& of_kind = screws[k].turns ? turns : slides;
    Eigen::Vector3d dual = eigen(screws[k].axis);
    if (of_kind.size() == 2) {  // dual to its own axis and reciprocal to the other one, in their plane
      const Eigen::Vector3d& other = of_kind[0] == dual ? of_kind[1] : of_kind[0];
      const double ab = dual.dot(other);
      dual = (dual - ab * other) / (1 - ab * ab);
    }
    P.block<1, 3>(row++, screws[k].turns ? 0 : 3) = dual.transpose();
  }
  for (const Eigen::Vector3d& n : complement(turns)) P.block<1, 3>(row++, 0) = n.transpose();
  for (const Eigen::Vector3d& n : complement(slides)) P.block<1, 3>(row++, 3) = n.transpose();
  return P;
}

Forced share_of(const Mat6& P, int n, const double* tau) {
  Vec6 W = Vec6::Zero();
  for (int k = 0; k < n; ++k) W += P.row(k).transpose() * tau[k];
  return {plain(W.head<3>()), plain(W.tail<3>())};
}

Twists::Twists(const Model& model)
    : com(model.bodies().size()),
      I(model.bodies().size()),
      external(model.bodies().size()),
      elements(VecX::Zero(model.nv())),
      joint_(model.joints().size()) {
  const auto n = 6 * static_cast<Eigen::Index>(model.joints().size());
  D_.resize(n, n);
  units_ = MatX::Zero(n, model.nv());
  for (std::size_t j = 0; j < model.joints().size(); ++j) {
    const Joint& joint = model.joints()[j];
    for (int k = 0; k < joint.nv; ++k) units_(6 * static_cast<Eigen::Index>(j) + k, joint.v_begin + k) = 1;
  }
}

// (2): the twist of C on the child less that on the parent, joint by joint.
void Twists::place_joints(const Model& model) {
  entries_.clear();
  for (std::size_t j = 0; j < model.joints().size(); ++j) {
    const Joint& joint = model.joints()[j];
    const Transformd X_WJ = X_WB[at(joint.parent)] * joint.X_PJ, X_WC = X_WB[at(joint.child)] * joint.X_CJ;
    joint_[j] = rates_and_wrenches(screws_of(joint, X_WJ.R, X_WC.R));
    const auto put = [&](BodyId body, double sign) {
      if (body == BodyId::ground) return;
      const Vec3d r = X_WC.p - com[at(body)];
      Mat6 shift = Mat6::Identity();  // velocity at C: v + omega x r
      shift.block<3, 3>(3, 0) << 0, r.z, -r.y, -r.z, 0, r.x, r.y, -r.x, 0;
      const Mat6 block = sign * joint_[j] * shift;
      for (int a = 0; a < 6; ++a) {
        for (int b = 0; b < 6; ++b) {
          if (block(a, b) != 0) entries_.emplace_back(6 * static_cast<int>(j) + a, 6 * (index(body) - 1) + b, block(a, b));
        }
      }
    };
    put(joint.child, 1);
    put(joint.parent, -1);
  }
  D_.setFromTriplets(entries_.begin(), entries_.end());
  factor_.compute(D_);
}

void Twists::update(const Model& model, const Question& ask) {
  body_poses(model, ask.q.data(), X_WB);
  for (std::size_t i = 0; i < com.size(); ++i) {
    const Body& body = model.bodies()[i];
    com[i] = X_WB[i] * body.com_m;
    I[i] = rotate(X_WB[i].R, body.I_com_kg_m2);
  }
  if (model.joints().empty()) {
    T.resize(0, 0);
    return;
  }
  place_joints(model);
  if (solvable()) T = factor_.solve(units_);
  else T.setConstant(units_.rows(), units_.cols(), no_number);
  t = T * ask.v;
  drift_.resize(D_.rows());
  for (std::size_t j = 0; j < model.joints().size(); ++j) {  // (3)
    const Joint& joint = model.joints()[j];
    const Mat3d R_WJ = X_WB[at(joint.parent)].R * joint.X_PJ.R, R_WC = X_WB[at(joint.child)].R * joint.X_CJ.R;
    Vec6 turned = Vec6::Zero();
    const std::vector<UnitScrew> screws = screws_of(joint, R_WJ, R_WC);
    const Vec3d w_rel = w(joint.child) - w(joint.parent);
    for (std::size_t k = 0; k < screws.size(); ++k) {
      if (!screws[k].with_child) continue;
      const Vec3d rate = cross(w_rel, screws[k].axis) * ask.v[joint.v_begin + static_cast<int>(k)];
      turned.segment<3>(screws[k].turns ? 0 : 3) += eigen(rate);
    }
    drift_.segment<6>(6 * static_cast<Eigen::Index>(j)) = joint_[j] * (turned - relative_drift(joint));
  }
  const auto where = [&](const Frame& frame) -> ElementFrame {
    const Transformd X_WF = X_WB[at(frame.body)] * frame.X_BF;
    return {X_WF, {w(frame.body), velocity_at(frame.body, X_WF.p)}};
  };
  for (std::size_t i = 0; i < external.size(); ++i) external[i] = {{0, 0, 0}, model.gravity() * model.bodies()[i].mass_kg};
  for_each_frame_force(model, ask.t_s, ask.contact, where, [&](ElementPart, const Frame& frame, const Vec3d& x, const Forced& F) {
    Forced& on = external[at(frame.body)];
    on = on + Forced{F.n + cross(x - com[at(frame.body)], F.f), F.f};
  });
  elements.setZero();
  for_each_joint_force(model, ask.t_s, ask.q, ask.v, [&](ElementPart, int speed, double force) { elements[speed] += force; });
}

Vec6 Twists::relative_twist(const Joint& joint) const {
  const Vec3d C = X_WB[at(joint.child)] * joint.X_CJ.p;
  return stacked(w(joint.child) - w(joint.parent), velocity_at(joint.child, C) - velocity_at(joint.parent, C));
}

// d/dt of the relative twist at zero rates of the twists, seen from axes that turn with the parent:
//   child's point:  w x (w x r);   parent's point at C, which moves on with the child:  w_p x (v_C - v_p);   axes:  - w_p x (relative twist)
Vec6 Twists::relative_drift(const Joint& joint) const {
  const Vec3d C = X_WB[at(joint.child)] * joint.X_CJ.p, wc = w(joint.child), wp = w(joint.parent);
  const Vec3d r = joint.child == BodyId::ground ? Vec3d{0, 0, 0} : C - com[at(joint.child)];
  const Vec6 relative = relative_twist(joint);
  const Vec3d shift = cross(wc, cross(wc, r)) - cross(wp, velocity_at(joint.child, C) - v(joint.parent));
  return stacked(-cross(wp, plain(relative.head<3>())), shift - cross(wp, plain(relative.tail<3>())));
}

const VecX& Twists::accelerations(const VecX& vdot) {
  if (D_.rows() == 0) return tdot_ = VecX(0);
  rates_ = drift_;
  rates_.noalias() += units_ * vdot;
  if (!solvable()) return tdot_ = VecX::Constant(rates_.size(), no_number);
  return tdot_ = factor_.solve(rates_);
}

void Twists::load(const Model& model, const VecX& tdot, VecX& out) const {
  out.resize(tdot.size());
  for (std::size_t i = 1; i < com.size(); ++i) {
    const auto first = 6 * static_cast<Eigen::Index>(i - 1);
    const Vec3d alpha = plain(tdot.segment<3>(first)), a = plain(tdot.segment<3>(first + 3)), omega = plain(t.segment<3>(first));
    out.segment<6>(first) = stacked(I[i] * alpha + cross(omega, I[i] * omega) - external[i].n, a * model.bodies()[i].mass_kg - external[i].f);
  }
}

const VecX& Twists::joint_forces(const VecX& load) {
  if (D_.rows() == 0) return forces_ = VecX(0);
  if (!solvable()) return forces_ = VecX::Constant(load.size(), no_number);
  return forces_ = factor_.transpose().solve(load);
}

Forced Twists::joint_wrench(std::size_t joint, const VecX& forces) const {
  const Vec6 W = joint_[joint].transpose() * forces.segment<6>(6 * static_cast<Eigen::Index>(joint));
  return {plain(W.head<3>()), plain(W.tail<3>())};
}

}  // namespace zanjir::screw
