// Flight and contact of compliant contacts. Each touches from the instant its gap closes to the instant it has opened again, and remembers the speed of that
// touch-down; contacts that touch or part at one instant change together. A contact parts a hair (release_gap) above the ground: there its law gives no
// force any more, and a body that lies still, or turns by rounding, does not part and touch without end.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "zanjir/record/recorder.hpp"
#include "zanjir/simulate/events.hpp"

namespace zanjir {

class ContactPhases {
 public:
  explicit ContactPhases(const Model&);  // which must outlive it
  // One guard per compliant contact: how far it is from its next change, positive until then.
  const std::vector<std::unique_ptr<Guard>>& guards() const { return guards_; }

  // The memory a run starts with. A gap that is closed but for rounding touches when it is about to shrink: by its rate or, at rest, by its acceleration,
  // which `system` gives. Fills `changed` with the events this is. What is inside the ground and does not touch yet (inside_ground) is taken as in flight.
  void begin(MotionSystem&, State&, std::vector<EventRecord>& changed) const;

  // Contacts that stand inside the ground although they do not touch yet; those that hold among them.
  struct Inside {
    std::string name;
    double depth_m = 0;
    Vec3d normal_W{0, 0, 1};  // along which it would have to be lifted
  };
  std::vector<Inside> inside_ground(const State&) const;

  // The guards `crossing` (indices into guards()) are at their change in `ws`: new phases in `memory`. The events this is go to `changed`.
  void cross(const Workspace&, const std::vector<int>& crossing, std::vector<ContactMemory>& memory, std::vector<EventRecord>& changed) const;

  // Whatever happened before: a contact in flight that is below the ground and goes deeper touches now, one that touches, has opened and goes on parts.
  void catch_up(const Workspace&, std::vector<ContactMemory>& memory, std::vector<EventRecord>& changed) const;

  // All contacts at once.
  struct Survey {
    bool overdue = false;            // there is one that catch_up would change
    double spring_J = 0;             // what the springs of normal laws of those that touch hold,
    double bristle_J = 0;            // and their bristles
    double damped_W = 0;             // what their normal laws take for good
    double deepest_in_flight_m = 0;  // how deep one in flight is inside the ground; zero: none is
  };
  Survey survey(const Sight&, const std::vector<ContactMemory>&, const double* bristles) const;
  static bool any_touching(const std::vector<ContactMemory>&);

 private:
  const Contact& contact(int guard) const { return model_.contacts()[index(guard)]; }
  std::size_t index(int guard) const { return static_cast<std::size_t>(contact_of_[static_cast<std::size_t>(guard)]); }
  bool overdue(ContactPhase, const Gap&) const;
  int n() const { return static_cast<int>(guards_.size()); }
  void change(int guard, ContactPhase, double t_s, double rate, std::vector<ContactMemory>&, std::vector<EventRecord>& changed) const;
  const Model& model_;
  std::vector<std::unique_ptr<Guard>> guards_;
  std::vector<int> contact_of_;  // per guard
  std::vector<int> bristle_;     // per guard: where its two numbers are among all bristles, or -1
};

}  // namespace zanjir
