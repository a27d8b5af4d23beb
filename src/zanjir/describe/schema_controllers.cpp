// Keys, prose and examples of controllers.
#include "zanjir/describe/controller.hpp"
#include "zanjir/describe/schema.hpp"
#include "zanjir/language/schema_keys.hpp"

namespace zanjir::schema {
namespace {

constexpr Key controller_keys[] = {
    {"every", Kind::number, required, "", "Time from sample to sample. Integration stops at each of them, so none is inside a step.", dimension::time,
     Range::positive, 1},
    {"start", Kind::number, optional, "0", "Time of the first sample; until then its forces are zero.", dimension::time},
    {"delay", Kind::number, optional, "0",
     "From a sample to the force that follows from it: computing and transport. Any time, not only whole samples; the force before it holds.",
     dimension::time, Range::non_negative},
    {"seed", Kind::integer, optional, "0", "Of all noise in it. The same seed is the same noise, on every machine and after `--resume`."},
    {"blocks", Kind::map, required, "",
     "Named blocks, computed in this order at every sample. A block takes the values of blocks above it; `delay` may name one below, which closes a "
     "loop."},
    {"apply", Kind::map, required, "",
     "Per actuated joint or joint.part the value that is its force until the next, or a map with `force` and `limit`."},
};

constexpr Key applied_keys[] = {
    {"force", Kind::name, required, "", "A value of this controller; with a minus before it the opposite. On the joint side of the gear, N m or N."},
    coordinate_key("limit", optional, "that of the actuator", "Largest force, either sign; with a `force_limit` of the actuator the smaller of both.",
                   Range::positive, 1),
};

constexpr Key block_keys[] = {
    word_key("type", required, "", "What it computes: the table above.", choices_of<BlockKind>()),
    {"of", Kind::list, optional, "", "The value that it takes, or a list of them; a minus before a name takes the opposite."},
    {"law", Kind::law, optional, "", "`signal`: a law of time."},
    {"derivative", Kind::integer, optional, "0", "`signal`: 1 for the rate of the law, 2 for its acceleration."},
    {"quantity", Kind::name, optional, "",
     "`sensor`: a quantity of the [catalogue](quantities.md) that follows from positions and velocities: `A`, `A.speed`, `platform.qx`."},
    {"quantum", Kind::number, optional, "0", "`sensor`, `quantise`: the size of a step.", {}, Range::non_negative},
    {"noise",
     Kind::number,
     optional,
     "0",
     "`sensor`, `noise`: standard deviation of normal noise, anew at each sample; before the steps.",
     {},
     Range::non_negative},
    {"bias", Kind::number, optional, "0", "`sensor`: added to what is read."},
    {"by", Kind::number, optional, "1", "`gain`: the factor.", {}, Range::any, 1},
    {"value", Kind::text, optional, "", "`expression`: an expression of values above it and `t`: \"40*error - 3*rate\"."},
    {"cutoff", Kind::number, optional, "none", "`filter`, `derivative`, `pid`: corner frequency in cycles per time.", dimension::frequency,
     Range::positive, 1},
    {"order", Kind::integer, optional, "1", "`filter`: 1, or 2 for Butterworth's."},
    {"kp", Kind::number, optional, "0", "`pid`."},
    {"ki", Kind::number, optional, "0", "`pid`, per second."},
    {"kd", Kind::number, optional, "0", "`pid`, times a second."},
    {"max", Kind::number, optional, "none",
     "`limit`, `integral`, `pid`: largest value. An integral does not grow beyond what the limit lets through."},
    {"min", Kind::number, optional, "minus `max`", "The smallest."},
    {"rate", Kind::number, optional, "", "`rate_limit`: largest change per second.", {}, Range::positive, 1},
    {"width", Kind::number, optional, "", "`backlash`: of the play; `dead_zone`: half of it.", {}, Range::non_negative},
    {"time", Kind::number, optional, "one sample", "`delay`: a whole number of samples.", dimension::time, Range::positive, 1},
    {"initial", Kind::number, optional, "the first value taken; of `integral` 0", "`filter`, `integral`, `delay`: what was before the first sample."},
    {"trip",
     Kind::number,
     optional,
     "none",
     "Of any block with one value: the run ends where it passes this, either sign, and says so.",
     {},
     Range::positive,
     1},
    {"accelerations", Kind::map, optional, "", "`computed_torque`: per actuated joint the value that its acceleration should be."},
    word_key(
        "base", optional, "moving",
        "`computed_torque`: `moving` knows how the base and all prescribed joints move; `still` knows where they are and takes them to be at rest.",
        "moving still"),
    {"joints", Kind::list, optional, "", "`gravity`, `lead`: the joints whose values it gives."},
    {"motion", Kind::map, optional, "",
     "`lead`: what is led, and by which laws of time, as in the `motion` of a study's task `inverse`; frames in the world, joints relative to the "
     "base."},
    {"kind", Kind::text, optional, "", "`custom`: the name under which a program has registered it."},
    {"numbers", Kind::map, optional, "none", "`custom`: its own numbers by name."},
    {"memory", Kind::integer, optional, "0", "`custom`: how many numbers it keeps from sample to sample."},
};

constexpr std::string_view controller_text =
    "Controllers that work as real ones do: at every sample, `every` apart, sensors are read, blocks are computed, and actuators get a force that "
    "holds until the next one. The\n"
    "ideal counterpart without samples is `control`; an actuator has one of the two. All values are channels of a recording, "
    "`<controller>.<block>`. See [control.md](control.md).";
constexpr std::string_view applied_text = "The longer form of an entry of `apply`.";
constexpr std::string_view block_text =
    "With u the value that it takes, T the time between samples, k the sample:\n\n"
    "| type | value |\n|---|---|\n"
    "| `signal` | the `law` at this sample, or its `derivative` |\n"
    "| `sensor` | `quantity` + `bias` + `noise`, rounded to steps of `quantum` |\n"
    "| `noise` | normal noise |\n"
    "| `sum`, `product` | of all values in `of` |\n"
    "| `gain` | `by` u |\n"
    "| `expression` | `value` |\n"
    "| `filter` | low pass with corner `cutoff`: order 1 is y + (1 - exp(-w T)) (u - y), order 2 Butterworth's by the bilinear rule |\n"
    "| `derivative` | (u_k - u_k-1)/T, through a filter with `cutoff` |\n"
    "| `integral` | y + T u, within `min` and `max` |\n"
    "| `pid` | kp u + ki times its integral + kd times its derivative, within `min` and `max` |\n"
    "| `limit` | u within `min` and `max` |\n"
    "| `rate_limit` | follows u by at most `rate` T per sample |\n"
    "| `delay` | u as it was `time` before |\n"
    "| `quantise` | u rounded to steps of `quantum` |\n"
    "| `backlash` | follows u with a play of `width`: moves only where u pushes it |\n"
    "| `dead_zone` | zero within `width` of zero, beyond it what is beyond |\n"
    "| `computed_torque` | per joint of `accelerations` the force that gives it this acceleration at the state of this sample, `name.JOINT` |\n"
    "| `gravity` | per joint of `joints` the force that holds it at rest here, `name.JOINT` |\n"
    "| `lead` | where the joints of `joints` are while `motion` is followed: `name.JOINT`, `name.JOINT.rate`, `name.JOINT.acceleration` |\n"
    "| `custom` | written in C++ |";
constexpr std::string_view controllers_example = R"yaml(zanjir: 1
gravity: [0, 0, -9.81]
bodies:
  upper: {mass: 3 kg, com: [0.2, 0, 0], inertia: {ixx: 0.01, iyy: 0.05, izz: 0.05}}
  lower: {mass: 2 kg, com: [0.2, 0, 0], inertia: {ixx: 0.01, iyy: 0.04, izz: 0.04}}
joints:
  A: {type: revolute, parent: ground, child: upper, axis: y, actuated: true}
  B: {type: revolute, parent: upper, child: lower, at: [0.4, 0, 0], axis: y, actuated: true}
controllers:
  arm:
    every: 1 ms
    start: 0 s
    delay: 0.5 ms
    seed: 7
    blocks:
      target: {type: signal, law: "0.5*sin(2*t)"}
      speed:  {type: signal, law: "0.5*sin(2*t)", derivative: 1}
      angle:  {type: sensor, quantity: A, quantum: 0.01 deg, noise: 0.005 deg, bias: 0.1 deg, trip: 90 deg}
      rate:   {type: derivative, of: angle, cutoff: 80 Hz}
      smooth: {type: filter, of: rate, cutoff: 50 Hz, order: 2, initial: 0}
      error:  {type: sum, of: [target, -angle]}
      wanted: {type: expression, value: "400*error + 40*(speed - smooth)"}
      rest:   {type: gain, of: error, by: 0}
      model:  {type: computed_torque, accelerations: {A: wanted, B: rest}, base: still}
      held:   {type: gravity, joints: [B]}
      path:   {type: lead, joints: [A, B], motion: {A: "0.5*sin(2*t)", B: 0}}
      offset: {type: sensor, quantity: B}
      away:   {type: sum, of: [path.B, -offset]}
      pid:    {type: pid, of: away, kp: 300, ki: 50, kd: 20, cutoff: 100 Hz, max: 60, min: -60}
      past:   {type: delay, of: slow, time: 2 ms, initial: 0}
      hum:    {type: noise, noise: 0.001}
      both:   {type: sum, of: [pid, held.B, hum]}
      steps:  {type: quantise, of: both, quantum: 0.01}
      play:   {type: backlash, of: steps, width: 0.02}
      dead:   {type: dead_zone, of: play, width: 0.01}
      ramp:   {type: signal, law: "min(t, 1)"}
      scaled: {type: product, of: [dead, ramp]}
      slow:   {type: rate_limit, of: scaled, rate: 2000}
      bound:  {type: limit, of: slow, max: 50}
      drift:  {type: integral, of: error, max: 1}
      own:    {type: custom, of: error, kind: my_law, numbers: {stiffness: 20}, memory: 1}
    apply:
      A: {force: model.A, limit: 80 N m}
      B: bound
)yaml";
}  // namespace

const Object controller{"Controllers", "controllers.<name>", controller_text, controller_keys, controllers_example};
const Object applied{"Forces of controllers", "controllers.<name>.apply.<joint>", applied_text, applied_keys, controllers_example};
const Object block{"Blocks", "controllers.<name>.blocks.<name>", block_text, block_keys, controllers_example};

}  // namespace zanjir::schema
