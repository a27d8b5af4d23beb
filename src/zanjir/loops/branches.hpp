// Every configuration that puts frames where they shall be (inverse kinematics) or that the given coordinates allow (forward kinematics).
//
// Closed form where the graph of bodies allows it: starting from the bodies whose poses are known, legs that lead from known to known bodies are
// solved one after the other (loops/leg); where this reaches every body, the branches are the product of the legs' solutions, each checked
// at every joint, and the list is complete. A body on a ball that three rods hold (loops/ball_on_rods) has all its assembly modes from a system of
// polynomials. Otherwise random starts (each with all branches of the legs from there), until a number of them in a row finds nothing new: not proven.
// Without targets a branch is then an assembly mode: the poses of the hubs, the bodies where three or more joints meet (a platform), when all
// the rest hangs on them by legs.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "zanjir/loops/leg_plan.hpp"

namespace zanjir {

struct BranchSearch {
  enum class Method : std::uint8_t { closed_form_or_numeric, numeric, nearest };  // nearest: only the branch reached from the guess
  Method method = Method::closed_form_or_numeric;
  int quiet_starts = 200;  // numeric: stop after this many starts in a row without anything new
  int max_starts = 20000;
  int max_listed = 64;  // the nearest ones; all are counted
  std::uint64_t seed = 1;
};

struct Branch {
  State state;
  std::string label;    // see branch_label
  double residual = 0;  // largest scaled row of loops and targets
  double distance = 0;  // from the guess: largest change of a coordinate, radians or model lengths
  int freedoms = 0;     // left at this configuration (a rod's spin, a redundant arm); 0: isolated
  int leg_choices = 1;  // numeric, without targets: configurations of the legs for the same poses of the hubs; this one is nearest to the guess
};

struct Branches {
  std::vector<Branch> list;   // nearest to the guess first
  int count = 0;              // all that were found, listed or not
  bool closed_form = false;   // by legs; else by random starts
  bool complete = false;      // a theorem: closed form, all zeros of a system of polynomials, or a tree with nothing to solve
  int n_complex = 0;          // zeros of that system, the real ones among them; 0: no such system is known
  int starts = 0, quiet = 0;  // numeric: starts taken, and how many of them since the last new one
  std::vector<Leg> legs;      // in the order they were solved
  std::vector<Limit> limits;  // when nothing was found; proven only in closed form
};
Branches find_branches(const Model&, const BranchQuestion&, const State& near, const BranchSearch& = {});

// The name of the branch that a state is on: the solutions of its legs, "A1:up A2:down". Where no legs cover the mechanism: those of the legs that
// hang on its hubs or on led frames, and the sign of the determinant of the loops' rows over the coordinates that are not held ("det:+"), if they are as many: it
// changes only where branches meet.
std::string branch_label(const Model&, const BranchQuestion&, const LegPlan&, const State&);

}  // namespace zanjir
