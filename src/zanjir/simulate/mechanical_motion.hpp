// The second-order form of a motion, for generalized-alpha and semi-implicit Euler: r = M vdot + bias - tau - Phi_q^T lambda over the speeds
// that are integrated. The inertia forces come from the recursions of newton-euler; stiffness and damping matrices are differences of r, or of the
// springs of loops alone A^T Ks A and A^T Cd A.
#pragma once

#include "zanjir/integrate/mechanical_system.hpp"
#include "zanjir/simulate/motion_system.hpp"

namespace zanjir {

class MechanicalMotion final : public MechanicalSystem {
 public:
  explicit MechanicalMotion(MotionSystem&);
  int nq() const override { return static_cast<int>(system_.q_index().size()); }
  int nv() const override { return static_cast<int>(system_.v_index().size()); }
  int nz() const override { return system_.n_bristles(); }
  int n_rows() const override { return system_.has_loops() ? system_.model().n_closure_rows() : 0; }
  int kept_rank() const override { return system_.has_loops() ? system_.rank()->rank : -1; }
  void retract(const double* q, const double* dv, double* q_out) const override;
  RhsStatus residual(const MechanicalPoint&, double* r, double* phi) override;
  RhsStatus matrices(const MechanicalPoint&, double* M, double* D, double* K, double* Phi_q) override;
  RhsStatus extras(const MechanicalPoint&, double* z) override;
  RhsStatus rates(const MechanicalPoint&, double* zdot_and_ledger) override;
  bool stiff_directions_turn() const override { return springs_alone_; }

 private:
  bool place(const MechanicalPoint&, const double* q, const double* v);
  void bend_bristles(const MechanicalPoint&);
  bool residual_at(const double* lambda, VecX& r);
  void spring_matrices(double* D, double* K);

  MotionSystem& system_;
  const Model& model_;
  State state_;
  Workspace ws_;
  Closure closure_;
  CutRows cut_;
  VecX vdot_, tau_, tau_cut_, lambda_, full_, r_, r_shifted_, q_shifted_, v_shifted_;
  MatX M_;
  // Springs of loops, and nothing else that is stiff: no force elements, no control that follows the state.
  bool springs_alone_ = false;
  Closure springs_;
  MatX full_matrix_;
  mutable VecX q_from_, q_to_, dv_;
};

}  // namespace zanjir
