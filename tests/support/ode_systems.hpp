// Small systems with known answers, for tests and benchmarks of integration methods.
#pragma once

#include <cmath>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "zanjir/integrate/mechanical_system.hpp"
#include "zanjir/integrate/stepper.hpp"

namespace zanjir::test {

using Numbers = std::vector<double>;

// The order seen between the last two errors, those of a step and of its half.
inline double observed_order(const std::vector<double>& error) { return std::log2(error[error.size() - 2] / error.back()); }

// Any right-hand side.
class FunctionSystem : public System {
 public:
  using Function = std::function<RhsStatus(double t, const double* y, double* ydot)>;
  FunctionSystem(int n_states, int n_ledger, Function f) : n_states_(n_states), n_(n_states + n_ledger), f_(std::move(f)) {}
  int n() const override { return n_; }
  int n_states() const override { return n_states_; }
  RhsStatus rhs(double t, const double* y, double* ydot) override { return f_(t, y, ydot); }
  bool project(double t, double* y) override { return project_ && project_(t, y); }
  void accepted(double t, const double* y) override {
    if (accepted_) accepted_(t, y);
  }
  std::function<bool(double, double*)> project_;
  std::function<void(double, const double*)> accepted_;

 private:
  int n_states_, n_;
  Function f_;
};

// A body on a Kepler orbit of semi-axis 1 about a fixed centre, y = x, y, vx, vy, then the work of the attraction. Started at the pericentre.
class Kepler : public System, public MechanicalSystem {
 public:
  explicit Kepler(double eccentricity) : e_(eccentricity) {}
  int n() const override { return 5; }
  int n_states() const override { return 4; }
  RhsStatus rhs(double, const double* y, double* f) override {
    const double r = std::hypot(y[0], y[1]), a = -1 / (r * r * r);
    f[0] = y[2];
    f[1] = y[3];
    f[2] = a * y[0];
    f[3] = a * y[1];
    f[4] = f[2] * y[2] + f[3] * y[3];
    return RhsStatus::ok;
  }
  Numbers start() const { return exact(0); }
  Numbers exact(double t) const {
    double E = t;  // Kepler's equation, E - e sin E = t
    for (int i = 0; i < 100; ++i) E -= (E - e_ * std::sin(E) - t) / (1 - e_ * std::cos(E));
    const double b = std::sqrt(1 - e_ * e_), rate = 1 / (1 - e_ * std::cos(E)), c = std::cos(E), s = std::sin(E);
    return {c - e_, b * s, -s * rate, b * c * rate, rate - 1 / (1 - e_)};  // the work is 1/r - 1/r_0
  }

  int nq() const override { return 2; }
  int nv() const override { return 2; }
  void retract(const double* q, const double* dv, double* out) const override {
    out[0] = q[0] + dv[0];
    out[1] = q[1] + dv[1];
  }
  RhsStatus residual(const MechanicalPoint& p, double* r, double*) override {
    const double d = std::hypot(p.q[0], p.q[1]), a = 1 / (d * d * d);
    for (int i = 0; i < 2; ++i) r[i] = p.vdot[i] + a * p.q[i];
    return RhsStatus::ok;
  }
  RhsStatus matrices(const MechanicalPoint& p, double* M, double* D, double* K, double*) override {
    const double d = std::hypot(p.q[0], p.q[1]), a = 1 / (d * d * d);
    for (int i = 0; i < 2; ++i) {
      for (int j = 0; j < 2; ++j) {
        M[i + 2 * j] = i == j;
        D[i + 2 * j] = 0;
        K[i + 2 * j] = (i == j) * a - 3 * a * p.q[i] * p.q[j] / (d * d);
      }
    }
    return RhsStatus::ok;
  }
  RhsStatus rates(const MechanicalPoint& p, double* out) override {
    const double d = std::hypot(p.q[0], p.q[1]);
    out[0] = -(p.q[0] * p.v[0] + p.q[1] * p.v[1]) / (d * d * d);
    return RhsStatus::ok;
  }

