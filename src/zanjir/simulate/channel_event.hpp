// An event that a user writes as an expression of channels: "A - 1", "tip.y + 0.2*t", "ledger.dampers + 0.5". It reads the channels of the run itself,
// so whatever a run records it can also stop at.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "zanjir/language/expression_parser.hpp"
#include "zanjir/simulate/events.hpp"
#include "zanjir/simulate/sampler.hpp"

namespace zanjir {

class ChannelGuard final : public Guard {
 public:
  // The event's `when` must be free of problems (event_problem). System, sampler and the energy at the start are those of the run, and outlive it.
  ChannelGuard(MotionSystem&, Sampler&, const double& energy_begin_J, const UserEvent&);
  // The rate is a central difference along the motion, y' being the right-hand side: good to about 1e-9, enough to steer the search.
  GuardValue value(const EventInstant&) override;
  std::optional<double> no_number_s = {};  // the first end of a step at which it was not a finite number

 private:
  double value_at(double t_s, const double* y);
  MotionSystem& system_;
  Sampler& sampler_;
  const double& energy_begin_J_;
  RowExpression expression_;
  std::vector<double> row_, slope_, y_;
};

// What is wrong with the `when` of an event, given the channels of its run. No value: nothing.
std::optional<ExpressionError> event_problem(const std::vector<Channel>&, const std::string& when);

// The body or frame whose channel (`tip.x`) stands at this place of the text, whether or not the run has such channels; empty: no such thing.
std::string frame_named_in(const Model&, const std::string& when, std::size_t offset);

// Of one that is right, but of time alone and without a zero in the run: that it cannot occur. Empty: nothing to say.
std::string event_note(const std::string& when, double begin_s, double end_s);

// Names of the events that the model itself can cause.
std::vector<std::string> event_names(const Model&);

}  // namespace zanjir
