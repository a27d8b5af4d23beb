#include "zanjir/describe/schema.hpp"

#include <algorithm>
#include <array>

#include "zanjir/core/joint_traits.hpp"
#include "zanjir/describe/look.hpp"
#include "zanjir/describe/schema_examples.hpp"
#include "zanjir/describe/table_spline.hpp"

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

constexpr Key beam_keys[] = {
    {"length", Kind::number, required, "", "Of the undeformed beam.", dimension::length, Range::positive, 1},
    {"section", Kind::map, required, "", "The cross-section, the same all along."},
    {"material", Kind::map, required, "", "What it is made of."},
    {"modes", Kind::list, required, "", "Its shapes, one modal coordinate `<body>.mode1`, `.mode2`, ... each; see above."},
    word_key("theory", optional, "timoshenko", "`euler_bernoulli` leaves shear out.", "timoshenko euler_bernoulli"),
    word_key("rotary_inertia", optional, "element",
             "Of the cross-sections: `element` turns each with the deformation, `frame` with the body frame, `none` leaves it out.",
             "element frame none"),
    word_key("stiffening", optional, "none",
             "`full`: the centre line foreshortens as it bends, to second order. Needed where a beam spins fast, carries an axial load, or is "
             "stretched by "
             "bending between ends that are held; `none` has no coupling between bending and stretch.",
             "none full"),
    word_key(
        "damped_curvature", optional, "sections",
        "What `viscosity` resists in bending: how the turn of the `sections` changes along the beam, as the stiffness does, or the curvature of the "
        "`centre_line`, as some publications write it. The same without shear.",
        "sections centre_line"),
    {"air_damping", Kind::number, optional, "0", "Drag on the rate of deflection, per length.", dimension::viscosity, Range::non_negative},
    {"modal_damping", Kind::list, optional, "none", "One damping per mode, force per speed of the modal coordinate, besides viscosity and drag.",
     dimension::damping, Range::non_negative},
    {"mass_per_length", Kind::number, optional, "density times area", "Mass per length.", dimension::mass_per_length, Range::positive, 1},
    {"rotary_per_length", Kind::vector, optional, "mass per length times second moment over area", "Rotary inertia of the section about x, y, z.",
     dimension::inertia_per_length, Range::non_negative},
    {"tip", Kind::map, optional, "none",
     "The rigid body for which `loaded` modes are solved. It is not part of the mechanism: weld the real one on."},
    {"shapes_from", Kind::map, optional, "the beam itself", "Another beam of the same length, whose vibration modes are taken as shapes."},
};

constexpr Key beam_section_keys[] = {
    word_key("shape", optional, "",
             "`rectangle`: `height` along y, `width` along z. `round`: `diameter`. `tube`: `diameter`, `wall`. Without it the numbers are given one "
             "by one.",
             "rectangle round tube"),
    {"height", Kind::number, optional, "", "Of a rectangle, along y.", dimension::length, Range::positive, 1},
    {"width", Kind::number, optional, "", "Of a rectangle, along z.", dimension::length, Range::positive, 1},
    {"diameter", Kind::number, optional, "", "Outer diameter.", dimension::length, Range::positive, 1},
    {"wall", Kind::number, optional, "", "Thickness of a tube's wall.", dimension::length, Range::positive, 0.1},
    {"area", Kind::number, optional, "that of `shape`", "Of the cross-section.", dimension::area, Range::positive, 1},
    {"iy", Kind::number, optional, "that of `shape`", "Second moment of area about y: it resists bending along z.", dimension::second_moment,
     Range::positive, 1},
    {"iz", Kind::number, optional, "that of `shape`", "Second moment of area about z: it resists bending along y.", dimension::second_moment,
     Range::positive, 1},
    {"torsion", Kind::number, optional, "that of `shape`", "Torsion constant.", dimension::second_moment, Range::positive, 1},
    {"shear_factor", Kind::number, optional, "5/6, or that of `shape`", "Shear stiffness is shear_factor times area times shear modulus.",
     dimension::number, Range::positive, 1},
};

constexpr Key beam_material_keys[] = {
    {"density", Kind::number, optional, "", "Needed unless the beam has `mass_per_length`.", dimension::density, Range::positive, 1},
    {"young", Kind::number, required, "", "Modulus of elasticity.", dimension::stress, Range::positive, 1},
    {"shear", Kind::number, optional, "young/(2 (1 + poisson))", "Shear modulus.", dimension::stress, Range::positive, 1},
    {"poisson", Kind::number, optional, "0.3", "Instead of `shear`.", dimension::number, Range::non_negative, 0.3},
    {"viscosity", Kind::number, optional, "0",
     "Kelvin-Voigt damping: normal stress per rate of strain, so in stretch and bending; shear and twist are damped by `modal_damping`.",
     dimension::viscosity, Range::non_negative},
};

