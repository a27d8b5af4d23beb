// Keys of motions: laws of time, gaits, a moving base, control.
#include "zanjir/describe/schema.hpp"
#include "zanjir/describe/schema_examples.hpp"
#include "zanjir/describe/table_spline.hpp"
#include "zanjir/language/schema_keys.hpp"

namespace zanjir::schema {
namespace {

constexpr Key control_keys[] = {
    word_key("type", optional, "force",
             "`force`: the law alone. `pd`: force + kp (target - q) + kd (target' - v). `computed_torque`: the force that gives the acceleration "
             "target'' + kp (target - q) + kd (target' - v), plus `force`.",
             "force pd computed_torque"),
    {"force", Kind::law, optional, "0", "Force, or moment on a turning coordinate, on the joint side of the gear."},
    {"target", Kind::law, optional, "", "Needed by `pd` and `computed_torque`: where the coordinate should be."},
    coordinate_key("kp", optional, "0", "`pd`: a stiffness; `computed_torque`: per second squared.", Range::non_negative),
    coordinate_key("kd", optional, "0", "`pd`: a damping; `computed_torque`: per second.", Range::non_negative),
    coordinate_key("limit", optional, "none", "Largest force, either sign.", Range::positive, 1),
};

constexpr Key gait_keys[] = {
    word_key("type", required, "",
             "What the joint j = 1, 2 ... of the list does, with the phase s. `serpenoid`: offset - 2 winding sin(w l/2) sin(w (s + j l)), w = 2 pi "
             "waves/length, l = length/(joints + 1). `wave`: offset + amplitude sin(s + shift + j lag). `sidewinding`: joints turn about alternating "
             "axes; the odd ones, j = 2m - 1, offset + amplitude sin(s + m lag), the even ones, j = 2m, lift sin(s + shift + m lag). `rolling`: odd "
             "ones amplitude sin(s), even ones amplitude sin(s + 90 deg). `keyframes`: a cubic spline through `frames`. `oscillators`: offset + "
             "amplitude sin(u_j), u_j' = 1 + coupling (sin(u_(j+1) - u_j - lag) + sin(u_(j-1) - u_j + lag)) over s, from `start` at s = 0.",
             "serpenoid wave sidewinding rolling keyframes oscillators"),
    {"joints", Kind::list, required, "", "Joints or joint.parts in their order along the chain: a list, or one name with `{j}` in it and `count`."},
    {"count", Kind::integer, optional, "", "With one name: how many joints."},
    {"from", Kind::integer, optional, "1", "With one name: the first value of the index."},
    {"index", Kind::text, optional, "j", "With one name: what the index is called."},
    {"phase", Kind::law, required, "",
     "A phase by its name, or a law, which becomes a phase called as the gait. Waves want an angle or a number; a `serpenoid` may go by a length, "
     "`keyframes` also by time."},
    {"winding", Kind::number, optional, "", "`serpenoid`: the largest angle between the body and its mean direction.", dimension::angle},
    {"waves", Kind::number, optional, "", "`serpenoid`: how many waves the body has.", dimension::number, Range::positive, 1},
    coordinate_key("length", optional, "1",
                   "`serpenoid`: of the body, in the unit of the phase: the wave moves by one body length while the phase grows by it.",
                   Range::positive, 1),
    {"amplitude", Kind::coordinate, optional, "", "Needed by all types but `serpenoid` and `keyframes`, which have none."},
    {"lift", Kind::coordinate, optional, "as `amplitude`", "`sidewinding`: amplitude of the even joints."},
    {"lag", Kind::number, optional, "0",
     "`wave`, `sidewinding`, `oscillators`: by how much each joint (`sidewinding`: pair of joints) is ahead of the one before.", dimension::angle},
    {"shift", Kind::number, optional, "0; 90 deg for sidewinding", "Added to the phase: `wave` of all, `sidewinding` of the even joints.",
     dimension::angle},
    {"offset", Kind::coordinate, optional, "0", "Mean value: it steers. `sidewinding`: of the odd joints; not of `rolling` and `keyframes`."},
    {"knots", Kind::list, optional, "", "`keyframes`: increasing values of the phase, two or more."},
    {"frames", Kind::list, optional, "", "`keyframes`: per knot a list with one value per joint."},
    word_key("ends", optional, "periodic", "`keyframes`: as those of a `spline`.", "periodic rest natural"),
    {"coupling", Kind::number, optional, "1", "`oscillators`: how strongly neighbours pull each other.", dimension::number, Range::positive, 1},
    {"start", Kind::list, optional, "all 0", "`oscillators`: one angle per joint.", dimension::angle},
    {"control", Kind::map, optional, "none: the joints are prescribed", "The joints are actuated and follow the gait as well as their motors can."},
};

constexpr Key gait_control_keys[] = {
    word_key("type", optional, "pd", "As in `control`.", "pd computed_torque"),
    coordinate_key("kp", optional, "0", "As in `control`.", Range::non_negative),
    coordinate_key("kd", optional, "0", "As in `control`.", Range::non_negative),
    coordinate_key("limit", optional, "none", "Largest force of each motor, either sign.", Range::positive, 1),
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
             "these are continuous; from `quartic` on smooth. Natural ends for `cubic` and `quintic`; the others make up nothing at their ends.",
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
             "`rest`: rate zero at both ends; `natural`: acceleration zero at both ends; `periodic`: repeats (first and last value equal). "
             "Outside its times a spline goes on with the rate it has at the end.",
             "rest natural periodic"),
};
constexpr Key rose_keys[] = {
    word_key("law", required, "", "", "rose"),
    of_phase,
    word_key("component", required, "",
             "Which coordinate of the path r = radius cos(order theta): x = center + r cos(theta), y = center + r sin(theta).", "x y"),
    coordinate_key("radius", required, "", "Length of a petal.", Range::positive),
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
             "values hold; `cubic`, `quintic`: natural ends; the others make up nothing at their ends.",
             choices_of<TableSpline>()),
};

}  // namespace

using namespace examples;
const Object control{"Control", "control.<joint>", text::control, control_keys, controls};
const Object free_motion{"Motion of free joints", "motion.<joint>", text::free_motion, free_motion_keys, motions};
const Object turn_motion{"Turning motion", "motion.<joint>.turn", text::turn_motion, turn_motion_keys, motions};
const Object gait{"Gaits", "gaits.<name>", text::gait, gait_keys, gaits};
const Object gait_control{"Motors of a gait", "gaits.<name>.control", text::gait_control, gait_control_keys, gaits};
const Object base{"Moving base", "base", text::base, base_keys, bases};
const Object base_record{"Recorded motion of a base", "base.record", text::base_record, base_record_keys, base_records};
const Object law_constant{"Law `constant`", "a law", "", constant_keys, laws};
const Object law_sine{"Law `sine`", "a law", "", sine_keys, laws};
const Object law_cycloid{"Law `cycloid`", "a law", "", cycloid_keys, laws};
const Object law_polynomial{"Law `polynomial`", "a law", "", polynomial_keys, laws};
const Object law_trapezoid{"Law `trapezoid`", "a law", "", trapezoid_keys, laws};
const Object law_spline{"Law `spline`", "a law", "", spline_keys, laws};
const Object law_rose{"Law `rose`", "a law", "", rose_keys, laws};
const Object law_table{"Law `table`", "a law", "", table_keys, tables};

}  // namespace zanjir::schema
