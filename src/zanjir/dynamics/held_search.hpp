// Which contacts part, stick or slide, and which way: the law of Coulomb for all that touches at once. With w' = b + G f (dynamics/held_contacts.hpp), in
// coordinates where every cone is f_0 >= |f_t| (friction divided by its coefficients, rows of velocity multiplied by them), it reads [DeSaxce1998]
//   f in K,   w' + |w'_t| n in K,   f.(w' + |w'_t| n) = 0                                                                                        (1)
// and with the s = |w'_t| of the last turn instead it is a convex program, whose answer sticks wherever any division of forces can hold [Acary2011]:
//   min  f^T G f/2 + (b + s n)^T f,   f in K                                                                                                    (2)
// Contacts that move already slide the way they do, with the friction of the last turn as a load. What (2) says of each contact is then tried exactly: the set of linear
// equations of HeldForces, the ways of what begins to slide by Newton's method; it is taken when it contradicts nothing, mostly at the first or second turn. Where no
// turn gives such an answer there may be none: rigid bodies with dry friction need not have one (Painleve's paradox).
// What is to stick is held by the static cone; what begins to slide has the cone of sliding from then on, and all is asked again.
#pragma once

#include <vector>

#include "zanjir/dynamics/held_forces.hpp"

namespace zanjir {

class HeldSearch {
 public:
  // Rows, grips, ways and forces of the places, whose fixed_slide, stays, pulls are given. `nothing`: a rate of a row that counts as none.
  // `grown`: b where what prescribed motions contradict of it has grown to what a program can tell; null where they contradict nothing, or enough.
  // `eased`: the same, or b, where the contacts that are at their limit carry a hair less than they do, so that they are beyond it; null where nothing is at a limit.
  SolveStatus settle(std::vector<HeldPlace>&, const MatX& G, const VecX& b, const VecX* grown, const VecX* eased, double nothing, HeldForces&);

 private:
  SolveStatus search(std::vector<HeldPlace>&, const MatX& G, const VecX& b, double nothing, HeldForces&);
  bool only_touching_is_open(const std::vector<HeldPlace>&) const;
  bool try_all_sets(std::vector<HeldPlace>&, const MatX& G, const VecX& b, double nothing, HeldForces&);
  void bound_groups(const std::vector<HeldPlace>&);
  void press(std::vector<HeldPlace>&, const MatX& G);  // (3)
  void pose(const std::vector<HeldPlace>&, const MatX& G, const VecX& b);
  void resize_slightly_stiff(ConeProgram&, std::size_t n) const;
  int add_cone(int size);                                                            // where it begins
  void read(std::vector<HeldPlace>&, const MatX& G, const VecX& b, double nothing);  // what (2) says: rows, grips, ways
  void find_left(const std::vector<HeldPlace>&, const MatX& G, const VecX& b, const MatX& P, const VecX& g);
  void sharpen(std::vector<HeldPlace>&, const MatX& G, const VecX& b, const MatX& P);  // ways of what begins to slide
  bool try_set(std::vector<HeldPlace>&, const MatX& G, const VecX& b, double nothing, HeldForces&);
  struct Least {
    double motion, force, press;  // that is not rounding; press: of what may be loose, whose own force is the one that is asked for
  };
  Least least(const std::vector<HeldPlace>&, double nothing) const;
  bool correct(std::vector<HeldPlace>&, double nothing) const;
  bool contradicts(const std::vector<HeldPlace>&, double nothing) const;
  bool leaves_lying(const std::vector<HeldPlace>&, double nothing) const;

  struct Unknown {
    std::size_t place = 0;
    int axis = 0;
    double scale = 1;   // from the coordinates of (2)
    int cone_row = -1;  // where it is in the cones
  };
  std::vector<HeldRows> rows_;  // if it touches
  std::vector<Unknown> unknowns_;
  std::vector<int> cones_;
  int n_cone_rows_ = 0;
  SharedNormals shared_, pressing_;
  std::vector<char> bounded_;  // friction is bounded by the normal force of the last turn, in s_; 2: from the next turn on
  std::vector<double> s_;      // |w'_t| of the last turn, in the coordinates of (2)
  double largest_ = 1, stiffest_ = 1;
  // An answer, for want of a better one: its feet do not press as on springs yet, or rows that hardly differ, as those of a chain in one line, are held to what HeldForces
  // takes for rounding alone.
  std::vector<HeldPlace> second_best_;
  double left_of_rows_ = 0, left_of_ways_ = 0;  // by Newton's method: of all equations, of those of what begins to slide
  VecX load_, f_, w_;                           // of (2): friction of what moves already, forces, rates
  VecX g_, tried_, v_, step_, left_;            // of Newton's method: forces, rates
  MatX A_;
  ConeProgram program_, springs_;
  LeastNormSolve solve_;
};

}  // namespace zanjir