constexpr Key beam_tip_keys[] = {
    {"mass", Kind::number, required, "", "Of the tip body.", dimension::mass, Range::non_negative},
    {"ahead", Kind::number, optional, "0", "How far its mass centre lies beyond the end.", dimension::length},
    {"inertia", Kind::number, optional, "0", "About its mass centre, in the plane of bending.", dimension::inertia, Range::non_negative},
};

constexpr Key beam_shapes_keys[] = {
    {"section", Kind::map, required, "", "As for the beam."},
    {"material", Kind::map, required, "", "As for the beam."},
    {"mass_per_length", Kind::number, optional, "density times area", "Mass per length.", dimension::mass_per_length, Range::positive, 1},
};

constexpr Key joint_keys[] = {
    word_key("type", required, "", "Kind of joint.", joint_types),
    {"parent", Kind::name, required, "", "Body or body.frame that the joint starts from."},
    {"child", Kind::name, required, "", "Body or body.frame that it moves. Positive motion moves the child with respect to the parent."},
    {"at", Kind::pose, optional, "[0, 0, 0]", "The joint frame in the parent (behind the frame's own pose when the parent is body.frame)."},
    {"at_child", Kind::pose, optional, "the identity", "The same joint frame in the child, at zero coordinates."},
    {"axis", Kind::direction, optional, "", "Needed by revolute, prismatic and cylindrical: a direction in the joint frame. It turns nothing."},
    {"axes", Kind::list, optional, "[x, y] for planar",
     "Two directions. Needed by universal (first fixed in the parent, second in the child, not parallel); planar takes two at right angles."},
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
    {"ratio",
     Kind::coordinate,
     optional,
     "",
     "Needed by `gear`: q_b = ratio q_a + offset. Between a turn and a slide it is a length per angle, or an angle per length.",
     {},
     Range::any,
     1},
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
    {"stiffness",
     Kind::coordinate,
     optional,
     "rigid",
     "Of the drive between the held motor and the joint, on the joint's side, for [compliance](parallel-robots.md#stiffness-and-compliance): force "
     "per "
     "length; on a turning coordinate moment per angle. It does not change the dynamics.",
     {},
     Range::positive},
    {"force_limit",
     Kind::coordinate,
     optional,
     "none",
     "The largest force (moment) on the joint, for the [sets](parallel-robots.md#what-limited-actuators-reach) of forces that a frame can exert. Of "
     "simulations it limits those with sampled [controllers](control.md); `control` has a `limit` of its own.",
     {},
     Range::positive},
    {"speed_limit", Kind::coordinate, optional, "none", "The largest speed of the joint, for the sets of velocities.", {}, Range::positive},
    {"backlash", Kind::map, optional, "none", "Play between motor and joint; see *Backlash*. `{}`: none (to take it away by `--set`)."},
};

constexpr Key backlash_keys[] = {
    {"play",
     Kind::coordinate,
     required,
     "",
     "How far the joint can be moved while the motor stands: from flank to flank. Zero: a soft shaft.",
     {},
     Range::non_negative},
    {"stiffness",
     Kind::coordinate,
     optional,
     "that of the actuator",
     "Of a flank that is touched, the shaft behind it included.",
     {},
     Range::positive},
    {"damping", Kind::coordinate, optional, "0", "Force per speed while a flank is touched. A flank never pulls.", {}, Range::non_negative},
};

constexpr Key spring_keys[] = {
    {"between", Kind::list, optional, "", "Two frames (body or body.frame); the spring acts along the line between their origins."},
    {"joint", Kind::name, optional, "", "Instead of `between`: a joint or joint.part."},
    {"stiffness", Kind::coordinate, required, "", "Force per length; on a turning coordinate moment per angle.", {}, Range::non_negative},
    {"length", Kind::number, optional, "0", "With `between`: the free length.", dimension::length, Range::non_negative},
    {"rest", Kind::coordinate, optional, "0", "With `joint`: the value of the coordinate without force."},
    {"damping", Kind::coordinate, optional, "0", "Force per speed; on a turning coordinate moment per angular speed.", {}, Range::non_negative},
};

constexpr Key damper_keys[] = {
    {"between", Kind::list, optional, "", "Two frames (body or body.frame)."},
    {"joint", Kind::name, optional, "", "Instead of `between`: a joint or joint.part; for turning bodies also a speed, `S.wx`."},
    {"damping", Kind::coordinate, required, "", "Force per speed; on a turning coordinate moment per angular speed.", {}, Range::non_negative},
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
    {"stiffness",
     Kind::coordinate,
     optional,
     "",
     "A compliant stop: force per length (moment per angle) beyond the limit. Either this or `restitution`.",
     {},
     Range::positive,
     1},
    {"damping",
     Kind::coordinate,
     optional,
     "0",
     "With `stiffness`: force per speed beyond the limit. The stop never pulls.",
     {},
     Range::non_negative},
    {"restitution", Kind::number, optional, "",
     "A rigid stop: the speed after the hit, relative to the one before, from 0 to 1. Simulations locate the instant.", dimension::number,
     Range::non_negative},
};

