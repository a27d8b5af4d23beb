// Whether constant steps are short enough for the bounces in them. Nothing but the energy of the whole model tells a constant step that is longer than a contact from a good one (run_books.hpp), and
// a bounce that is small beside it is not seen there. So while contacts touch, a step in which one of them changes its speed is taken once more, in halves, by a twin of the stepper: by as
// much as the rates of gaps then differ at its end, the step is off. What a step is off by depends on its length beside that of the contact, hardly on how hard it strikes: of steps that were good by far, those
// that are no longer, of contacts of the same entry on bodies that are no lighter, at speeds up to twice as high, are believed. Stops of joints and flanks of play are asked in the same way: a step that is beyond
// one at an end of it, or would be if it went straight on. Methods that choose their steps do all that by themselves.
#pragma once

#include <limits>
#include <memory>
#include <vector>

#include "zanjir/integrate/stepper.hpp"
#include "zanjir/simulate/mechanical_motion.hpp"
#include "zanjir/simulate/motion_system.hpp"

namespace zanjir {

class HalvedSteps {
 public:
  HalvedSteps(const StepperOptions&, MotionSystem&);  // of constant steps
  static bool looks_at(const Model&);                 // whether something in it bounces
  // How much of what is allowed the step takes, at 1 all of it; 0: nothing bounces in it.
  double share(double begin_s, const double* y_begin, double end_s, const double* y_end);
  long evaluations() const { return stepper_->counts().rhs; }

 private:
  struct Rate {
    std::size_t place;      // among contacts, then travels_
    bool touches;           // at the beginning
    double begin, end, by;  // of the gap at both ends, and what it is measured by: it came so fast, or is so fast, m/s
  };
  struct Good {
    double step_s = 0, by = 0, mass_kg = 0;
  };
  // A stop, or the play of a drive.
  struct Travel {
    const TravelLimits* limits;
    int coordinate, speed, other_coordinate = -1, other_speed = -1;  // other: of the joint that a motor is ahead of
    double fastest = 0;                                              // beyond the limits, so far
    double at(const VecX& q) const { return q[coordinate] - (other_coordinate < 0 ? 0 : q[other_coordinate]); }
    double rate(const VecX& v) const { return v[speed] - (other_speed < 0 ? 0 : v[other_speed]); }
    bool beyond(double x) const { return x < limits->min || x > limits->max; }
  };
  void look_at_contacts(double begin_s, const double* y_begin, double end_s, const double* y_end);
  void look_at_travels(double begin_s, const double* y_begin, double end_s, const double* y_end);
  double onset(double end_s, const double* y_end, double step_s);
  bool is_believed(const Rate&, double step_s) const;
  bool step_to(double t_s);
  bool changes(const Rate&) const;

  MotionSystem& system_;
  MechanicalMotion mechanical_;
  std::unique_ptr<Stepper> stepper_;
  double noticeable_;
  bool first_order_;
  std::vector<Rate> rates_;
  std::vector<std::size_t> group_;  // per contact of the model: those of one entry
  std::vector<double> mass_kg_;     // and of its body
  std::vector<Good> good_;          // per group
  std::vector<double> y_known_;     // where the gaps of the last step's end are known, and when
  double t_known_s_ = std::numeric_limits<double>::quiet_NaN();
  std::vector<Gap> begin_, end_;
  std::vector<Travel> travels_;
  State state_;
};

}  // namespace zanjir
