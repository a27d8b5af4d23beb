#include "zanjir/formulations/multipliers/rows.hpp"

#include "zanjir/dynamics/element_forces.hpp"
#include "zanjir/formulations/multipliers/tree.hpp"

namespace zanjir::multipliers_rows {
namespace {

using multipliers_tree::velocity_at;
using Scratch = Multipliers::Scratch;
using BodyQuantities = Multipliers::BodyQuantities;

Vec3d turned_twice(const Vec3d& w, const Vec3d& alpha, const Vec3d& e) { return cross(alpha, e) + cross(w, cross(w, e)); }
Vec3d acceleration_at(const BodyQuantities& b, const Vec3d& x) { return b.A_bias.v + turned_twice(b.V.w, b.A_bias.w, x - b.com); }

// (7), a sum of dot products: value, gradient with respect to omega_2 - omega_1, rate and second derivative
struct Dots {
  const BodyQuantities &first, &second;
  double value = 0, rate = 0, twice = 0;
  Vec3d gradient{0, 0, 0};
  void add(const Vec3d& e, const Vec3d& c, double factor) {
    value += factor * dot(e, c);
    gradient += cross(c, e) * factor;
    const Vec3d de = cross(first.V.w, e), dc = cross(second.V.w, c);
    rate += factor * (dot(de, c) + dot(e, dc));
    twice += factor * (dot(turned_twice(first.V.w, first.A_bias.w, e), c) + 2 * dot(de, dc) + dot(e, turned_twice(second.V.w, second.A_bias.w, c)));
  }
};

// F(s, t) with F linear in s: F = s k(t)
void chain(const Dots& s, const Dots& t, double k, double k1, double k2, LoopRow& row) {
  row.n = s.gradient * k + t.gradient * (s.value * k1);
  row.second_derivative = s.twice * k + 2 * s.rate * k1 * t.rate + s.value * (k1 * t.twice + k2 * t.rate * t.rate);
}

// (8)
LoopRow row_of(const Joint& joint, const ClosureRow& closure, const Scratch& s) {
  const BodyQuantities &first = s.bodies[at(joint.parent)], &second = s.bodies[at(joint.child)];
  const Transformd X_WJ = first.X_WB * joint.X_PJ, X_WC = second.X_WB * joint.X_CJ;
  LoopRow row{joint.parent, joint.child, X_WC.p, {0, 0, 0}, {0, 0, 0}, 0};
  const Vec3d u = X_WJ.R * closure.u;
  Dots value{first, second}, scale{first, second};
  switch (closure.kind) {
    case RowKind::translation: {
      row.f = u;
      const Vec3d &w = first.V.w, d = X_WC.p - X_WJ.p, rate = velocity_at(second, X_WC.p) - velocity_at(first, X_WJ.p);
      row.second_derivative = dot(u, acceleration_at(second, X_WC.p) - acceleration_at(first, X_WJ.p)) + 2 * dot(cross(w, u), rate) +
                              dot(turned_twice(w, first.A_bias.w, u), d);
      break;
    }
    case RowKind::alignment: {
      const Vec3d a = aligned_axis(joint), b = X_WC.R * a;
      value.add(u, b, 2);
      scale.add(X_WJ.R * a, b, 1);
      const double t = 1 + scale.value;
      chain(value, scale, 1 / t, -1 / (t * t), 2 / (t * t * t), row);
      break;
    }
    case RowKind::universal:
      value.add(X_WJ.R * joint.axes[0], X_WC.R * joint.axes[1], 1);
      row.n = value.gradient;
      row.second_derivative = value.twice;
      break;
    case RowKind::rotation: {
      for (int i = 0; i < 3; ++i) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        value.add(X_WJ.R.col(k), X_WC.R.col(j), closure.u[i]);
        value.add(X_WJ.R.col(j), X_WC.R.col(k), -closure.u[i]);
        scale.add(X_WJ.R.col(i), X_WC.R.col(i), 1);
      }
      const double t = 1 + scale.value, k = 1 / std::sqrt(t);
      chain(value, scale, k, -0.5 * k / t, 0.75 * k / (t * t), row);
      break;
    }
  }
  return row;
}

LoopRow row_of(const Model& model, const Distance& rod, const Scratch& s) {
  const Frame &a = model.frame(rod.a), &b = model.frame(rod.b);
  const BodyQuantities &first = s.bodies[at(a.body)], &second = s.bodies[at(b.body)];
  const Vec3d x_a = first.X_WB * a.X_BF.p, x_b = second.X_WB * b.X_BF.p, rate = velocity_at(second, x_b) - velocity_at(first, x_a);
  const double length = norm(x_b - x_a);
  const Vec3d u = (x_b - x_a) * (1 / length), across = cross(u, rate);
  return {a.body, b.body, x_b, {0, 0, 0}, u, dot(u, acceleration_at(second, x_b) - acceleration_at(first, x_a)) + dot(across, across) / length};
}

// J^T of a wrench on a body, added to a row.
template <class Row> void project_wrench(const BodyQuantities& b, const Vec3d& point, const Forced& W, double factor, Row&& row) {
  for (std::size_t i = 0; i < b.speeds.size(); ++i)
    row[b.speeds[i]] += factor * (dot(W.n, b.J[i].w) + dot(W.f, b.J[i].v + cross(b.J[i].w, point - b.com)));
}

}  // namespace

