// Keys of contacts, their laws and their grounds.
#include "zanjir/describe/schema.hpp"
#include "zanjir/describe/schema_examples.hpp"
#include "zanjir/language/schema_keys.hpp"

namespace zanjir::schema {
namespace {

constexpr Key contact_keys[] = {
    {"ground", Kind::map, optional, "the plane z = 0, upward",
     "What is hit, fixed in the world or carried by a body: a plane, a step or a field of heights."},
    {"on", Kind::list, optional, "",
     "A body or body.frame, or a list of them: the point, or the centre of the sphere, is the origin. This, `capsules`, `discs` or `boxes`."},
    {"capsules", Kind::list, optional, "none",
     "Pairs of frames of one body, `[[rod.a, rod.b]]`: the ends of the axis of a capsule. Each end is a contact of its own. Along a beam, which "
     "bends, spheres at several places do that (`on`)."},
    {"discs", Kind::list, optional, "none", "Rims of wheels, each `{at: wheel, axis: y, radius: 50 mm}`."},
    {"boxes", Kind::list, optional, "none", "Boxes, each `{at: block, size: [0.4, 0.3, 0.2]}`: their corners are contacts."},
    integer_key("samples", optional, "2",
                "Spheres along a capsule and points along the edges of a box, ends included. Two are exact on planes; more are needed where edges "
                "or bumps of the ground can reach between them.",
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
     "With `law: {type: hold}`: a law of time or of phases. The ground keeps the place, wherever it is and whatever force that takes, while this "
     "is above zero, and lets it pass while it is not: a given order of contacts, a gripper, a magnet. Dry friction is there while the ground "
     "presses, not while it pulls."},
};

constexpr Key contact_law_keys[] = {
    word_key("type", required, "",
             "With penetration d and touch-down speed v0, F = K d^n (1 + h d'/v0), and h from the restitution r: `hunt-crossley` 3(1-r)/2, "
             "`lankarani-nikravesh` 3(1-r^2)/4, `flores` 8(1-r)/(5r), `hu-guo` 3(1-r)/(2r), `hertz` 0. `spring-damper`: F = K d^n + c d'. `hold`: "
             "rigid; it touches without rebound and stays until the ground would have to pull.",
             "spring-damper hertz hunt-crossley lankarani-nikravesh flores hu-guo hold"),
    coordinate_key("stiffness", optional, "", "K: with n = 1 a stiffness, else a plain number in N/m^n. This or `material`.", Range::positive, 1),
    {"exponent", Kind::number, optional, "1.5; 1 for spring-damper", "n.", dimension::number, Range::positive, 1.5},
    {"restitution", Kind::number, optional, "", "r, above 0 and at most 1. What the law really gives is shown by `zanjir contact`.",
     dimension::number, Range::any, 1},
    coordinate_key(
        "damping", optional, "0",
        "`spring-damper`: c, force per speed. `hunt-crossley` instead of a restitution: a in s/m, F = K d^n (1 + 3/2 a d'), restitution about 1 - "
        "a*speed.",
        Range::non_negative),
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
        "`stribeck` s = (1 + (k-1) exp(-(v/stribeck_speed)^2)) tanh(v/transition_speed); `bengisu-akay` s = k (1 - (v/v0 - 1)^2) up to v0, then 1 "
        "+ (k-1) exp(-decay (v - v0)); `ambrosio` s = 0 up to v0, rising to 1 at v1. These creep at rest. `bristle` sticks: the surfaces hold "
        "each other by a spring until the force leaves the cone, and slide at s = 1 + (k-1) exp(-(v/stribeck_speed)^2). `viscous`: drag alone. "
        "With `law: {type: hold}`: `dry` sticks, exactly, inside its cone and slides at s = 1 from where it is left; `stick` never slides; "
        "`wheel` rolls along `direction` and never slides across it.",
        "coulomb stribeck bengisu-akay ambrosio bristle viscous dry stick wheel"),
    {"coefficient", Kind::number, optional, "",
     "Of kinetic friction, above zero with `dry`; needed but with `viscous`, `stick` and `wheel`, where it is for `.cone` alone.", dimension::number,
     Range::non_negative},
    {"across", Kind::number, optional, "as `coefficient`",
     "Anisotropic friction: the coefficient at right angles to `direction`, above zero with `dry`.", dimension::number, Range::non_negative},
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
    {"viscous", Kind::number, optional, "0",
     "Drag beside any type but `dry`, `stick` and `wheel`: force per sliding speed, whatever the normal force: wet or muddy ground.",
     dimension::damping, Range::non_negative},
    {"viscous_across", Kind::number, optional, "as `viscous`", "At right angles to `direction`.", dimension::damping, Range::non_negative},
    {"rolling_resistance", Kind::number, optional, "0", "Moment against rolling over normal force: a length. Not with `dry`, `stick` and `wheel`.",
     dimension::length, Range::non_negative},
    {"spinning_resistance", Kind::number, optional, "0",
     "Moment against spinning about the normal over normal force: a length. Not with `dry`, `stick` and `wheel`.", dimension::length,
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
     "Of the rows, laid onto the plane; the next row lies to the left of it, seen from above. The first height is above `point`."},
    {"spacing", Kind::number, required, "", "Between two heights of a row.", dimension::length, Range::positive, 1},
    {"spacing_across", Kind::number, optional, "as `spacing`", "Between two rows.", dimension::length, Range::positive, 1},
    {"rows", Kind::list, optional, "", "Lists of heights, all of one length, at least two by two. This or `file`.", dimension::length},
    {"file", Kind::text, optional, "",
     "CSV file of heights in metres, a line per row, found from the folder of the description. Lines that begin with `#` are comments; an empty line "
     "between two rows is a hole as an empty cell is, and refused."},
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

}  // namespace

using namespace examples;
const Object contact{"Contacts", "contacts.<name>", text::contact, contact_keys, contacts};
const Object contact_law{"Contact laws", "contacts.<name>.law", text::contact_law, contact_law_keys, contacts};
const Object material{"Materials", "contacts.<name>.law.material, ground_material", text::material, material_keys, contacts};
const Object contact_friction{"Contact friction", "contacts.<name>.friction", text::contact_friction, contact_friction_keys, contacts};
const Object ground{"Ground", "contacts.<name>.ground", text::ground, ground_keys, contacts};
const Object step{"Steps", "contacts.<name>.ground.step", text::step, step_keys, contacts};
const Object heights{"Heights", "contacts.<name>.ground.heights", text::heights, heights_keys, contacts};
const Object contact_disc{"Discs", "contacts.<name>.discs", text::contact_disc, disc_keys, contacts};
const Object contact_box{"Boxes", "contacts.<name>.boxes", text::contact_box, box_keys, contacts};

}  // namespace zanjir::schema
