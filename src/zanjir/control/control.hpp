// The sampled controllers of a model along a motion: when they sample, what they compute then, and the forces that hold until they act again. The driver stops at every instant
// that next_s() says and lets act() do what is due; between two of them nothing here changes, so an integrator never meets a jump inside a step.
#pragma once

#include <limits>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "zanjir/control/block.hpp"
#include "zanjir/formulations/registry.hpp"
#include "zanjir/terms/quantities.hpp"
#include "zanjir/terms/said.hpp"

namespace zanjir {

// What is wrong, or odd, with the controllers of a model beyond what reading and building have found: sensors that read what is not there, joints without actuator, blocks that nobody has
// registered; samples too far apart for what is to be followed. Paths are those of the file.
struct ControlProblem {
  Severity severity = Severity::error;
  SaidProblem what;
};
std::vector<ControlProblem> check_controllers(const Model&);
// The same as diagnostics, each at its place; `files` of the description.
std::vector<Diagnostic> controller_diagnostics(const Model&, const std::vector<std::string>& files);

// Sees whether a value that swings, swings ever more: twelve turning points in a row or more, each swing larger than the one before by a twentieth, and two hundred times the first in the
// end. A loop that is unstable does that, whatever its frequency and whatever value it swings about; noise and motions that are asked for do not, those among them that grow steadily included.
class GrowthWatch {
 public:
  bool grows(double t_s, double value);  // true once, when it has become clear
  double since_s() const { return since_s_; }

 private:
  double last_ = 0, turn_ = 0, swing_ = 0, first_swing_ = 0, since_s_ = 0;
  int direction_ = 0, growing_ = 0;
  bool begun_ = false, said_ = false;
};

// Sees whether a value runs away without swinging: it doubles twenty times in a row, and the second ten take as long as the first, to a factor of two. What grows as a power of time does not do that.
class RunawayWatch {
 public:
  bool runs_away(double t_s, double value);  // true once, when it has become clear
  double since_s() const { return begin_s_; }
  double doubling_s() const { return doubling_s_; }

 private:
  double last_ = 0, level_ = 0, begin_s_ = 0, middle_s_ = 0, doubling_s_ = 0;
  int doublings_ = 0;
  bool said_ = false;
};

class Control {
 public:
  Control(const Model&, const AnyFormulation&);  // of a model in which check_controllers() finds no error
  ~Control();
  bool empty() const { return numbers_.empty(); }

  void begin(double t_s);                       // from here on; nothing has been sampled, and no force acts
  void go_on(std::span<const double> numbers);  // from where a run was recorded
  double next_s() const;                        // the next sample, or force that takes effect; infinity: none
  enum class Outcome : std::uint8_t { went_on, tripped, failed };
  // All that is due at t_s, the mechanism being as in `state` and ws (Stage::velocity). Allocates nothing, but for words where it does not go on.
  Outcome act(double t_s, const State& state, Workspace& ws, const LoopRank*);
  const std::string& problem() const { return problem_; }

  const VecX& tau() const { return tau_; }          // [nv] forces that hold now
  const VecX& tau_cut() const { return tau_cut_; }  // [n_cut_v]
  // Everything that changes: per controller its values and its memory, in the order of recorded_names().
  std::span<const double> numbers() const { return numbers_; }
  std::vector<std::string> notes() const;  // what is worth telling in the end: loops that swing ever more, forces at their limits

 private:
  struct Controller;
  bool sample(Controller&, double t_s, const State&, const LoopRank*, Outcome&);
  void apply(const Controller&);

  const Model& model_;
  std::vector<Controller> controllers_;
  std::vector<double> numbers_, sensed_;
  std::unique_ptr<QuantitySet> sensors_;  // all that somebody reads
  std::vector<std::size_t> sensor_of_;    // per sensor its place among them
  std::vector<double> read_;              // [sensors] in the order of the blocks
  VecX tau_, tau_cut_;
  std::string problem_;
};

}  // namespace zanjir