constexpr Key friction_keys[] = {
    {"joint", Kind::name, required, "", "A joint or joint.part; for turning bodies also a speed, `S.wx`."},
    {"coulomb", Kind::coordinate, required, "", "Friction force (moment) of the sliding joint.", {}, Range::non_negative},
    {"stiction", Kind::coordinate, optional, "as `coulomb`", "Friction force at the onset of sliding; not below `coulomb`.", {}, Range::non_negative},
    {"stribeck_speed",
     Kind::coordinate,
     optional,
     "ten times `transition_speed`",
     "Speed over which stiction falls to Coulomb friction.",
     {},
     Range::positive,
     1},
    {"transition_speed",
     Kind::coordinate,
     required,
     "",
     "Speed below which the force is smoothed: the joint creeps instead of sticking.",
     {},
     Range::positive,
     1},
    {"viscous", Kind::coordinate, optional, "0", "Force per speed, besides.", {}, Range::non_negative},
};

constexpr Key contact_keys[] = {
    {"ground", Kind::map, optional, "the plane z = 0, upward",
     "What is hit, fixed in the world or carried by a body: a plane, a step or a field of heights."},
    {"on", Kind::list, optional, "",
     "A body or body.frame, or a list of them: the point, or the centre of the sphere, is the origin. This, `capsules`, `discs` or `boxes`."},
    {"capsules", Kind::list, optional, "none",
     "Pairs of frames of one body, `[[rod.a, rod.b]]`: the ends of the axis of a capsule. Each end is a contact of its own."},
    {"discs", Kind::list, optional, "none", "Rims of wheels, each `{at: wheel, axis: y, radius: 50 mm}`."},
    {"boxes", Kind::list, optional, "none", "Boxes, each `{at: block, size: [0.4, 0.3, 0.2]}`: their corners are contacts."},
    integer_key("samples", optional, "2",
                "Spheres along a capsule and points along the edges of a box, ends included. Two are exact on planes; more are needed where edges or "
                "bumps of "
                "the "
                "ground can reach between them.",
                Range::positive, 2),
    {"radius", Kind::number, optional, "0", "Of the spheres or capsules; by which the rims of discs and the edges of boxes are rounded.",
     dimension::length, Range::non_negative},
    {"restitution", Kind::number, optional, "",
     "Rigid impact, without a `law` or with `law: rigid`. Newton's: normal speed after the impact relative to the one before, from 0 to 1. "
     "Frictionless.",
     dimension::number, Range::non_negative},
    {"law", Kind::map, optional, "rigid",
     "`rigid`: impacts alone; or the normal force of a compliant contact; or `{type: hold}`: rigid, and it holds."},
    {"friction", Kind::map, optional, "none", "Of a contact with a `law`."},
    {"held", Kind::law, optional, "by touch and lift",
     "With `law: {type: hold}`: a law of time or of phases. The ground keeps the place, wherever it is and whatever force that takes, while this is "
     "above zero, "
     "and lets it pass while it is not: a given order of contacts, a gripper, a magnet."},
};

constexpr Key contact_law_keys[] = {
    word_key("type", required, "",
             "With penetration d and touch-down speed v0, F = K d^n (1 + h d'/v0), and h from the restitution r: `hunt-crossley` 3(1-r)/2, "
             "`lankarani-nikravesh` 3(1-r^2)/4, `flores` 8(1-r)/(5r), `hu-guo` 3(1-r)/(2r), `hertz` 0. `spring-damper`: F = K d^n + c d'. `hold`: "
             "rigid; it "
             "touches without rebound and "
             "stays until the ground would have to pull.",
             "spring-damper hertz hunt-crossley lankarani-nikravesh flores hu-guo hold"),
    {"stiffness", Kind::number, optional, "", "K, a plain number in N/m^n. This or `material`.", dimension::number, Range::positive, 1},
    {"exponent", Kind::number, optional, "1.5; 1 for spring-damper", "n.", dimension::number, Range::positive, 1.5},
    {"restitution", Kind::number, optional, "", "r, above 0 and at most 1. What the law really gives is shown by `zanjir contact`.",
     dimension::number, Range::any, 1},
    {"damping",
     Kind::coordinate,
     optional,
     "0",
     "`spring-damper`: c, force per speed. `hunt-crossley` instead of a restitution: a in s/m, F = K d^n (1 + 3/2 a d'), restitution about 1 - "
     "a*speed.",
     {},
     Range::non_negative},
    {"clamp", Kind::flag, optional, "true", "Whether a force that would pull the body to the ground is cut off."},
    {"least_speed", Kind::number, optional, "1 mm/s",
     "Slower touch-downs count as this fast: laid down at rest, a body would be held by an infinite damper.", dimension::speed, Range::positive,
     1e-3},
    {"material", Kind::map, optional, "",
     "Of the sphere: its stiffness on a plane after Hertz, K = 4 sqrt(radius)/(3 (s1 + s2)), s = (1 - poisson^2)/young."},
    {"ground_material", Kind::map, optional, "rigid", "Of the ground, beside `material`."},
};

