// The driver loop: stepper + projection + events + ledger + recorder -> RunSummary.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "zanjir/simulate/events.hpp"
#include "zanjir/simulate/sampler.hpp"
#include "zanjir/simulate/summary.hpp"

namespace zanjir {

// An event of the user's own, beside the impacts that the model brings with it.
struct UserEvent {
  std::shared_ptr<Guard> guard = nullptr;  // written in C++; or nothing, and `when` says where it is
  enum class Then : std::uint8_t { go_on, stop } then = Then::go_on;
  std::string name = {}, when = {};        // an expression of the channels of the run: it crosses zero at the event
  Crossing crossing = Crossing::either;
};
template <>
struct WordsOf<UserEvent::Then> {
  static constexpr WordOf<UserEvent::Then> table[] = {{UserEvent::Then::go_on, "record"}, {UserEvent::Then::stop, "stop"}};
};

// Where a run that is taken up again stood.
struct Resumed {
  std::array<double, n_work_sources> work_J{};
  double energy_begin_J = 0, largest_kinetic_J = 0;
  double t_begin_s = 0;  // of the first run: samples stay on its grid
};

struct SimOptions {
  double until_s = 1;
  double sample_interval_s = 0;      // 0: a sample at the end of every step
  MotionOptions motion;
  StepperOptions stepper;
  SampleOptions samples;
  std::vector<UserEvent> events = {};
  double zeno_interval_s = 1e-9;     // impacts of one contact that follow each other faster than this, several times in a row, end the run
  std::optional<Resumed> resumed;
  std::function<void(double t_s)> progress = {};       // called after every step
  const std::atomic<bool>* cancel = nullptr;           // set by a signal handler: the run ends after the present step
  std::vector<Diagnostic> validate(const Model&) const;  // what cannot be run, keys named as the fields; empty: all is well
};

// What is inside a stop or the ground where a run would start, with the key of the contact or the stop; empty: nothing. `simulate` ends there too, but after
// it has made its recorder.
std::vector<Diagnostic> check_start(const Model&, const State&);

// Runs from a closed `state`, which moves to where the run ended. `make_recorder` is called once with the channels, before the first step; when it gives
// null, the run ends there (recorder_failed). Empty: nothing is recorded.
using MakeRecorder = std::function<Recorder*(const std::vector<Channel>&)>;
RunSummary simulate(const Model&, State& state, const SimOptions&, const MakeRecorder& make_recorder);

}  // namespace zanjir
