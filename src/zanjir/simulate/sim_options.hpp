// What a simulation is asked to do. Options alone: the driver, its system of equations, sampler and events are behind simulate.hpp.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "zanjir/core/ids.hpp"
#include "zanjir/core/words.hpp"
#include "zanjir/forces/control.hpp"
#include "zanjir/integrate/stepper.hpp"
#include "zanjir/terms/ledger.hpp"

namespace zanjir {

class Guard;
class Model;
class Pace;
class SharedForward;

enum class LoopCare : std::uint8_t { projection, baumgarte, none };
template <> struct WordsOf<LoopCare> {
  static constexpr WordOf<LoopCare> table[] = {{LoopCare::projection, "projection"}, {LoopCare::baumgarte, "baumgarte"}, {LoopCare::none, "none"}};
};

struct MotionOptions {
  std::string formulation = "newton-euler";
  LoopCare loop_care = LoopCare::projection;
  // Loops are projected where a residual is above  projection_tolerance * min(1, LoopRank::sigma_ref) * unit.  The unit is 1 for positions (in model
  // lengths or radians), and max(1, fastest speed) for velocities.
  double projection_tolerance = 1e-12;
  double baumgarte_alpha_per_s = 10, baumgarte_beta_per_s = 10;  // phi'' + 2 alpha phi' + beta^2 phi = 0
  // Augmented Lagrangian for loops that are springs: at these intervals what a spring carries becomes its preload, so that it closes. 0: never.
  double preload_interval_s = 0;
  std::vector<Controller> inputs = {};  // forces of actuators, instead of what the model says for the same speed
  SharedForward* shared = nullptr;      // asked first, where loops are closed by projection or there are none
};

struct SampleOptions {
  bool accelerations = false;             // of joints and of the frames below
  bool forces = true;                     // of actuated and prescribed joints
  bool reactions = false;                 // of every joint, world axes, at the joint origin on the child
  bool energy = true;                     // and the ledger
  bool power = false;                     // by source and by joint, the motor side of the gears, momentum
  bool contacts = true;                   // compliant ones; a run without them cannot be resumed
  bool singular_values = false;           // of the closure rows, scaled as Model::row_scale and column_scale say: a decomposition per sample
  std::vector<std::string> indices = {};  // names of indices, or what stands before them: dear, too
  std::vector<FrameId> frames = {};       // positions, quaternions and velocities of these
};

enum class Crossing : std::uint8_t { falling, rising, either };
template <> struct WordsOf<Crossing> {
  static constexpr WordOf<Crossing> table[] = {{Crossing::either, "either"}, {Crossing::rising, "rising"}, {Crossing::falling, "falling"}};
};

// An event of the user's own, beside the impacts that the model brings with it.
struct UserEvent {
  std::shared_ptr<Guard> guard = nullptr;  // written in C++; or nothing, and `when` says where it is
  enum class Then : std::uint8_t { go_on, stop } then = Then::go_on;
  std::string name = {}, when = {};  // an expression of the channels of the run: it crosses zero at the event
  Crossing crossing = Crossing::either;
};
template <> struct WordsOf<UserEvent::Then> {
  static constexpr WordOf<UserEvent::Then> table[] = {{UserEvent::Then::go_on, "record"}, {UserEvent::Then::stop, "stop"}};
};

// Where a run that is taken up again stood.
struct Resumed {
  std::array<double, n_work_sources> work_J{};
  double energy_begin_J = 0, largest_kinetic_J = 0;
  double t_begin_s = 0;              // of the first run: samples stay on its grid
  std::vector<double> control = {};  // what its sampled controllers had: Control::numbers()
};

// Where `auto` has to choose a constant step: how far positions may be off at the end, in model lengths (turns: rad).
inline constexpr double default_accuracy = 1e-5;
enum class MethodAdvice : std::uint8_t { say, none };

struct SimOptions {
  double until_s = 1;
  double sample_interval_s = 0;  // 0: a sample at the end of every step
  double restart_every_s = 0;    // > 0: at these times the run goes on from its own row as a resumed one does: simulate/restarts.hpp
  MotionOptions motion;
  StepperOptions stepper;
  SampleOptions samples;
  std::vector<UserEvent> events = {};
  double accuracy_m = 0;                    // 0: default_accuracy of the model length
  MethodAdvice advice = MethodAdvice::say;  // a note where stability set the steps and another method would have served better
  double zeno_interval_s = 1e-9;            // impacts of one contact that follow each other faster than this, several times in a row, end the run
  std::optional<Resumed> resumed;
  std::function<void(double t_s)> progress = {};         // called after every step
  Pace* pace = nullptr;                                  // told of every step: simulate/pace.hpp
  const std::atomic<bool>* cancel = nullptr;             // set by a signal handler: the run ends after the present step
  std::vector<Diagnostic> validate(const Model&) const;  // what cannot be run, keys named as the fields; empty: all is well
};

}  // namespace zanjir
