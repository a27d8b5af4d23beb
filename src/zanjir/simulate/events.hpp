// Events: where a guard crosses zero, located to rounding by one routine for every stepper.
//
// Guard and guard rate are read at both ends of a step and in its middle; a zero of the rate in between shows a touch and release inside one
// step. Where nothing but a spin or a flight sets the step, a guard may come and go many times in it: it is then looked at in so many stretches that in none a body turns by more than half
// a radian, a contact passes more than a feature of its ground (contact/ground.hpp), or what laws of time prescribe is more than a cubic; and where guards may be of any form, or hang on such laws, which no error
// estimate sees, until cubics say what they do in between. Of all that cross in a step the earliest is looked for, the others wait for the steps after it. One-step methods then take the step again to the instant, down to rounding: once, where
// the end of that can be moved the rest of the way (Stepper::move_end); the others are read from their own polynomial, which is
// their solution (going back would restart them at order one). A guard that is exactly zero, as after an event, has the sign of its rate.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "zanjir/integrate/stepper.hpp"
#include "zanjir/simulate/motion_system.hpp"

namespace zanjir {

struct GuardValue {
  double value = 0, rate = 0;
};

// What a guard may look at: an end of a step, or its inside. Found when it is asked for; valid until the next instant is.
struct EventInstant {
  enum class Place : std::uint8_t { end, inside };
  MotionSystem& system;
  double t_s;
  const double* y;  // as the stepper has it, with the ledger
  Place place = Place::end;
  const Model& model() const { return system.model(); }
  const Workspace& ws() const { return place == Place::end ? system.kinematics_at(t_s, y) : system.kinematics_inside(t_s, y); }  // at Stage::velocity
  const Gap& gap(std::size_t contact) const {
    if (!gaps_) gaps_ = &(place == Place::end ? system.gaps_at(t_s, y) : system.gaps_inside(t_s, y));
    return gaps_->gap[contact];
  }
  mutable const Sight* gaps_ = nullptr;
};

class Guard {
 public:
  virtual ~Guard() = default;
  virtual GuardValue value(const EventInstant&) = 0;
  std::string name;
  Crossing crossing = Crossing::falling;
  bool one_sided = false;  // a gap: what lies below zero cannot be entered
  bool any_form = false;   // an expression of the user: it may change many times while bodies hardly move
};

// A guard that depends on positions and velocities alone.
class StateGuard : public Guard {
 public:
  virtual GuardValue at(const Model&, const Workspace&) const = 0;  // needs Stage::velocity
  GuardValue value(const EventInstant& now) final { return at(now.model(), now.ws()); }
};

// A gap this small, relative to the model length, is a touch.
inline constexpr double touching = 1e-10;

// Events this close together in time are one.
inline constexpr double same_instant_s = 1e-12;

enum class Departure : std::uint8_t { seen, none };  // none: after its event the guard stayed at zero, as far as times can be told apart

struct Located {
  double t_s = 0;
  std::vector<int> guards;  // all that cross at this instant
  Departure departure = Departure::seen;
  // By its rate the guard has not come to zero but leaves it: positions and speeds of the step do not fit together, which in a shorter one they do.
  bool against_its_rate = false;
};

class EventLocator {
 public:
  EventLocator(MotionSystem&, const std::vector<Guard*>&);  // the guards must outlive it
  // At the start and after every restart: where the guards stand. `applied`: those whose event has just been applied and stand at zero.
  void start(double t_s, const double* y, const std::vector<int>& applied);
  // The earliest event of the step that the stepper has just made from t_begin, valid until the next call; the stepper then stands at it, or its polynomial is
  // to be read there (y_event). Null: the step's end becomes the start of the next; the step may have become shorter on the way, and stands at its start when
  // it could not be taken again.
  const Located* locate(Stepper&, double t_begin_s, double* y_event);

 private:
  struct Bracket {
    double lo, hi;  // the guard leaves zero's near side at lo and has crossed at hi
    int from;       // the near side: that of the step's beginning, unless it has crossed before in the step in the direction that does not count
  };
  enum class Retaken { at_event, at_start, nowhere };
  struct Candidate {
    std::size_t guard = 0;
    Bracket bracket{};
    double t_s = 0;  // about when
    bool found = false;
  };
  Retaken retake_to(std::size_t guard, Stepper&, Bracket, double t_s);
  bool move_to(std::size_t guard, Stepper&, double t_s);
  Candidate earlier(const EventInstant&, double t_begin);
  bool is_beyond(std::size_t guard) const;
  GuardValue after_applied(std::size_t guard, GuardValue) const;
  void pass(Stepper&);
  int stretches(Stepper&, double t_begin);
  int stretches_of_laws(double t_begin, double t_end, int at_least);
  bool is_watched(std::size_t guard) const { return moved_by_laws_ || guards_[guard]->any_form || !system_.holds().empty(); }
  bool are_followed(const std::vector<GuardValue>& from, const std::vector<GuardValue>& between, const std::vector<GuardValue>& to, double width_s);
  // Valid until the next call of either.
  EventInstant at_end(double t_s, const double* y) { return {system_, t_s, y}; }
  EventInstant within(double t_s, const double* y) { return {system_, t_s, y, EventInstant::Place::inside}; }
  void read_inside(Stepper&, double t_s, double* y) const;
  GuardValue inside(std::size_t guard, Stepper&, double t_s);
  std::optional<Bracket> find(std::size_t guard, Stepper&, double a, GuardValue at_a, double b, GuardValue at_b);
  double zero_of_rate(std::size_t guard, Stepper&, double a, double rate_a, double b);
  double zero_of_value(std::size_t guard, Stepper&, Bracket, double t_s);

  MotionSystem& system_;
  const std::vector<Guard*>& guards_;
  struct Feature {
    std::size_t contact;
    double length_m;  // of its ground
  };
  std::vector<Feature> features_;
  std::vector<GuardValue> begin_, from_, middle_, end_;
  std::vector<double> largest_;  // of each guard
  double turns_at_begin_ = 0;    // MotionSystem::turns_at_most
  std::vector<bool> candidate_;  // has crossed in a stretch that was looked at
  std::vector<bool> applied_;    // at the start of this step
  std::vector<bool> taken_to_;   // this step has been taken again to their events
  std::vector<double> y_;
  std::vector<Candidate> candidates_;
  struct LawValue {
    VecX q, v, vdot;
  };
  LawValue law_begin_, law_middle_, law_end_;
  bool moved_by_laws_;  // laws of time prescribe coordinates
  bool any_watched_;
  bool ends_move_;   // nothing brings positions back onto constraints after a step, so that its end may be moved along its polynomial
  Located located_;  // kept, so that a step whose event is not believed costs no heap
};

}  // namespace zanjir
