// What is integrated: first-order equations y' = f(t, y), and for generalized-alpha the second-order form behind them.
#pragma once

#include <cstdint>

namespace zanjir {

enum class RhsStatus : std::uint8_t {
  ok,
  retry,  // no slope here (a stage left the domain): a shorter step may do
  stop    // no slope, and no step size will help: the run ends at the last good step
};

// y holds the states first and then the ledger: integrals that f does not read. A stepper owns nothing of it.
class System {
 public:
  virtual ~System() = default;
  virtual int n() const = 0;
  virtual int n_states() const { return n(); }
  virtual RhsStatus rhs(double t_s, const double* y, double* ydot) = 0;

  // Back onto the constraints (loops, unit quaternions) after an accepted step. Called once per accepted step; what it does to the ledger is
  // the system's business. Returns whether y was changed.
  virtual bool project(double /*t_s*/, double* /*y*/) { return false; }

  // df/dy, column-major n x n, ydot being f(t, y). False: not known, the stepper takes differences.
  virtual bool jacobian(double /*t_s*/, const double* /*y*/, const double* /*ydot*/, double* /*J*/) { return false; }
};

}  // namespace zanjir
