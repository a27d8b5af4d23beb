// Multipliers of inverse dynamics with as many actuated tree speeds as freedoms. The passive speeds have no actuator, so the loops alone carry them:
//   (Phi_p^T) lambda = f_p,   one equation per passive speed p, one unknown per independent row                                             (1)
// A leg's passive speeds know the rows of its own loop only, so the elimination is sparse: the equations with fewest unknowns come first (the legs), and those that
// know many loops (the platform) last; each takes the largest of its unknowns for its pivot (partial pivoting of the transposed matrix [Higham2002]). A robot
// costs as many operations as it has legs. What meets what is found once; the numbers take no heap.
#pragma once

#include <span>
#include <vector>

#include "zanjir/kinematics/closure.hpp"

namespace zanjir {

class PassiveLoads {
 public:
  explicit PassiveLoads(const Model&);
  int n_speeds() const { return static_cast<int>(speeds_.size()); }
  std::span<const int> speeds() const { return speeds_; }  // tree speeds without an actuator
  // At the state of the closure, for as many independent rows (increasing) as there are passive speeds. False when a pivot is too small to be sure that the
  // actuators move the mechanism here. Allocates when the rows are others than in the last call.
  bool factor(const Model&, const Closure&, std::span<const int> rows);
  // f: [nv], entries of passive speeds are read. Writes lambda of the rows in use, unscaled.
  void solve(const Model&, const VecX& f, VecX& lambda);
  // The other way round: accelerations of the passive speeds for which  Phi_p vdot_p = gamma  in the rows in use.
  void solve_accelerations(const Model&, const VecX& gamma, VecX& vdot);
  double operations() const;  // multiply-adds of one factorisation

 private:
  void use_rows(const Model&, const Closure&, std::span<const int> rows);

  std::vector<int> speeds_;
  // -- structure for the rows in use; unknowns are numbered as the rows are
  struct Equation {
    int speed = 0;
    int terms_begin = 0, terms_end = 0;        // as they come from Phi_q
    int unknowns_begin = 0, unknowns_end = 0;  // its own, and those that elimination brings in
    int before_begin = 0, before_end = 0;      // equations that are taken off it
  };
  struct Term {
    int unknown = 0, number = 0;  // of the values of Phi_q
  };
  std::vector<int> rows_;
  std::vector<Equation> equations_;  // in the order of the elimination
  std::vector<Term> terms_;
  std::vector<int> unknowns_, before_;
  // -- numbers
  std::vector<double> U_, L_;                  // beside unknowns_ and before_
  std::vector<int> pivot_;                     // per equation: the unknown it determines
  std::vector<double> inverse_pivot_, y_, x_;  // per equation, per equation, per unknown
  std::vector<char> taken_;                    // unknowns that have an equation
};

}  // namespace zanjir