Loops find_loops(const Model& model, const Scratch& s) {
  Loops l;
  l.Phi_q = MatX::Zero(model.n_closure_rows(), model.nv());
  l.S_cut = MatX::Zero(model.n_cut_v(), model.nv());
  for (const Constraint& constraint : model.constraints()) {
    l.cut_point.push_back({0, 0, 0});
    l.cut_column.emplace_back();
    if (springs_of(constraint) >= 0 && !std::holds_alternative<CutJoint>(constraint)) continue;
    if (const auto* gear = std::get_if<Gear>(&constraint)) {
      const auto row = static_cast<Eigen::Index>(l.rows.size());
      l.Phi_q(row, gear->speed_b) += 1;
      l.Phi_q(row, gear->speed_a) -= gear->ratio;
      l.rows.push_back({});
    } else if (const auto* rod = std::get_if<Distance>(&constraint)) {
      l.rows.push_back(row_of(model, *rod, s));
    } else {
      const auto& cut = std::get<CutJoint>(constraint);
      for (const ClosureRow& closure : cut.rows) l.rows.push_back(row_of(cut.joint, closure, s));
      const Joint& joint = cut.joint;
      l.cut_point.back() = s.bodies[at(joint.child)].X_WB * joint.X_CJ.p;
      l.cut_column.back().resize(at(joint.nv));
      multipliers_tree::place_columns(s, joint, l.cut_column.back().data());
      for (int k = 0; k < joint.nv; ++k) {
        VecX one = VecX::Unit(joint.nv, k);
        const Forced share = multipliers_tree::actuator_share(joint, l.cut_column.back().data(), one.data());
        project_wrench(s.bodies[at(joint.child)], l.cut_point.back(), share, 1, l.S_cut.row(joint.v_begin + k));
        project_wrench(s.bodies[at(joint.parent)], l.cut_point.back(), share, -1, l.S_cut.row(joint.v_begin + k));
      }
    }
  }
  l.gamma.resize(l.Phi_q.rows());
  for (Eigen::Index i = 0; i < l.gamma.size(); ++i) {
    const LoopRow& row = l.rows[static_cast<std::size_t>(i)];
    project_wrench(s.bodies[at(row.second)], row.point, {row.n, row.f}, 1, l.Phi_q.row(i));
    project_wrench(s.bodies[at(row.first)], row.point, {row.n, row.f}, -1, l.Phi_q.row(i));
    l.gamma[i] = -row.second_derivative;
  }
  return l;
}

void gather_springs(const Model& model, Scratch& s) {
  const auto pull_rows = [&](std::size_t k, const Constraint& constraint, const auto& force) {
    Forced& total = s.spring_wrench[k] = {{0, 0, 0}, {0, 0, 0}};
    const auto pull = [&](const LoopRow& row, double c) {
      BodyQuantities &first = s.bodies[at(row.first)], &second = s.bodies[at(row.second)];
      const double f = force(c, dot(row.n, second.V.w - first.V.w) + dot(row.f, velocity_at(second, row.point) - velocity_at(first, row.point)));
      const Forced W{row.n * f, row.f * f};
      second.external = second.external + Forced{W.n + cross(row.point - second.com, W.f), W.f};
      first.external = first.external - Forced{W.n + cross(row.point - first.com, W.f), W.f};
      total = total + W;
    };
    if (const auto* cut = std::get_if<CutJoint>(&constraint)) {
      const Joint& joint = cut->joint;
      const Transformd X_JC = inverse(s.bodies[at(joint.parent)].X_WB * joint.X_PJ) * (s.bodies[at(joint.child)].X_WB * joint.X_CJ);
      for (const ClosureRow& row : cut->rows) pull(row_of(joint, row, s), closure_residual<double>(joint, row, X_JC));
    } else {
      const auto& rod = std::get<Distance>(constraint);
      const Frame &a = model.frame(rod.a), &b = model.frame(rod.b);
      pull(row_of(model, rod, s), norm(s.bodies[at(b.body)].X_WB * b.X_BF.p - s.bodies[at(a.body)].X_WB * a.X_BF.p) - rod.length_m);
    }
  };
  for_each_sprung_loop(model, s.ask.preload, s.ask.q, s.ask.v, pull_rows, [&](int speed, double force) { s.element_forces[speed] += force; });
}

}  // namespace zanjir::multipliers_rows
