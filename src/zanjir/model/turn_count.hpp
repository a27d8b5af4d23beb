// How often a cut joint has turned. Two poses give its angle within one turn only; where every joint between its two bodies turns about lines parallel to its
// own (planar linkages, and planar parts of spatial ones), their angles add up to it, so that it runs on through half a turn as the angles of the tree do.
#pragma once

#include <vector>

#include "zanjir/model/joint.hpp"

namespace zanjir {

class Model;

struct TurnCount {
  struct Term {
    int coordinate;  // of the tree
    double sign;
  };
  int part = -1;       // which coordinate of the cut joint; -1: it has no angle, or what lies between turns about other lines too
  double at_zero = 0;  // the angle where all coordinates of the tree are zero
  std::vector<Term> terms;
};
TurnCount turn_count(const Model&, const Joint& cut);
// That of the angles a + 2 pi k which is nearest to the sum.
double counted(const TurnCount&, const double* q, double angle);

}  // namespace zanjir
