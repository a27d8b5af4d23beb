// An event that a user writes as an expression of channels: "A - 1", "tip.y + 0.2*t".
#pragma once

#include <memory>

#include "zanjir/simulate/simulate.hpp"

namespace zanjir {

class ChannelGuard final : public Guard {
 public:
  // The text must be free of problems; model and options must outlive it.
  ChannelGuard(const Model&, const State& start, const SimOptions&, const std::string& text);
  ~ChannelGuard() override;
  // The rate is a central difference along the motion (speeds and accelerations of the state): good to about 1e-9, enough to steer the search.
  GuardValue at(const Model&, const Workspace&) const override;
  // What is wrong with a text, in words; empty: nothing.
  static std::string problem(const std::vector<Channel>&, const std::string& text);

 private:
  struct Scratch;
  double value(const State&) const;
  std::unique_ptr<Scratch> x_;
};

// Names of the events that the model itself can cause.
std::vector<std::string> event_names(const Model&);

}  // namespace zanjir
