// One compliant contact by itself: what its laws do at given speeds, beside what their sources promise.
#pragma once

#include <optional>
#include <vector>

#include "zanjir/contact/compliant_contact.hpp"
#include "zanjir/contact/restitution.hpp"
#include "zanjir/state/state.hpp"

namespace zanjir {

struct ContactStudyOptions {
  double slowest_m_per_s = 0.01, fastest_m_per_s = 10;  // of impacts
  std::optional<double> mass_kg;                        // instead of what the contact feels at the state
  int n_loops = 4, n_speeds = 31, n_friction = 401;
};

struct ContactStudy {
  int contact = 0;
  double mass_kg = 0;
  struct Loop {
    double speed_m_per_s = 0;
    OneBodyImpact impact;
  };
  std::vector<Loop> loops;  // at the slowest speed, and in equal steps up to the fastest
  struct Restitution {
    double speed_m_per_s = 0, promised = 0, exact = 0;
  };
  std::vector<Restitution> restitution;  // at speeds in equal ratios
  struct Friction {
    double speed_m_per_s = 0, along = 0, across = 0;  // force over normal force
  };
  std::vector<Friction> friction;  // empty without friction
};

// The mass that the contact feels along its normal: through inertia, loops and prescribed joints. Zero: it cannot move that way.
double contact_mass(const Model&, const State& closed, int contact);

// What the laws do at one speed: restitution of an impact, promised and exact; friction of sliding, over the normal force.
struct ContactAtSpeed {
  double promised = 0, exact = 0, along = 0, across = 0;
};
ContactAtSpeed contact_at_speed(const CompliantContact&, double mass_kg, double speed_m_per_s);

ContactStudy study_contact(const Model&, int contact, double mass_kg, const ContactStudyOptions&);

}  // namespace zanjir
