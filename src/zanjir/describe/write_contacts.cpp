// Contacts: laws, friction, grounds.
#include <cmath>

#include "zanjir/describe/entry_writer.hpp"
#include "zanjir/describe/written_parts.hpp"

namespace zanjir {
std::string contact_law_text(const NormalLawDescription& law) {
  EntryWriter out(schema::contact_law);
  out.word("type", name_of(law.type));
  if (law.type == NormalLawType::hold) return out.done();
  const auto material = [](const ElasticMaterial& m) {
    return EntryWriter(schema::material).number("young", m.youngs_modulus_Pa).number("poisson", m.poisson_ratio).done();
  };
  if (law.material) out.text("material", material(*law.material));
  else out.number("stiffness", law.stiffness);
  if (law.ground_material) out.text("ground_material", material(*law.ground_material));
  out.number("exponent", law.exponent);
  if (law.restitution) out.number("restitution", *law.restitution);
  else if (law.type == NormalLawType::spring_damper || law.type == NormalLawType::hunt_crossley) out.number("damping", law.damping);
  if (law.type == NormalLawType::hertz) return out.done();
  if (law.pulling == PullingForce::kept) out.text("clamp", "false");
  if (law.type != NormalLawType::spring_damper) out.number_unless_default("least_speed", law.least_speed_m_per_s);
  return out.done();
}

std::string contact_friction_text(const ContactFrictionDescription& f) {
  EntryWriter out(schema::contact_friction);
  const bool viscous = f.type == FrictionLawType::viscous, wheel = f.type == FrictionLawType::wheel;
  out.word("type", name_of(f.type));
  if (!viscous && (f.coefficient > 0 || (!wheel && f.type != FrictionLawType::stick))) out.number("coefficient", f.coefficient);
  if (f.type == FrictionLawType::dry) out.number("static_coefficient", f.static_coefficient);
  if (norm(f.direction) > 0) {
    if (!viscous && !wheel) out.number("across", f.coefficient_across);
    if (viscous || f.viscous_across_N_s_per_m != f.viscous_N_s_per_m) out.number("viscous_across", f.viscous_across_N_s_per_m);
    out.text("direction", direction_text(f.direction)).word_unless_default("axes", f.axes == FrictionAxes::body ? "body" : "world");
  }
  out.number_unless_default("viscous", f.viscous_N_s_per_m);
  out.number_unless_default("rolling_resistance", f.rolling_resistance_m);
  out.number_unless_default("spinning_resistance", f.spinning_resistance_m);
  if (f.rolling_resistance_m > 0 || f.spinning_resistance_m > 0) out.number_unless_default("transition_spin", f.transition_spin_rad_per_s);
  if (f.type == FrictionLawType::bristle) {
    out.number("static_coefficient", f.static_coefficient)
        .number("stribeck_speed", f.stribeck_speed_m_per_s)
        .number("stiffness", f.stiffness_N_per_m);
    if (f.damping_N_s_per_m) out.number("damping", *f.damping_N_s_per_m);
    out.number("elastic_part", f.elastic_part);
  }
  const bool smoothed = f.type == FrictionLawType::coulomb || f.type == FrictionLawType::stribeck, bengisu = f.type == FrictionLawType::bengisu_akay,
             ambrosio = f.type == FrictionLawType::ambrosio;
  if (f.type == FrictionLawType::stribeck || bengisu) out.number("static_coefficient", f.static_coefficient);
  if (smoothed) out.number("transition_speed", f.transition_speed_m_per_s);
  if (f.type == FrictionLawType::stribeck) out.number("stribeck_speed", f.stribeck_speed_m_per_s);
  if (bengisu || ambrosio) out.number("v0", f.v0_m_per_s);
  if (ambrosio) out.number("v1", f.v1_m_per_s);
  if (bengisu) out.number("decay", f.decay_s_per_m);
  return out.done();
}

std::string ground_text(const ContactDescription& c) {
  EntryWriter out(schema::ground);
  if (c.ground_on) out.name("on", *c.ground_on);
  out.text("point", vector_text(c.point)).text("normal", direction_text(c.normal));
  if (c.step) {
    EntryWriter step(schema::step);
    step.text("toward", direction_text(c.step->toward)).number("height", c.step->height_m);
    if (c.step->length_m) step.number("length", *c.step->length_m);
    out.text("step", step.done());
  }
  if (c.heights) {  // the numbers themselves: the file they came from may not be at hand
    std::vector<std::string> rows;
    for (const std::vector<double>& row : c.heights->rows_m) rows.push_back(numbers_text(row));
    out.text("heights", EntryWriter(schema::heights)
                            .text("along", direction_text(c.heights->along))
                            .number("spacing", c.heights->spacing_m)
                            .number("spacing_across", c.heights->spacing_across_m)
                            .text("rows", list_text(rows))
                            .done());
  }
  return out.done();
}

}  // namespace zanjir
