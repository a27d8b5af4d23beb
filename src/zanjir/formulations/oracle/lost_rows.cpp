#include "zanjir/formulations/oracle/lost_rows.hpp"

#include "zanjir/formulations/oracle/deficient_system.hpp"

namespace zanjir::oracle {
namespace {

// D2r(V, .) and D3r(V, V, V) of all rows (2), over all unknown accelerations; those of driven speeds apart.
struct ThirdOrder {
  ThirdOrder(const System& s) : mixed(MatX::Zero(s.size, s.size)), third(VecX::Zero(s.size)) {}
  MatX mixed;
  VecX third;
};

using First = Dual<double>;
using Second = Dual<First>;
using Third = Dual<Second>;

Second mixed_variable(double along, double unit) { return {First(0.0, along), First(unit)}; }
Third third_variable(double along) { return {Second(First(0.0, along), First(along)), Second(First(along))}; }

// of one joint; `columns`: where its 6 + 6 + nv variables stand, -1 for those of the ground
void differentiate_joint(const JointView& view, const Transformd& X_WP, const Transformd& X_WC, const double* q0, const VecX& motion,
                         const std::vector<int>& columns, const std::array<bool, 6>& kept, int row, ThirdOrder& out) {
  const auto n = static_cast<std::size_t>(motion.size());
  for (std::size_t k = 0; k < n; ++k) {
    if (columns[k] < 0) continue;
    std::vector<Second> x;
    for (std::size_t i = 0; i < n; ++i) x.push_back(mixed_variable(motion[static_cast<Eigen::Index>(i)], i == k ? 1 : 0));
    const auto r = residual_at(view, X_WP, X_WC, q0, x);
    for (int i = 0; i < 6; ++i) {
      if (kept[at(i)]) out.mixed(row + i, columns[k]) = r[at(i)].rate[0].rate[0];
    }
  }
  std::vector<Third> x;
  for (const double rate : motion) x.push_back(third_variable(rate));
  const auto r = residual_at(view, X_WP, X_WC, q0, x);
  for (int i = 0; i < 6; ++i) {
    if (kept[at(i)]) out.third[row + i] = r[at(i)].rate[0].rate[0].rate[0];
  }
}

void differentiate_distance(const Model& model, const Distance& rod, const Pieces& p, const std::array<int, 12>& columns, int row, ThirdOrder& out) {
  const Frame &a = model.frame(rod.a), &b = model.frame(rod.b);
  const Transformd &X_WA = p.X_WB[at(a.body)], &X_WB = p.X_WB[at(b.body)];
  const auto along = [&](std::size_t k) {
    return k < 6 ? p.V[at(a.body)][static_cast<Eigen::Index>(k)] : p.V[at(b.body)][static_cast<Eigen::Index>(k) - 6];
  };
  for (std::size_t k = 0; k < 12; ++k) {
    if (columns[k] < 0) continue;
    std::array<Second, 12> x;
    for (std::size_t i = 0; i < 12; ++i) x[i] = mixed_variable(along(i), i == k ? 1 : 0);
    out.mixed(row, columns[k]) = length_at(a, b, X_WA, X_WB, x).rate[0].rate[0];
  }
  std::array<Third, 12> x;
  for (std::size_t i = 0; i < 12; ++i) x[i] = third_variable(along(i));
  out.third[row] = length_at(a, b, X_WA, X_WB, x).rate[0].rate[0].rate[0];
}

// Rows of gears are linear: zero.
ThirdOrder third_order(const Model& model, const Question& ask, const Pieces& p, const System& s) {
  ThirdOrder out(s);
  const auto of_body = [&](BodyId body, int k) { return body == BodyId::ground ? -1 : s.body(body) + k; };
  const auto columns_of = [&](const JointView& view, int speeds) {
    std::vector<int> columns;
    for (const BodyId body : {view.joint.parent, view.joint.child}) {
      for (int k = 0; k < 6; ++k) columns.push_back(of_body(body, k));
    }
    for (int k = 0; k < view.nv; ++k) columns.push_back(speeds + k);
    return columns;
  };
  const auto motion_of = [&](const JointView& view, const VecX& v) {
    VecX motion(12 + view.nv);
    motion << p.V[at(view.joint.parent)], p.V[at(view.joint.child)], v;
    return motion;
  };
  for (std::size_t j = 0; j < model.joints().size(); ++j) {
    const JointView view(model, model.joints()[j]);
    differentiate_joint(view, p.X_WB[at(view.joint.parent)], p.X_WB[at(view.joint.child)], ask.q.data() + view.q_begin,
                        motion_of(view, ask.v.segment(view.v_begin, view.nv)), columns_of(view, s.speed(view.v_begin)), rows_in(Plane::none),
                        s.joint(static_cast<int>(j)), out);
  }
  for (std::size_t c = 0; c < model.constraints().size(); ++c) {
    const Constraint& constraint = model.constraints()[c];
    if (springs_of(constraint) >= 0) continue;
    if (const auto* cut = std::get_if<CutJoint>(&constraint)) {
      const JointView view(cut->joint);
      differentiate_joint(view, p.X_WB[at(view.joint.parent)], p.X_WB[at(view.joint.child)], p.cut[c].q.data(), motion_of(view, p.cut[c].v),
                          columns_of(view, s.cut_speed(view.v_begin)), rows_in(model.plane()), s.constraint(c), out);
    } else if (const auto* rod = std::get_if<Distance>(&constraint)) {
      std::array<int, 12> columns{};
      for (int k = 0; k < 12; ++k) columns[at(k)] = of_body(model.frame(k < 6 ? rod->a : rod->b).body, k % 6);
      differentiate_distance(model, *rod, p, columns, s.constraint(c), out);
    }
  }
  return out;
}

}  // namespace

LostRows lost_rows(const Model& model, const Question& ask, const Pieces& p, const System& s, int rank_here, double speed) {
  std::vector<int> held, moving;  // rows (2); unknown accelerations
  for (int i = s.joint(0); i < s.joint(s.n_bodies); ++i) held.push_back(i);
  for (int i = 0; i < 6 * s.n_bodies; ++i) moving.push_back(i);
  for (const int k : ask.free) moving.push_back(s.speed(k));
  for (std::size_t c = 0; c < model.constraints().size(); ++c) {
    if (springs_of(model.constraints()[c]) >= 0) continue;
    const auto* cut = std::get_if<CutJoint>(&model.constraints()[c]);
    for (int i = 0; i < (cut ? 6 : 1); ++i) held.push_back(s.constraint(c) + i);
    for (int k = 0; cut && k < cut->joint.nv; ++k) moving.push_back(s.cut_speed(cut->joint.v_begin + k));
  }
  // Left null space of the rows: they are those of the tree joints and of the cut joints' own speeds, which are independent, and the loops'.
  DeficientSystem rows_transposed(s.A(held, moving).transpose());
  const auto n_free = static_cast<int>(ask.free.size());
  const int own_speeds = static_cast<int>(moving.size()) - 6 * s.n_bodies - n_free;
  rows_transposed.keep(6 * s.n_bodies + own_speeds + rank_here);
  const MatX u = rows_transposed.null_space();

  const ThirdOrder order = third_order(model, ask, p, s);
  const VecX per_row = s.row_unit(held).cwiseInverse();
  const MatX W = u.transpose() * per_row.asDiagonal() * order.mixed(held, Eigen::all) / speed;  // SI per natural row
  VecX rhs = -u.transpose() * per_row.cwiseProduct(VecX(order.third(held))) / (3 * speed);
  for (const int k : ask.driven) rhs -= W.col(s.speed(k)) * ask.vdot[k];

  LostRows out;
  const auto n = u.cols();
  out.rows = MatX::Zero(n, s.size);
  out.pulls = MatX::Zero(s.size, n);
  out.rhs = VecX::Zero(n);
  for (Eigen::Index i = 0; i < n; ++i) {
    for (const int k : moving) out.rows(i, k) = W(i, k) * s.unit[k];
    out.pulls.col(i) = -W.row(i).transpose().cwiseQuotient(s.row_unit);
    const double row = out.rows.row(i).norm(), pull = out.pulls.col(i).norm();
    constexpr double nothing = 1e-12;  // rows that a plane leaves out, and those that stay redundant without turning
    if (!(row > nothing) || !(pull > nothing)) {
      out.rows.row(i).setZero();
      out.pulls.col(i).setZero();
      continue;
    }
    out.rows.row(i) /= row;
    out.rhs[i] = rhs[i] / row;
    out.pulls.col(i) /= pull;
  }
  out.contradiction = n == 0 ? 0 : (u.transpose() * s.rhs(held)).cwiseAbs().maxCoeff() / (speed * speed);
  return out;
}

}  // namespace zanjir::oracle
