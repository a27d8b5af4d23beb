// Generalized-alpha: order 2 with and without constraints, on the rotation group, for all damping; redundant rows; stiff springs; its ledger.
#include "zanjir/integrate/generalized_alpha.hpp"

#include <gtest/gtest.h>

#include "support/ode_systems.hpp"
#include "support/tolerance.hpp"

namespace zanjir::test {
namespace {

StepperOptions alpha_options(double h, double radius) {
  StepperOptions options;
  options.method = "generalized-alpha";
  options.fixed_step_s = h;
  options.spectral_radius = radius;
  options.rel_tol = options.abs_tol = 1e-11;
  return options;
}

constexpr double radii[] = {0.0, 0.5, 0.8, 1.0};

// Pendulum from rest at the horizontal, as a function of time, by a far more accurate method in the minimal coordinate.
Numbers pendulum(double t_end) {
  FunctionSystem angle(2, 0, [](double, const double* y, double* f) {
    f[0] = y[1];
    f[1] = -RodPendulum::gravity * std::cos(y[0]);
    return RhsStatus::ok;
  });
  StepperOptions options;
  options.method = "dop853";
  options.rel_tol = options.abs_tol = 1e-13;
  const Numbers y = drive(*make_stepper(options, angle), {0, 0}, t_end).y;
  return {std::cos(y[0]), std::sin(y[0]), -std::sin(y[0]) * y[1], std::cos(y[0]) * y[1]};
}

TEST(GeneralizedAlpha, HasOrderTwoForEveryDamping) {
  for (double radius : radii) {
    std::vector<double> error;
    for (int n : {200, 400, 800}) {
      Kepler system(0.3);
      const auto stepper = make_stepper(alpha_options(3.0 / n, radius), system, &system);
      const Drive run = drive(*stepper, system.start(), 3);
      ASSERT_EQ(run.last.status, StepStatus::reached_limit) << run.why;
      error.push_back(largest_difference(run.y, system.exact(3)));  // the ledger's entry included
    }
    EXPECT_NEAR(observed_order(error), 2, 0.1) << radius << ": " << error[0] << " " << error[1] << " " << error[2];
  }
}

// Long and short steps in turn, as events and samples make them: the auxiliary acceleration belongs to a time that depends on the step, and goes along with it.
TEST(GeneralizedAlpha, HasOrderTwoWithStepsOfDifferentLength) {
  for (double radius : radii) {
    std::vector<double> error;
    for (int n : {200, 400, 800}) {
      Kepler system(0.3);
      const double h = 3.0 / n;
      const auto stepper = make_stepper(alpha_options(h, radius), system, &system);
      stepper->restart(0, system.start().data());
      for (int i = 0; i < 2 * n; ++i) ASSERT_EQ(stepper->step((i % 2 == 0 ? i / 2.0 + 0.8 : (i + 1) / 2.0) * h).status, StepStatus::reached_limit);
      error.push_back(largest_difference(Numbers(stepper->y(), stepper->y() + system.n()), system.exact(3)));
    }
    EXPECT_NEAR(observed_order(error), 2, 0.1) << radius << ": " << error[0] << " " << error[1] << " " << error[2];
  }
}

TEST(GeneralizedAlpha, HasOrderTwoInItsIndexThreeFormAndHoldsTheRod) {
  const Numbers exact = pendulum(2);
  for (double radius : {0.0, 0.5, 0.8}) {
    std::vector<double> position, speed;
    for (int n : {200, 400, 800}) {
      RodPendulum system;
      const auto stepper = make_stepper(alpha_options(2.0 / n, radius), system, &system);
      const Drive run = drive(*stepper, {1, 0, 0, 0}, 2);
      ASSERT_EQ(run.last.status, StepStatus::reached_limit) << run.why;
      position.push_back(largest_difference(run.y.data(), exact.data(), 2));
      speed.push_back(largest_difference(run.y.data() + 2, exact.data() + 2, 2));
      // the speeds converge to 1e-2 of a tolerance of 1e-11 (1 + 4.4), displacements to h beta/gamma of that
      EXPECT_LT(system.worst_closure, 1e-13 * 5.4 * 2.0 / n + rounding(20)) << "closed by the method itself";
      EXPECT_EQ(system.projections, 0);
    }
    EXPECT_NEAR(observed_order(position), 2, 0.15) << radius << ": " << position[0] << " " << position[1] << " " << position[2];
    EXPECT_NEAR(observed_order(speed), 2, 0.15) << radius << ": " << speed[0] << " " << speed[1] << " " << speed[2];
  }
}

TEST(GeneralizedAlpha, RedundantRowsChangeNothing) {
  RodPendulum once(1), thrice(3);
  const auto a = make_stepper(alpha_options(0.005, 0.8), once, &once), b = make_stepper(alpha_options(0.005, 0.8), thrice, &thrice);
  const Drive single = drive(*a, {1, 0, 0, 0}, 2), triple = drive(*b, {1, 0, 0, 0}, 2);
  ASSERT_EQ(triple.last.status, StepStatus::reached_limit) << triple.why;
  EXPECT_LT(largest_difference(single.y, triple.y), 1e-9) << "the tolerance of 400 iterations of 1e-13 and the motion's own growth";
}

TEST(GeneralizedAlpha, HasOrderTwoOnTheRotationGroup) {
  const Numbers q0 = {1, 0, 0, 0}, w0 = {1, 0.5, 3};
  for (double radius : {0.0, 0.8, 1.0}) {
    std::vector<double> error;
    double drift = 0;
    for (int n : {200, 400, 800}) {
      FreeTop top(1, 1.7);
      const auto stepper = make_stepper(alpha_options(2.0 / n, radius), top, &top);
      const Drive run = drive(*stepper, {1, 0, 0, 0, 1, 0.5, 3}, 2);
      ASSERT_EQ(run.last.status, StepStatus::reached_limit) << run.why;
      error.push_back(largest_difference(run.y, top.exact(q0, w0, 2)));
      drift = std::abs(std::hypot(std::hypot(run.y[0], run.y[1]), std::hypot(run.y[2], run.y[3])) - 1);
      EXPECT_LT(drift, rounding(n)) << "the step moves along the group";
    }
    EXPECT_NEAR(observed_order(error), 2, 0.1) << radius << ": " << error[0] << " " << error[1] << " " << error[2];
  }
}

// One mass on a spring, x'' = -w^2 x: at w h -> infinity an oscillation shrinks by the spectral radius per step.
class Spring : public System, public MechanicalSystem {
 public:
  explicit Spring(double stiffness) : k_(stiffness) {}
  int n() const override { return 3; }
  int n_states() const override { return 2; }
  RhsStatus rhs(double, const double* y, double* f) override {
    f[0] = y[1];
    f[1] = -k_ * y[0];
    f[2] = f[1] * y[1];
    return RhsStatus::ok;
  }
  int nq() const override { return 1; }
  int nv() const override { return 1; }
  void retract(const double* q, const double* dv, double* out) const override { out[0] = q[0] + dv[0]; }
  RhsStatus residual(const MechanicalPoint& p, double* r, double*) override {
    r[0] = p.vdot[0] + k_ * p.q[0];
    return RhsStatus::ok;
  }
  RhsStatus matrices(const MechanicalPoint&, double* M, double* D, double* K, double*) override {
    M[0] = 1;
    D[0] = 0;
    K[0] = k_;
    return RhsStatus::ok;
  }
  RhsStatus rates(const MechanicalPoint& p, double* out) override {
    out[0] = -k_ * p.q[0] * p.v[0];
    return RhsStatus::ok;
  }

