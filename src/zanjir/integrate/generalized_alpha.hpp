// Generalized-alpha on the configuration manifold, constant steps, with loops in their index-3 form: the multipliers are unknowns of each step and
// phi(q_n+1) = 0 holds to the tolerance of the iteration, so there is nothing to project.   Source: [Bruels2010], [Arnold2007]; see the .cpp.
#pragma once

#include <string>
#include <vector>

#include "zanjir/core/decompositions.hpp"
#include "zanjir/core/linear.hpp"
#include "zanjir/integrate/mechanical_system.hpp"
#include "zanjir/integrate/stepper.hpp"

namespace zanjir {

// Full-pivot elimination with a given rank: what the pivots beyond it say is rounding, or a redundant row seen off the constraints. No heap in solve.
class RankedSolve {
 public:
  explicit RankedSolve(int n) : lu_(n, n), work_(n) {}
  void factor(const MatX& A) { lu_.compute(A); }
  int rank(double threshold) const;  // pivots above threshold times the largest
  // x with A x = b in the first `rank` pivots; the unknowns of the others are zero.
  void solve(const VecX& b, int rank, VecX& x);

 private:
  Eigen::FullPivLU<MatX> lu_;
  VecX work_;
};

class GeneralizedAlpha final : public Stepper {
 public:
  GeneralizedAlpha(const StepperOptions&, System&, MechanicalSystem&);

  void restart(double t_s, const double* y) override;
  StepReport step(double t_limit_s) override;
  double t() const override { return t_; }
  const double* y() const override { return y_.data(); }
  // Cubic polynomials in the displacement, in v, and in z and the ledger.
  void interpolate(double t_s, double* y) override;
  bool retakes() const override { return true; }
  StepReport retake(double t_s) override;
  const StepperCounts& counts() const override { return counts_; }

 private:
  struct Moment {  // the end of a step
    double h = 0;  // of the step; `a` belongs to it
    VecX q, v, z, ledger, vdot, a, lambda, rates;
  };
  enum class Outcome { converged, slow, no_residual, stopped };

  bool start();
  Outcome take(double h, double t_end);
  Outcome iterate(double h, double t_end);
  bool factor(double h, double t_end);
  RhsStatus evaluate(double h, double t_end);
  double correct(double h);
  MechanicalPoint at(const Moment& m, double t) const { return {t, m.q.data(), m.v.data(), m.z.data(), m.vdot.data(), m.lambda.data()}; }
  MechanicalPoint with_extras(double h, double t_end) const;
  StepReport accept(double h, double t_end);
  StepReport fail(Outcome, double h);
  void pack(const Moment&);

  const double step_s_, rel_tol_, abs_tol_, converged_below_;
  const int max_iterations_;
  const FirstAuxiliary first_auxiliary_;
  double alpha_m_, alpha_f_, beta_, gamma_;
  System& system_;
  MechanicalSystem& mechanical_;
  const int nq_, nv_, nz_, n_rows_, n_;
  double t0_ = 0, t_ = 0, h_factored_ = 0, scale_ = 1;
  int rank_ = 0;        // of Phi_q
  int iterations_ = 0;  // of the last step
  bool started_ = false;
  Moment begin_, end_;
  VecX displaced_, zero_, moved_, moved_z_, r_, phi_, rhs_, correction_, multipliers_, slope_, y_ahead_;
  MatX M_, D_, K_, Phi_, rows_, matrix_;
  RankedSolve newton_, rows_solve_;
  std::vector<double> y_;
  StepperCounts counts_;
  std::string why_;
};

}  // namespace zanjir
