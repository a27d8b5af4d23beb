// Contacts that hold, in a run: when they begin and end to, to slide and to stick. Events are where a gap closes, the force that holds comes to zero, the cone is
// full, sliding comes to rest, or the law that says when a place is held changes sign; each is followed by what it takes to go on consistently: an impact where
// speeds do not fit what holds from then on (dynamics/held_contacts.hpp), whose impulses are events of their own, then grips that fit the forces.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "zanjir/record/recorder.hpp"
#include "zanjir/simulate/hold_watch.hpp"

namespace zanjir {

class HoldPhases {
 public:
  explicit HoldPhases(MotionSystem&);                                            // which must outlive it
  const std::vector<std::unique_ptr<Guard>>& guards() const { return guards_; }  // hold_guards.hpp
  bool empty() const { return guards_.empty(); }

  struct Outcome {
    SolveStatus status = SolveStatus::ok;
    std::string problem;  // where the status says that there is one,
    int contact = -1;     // and of which; -1: of none by itself
    double energy_J = 0;  // that impacts added
    std::vector<EventRecord> events;
  };
  // What stands on the ground, or is held, at the start. What the state says to touch already stays as it is, unless something contradicts it.
  // `goes_on`: so does what lies on the ground without a force, and was let go.
  Outcome begin(State&, bool goes_on);
  // The guards `crossing` (indices into guards()) are at their change at `state`, whose speeds and memory change.
  Outcome cross(const std::vector<int>& crossing, State&);
  // Before a step from y: what slides has the way that it goes there (HeldContacts::follow_ways).
  void follow_ways(double t_s, const double* y);
  // A constant step from y is no longer than this, so that the way of nothing that slides turns by much in it; infinity: nothing asks for it.
  double longest_step_s(double t_s, const double* y);
  // It has turned by much all the same in the step to y.
  bool lost_a_way(double t_s, const double* y);
  // Laws of time, or control, may have jumped: whether a law that says when a place is held, a force or a prescribed motion contradicts a contact, and the change that this is.
  bool any_overdue(State&);
  Outcome catch_up(State&);
  // What guards do not tell of either: something that sticks is beyond its cone at the end of a step, or pulls. An event that nobody saw, or a decision that was wrong by less than could be told.
  bool any_beyond(double t_s, const double* y);
  // Which of these laws is not a number here, where one is none: such an order is none.
  Outcome unknown_order(double t_s) const;

 private:
  // `struck`: speeds do not fit what touches already.
  Outcome settle(State&, std::vector<int> meeting, const std::vector<int>& parting, const std::vector<int>& at_limit, bool struck);
  SolveStatus forces_at(State&, std::vector<HeldContacts::Watched>&);
  SolveStatus let_go_what_pulls(State&, std::vector<EventRecord>&, std::vector<HeldContacts::Watched>&);
  bool any_pushed_down(State&, const VecX& v, std::vector<int>& meeting, std::vector<EventRecord>&);
  bool any_slides() const;
  Jet held_at(int contact, double t_s) const;

  MotionSystem& system_;
  const Model& model_;
  // Of looks at events, and where controllers act, kept so that these take no memory.
  Workspace ws_;
  Solution solution_;
  std::vector<HeldContacts::Watched> watched_;
  std::vector<ContactMemory> ways_;
  std::vector<double> from_m_per_s_;  // at the beginning of the step, by place in holds().contacts(); empty: nothing slides
  std::unique_ptr<HoldWatch> watch_;
  std::vector<std::unique_ptr<Guard>> guards_;
};

}  // namespace zanjir