constexpr Key material_keys[] = {
    {"young", Kind::number, required, "", "Modulus of elasticity.", dimension::stress, Range::positive, 1},
    {"poisson", Kind::number, required, "", "From 0 to 0.5.", dimension::number, Range::non_negative},
};

constexpr Key contact_friction_keys[] = {
    word_key(
        "type", required, "",
        "With sliding speed v and the ratio k of static to kinetic friction, F = -coefficient*F_N*s(v): `coulomb` s = tanh(v/transition_speed); "
        "`stribeck` s = (1 + (k-1) exp(-(v/stribeck_speed)^2)) tanh(v/transition_speed); `bengisu-akay` s = k (1 - (v/v0 - 1)^2) up to v0, then 1 + "
        "(k-1) exp(-decay (v - v0)); `ambrosio` s = 0 up to v0, rising to 1 at v1. These creep at rest. `bristle` sticks: the surfaces hold each "
        "other "
        "by a "
        "spring until the force leaves the cone, and slide at s = 1 + (k-1) exp(-(v/stribeck_speed)^2). `viscous`: drag alone. With `law: {type: "
        "hold}`: "
        "`dry` sticks, exactly, inside its cone and slides at s = 1 from where it is left; `stick` never slides; `wheel` rolls along `direction` and "
        "never slides "
        "across it.",
        "coulomb stribeck bengisu-akay ambrosio bristle viscous dry stick wheel"),
    {"coefficient", Kind::number, optional, "", "Of kinetic friction; needed but with `viscous`, `stick` and `wheel`, where it is for `.cone` alone.",
     dimension::number, Range::non_negative},
    {"across", Kind::number, optional, "as `coefficient`", "Anisotropic friction: the coefficient at right angles to `direction`.", dimension::number,
     Range::non_negative},
    {"direction", Kind::direction, optional, "none", "Along which `coefficient` holds; it is laid onto the plane."},
    word_key("axes", optional, "world", "Of `direction`: `body` means those of the frame that touches.", "world body"),
    {"static_coefficient", Kind::number, optional, "as `coefficient`",
     "With `stribeck`, `bengisu-akay`, `bristle` and `dry`: not below `coefficient`.", dimension::number, Range::non_negative},
    {"transition_speed", Kind::number, optional, "1 mm/s",
     "With `coulomb` and `stribeck`: below it the force is smoothed, and a body creeps instead of sticking.", dimension::speed, Range::positive,
     1e-3},
    {"stribeck_speed", Kind::number, optional, "ten times `transition_speed`; 10 mm/s for bristle",
     "With `stribeck` and `bristle`: over which static friction falls to kinetic friction.", dimension::speed, Range::positive, 1},
    {"v0", Kind::number, optional, "1 mm/s; 0.1 mm/s for ambrosio",
     "With `bengisu-akay`: where friction is largest. With `ambrosio`: below it there is none.", dimension::speed, Range::non_negative},
    {"v1", Kind::number, optional, "1 mm/s", "With `ambrosio`: from there friction is whole.", dimension::speed, Range::positive, 1e-3},
    {"stiffness", Kind::number, optional, "",
     "With `bristle`: of the spring by which a contact sticks. It gives by coefficient*F_N/stiffness before all of it slides.", dimension::stiffness,
     Range::positive, 1},
    {"damping", Kind::number, optional, "sqrt(stiffness*mass of the body)", "With `bristle`: beside the spring, while it sticks.", dimension::damping,
     Range::non_negative},
    {"elastic_part", Kind::number, optional, "0.9", "With `bristle`: of the cone, inside which nothing slips; from 0 to below 1.", dimension::number,
     Range::non_negative, 0.9},
    {"viscous", Kind::number, optional, "0", "Drag beside any type, force per sliding speed, whatever the normal force: wet or muddy ground.",
     dimension::damping, Range::non_negative},
    {"viscous_across", Kind::number, optional, "as `viscous`", "At right angles to `direction`.", dimension::damping, Range::non_negative},
    {"rolling_resistance", Kind::number, optional, "0", "Moment against rolling over normal force: a length.", dimension::length,
     Range::non_negative},
    {"spinning_resistance", Kind::number, optional, "0", "Moment against spinning about the normal over normal force: a length.", dimension::length,
     Range::non_negative},
    {"transition_spin", Kind::number, optional, "0.1 rad/s", "Below it rolling and spinning resistance are smoothed.", dimension::angular_speed,
     Range::positive, 0.1},
    {"decay", Kind::number, optional, "", "With `bengisu-akay`: rate in s/m at which static friction falls beyond v0.", dimension::per_speed,
     Range::positive, 1},
};

