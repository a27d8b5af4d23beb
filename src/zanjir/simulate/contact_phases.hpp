// Flight and contact of compliant contacts: each is touching from the instant its gap closes to the instant it opens again, and remembers the speed of that
// touch-down. Every touch-down is fresh, however soon after a release; contacts that touch or part at one instant change together.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "zanjir/record/recorder.hpp"
#include "zanjir/simulate/events.hpp"

namespace zanjir {

class ContactPhases {
 public:
  explicit ContactPhases(const Model&);  // which must outlive it
  // Gaps, watched in both directions: one guard per compliant contact.
  const std::vector<std::unique_ptr<StateGuard>>& guards() const { return guards_; }

  // The memory a run starts with. A gap that is closed but for rounding touches when it is about to shrink: by its rate or, at rest, by its acceleration,
  // which `system` gives. Fills `changed` with the events this is, and `closed` with the guards that stand at zero. What is inside the ground and does not
  // touch yet (inside_ground) is taken as in flight.
  void begin(MotionSystem&, State&, std::vector<EventRecord>& changed, std::vector<int>& closed) const;

  // Contacts that stand inside the ground although they do not touch yet: their names and how deep, in m.
  std::vector<std::pair<std::string, double>> inside_ground(const State&) const;

  // The guards `crossing` (indices into guards()) stand at zero in `ws`: new phases in `memory`. The events this is go to `changed`.
  void cross(const Model&, const Workspace&, const std::vector<int>& crossing, Departure, std::vector<ContactMemory>& memory,
             std::vector<EventRecord>& changed) const;

 private:
  const Contact& contact(int guard) const {
    return model_.contacts()[static_cast<std::size_t>(contact_of_[static_cast<std::size_t>(guard)])];
  }
  void change(int guard, ContactPhase, double t_s, double rate, std::vector<ContactMemory>&, std::vector<EventRecord>& changed) const;
  const Model& model_;
  std::vector<std::unique_ptr<StateGuard>> guards_;
  std::vector<int> contact_of_;  // per guard
};

}  // namespace zanjir
