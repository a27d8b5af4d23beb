#include "zanjir/formulations/screw/loops.hpp"

#include <limits>

#include "zanjir/dynamics/element_forces.hpp"

namespace zanjir::screw {
namespace {

// A row on the relative twist, in the axes of J: the wrench that has its power, and the rate of the wrench when C moves in J with `w`.
struct RowWrench {
  Vec3d n{0, 0, 0}, f{0, 0, 0}, n_rate{0, 0, 0};
};
RowWrench wrench_of(const Joint& joint, const ClosureRow& row, const Mat3d& R, const Vec3d& w) {
  RowWrench out;
  switch (row.kind) {
    case RowKind::translation: out.f = row.u; break;
    case RowKind::alignment: {  // 2 u.b/c,  c = 1 + a.b:   w . [2 b x u/c - 2 (u.b) b x a/c^2]
      const Vec3d a = aligned_axis(joint), b = R * a, db = cross(w, b), bu = cross(b, row.u), ba = cross(b, a);
      const double c = 1 + dot(a, b), dc = dot(a, db), ub = dot(row.u, b), dub = dot(row.u, db);
      out.n = bu * (2 / c) - ba * (2 * ub / (c * c));
      out.n_rate = cross(db, row.u) * (2 / c) - bu * (2 * dc / (c * c)) - ba * (2 * dub / (c * c)) - cross(db, a) * (2 * ub / (c * c)) +
                   ba * (4 * ub * dc / (c * c * c));
      break;
    }
    case RowKind::universal: {  // a0 . b
      const Vec3d b = R * joint.axes[1];
      out.n = cross(b, joint.axes[0]);
      out.n_rate = cross(cross(w, b), joint.axes[0]);
      break;
    }
    case RowKind::rotation: {  // 2 u.x of the quaternion (s, x):  x' = (s w + w x x)/2,  s' = - w.x/2
      const Quatd q = to_quaternion(R);
      const double sign = q.w < 0 ? -1 : 1, s = sign * q.w;
      const Vec3d x = Vec3d{q.x, q.y, q.z} * sign, dx = (w * s + cross(w, x)) * 0.5;
      out.n = row.u * s + cross(x, row.u);
      out.n_rate = row.u * (-0.5 * dot(w, x)) + cross(dx, row.u);
      break;
    }
  }
  return out;
}

struct RodPoints {
  BodyId first, second;
  Vec3d a, b, u, rate;  // u: from a to b, unit;  rate of b - a
  double length;
};
RodPoints points_of(const Model& model, const Distance& rod, const Twists& x) {
  const Frame &a = model.frame(rod.a), &b = model.frame(rod.b);
  const Vec3d p = x.X_WB[at(a.body)] * a.X_BF.p, q = x.X_WB[at(b.body)] * b.X_BF.p;
  const double length = norm(q - p);
  return {a.body, b.body, p, q, (q - p) * (1 / length), x.velocity_at(b.body, q) - x.velocity_at(a.body, p), length};
}

// The acceleration that turning alone gives to a point of a body.
Vec3d inward(const Twists& x, BodyId body, const Vec3d& point) {
  if (body == BodyId::ground) return {0, 0, 0};
  return cross(x.w(body), cross(x.w(body), point - x.com[at(body)]));
}

}  // namespace

void Loops::update(const Model& model, const Question& ask, Twists& x) {
  Phi_q = MatX::Zero(model.n_closure_rows(), model.nv());
  S_cut = MatX::Zero(model.n_cut_v(), model.nv());
  gamma = VecX::Zero(model.n_closure_rows());
  rows.assign(at(model.n_closure_rows()), {});
  cut.assign(model.constraints().size(), Mat6::Zero());
  cut_point.assign(model.constraints().size(), {0, 0, 0});
  const MatX tdot = x.accelerations(VecX::Zero(model.nv()));
  Eigen::Index i = 0;
  for (std::size_t c = 0; c < model.constraints().size(); ++c) {
    const Constraint& constraint = model.constraints()[c];
    if (const auto* gear = std::get_if<Gear>(&constraint)) {
      if (gear->springs >= 0) continue;
      Phi_q(i, gear->speed_b) += 1;
      Phi_q(i++, gear->speed_a) -= gear->ratio;
    } else if (const auto* rod = std::get_if<Distance>(&constraint)) {
      if (rod->springs >= 0) continue;
      const RodPoints p = points_of(model, *rod, x);
      rows[at(static_cast<int>(i))] = {p.first, p.second, p.b, {{0, 0, 0}, p.u}};
      const Eigen::RowVector3d u = eigen(p.u).transpose();
      Phi_q.row(i) = u * (x.at_point(x.T, p.second, p.b) - x.at_point(x.T, p.first, p.a)).bottomRows<3>();
      const Vec6 apart = x.at_point(tdot, p.second, p.b) - x.at_point(tdot, p.first, p.a);
      const Vec3d turning = inward(x, p.second, p.b) - inward(x, p.first, p.a), across = cross(p.u, p.rate);
      gamma[i++] = -(u.dot(apart.tail<3>()) + dot(p.u, turning) + dot(across, across) / p.length);
    } else {
      const auto& cut_joint = std::get<CutJoint>(constraint);
      const Joint& joint = cut_joint.joint;
      const Transformd X_WJ = x.X_WB[at(joint.parent)] * joint.X_PJ, X_WC = x.X_WB[at(joint.child)] * joint.X_CJ;
      const Mat3d R_JC = transpose(X_WJ.R) * X_WC.R;
      const Vec6 V = x.relative_twist(joint), drift = x.relative_drift(joint);
      const MatX V_of_v = x.at_point(x.T, joint.child, X_WC.p) - x.at_point(x.T, joint.parent, X_WC.p);
      const Vec6 A = Vec6(x.at_point(tdot, joint.child, X_WC.p) - x.at_point(tdot, joint.parent, X_WC.p)) + drift;
      cut_point[c] = X_WC.p;
      cut[c] = rates_and_wrenches(screws_of(joint, X_WJ.R, X_WC.R));
      S_cut.middleRows(joint.v_begin, joint.nv) = cut[c].topRows(joint.nv) * V_of_v;
      const Vec3d w_J = transpose_times(X_WJ.R, plain(V.head<3>()));
      for (const ClosureRow& row : cut_joint.rows) {  // (7)
        const RowWrench W = wrench_of(joint, row, R_JC, w_J);
        rows[at(static_cast<int>(i))] = {joint.parent, joint.child, X_WC.p, {X_WJ.R * W.n, X_WJ.R * W.f}};
        const Vec6 W_W = stacked(X_WJ.R * W.n, X_WJ.R * W.f);
        Phi_q.row(i) = W_W.transpose() * V_of_v;
        gamma[i++] = -(W_W.dot(A) + dot(W.n_rate, w_J));
      }
    }
  }
  rest = gamma - Phi_q * ask.vdot;
}

bool Loops::factor(const Model& model, const std::vector<int>& speeds, int kept) {
  C = model.column_scale()(speeds);
  const auto n = static_cast<Eigen::Index>(speeds.size());
  rank = std::min<Eigen::Index>({kept, n, Phi_q.rows()});
  sigma = std::numeric_limits<double>::infinity();
  if (Phi_q.rows() == 0 || n == 0) {
    Q = MatX::Identity(n, n);
    R = MatX::Zero(n, Phi_q.rows());
    order = Eigen::VectorXi::LinSpaced(Phi_q.rows(), 0, static_cast<int>(Phi_q.rows()) - 1);
    N = C.asDiagonal() * Q;
    return true;
  }
  const Eigen::ColPivHouseholderQR<MatX> qr(MatX((model.row_scale().asDiagonal() * Phi_q(Eigen::all, speeds) * C.asDiagonal()).transpose()));
  Q = qr.householderQ() * MatX::Identity(n, n);
  R = qr.matrixR().triangularView<Eigen::Upper>();
  order = qr.colsPermutation().indices();
  N = C.asDiagonal() * Q.rightCols(n - rank);
  if (rank == 0) return true;
  sigma = Eigen::JacobiSVD<MatX>(R.topRows(rank)).singularValues()[rank - 1];
  return sigma > std::numeric_limits<double>::epsilon() * std::abs(R(0, 0));
}

int Loops::rank_over(const Model& model, const std::vector<int>& speeds) const {
  if (speeds.empty() || Phi_q.rows() == 0) return 0;
  const MatX all = model.row_scale().asDiagonal() * Phi_q * model.column_scale().asDiagonal();
  const Eigen::ColPivHouseholderQR<MatX> qr(MatX(all(Eigen::all, speeds)));
  return static_cast<int>((qr.matrixR().diagonal().array().abs() > rank_limit(all.norm())).count());
}

// A^T lambda = C held: of all lambda those of the least norm, in scaled rows; the kept rows alone are R11 and R12.
void Loops::multipliers(const Model& model, const VecX& held, VecX& lambda) const {
  lambda.setZero(Phi_q.rows());
  if (rank == 0) return;
  const VecX y = Q.leftCols(rank).transpose() * C.cwiseProduct(held);
  const MatX kept = R.topRows(rank);
  const VecX z = kept.completeOrthogonalDecomposition().solve(y);
  for (Eigen::Index k = 0; k < z.size(); ++k) lambda[order[k]] = z[k] * model.row_scale()[order[k]];
}

// The rows of A lie in R^r: what of them adds up to nothing.
MatX Loops::self_stress(const Model& model) const {
  const Eigen::Index nc = Phi_q.rows();
  if (nc == rank) return MatX::Zero(nc, 0);
  const Eigen::HouseholderQR<MatX> qr(MatX(R.topRows(rank).transpose()));
  const MatX full = qr.householderQ() * MatX::Identity(nc, nc);
  MatX out(nc, nc - rank);
  for (Eigen::Index k = 0; k < nc; ++k) out.row(order[k]) = full.row(k).tail(nc - rank) * model.row_scale()[order[k]];
  return out;
}

std::vector<Forced> gather_springs(const Model& model, const Question& ask, Twists& x) {
  std::vector<Forced> wrench(model.sprung().size(), Forced{{0, 0, 0}, {0, 0, 0}});
  const auto pull = [&](std::size_t i, BodyId first, BodyId second, const Vec3d& point, const Forced& W) {
    const auto on = [&](BodyId body, const Forced& F) {
      x.external[at(body)] = x.external[at(body)] + Forced{F.n + cross(point - x.com[at(body)], F.f), F.f};
    };
    on(second, W);
    on(first, Forced{-W.n, -W.f});
    wrench[i] = wrench[i] + W;
  };
  const auto rows = [&](std::size_t i, const Constraint& constraint, const auto& force) {
    if (const auto* cut = std::get_if<CutJoint>(&constraint)) {
      const Joint& joint = cut->joint;
      const Transformd X_WJ = x.X_WB[at(joint.parent)] * joint.X_PJ, X_WC = x.X_WB[at(joint.child)] * joint.X_CJ, X_JC = inverse(X_WJ) * X_WC;
      const Vec6 V = x.relative_twist(joint);
      for (const ClosureRow& row : cut->rows) {
        const RowWrench W = wrench_of(joint, row, X_JC.R, {0, 0, 0});
        const Vec3d n = X_WJ.R * W.n, f = X_WJ.R * W.f;
        const double size = force(closure_residual<double>(joint, row, X_JC), stacked(n, f).dot(V));
        pull(i, joint.parent, joint.child, X_WC.p, {n * size, f * size});
      }
    } else {
      const auto& rod = std::get<Distance>(constraint);
      const RodPoints p = points_of(model, rod, x);
      const double size = force(p.length - rod.length_m, dot(p.u, p.rate));
      pull(i, p.first, p.second, p.b, {{0, 0, 0}, p.u * size});
    }
  };
  for_each_sprung_loop(model, ask.preload, ask.q, ask.v, rows, [&](int speed, double force) { x.elements[speed] += force; });
  return wrench;
}

}  // namespace zanjir::screw