constexpr Key ground_keys[] = {
    {"on", Kind::name, optional, "the world", "The body or body.frame that carries it; point, normal and all directions are then in its axes."},
    {"point", Kind::vector, optional, "[0, 0, 0]", "A point of its surface.", dimension::length},
    {"normal", Kind::direction, required, "", "Direction out of the ground."},
    {"step", Kind::map, optional, "none", "A block that stands on the plane, instead of all below it. The plane itself is another contact."},
    {"heights", Kind::map, optional, "none", "All below heights on a grid, measured from the plane along `normal`."},
};

constexpr Key step_keys[] = {
    {"toward", Kind::direction, required, "", "Along the plane, from the riser, which stands on `point`, to the block behind it."},
    {"height", Kind::number, required, "", "Of its top above the plane.", dimension::length, Range::positive, 1},
    {"length", Kind::number, optional, "without end", "Along `toward`: a sill, with a riser on both sides.", dimension::length, Range::positive, 1},
};

constexpr Key heights_keys[] = {
    {"along", Kind::direction, optional, "x",
     "Of the rows, laid onto the plane; the next row lies to the left of it, seen from above. The first height "
     "is above `point`."},
    {"spacing", Kind::number, required, "", "Between two heights of a row.", dimension::length, Range::positive, 1},
    {"spacing_across", Kind::number, optional, "as `spacing`", "Between two rows.", dimension::length, Range::positive, 1},
    {"rows", Kind::list, optional, "", "Lists of heights, all of one length, at least two by two. This or `file`.", dimension::length},
    {"file", Kind::text, optional, "", "CSV file of heights in metres, a line per row, found from the folder of the description."},
};

constexpr Key disc_keys[] = {
    {"at", Kind::name, required, "", "Body or body.frame: the centre."},
    {"axis", Kind::direction, required, "", "Of the wheel, in that frame."},
    {"radius", Kind::number, required, "", "Over all.", dimension::length, Range::positive, 1},
};

constexpr Key box_keys[] = {
    {"at", Kind::name, required, "", "Body or body.frame: centre and axes."},
    {"size", Kind::vector, required, "", "Along x, y, z of the frame, over all.", dimension::length},
};

constexpr Key control_keys[] = {
    word_key("type", optional, "force",
             "`force`: the law alone. `pd`: force + kp (target - q) + kd (target' - v). `computed_torque`: the force that gives the acceleration "
             "target'' + "
             "kp (target - q) + kd (target' - v), plus `force`.",
             "force pd computed_torque"),
    {"force", Kind::law, optional, "0", "Force, or moment on a turning coordinate, on the joint side of the gear."},
    {"target", Kind::law, optional, "", "Needed by `pd` and `computed_torque`: where the coordinate should be."},
    {"kp", Kind::coordinate, optional, "0", "`pd`: a stiffness; `computed_torque`: per second squared.", {}, Range::non_negative},
    {"kd", Kind::coordinate, optional, "0", "`pd`: a damping; `computed_torque`: per second.", {}, Range::non_negative},
    {"limit", Kind::coordinate, optional, "none", "Largest force, either sign.", {}, Range::positive, 1},
};

