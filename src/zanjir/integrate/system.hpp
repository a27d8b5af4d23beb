// What is integrated: first-order equations y' = f(t, y), and for generalized-alpha the second-order form behind them.
#pragma once

#include <cstdint>

namespace zanjir {

enum class RhsStatus : std::uint8_t {
  ok,
  retry,  // no slope here (a stage left the domain): a shorter step may do
  stop    // no slope, and no step size will help: the run ends at the last good step
};

struct RungeKuttaTable;

// y holds the states first and then the ledger: integrals that f does not read. A stepper owns nothing of it.
class System {
 public:
  virtual ~System() = default;
  virtual int n() const = 0;
  virtual int n_states() const { return n(); }
  virtual RhsStatus rhs(double t_s, const double* y, double* ydot) = 0;

  // All stages of an explicit step from (t0, y0) at once, k[0] being its slope: k[1] to k[stages], the slope at the end, and the solution there. False: not here, or not at all,
  // and nothing is known of the step; the stepper asks for one slope after the other.
  virtual bool stages(const RungeKuttaTable&, double /*t0_s*/, double /*h_s*/, double /*t_end_s*/, const double* /*y0*/, double* const* /*k*/,
                      double* /*y_end*/) {
    return false;
  }

  // Back onto the constraints (loops, unit quaternions) at the end of a step. Returns whether y was changed. What it does to the ledger it does in
  // y, and nowhere else: BDF projects before its error test, so a call may belong to a step that is then thrown away together with its y.
  virtual bool project(double /*t_s*/, double* /*y*/) { return false; }

  // Once per step that Stepper::step or retake hands out, with its final, projected y: the place to count and to book what is not in y. A
  // retaken step replaces the one before it.
  virtual void accepted(double /*t_s*/, const double* /*y*/) {}

  // An iteration with a matrix that is out of date may stand still where f is far from solved, and take that for the solution: for slopes that turn from one step to the
  // next from far stiffer than 1/gamma to none at all. At the end of an implicit step that solved y = known + gamma ydot: by how much one more step of Newton's method,
  // with a matrix of now, would move such states; others are left as they are. False: there are none.
  virtual bool left_unsolved(double /*t_s*/, const double* /*y*/, const double* /*ydot*/, double /*gamma_s*/, double* /*correction*/) {
    return false;
  }

  // df/dy, column-major n x n, ydot being f(t, y). False: not known, the stepper takes differences.
  virtual bool jacobian(double /*t_s*/, const double* /*y*/, const double* /*ydot*/, double* /*J*/) { return false; }
};

}  // namespace zanjir
