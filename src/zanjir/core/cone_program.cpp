#include "zanjir/core/cone_program.hpp"

#include <algorithm>
#include <cmath>

namespace zanjir {
namespace {

double square(double a) { return a * a; }

// s_0^2 - |(s_1, s_2)|^2 without cancelling near the boundary.
double determinant(const double* s) {
  const double t = std::hypot(s[1], s[2]);
  return (s[0] - t) * (s[0] + t);
}

}  // namespace

void ConeProgram::resize(int n, const std::vector<int>& cones) {
  cones_ = cones;
  int m = 0;
  for (const int size : cones) m += size;
  H.setZero(n, n), C.setZero(m, n), h.setZero(n), d.setZero(m);
  for (VecX* of_x : {&x_, &dx_, &rx_, &best_x_}) of_x->setZero(n);
  for (VecX* of_s : {&s_, &z_, &ds_, &dz_, &rs_, &l_, &q_, &a_, &b_, &best_s_, &best_z_}) of_s->setZero(m);
  W_.resize(cones.size());
  K_.resize(n, n), WC_.resize(m, n);
}

void ConeProgram::scale() {
  int i = 0;
  for (std::size_t k = 0; k < cones_.size(); i += cones_[k], ++k) {
    const double *s = s_.data() + i, *z = z_.data() + i;
    Scaling& W = W_[k];
    if (cones_[k] == 1) {
      W.size = std::sqrt(s[0] / z[0]);
      continue;
    }
    const double in_s = std::sqrt(determinant(s)), in_z = std::sqrt(determinant(z));
    const double product = (s[0] * z[0] + s[1] * z[1] + s[2] * z[2]) / (in_s * in_z), half = std::sqrt(0.5 * (1 + product));
    W.size = std::sqrt(in_s / in_z);
    W.w[1] = (s[1] / in_s - z[1] / in_z) / (2 * half), W.w[2] = (s[2] / in_s - z[2] / in_z) / (2 * half);
    W.w[0] = std::sqrt(1 + square(W.w[1]) + square(W.w[2]));
  }
  apply_W(z_, l_);
}

void ConeProgram::apply_W(const VecX& a, VecX& out) const {
  int i = 0;
  for (std::size_t k = 0; k < cones_.size(); i += cones_[k], ++k) {
    const Scaling& W = W_[k];
    if (cones_[k] == 1) {
      out[i] = W.size * a[i];
      continue;
    }
    const double *w = W.w, a0 = a[i], a1 = a[i + 1], a2 = a[i + 2], across = w[1] * a1 + w[2] * a2, along = a0 + across / (1 + w[0]);
    out[i] = W.size * (w[0] * a0 + across);
    out[i + 1] = W.size * (a1 + w[1] * along);
    out[i + 2] = W.size * (a2 + w[2] * along);
  }
}

void ConeProgram::apply_W_inverse(const VecX& a, VecX& out) const {
  int i = 0;
  for (std::size_t k = 0; k < cones_.size(); i += cones_[k], ++k) {
    const Scaling& W = W_[k];
    if (cones_[k] == 1) {
      out[i] = a[i] / W.size;
      continue;
    }
    const double *w = W.w, a0 = a[i], a1 = a[i + 1], a2 = a[i + 2], across = w[1] * a1 + w[2] * a2, along = across / (1 + w[0]) - a0;
    out[i] = (w[0] * a0 - across) / W.size;
    out[i + 1] = (a1 + w[1] * along) / W.size;
    out[i + 2] = (a2 + w[2] * along) / W.size;
  }
}

bool ConeProgram::factor() {
  int i = 0;
  for (std::size_t k = 0; k < cones_.size(); i += cones_[k], ++k) {  // W^-1 C
    const Scaling& W = W_[k];
    if (cones_[k] == 1) {
      WC_.row(i) = C.row(i) / W.size;
      continue;
    }
    for (Eigen::Index j = 0; j < C.cols(); ++j) {
      const double *w = W.w, a0 = C(i, j), a1 = C(i + 1, j), a2 = C(i + 2, j), across = w[1] * a1 + w[2] * a2, along = across / (1 + w[0]) - a0;
      WC_(i, j) = (w[0] * a0 - across) / W.size;
      WC_(i + 1, j) = (a1 + w[1] * along) / W.size;
      WC_(i + 2, j) = (a2 + w[2] * along) / W.size;
    }
  }
  K_ = H;
  K_.noalias() += WC_.transpose() * WC_;
  llt_.compute(K_);
  return llt_.info() == Eigen::Success;
}

// H dx - C^T dz = -rx,  ds - C dx = -rs,  W dz + W^-1 ds = q                                                                                       (2)
void ConeProgram::find_step(const VecX& q) {
  apply_W_inverse(rs_, a_);
  a_ += q;
  dx_.noalias() = WC_.transpose() * a_;
  dx_ -= rx_;
  llt_.matrixL().solveInPlace(dx_);
  llt_.matrixU().solveInPlace(dx_);
  ds_.noalias() = C * dx_;
  ds_ -= rs_;
  apply_W_inverse(ds_, a_);
  b_ = q - a_;
  apply_W_inverse(b_, dz_);
}

double ConeProgram::longest(const VecX& of, const VecX& step) const {
  double most = 1e30;
  int i = 0;
  for (std::size_t k = 0; k < cones_.size(); i += cones_[k], ++k) {
    const double *s = of.data() + i, *ds = step.data() + i;
    if (cones_[k] == 1) {
      if (ds[0] < 0) most = std::min(most, -s[0] / ds[0]);
      continue;
    }
    // The first root of det(s + t ds); s_0 alone where the parabola has none before.
    const double a = square(ds[0]) - square(ds[1]) - square(ds[2]), b = s[0] * ds[0] - s[1] * ds[1] - s[2] * ds[2], c = determinant(s);
    const double under = b * b - a * c;
    double root = 1e30;
    if (under >= 0) {
      const double sum = b < 0 ? -b + std::sqrt(under) : -b - std::sqrt(under);  // the roots are c/sum and sum/a
      for (const double t : {sum != 0 ? c / sum : -1, a != 0 ? sum / a : -1})
        if (t > 0) root = std::min(root, t);
    }
    if (ds[0] < 0) root = std::min(root, -s[0] / ds[0]);
    most = std::min(most, root);
  }
  return most;
}

void ConeProgram::move_inside(VecX& a) const {
  double least = 1e30;
  int i = 0;
  for (std::size_t k = 0; k < cones_.size(); i += cones_[k], ++k)
    least = std::min(least, cones_[k] == 1 ? a[i] : a[i] - std::hypot(a[i + 1], a[i + 2]));
  if (least > 1e-3) return;
  i = 0;
  for (std::size_t k = 0; k < cones_.size(); i += cones_[k], ++k) a[i] += 1 - least;
}

// q = -l - l\(corrector (a o b) - centre e), a and b in a_ and b_, with the product o of the cones.
void ConeProgram::aim(double centre, double corrector) {
  int i = 0;
  for (std::size_t k = 0; k < cones_.size(); i += cones_[k], ++k) {
    const double *u = a_.data() + i, *v = b_.data() + i, *l = l_.data() + i;
    double* q = q_.data() + i;
    if (cones_[k] == 1) {
      q[0] = -l[0] - (corrector * u[0] * v[0] - centre) / l[0];
      continue;
    }
    const double r0 = corrector * (u[0] * v[0] + u[1] * v[1] + u[2] * v[2]) - centre;
    const double r1 = corrector * (u[0] * v[1] + v[0] * u[1]), r2 = corrector * (u[0] * v[2] + v[0] * u[2]);
    const double first = (l[0] * r0 - l[1] * r1 - l[2] * r2) / determinant(l);
    q[0] = -l[0] - first, q[1] = -l[1] - (r1 - first * l[1]) / l[0], q[2] = -l[2] - (r2 - first * l[2]) / l[0];
  }
}

bool ConeProgram::solve() {
  constexpr int most_steps = 80;
  constexpr int patience = 8;
  constexpr double done = 1e-14, enough = 1e-6, short_step = 0.3;
  // The start: least squares of s, moved inside.
  for (Scaling& W : W_) W = {};
  if (!factor()) return false;
  rx_ = h, rs_ = -d, q_.setZero();
  find_step(q_);
  x_ = dx_, s_ = ds_, z_ = -s_;
  move_inside(s_), move_inside(z_);
  const double degree = std::max<double>(1, static_cast<double>(cones_.size()));
  // Near the end each step gains on the gap and loses on the equations, whose factor is as ill-conditioned as the gap is small: the best of both is kept.
  double best = 1e300;
  int since = 0;
  for (int step = 0; step < most_steps; ++step) {
    rx_.noalias() = H * x_;
    rx_ += h;
    rx_.noalias() -= C.transpose() * z_;
    rs_ = s_ - d;
    rs_.noalias() -= C * x_;
    const double gap = s_.dot(z_) / degree;
    const double left = std::max(rx_.size() > 0 ? rx_.cwiseAbs().maxCoeff() : 0, rs_.size() > 0 ? rs_.cwiseAbs().maxCoeff() : 0);
    if (!std::isfinite(gap + left)) break;
    if (std::max(gap, left) < best) {
      best = std::max(gap, left), since = 0;
      best_x_ = x_, best_s_ = s_, best_z_ = z_;
    } else if (++since > patience) {
      break;
    }
    if (best < done) break;
    scale();
    if (!l_.allFinite() || !factor()) break;
    q_ = -l_;
    find_step(q_);
    const double ahead = std::min({1.0, longest(s_, ds_), longest(z_, dz_)}), centre = std::pow(1 - ahead, 3) * gap;
    apply_W_inverse(ds_, a_);
    apply_W(dz_, b_);
    aim(centre, 1);
    find_step(q_);
    double by = std::min({1.0, 0.99 * longest(s_, ds_), 0.99 * longest(z_, dz_)});
    if (by < short_step || ahead < 0.1) {  // the corrector leads astray, from one wall to the other: back to the middle without it
      aim(0.5 * gap, 0);
      find_step(q_);
      by = std::min({1.0, 0.99 * longest(s_, ds_), 0.99 * longest(z_, dz_)});
    }
    if (!(by > 1e-12) || !dx_.allFinite()) break;
    x_ += by * dx_, s_ += by * ds_, z_ += by * dz_;
  }
  x_ = best_x_, s_ = best_s_, z_ = best_z_;
  return best < enough;
}

}  // namespace zanjir