constexpr Key gait_keys[] = {
    word_key(
        "type", required, "",
        "What the joint j = 1, 2 ... of the list does, with the phase s. `serpenoid`: -2 winding sin(w l/2) sin(w (s + j l)), w = 2 pi waves/length, "
        "l "
        "= "
        "length/(joints + 1). `wave`: offset + amplitude sin(s + shift + j lag). `sidewinding`: joints turn about alternating axes; the odd ones, j "
        "= "
        "2m - "
        "1, offset + amplitude sin(s + m lag), the even ones, j = 2m, lift sin(s + shift + m lag). `rolling`: odd ones amplitude sin(s), even ones "
        "amplitude sin(s + 90 deg). `keyframes`: a cubic spline through `frames`. `oscillators`: offset + amplitude sin(u_j), u_j' = 1 + coupling "
        "(sin(u_(j+1) - u_j - lag) + sin(u_(j-1) - u_j + lag)) over s, from `start` at s = 0.",
        "serpenoid wave sidewinding rolling keyframes oscillators"),
    {"joints", Kind::list, required, "", "Joints or joint.parts in their order along the chain: a list, or one name with `{j}` in it and `count`."},
    {"count", Kind::integer, optional, "", "With one name: how many joints."},
    {"from", Kind::integer, optional, "1", "With one name: the first value of the index."},
    {"index", Kind::text, optional, "j", "With one name: what the index is called."},
    {"phase", Kind::law, required, "", "A phase by its name, or a law, which becomes a phase called as the gait. Waves want an angle."},
    {"winding", Kind::number, optional, "", "`serpenoid`: the largest angle between the body and its mean direction.", dimension::angle},
    {"waves", Kind::number, optional, "", "`serpenoid`: how many waves the body has.", dimension::number, Range::positive, 1},
    {"length",
     Kind::coordinate,
     optional,
     "1",
     "`serpenoid`: of the body, in the unit of the phase: the wave moves by one body length while the phase grows by it.",
     {},
     Range::positive,
     1},
    {"amplitude", Kind::coordinate, optional, "", "Of all types but `serpenoid` and `keyframes`."},
    {"lift", Kind::coordinate, optional, "as `amplitude`", "`sidewinding`: amplitude of the even joints."},
    {"lag", Kind::number, optional, "0", "By how much each joint (`sidewinding`: pair of joints) is ahead of the one before.", dimension::angle},
    {"shift", Kind::number, optional, "0; 90 deg for sidewinding", "Added to the phase: `wave` of all, `sidewinding` of the even joints.",
     dimension::angle},
    {"offset", Kind::coordinate, optional, "0", "Mean value: it steers."},
    {"knots", Kind::list, optional, "", "`keyframes`: increasing values of the phase, two or more."},
    {"frames", Kind::list, optional, "", "`keyframes`: per knot a list with one value per joint."},
    word_key("ends", optional, "periodic", "`keyframes`: as those of a `spline`.", "periodic rest natural"),
    {"coupling", Kind::number, optional, "1", "`oscillators`: how strongly neighbours pull each other.", dimension::number, Range::positive, 1},
    {"start", Kind::list, optional, "all 0", "`oscillators`: one angle per joint.", dimension::angle},
    {"control", Kind::map, optional, "none: the joints are prescribed", "The joints are actuated and follow the gait as well as their motors can."},
};

constexpr Key gait_control_keys[] = {
    word_key("type", optional, "pd", "As in `control`.", "pd computed_torque"),
    {"kp", Kind::coordinate, optional, "0", "As in `control`.", {}, Range::non_negative},
    {"kd", Kind::coordinate, optional, "0", "As in `control`.", {}, Range::non_negative},
    {"limit", Kind::coordinate, optional, "none", "Largest force of each motor, either sign.", {}, Range::positive, 1},
};

constexpr Key free_motion_keys[] = {
    {"x", Kind::law, optional, "0", "Position of the child origin along the joint frame's x.", dimension::length},
    {"y", Kind::law, optional, "0", "The same along y.", dimension::length},
    {"z", Kind::law, optional, "0", "The same along z.", dimension::length},
    {"turn", Kind::map, optional, "none", "Orientation: turns one after the other."},
};

constexpr Key base_keys[] = {
    {"motion", Kind::map, optional, "", "Laws of time: `x`, `y`, `z` and `turn` as for a free joint; in a planar mechanism `x`, `y` and `angle`."},
    {"record", Kind::map, optional, "", "Instead of `motion`: a motion that was recorded."},
    {"at", Kind::vector, optional, "[0, 0, 0]", "Where the origin of this file is, seen from the place that moves so and in its axes: a lever arm.",
     dimension::length},
};

constexpr Key base_record_keys[] = {
    {"file", Kind::text, required, "",
     "CSV file with a line of column names, found from the folder of the description. Units stand in brackets behind a name, `roll [deg]`; without: "
     "SI and radians."},
    {"time", Kind::text, optional, "the first column", "Name of the column with times, increasing."},
    {"x", Kind::text, optional, "0", "Name of the column with this coordinate of the place that was measured, world axes."},
    {"y", Kind::text, optional, "0", "The same."},
    {"z", Kind::text, optional, "0", "The same; not in a planar mechanism."},
    {"quaternion", Kind::list, optional, "", "Names of the four columns of a unit quaternion, the scalar first. This, or `angles`, or no turning."},
    {"axes", Kind::list, optional, "",
     "With `angles`: directions, each in the frame turned by those before, in any order. Not in a planar mechanism."},
    {"angles", Kind::list, optional, "", "Names of the columns of angles, one per axis; in a planar mechanism one."},
    word_key("interpolation", optional, "cubic",
             "Straight lines, or a spline of this order, 1 to 7. `linear`: velocities jump at each line; `quadratic`: accelerations do; `cubic`: "
             "these are "
             "continuous; from `quartic` on smooth. Natural ends for `cubic` and `quintic`; the others make up nothing at their ends.",
             choices_of<TableSpline>()),
    {"rate", Kind::number, optional, "that of the file",
     "Resample to this rate, not above that of the file: at each new instant the parabola that fits the lines within one new step best.",
     dimension::frequency, Range::positive},
    {"fill", Kind::number, optional, "0", "Bridge gaps up to this long on purpose; lines with an empty cell are left out as a whole.",
     dimension::time, Range::non_negative},
    {"jump", Kind::number, optional, "no limit", "Refuse a change of place from line to line that is larger.", dimension::length, Range::positive},
    {"turn_jump", Kind::number, optional, "0.7853981633974483",
     "Refuse a change of angle from line to line that is larger; where quaternions are given, of each of the three turns that they become.",
     dimension::angle, Range::positive, 0.7853981633974483},
};

