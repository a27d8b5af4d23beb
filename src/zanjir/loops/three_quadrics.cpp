#include "zanjir/loops/three_quadrics.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <map>

#include "zanjir/core/decompositions.hpp"

namespace zanjir {
namespace {

using Monomial = std::array<int, 4>;  // exponents

std::vector<Monomial> monomials(int degree) {
  std::vector<Monomial> list;
  for (int a = degree; a >= 0; --a)
    for (int b = degree - a; b >= 0; --b)
      for (int c = degree - a - b; c >= 0; --c) list.push_back({a, b, c, degree - a - b - c});
  return list;
}
Monomial times(Monomial m, int variable) {
  ++m[static_cast<std::size_t>(variable)];
  return m;
}

class Macaulay {
 public:
  Macaulay() {
    for (std::size_t i = 0; i < four_.size(); ++i) place_[four_[i]] = static_cast<Eigen::Index>(i);
  }
  Eigen::Index place(const Monomial& m) const { return place_.at(m); }
  const std::vector<Monomial>& three() const { return three_; }

  Eigen::MatrixXd equations(const std::array<Quadric, 3>& forms) const {
    Eigen::MatrixXd A = Eigen::MatrixXd::Zero(30, 35);
    Eigen::Index row = 0;
    for (const Quadric& Q : forms) {
      const double size = Q.norm();
      for (const Monomial& m : two_) {
        for (int i = 0; i < 4; ++i)
          for (int j = 0; j < 4; ++j) A(row, place(times(times(m, i), j))) += Q(i, j) / size;
        ++row;
      }
    }
    return A;
  }

 private:
  std::vector<Monomial> two_ = monomials(2), three_ = monomials(3), four_ = monomials(4);
  std::map<Monomial, Eigen::Index> place_;
};

constexpr double apart = 1e-9;  // of the largest singular value: between it and rounding, 1e-15, nothing lies where zeros are finitely many

// Newton's method on the three forms, across x itself.
bool polish(const std::array<Quadric, 3>& forms, Eigen::Vector4cd& x) {
  for (int step = 0; step < 50; ++step) {
    x.normalize();
    Eigen::Matrix4cd J;
    Eigen::Vector4cd r = Eigen::Vector4cd::Zero();
    for (int k = 0; k < 3; ++k) {
      const Quadric Q = forms[static_cast<std::size_t>(k)] / forms[static_cast<std::size_t>(k)].norm();
      const Eigen::Vector4cd Qx = Q.cast<std::complex<double>>() * x;
      J.row(k) = 2.0 * Qx.transpose();
      r[k] = (x.transpose() * Qx)(0);
    }
    if (r.norm() < 1e-15) return true;
    J.row(3) = x.adjoint();
    MatX in_real_numbers(8, 8);
    in_real_numbers << J.real(), -J.imag(), J.imag(), J.real();
    VecX right(8);
    right << r.real(), r.imag();
    const VecX both = in_real_numbers.fullPivLu().solve(right);
    const Eigen::Vector4cd change = complex_of(both.head(4), both.tail(4));
    x -= change;
    if (!x.allFinite()) return false;
    if (change.norm() < 1e-15) break;
  }
  x.normalize();
  double worst = 0;
  for (const Quadric& Q : forms) worst = std::max(worst, std::abs((x.transpose() * Q.cast<std::complex<double>>() * x)(0)) / Q.norm());
  return worst < 1e-13;
}

void turn_real(Eigen::Vector4cd& x) {
  Eigen::Index largest = 0;
  x.cwiseAbs().maxCoeff(&largest);
  x *= std::abs(x[largest]) / x[largest];
}

}  // namespace

std::optional<QuadricZeros> zeros_of(const std::array<Quadric, 3>& forms) {
  static const Macaulay macaulay;
  const Eigen::JacobiSVD<Eigen::MatrixXd> svd(macaulay.equations(forms), Eigen::ComputeFullV);
  const auto& sigma = svd.singularValues();  // 30, of which 27 are not nothing: the forms have three relations in this degree
  if (!(sigma[26] > apart * sigma[0]) || sigma[27] > apart * sigma[0]) return std::nullopt;
  const Eigen::MatrixXd Z = svd.matrixV().rightCols(8);
  // Two linear forms in general position: fixed numbers that no mechanism has.
  const double h[4] = {0.8414, -0.6387, 0.4725, 0.7391}, g[4] = {-0.3163, 0.9237, 0.7548, -0.5219};
  Eigen::MatrixXd H = Eigen::MatrixXd::Zero(20, 8), G = H;
  for (Eigen::Index m = 0; m < 20; ++m) {
    for (int i = 0; i < 4; ++i) {
      const auto row = Z.row(macaulay.place(times(macaulay.three()[static_cast<std::size_t>(m)], i)));
      H.row(m) += h[i] * row;
      G.row(m) += g[i] * row;
    }
  }
  const Eigen::JacobiSVD<Eigen::MatrixXd> least(H, Eigen::ComputeThinU | Eigen::ComputeThinV);
  const Eigen::EigenSolver<MatX> eigen(MatX(least.solve(G)));
  if (eigen.info() != Eigen::Success) return std::nullopt;
  const Eigen::MatrixXcd vectors = eigen.eigenvectors(), monomials_at = complex_of(Z * vectors.real(), Z * vectors.imag());
  QuadricZeros out;
  for (Eigen::Index k = 0; k < 8; ++k) {
    const auto monomial = monomials_at.col(k);
    int largest = 0;  // x_j^4 that is largest: its neighbours x_j^3 x_i are x times a factor
    const auto power = [](int j, int i) {
      Monomial m{};
      m[static_cast<std::size_t>(j)] = 3;
      return times(m, i);
    };
    for (int j = 1; j < 4; ++j)
      if (std::abs(monomial[macaulay.place(power(j, j))]) > std::abs(monomial[macaulay.place(power(largest, largest))])) largest = j;
    Eigen::Vector4cd x;
    for (int i = 0; i < 4; ++i) x[i] = monomial[macaulay.place(power(largest, i))];
    if (!(x.norm() > 0) || !polish(forms, x)) return std::nullopt;
    turn_real(x);
    for (const Eigen::Vector4cd& other : out.all)
      if ((other - x).norm() < 1e-7) return std::nullopt;  // a double zero: a singular configuration
    out.all.push_back(x);
    if (x.imag().norm() < 1e-10) out.real.push_back(x.real().normalized());
  }
  return out;
}

}  // namespace zanjir
