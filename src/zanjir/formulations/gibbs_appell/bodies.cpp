// The acceleration energy of one body and its derivatives.   Source: [Appell1900]; [Shafei2024] eqs. (1)-(7) for a chain in the plane, here in space.
//   S = int 1/2 mu r..r.. dx + S_sections,   r.. = a + omega' x r + omega x (omega x r) + 2 omega x r' + r'',   r' = sum W_a y_a' (seen in the body)   (1)
// Its derivatives with respect to a, omega' and y_a'' are int mu r.., int mu r x r.. and int mu W_a . r.., so that
//   F    = m a + omega' x C + omega x (omega x C) + 2 omega x sum C2_a y_a' + sum C2_a y_a''                                                            (2)
//   Mo   = C x a + I omega' + omega x I omega + 2 sum y_a' G_a^T omega + sum p_a y_a''                                                                  (3)
//   G_a  = C2_a . a + p_a . omega' - omega^T G_a omega + 2 omega . sum_b y_b' P_ba + sum_b B_ba y_b''                                                   (4)
//   C = C1 + sum y_a C2_a    p_a = p0_a + sum_b y_b P_ba    G_a = G0_a + sum_b y_b G2_ba    I = I0 + sum y_a (G0_a^T + G_a)                             (5)
// and dS/ddelta'' = Y^T G. Sections: S_sections = 1/2 omega' Jbar omega' + omega' . (omega x Jbar omega) when they turn with the body frame.
// When they turn with the deformation, T = 1/2 omega J(delta) omega + omega . sum pi_j delta_j' + 1/2 sum beta_jk delta_j' delta_k', which is field.hpp (4) with
//   J    = Jbar + sum delta_j J1_j + 1/2 sum delta_j delta_k J2_jk,     J1_j = int (T_j J - J T_j),   T_j = [Theta_j]
//   J2_jk = int (-T_j J T_k - T_k J T_j + 1/2 (J N + N J)),  N = T_j T_k + T_k T_j
//   pi_k = int J Theta_k + sum_j delta_j Pi_jk,   Pi_jk = int (T_j J Theta_k - 1/2 J T_j Theta_k),       beta_jk = int Theta_j . J Theta_k               (6)
// The acceleration energy of any such T is u'^T M u'/2 + u' . b, u = (omega, delta'), b its velocity terms in Lagrange's equations for quasi-velocities:
//   b_omega = omega x (J omega + sum pi_k delta_k') + J' omega + sum pi_k' delta_k'                                                                     (7)
//   b_j     = -1/2 omega . (dJ/ddelta_j) omega + omega . sum_k delta_k' (Pi_kj - Pi_jk)
#include "zanjir/formulations/gibbs_appell/bodies.hpp"

