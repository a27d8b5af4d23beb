#include "zanjir/flexible/modal_integrals.hpp"

namespace zanjir {
namespace {

using Mat3E = Eigen::Matrix3d;

Mat3E skew(const Vec3d& a) { return (Mat3E() << 0, -a.z, a.y, a.z, 0, -a.x, -a.y, a.x, 0).finished(); }
Vec3d times(const Mat3E& A, const Vec3d& b) {
  const Eigen::Vector3d c = A * Eigen::Vector3d(b.x, b.y, b.z);
  return {c[0], c[1], c[2]};
}
Sym3d symmetric(const Mat3E& A) { return {A(0, 0), A(1, 1), A(2, 2), (A(0, 1) + A(1, 0)) / 2, (A(0, 2) + A(2, 0)) / 2, (A(1, 2) + A(2, 1)) / 2}; }
Sym3d operator*(const Sym3d& A, double f) { return {A.xx * f, A.yy * f, A.zz * f, A.xy * f, A.xz * f, A.yz * f}; }
// 2(a.b)1 - a b^T - b a^T
Sym3d moment(const Vec3d& a, const Vec3d& b) {
  const double d = 2 * dot(a, b);
  return {d - 2 * a.x * b.x, d - 2 * a.y * b.y, d - 2 * a.z * b.z, -a.x * b.y - a.y * b.x, -a.x * b.z - a.z * b.x, -a.y * b.z - a.z * b.y};
}

void add_rotary(const std::vector<Vec3d>& T, const Mat3E& J, int n, ModalIntegrals& out) {
  const auto at = [](int i) { return static_cast<std::size_t>(i); };
  for (int j = 0; j < static_cast<int>(T.size()); ++j) {
    const Mat3E Tj = skew(T[at(j)]);
    out.p0[at(j)] += times(J, T[at(j)]);
    out.I1[at(j)] = out.I1[at(j)] + symmetric(Tj * J - J * Tj);
    for (int k = 0; k < static_cast<int>(T.size()); ++k) {
      const Mat3E Tk = skew(T[at(k)]), S = (Tj * Tk + Tk * Tj) / 2;
      const Vec3d JTk = times(J, T[at(k)]);
      out.P[at(j * n + k)] += cross(T[at(j)], JTk) - times(J, cross(T[at(j)], T[at(k)])) * 0.5;
      out.B[at(j * n + k)] += dot(T[at(j)], JTk);
      out.I2[at(j * n + k)] = out.I2[at(j * n + k)] + symmetric(S * J + J * S - Tj * J * Tk - Tk * J * Tj);
    }
  }
}

}  // namespace

ModalIntegrals modal_integrals(const DisplacementField& field, const Transformd& X_RB) {
  const int n = field.n_shapes();
  const auto at = [](int i) { return static_cast<std::size_t>(i); };
  const Vec3d zero{0, 0, 0};
  const Sym3d none{0, 0, 0, 0, 0, 0};
  ModalIntegrals out;
  out.n = n;
  out.C2.assign(at(n), zero);
  out.p0.assign(at(n), zero);
  out.P.assign(at(n * n), zero);
  out.B.assign(at(n * n), 0.0);
  out.I1.assign(at(n), none);
  out.I2.assign(at(n * n), none);
  const Vec3d& J = field.rotary_kg_m;
  const Sym3d J_row = rotate(X_RB.R, Sym3d{J.x, J.y, J.z, 0, 0, 0});
  const Mat3E J_matrix = (Mat3E() << J_row.xx, J_row.xy, J_row.xz, J_row.xy, J_row.yy, J_row.yz, J_row.xz, J_row.yz, J_row.zz).finished();
  for (const auto& [weight, shapes] : field.nodes) {
    SectionShapes here = shapes;
    for (Vec3d& W : here.W) W = X_RB.R * W;
    for (Vec3d& T : here.Theta) T = X_RB.R * T;
    const Vec3d r0 = X_RB * Vec3d{here.x_m, 0, 0};
    const double m = weight * field.mass_kg_per_m;
    out.undeformed = out.undeformed + Inertiad{m, r0 * m, point_inertia(m, r0) + J_row * weight};
    for (int a = 0; a < n; ++a) {
      const Vec3d W = here.W[at(a)] * m;
      out.C2[at(a)] += W;
      out.p0[at(a)] += cross(r0, W);
      out.I1[at(a)] = out.I1[at(a)] + moment(r0, W);
      for (int b = 0; b < n; ++b) {
        out.P[at(b * n + a)] += cross(here.W[at(b)], W);
        out.B[at(b * n + a)] += dot(here.W[at(b)], W);
        out.I2[at(b * n + a)] = out.I2[at(b * n + a)] + moment(here.W[at(b)], W);
      }
    }
    if (field.sections_turn) add_rotary(here.Theta, J_matrix * weight, n, out);
  }
  return out;
}

}  // namespace zanjir