 private:
  double e_;
};

// A point mass on a rod of length 1 in the plane, in Cartesian coordinates y = x, y, vx, vy; gravity along -y. The rod is a constraint row, given
// `copies` times: more than one makes the rows redundant. The first-order form solves for the rod force; project() goes back onto the circle.
class RodPendulum : public System, public MechanicalSystem {
 public:
  static constexpr double gravity = 9.81;
  explicit RodPendulum(int copies = 1) : copies_(copies) {}
  int n() const override { return 4; }
  RhsStatus rhs(double, const double* y, double* f) override {
    const double force = (gravity * y[1] - y[2] * y[2] - y[3] * y[3]) / (y[0] * y[0] + y[1] * y[1]);  // of the rod, over length and mass
    f[0] = y[2];
    f[1] = y[3];
    f[2] = force * y[0];
    f[3] = force * y[1] - gravity;
    return RhsStatus::ok;
  }
  bool project(double, double* y) override {
    ++projections;
    const double length = std::hypot(y[0], y[1]);
    y[0] /= length;
    y[1] /= length;
    const double radial = y[0] * y[2] + y[1] * y[3];
    y[2] -= radial * y[0];
    y[3] -= radial * y[1];
    return projects;
  }
  static double closure(const double* y) { return std::abs(std::hypot(y[0], y[1]) - 1); }
  static double energy(const double* y) { return 0.5 * (y[2] * y[2] + y[3] * y[3]) + gravity * y[1]; }
  void accepted(double, const double* y) override {
    ++steps;
    worst_closure = std::max(worst_closure, closure(y));
  }
  bool projects = true;
  long projections = 0, steps = 0;
  double worst_closure = 0;

  int nq() const override { return 2; }
  int nv() const override { return 2; }
  int n_rows() const override { return copies_; }
  void retract(const double* q, const double* dv, double* out) const override {
    out[0] = q[0] + dv[0];
    out[1] = q[1] + dv[1];
  }
  RhsStatus residual(const MechanicalPoint& p, double* r, double* phi) override {
    double lambda = 0;
    for (int i = 0; i < copies_; ++i) lambda += p.lambda[i];
    r[0] = p.vdot[0] - lambda * p.q[0];
    r[1] = p.vdot[1] + gravity - lambda * p.q[1];
    for (int i = 0; i < copies_; ++i) phi[i] = 0.5 * (p.q[0] * p.q[0] + p.q[1] * p.q[1] - 1);
    return RhsStatus::ok;
  }
  RhsStatus matrices(const MechanicalPoint& p, double* M, double* D, double* K, double* Phi_q) override {
    double lambda = 0;
    for (int i = 0; i < copies_; ++i) lambda += p.lambda[i];
    for (int i = 0; i < 4; ++i) {
      M[i] = i % 3 == 0;
      D[i] = 0;
      K[i] = i % 3 == 0 ? -lambda : 0;
    }
    for (int j = 0; j < 2; ++j)
      for (int i = 0; i < copies_; ++i) Phi_q[i + copies_ * j] = p.q[j];
    return RhsStatus::ok;
  }
  RhsStatus rates(const MechanicalPoint&, double*) override { return RhsStatus::ok; }