constexpr Key turn_motion_keys[] = {
    {"axes", Kind::list, required, "", "Directions, each in the frame turned by those before."},
    {"angles", Kind::list, required, "", "One law per axis.", dimension::angle},
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
     "Its place in the body: the centre of a box, sphere, cylinder or capsule, the axis of the last two being z; where the points of a plate and of "
     "a "
     "mesh are counted from."},
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

constexpr Key constant_keys[] = {
    word_key("law", required, "", "", "constant"),
    {"value", Kind::coordinate, required, "", "The value, for all times."},
};
constexpr Key of_phase{"of", Kind::name, optional, "time",
                       "A phase: the law is a function of it instead of time, and its `start`, `duration`, `times` ... are values of the phase."};
constexpr Key sine_keys[] = {
    word_key("law", required, "", "", "sine"),
    of_phase,
    {"amplitude", Kind::coordinate, required, "", "value = offset + amplitude sin(angular_frequency t + phase)."},
    {"frequency", Kind::number, optional, "", "In cycles per time; either this or `angular_frequency`.", dimension::frequency},
    {"angular_frequency", Kind::number, optional, "", "In angle per time.", dimension::angular_speed},
    {"phase", Kind::number, optional, "0", "Angle at t = 0.", dimension::angle},
    {"offset", Kind::coordinate, optional, "0", "Mean value."},
};
constexpr Key cycloid_keys[] = {
    word_key("law", required, "", "", "cycloid"),
    of_phase,
    {"from", Kind::coordinate, required, "", "Value up to `start`."},
    {"to", Kind::coordinate, required, "",
     "Value from `start + duration` on. Between, with u = (t - start)/duration: from + (to - from)(u - sin(2 pi u)/(2 pi)); rate and acceleration "
     "are zero at both ends."},
    {"start", Kind::number, optional, "0", "Start of the motion.", dimension::time},
    {"duration", Kind::number, required, "", "How long it takes.", dimension::time, Range::positive},
};
constexpr Key polynomial_keys[] = {
    word_key("law", required, "", "", "polynomial"),
    of_phase,
    {"coefficients", Kind::list, required, "", "`[c0, c1, c2, ...]`, plain numbers in SI: value = c0 + c1 t + c2 t^2 + ..."},
};
constexpr Key trapezoid_keys[] = {
    word_key("law", required, "", "", "trapezoid"),
    of_phase,
    {"from", Kind::coordinate, required, "", "Value up to `start`."},
    {"to", Kind::coordinate, required, "", "Value from `start + duration` on."},
    {"start", Kind::number, optional, "0", "Start of the motion.", dimension::time},
    {"duration", Kind::number, required, "", "How long it takes.", dimension::time, Range::positive},
    {"acceleration_time", Kind::number, required, "",
     "Time of constant acceleration at the start, and of deceleration at the end; at most half the duration. The acceleration jumps four times.",
     dimension::time, Range::positive},
};
constexpr Key spline_keys[] = {
    word_key("law", required, "", "", "spline"),
    of_phase,
    {"times", Kind::list, required, "", "Increasing times, two or more.", dimension::time},
    {"values", Kind::list, required, "", "One value per time; a cubic spline goes through them."},
    word_key("ends", optional, "rest",
             "`rest`: rate zero at both ends; `natural`: acceleration zero at both ends; `periodic`: repeats (first and last value equal). Outside "
             "its times "
             "a spline goes on with the rate it has at the end.",
             "rest natural periodic"),
};
constexpr Key rose_keys[] = {
    word_key("law", required, "", "", "rose"),
    of_phase,
    word_key("component", required, "",
             "Which coordinate of the path r = radius cos(order theta): x = center + r cos(theta), y = center + r sin(theta).", "x y"),
    {"radius", Kind::coordinate, required, "", "Length of a petal.", {}, Range::positive},
    integer_key("order", optional, "2", "Even orders give twice as many petals, odd orders as many.", Range::positive, 2),
    {"period", Kind::number, required, "", "Time of one turn of theta = 2 pi t/period + phase.", dimension::time, Range::positive},
    {"phase", Kind::number, optional, "0", "theta at t = 0.", dimension::angle},
    {"center", Kind::coordinate, optional, "0", "This coordinate of the centre."},
    {"ramp", Kind::number, optional, "0", "Start from rest: the rate of theta grows as 10s^3 - 15s^4 + 6s^5 over this time.", dimension::time,
     Range::non_negative},
};
constexpr Key table_keys[] = {
    word_key("law", required, "", "", "table"),
    of_phase,
    {"file", Kind::text, optional, "",
     "CSV file with a line of column names, found from the folder of the description. This, or `times` and `values`."},
    {"times", Kind::list, optional, "", "Instead of `file`: increasing times, two or more.", dimension::time},
    {"values", Kind::list, optional, "", "One value per time."},
    {"time", Kind::text, optional, "the first column",
     "Name of the column with times, increasing. Units stand in brackets behind a name, `stroke [mm]`; without: SI and radians."},
    {"value", Kind::text, optional, "the second column", "Name of the column with values; units as there."},
    word_key("interpolation", optional, "cubic",
             "Straight lines, or a spline of this order, 1 to 7, going on straight outside. `linear`: the rate jumps at each line, and the end "
             "values hold; "
             "`cubic`, `quintic`: natural ends; the others make up nothing at their ends.",
             choices_of<TableSpline>()),
};

}  // namespace

