// The energy of a run, kept as books: what every accepted state tells the summary, and whether a step in contact can be believed.
#pragma once

#include <functional>
#include <limits>

#include "zanjir/loops/loop_springs.hpp"
#include "zanjir/simulate/contact_phases.hpp"
#include "zanjir/simulate/motion_system.hpp"
#include "zanjir/simulate/summary.hpp"

namespace zanjir {

class RunBooks {
 public:
  // The energies of an instant, and how its springs and contacts stand. Contacts only take: contact_J, their work and what they hold, falls, but for the errors of steps. Of it normal_J
  // is that of normal forces, which falls as their laws say.
  struct Entry {
    double kinetic_J = 0, potential_J = 0, imbalance_J = 0, contact_J = 0, normal_J = 0;
    LoopSum opening;
    ContactPhases::Survey contacts;
  };
  struct Judgement {
    bool sound = true;
    double share = 0, beyond_time_J = 0;      // how much of what is allowed the step takes; its imbalance beyond its share of time
    double off_laws_J = 0, off_beyond_J = 0;  // by how much the work of normal forces is not what their laws say; beyond its share of time
  };

  RunBooks(const Model& model, MotionSystem& system, const ContactPhases& phases, RunSummary& summary)
      : model_(model), system_(system), phases_(phases), summary_(summary) {}
  // least_J: an energy that counts as none. slow_J: what steps are measured by while less has been exchanged, as in the first steps from rest, of which methods of the first order, as all multistep
  // methods begin, are off by all of it however short they are.
  void begin(double potential_J, double span_s, double least_J, double slow_J) {
    potential_begin_J_ = potential_J, span_s_ = span_s, least_J_ = least_J, slow_J_ = slow_J;
  }

  Entry at(double t_s, const double* y) const;
  void accept(double t_s, const double* y, const Entry&);
  const Entry& last() const { return last_; }  // that was accepted
  // Whether the step between these instants, from the last entry to this one, can be believed: no contact in flight went below the ground, and while one touches the energy adds
  // up, is not won from the ground, and is lost to it as the laws say along the step's own polynomial, of which read_inside gives the state. The entry of a step's end has no work of an event at it yet.
  using ReadInside = std::function<const double*(double t_s)>;
  Judgement judge(const Entry&, double begin_s, double end_s, const ReadInside&) const;
  void take(const Judgement& step);
  bool finite() const;
  bool absurd(const Entry& now) const;  // a tenth of all energy there has come from nowhere since the last entry: the motion in such a step is none
  bool hopeless() const;

 private:
  void see_holds(double t_s, const double* y);
  double off_laws_J(const Entry&, double begin_s, double end_s, const ReadInside&, double close_J) const;
  const Model& model_;
  MotionSystem& system_;
  const ContactPhases& phases_;
  RunSummary& summary_;
  Entry last_;
  double span_s_ = 0, potential_begin_J_ = 0, least_J_ = 0, slow_J_ = 0, least_contact_J_ = std::numeric_limits<double>::infinity();
  double beyond_time_J_ = 0,
         off_beyond_J_ = 0;  // of the steps in contact so far, beyond their share of time: imbalance, and how far they were off the laws
};

}  // namespace zanjir
