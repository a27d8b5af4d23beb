// M = sum m J^T J over the points of a quadrature, J = d(velocity of the point)/dv in world axes, and the rotary inertia of the sections.
//   section n of body B, mode k:   turn U_k: dR/ddelta_k R^T = [U_k];   shift r_k = dr/ddelta_k;   both differentiated along the motion           (1)
//   column  [R_WB U_k; R_WB U_k x (x - p_n) + R_WB r_k],   rate by  (R_WB a)' = omega_B x R_WB a + R_WB a'                                      (2)
//   point   v = v_B + omega x s + R_WB r',   a = J vdot + [a_B + ...] + 2 omega x R_WB r' + R_WB (d2r/ddelta2 delta' delta'),  s = R_WB r        (3)
//   rotary energy T(omega_B, delta'; delta), quadratic in z = (omega_B, delta'):   M_z = d2T/dz2,
//   bias_omega = d/dt dT/domega + omega x dT/domega,   bias_delta = d/dt dT/ddelta' - dT/ddelta     at constant z                               (4)
#include "zanjir/formulations/multipliers/elastic.hpp"

#include "zanjir/dynamics/dual.hpp"

namespace zanjir::multipliers_elastic {
namespace {

using Scratch = Multipliers::Scratch;
using BodyQuantities = Multipliers::BodyQuantities;
using First = Dual<double>;
using Second = Dual<Dual<double>>;
using spatial::Vec3;

struct Modes {
  const double *delta, *rate;
  int n;
};
Modes modes_of(const ElasticBody& e, const Scratch& s) { return {s.ask.q.data() + e.q_begin, s.ask.v.data() + e.v_begin, e.field.n_modes()}; }

// delta + epsilon e_k + t delta', differentiated in both.
std::vector<Second> varied(const Modes& m, int k) {
  std::vector<Second> delta;
  for (int j = 0; j < m.n; ++j) delta.emplace_back(First(m.delta[j], m.rate[j]), First(j == k ? 1.0 : 0.0, 0.0));
  return delta;
}
Vec3d slope(const Vec3<Second>& a) { return {a.x.rate[0].value, a.y.rate[0].value, a.z.rate[0].value}; }
Vec3d slope_rate(const Vec3<Second>& a) { return {a.x.rate[0].rate[0], a.y.rate[0].rate[0], a.z.rate[0].rate[0]}; }
Vec3d value(const Vec3<Second>& a) { return {a.x.value.value, a.y.value.value, a.z.value.value}; }
Vec3d rate(const Vec3<Second>& a) { return {a.x.value.rate[0], a.y.value.rate[0], a.z.value.rate[0]}; }

// One point of the beam, world axes.
struct Point {
  double mass;
  Vec3d s, bias;               // from the body origin; acceleration at vdot = 0, less gravity
  std::vector<Vec3d> by_mode;  // d(velocity)/d(modal speed)
};
Point point_at(const Model& model, const ElasticBody& e, const FieldNode& node, const Modes& m, const BodyQuantities& b) {
  const DisplacementField& field = e.field;
  const Mat3d& R = b.X_WB.R;
  Point p{node.weight * field.mass_kg_per_m, {0, 0, 0}, {0, 0, 0}, {}};
  Vec3d r_dot{0, 0, 0}, drift{0, 0, 0};
  p.s = R * section_centre(field, node.shapes, m.delta);
  for (int k = 0; k < m.n; ++k) {
    const Vec3<Second> r = section_centre(field, node.shapes, varied(m, k).data());
    p.by_mode.push_back(R * slope(r));
    r_dot += slope(r) * m.rate[k];
    drift += slope_rate(r) * m.rate[k];
  }
  const Vec3d& w = b.V.w;
  p.bias = b.A_bias.v + cross(b.A_bias.w, p.s) + cross(w, cross(w, p.s)) + cross(w, R * r_dot) * 2 + R * drift - model.gravity();
  return p;
}

// (4), integrated along the beam; z = (omega in body axes, modal speeds)
struct Rotary {
  MatX M;
  VecX bias;
};
Rotary rotary_of(const DisplacementField& field, const Modes& m, const Vec3d& omega) {
  const int n = 3 + m.n;
  Rotary out{MatX::Zero(n, n), VecX::Zero(n)};
  if (dot(field.rotary_kg_m, field.rotary_kg_m) == 0) return out;
  const auto energy = [&](const SectionShapes& shapes, const VecX& z) {
    return rotary_energy(field, shapes, Vec3d{z[0], z[1], z[2]}, m.delta, z.data() + 3);
  };
  for (const FieldNode& node : field.nodes) {
    VecX single(n), momentum(n);
    for (int i = 0; i < n; ++i) single[i] = energy(node.shapes, VecX::Unit(n, i));
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < n; ++j) out.M(i, j) += node.weight * (energy(node.shapes, VecX::Unit(n, i) + VecX::Unit(n, j)) - single[i] - single[j]);
      std::vector<Second> delta, speed;
      for (int j = 0; j < m.n; ++j) {
        delta.emplace_back(First(m.delta[j], m.rate[j]));
        speed.emplace_back(First(m.rate[j]), First(i == 3 + j ? 1.0 : 0.0));
      }
      Vec3<Second> w{Second(omega.x), Second(omega.y), Second(omega.z)};
      if (i < 3) w[i].rate[0] = First(1.0);
      const Second T = rotary_energy(field, node.shapes, w, delta.data(), speed.data());
      momentum[i] = T.rate[0].value;
      out.bias[i] += node.weight * T.rate[0].rate[0];
      if (i < 3) continue;
      std::vector<First> moved, constant;
      for (int j = 0; j < m.n; ++j) {
        moved.emplace_back(m.delta[j], i == 3 + j ? 1.0 : 0.0);
        constant.emplace_back(m.rate[j]);
      }
      out.bias[i] -=
          node.weight *
          rotary_energy(field, node.shapes, Vec3<First>{First(omega.x), First(omega.y), First(omega.z)}, moved.data(), constant.data()).rate[0];
    }
    const Vec3d gyroscopic = cross(omega, Vec3d{momentum[0], momentum[1], momentum[2]}) * node.weight;
    for (int i = 0; i < 3; ++i) out.bias[i] += gyroscopic[i];
  }
  return out;
}
Eigen::Vector3d turned_back(const BodyQuantities& b, const Vec3d& a) {
  const Vec3d c = transpose_times(b.X_WB.R, a);
  return {c.x, c.y, c.z};
}

}  // namespace

