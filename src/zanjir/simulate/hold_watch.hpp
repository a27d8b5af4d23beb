// Forces and speeds of all contacts that hold, with their rates along the motion, once per instant for all guards. Forces have no rates of their own: these are
// central differences, as those of channels are (channel_event.hpp), enough to steer the search.
#pragma once

#include <limits>
#include <vector>

#include "zanjir/simulate/events.hpp"

namespace zanjir {

class HoldWatch {
 public:
  struct Seen {
    HeldContacts::Watched value, rate;
  };
  explicit HoldWatch(MotionSystem&);  // which must outlive it

  // Takes the memory that solutions need, at an event, so that the first look after it does not.
  void make_room(State&);
  const Seen& at(const EventInstant&, int contact);

  // Gaps, not above zero, at which contacts were let go: one that touches by rounding and carries nothing is let go below the ground, and would never cross it again.
  std::vector<double> let_go_m;

 private:
  bool same_phases() const;
  void look(const EventInstant&);
  void read(double t_s, const double* y, std::vector<HeldContacts::Watched>& out);

  MotionSystem& system_;
  State state_;
  Workspace ws_;
  Solution solution_;
  std::vector<double> slope_, y_, known_y_;
  double known_t_s_ = std::numeric_limits<double>::quiet_NaN();
  std::vector<ContactMemory> known_;
  std::vector<Seen> seen_;
  std::vector<HeldContacts::Watched> here_;
  std::vector<std::vector<HeldContacts::Watched>> ends_;
};

}  // namespace zanjir
