#include "zanjir/loops/jacobian_indices.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "zanjir/core/decompositions.hpp"
#include "zanjir/core/singular_values.hpp"

namespace zanjir {
namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

// The columns of a twist that are turns come first.
int n_turns(Plane plane) { return plane == Plane::none ? 3 : 1; }

VecX turns_at(Plane plane, double length) {
  VecX scale = VecX::Ones(plane == Plane::none ? 6 : 3);
  scale.head(n_turns(plane)).setConstant(1 / length);
  return scale;
}

double scaled_dexterity(const MatX& J0, Plane plane, double length) {
  VecX sigma;
  scaled_singular_values(J0, plane, length, sigma);
  return dexterity_of(sigma, J0);
}

// Row k of J and column k of its inverse, the twist that it alone blocks, have the product 1.
VecX blocking(const MatX& J, int n_actuation) {
  VecX out = VecX::Zero(J.rows() - n_actuation);
  if (out.size() == 0) return out;
  const Eigen::FullPivLU<MatX> lu(J);
  if (!lu.isInvertible()) return out;
  const MatX back = lu.inverse();
  for (Eigen::Index k = 0; k < out.size(); ++k) out[k] = 1 / (J.row(n_actuation + k).norm() * back.col(n_actuation + k).norm());
  return out;
}

Vec3d part(const VecX& t, const std::vector<std::string>& names, char letter) {
  Vec3d out{0, 0, 0};
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i][0] == letter) out[names[i][1] - 'x'] = t[static_cast<Eigen::Index>(i)];
  }
  return out;
}

double cosine(const Vec3d& f, const Vec3d& v) {
  const double size = norm(f) * norm(v);
  return size > 0 ? std::abs(dot(f, v)) / size : not_a_number;
}

}  // namespace

void scaled_singular_values(const MatX& J0, Plane plane, double length, VecX& sigma) {
  MatX scaled = J0;
  scaled.leftCols(n_turns(plane)) /= length;
  singular_values(scaled, sigma);
}

double dexterity_of(const VecX& sigma, const MatX& J) {
  return J.rows() >= J.cols() && sigma.size() > 0 && sigma[0] > 0 ? sigma[sigma.size() - 1] / sigma[0] : 0;
}

JacobianIndices jacobian_indices(const ParallelJacobian& of, Plane plane, double length_m) {
  JacobianIndices out;
  const MatX& J = of.J0;
  if (J.rows() == 0 || J.cols() == 0) return out;
  const Eigen::JacobiSVD<MatX> svd(J, Eigen::ComputeThinU | Eigen::ComputeThinV);
  out.sigma = svd.singularValues();
  out.dexterity = dexterity_of(out.sigma, J);
  const MatX scaled = J * turns_at(plane, length_m).asDiagonal();
  out.sigma_scaled = Eigen::JacobiSVD<MatX>(scaled).singularValues();
  out.dexterity_scaled = dexterity_of(out.sigma_scaled, J);
  if (J.rows() == J.cols()) {
    out.determinant = J.determinant();
    out.constraint_transmission = blocking(scaled, of.n_actuation);
  }
  // J0^T x = w: of all x the least, row i of (J0^T)^+ for a unit of each component of w
  if (out.dexterity <= std::numeric_limits<double>::epsilon()) {
    out.force_gain = out.moment_gain = std::numeric_limits<double>::infinity();
    return out;
  }
  const MatX carry = svd.matrixU() * out.sigma.cwiseInverse().asDiagonal() * svd.matrixV().transpose();  // [rows x columns]
  const std::vector<std::string> names = twist_names(plane);
  for (int i = 0; i < of.n_actuation; ++i) {
    const VecX row = carry.row(i);
    out.force_gain = std::max(out.force_gain, norm(part(row, names, 'v')));
    out.moment_gain = std::max(out.moment_gain, norm(part(row, names, 'w')));
  }
  return out;
}

// By golden section on the logarithm of the length: the scaled dexterity rises, then falls.
BestLength best_length(const ParallelJacobian& of, Plane plane, double start_m) {
  constexpr double golden = 0.6180339887498949;
  double lo = std::log(start_m) - 7, hi = std::log(start_m) + 7;
  const auto at = [&](double x) { return scaled_dexterity(of.J0, plane, std::exp(x)); };
  double a = hi - golden * (hi - lo), b = lo + golden * (hi - lo), fa = at(a), fb = at(b);
  while (hi - lo > 1e-9) {
    if (fa < fb) {
      lo = a, a = b, fa = fb, b = lo + golden * (hi - lo), fb = at(b);
    } else {
      hi = b, b = a, fb = fa, a = hi - golden * (hi - lo), fa = at(a);
    }
  }
  const double x = (lo + hi) / 2;
  return {std::exp(x), at(x)};
}

// n about O + s:  n - s x f
void move_rows(const MatX& J0, Plane plane, const Vec3d& s, MatX& out) {
  out = J0;
  for (Eigen::Index i = 0; i < J0.rows(); ++i) {
    switch (plane) {  // spin, then the two axes of the plane
      case Plane::xy: out(i, 0) -= s.x * J0(i, 2) - s.y * J0(i, 1); break;
      case Plane::yz: out(i, 0) -= s.y * J0(i, 2) - s.z * J0(i, 1); break;
      case Plane::xz: out(i, 0) -= s.z * J0(i, 1) - s.x * J0(i, 2); break;
      case Plane::none: {
        const Vec3d more = cross(s, Vec3d{J0(i, 3), J0(i, 4), J0(i, 5)});
        for (int k = 0; k < 3; ++k) out(i, k) -= more[k];
      }
    }
  }
}

ParallelJacobian moved(const ParallelJacobian& of, Plane plane, const Vec3d& shift) {
  ParallelJacobian out = of;
  move_rows(of.J0, plane, shift, out.J0);
  out.J_c = out.J0.bottomRows(out.J0.rows() - out.n_actuation);
  return out;
}

std::vector<Transmission> transmissions(const Model& model, const std::vector<LimbScrews>& screws, const ParallelJacobian& J, const Vec3d& O) {
  std::vector<Transmission> out;
  const std::vector<std::string> names = twist_names(model.plane());
  Eigen::CompleteOrthogonalDecomposition<MatX> motions(J.J0);
  Eigen::Index row = 0;
  for (const LimbScrews& limb : screws) {
    for (const ActuationWrench& a : limb.actuation) {
      Transmission t{not_a_number, not_a_number};
      const ScrewAxis axis = axis_of(a.W.f, a.W.n, O, model.length_m());
      if (!axis.infinite && std::abs(axis.pitch_m) < 1e-9 * model.length_m()) {
        const Vec3d at = limb.at_platform - O;
        const VecX moving = motions.solve(VecX(VecX::Unit(J.J0.rows(), row)));
        t.output = cosine(a.W.f, part(moving, names, 'v') + cross(part(moving, names, 'w'), at));
        for (const LimbScrew& s : limb.screws) {
          if (s.speed == a.speed) t.input = cosine(a.W.f, s.S.v + cross(s.S.w, at));
        }
      }
      out.push_back(t);
      ++row;
    }
  }
  return out;
}

}  // namespace zanjir
