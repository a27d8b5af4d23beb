// Which method would serve better where stability, not accuracy, sets the steps of an explicit one: found by trial from a state on. What decides is counted work, never
// seconds, so that the choice is the same on every machine.
#pragma once

#include <string>

#include "zanjir/simulate/sim_options.hpp"

namespace zanjir {

struct State;

struct MethodChoice {
  StepperOptions stepper;
  double gain = 1;           // how many times less work than what was counted; 1: stay
  long evaluations = 0;      // that all trials took
  std::string text() const;  // as the command line takes it
};

// What a stretch of a run takes, in evaluations of the right-hand side.
double work_of(const StepperCounts&, const StepperOptions&, int nv);

// From `state` on to the end of the run, which would take `work_per_s` as it is. It stays where no method is better by half, or trials cannot tell (sampled controllers,
// springs whose preload changes, a rest of the run that is too short to be worth it).
MethodChoice cheaper_method(const Model&, const State&, const SimOptions&, double work_per_s);

// How far positions may be off at the end.
double accuracy_m(const Model&, const SimOptions&);

}  // namespace zanjir