void place_columns(const Model& model, Scratch& s) {
  std::size_t next = at(model.nv());
  for (const SectionBody& section : model.sections()) {
    const ElasticBody& e = model.elastic_bodies()[at(section.elastic)];
    const Modes m = modes_of(e, s);
    const Mat3d& R_WB = s.bodies[at(e.body)].X_WB.R;
    for (int k = 0; k < m.n; ++k) {
      const auto X = section_pose(e.field, section.shapes, varied(m, k).data());
      Vec3d U{0, 0, 0}, U_rate{0, 0, 0};  // of [U] = dR R^T: half the sum of r x dr over the columns r of R
      for (int i = 0; i < 3; ++i) {
        const Vec3<Second> r = X.R.col(i);
        U += cross(value(r), slope(r)) * 0.5;
        U_rate += (cross(rate(r), slope(r)) + cross(value(r), slope_rate(r))) * 0.5;
      }
      Multipliers::Column& column = s.columns[next++];
      column = {R_WB * U, s.bodies[at(section.body)].X_WB.p, {}, {}, e.body, true};
      column.section = section.body;
      column.shift = R_WB * slope(X.p);
      column.axis_drift = R_WB * U_rate;
      column.shift_drift = R_WB * slope_rate(X.p);
    }
  }
}

void assemble(const Model& model, Scratch& s) {
  for (const ElasticBody& e : model.elastic_bodies()) {
    const BodyQuantities& b = s.bodies[at(e.body)];
    const Modes m = modes_of(e, s);
    std::vector<int> speeds = b.speeds;
    for (int k = 0; k < m.n; ++k) speeds.push_back(e.v_begin + k);
    const std::size_t n_path = b.speeds.size();
    std::vector<Vec3d> J(speeds.size());
    for (const FieldNode& node : e.field.nodes) {
      const Point p = point_at(model, e, node, m, b);
      for (std::size_t i = 0; i < J.size(); ++i) J[i] = i < n_path ? b.J[i].v + cross(b.J[i].w, p.s) : p.by_mode[i - n_path];
      for (std::size_t i = 0; i < J.size(); ++i) {
        s.bias[speeds[i]] += p.mass * dot(J[i], p.bias);
        for (std::size_t j = 0; j <= i; ++j) s.M(speeds[i], speeds[j]) += p.mass * dot(J[i], J[j]);
      }
    }
    const Eigen::Vector3d omega = turned_back(b, b.V.w), alpha = turned_back(b, b.A_bias.w);
    const Rotary rotary = rotary_of(e.field, m, {omega[0], omega[1], omega[2]});
    MatX J_z = MatX::Zero(3 + m.n, static_cast<Eigen::Index>(speeds.size()));
    for (std::size_t i = 0; i < n_path; ++i) J_z.col(static_cast<Eigen::Index>(i)).head<3>() = turned_back(b, b.J[i].w);
    for (int k = 0; k < m.n; ++k) J_z(3 + k, static_cast<Eigen::Index>(n_path) + k) = 1;
    const MatX M_z = J_z.transpose() * rotary.M * J_z;
    const VecX bias_z = J_z.transpose() * (rotary.M.leftCols<3>() * alpha + rotary.bias);
    for (Eigen::Index i = 0; i < M_z.rows(); ++i) {
      s.bias[speeds[static_cast<std::size_t>(i)]] += bias_z[i];
      for (Eigen::Index j = 0; j <= i; ++j) s.M(speeds[static_cast<std::size_t>(i)], speeds[static_cast<std::size_t>(j)]) += M_z(i, j);
    }
    s.bias.segment(e.v_begin, m.n) += e.field.K * s.ask.q.segment(e.q_begin, m.n) + e.field.D * s.ask.v.segment(e.v_begin, m.n);
  }
}

