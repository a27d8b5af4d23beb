#include "zanjir/formulations/virtual_work/loops.hpp"

#include <limits>

#include "zanjir/core/decompositions.hpp"
#include "zanjir/dynamics/dual.hpp"
#include "zanjir/dynamics/element_forces.hpp"
#include "zanjir/dynamics/own_rank.hpp"

namespace zanjir::virtual_work {
namespace {

using spatial::Mat3;
using spatial::Transform;
using spatial::Vec3;
using Displaced = Dual<double, 6>;     // along six displacements of the second body
using Moving = Dual<Dual<double>, 1>;  // value, rate and second rate in time

// -- displacements: C turned by xi_w about its origin and moved by xi_v, world axes; J stays.

Vec3<Displaced> displaced(const Vec3d& x, const Vec3d& r) {  // r = x - origin of C, or the vector itself where it only turns
  Vec3<Displaced> out{Displaced(x.x), Displaced(x.y), Displaced(x.z)};
  const Vec3d e[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  for (std::size_t i = 0; i < 3; ++i) {
    const Vec3d d = cross(e[i], r);
    out.x.rate[i] = d.x, out.y.rate[i] = d.y, out.z.rate[i] = d.z;
  }
  return out;
}
Transform<Displaced> displaced(const Transformd& X) {
  const auto turned = [&](int i) { return displaced(X.R.col(i), X.R.col(i)); };
  Vec3<Displaced> p = displaced(X.p, {0, 0, 0});
  p.x.rate[3] = p.y.rate[4] = p.z.rate[5] = 1;
  return {Mat3<Displaced>::from_columns(turned(0), turned(1), turned(2)), p};
}
// A residual and the wrench with its virtual work: [moment; force] on the second body at the origin of C, world axes.
struct Row {
  double value = 0, rate = 0;
  Forced W{};
};
Row row_of(const Joint& joint, const ClosureRow& row, const Transformd& X_WJ, const Transformd& X_WC) {
  const Displaced phi = closure_residual<Displaced>(joint, row, inverse(spatial::cast<Displaced>(X_WJ)) * displaced(X_WC));
  return {phi.value, 0, {{phi.rate[0], phi.rate[1], phi.rate[2]}, {phi.rate[3], phi.rate[4], phi.rate[5]}}};
}

// -- motion: poses to the second order in time

Vec3<Moving> moving(const Vec3d& x, const Vec3d& rate, const Vec3d& second) {
  const auto one = [](double a, double b, double c) { return Moving(Dual<double>(a, b), Dual<double>(b, c)); };
  return {one(x.x, rate.x, second.x), one(x.y, rate.y, second.y), one(x.z, rate.z, second.z)};
}
Transform<Moving> moving(const Jacobians& J, BodyId body, const Transformd& X) {
  const Motiond V = J.velocity(body, X.p), A = J.acceleration(body, X.p);
  const auto turning = [&](int i) {
    const Vec3d r = X.R.col(i), rate = cross(V.w, r);
    return moving(r, rate, cross(A.w, r) + cross(V.w, rate));
  };
  return {Mat3<Moving>::from_columns(turning(0), turning(1), turning(2)), moving(X.p, V.v, A.v)};
}
double second_rate(const Moving& a) { return a.rate[0].rate[0]; }
double rate_of(const Moving& a) { return a.rate[0].value; }

struct Ends {  // of a cut joint
  Transformd X_WJ, X_WC;
};
Ends ends_of(const Joint& joint, const Jacobians& J) {
  return {J.bodies[at(joint.parent)].X_WB * joint.X_PJ, J.bodies[at(joint.child)].X_WB * joint.X_CJ};
}

Transformd frame_pose(const Jacobians& J, const Frame& f) { return J.bodies[at(f.body)].X_WB * f.X_BF; }

// |b - a|, whatever moves.
template <class T> T length_between(const Transform<T>& a, const Transform<T>& b) { return norm(b.p - a.p); }

Moving moving_length(const Model& model, const Distance& rod, const Jacobians& J) {
  const Frame &a = model.frame(rod.a), &b = model.frame(rod.b);
  return length_between(moving(J, a.body, frame_pose(J, a)), moving(J, b.body, frame_pose(J, b)));
}
Moving moving_residual(const CutJoint& cut, const ClosureRow& row, const Ends& e, const Jacobians& J) {
  return closure_residual<Moving>(cut.joint, row, inverse(moving(J, cut.joint.parent, e.X_WJ)) * moving(J, cut.joint.child, e.X_WC));
}

// Virtual work of a wrench of the first body on the second, per unit of every speed.
void add_work(const Jacobians& J, BodyId first, const Vec3d& on_first, BodyId second, const Vec3d& on_second, const Forced& W, VecX& out) {
  J.project(second, on_second, W, 1, out);
  J.project(first, on_first, W, -1, out);
}

}  // namespace

void Loops::update(const Model& model, const Jacobians& J) {
  Phi_q = MatX::Zero(model.n_closure_rows(), model.nv());
  S_cut = MatX::Zero(model.n_cut_v(), model.nv());
  VecX row_work(model.nv());
  Eigen::Index i = 0;
  for (const Constraint& constraint : model.constraints()) {
    if (const auto* gear = std::get_if<Gear>(&constraint)) {
      if (gear->springs >= 0) continue;
      Phi_q(i, gear->speed_b) += 1;
      Phi_q(i++, gear->speed_a) -= gear->ratio;
    } else if (const auto* rod = std::get_if<Distance>(&constraint)) {
      if (rod->springs >= 0) continue;
      const Frame &a = model.frame(rod->a), &b = model.frame(rod->b);
      const Vec3d p = frame_pose(J, a).p, q = frame_pose(J, b).p;
      row_work.setZero();
      add_work(J, a.body, p, b.body, q, {{0, 0, 0}, (q - p) * (1 / norm(q - p))}, row_work);
      Phi_q.row(i++) = row_work.transpose();
    } else {
      const auto& cut = std::get<CutJoint>(constraint);
      const Joint& joint = cut.joint;
      const Ends e = ends_of(joint, J);
      for (const ClosureRow& row : cut.rows) {  // (5)
        row_work.setZero();
        add_work(J, joint.parent, e.X_WC.p, joint.child, e.X_WC.p, row_of(joint, row, e.X_WJ, e.X_WC).W, row_work);
        Phi_q.row(i++) = row_work.transpose();
      }
      if (joint.nv == 0) continue;
      // Rates of the joint: those whose columns come nearest to the relative motion.
      std::vector<double> q(at(joint.nq));
      joint_coordinates(joint, inverse(e.X_WJ) * e.X_WC, q.data());
      std::vector<Column> columns(at(joint.nv));
      place_columns(joint, q.data(), e.X_WJ, e.X_WC, columns.data());
      MatX S(6, joint.nv), relative(6, model.nv());
      for (int k = 0; k < joint.nv; ++k) {
        const Motiond c = columns[at(k)].at(e.X_WC.p);
        S.col(k) << c.w.x, c.w.y, c.w.z, c.v.x, c.v.y, c.v.z;
      }
      const Vec3d x = e.X_WC.p;
      for (int row = 0; row < 6; ++row) {
        const Vec3d axis{row % 3 == 0 ? 1.0 : 0.0, row % 3 == 1 ? 1.0 : 0.0, row % 3 == 2 ? 1.0 : 0.0}, none{0, 0, 0};
        const Forced unit =
            row < 3 ? Forced{axis, none} : Forced{none, axis};  // gcc 12 with UBSan: (row < 3 ? unit.n : unit.f) = {...} is compiled wrongly
        row_work.setZero();
        add_work(J, joint.parent, x, joint.child, x, unit, row_work);
        relative.row(row) = row_work.transpose();
      }
      S_cut.middleRows(joint.v_begin, joint.nv) = (S.transpose() * S).ldlt().solve(S.transpose() * relative);
    }
  }
  update_accelerations(model, J);
}

void Loops::update_accelerations(const Model& model, const Jacobians& J) {
  gamma = VecX::Zero(model.n_closure_rows());
  Eigen::Index i = 0;
  for (const Constraint& constraint : model.constraints()) {  // (6)
    if (const auto* rod = std::get_if<Distance>(&constraint)) {
      if (rod->springs < 0) gamma[i++] = -second_rate(moving_length(model, *rod, J));
    } else if (const auto* cut = std::get_if<CutJoint>(&constraint)) {
      const Ends e = ends_of(cut->joint, J);
      for (const ClosureRow& row : cut->rows) gamma[i++] = -second_rate(moving_residual(*cut, row, e, J));
    } else {
      i += n_rows_of(constraint);
    }
  }
}

bool Loops::factor(const Model& model, const std::vector<int>& speeds, int rank) {
  C_ = model.column_scale()(speeds);
  const auto n = static_cast<Eigen::Index>(speeds.size());
  const Eigen::Index r = std::min<Eigen::Index>({rank, n, Phi_q.rows()});
  if (r == 0) {
    U_ = MatX::Zero(Phi_q.rows(), 0);
    V_ = MatX::Zero(n, 0);
    sigma_ = VecX(0);
    N = C_.asDiagonal();
    return true;
  }
  const MatX A = model.row_scale().asDiagonal() * Phi_q(Eigen::all, speeds) * C_.asDiagonal();
  const Eigen::JacobiSVD<MatX> svd(A, Eigen::ComputeFullU | Eigen::ComputeFullV);
  sigma_ = svd.singularValues().head(r);
  U_ = svd.matrixU().leftCols(r);
  V_ = svd.matrixV().leftCols(r);
  N = C_.asDiagonal() * svd.matrixV().rightCols(n - r);
  return sigma_[r - 1] > std::numeric_limits<double>::epsilon() * sigma_[0];
}

int Loops::rank_over(const Model& model, const std::vector<int>& speeds) const {
  if (speeds.empty() || Phi_q.rows() == 0) return 0;
  const MatX all = model.row_scale().asDiagonal() * Phi_q * model.column_scale().asDiagonal();
  const Eigen::JacobiSVD<MatX> svd(MatX(all(Eigen::all, speeds)));
  return static_cast<int>((svd.singularValues().array() > rank_limit(all.norm())).count());
}

VecX Loops::least_rates(const Model& model, const VecX& b) const {
  return C_.cwiseProduct(V_ * (U_.transpose() * model.row_scale().cwiseProduct(b)).cwiseQuotient(sigma_));
}

void add_springs(const Model& model, const Question& ask, const Jacobians& J, VecX& force) {
  const auto rows = [&](std::size_t, const Constraint& constraint, const auto& pull) {
    if (const auto* cut = std::get_if<CutJoint>(&constraint)) {
      const Ends e = ends_of(cut->joint, J);
      for (const ClosureRow& row : cut->rows) {
        const Row r = row_of(cut->joint, row, e.X_WJ, e.X_WC);
        const Forced W = r.W * pull(r.value, rate_of(moving_residual(*cut, row, e, J)));
        add_work(J, cut->joint.parent, e.X_WC.p, cut->joint.child, e.X_WC.p, W, force);
      }
    } else {
      const auto& rod = std::get<Distance>(constraint);
      const Frame &a = model.frame(rod.a), &b = model.frame(rod.b);
      const Vec3d p = frame_pose(J, a).p, q = frame_pose(J, b).p;
      const double length = norm(q - p), size = pull(length - rod.length_m, rate_of(moving_length(model, rod, J)));
      add_work(J, a.body, p, b.body, q, {{0, 0, 0}, (q - p) * (size / length)}, force);
    }
  };
  for_each_sprung_loop(model, ask.preload, ask.q, ask.v, rows, [&](int speed, double f) { force[speed] += f; });
}

}  // namespace zanjir::virtual_work
