// Forces by laws of a distance or an angle that are put together from pieces: a magnet's reach, a latch, `step(0.01 - abs(distance - 0.5))`, a table with corners. A method sees a piece only where one of its stages
// lies in it: a body that is fast passes a thin one between two stages, with an error estimate of nothing, and an implicit method that begins inside of one need not see it either. So no step spans two pieces, as with laws
// of time. What measures of the frames can be between two instants, by how they change at both, rules most of every step out by interval arithmetic; the rest is halved.
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
  explicit LawZones(MotionSystem&);
  bool empty() const { return laws_.empty(); }
  // The first instant, to rounding, of the last step, from t_begin and y_begin on, at which a law is in another piece than at its beginning; infinity: none, or none that lasts for more than 2^-16 of the step.
  double first_change(Stepper&, double t_begin_s, const double* y_begin);

 private:
  enum Measure : std::uint8_t { distance, distance_rate, angle, angle_rate };  // as in law_measures
  struct Look {
    double t_s = 0;
    Jet distance, angle;
    std::uint64_t piece = 0;
  };
  struct Search {
    const FrameLaw& law;
    Stepper& stepper;
    double shortest_s;
    int looks_left;
    Look same;  // the last one in the first piece
  };
  Look look(const FrameLaw&, double t_s, const Workspace&);
  Look look_inside(Search&, double t_s);
  bool keeps(const FrameLaw&, const Look& a, const Look& b);
  bool changes(Search&, const Look& a, const Look& b, double& other_s);

  MotionSystem& system_;
  std::vector<const FrameLaw*> laws_;
  std::vector<double> y_;
  std::vector<Bounds> bounds_;  // of all arguments of a law
  LawArguments arguments_;
};

}  // namespace zanjir
