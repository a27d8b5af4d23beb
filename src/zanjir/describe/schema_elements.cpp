// Keys of what drives and loads joints and frames: actuators, springs, dampers, loads, stops, friction.
#include "zanjir/describe/schema.hpp"
#include "zanjir/describe/schema_examples.hpp"

namespace zanjir::schema {
namespace {

constexpr Key actuator_keys[] = {
    {"gear_ratio", Kind::coordinate, optional, "1", "Motor motion per joint motion.", dimension::number, Range::any, 1},
    {"rotor_inertia", Kind::coordinate, optional, "0",
     "On the motor side. For slides: a mass with a plain gear ratio, or a moment of inertia with a gear ratio in `rad/m`.", dimension::inertia,
     Range::non_negative},
    {"weight", Kind::number, optional, "1", "Price of this actuator when there are more than needed: least sum of weight times force squared.",
     dimension::number, Range::positive, 1},
    coordinate_key("stiffness", optional, "rigid",
                   "Of the drive between the held motor and the joint, on the joint's side, for "
                   "[compliance](parallel-robots.md#stiffness-and-compliance): force "
                   "per "
                   "length; on a turning coordinate moment per angle. It does not change the dynamics.",
                   Range::positive),
    coordinate_key("force_limit", optional, "none",
                   "The largest force (moment) on the joint, for the [sets](parallel-robots.md#what-limited-actuators-reach) of forces that a frame "
                   "can exert. Of "
                   "simulations it limits those with sampled [controllers](control.md); `control` has a `limit` of its own.",
                   Range::positive),
    coordinate_key("speed_limit", optional, "none", "The largest speed of the joint, for the sets of velocities.", Range::positive),
    {"backlash", Kind::map, optional, "none", "Play between motor and joint; see *Backlash*. `{}`: none (to take it away by `--set`)."},
};

constexpr Key backlash_keys[] = {
    coordinate_key("play", required, "", "How far the joint can be moved while the motor stands: from flank to flank. Zero: a soft shaft.",
                   Range::non_negative),
    coordinate_key("stiffness", optional, "that of the actuator", "Of a flank that is touched, the shaft behind it included.", Range::positive),
    coordinate_key("damping", optional, "0", "Force per speed while a flank is touched. A flank never pulls.", Range::non_negative),
};

constexpr Key spring_keys[] = {
    {"between", Kind::list, optional, "", "Two frames (body or body.frame); the spring acts along the line between their origins."},
    {"joint", Kind::name, optional, "", "Instead of `between`: a joint or joint.part."},
    coordinate_key("stiffness", required, "", "Force per length; on a turning coordinate moment per angle.", Range::non_negative),
    {"length", Kind::number, optional, "0", "With `between`: the free length.", dimension::length, Range::non_negative},
    {"rest", Kind::coordinate, optional, "0", "With `joint`: the value of the coordinate without force."},
    coordinate_key("damping", optional, "0", "Force per speed; on a turning coordinate moment per angular speed.", Range::non_negative),
};

constexpr Key damper_keys[] = {
    {"between", Kind::list, optional, "", "Two frames (body or body.frame)."},
    {"joint", Kind::name, optional, "", "Instead of `between`: a joint or joint.part; for turning bodies also a speed, `S.wx`."},
    coordinate_key("damping", required, "", "Force per speed; on a turning coordinate moment per angular speed.", Range::non_negative),
};

constexpr Key load_keys[] = {
    {"on", Kind::name, optional, "", "Body or body.frame; the force acts at its origin."},
    {"joint", Kind::name, optional, "", "Instead of `on`: a joint or joint.part; for turning bodies also a speed, `S.wx`."},
    {"force", Kind::list, optional, "zero", "With `on`: three laws.", dimension::force},
    {"moment", Kind::list, optional, "zero", "With `on`: three laws.", dimension::moment},
    word_key("axes", optional, "world", "With `on`: axes of the components; `body` means those of the frame named.", "world body"),
    {"value", Kind::law, optional, "", "With `joint`: force or moment on that coordinate, a law."},
};

constexpr Key frame_law_keys[] = {
    {"between", Kind::list, required, "", "Two frames (body or body.frame)."},
    {"axis", Kind::direction, optional, "z", "In the axes of the first: what `angle` is about."},
    {"force", Kind::law, optional, "zero",
     "Force on the second frame along the line from the first, which gets the opposite: positive pushes them apart.", dimension::force},
    {"moment", Kind::law, optional, "zero", "Moment on the second frame towards larger `angle`; the first gets the opposite.", dimension::moment},
};

constexpr Key stop_keys[] = {
    {"joint", Kind::name, required, "", "A joint or joint.part with a scalar coordinate."},
    {"min", Kind::coordinate, optional, "no limit", "Lowest value of the coordinate."},
    {"max", Kind::coordinate, optional, "no limit", "Highest value; one of the two is needed."},
    coordinate_key("stiffness", optional, "", "A compliant stop: force per length (moment per angle) beyond the limit. Either this or `restitution`.",
                   Range::positive, 1),
    coordinate_key("damping", optional, "0", "With `stiffness`: force per speed beyond the limit. The stop never pulls.", Range::non_negative),
    {"restitution", Kind::number, optional, "",
     "A rigid stop: the speed after the hit, relative to the one before, from 0 to 1. Simulations locate the instant.", dimension::number,
     Range::non_negative},
};

constexpr Key friction_keys[] = {
    {"joint", Kind::name, required, "", "A joint or joint.part; for turning bodies also a speed, `S.wx`."},
    coordinate_key("coulomb", required, "", "Friction force (moment) of the sliding joint.", Range::non_negative),
    coordinate_key("stiction", optional, "as `coulomb`", "Friction force at the onset of sliding; not below `coulomb`.", Range::non_negative),
    coordinate_key("stribeck_speed", optional, "ten times `transition_speed`", "Speed over which stiction falls to Coulomb friction.",
                   Range::positive, 1),
    coordinate_key("transition_speed", required, "", "Speed below which the force is smoothed: the joint creeps instead of sticking.",
                   Range::positive, 1),
    coordinate_key("viscous", optional, "0", "Force per speed, besides.", Range::non_negative),
};

}  // namespace

using namespace examples;
const Object actuator{"Actuators", "actuators.<joint>", text::actuator, actuator_keys, actuators};
const Object backlash{"Backlash", "actuators.<joint>.backlash", text::backlash, backlash_keys, backlashes};
const Object spring{"Springs", "springs.<name>", text::spring, spring_keys, springs};
const Object damper{"Dampers", "dampers.<name>", text::damper, damper_keys, springs};
const Object load{"Loads", "loads.<name>", text::load, load_keys, loads};
const Object frame_law{"Forces by a law", "forces.<name>", text::frame_law, frame_law_keys, frame_laws};
const Object stop{"Stops", "stops.<name>", text::stop, stop_keys, stops};
const Object friction{"Friction", "friction.<name>", text::friction, friction_keys, stops};

}  // namespace zanjir::schema
