// Keys of elastic bodies.
#include "zanjir/describe/schema.hpp"
#include "zanjir/describe/schema_examples.hpp"
#include "zanjir/language/schema_keys.hpp"

namespace zanjir::schema {
namespace {

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
             "stretched by bending between ends that are held; `none` has no coupling between bending and stretch.",
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

}  // namespace

using namespace examples;
const Object beam{"Beams", "bodies.<name>.beam", text::beam, beam_keys, beams};
const Object beam_section{"Beam section", "bodies.<name>.beam.section", text::beam_section, beam_section_keys, beam_sections};
const Object beam_material{"Beam material", "bodies.<name>.beam.material", text::beam_material, beam_material_keys, beams};
const Object beam_tip{"Beam tip", "bodies.<name>.beam.tip", text::beam_tip, beam_tip_keys, beams};
const Object beam_shapes{"Beam shapes", "bodies.<name>.beam.shapes_from", text::beam_shapes, beam_shapes_keys, beams};

}  // namespace zanjir::schema