 private:
  double k_;
};

TEST(GeneralizedAlpha, DampsInfinitelyFastOscillationsByItsSpectralRadius) {
  for (double radius : {0.3, 0.6, 0.8}) {
    Spring spring(1e12);
    const auto stepper = make_stepper(alpha_options(1e-2, radius), spring, &spring);  // w h = 1e4
    const double y0[] = {1, 0, 0};
    stepper->restart(0, y0);
    Numbers size;
    for (int i = 0; i < 60; ++i) {
      ASSERT_EQ(stepper->step(10).status, StepStatus::step);
      size.push_back(std::abs(stepper->y()[0]));
    }
    // a double or triple root at infinity: a polynomial times radius^n, so the ratio is approached like 1 + 2/n
    const double ratio = std::pow(size[59] / size[29], 1.0 / 30);
    EXPECT_NEAR(ratio, radius, radius * 4.0 / 30) << size[29] << " " << size[59];
    EXPECT_LT(size[59], 1.0);
  }
}

// The matrix is kept over steps of a linear system: one factorisation, one correction per step and one to see it.
TEST(GeneralizedAlpha, KeepsItsMatrixWhileItConverges) {
  Spring spring(100);
  const auto stepper = make_stepper(alpha_options(1e-3, 0.8), spring, &spring);
  drive(*stepper, {1, 0, 0}, 1);
  EXPECT_EQ(stepper->counts().steps, 1000);
  EXPECT_LE(stepper->counts().jacobians, 3) << "the last step may be longer by rounding";
  EXPECT_LE(stepper->counts().iterations, 2100);
}

TEST(GeneralizedAlpha, LedgerBalancesTheEnergyToOrderTwo) {
  std::vector<double> imbalance;
  for (int n : {200, 400, 800}) {
    Spring spring(25);
    const auto stepper = make_stepper(alpha_options(2.0 / n, 0.8), spring, &spring);
    const Numbers y = drive(*stepper, {1, 0, 0}, 2).y;
    imbalance.push_back(std::abs(0.5 * y[1] * y[1] - y[2]));
  }
  EXPECT_GT(observed_order(imbalance), 1.8) << imbalance[0] << " " << imbalance[1] << " " << imbalance[2];
}

TEST(GeneralizedAlpha, SaysWhenItDoesNotConverge) {
  class Wild : public Spring {
   public:
    Wild() : Spring(1) {}
    RhsStatus matrices(const MechanicalPoint& p, double* M, double* D, double* K, double* Phi_q) override {
      const RhsStatus status = Spring::matrices(p, M, D, K, Phi_q);
      M[0] = -0.3;  // steers the wrong way
      return status;
    }
  } wild;
  const auto stepper = make_stepper(alpha_options(0.01, 0.8), wild, &wild);
  const Drive run = drive(*stepper, {1, 0, 0}, 1);
  EXPECT_EQ(run.last.status, StepStatus::failed);
  EXPECT_NE(run.why.find("does not converge"), std::string::npos) << run.why;
  EXPECT_EQ(run.y, (Numbers{1, 0, 0})) << "the last good state";
}

// z' = -z + x with x from an oscillator: first-order extras beside q and v, order 2.
TEST(GeneralizedAlpha, CarriesFirstOrderStates) {
  class Filtered : public System, public MechanicalSystem {
   public:
    int n() const override { return 3; }
    RhsStatus rhs(double, const double* y, double* f) override {
      f[0] = y[1];
      f[1] = -y[0] - 0.5 * y[2];
      f[2] = y[0] - y[2];
      return RhsStatus::ok;
    }
    int nq() const override { return 1; }
    int nv() const override { return 1; }
    int nz() const override { return 1; }
    void retract(const double* q, const double* dv, double* out) const override { out[0] = q[0] + dv[0]; }
    RhsStatus residual(const MechanicalPoint& p, double* r, double*) override {
      double z = 0;
      extras(p, &z);
      r[0] = p.vdot[0] + p.q[0] + 0.5 * z;
      return RhsStatus::ok;
    }
    RhsStatus extras(const MechanicalPoint& p, double* z) override {  // z = z_from + h/2 (z'_from + x - z)
      const double half = p.z_step_s / 2;
      z[0] = p.z_from ? (p.z_from[0] + half * (p.zdot_from[0] + p.q[0])) / (1 + half) : p.z[0];
      return RhsStatus::ok;
    }
    RhsStatus matrices(const MechanicalPoint&, double* M, double* D, double* K, double*) override {
      M[0] = K[0] = 1;
      D[0] = 0;
      return RhsStatus::ok;
    }
    RhsStatus rates(const MechanicalPoint& p, double* out) override {
      out[0] = p.q[0] - p.z[0];
      return RhsStatus::ok;
    }
  } system;
  StepperOptions fine;
  fine.method = "dop853";
  fine.rel_tol = fine.abs_tol = 1e-13;
  const Numbers exact = drive(*make_stepper(fine, system), {1, 0, 0}, 5).y;
  std::vector<double> error;
  for (int n : {100, 200, 400})
    error.push_back(largest_difference(drive(*make_stepper(alpha_options(5.0 / n, 0.8), system, &system), {1, 0, 0}, 5).y, exact));
  EXPECT_NEAR(observed_order(error), 2, 0.1) << error[0] << " " << error[1] << " " << error[2];
}

TEST(RankedSolve, LeavesRedundantRowsOut) {
  MatX A(4, 4);
  A << 2, 0, 1, 1, 0, 3, 1, 1, 1, 1, 0, 0, 1, 1, 0, 0;  // the last row and column are copies
  RankedSolve solve(4);
  solve.factor(A);
  EXPECT_EQ(solve.rank(1e-12), 3);
  VecX x(4);
  const VecX b = A * VecX::LinSpaced(4, 1, 4);
  solve.solve(b, 3, x);
  EXPECT_LT((A * x - b).lpNorm<Eigen::Infinity>(), rounding(20, 10));
  EXPECT_LT((x.head(2) - VecX::LinSpaced(2, 1, 2)).lpNorm<Eigen::Infinity>(), rounding(20, 10)) << "what the rows determine";
}

}  // namespace
}  // namespace zanjir::test
