// The grammar of description files: the file itself, bodies, joints, loops, what drives and loads them. Other sections stand in schema_*.cpp.
#include "zanjir/describe/schema.hpp"

#include <algorithm>
#include <array>

#include "zanjir/core/joint_traits.hpp"
#include "zanjir/describe/look.hpp"
#include "zanjir/describe/schema_examples.hpp"
#include "zanjir/language/schema_keys.hpp"

namespace zanjir::schema {
namespace {

struct Words {  // separated by spaces
  std::array<char, 160> text{};
  std::size_t size = 0;
  constexpr void add(std::string_view word) {
    if (size > 0) text[size++] = ' ';
    for (const char c : word) text[size++] = c;
  }
  constexpr operator std::string_view() const { return {text.data(), size}; }
};
constexpr Words joint_types = [] {
  Words words;
  for (const JointTraits& joint : joint_table) words.add(joint.name);
  return words;
}();
constexpr Words loop_types = [] {
  Words words = joint_types;
  words.add("distance");
  words.add("gear");
  return words;
}();

constexpr Key root_keys[] = {
    {"zanjir", Kind::integer, required, "", "Version of the format. This page describes version 1."},
    {"name", Kind::text, optional, "the file's name", "What the mechanism is called in reports."},
    {"description", Kind::text, optional, "none", "Free text."},
    word_key("plane", optional, "none: the mechanism is spatial",
             "Declares a planar mechanism: one inertia number per body is enough (`izz` for `xy`, `ixx` for `yz`, `iyy` for `xz`).", "xy yz xz"),
    {"parameters", Kind::map, optional, "none",
     "Names for numbers, used as `$name`. A parameter may be computed from the ones above it. `--set name=value` changes it."},
    {"gravity", Kind::vector, required, "", "Gravity in world axes.", dimension::acceleration},
    {"characteristic_length", Kind::number, optional, "the model length",
     "The length at which turns are counted in [indices](parallel-robots.md#indices) that mix them with translations.", dimension::length,
     Range::positive},
    {"bodies", Kind::map, optional, "none", "Name and properties of each body. `ground` exists without being listed."},
    {"frames", Kind::map, optional, "none",
     "Per body, named places on it: `frames: {crank: {tip: [1, 0, 0]}}` makes `crank.tip`. `ground` may have frames too."},
    {"joints", Kind::map, optional, "none", "Name and properties of each joint."},
    {"loops", Kind::map, optional, "none", "What closes loops: joints between two frames, distances and gears."},
    {"actuators", Kind::map, optional, "none", "Per joint or joint.part, the gear and motor behind it."},
    {"springs", Kind::map, optional, "none", "Springs between two frames or on a joint coordinate."},
    {"dampers", Kind::map, optional, "none", "Dampers between two frames or on a joint coordinate."},
    {"loads", Kind::map, optional, "none", "Applied forces and moments."},
    {"forces", Kind::map, optional, "none", "Forces between two frames by laws of their distance, angle, rates and time."},
    {"stops", Kind::map, optional, "none", "Limits of joint coordinates, compliant or rigid."},
    {"friction", Kind::map, optional, "none", "Dry friction in joints."},
    {"contacts", Kind::map, optional, "none", "Points, spheres, capsules, discs and boxes on bodies that hit the ground."},
    {"phases", Kind::map, optional, "none",
     "Names for functions of time, laws each, which further down stand for their value in laws: computed once per instant for all of them."},
    {"gaits", Kind::map, optional, "none", "Motions of many joints by one phase: waves along a chain, keyframes, coupled oscillators."},
    {"motion", Kind::map, optional, "none", "Per joint or joint.part, a law of time that prescribes it."},
    {"base", Kind::map, optional, "at rest", "A motion of the ground itself: a ship, a vehicle, a shaking table."},
    {"control", Kind::map, optional, "none", "Per actuated joint or joint.part, what its actuator does in a simulation."},
    {"controllers", Kind::map, optional, "none", "Sampled controllers made of blocks: what sensors, computers and drives do to the actuators."},
    {"initial", Kind::map, optional, "all zero", "Where the coordinates start."},
    {"look", Kind::map, optional, "made from frames and joints", "Per body, one shape or a list of shapes: how it is drawn."},
    {"repeat", Kind::list, optional, "none", "Blocks that are read several times: equal legs, long chains."},
};

constexpr Key body_keys[] = {
    {"mass", Kind::number, optional, "", "Needed unless `massless: true`; greater than zero.", dimension::mass, Range::any, 1},
    {"com", Kind::vector, optional, "[0, 0, 0]", "Mass centre in body axes, from the body origin.", dimension::length},
    {"inertia", Kind::map, optional, "", "Needed with a mass; `point` for a point mass.", dimension::inertia},
    {"massless", Kind::flag, optional, "false", "`true` says that the missing mass is meant."},
    {"beam", Kind::map, optional, "", "An elastic body instead of a rigid one: a straight uniform beam along x from the body origin."},
};

constexpr Key inertia_keys[] = {
    word_key("about", optional, "com", "Point the numbers refer to: the mass centre or the body origin. The axes are the body's.", "com origin"),
    {"ixx", Kind::number, optional, "", "Moment about x. All three moments are needed unless `plane` says that one is enough.", dimension::inertia,
     Range::non_negative},
    {"iyy", Kind::number, optional, "", "Moment about y.", dimension::inertia, Range::non_negative},
    {"izz", Kind::number, optional, "", "Moment about z.", dimension::inertia, Range::non_negative},
    {"ixy", Kind::number, optional, "0",
     "Entry of the inertia *matrix*, that is minus the integral of x y dm. CAD programs differ here: check the sign.", dimension::inertia},
    {"ixz", Kind::number, optional, "0", "Entry of the matrix, minus the integral of x z dm.", dimension::inertia},
    {"iyz", Kind::number, optional, "0", "Entry of the matrix, minus the integral of y z dm.", dimension::inertia},
    {"as_published", Kind::flag, optional, "false",
     "`true` accepts a moment larger than the sum of the two others. No real body has that, but some published data sets do."},
};

constexpr Key joint_keys[] = {
    word_key("type", required, "", "Kind of joint.", joint_types),
    {"parent", Kind::name, required, "", "Body or body.frame that the joint starts from."},
    {"child", Kind::name, required, "", "Body or body.frame that it moves. Positive motion moves the child with respect to the parent."},
    {"at", Kind::pose, optional, "[0, 0, 0]", "The joint frame in the parent (behind the frame's own pose when the parent is body.frame)."},
    {"at_child", Kind::pose, optional, "the identity", "The same joint frame in the child, at zero coordinates."},
    {"axis", Kind::direction, optional, "", "Needed by revolute, prismatic and cylindrical: a direction in the joint frame. It turns nothing."},
    {"axes", Kind::list, optional, "[x, y] for planar",
     "Two directions. Needed by universal (first fixed in the parent, second in the child, not parallel); planar takes two at right angles, "
     "and calls its parts `x` and `y` along the first and the second, whichever these are, `angle` about their cross product."},
    {"actuated", Kind::list, optional, "false", "`true`, or a list of parts: `[angle]`."},
    {"cut", Kind::flag, optional, "false", "`true` keeps this joint out of the spanning tree: it closes a loop."},
};

constexpr Key loop_keys[] = {
    word_key("type", required, "", "A joint type, `distance` or `gear`. A `weld` holds two frames together.", loop_types),
    {"between", Kind::list, optional, "",
     "Two frames (body or body.frame); needed by all but `gear`. Positive motion moves the second with respect to the first."},
    {"at", Kind::pose, optional, "[0, 0, 0]", "Joint types: the joint frame in the first (behind its own pose)."},
    {"at_child", Kind::pose, optional, "the identity", "Joint types: the joint frame in the second, at zero coordinates."},
    {"axis", Kind::direction, optional, "", "As for joints: a direction in the joint frame, needed by revolute, prismatic and cylindrical."},
    {"axes", Kind::list, optional, "[x, y] for planar", "As for joints: two directions, needed by universal."},
    {"actuated", Kind::list, optional, "false", "Joint types: `true`, or a list of parts."},
    {"length", Kind::number, optional, "", "Needed by `distance`: how far apart the two origins stay; positive.", dimension::length, Range::any, 1},
    {"joints", Kind::list, optional, "", "Needed by `gear`: two joints or joint.parts a and b, neither of them cut."},
    coordinate_key("ratio", optional, "",
                   "Needed by `gear`: q_b = ratio q_a + offset. Between a turn and a slide it is a length per angle, or an angle per length.",
                   Range::any, 1),
    {"offset", Kind::coordinate, optional, "what the initial values give", "Of a `gear`."},
    {"springs", Kind::map, optional, "none: it holds", "What it gives instead of holding: a bushing."},
};

constexpr Key loop_springs_keys[] = {
    {"stiffness", Kind::number, optional, "", "Force per opening between the two frames. Needed wherever the loop holds points together or apart.",
     dimension::stiffness, Range::positive, 1},
    {"damping", Kind::number, optional, "0", "Force per rate of opening.", dimension::damping, Range::non_negative},
    {"turn_stiffness", Kind::number, optional, "stiffness times the square of the model length",
     "Moment per angle, where the loop holds directions; needed by a `gear` whose second joint turns.", dimension::angular_stiffness, Range::positive,
     1},
    {"turn_damping", Kind::number, optional, "damping times the square of the model length", "Moment per angular speed.", dimension::angular_damping,
     Range::non_negative},
};
constexpr Key actuator_keys[] = {
    {"gear_ratio", Kind::coordinate, optional, "1", "Motor motion per joint motion.", dimension::number, Range::any, 1},
    {"rotor_inertia", Kind::coordinate, optional, "0",
     "On the motor side. For slides: a mass with a plain gear ratio, or a moment of inertia with a gear ratio in `rad/m`.", dimension::inertia,
     Range::non_negative},
    {"weight", Kind::number, optional, "1", "Price of this actuator when there are more than needed: least sum of weight times force squared.",
     dimension::number, Range::positive, 1},
    coordinate_key("stiffness", optional, "rigid",
                   "Of the drive between the held motor and the joint, on the joint's side, for "
                   "[compliance](parallel-robots.md#stiffness-and-compliance): force per length; on a turning coordinate moment per angle. It "
                   "does not change the dynamics.",
                   Range::positive),
    coordinate_key("force_limit", optional, "none",
                   "The largest force (moment) on the joint, for the [sets](parallel-robots.md#what-limited-actuators-reach) of forces that a "
                   "frame can exert. Of simulations it limits those with sampled [controllers](control.md); `control` has a `limit` of its own.",
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

constexpr Key initial_keys[] = {
    {"q", Kind::map, optional, "all zero", "Per joint, joint.part or joint.quat, the starting value. A joint with parts also takes a map of them."},
    {"v", Kind::map, optional, "all zero",
     "The same for speeds; the parts of turning bodies are `wx, wy, wz` (child axes) and of free ones also `vx, vy, vz`."},
};

constexpr Key repeat_keys[] = {
    {"count", Kind::integer, required, "", "How often. An expression is allowed: `$n_legs`."},
    {"index", Kind::text, optional, "i", "Name of the running index: `$i` in numbers, `{i}` or `{i-1}` in names."},
    {"from", Kind::integer, optional, "1", "First value of the index."},
    {"turn", Kind::map, optional, "none",
     "`{axis, angle}`: copy k is turned by k times the angle about an axis through the origin, k = 0 first. What is turned are places and directions "
     "given in bodies that the block does not make: `at`, `at_child`, frames, and loads in world axes."},
    {"bodies", Kind::map, optional, "none", "As at the top."},
    {"frames", Kind::map, optional, "none", "As at the top."},
    {"joints", Kind::map, optional, "none", "As at the top."},
    {"loops", Kind::map, optional, "none", "As at the top."},
    {"actuators", Kind::map, optional, "none", "As at the top."},
    {"springs", Kind::map, optional, "none", "As at the top."},
    {"dampers", Kind::map, optional, "none", "As at the top."},
    {"loads", Kind::map, optional, "none", "As at the top."},
    {"forces", Kind::map, optional, "none", "As at the top."},
    {"stops", Kind::map, optional, "none", "As at the top."},
    {"friction", Kind::map, optional, "none", "As at the top."},
    {"contacts", Kind::map, optional, "none", "As at the top; the half-space is not turned."},
    {"motion", Kind::map, optional, "none", "As at the top."},
    {"control", Kind::map, optional, "none", "As at the top."},
    {"controllers", Kind::map, optional, "none", "As at the top."},
    {"initial", Kind::map, optional, "none", "As at the top."},
    {"look", Kind::map, optional, "none", "As at the top; shapes on bodies that the block does not make are turned."},
};

constexpr Key look_keys[] = {
    word_key("shape", required, "", "What it is.", choices_of<LookShape>()),
    {"at", Kind::pose, optional, "the body frame",
     "Its place in the body: the centre of a box, sphere, cylinder or capsule, the axis of the last two being z; where the points of a plate and "
     "of a mesh are counted from."},
    {"size", Kind::vector, optional, "", "The edges of a box along x, y, z.", dimension::length},
    {"radius", Kind::number, optional, "", "Of a sphere, cylinder or capsule.", dimension::length, Range::positive, 1},
    {"length", Kind::number, optional, "", "Of a cylinder; of a capsule without its round ends.", dimension::length, Range::positive, 1},
    {"from", Kind::vector, optional, "", "With `to`, instead of `at` and `length`: the ends of the axis, in body axes.", dimension::length},
    {"to", Kind::vector, optional, "", "See `from`.", dimension::length},
    {"points", Kind::list, optional, "", "The corners of a plate, in order, in one plane.", dimension::length},
    {"thickness", Kind::number, optional, "", "Of a plate, half to each side.", dimension::length, Range::positive, 1},
    {"file", Kind::text, optional, "",
     "Of a mesh: an STL or OBJ file, found from the folder of the description, of at most 64 MiB and 500000 triangles."},
    {"scale", Kind::number, optional, "1", "Metres per unit of that file: 0.001 for one in millimetres.", dimension::number, Range::positive, 1},
    {"colour", Kind::text, optional, "one per body",
     "`\"#rrggbb\"`, or black, white, grey, steel, brass, copper, red, orange, yellow, green, teal, blue, purple, pink or brown."},
};

}  // namespace

using namespace examples;
const Object root{"The file", "", text::root, root_keys, four_bar};
const Object body{"Bodies", "bodies.<name>", text::body, body_keys, bodies};
const Object inertia{"Inertia", "bodies.<name>.inertia", text::inertia, inertia_keys, inertias};
const Object joint{"Joints", "joints.<name>", text::joint, joint_keys, joints};
const Object loop{"Loops", "loops.<name>", text::loop, loop_keys, loops};
const Object loop_springs{"Springs of loops", "loops.<name>.springs", text::loop_springs, loop_springs_keys, loops};
const Object actuator{"Actuators", "actuators.<joint>", text::actuator, actuator_keys, actuators};
const Object backlash{"Backlash", "actuators.<joint>.backlash", text::backlash, backlash_keys, backlashes};
const Object spring{"Springs", "springs.<name>", text::spring, spring_keys, springs};
const Object damper{"Dampers", "dampers.<name>", text::damper, damper_keys, springs};
const Object load{"Loads", "loads.<name>", text::load, load_keys, loads};
const Object frame_law{"Forces by a law", "forces.<name>", text::frame_law, frame_law_keys, frame_laws};
const Object stop{"Stops", "stops.<name>", text::stop, stop_keys, stops};
const Object friction{"Friction", "friction.<name>", text::friction, friction_keys, stops};
const Object initial{"Initial values", "initial", text::initial, initial_keys, initials};
const Object look{"Look", "look.<body>", text::look, look_keys, looks};
const Object repeat{"Repeat", "repeat", text::repeat, repeat_keys, repeats};

namespace {
constexpr std::array laws_in_order{&law_constant, &law_sine, &law_cycloid, &law_polynomial, &law_trapezoid, &law_spline, &law_rose, &law_table};
constexpr std::array objects_in_order{
    &root,        &body,           &inertia,       &beam,         &beam_section, &beam_material, &beam_tip,         &beam_shapes,  &pose,
    &turn,        &joint,          &loop,          &loop_springs, &actuator,     &backlash,      &spring,           &damper,       &load,
    &frame_law,   &stop,           &friction,      &contact,      &contact_law,  &material,      &contact_friction, &ground,       &step,
    &heights,     &contact_disc,   &contact_box,   &free_motion,  &turn_motion,  &gait,          &gait_control,     &base,         &base_record,
    &control,     &controller,     &applied,       &block,        &initial,      &look,          &repeat,           &law_constant, &law_sine,
    &law_cycloid, &law_polynomial, &law_trapezoid, &law_spline,   &law_rose,     &law_table};
}  // namespace

std::span<const Object* const> all_objects() { return objects_in_order; }
std::span<const Object* const> all_laws() { return laws_in_order; }
std::string_view law_name(const Object& law) { return law.keys.front().choices; }

}  // namespace zanjir::schema
