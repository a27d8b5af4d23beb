// Rigid contacts that hold: which of them touch, stick, slide or part at an instant, and the forces and impulses that this takes.
//
// With u the velocity of the body's material relative to the ground's at the touching place, n the normal, e1 and e2 along and across the friction of the
// contact, a contact has the rows w = (n.u, e1.u, e2.u) = J v, velocities without positions: a wheel that rolls without slip is the same to them as a foot.
//   sticks   all three rows are held, by any force inside its cone          wheel    n.u and e2.u
//   slides   n.u, and the ground pulls with F(e) of friction_law.hpp (1) per normal force, e the way it slides
//   loose    n.u alone, of what is held by order while its ground does not press
// With N the motions that loops and prescribed joints allow, as in dynamics/impact.hpp,
//   w' = b + G f,   G = J N (N^T M N)^-1 N^T J^T,   f = D lambda,   R (b + G D lambda) = 0                                                       (1)
// R chooses rows, D says along what their forces act (R^T where nothing slides). b is w before an impact, or d/dt(J v) with the accelerations that there are
// without these forces. Forces for given grips, and how they are divided where rows depend on each other: held_forces.hpp. Which grips: held_search.hpp.
#pragma once

#include <memory>
#include <vector>

#include "zanjir/core/decompositions.hpp"
#include "zanjir/dynamics/held_place.hpp"
#include "zanjir/loops/allowed_motions.hpp"

namespace zanjir {

class HeldForces;
class HeldSearch;

class HeldContacts {
 public:
  explicit HeldContacts(const Model&);  // which must outlive it
  ~HeldContacts();
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
    bool begins = false;  // to slide, from rest
    Vec3d slide_G{0, 0, 0}, force_W{0, 0, 0}, before{0, 0, 0}, after{0, 0, 0};
  };
  // The impact of all that touches in `memory`: v changes, energy_J is what this adds (positive only where prescribed joints push). Those that part slower than a flight that could
  // be seen stay.
  // `jam`: nothing comes down, but no force lets what slides go on (Painleve's paradox): the harder it is pressed the harder its friction presses it, within no time, until it slides no more. A stiff
  // ground does that, as stiff as it may be [Genot1999]. Found as the impact of all that touches with a speed that counts as none, in which all may stop.
  enum class Strike : std::uint8_t { meeting, jam };
  SolveStatus impact(Strike, Workspace& ws, const LoopRank*, const std::vector<ContactMemory>& memory, VecX& v, double& energy_J,
                     std::vector<Change>&);
  // Grips and phases from here on. Contacts that move faster than rounding slide the way they do; `at_limit`: those whose forces in `memory` are at the limit of what they,
  // or the group that shares its forces with them, can bear, and which are beyond it from now on.
  SolveStatus decide(Workspace& ws, const LoopRank*, const VecX& vdot, const std::vector<ContactMemory>& memory, const std::vector<int>& at_limit,
                     std::vector<Change>&);
  // Takes the memory that forces, margins and projections need for the set that touches, so that steps do not.
  void make_room(Workspace& ws, const LoopRank*, State&);

  // Ways of what slides, into `memory`, where they are not known, as in a recording: those that they go now or, while they hardly do, those that friction is against.
  void recall_ways(Workspace& ws, const LoopRank*, std::vector<ContactMemory>& memory);

  // Ways of what slides, into `memory`: those that they go now; while they hardly do, the last that they went. Between steps (decision 0060). ws: Stage::velocity.
  void follow_ways(const Workspace& ws, std::vector<ContactMemory>& memory) const;
  // How far a step, from the speeds `from_m_per_s` along the ways in memory (by place in contacts(), zero what hardly slides, whose way does not follow it) to ws, has left them: the largest speed across a way over the faster of both ends.
  double left_ways(const Workspace& ws, const std::vector<ContactMemory>& memory, const std::vector<double>& from_m_per_s) const;
  void slip_speeds(const Workspace& ws, const std::vector<ContactMemory>& memory, std::vector<double>& m_per_s) const;

  // What of the forces is a choice, into `memory`; after find_forces or make_room at the same state.
  void mark_shared(std::vector<ContactMemory>& memory);

  // Gaps of what stands on the ground and rates of all held rows back to zero, by the least motion in the metric of the masses. True: changed.
  bool project(Workspace& ws, const LoopRank*, State&);

  // Of a contact that touches, as far as events look at it.
  struct Watched {
    double normal_N = 0, spare_N = 0;  // spare: what friction could bear beside what it does
    double no_press_N = 0;             // a normal force that counts as none: one that is loose is so up to there
    double along_slide_m_per_s = 0;    // along slide_G
    // Of what slides by dry friction: a step that is not short beside its inverse loses the way (decision 0060).
    double turning_per_s = 0;
    int group = -1;  // it shares forces that nothing determines with others: the first of these, a contact
    // What prescribed motions leave of the accelerations and of the speeds of its held rows, in units of what counts as none: above one no force holds it.
    double strain = 0, creep = 0;
    double margin_N = 0;  // of the first of a group: what the best division of forces leaves to the worst of them
  };
  // After find_forces at the same state, whose forces are in ws.contact; by contact of the model.
  void watch(const Workspace& ws, std::vector<Watched>&);

  double slowest_m_per_s() const;  // a speed that counts as none: of a flight no higher than the hair by which a gap has to close

 private:
  void find_places(Workspace&, const LoopRank*, const std::vector<ContactMemory>&);  // fills places_, J_, G_
  void find_bias(Workspace&, const VecX& vdot);                                      // fills b_
  const VecX& push_apart();
  void lay_down(VecX& v, double none_m_per_s);
  const VecX* grow_contradiction();
  double turning_per_s(const HeldPlace&, double u1, double u2, double rounding) const;
  Vec3d slip_G(const Workspace&, int contact) const;
  static Change change_of(const HeldPlace&);

  const Model& model_;
  std::vector<int> contacts_;
  std::vector<HeldPlace> places_;
  std::unique_ptr<HeldForces> forces_;
  std::unique_ptr<HeldSearch> search_;
  // Sized by the set that touches: memory is taken where an event changes it, not between.
  AllowedMotions allowed_;
  const MatX* N_ = nullptr;  // of allowed_
  MatX M_, MN_, NMN_, J_, Y_, G_;
  Eigen::LLT<MatX> mass_;
  Mat6X J_frame_;
  VecX b_, grown_, eased_, push_, free_push_, way_, from_;
  const double nothing_;  // an acceleration of a row that counts as none, beside what is relative to the largest: at rest all of them are rounding
};

}  // namespace zanjir
