// Dry friction that holds with more than it drags with acts so in a narrow band of speeds about zero: what turns round slowly enough is held there. A method sees the band only where one of its stages lies in it, and one that is a few
// mm/s wide is passed between two of them at any tolerance, with an error estimate of nothing: on either side of it the friction is what it was. So the speeds at which such friction rubs are looked at after each step: one that
// came near the band may have changed its speed by so much that a stage of the next lies in it; a longer one is taken again. Speeds come to the band at once, through it by halves, and out of it by doubles,
// some twenty steps in all, and error control sees the band in them; what sticks costs nothing.
// Friction that holds with no more than it drags with (Coulomb's) needs none of it: what is passed over then comes back, and that is seen.
#pragma once

#include <limits>
#include <vector>

#include "zanjir/dynamics/contact_action.hpp"
#include "zanjir/integrate/stepper.hpp"
#include "zanjir/simulate/motion_system.hpp"

namespace zanjir {

class SpeedBands {
 public:
  // Joints with any method. Slip at compliant contacts with constant steps alone: those of error control are short enough for the floor already. With them likewise what controllers want against their limits, as if it were
  // a speed: between the limits lies a band in which the force is another one, and a step from beyond one of them to beyond the other knows nothing of it.
  SpeedBands(MotionSystem&, const StepperOptions&);
  // With an absolute tolerance that tells speeds in the bands of joints from each other.
  static StepperOptions fine_enough(StepperOptions, const Model&);
  bool empty() const { return joints_.empty() && slips_.empty() && begin_.empty(); }
  // How long the step from begin to end may be for the bands on its way; infinity: as long as it is. One that may be as long as it is counts as taken.
  double longest_step(double begin_s, const double* y_begin, double end_s, const double* y_end);
  // How long the next one, from t on, may be expected to be, so that few are taken twice; infinity: no band is near.
  double next_step(double t_s, const double* y);
  long evaluations() const { return evaluations_; }  // of the right-hand side, for what resists friction

 private:
  struct Band {
    double width, reach;  // what is narrowest in the law, and where nothing of it is left
  };
  struct Joint {
    const JointFriction* law;
    int coordinate, speed;  // places in y; the coordinate is -1 where its rate is not the speed
    Band band;
    double rate = 0;        // of the speed, at the end of the last step
    double yields = 0;      // acceleration of the speed per force on it, when it was looked at last
    int looked_before = 0;  // in so many steps inside the band; 0: before it was entered
  };
  struct Slip {
    int contact;
    Band band;
    Vec3d begin{0, 0, 0};  // m/s
  };
  // The next step by the slope of a law there, d(acceleration)/d(speed), negative where friction grows.
  double by_slope(double per_s) const;
  double by_slope(Joint&, double t_s, const double* y);
  double by_slope(const Slip&, const ContactAction&) const;
  static double may_change(const Band&, double speed, double nearest);
  void look_at_slips(double begin_s, const double* y_begin, double end_s, const double* y_end, double& longest_s);
  void look_at_demands(double begin_s, const double* y_begin, double end_s, const double* y_end, double& longest_s);
  static Vec3d slip(const ContactAction&);

  MotionSystem& system_;
  bool constant_, implicit_;
  std::vector<double> y_, f_, f_rubbed_;
  long evaluations_ = 0;
  std::vector<Joint> joints_;
  std::vector<Slip> slips_;
  std::vector<double> begin_, end_;                                // of controllers: what they want, of what they may
  double others_may_s_ = std::numeric_limits<double>::infinity();  // what the next step may be for slips and controllers
  double taken_s_ = 0;                                             // the last step
  bool again_ = false, shortened_ = false;                         // it was too long; the one before it was, and it is the one taken in its place
};

}  // namespace zanjir
