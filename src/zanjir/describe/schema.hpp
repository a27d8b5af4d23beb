// The one grammar of description files, in the tables of language/schema.hpp; docs/format.md is printed from it.
#pragma once

#include "zanjir/language/schema.hpp"

namespace zanjir::schema {

extern const Object root, body, inertia, beam, beam_section, beam_material, beam_tip, beam_shapes, joint, loop, loop_springs, actuator, backlash,
    spring, damper, load, frame_law, stop, friction, contact, contact_law, material, contact_friction, ground, step, heights, contact_disc,
    contact_box, control, controller, applied, block, free_motion, turn_motion, gait, gait_control, base, base_record, initial, look, repeat;
extern const Object law_constant, law_sine, law_cycloid, law_polynomial, law_trapezoid, law_spline, law_rose, law_table;

std::span<const Object* const> all_objects();
std::span<const Object* const> all_laws();  // their key `law` has one choice, the name
std::string_view law_name(const Object& law);

std::string reference_markdown();  // docs/format.md

}  // namespace zanjir::schema
