// A System as SUNDIALS sees it: vectors with our norm, and the callbacks that CVODES and ARKODE share. A SundialsProblem is the user data of every
// solver object.   Source: the SUNDIALS 6.4 guides [Hindmarsh2005, Gardner2022].
#pragma once

#include <nvector/nvector_serial.h>
#include <sundials/sundials_linearsolver.h>
#include <sundials/sundials_matrix.h>

#include <Eigen/LU>
#include <array>
#include <memory>
#include <string>
#include <vector>

#include "zanjir/core/linear.hpp"
#include "zanjir/integrate/stepper.hpp"
#include "zanjir/integrate/weighted_norm.hpp"

namespace zanjir {

struct SundialsDelete {
  void operator()(SUNContext context) const { SUNContext_Free(&context); }
  void operator()(N_Vector v) const { N_VDestroy(v); }
  void operator()(SUNMatrix matrix) const { SUNMatDestroy(matrix); }
  void operator()(SUNLinearSolver solver) const { SUNLinSolFree(solver); }
};
template <class Pointer> using SundialsHandle = std::unique_ptr<std::remove_pointer_t<Pointer>, SundialsDelete>;

struct SundialsProblem {
  SundialsProblem(const StepperOptions&, System&);

  // A vector whose weighted norm, and that of every clone, is `norm`.
  SundialsHandle<N_Vector> make_vector() const;

  SundialsHandle<SUNContext> context;  // first in, last out: all other objects hold it
  System& system;
  const WeightedNorm norm;
  const double rel_tol, abs_tol;
  const int n;
  StepperCounts counts;
  double h = 0;                     // of the step under way, as far as known: scales the differences of a Jacobian
  bool changed = false;             // by the last projection
  bool stopped = false;             // the right-hand side said, in this step, that no step size will help; Adams would try one all the same
  std::array<char, 256> message{};  // the library's last words
  std::vector<double> y_moved, f_moved, f_end;
  bool f_end_known = false;  // fooled() found it
  // The last slopes that an explicit method has asked for, in turn, where somebody wants to know: [kept] by rows, states alone.
  struct Asked {
    int kept = 0;
    long n = 0;
    std::vector<double> t_s, slopes;
  } asked;

  // Whether what the library calls a step is one: at a wall in the right-hand side it creeps on for ever, each step a rounding error long.
  bool is_step(double t, double t_end, double t_stop) const;

  // An iteration with a matrix that is out of date stands still where slopes were stiff when the matrix was made and are not now, far from the solution, and takes that
  // for convergence; its step has no error that any test would see. Whether that happened to the one that ended a step at y, where it solved y = known + gamma ydot:
  // by the correction (1 - gamma J)^-1 gamma (f - ydot) with a matrix of now, which is made only if neither the residual nor what J has changed along the
  // correction with the old one leaves room for it. One right-hand side more per step, mostly.
  bool fooled(double t, const double* y, const double* ydot, double gamma);
  // x <- (1 - gamma J)^-1 x for rates of states, with the matrix that the library keeps: what an error in slopes of stiff parts does to a step.
  void damp(double gamma, VecX& x);
  // Of rates of states, or of errors of states, in units of what the tolerances allow about y.
  double length(const VecX& x, const double* y) const;
  bool fooled_about_bristles(double t, const double* y, const double* ydot, double gamma);  // the same of what System::left_unsolved looks at alone

  // The signatures are those of the library; `data` is a SundialsProblem.
  static int rhs(realtype t, N_Vector y, N_Vector ydot, void* data);
  static int weights(N_Vector y, N_Vector w, void* data);
  static int jacobian(realtype t, N_Vector y, N_Vector ydot, SUNMatrix J, void* data, N_Vector, N_Vector, N_Vector);
  static void error(int code, const char* module, const char* function, char* text, void* data);

 private:
  int differences(double t, const double* y, const double* ydot, double* J);

  MatX J_kept_, J_now_, newton_;  // d rates/d states as the library has it; of fooled()
  VecX residual_, correction_, turned_;
  Eigen::PartialPivLU<MatX> solver_;
};

// What went wrong, in words: by the library's flag, or (flag not negative) because its step is none.
std::string sundials_failure(const SundialsProblem&, int flag, char* (*name_of)(long), double t);

}  // namespace zanjir
