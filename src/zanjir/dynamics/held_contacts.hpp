// Rigid contacts that hold: which of them touch, stick, slide or part at an instant, and the forces and impulses that this takes.
//
// With u the velocity of the body's material relative to the ground's at the touching place, n the normal, e1 and e2 along and across the friction of the
// contact, a contact has the rows w = (n.u, e1.u, e2.u) = J v, velocities without positions: a wheel that rolls without slip is the same to them as a foot.
//   sticks   all three rows are held, by any force inside its cone          wheel    n.u and e2.u
//   slides   n.u, and the ground pulls with F(e) of friction_law.hpp (1) per normal force, e the way it slides
// With N the motions that loops and prescribed joints allow, as in dynamics/impact.hpp,
//   w' = b + G f,   G = J N (N^T M N)^-1 N^T J^T,   f = D lambda,   R (b + G D lambda) = 0                                                       (1)
// R chooses rows, D says along what their forces act (R^T where nothing slides). b is w before an impact, or d/dt(J v) with the accelerations that there are
// without these forces. (1) is solved with the least norm where rows depend on each other: four corners of a box, feet between prescribed joints.
// Which rows: all that touch stick at first; then, one at a time, what would be pulled parts, what would enter the ground comes back, what leaves its cone slides
// against the force that held it, and what would slide backwards sticks, until nothing is to be changed. That ends for most. Where it does not (what would be pulled
// parts, and then enters the ground: it slides from rest), or where what begins to slide would not slide against its friction, contacts are gone through one by one,
// each solved exactly while the forces of the others stay (nonsmooth Gauss-Seidel [Jean1999]): it parts, sticks, or slides the way e for which
//   w'(e) = b + G (1, F(e)) N,  n.w' = 0,  points along e, N > 0                                                                              (2)
// Where that has no answer either (rigid bodies with dry friction need not have one: Painleve's paradox) the run is told so.
#pragma once

#include <vector>

#include "zanjir/core/decompositions.hpp"
#include "zanjir/dynamics/formulation.hpp"
#include "zanjir/loops/allowed_motions.hpp"

namespace zanjir {

class HeldContacts {
 public:
  explicit HeldContacts(const Model&);                            // which must outlive it
  const std::vector<int>& contacts() const { return contacts_; }  // places in Model::contacts() of those that hold
  bool empty() const { return contacts_.empty(); }
  bool any_touching(const std::vector<ContactMemory>&) const;

  // The forces of what touches, as its grip says, into memory[i].force_G. vdot: accelerations without them. ws: Stage::velocity.
  SolveStatus find_forces(Workspace& ws, const LoopRank*, const VecX& vdot, std::vector<ContactMemory>& memory);

  // What becomes of a contact: its force or impulse in world axes, and w' of (1).
  struct Change {
    int contact = 0;
    ContactPhase phase = ContactPhase::touching;
    Grip grip = Grip::sticks;
    Vec3d slide_G{0, 0, 0}, force_W{0, 0, 0}, before{0, 0, 0}, after{0, 0, 0};
  };
  // The impact of all that touches in `memory`: v changes, energy_J is what this adds (positive only where prescribed joints push). Those that part slower than a flight that could
  // be seen stay.
  SolveStatus impact(Workspace& ws, const LoopRank*, const std::vector<ContactMemory>& memory, VecX& v, double& energy_J, std::vector<Change>&);
  // Grips and phases from here on. Contacts that slide faster than rounding go on sliding; `sliding`: those that are to slide whatever their speed, along slide_G
  // of the memory.
  SolveStatus decide(Workspace& ws, const LoopRank*, const VecX& vdot, const std::vector<ContactMemory>& memory, const std::vector<int>& sliding,
                     std::vector<Change>&);

  // Gaps of what stands on the ground and rates of all held rows back to zero, by the least motion in the metric of the masses. True: changed.
  bool project(Workspace& ws, const LoopRank*, State&);

  // Of a contact that touches, as far as events look at it.
  struct Watched {
    double normal_N = 0, spare_N = 0;  // spare: what friction could bear beside what it does
    double along_slide_m_per_s = 0;    // along slide_G
  };
  Watched watch(const Workspace& ws, int contact) const;  // with the force of ws.contact

  // The way a contact of dry friction slides when the force it has in ws.contact is more than it can bear: unit, axes of the ground.
  Vec3d way_out(const Workspace& ws, int contact) const;

  double slowest_m_per_s() const;  // a speed that counts as none: of a flight no higher than the hair by which a gap has to close

 private:
  enum class Row : std::uint8_t { none, normal, wheel, all };
  struct Place {  // of one contact at this state
    int contact = 0;
    const CompliantContact* law = nullptr;
    bool pulls = false;        // it is kept whatever the force: held by a law of time
    bool fixed_slide = false;  // slides because it moves, not because its cone is full
    bool stays = false;        // held for this once, whatever the force
    Row row = Row::all;
    Grip grip = Grip::sticks;
    Mat3d R_WG, R_GB;
    Vec3d n, e1, e2, n_G, tangent_G;  // world axes; and of the ground
    Vec3d u;                          // relative velocity, world axes
    Vec3d slide;                      // unit, world axes
    Vec3d lambda, after;              // along n, e1, e2
  };
  Row rows_of(const Contact&) const;
  void find_places(Workspace&, const LoopRank*, const std::vector<ContactMemory>&);  // fills places_, J_, G_
  void find_bias(Workspace&, const VecX& vdot);                                      // fills b_
  bool solve_rows();
  const VecX& push_apart();
  SolveStatus settle();
  SolveStatus settle_by_turns();             // one change at a time
  bool settle_by_sweeps();                   // one contact at a time; fills rows, grips and ways. False: no answer
  bool solve_alone(Place&, const Vec3d& b);  // (2): lambda, grip and slide of one contact, b with the forces of the others in it
  bool slide_alone(Place&, const Vec3d& b);
  bool slides_against_friction() const;          // whatever has begun to
  double no_motion() const;                      // a rate of a row that counts as none
  Vec3d sliding_per_normal(const Place&) const;  // along n, e1, e2
  double cone_share(const Place&, const Vec3d& lambda) const;
  static Vec3d against(const FrictionLaw&, const Vec3d& e1, const Vec3d& e2, double along_N,
                       double across_N);  // the way it slides when this force is not enough
  static Change change_of(const Place&);

  const Model& model_;
  std::vector<int> contacts_;
  std::vector<Place> places_;
  // Sized by the set that touches: memory is taken where an event changes it, not between.
  AllowedMotions allowed_;
  const MatX* N_ = nullptr;  // of allowed_
  MatX M_, MN_, NMN_, J_, Y_, G_, A_;
  Eigen::LLT<MatX> mass_;
  LeastNormSolve rows_solve_;
  Mat6X J_frame_;
  VecX b_, rhs_, lambda_, push_, free_push_, way_, from_;
  double nothing_ = 0;  // a rate of a row that counts as none, beside what is relative to the largest: at rest all of them are rounding
  std::vector<int> row_index_, row_place_;
};

}  // namespace zanjir