using namespace examples;
const Object root{"The file", "", text::root, root_keys, four_bar};
const Object body{"Bodies", "bodies.<name>", text::body, body_keys, bodies};
const Object inertia{"Inertia", "bodies.<name>.inertia", text::inertia, inertia_keys, inertias};
const Object beam{"Beams", "bodies.<name>.beam", text::beam, beam_keys, beams};
const Object beam_section{"Beam section", "bodies.<name>.beam.section", text::beam_section, beam_section_keys, beam_sections};
const Object beam_material{"Beam material", "bodies.<name>.beam.material", text::beam_material, beam_material_keys, beams};
const Object beam_tip{"Beam tip", "bodies.<name>.beam.tip", text::beam_tip, beam_tip_keys, beams};
const Object beam_shapes{"Beam shapes", "bodies.<name>.beam.shapes_from", text::beam_shapes, beam_shapes_keys, beams};
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
const Object contact{"Contacts", "contacts.<name>", text::contact, contact_keys, contacts};
const Object contact_law{"Contact laws", "contacts.<name>.law", text::contact_law, contact_law_keys, contacts};
const Object material{"Materials", "contacts.<name>.law.material, ground_material", text::material, material_keys, contacts};
const Object contact_friction{"Contact friction", "contacts.<name>.friction", text::contact_friction, contact_friction_keys, contacts};
const Object ground{"Ground", "contacts.<name>.ground", text::ground, ground_keys, contacts};
const Object step{"Steps", "contacts.<name>.ground.step", text::step, step_keys, contacts};
const Object heights{"Heights", "contacts.<name>.ground.heights", text::heights, heights_keys, contacts};
const Object contact_disc{"Discs", "contacts.<name>.discs", text::contact_disc, disc_keys, contacts};
const Object contact_box{"Boxes", "contacts.<name>.boxes", text::contact_box, box_keys, contacts};
const Object control{"Control", "control.<joint>", text::control, control_keys, controls};
const Object free_motion{"Motion of free joints", "motion.<joint>", text::free_motion, free_motion_keys, motions};
const Object turn_motion{"Turning motion", "motion.<joint>.turn", text::turn_motion, turn_motion_keys, motions};
const Object gait{"Gaits", "gaits.<name>", text::gait, gait_keys, gaits};
const Object gait_control{"Motors of a gait", "gaits.<name>.control", text::gait_control, gait_control_keys, gaits};
const Object base{"Moving base", "base", text::base, base_keys, bases};
const Object base_record{"Recorded motion of a base", "base.record", text::base_record, base_record_keys, base_records};
const Object initial{"Initial values", "initial", text::initial, initial_keys, initials};
const Object look{"Look", "look.<body>", text::look, look_keys, looks};
const Object repeat{"Repeat", "repeat", text::repeat, repeat_keys, repeats};
const Object law_constant{"Law `constant`", "a law", "", constant_keys, laws};
const Object law_sine{"Law `sine`", "a law", "", sine_keys, laws};
const Object law_cycloid{"Law `cycloid`", "a law", "", cycloid_keys, laws};
const Object law_polynomial{"Law `polynomial`", "a law", "", polynomial_keys, laws};
const Object law_trapezoid{"Law `trapezoid`", "a law", "", trapezoid_keys, laws};
const Object law_spline{"Law `spline`", "a law", "", spline_keys, laws};
const Object law_rose{"Law `rose`", "a law", "", rose_keys, laws};
const Object law_table{"Law `table`", "a law", "", table_keys, tables};

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
