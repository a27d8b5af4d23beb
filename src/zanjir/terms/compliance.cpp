#include "zanjir/terms/compliance.hpp"

#include <algorithm>
#include <cmath>

#include "zanjir/core/decompositions.hpp"
#include "zanjir/kinematics/closure.hpp"
#include "zanjir/kinematics/frames.hpp"
#include "zanjir/loops/allowed_motions.hpp"

namespace zanjir {
namespace {

// Rows sqrt(k_i) r_i over the tree speeds.
class ElasticRows {
 public:
  ElasticRows(const Model& model, const Workspace& ws) : model_(model), ws_(ws) {}
  void add(double stiffness, const VecX& row) {
    if (stiffness > 0) rows_.push_back(std::sqrt(stiffness) * row);
  }
  void add_joint_springs() {
    for (const JointSpring& s : model_.forces().joint_springs) add(s.stiffness, VecX::Unit(model_.nv(), s.speed));
  }
  void add_frame_springs() {
    for (const FrameSpring& s : model_.forces().frame_springs) {
      Mat6X a = Mat6X::Zero(6, model_.nv()), b = a;
      frame_jacobian(model_, ws_, model_.frame(s.a), a);
      frame_jacobian(model_, ws_, model_.frame(s.b), b);
      const MatX apart = b.bottomRows<3>() - a.bottomRows<3>();
      const Vec3d d = frame_pose(model_, ws_, model_.frame(s.b)).p - frame_pose(model_, ws_, model_.frame(s.a)).p;
      if (norm(d) > 0) add(s.stiffness_N_per_m, apart.transpose() * Eigen::Vector3d(d.x, d.y, d.z) / norm(d));
    }
  }
  void add_sprung_loops() {
    if (model_.sprung().empty()) return;
    Closure closure(model_, model_.sprung());
    update_closure_positions(model_, model_.sprung(), ws_, closure);
    const MatX rows = closure.Phi_q;
    for (Eigen::Index i = 0; i < rows.rows(); ++i) add(model_.spring_stiffness()[i], rows.row(i).transpose());
  }
  void add_elastic_links() {
    for (const ElasticBody& e : model_.elastic_bodies()) {
      const Eigen::SelfAdjointEigenSolver<MatX> modes(e.field.K);
      for (Eigen::Index k = 0; k < e.field.K.cols(); ++k) {
        VecX row = VecX::Zero(model_.nv());
        row.segment(e.v_begin, e.field.K.cols()) = modes.eigenvectors().col(k);
        add(modes.eigenvalues()[k], row);
      }
    }
  }
  MatX all() const {
    MatX out(static_cast<Eigen::Index>(rows_.size()), model_.nv());
    for (std::size_t i = 0; i < rows_.size(); ++i) out.row(static_cast<Eigen::Index>(i)) = rows_[i].transpose();
    return out;
  }

 private:
  const Model& model_;
  const Workspace& ws_;
  std::vector<VecX> rows_;
};

MatX block(const MatX& C, const std::vector<int>& rows, const std::vector<int>& columns) { return C(rows, columns); }

VecX principal(const MatX& C) { return Eigen::SelfAdjointEigenSolver<MatX>(C).eigenvalues(); }

}  // namespace

MatX Compliance::of_all() const {
  MatX out(turn.rows() + shift.rows(), turn.rows() + shift.rows());
  out << turn, cross, cross.transpose(), shift;
  return out;
}

ElasticRest::ElasticRest(const Model& model, const UserJoints& users, const Workspace& ws) : model_(model), ws_(ws) {
  const DrivenMotion drives = driven_motion(model, users, ws);
  ElasticRows rows(model, ws);
  std::vector<int> rigid;
  for (std::size_t i = 0; i < drives.actuators.size(); ++i) {
    const double k = drives.actuators[i].actuator.stiffness;
    if (std::isinf(k)) rigid.push_back(static_cast<int>(i));
    else rows.add(k, drives.S.row(static_cast<Eigen::Index>(i)).transpose());
  }
  rows.add_joint_springs();
  rows.add_frame_springs();
  rows.add_sprung_loops();
  rows.add_elastic_links();
  const MatX N = allowed_motions(model, ws, nullptr, drives.S(rigid, Eigen::all));
  MatX B = rows.all() * N, unit = B;
  for (Eigen::Index i = 0; i < unit.rows(); ++i) unit.row(i).normalize();
  // What is resisted is a question of directions, not of how stiff they are.
  if (B.rows() == 0 || B.cols() == 0) {
    yielding_ = MatX::Zero(model.nv(), 0);
    loose_ = N;
    return;
  }
  const Eigen::JacobiSVD<MatX> svd(unit, Eigen::ComputeFullV);
  const Eigen::Index resisted = (svd.singularValues().array() > 1e-9 * svd.singularValues()[0]).count();
  const MatX held = svd.matrixV().leftCols(resisted);
  loose_ = N * svd.matrixV().rightCols(N.cols() - resisted);
  yielding_ = N * held * Eigen::CompleteOrthogonalDecomposition<MatX>(B * held).pseudoInverse();
}

Compliance ElasticRest::of(const Frame& frame) const {
  Compliance out;
  const MatX T = twists_of(model_, ws_, frame, yielding_), unresisted = twists_of(model_, ws_, frame, loose_);
  const double length = model_.length_m();
  for (Eigen::Index k = 0; k < unresisted.cols(); ++k) {
    if (unresisted.col(k).head<3>().norm() * length + unresisted.col(k).tail<3>().norm() > 1e-9 * length) out.finite = false;
  }
  out.C = T * T.transpose();
  const std::vector<int> turns = turn_components(model_.plane()), shifts = shift_components(model_.plane());
  out.turn = block(out.C, turns, turns);
  out.shift = block(out.C, shifts, shifts);
  out.cross = block(out.C, turns, shifts);
  out.turns = principal(out.turn);
  out.shifts = principal(out.shift);
  return out;
}

bool has_elastic_parts(const Model& model) {
  const auto yields = [](const Actuator& a) { return !std::isinf(a.stiffness); };
  return std::any_of(model.actuators().begin(), model.actuators().end(), yields) ||
         std::any_of(model.cut_actuators().begin(), model.cut_actuators().end(), yields) || !model.elastic_bodies().empty();
}

}  // namespace zanjir