namespace zanjir::gibbs_appell {
namespace {

Mat3d scaled(const Mat3d& A, double s) { return {A.xx * s, A.xy * s, A.xz * s, A.yx * s, A.yy * s, A.yz * s, A.zx * s, A.zy * s, A.zz * s}; }
void add(Mat3d& sum, const Mat3d& A, double s) { sum = sum + scaled(A, s); }
Mat3d diagonal(const Vec3d& d) { return {d.x, 0, 0, 0, d.y, 0, 0, 0, d.z}; }
constexpr Mat3d zero_matrix{0, 0, 0, 0, 0, 0, 0, 0, 0};

// (s.W)1 - s W^T
Mat3d second_moment(const Vec3d& s, const Vec3d& W) {
  Mat3d A = diagonal({1, 1, 1});
  A = scaled(A, dot(s, W));
  add(A, Mat3d::from_columns(s * W.x, s * W.y, s * W.z), -1);
  return A;
}

// (6), one point of the quadrature
void add_turning_sections(const SectionShapes& shapes, const Vec3d& rotary, double weight, Integrals& c) {
  const int n = c.n_modes;
  const Mat3d J = scaled(diagonal(rotary), weight);
  for (int j = 0; j < n; ++j) {
    const Vec3d& Theta_j = shapes.Theta[at(j)];
    const Mat3d T_j = cross_matrix(Theta_j);
    c.pi0[at(j)] += J * Theta_j;
    add(c.J1[at(j)], T_j * J, 1);
    add(c.J1[at(j)], J * T_j, -1);
    for (int k = 0; k < n; ++k) {
      const Vec3d& Theta_k = shapes.Theta[at(k)];
      const Mat3d T_k = cross_matrix(Theta_k), N = T_j * T_k + T_k * T_j;
      c.Pi[at(j * n + k)] += T_j * (J * Theta_k) - J * (T_j * Theta_k) * 0.5;
      c.B(j, k) += dot(Theta_j, J * Theta_k);
      add(c.J2[at(j * n + k)], T_j * J * T_k + T_k * J * T_j, -1);
      add(c.J2[at(j * n + k)], J * N + N * J, 0.5);
    }
  }
}

// (7); c.B and c.I0 have the rest
void add_turning_sections(const Integrals& c, const Vec3d& omega, const double* delta, const double* rate, Share& s) {
  const int n = c.n_modes;
  if (c.pi0.empty()) return;
  Mat3d J = zero_matrix, J_rate = zero_matrix;  // J: what deformation adds
  Vec3d momentum{0, 0, 0}, momentum_rate{0, 0, 0};
  for (int j = 0; j < n; ++j) {
    Mat3d dJ = c.J1[at(j)];
    Vec3d pi = c.pi0[at(j)], pi_rate{0, 0, 0};
    double curl = 0;
    for (int k = 0; k < n; ++k) {
      const Vec3d &Pi_kj = c.Pi[at(k * n + j)], &Pi_jk = c.Pi[at(j * n + k)];
      add(dJ, c.J2[at(j * n + k)], delta[k]);
      pi += Pi_kj * delta[k];
      pi_rate += Pi_kj * rate[k];
      curl += dot(omega, Pi_kj - Pi_jk) * rate[k];
    }
    add(J, c.J1[at(j)] + dJ, 0.5 * delta[j]);
    add(J_rate, dJ, rate[j]);
    momentum += pi * rate[j];
    momentum_rate += pi_rate * rate[j];
    s.p_shape[at(j)] += pi;
    s.G_shape[j] += curl - 0.5 * dot(omega, dJ * omega);
  }
  s.I = s.I + J;
  s.Mo_v += cross(omega, momentum) + J_rate * omega + momentum_rate;
}

}  // namespace

Integrals integrals_of(const Body& body) {
  Integrals c;
  const Inertiad about_origin = body.inertia();
  c.m = about_origin.m;
  c.C1 = about_origin.h;
  c.I0 = to_matrix(about_origin.I);
  return c;
}

Integrals integrals_of(const DisplacementField& field) {
  Integrals c;
  c.n_modes = field.n_modes();
  c.n_shapes = field.n_shapes();
  c.pairs = field.pairs;
  const int n = c.n_shapes, m = c.n_modes;
  c.I0 = zero_matrix;
  c.C2.assign(at(n), {0, 0, 0});
  c.p0 = c.C2;
  c.P.assign(at(n * n), {0, 0, 0});
  c.G0.assign(at(n), zero_matrix);
  c.G2.assign(at(n * n), zero_matrix);
  c.B = MatX::Zero(n, n);
  const bool turn = field.sections_turn && dot(field.rotary_kg_m, field.rotary_kg_m) > 0;
  if (turn) {
    c.J1.assign(at(m), zero_matrix);
    c.J2.assign(at(m * m), zero_matrix);
    c.pi0.assign(at(m), {0, 0, 0});
    c.Pi.assign(at(m * m), {0, 0, 0});
  }
  for (const FieldNode& node : field.nodes) {
    const double mu = node.weight * field.mass_kg_per_m;
    const Vec3d s{node.shapes.x_m, 0, 0};
    c.m += mu;
    c.C1 += s * mu;
    add(c.I0, second_moment(s, s), mu);
    add(c.I0, diagonal(field.rotary_kg_m), node.weight);
    for (int a = 0; a < n; ++a) {
      const Vec3d& W_a = node.shapes.W[at(a)];
      c.C2[at(a)] += W_a * mu;
      c.p0[at(a)] += cross(s, W_a) * mu;
      add(c.G0[at(a)], second_moment(s, W_a), mu);
      for (int b = 0; b < n; ++b) {
        const Vec3d& W_b = node.shapes.W[at(b)];
        c.P[at(b * n + a)] += cross(W_b, W_a) * mu;
        add(c.G2[at(b * n + a)], second_moment(W_b, W_a), mu);
        c.B(b, a) += mu * dot(W_b, W_a);
      }
    }
    if (turn) add_turning_sections(node.shapes, field.rotary_kg_m, node.weight, c);
  }
  return c;
}

Share::Share(const Integrals& c)
    : C2(at(c.n_modes)),
      p(at(c.n_modes)),
      B(c.n_modes, c.n_modes),
      G_v(c.n_modes),
      y(c.n_shapes),
      y_rate(c.n_shapes),
      gamma(VecX::Zero(c.n_shapes)),
      Y(MatX::Zero(c.n_shapes, c.n_modes)),
      BY(c.n_shapes, c.n_modes),
      p_shape(at(c.n_shapes)),
      G(at(c.n_shapes)),
      G_shape(c.n_shapes) {
  Y.topRows(c.n_modes).setIdentity();
}

namespace {

// y = (delta, products), field.hpp (3); y' = Y delta', y'' = Y delta'' + gamma
void weigh_shapes(const Integrals& c, const double* delta, const double* rate, Share& s) {
  const int m = c.n_modes;
  for (int j = 0; j < m; ++j) {
    s.y[j] = delta[j];
    s.y_rate[j] = rate[j];
  }
  for (int i = 0; i < static_cast<int>(c.pairs.size()); ++i) {
    const auto [j, k] = c.pairs[at(i)];
    const double kappa = j == k ? 0.5 : 1;
    s.y[m + i] = kappa * delta[j] * delta[k];
    s.y_rate[m + i] = kappa * (delta[j] * rate[k] + rate[j] * delta[k]);
    s.gamma[m + i] = 2 * kappa * rate[j] * rate[k];
    s.Y(m + i, j) = s.Y(m + i, k) = 0;
    s.Y(m + i, j) += kappa * delta[k];
    s.Y(m + i, k) += kappa * delta[j];
  }
}

}  // namespace

void update_share(const Integrals& c, const Vec3d& omega, const double* delta, const double* rate, Share& s) {
  const int n = c.n_shapes;
  s.C = c.C1;
  s.I = c.I0;
  s.F_v = s.Mo_v = {0, 0, 0};
  if (n > 0) weigh_shapes(c, delta, rate, s);
  Vec3d C_rate{0, 0, 0};
  for (int a = 0; a < n; ++a) {
    Vec3d& p = s.p_shape[at(a)] = c.p0[at(a)];
    Mat3d& G = s.G[at(a)] = c.G0[at(a)];
    Vec3d coriolis{0, 0, 0};
    for (int b = 0; b < n; ++b) {
      p += c.P[at(b * n + a)] * s.y[b];
      add(G, c.G2[at(b * n + a)], s.y[b]);
      coriolis += c.P[at(b * n + a)] * s.y_rate[b];
    }
    s.C += c.C2[at(a)] * s.y[a];
    C_rate += c.C2[at(a)] * s.y_rate[a];
    add(s.I, transpose(c.G0[at(a)]) + G, s.y[a]);
    s.Mo_v += transpose_times(G, omega) * (2 * s.y_rate[a]);
    s.G_shape[a] = 2 * dot(omega, coriolis) - dot(omega, G * omega);
  }
  if (n > 0) add_turning_sections(c, omega, delta, rate, s);
  s.F_v += cross(omega, cross(omega, s.C) + C_rate * 2);
  s.Mo_v += cross(omega, s.I * omega);
  for (int a = c.n_modes; a < n; ++a) {  // the second derivatives of the pairs
    s.F_v += c.C2[at(a)] * s.gamma[a];
    s.Mo_v += s.p_shape[at(a)] * s.gamma[a];
  }
  if (n == 0) return;
  s.G_shape.noalias() += c.B * s.gamma;
  s.G_v.noalias() = s.Y.transpose() * s.G_shape;
  s.BY.noalias() = c.B * s.Y;
  s.B.noalias() = s.Y.transpose() * s.BY;
  for (int j = 0; j < c.n_modes; ++j) {
    s.C2[at(j)] = c.C2[at(j)];
    s.p[at(j)] = s.p_shape[at(j)];
    for (int a = c.n_modes; a < n; ++a) {
      s.C2[at(j)] += c.C2[at(a)] * s.Y(a, j);
      s.p[at(j)] += s.p_shape[at(a)] * s.Y(a, j);
    }
  }
}

Forced derivative_of_S(const Integrals& c, const Share& s, const Vec3d& omega_dot, const Vec3d& a, const double* delta_ddot, double* G) {
  Forced f{cross(s.C, a) + s.I * omega_dot + s.Mo_v, a * c.m + cross(omega_dot, s.C) + s.F_v};
  for (int j = 0; j < c.n_modes; ++j) {
    f.f += s.C2[at(j)] * delta_ddot[j];
    f.n += s.p[at(j)] * delta_ddot[j];
    G[j] += dot(s.C2[at(j)], a) + dot(s.p[at(j)], omega_dot) + s.G_v[j];
    for (int k = 0; k < c.n_modes; ++k) G[j] += s.B(j, k) * delta_ddot[k];
  }
  return f;
}

}  // namespace zanjir::gibbs_appell
