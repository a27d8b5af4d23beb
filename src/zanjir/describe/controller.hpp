// Sampled controllers as a file says them: blocks that take numbers and give numbers once per sample, and the actuators that get some of them. What each kind computes is the business
// of control/; here is what is said, with positions, and how much each block gives and keeps.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "zanjir/core/words.hpp"
#include "zanjir/describe/law.hpp"
#include "zanjir/language/units.hpp"

namespace zanjir {

enum class BlockKind : std::uint8_t {
  signal,
  sensor,
  noise,
  sum,
  product,
  gain,
  expression,
  filter,
  derivative,
  integral,
  pid,
  limit,
  rate_limit,
  delay,
  quantise,
  backlash,
  dead_zone,
  computed_torque,
  gravity,
  lead,
  custom
};
template <> struct WordsOf<BlockKind> {
  static constexpr WordOf<BlockKind> table[] = {{BlockKind::signal, "signal"},
                                                {BlockKind::sensor, "sensor"},
                                                {BlockKind::noise, "noise"},
                                                {BlockKind::sum, "sum"},
                                                {BlockKind::product, "product"},
                                                {BlockKind::gain, "gain"},
                                                {BlockKind::expression, "expression"},
                                                {BlockKind::filter, "filter"},
                                                {BlockKind::derivative, "derivative"},
                                                {BlockKind::integral, "integral"},
                                                {BlockKind::pid, "pid"},
                                                {BlockKind::limit, "limit"},
                                                {BlockKind::rate_limit, "rate_limit"},
                                                {BlockKind::delay, "delay"},
                                                {BlockKind::quantise, "quantise"},
                                                {BlockKind::backlash, "backlash"},
                                                {BlockKind::dead_zone, "dead_zone"},
                                                {BlockKind::computed_torque, "computed_torque"},
                                                {BlockKind::gravity, "gravity"},
                                                {BlockKind::lead, "lead"},
                                                {BlockKind::custom, "custom"}};
};

struct BlockInput {  // a value of the same controller, by name
  NameRef of;
  double sign = 1;  // -1: written with a minus
  int place = -1;   // among the values of the controller, in the order of outputs_of()
};

struct WrittenUnit {  // of a number that must go with what is read, where it has one
  std::string key;
  Dimension dimension;
  SourcePos at;
};

struct BlockDescription {
  std::string name;
  SourcePos at;
  BlockKind kind = BlockKind::signal;
  std::vector<BlockInput> of = {};
  LawDescription law = {};                                   // signal: of time; expression: of t and of values, which stand for its phases
  int derivative = 0;                                        // signal: 0, 1 or 2
  NameRef quantity = {};                                     // sensor: a name of the catalogue
  double quantum = 0, level = 0, bias = 0;                   // steps of a sensor or of quantise; standard deviation of noise; what a sensor adds
  double by = 1;                                             // gain
  double cutoff_Hz = 0;                                      // filter, derivative, pid; 0: none
  int order = 1;                                             // filter: 1 or 2
  double kp = 0, ki = 0, kd = 0;                             // pid
  double min = -std::numeric_limits<double>::infinity();     // limit, integral, pid
  double max = std::numeric_limits<double>::infinity();      // the same
  double rate = std::numeric_limits<double>::infinity();     // rate_limit, per second
  double width = 0;                                          // backlash: of the whole play; dead_zone: half of it
  int samples = 1;                                           // delay
  std::optional<double> initial = {};                        // filter, integral, delay: before the first sample
  std::optional<double> trip = {};                           // the run ends where |value| passes this
  std::vector<WrittenUnit> units = {};                       // sensor: of quantum, noise, bias, trip
  std::vector<NameRef> joints = {};                          // computed_torque: one per `of`; gravity, lead
  bool base_moves = true;                                    // computed_torque: prescribed joints have their rates and accelerations
  std::vector<MotionGiven> lead = {};                        // lead
  std::string custom = {};                                   // the name under which a program has registered it
  std::vector<std::pair<std::string, double>> numbers = {};  // custom: its own
  int memory = 0;                                            // custom: numbers that it keeps from sample to sample
};

struct AppliedDescription {  // an actuator that gets a value
  NameRef joint;             // joint or joint.part
  BlockInput force;
  std::optional<double> limit = {};  // of the force, either sign
};

struct ControllerDescription {
  std::string name;
  SourcePos at, every_at;
  double period_s = 0, start_s = 0;  // samples at start + k period
  double delay_s = 0;                // from a sample to the force that follows from it
  std::uint64_t seed = 0;            // of all noise
  std::vector<BlockDescription> blocks = {};
  std::vector<AppliedDescription> apply = {};
};

// Names of the values that a block gives, as others of its controller call them: "error"; of several "torque.A1".
std::vector<std::string> outputs_of(const BlockDescription&);
std::vector<std::string> outputs_of(const ControllerDescription&);  // of all blocks, in their order
int memory_of(const BlockDescription&);                             // numbers that it keeps from sample to sample
int commands_under_way(const ControllerDescription&);               // sampled, but not yet a force
int memory_of(const ControllerDescription&);                        // all of it, but for the values
// Names of all numbers that a controller has, as they are recorded: values "arm.error", then memory "arm.memory.1". A run goes on from these.
std::vector<std::string> recorded_names(const ControllerDescription&);

}  // namespace zanjir