 private:
  int copies_;
};

// The same for a top: a symmetric body that turns about a fixed point without torque, y = quaternion (w x y z, body to world), body rates. With
// I = (A, A, C) the rates turn about the axis of symmetry at (C - A)/A w_z, and the axis goes round the constant angular momentum at |L|/A.
class FreeTop : public System, public MechanicalSystem {
 public:
  FreeTop(double A, double C) : inertia_{A, A, C} {}
  int n() const override { return 7; }
  RhsStatus rhs(double, const double* y, double* f) override {
    double q[4];
    const double norm = std::sqrt(y[0] * y[0] + y[1] * y[1] + y[2] * y[2] + y[3] * y[3]);
    for (int i = 0; i < 4; ++i) q[i] = y[i] / norm;
    const double* w = y + 4;
    f[0] = 0.5 * (-q[1] * w[0] - q[2] * w[1] - q[3] * w[2]);
    f[1] = 0.5 * (q[0] * w[0] + q[2] * w[2] - q[3] * w[1]);
    f[2] = 0.5 * (q[0] * w[1] + q[3] * w[0] - q[1] * w[2]);
    f[3] = 0.5 * (q[0] * w[2] + q[1] * w[1] - q[2] * w[0]);
    double gyro[3];
    moment(w, gyro);
    for (int i = 0; i < 3; ++i) f[4 + i] = -gyro[i] / inertia_[i];
    return RhsStatus::ok;
  }
  bool project(double, double* y) override {
    const double norm = std::sqrt(y[0] * y[0] + y[1] * y[1] + y[2] * y[2] + y[3] * y[3]);
    for (int i = 0; i < 4; ++i) y[i] /= norm;
    return true;
  }
  int nq() const override { return 4; }
  int nv() const override { return 3; }
  void retract(const double* q, const double* dv, double* out) const override {
    const double angle = std::sqrt(dv[0] * dv[0] + dv[1] * dv[1] + dv[2] * dv[2]);
    const double c = std::cos(0.5 * angle), s = angle > 0 ? std::sin(0.5 * angle) / angle : 0.5, x = s * dv[0], y = s * dv[1], z = s * dv[2];
    out[0] = q[0] * c - q[1] * x - q[2] * y - q[3] * z;
    out[1] = q[0] * x + q[1] * c + q[2] * z - q[3] * y;
    out[2] = q[0] * y + q[2] * c + q[3] * x - q[1] * z;
    out[3] = q[0] * z + q[3] * c + q[1] * y - q[2] * x;
  }
  RhsStatus residual(const MechanicalPoint& p, double* r, double*) override {
    moment(p.v, r);
    for (int i = 0; i < 3; ++i) r[i] += inertia_[i] * p.vdot[i];
    return RhsStatus::ok;
  }
  RhsStatus matrices(const MechanicalPoint& p, double* M, double* D, double* K, double*) override {
    for (int i = 0; i < 9; ++i) M[i] = D[i] = K[i] = 0;
    for (int i = 0; i < 3; ++i) {
      const int j = (i + 1) % 3, k = (i + 2) % 3;  // (w x I w)_i = (I_k - I_j) w_j w_k
      M[4 * i] = inertia_[i];
      D[i + 3 * j] = (inertia_[k] - inertia_[j]) * p.v[k];
      D[i + 3 * k] = (inertia_[k] - inertia_[j]) * p.v[j];
    }
    return RhsStatus::ok;
  }
  RhsStatus rates(const MechanicalPoint&, double*) override { return RhsStatus::ok; }
  // Closed form: q(t) = exp(t |L|/A about L) q(0) exp(-t (C - A)/A w_z about z), both in their frames at t = 0; w(0) in body axes.
  Numbers exact(const Numbers& q0, const Numbers& w0, double t) const {
    const double A = inertia_[0], C = inertia_[2], drift = (C - A) / A * w0[2];
    // in body axes at t = 0 the momentum is I w0: turn about it by t |L|/A, then about the axis by -t drift
    const Numbers about_L = {t * w0[0], t * w0[1], t * C / A * w0[2]}, about_axis = {0, 0, -t * drift};
    Numbers q(4), out(7);
    retract(q0.data(), about_L.data(), q.data());
    retract(q.data(), about_axis.data(), out.data());
    out[4] = std::cos(t * drift) * w0[0] - std::sin(t * drift) * w0[1];
    out[5] = std::sin(t * drift) * w0[0] + std::cos(t * drift) * w0[1];
    out[6] = w0[2];
    return out;
  }

 private:
  void moment(const double* w, double* out) const {
    for (int i = 0; i < 3; ++i) out[i] = (inertia_[(i + 2) % 3] - inertia_[(i + 1) % 3]) * w[(i + 1) % 3] * w[(i + 2) % 3];
  }
  double inertia_[3];
};

// -- driving a stepper
inline double largest_difference(const double* a, const double* b, int n) {
  double worst = 0;
  for (int i = 0; i < n; ++i) worst = std::max(worst, std::abs(a[i] - b[i]));
  return worst;
}
inline double largest_difference(const Numbers& a, const Numbers& b) { return largest_difference(a.data(), b.data(), static_cast<int>(a.size())); }

struct Drive {
  StepReport last;
  Numbers y;
  std::string why;
  double longest = 0, shortest = 0;
};
// From wherever the stepper stands to t_end, `after` called once per step.
template <class After> Drive drive_on(Stepper& stepper, int n, double t_end, After after) {
  Drive out;
  do {
    out.last = stepper.step(t_end);
    if (out.last.status == StepStatus::failed) break;
    out.longest = std::max(out.longest, out.last.h_s);
    out.shortest = out.shortest == 0 ? out.last.h_s : std::min(out.shortest, out.last.h_s);
    after(out.last);
  } while (out.last.status == StepStatus::step);
  out.y.assign(stepper.y(), stepper.y() + n);
  out.why = out.last.why;
  return out;
}
inline Drive drive(Stepper& stepper, const Numbers& y0, double t_end, double t_begin = 0) {
  stepper.restart(t_begin, y0.data());
  return drive_on(stepper, static_cast<int>(y0.size()), t_end, [](const StepReport&) {});
}

}  // namespace zanjir::test
