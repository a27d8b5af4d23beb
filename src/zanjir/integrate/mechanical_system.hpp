// The second-order form of a System, for methods that treat positions and speeds differently (generalized-alpha, semi-implicit Euler):
//   r(t, q, v, vdot, lambda) = M vdot + bias - tau - Phi_q^T lambda = 0,   phi(t, q) = 0,   q moving along v,   z' = ...,   ledger' = ...
// Entries of y, in this order: q [nq], v [nv], z [nz] first-order extras, then the ledger.
#pragma once

#include <algorithm>

#include "zanjir/integrate/system.hpp"

namespace zanjir {

struct MechanicalPoint {
  double t_s = 0;
  const double *q = nullptr, *v = nullptr, *z = nullptr, *vdot = nullptr, *lambda = nullptr;
  // With these, z is what the trapezoidal rule gives at the point, z = z_from + h/2 (z'_from + z'(q, v, z)); the z above is where its search begins.
  const double *z_from = nullptr, *zdot_from = nullptr;
  double z_step_s = 0;  // h
};

class MechanicalSystem {
 public:
  virtual ~MechanicalSystem() = default;
  virtual int nq() const = 0;
  virtual int nv() const = 0;
  virtual int nz() const { return 0; }
  virtual int n_rows() const { return 0; }      // of phi; 0 where loops are springs or there are none
  virtual int kept_rank() const { return -1; }  // of Phi_q along the motion; negative: not known, decided by the method at each restart

  // q_out = q moved along dv, a vector like v times a duration (a rotation: q exp(dv)). q_out may not be q.
  virtual void retract(const double* q, const double* dv, double* q_out) const = 0;
  // r [nv] and phi [n_rows].
  virtual RhsStatus residual(const MechanicalPoint&, double* r, double* phi) = 0;
  // M, D = dr/dv, K = dr/dq [nv x nv] and Phi_q [n_rows x nv], column-major, all columns along v (K and Phi_q as derivatives along retract).
  // They steer an iteration and need not be exact, but K has to hold every stiffness that is large beside M / h^2.
  virtual RhsStatus matrices(const MechanicalPoint&, double* M, double* D, double* K, double* Phi_q) = 0;
  // Matrices that are cheap, and stiff in directions that turn with the motion: taken anew for every iteration, kept over none.
  virtual bool stiff_directions_turn() const { return false; }
  // z at the point [nz]: as given, or by the trapezoidal rule.
  virtual RhsStatus extras(const MechanicalPoint& at, double* z) { return std::copy_n(at.z, nz(), z), RhsStatus::ok; }
  // Rates of z and of the ledger, in this order.
  virtual RhsStatus rates(const MechanicalPoint&, double* zdot_and_ledger) = 0;
};

}  // namespace zanjir
