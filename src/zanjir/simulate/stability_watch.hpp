// Whether stability, not accuracy, sets the steps of a run: then another method would serve better. `auto` takes it; for the others it is advice.
#pragma once

#include <optional>
#include <string>

#include "zanjir/simulate/method_choice.hpp"
#include "zanjir/simulate/summary.hpp"
#include "zanjir/state/state.hpp"

namespace zanjir {

class StabilityWatch {
 public:
  StabilityWatch(const Model& model, const SimOptions& options, const State& state) : model_(model), options_(options), held_state_(state) {}

  void begin(double t_s) { watched_ = {0, 0, t_s, 0}; }  // with a stepper that has taken no step
  // After every step; now and then it looks. A choice comes from trials that `auto` made, which cost evaluations whether it gains or not.
  std::optional<MethodChoice> look(double t_s, const State&, const StepperCounts&, const StepperOptions&);
  // At the end of the run; empty: nothing that is worth a note.
  std::string advice(const RunSummary&, const StepperCounts&, const StepperOptions&) const;

 private:
  const Model& model_;
  const SimOptions& options_;
  struct Watched {  // at the last look
    long steps = 0, held = 0;
    double t_s = 0, work = 0;
  } watched_;
  long next_trial_step_ = 0;
  // Where stability was first seen to set the steps.
  bool held_ = false;
  State held_state_;
  double held_work_ = 0;
};

}  // namespace zanjir
