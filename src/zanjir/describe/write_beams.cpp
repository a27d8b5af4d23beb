// Elastic bodies.
#include <algorithm>
#include <cmath>

#include "zanjir/describe/entry_writer.hpp"
#include "zanjir/describe/mode_sets.hpp"
#include "zanjir/describe/written_parts.hpp"

namespace zanjir {
namespace {

// Section and material whose products are these properties; mass and rotary inertia are given beside them.
std::string section_text(const BeamProperties& p) {
  EntryWriter section(schema::beam_section);
  section.number("area", p.EA_N / p.young_Pa).number("iy", p.EI_y_N_m2 / p.young_Pa).number("iz", p.EI_z_N_m2 / p.young_Pa);
  if (p.GI_x_N_m2 > 0) section.number("torsion", p.GI_x_N_m2 / p.shear_Pa);
  if (p.kAG_N > 0) section.number("shear_factor", p.kAG_N / (p.EA_N / p.young_Pa * p.shear_Pa));
  return section.done();
}
std::string material_text(const BeamProperties& p) {
  EntryWriter material(schema::beam_material);
  material.number("young", p.young_Pa).number("shear", p.shear_Pa);
  return material.number_unless_default("viscosity", p.viscosity_I_y_N_s_m2 / (p.EI_y_N_m2 / p.young_Pa)).done();
}

std::string set_name(const ModeDescription& mode) {
  for (const ModeSetName& s : sets_of(mode.kind))
    if (s.set == mode.set) return std::string(s.word);
  return "";
}

std::string shape_text(const ModeDescription& mode) {
  std::string text;
  for (std::size_t i = 0; i < mode.polynomial.size(); ++i) {
    if (!mode.polynomial[i].empty()) text += (text.empty() ? "" : ", ") + std::string(shape_parts[i]) + ": " + numbers_text(mode.polynomial[i]);
  }
  return "{" + text + "}";
}

// A list of shapes where all are polynomials or bend in the plane; else counts by direction and set, as they follow each other.
std::string modes_text(const std::vector<ModeDescription>& modes, ModeKind of_lists) {
  if (std::all_of(modes.begin(), modes.end(), [&](const ModeDescription& m) { return m.kind == of_lists || m.kind == ModeKind::polynomial; })) {
    std::vector<std::string> items;
    for (const ModeDescription& mode : modes) items.push_back(mode.kind == ModeKind::polynomial ? shape_text(mode) : set_name(mode));
    return list_text(items);
  }
  std::string text;
  for (std::size_t i = 0; i < modes.size();) {
    const ModeKind kind = modes[i].kind;
    if (kind == ModeKind::polynomial) return "";
    text += (text.empty() ? "" : ", ") + std::string(mode_directions[static_cast<std::size_t>(kind)]) + ": {";
    for (bool first = true; i < modes.size() && modes[i].kind == kind; first = false) {
      const ModeDescription& mode = modes[i];
      int count = 0;
      for (; i < modes.size() && modes[i].kind == kind && modes[i].set == mode.set; ++i) ++count;
      text += (first ? "" : ", ") + set_name(mode) + ": " + std::to_string(count);
    }
    text += "}";
  }
  return "{" + text + "}";
}

}  // namespace

bool modes_can_be_written(const BeamDescription& beam, Plane plane) { return !modes_text(beam.modes, kind_of_lists(plane)).empty(); }

std::string beam_text(const BeamDescription& beam, Plane plane) {
  const BeamProperties& p = beam.properties;
  EntryWriter out(schema::beam);
  out.number("length", beam.length_m)
      .text("section", section_text(p))
      .text("material", material_text(p))
      .number("mass_per_length", p.mass_kg_per_m)
      .text("rotary_per_length", vector_text(p.rotary_kg_m));
  out.word_unless_default("theory", p.kAG_N > 0 ? "timoshenko" : "euler_bernoulli");
  out.word_unless_default("rotary_inertia", beam.rotary == RotaryInertia::none ? "none" : beam.rotary == RotaryInertia::frame ? "frame" : "element");
  out.word_unless_default("stiffening", beam.stiffening == Stiffening::full ? "full" : "none")
      .word_unless_default("damped_curvature", beam.damped_curvature == DampedCurvature::centre_line ? "centre_line" : "sections");
  out.number_unless_default("air_damping", p.air_N_s_per_m2);
  const bool loaded = std::any_of(beam.modes.begin(), beam.modes.end(), [](const ModeDescription& m) { return m.set == ModeSet::loaded; });
  if (const BeamTip& tip = beam.tip; loaded || tip.mass_kg > 0) {
    const double ahead = tip.mass_kg > 0 ? tip.first_moment_kg_m / tip.mass_kg : 0;
    out.text("tip", EntryWriter(schema::beam_tip)
                        .number("mass", tip.mass_kg)
                        .number("ahead", ahead)
                        .number("inertia", std::max(tip.inertia_kg_m2 - tip.mass_kg * ahead * ahead, 0.0))
                        .done());
  }
  if (const auto& from = beam.shapes_from)
    out.text("shapes_from", EntryWriter(schema::beam_shapes)
                                .text("section", section_text(*from))
                                .text("material", material_text(*from))
                                .number("mass_per_length", from->mass_kg_per_m)
                                .done());
  out.text("modes", modes_text(beam.modes, kind_of_lists(plane)));
  if (!beam.modal_damping_N_s_per_m.empty()) out.text("modal_damping", numbers_text(beam.modal_damping_N_s_per_m));
  return out.done();
}

}  // namespace zanjir
