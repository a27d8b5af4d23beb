// The forces of contacts that hold, for given grips. With the places' rows w' = b + G f (dynamics/held_contacts.hpp):
//   w' = 0 for the rows that are held,   f_t = N F(e) where a contact slides,   f = 0 for the rest                                               (1)
// Where rows depend on each other (four corners of a box, feet between prescribed joints) f = f_0 + Z z has many answers, which move nothing while the contacts
// stick. Of these the shortest f is taken that lies in all cones, if there is one:
//   min |f|^2   f_0 + Z z in K                                                                                                                  (2)
// and how much each such group of contacts has to spare is what the division that is best for the worst of them leaves:
//   max t       f_0 + Z z - t n in K                                                                                                            (3)
// which comes to zero where no division is left: that is where one of them slips or parts, not before.
// Where contacts of such a group slide, the motion depends on the division of their normal forces: these are then as if all stood on equal springs, however stiff, which leaves
// out the patterns of normal forces that move nothing:
//   P N = 0,   P onto the null space of G_nn, all normal rows that are held                                                                     (4)
// Forces of springs that do not pull are the shortest N >= 0 that keep the ground; one that they leave without a force parts.
#pragma once

#include <vector>

#include "zanjir/core/cone_program.hpp"
#include "zanjir/core/pivoted_qr.hpp"
#include "zanjir/dynamics/held_place.hpp"

namespace zanjir {

// P of (4) by places; zero rows and columns for those whose normal force is determined.
class SharedNormals {
 public:
  void find(const std::vector<HeldPlace>&, const MatX& G);
  void keep_sliding(const std::vector<HeldPlace>&);  // P becomes zero for groups in which nothing slides with friction
  const MatX& P() const { return P_; }
  bool empty() const { return n_patterns_ == 0; }
  bool together(std::size_t a, std::size_t b) const;  // one pattern runs through both, directly

 private:
  MatX normals_, P_;
  PivotedQr qr_;
  VecX pattern_;
  std::vector<char> slides_;
  int n_patterns_ = 0;
};

class HeldForces {
 public:
  // What rounding leaves of held rows with these right-hand sides; `nothing` beside what is relative to the largest.
  static double rounding(const VecX& b, double nothing);
  // A normal force that counts as none: rounding of rows over the stiffest of them, and of the hardest force.
  static double no_press_N(const std::vector<HeldPlace>&, const MatX& G, const VecX& b, double nothing);
  // (1), the shortest: lambda and after of all places. False: the rows contradict each other by more than `nothing`; `after` then shows what they leave, of least squares.
  bool solve(std::vector<HeldPlace>&, const MatX& G, const VecX& b, double nothing);
  // (2), for what solve() has found.
  void divide(std::vector<HeldPlace>&, const MatX& G, const VecX& b);
  // (3) and the groups, for what solve() has found. Forces and impulses below `no_force` count as none.
  void find_margins(std::vector<HeldPlace>&, double no_force);
  // What of the forces no equation determines, for what solve() has found: along some column of Z, or one of the patterns of (4).
  void find_shared(std::vector<HeldPlace>&, const MatX& G);
  const MatX& P() const { return shared_.P(); }  // of (4), for what solve() has found
  void make_room(std::vector<HeldPlace>&);       // for (2) and (3) with these places, grips and dependent rows

 private:
  void find_after(std::vector<HeldPlace>&, const MatX& G, const VecX& b) const;
  void find_groups(std::vector<HeldPlace>&);                                        // and Z
  void pose(ConeProgram&, const std::vector<HeldPlace>&, double unit, int n_more);  // cones and d of the program, the part of C that Z gives
  bool solve_division(const std::vector<HeldPlace>&, double unit);
  bool solve_margins(const std::vector<HeldPlace>&, double unit, int n_groups);

  LeastNormSolve solve_;
  SharedNormals shared_;
  PivotedQr across_;
  MatX A_, A_transposed_, Z_;  // Z: as many columns as there are dependent rows, the rest is room
  int n_ = 0;                  // columns of Z
  VecX rhs_, f_;
  ConeProgram division_, margins_;
  std::vector<int> cones_, cone_place_;
};

}  // namespace zanjir