Forced carried(const Model& model, const Scratch& s, const ElasticBody& e, const VecX& vdot) {
  const BodyQuantities& b = s.bodies[at(e.body)];
  const Modes m = modes_of(e, s);
  const Motiond extra = b.A - Motiond{b.A_bias.w, b.A_bias.v};
  Forced F{{0, 0, 0}, {0, 0, 0}};
  for (const FieldNode& node : e.field.nodes) {
    const Point p = point_at(model, e, node, m, b);
    Vec3d a = p.bias + extra.v + cross(extra.w, p.s);
    for (int k = 0; k < m.n; ++k) a += p.by_mode[at(k)] * vdot[e.v_begin + k];
    F.f += a * p.mass;
    F.n += cross(b.X_WB.p + p.s, a) * p.mass;
  }
  const Eigen::Vector3d omega = turned_back(b, b.V.w), alpha = turned_back(b, b.A.w);
  const Rotary rotary = rotary_of(e.field, m, {omega[0], omega[1], omega[2]});
  const Eigen::Vector3d moment = (rotary.M.leftCols<3>() * alpha + rotary.M.rightCols(m.n) * vdot.segment(e.v_begin, m.n) + rotary.bias).head<3>();
  F.n += b.X_WB.R * Vec3d{moment[0], moment[1], moment[2]};
  return F;
}

}  // namespace zanjir::multipliers_elastic
