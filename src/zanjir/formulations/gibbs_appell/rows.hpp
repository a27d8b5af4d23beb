// Rows of loops in `gibbs-appell`: the closure residuals differentiated along the formulation's own motion. Internal to the formulation.
//   c' = W . (motion of the second body against the first, at the row's point)   c'' = -rest of  A vdot = rest,  at the accelerations given last
#pragma once

#include "zanjir/formulations/gibbs_appell/tree.hpp"

namespace zanjir::gibbs_appell {

struct Row {                  // world axes; a gear has no wrench
  int first = 0, second = 0;  // links
  Vec3d point{0, 0, 0};
  Forced W{{0, 0, 0}, {0, 0, 0}};  // dc of the motion of the second at the point against the first
  double c = 0, c_rate = 0;
};

// The frame C of a cut joint against its frame J, J axes: pose, motion of C's origin seen from J, and its change at the links' accelerations.
struct RelativeMotion {
  Transformd X_WJ, X_JC;
  Motiond V{}, V_dot{};
};
RelativeMotion relative_motion(const Tree&, const Joint&);

Row row_of(const Joint&, const ClosureRow&, const RelativeMotion&);
double second_derivative(const Joint&, const ClosureRow&, const RelativeMotion&);
Row row_of(const Model&, const Distance&, const Tree&);
double second_derivative(const Model&, const Distance&, const Tree&);

// All rows of the loops that hold.
struct Rows {
  explicit Rows(const Model&);
  std::vector<Row> rows;  // [n_closure_rows]
  MatX A;                 // [n_closure_rows x nv]
  VecX rest;              // [n_closure_rows] what the accelerations given last leave to the others
  MatX S_cut;             // [n_cut_v x nv] rates of the cut joints, see update_cut_rates
};
void update_rows(const Model&, const VecX& vdot, const Tree&, Rows&);  // vdot: as given to the tree last
void update_cut_rates(const Model&, const Tree&, Rows&);

int common_link(const Tree&, int first, int second);

}  // namespace zanjir::gibbs_appell
