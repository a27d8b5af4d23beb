// What a run did, what it cost and why it ended.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "zanjir/integrate/stepper.hpp"
#include "zanjir/record/recorder.hpp"
#include "zanjir/terms/ledger.hpp"

namespace zanjir {

enum class RunEnd : std::uint8_t { reached_end, stopped_by_event, cancelled, numerics_failed, events_accumulate, recorder_failed, tripped };
std::string_view name_of(RunEnd);

struct RunSummary {
  RunEnd end = RunEnd::reached_end;
  std::string why;  // in words, when it did not reach its end
  std::string at;   // and of what in the file, as diagnostics have it: "contacts.floor"; empty: of nothing by itself
  std::string model, method, formulation;
  double t_begin_s = 0, t_s = 0, seconds = 0;
  long samples = 0;
  StepperCounts cost;
  double energy_begin_J = 0, energy_end_J = 0, largest_kinetic_J = 0;
  std::array<double, n_work_sources> work_J{};
  double largest_exchange_J = 0;   // kinetic energy, or potential energy won or lost since the start, whichever was largest
  double worst_imbalance_J = 0;    // of E(t) - E(0) - all work, at the ends of steps
  double won_from_contacts_J = 0;  // the most that the work of compliant contacts, with what their springs hold, ever rose: zero but for errors
  double off_contact_laws_J =
      0;  // by how much normal forces of compliant contacts took more or less than their laws do along the motion, over all steps; of the piece between two restarts where that is most
  double worst_loop_residual_m = 0;    // closure residual times the model length where it is an angle
  double trusted_loop_residual_m = 0;  // beyond it the run is not to be trusted; 0: not judged
  // Smallest kept singular value of the loops, relative to its largest in the run, and how often it was too small; absent where the formulation does not measure it.
  std::optional<double> smallest_sigma_ratio;
  long evaluations_near_singular = 0;
  // Of a compliant contact below the ground that gave no force; of one that holds, below it too, or off the ground that it stands on.
  double deepest_in_flight_m = 0;
  // Samples in which a channel is not a number, or infinite, where that has no meaning of its own; the first such channel, and when.
  long rows_without_numbers = 0;
  std::string without_number;
  std::vector<std::string> events_without_number;  // of the user, by name and first instant, whose expression is not a finite number somewhere
  long steps_taken_again = 0;                      // shorter: in contact, because the energy did not add up, or at switches of laws of force
  std::vector<EventRecord> events;                 // the first max_events_kept; n_events counts all
  long n_events = 0;
  bool has_loops = false, has_springs = false;
  double worst_opening_m = 0, worst_opening_rad = 0;  // sums of |c| over the springs of the loops
  std::vector<std::string> notes;                     // what changes the meaning of its numbers
  std::vector<std::string> advice;                    // on methods: about what it took, not about what came out; said after the notes
  std::vector<std::string> notes_and_advice() const;

  bool finished() const { return end == RunEnd::reached_end || end == RunEnd::stopped_by_event; }
  // Beyond the rounding of what energies are made of: a box that lies still has a kinetic energy of 1e-31 J.
  bool moved() const;
  // Of the largest kinetic energy, so that no datum of potential energy enters: what papers give, and what studies claim about. In J where nothing moved.
  double relative_imbalance() const { return moved() ? worst_imbalance_J / largest_kinetic_J : worst_imbalance_J; }
  std::string imbalance_text() const;  // "6.0e-17 J, 1.0e-16 of the largest kinetic energy"
  // Of the largest energy exchanged, potential energy too: what `trusted` is decided by, since a slow mechanism with a heavy weight has little kinetic energy.
  double imbalance_of_exchanged() const { return exchanged_J() > 0 ? worst_imbalance_J / exchanged_J() : 0; }
  double exchanged_J() const;  // never less than the rounding of the energies themselves
  // Why the result is not to be trusted although the run went on; empty: nothing speaks against it.
  std::vector<std::string> warnings() const;
  bool trusted() const { return finished() && warnings().empty(); }
  std::string brief() const;  // one line
  std::string full() const;
  std::string json() const;
};
// A run with a larger imbalance, relative to the largest energy exchanged, is not to be trusted, and says so.
inline constexpr double trusted_imbalance = 1e-2;
// So is one whose loops come further open than this part of the model length. Loops that are springs open as they should, and are not judged.
inline constexpr double trusted_loop_residual = 1e-3;
inline constexpr long max_events_kept = 10000;

}  // namespace zanjir
