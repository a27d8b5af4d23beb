// Forces by laws of a distance or an angle that are put together from pieces: a magnet's reach, a latch, `step(0.01 - abs(distance - 0.5))`, a table with corners. A method sees a piece only where one of its stages
// lies in it: a body that is fast passes a thin one between two stages, with an error estimate of nothing, and some estimates do not see a jump either. So after each step its way is looked at: cubics through places and
// speeds at its ends and in between, of which interval arithmetic rules out most pieces of a law at once; and so is what the right-hand side has read in it. A step over a switch that matters is taken again: to shortly before the switch, and over it by one so
// short that it does not matter what its stages read. Nothing but steps is put into the motion: events in them are found as ever.
// Behind half a turn `angle` goes on from -pi, and with it any law of it that is not the same at both: one more switch.
// Switches by rates (`sign(distance_rate)`) are left to error control: what sticks by such a law would switch without end.
#pragma once

#include <array>
#include <vector>

#include "zanjir/forces/phases.hpp"
#include "zanjir/integrate/stepper.hpp"
#include "zanjir/language/expression_bounds.hpp"
#include "zanjir/simulate/motion_system.hpp"

namespace zanjir {

class LawZones {
 public:
  LawZones(MotionSystem&, const StepperOptions&);
  LawZones(const LawZones&) = delete;  // the system knows where it is
  LawZones& operator=(const LawZones&) = delete;
  bool empty() const { return laws_.empty(); }
  void begin_step();  // before it is taken
  // How long the step from begin to end may be for the pieces of laws on its way; infinity: as long as it is. The stepper knows the motion between its ends.
  double longest_step(Stepper&, double begin_s, const double* y_begin, double end_s, const double* y_end);

 private:
  enum Measure : std::uint8_t { distance, distance_rate, angle, angle_rate };  // as in law_measures
  struct Watched {
    const FrameLaw* law;
    bool turns;                                    // names the angle
    double mass_kg, inertia_kg_m2;                 // the smaller ones of what its frames are on
    double speed_m_per_s = 0, turn_rad_per_s = 0;  // the highest so far, between its frames
  };
  // How the frames of a law lie to each other at an instant.
  struct Look {
    double t_s = 0;
    Vec3d d{0, 0, 0}, d_rate{0, 0, 0};  // from origin to origin, world axes
    double angle = 0, angle_rate = 0;
  };
  // In Bernstein's form: it lies within the hull of its four points, and its halves have points of their own.
  struct Cubic {
    std::array<double, 4> at{};
    Cubic() = default;
    Cubic(double begin, double rate_begin, double end, double rate_end, double width);
    Bounds bounds() const;
    void halve(Cubic& first, Cubic& second) const;
    double value(double u) const;  // u from 0 to 1
    double slope(double u) const;
  };
  static Bounds bounds_of_square(const std::array<Cubic, 3>& d);
  struct Way {
    double begin_s = 0, end_s = 0;
    std::array<Cubic, 3> d;
    Cubic angle;  // beyond pi
  };
  struct Switch {
    double begin_s, end_s;  // somewhere between
  };
  struct Relative {
    Vec3d along;
    double speed_m_per_s, turn_rad_per_s;
  };
  struct Action {
    Vec3d force;
    double moment, speed_m_per_s, turn_rad_per_s;
  };
  // What the right-hand side was asked for.
  struct Asked {
    double t_s;
    std::uint64_t piece;
    Action action;
    double angle;
    Action half_turn[2];  // of a law of the angle, what it would do at both ends of it
  };
  Look look(const FrameLaw&, double t_s, const Workspace&) const;
  void make_ways(const std::vector<Look>&, std::size_t apart);  // each from one look to the one that is so many behind it
  double longest_step(const Watched&);
  void find_switches(const Watched&, const Way&, int depth);  // rising
  void sample_switches(const Watched&);
  void add_switch(double begin_s, double end_s);
  bool keeps(const Watched&, const Way&);
  const Way& way_at(double t_s) const;
  Relative set_arguments(double t_s);  // on the way
  Relative set_arguments(double t_s, const Vec3d& d, const Vec3d& d_rate, double turned, double turn_rate);
  Action action(const FrameLaw&, double t_s);
  Action action_of(const FrameLaw&, double t_s, const Relative&) const;
  Action action_at(const FrameLaw&, double t_s, const Relative&, double angle);
  std::uint64_t piece_of(const FrameLaw&, double t_s);
  std::uint64_t piece_at(const FrameLaw&, double t_s);  // on the way
  void see(double t_s, const Workspace&);
  double turns_at(double t_s) const;  // whole ones on the way
  double longest_by_stages(const Watched&, const std::vector<Asked>&, double begin_s, double end_s);
  static double share(const Watched&, const Action&, const Action&, double time_s);

  MotionSystem& system_;
  double allowed_;
  std::vector<Watched> laws_;
  std::vector<double> y_;
  std::vector<std::vector<Look>> looks_;    // per law, along the step
  std::vector<std::vector<Asked>> stages_;  // likewise
  std::vector<Way> ways_;                   // of one law
  std::vector<Switch> switches_;            // of it
  int asked_ = 0;
  std::array<Bounds, most_law_arguments> bounds_;  // of all arguments of a law
  LawArguments arguments_;
};

}  // namespace zanjir
