// One function per section of the file, in the order in which the reader wants them; what each key means is said by the schema.
#include "zanjir/describe/writer.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "zanjir/core/law_measures.hpp"
#include "zanjir/describe/entry_writer.hpp"
#include "zanjir/describe/mode_sets.hpp"
#include "zanjir/describe/table_spline.hpp"

namespace zanjir {
namespace {

// -- laws of time ----------------------------------------------------------------------------------------------------------------------

// Keys of a named law: `of`, and the numbers of its argument, whose unit is known of time only.
struct LawWriter {
  const LawDescription& law;
  EntryWriter out;

  LawWriter(const schema::Object& object, const LawDescription& written, std::span<const std::string> phases) : law(written), out(object) {
    out.word("law", schema::law_name(object));
    if (law.phase >= 0) out.text("of", phases[static_cast<std::size_t>(law.phase)]);
  }
  LawWriter& argument(std::string_view key, double x) {
    if (law.phase >= 0) out.text(key, number_text(x));
    else out.number(key, x);
    return *this;
  }
  LawWriter& argument_unless_zero(std::string_view key, double x) { return x == 0 ? *this : argument(key, x); }
};

std::string law_text(const LawDescription& law, std::span<const std::string> phases) {
  const auto& n = law.numbers;
  std::vector<double> times, values;
  for (const auto& [t, value] : law.knots) times.push_back(t), values.push_back(value);
  switch (law.kind) {
    case LawKind::expression: {
      const std::string text = law.expression.in_numbers(phases);  // a comma would end the entry
      return text.find(',') == std::string::npos ? text : quoted(text);
    }
    case LawKind::sine: {
      LawWriter w(schema::law_sine, law, phases);
      w.out.number("amplitude", n[0]);
      w.argument("angular_frequency", n[1]);
      return w.out.number_unless_default("phase", n[2]).number_unless_default("offset", n[3]).done();
    }
    case LawKind::cycloid: {
      LawWriter w(schema::law_cycloid, law, phases);
      w.out.number("from", n[0]).number("to", n[1]);
      return w.argument_unless_zero("start", n[2]).argument("duration", n[3]).out.done();
    }
    case LawKind::polynomial: return LawWriter(schema::law_polynomial, law, phases).out.text("coefficients", numbers_text(n)).done();
    case LawKind::trapezoid: {
      LawWriter w(schema::law_trapezoid, law, phases);
      w.out.number("from", n[0]).number("to", n[1]);
      return w.argument_unless_zero("start", n[2]).argument("duration", n[3]).argument("acceleration_time", n[4]).out.done();
    }
    case LawKind::spline:
      return LawWriter(schema::law_spline, law, phases)
          .out.text("times", numbers_text(times))
          .text("values", numbers_text(values))
          .word_unless_default("ends", n[0] == 1   ? "natural"
                                       : n[0] == 2 ? "periodic"
                                                   : "rest")
          .done();
    case LawKind::rose_x:
    case LawKind::rose_y: {
      LawWriter w(schema::law_rose, law, phases);
      w.out.word("component", law.kind == LawKind::rose_y ? "y" : "x").number("radius", n[0]).number("order", n[1]);
      w.argument("period", n[2]).out.number_unless_default("phase", n[3]).number_unless_default("center", n[4]);
      return w.argument_unless_zero("ramp", n[5]).out.done();
    }
    case LawKind::table:
      return LawWriter(schema::law_table, law, phases)
          .out.text("times", numbers_text(times))
          .text("values", numbers_text(values))
          .word_unless_default("interpolation", word_of(static_cast<TableSpline>(static_cast<int>(n[0]))))
          .done();
  }
  return "0";
}

std::string laws_text(std::span<const LawDescription> laws, std::span<const std::string> phases) {
  std::vector<std::string> items;
  for (const LawDescription& law : laws) items.push_back(law_text(law, phases));
  return list_text(items);
}

bool is_zero(std::span<const LawDescription> laws) {
  return std::all_of(laws.begin(), laws.end(),
                     [](const LawDescription& law) { return law.kind == LawKind::expression && law.expression.in_numbers() == "0"; });
}

// -- elastic bodies ----------------------------------------------------------------------------------------------------------------------

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

// -- contacts ----------------------------------------------------------------------------------------------------------------------------

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

// -- looks -------------------------------------------------------------------------------------------------------------------------------

std::string look_text(const LookDescription& look) {
  EntryWriter out(schema::look);
  out.word("shape", word_of(look.shape));
  out.pose_unless_identity("at", look.X);
  switch (look.shape) {
    case LookShape::box: out.text("size", vector_text(look.size_m)); break;
    case LookShape::sphere: out.number("radius", look.radius_m); break;
    case LookShape::cylinder:
    case LookShape::capsule: out.number("radius", look.radius_m).number("length", look.length_m); break;
    case LookShape::plate: {
      std::vector<std::string> points;
      for (const Vec3d& p : look.outline_m) points.push_back(vector_text(p));
      out.text("points", list_text(points)).number("thickness", look.length_m);
      break;
    }
    case LookShape::mesh: out.text("file", quoted(look.file)).number_unless_default("scale", look.scale); break;
  }
  if (!look.colour.empty()) out.text("colour", quoted(look.colour));
  return out.done();
}

// -- the file ----------------------------------------------------------------------------------------------------------------------------

class Writer {
 public:
  explicit Writer(const Description& d) : d_(d), sink_(d.files) {
    for (const PhaseDescription& phase : d.phases) phases_.push_back(phase.name);
  }
  Result<std::string> write() {
    head();
    phases();
    bodies();
    frames();
    joints();
    loops();
    actuators();
    forces();
    stops_and_friction();
    contacts();
    motions();
    controls();
    initial();
    looks();
    if (sink_.has_errors()) return {std::nullopt, sink_.take()};
    return {std::move(out_), sink_.take()};
  }

 private:
  // A line of a section, whose name comes first where this is its first line.
  void line(std::string_view section, const std::string& name, const std::string& value) {
    if (section_ != section) out_ += std::string(section) + ":\n";
    section_ = section;
    out_ += "  " + name_text(name) + ": " + value + "\n";
  }

  void head() {
    out_ += "zanjir: 1\nname: " + quoted(d_.name) + "\n";
    if (!d_.text.empty()) out_ += "description: " + quoted(d_.text) + "\n";
    if (d_.plane != Plane::none) out_ += std::string("plane: ") + (d_.plane == Plane::xy ? "xy" : d_.plane == Plane::yz ? "yz" : "xz") + "\n";
    out_ += "gravity: " + vector_text(d_.gravity_m_s2) + "\n";
    if (d_.characteristic_length_m) out_ += "characteristic_length: " + number_text(*d_.characteristic_length_m) + " m\n";
    for (const auto& [name, value] : d_.parameters) line("parameters", name, number_text(value));
  }

  void phases() {
    for (const PhaseDescription& phase : d_.phases) line("phases", phase.name, law_text(phase.law, phases_));
  }

  void bodies() {
    for (const BodyDescription& body : d_.bodies) {
      EntryWriter out(schema::body);
      if (body.massless) {
        out.flag("massless", true);
      } else if (body.beam) {
        out.text("beam", beam_text(*body.beam, d_.plane));
        check_beam(body);
      } else {
        out.number("mass", body.mass_kg);
        if (norm(body.com_m) > 0) out.text("com", vector_text(body.com_m));
        out.text("inertia", body.point_mass ? "point" : inertia_text(body));
      }
      line("bodies", body.name, out.done());
    }
  }

  std::string inertia_text(const BodyDescription& body) {
    const Sym3d& I = body.inertia_com_kg_m2;
    const double entries[6] = {I.xx, I.yy, I.zz, I.xy, I.xz, I.yz};
    constexpr const char* keys[6] = {"ixx", "iyy", "izz", "ixy", "ixz", "iyz"};
    const bool some = std::find(body.inertia_given.begin(), body.inertia_given.end(), true) != body.inertia_given.end();
    EntryWriter out(schema::inertia);
    for (std::size_t i = 0; i < 6; ++i) {
      if (some ? body.inertia_given[i] : i < 3 || entries[i] != 0) out.number(keys[i], entries[i]);
    }
    return out.flag("as_published", body.inertia_as_published).done();
  }

  // What the format cannot say of a beam.
  void check_beam(const BodyDescription& body) {
    const BeamDescription& beam = *body.beam;
    const std::string path = "bodies." + body.name + ".beam";
    const auto other_viscosity = [](const BeamProperties& p) {
      const double x = p.viscosity_A_N_s / p.EA_N, y = p.viscosity_I_y_N_s_m2 / p.EI_y_N_m2, z = p.viscosity_I_z_N_s_m2 / p.EI_z_N_m2;
      return std::max(std::abs(x - y), std::abs(y - z)) > 8 * std::numeric_limits<double>::epsilon() * std::abs(y);
    };
    if (other_viscosity(beam.properties) || (beam.shapes_from && other_viscosity(*beam.shapes_from)))
      sink_.error(beam.at, path + ".material", "the viscosity is not the same in stretch and about both axes, which a file cannot say");
    if (modes_text(beam.modes, kind_of_lists(d_.plane)).empty())
      sink_.error(beam.at, path + ".modes", "polynomials stand beside modes of several directions, which a file cannot say",
                  "write the other shapes as polynomials, too");
  }

  void frames() {  // by body, in the order of their first frames
    std::vector<std::string> order;
    for (const FrameDescription& frame : d_.frames) {
      if (std::find(order.begin(), order.end(), frame.body.name) == order.end()) order.push_back(frame.body.name);
    }
    for (const std::string& body : order) {
      std::string text;
      for (const FrameDescription& frame : d_.frames) {
        if (frame.body.name == body) text += (text.empty() ? "" : ", ") + name_text(frame.name) + ": " + pose_text(frame.pose.X);
      }
      line("frames", body, "{" + text + "}");
    }
  }

  static void joint_keys(EntryWriter& out, const JointDescription& joint) {
    out.pose_unless_identity("at", joint.at_parent.X);
    if (joint.at_child_given) out.text("at_child", pose_text(joint.at_child.X));
    if (joint.axes.size() == 1) out.text("axis", direction_text(joint.axes[0]));
    if (joint.axes.size() == 2) out.text("axes", list_text({direction_text(joint.axes[0]), direction_text(joint.axes[1])}));
    if (joint.actuated) out.text("actuated", "true");
    std::vector<std::string> parts;
    for (const NameRef& part : joint.actuated_parts) parts.push_back(name_text(part.name));
    if (!parts.empty()) out.text("actuated", list_text(parts));
  }
  static bool among_loops(const JointDescription& joint) { return joint.in_loops || joint.springs; }

  void joints() {
    for (const JointDescription& joint : d_.joints) {
      if (among_loops(joint)) continue;
      EntryWriter out(schema::joint);
      out.word("type", name_of(joint.type)).name("parent", joint.parent).name("child", joint.child);
      joint_keys(out, joint);
      line("joints", joint.name, out.flag("cut", joint.cut).done());
    }
  }

  enum class Rows { translation, turn, both };
  static void add_springs(EntryWriter& out, const std::optional<LoopSprings>& springs, Rows rows) {
    if (!springs) return;
    EntryWriter entry(schema::loop_springs);
    if (rows != Rows::turn) entry.number("stiffness", springs->stiffness_N_per_m).number_unless_default("damping", springs->damping_N_s_per_m);
    if (springs->turn_stiffness_N_m_per_rad) entry.number("turn_stiffness", *springs->turn_stiffness_N_m_per_rad);
    if (springs->turn_damping_N_m_s_per_rad) entry.number("turn_damping", *springs->turn_damping_N_m_s_per_rad);
    out.text("springs", entry.done());
  }

  void loops() {
    for (const JointDescription& joint : d_.joints) {
      if (!among_loops(joint)) continue;
      EntryWriter out(schema::loop);
      out.word("type", name_of(joint.type)).names("between", joint.parent, joint.child);
      joint_keys(out, joint);
      add_springs(out, joint.springs, Rows::both);
      line("loops", joint.name, out.done());
    }
    for (const DistanceDescription& rod : d_.distances) {
      EntryWriter out(schema::loop);
      out.word("type", "distance").names("between", rod.a, rod.b).number("length", rod.length_m);
      add_springs(out, rod.springs, Rows::translation);
      line("loops", rod.name, out.done());
    }
    for (const GearDescription& gear : d_.gears) {
      EntryWriter out(schema::loop);
      out.word("type", "gear").names("joints", gear.a, gear.b).number("ratio", gear.ratio);
      if (gear.offset) out.number("offset", *gear.offset);
      add_springs(out, gear.springs, gear.springs && gear.springs->turn_stiffness_N_m_per_rad ? Rows::turn : Rows::translation);
      line("loops", gear.name, out.done());
    }
  }

  void actuators() {
    for (const ActuatorDescription& a : d_.actuators) {
      EntryWriter out(schema::actuator);
      out.number("gear_ratio", a.gear_ratio).number("rotor_inertia", a.rotor_inertia).number_unless_default("weight", a.weight);
      if (a.stiffness) out.number("stiffness", *a.stiffness);
      if (a.force_limit) out.number("force_limit", *a.force_limit);
      if (a.speed_limit) out.number("speed_limit", *a.speed_limit);
      if (a.backlash)
        out.text("backlash", EntryWriter(schema::backlash)
                                 .number("play", a.backlash->play)
                                 .number("stiffness", a.backlash->stiffness)
                                 .number_unless_default("damping", a.backlash->damping)
                                 .done());
      line("actuators", a.on.name, out.done());
    }
  }

  void forces() {
    const auto ends = [](EntryWriter& out, const SpringDescription& s) {
      if (s.between) out.names("between", s.between->first, s.between->second);
      else out.name("joint", *s.joint);
    };
    const auto is_damper = [](const SpringDescription& s) { return s.damper || (s.stiffness == 0 && s.rest == 0); };
    for (const SpringDescription& s : d_.springs) {
      if (is_damper(s)) continue;
      EntryWriter out(schema::spring);
      ends(out, s);
      line("springs", s.name,
           out.number("stiffness", s.stiffness)
               .number_unless_default(s.between ? "length" : "rest", s.rest)
               .number_unless_default("damping", s.damping)
               .done());
    }
    for (const SpringDescription& s : d_.springs) {
      if (!is_damper(s)) continue;
      EntryWriter out(schema::damper);
      ends(out, s);
      line("dampers", s.name, out.number("damping", s.damping).done());
    }
    for (const LoadDescription& load : d_.loads) {
      EntryWriter out(schema::load);
      if (load.joint) {
        out.name("joint", *load.joint).text("value", law_text(load.value, phases_));
      } else {
        out.name("on", *load.on).word_unless_default("axes", load.world_axes ? "world" : "body");
        if (!is_zero(load.force) || is_zero(load.moment)) out.text("force", laws_text(load.force, phases_));
        if (!is_zero(load.moment)) out.text("moment", laws_text(load.moment, phases_));
      }
      line("loads", load.name, out.done());
    }
    std::vector<std::string> arguments = phases_;  // of a law between frames: measures stand behind all phases
    arguments.resize(most_phases);
    arguments.insert(arguments.end(), law_measures.begin(), law_measures.end());
    for (const FrameLawDescription& law : d_.frame_laws) {
      EntryWriter out(schema::frame_law);
      out.names("between", law.a, law.b);
      if (law.axis.x != 0 || law.axis.y != 0 || law.axis.z != 1) out.text("axis", direction_text(law.axis));
      const LawDescription force[] = {law.force}, moment[] = {law.moment};
      if (!is_zero(force) || is_zero(moment)) out.text("force", law_text(law.force, arguments));
      if (!is_zero(moment)) out.text("moment", law_text(law.moment, arguments));
      line("forces", law.name, out.done());
    }
  }

  void stops_and_friction() {
    for (const StopDescription& stop : d_.stops) {
      EntryWriter out(schema::stop);
      out.name("joint", stop.joint);
      if (stop.min) out.number("min", *stop.min);
      if (stop.max) out.number("max", *stop.max);
      if (stop.restitution) out.number("restitution", *stop.restitution);
      else out.number("stiffness", stop.stiffness).number_unless_default("damping", stop.damping);
      line("stops", stop.name, out.done());
    }
    for (const FrictionDescription& f : d_.frictions)
      line("friction", f.name,
           EntryWriter(schema::friction)
               .name("joint", f.joint)
               .number("coulomb", f.coulomb)
               .number("stiction", f.stiction)
               .number("stribeck_speed", f.stribeck_speed)
               .number("transition_speed", f.transition_speed)
               .number_unless_default("viscous", f.viscous)
               .done());
  }

  void contacts() {
    for (const ContactDescription& c : d_.contacts) {
      EntryWriter out(schema::contact);
      out.text("ground", ground_text(c));
      std::vector<std::string> on, capsules, discs, boxes;
      for (const ContactDiscDescription& d : c.discs)
        discs.push_back(EntryWriter(schema::contact_disc).name("at", d.at).text("axis", direction_text(d.axis)).number("radius", d.radius_m).done());
      for (const ContactBoxDescription& b : c.boxes)
        boxes.push_back(EntryWriter(schema::contact_box).name("at", b.at).text("size", vector_text(b.size_m)).done());
      for (const NameRef& place : c.on) on.push_back(name_text(place.name));
      for (const auto& [a, b] : c.capsules) capsules.push_back(list_text({name_text(a.name), name_text(b.name)}));
      if (!on.empty()) out.text("on", list_text(on));
      if (!capsules.empty()) out.text("capsules", list_text(capsules));
      if (!discs.empty()) out.text("discs", list_text(discs));
      if (!boxes.empty()) out.text("boxes", list_text(boxes));
      if (c.samples != 2) out.text("samples", std::to_string(c.samples));
      out.number_unless_default("radius", c.radius_m);
      if (c.law) out.text("law", contact_law_text(*c.law));
      else out.number("restitution", c.restitution);
      if (c.law && c.friction.type != FrictionLawType::none) out.text("friction", contact_friction_text(c.friction));
      if (c.held) out.text("held", law_text(*c.held, phases_));
      line("contacts", c.name, out.done());
    }
  }

  void motions() {
    for (const MotionDescription& motion : d_.motions) {
      if (motion.turn_axes.empty() && motion.laws.size() == 1) {
        line("motion", motion.of.name, law_text(motion.laws[0], phases_));
        continue;
      }
      const auto joint = std::find_if(d_.joints.begin(), d_.joints.end(), [&](const JointDescription& j) { return j.name == motion.of.name; });
      if (joint == d_.joints.end() || scalar_coordinates(joint->type).size() != motion.laws.size()) {
        sink_.error(motion.of.at, "motion." + motion.of.name, "these laws do not fit a joint of this name");
        continue;
      }
      std::string text;
      for (std::size_t i = 0; i < motion.laws.size(); ++i)
        text += std::string(scalar_coordinates(joint->type)[i].name) + ": " + law_text(motion.laws[i], phases_) + ", ";
      if (!motion.turn_axes.empty()) {
        text += "turn: " + turns_text(motion.turn_axes, motion.turn_angles) + ", ";
      }
      line("motion", motion.of.name, "{" + text.substr(0, text.size() - 2) + "}");
    }
  }

  void controls() {
    for (const ControlDescription& c : d_.controls) {
      EntryWriter out(schema::control);
      out.word_unless_default("type", c.kind == ControlKind::pd ? "pd" : c.kind == ControlKind::computed_torque ? "computed_torque" : "force");
      const LawDescription force[] = {c.force};
      if (c.kind == ControlKind::force || !is_zero(force)) out.text("force", law_text(c.force, phases_));
      if (c.kind != ControlKind::force)
        out.text("target", law_text(c.target, phases_)).number_unless_default("kp", c.kp).number_unless_default("kd", c.kd);
      if (c.limit) out.number("limit", *c.limit);
      line("control", c.of.name, out.done());
    }
    for (const ControllerDescription& c : d_.controllers) line("controllers", c.name, controller_text(c));
  }

  std::string controller_text(const ControllerDescription& c) {
    EntryWriter out(schema::controller);
    out.number("every", c.period_s).number_unless_default("start", c.start_s).number_unless_default("delay", c.delay_s);
    if (c.seed != 0) out.text("seed", std::to_string(c.seed));
    std::vector<std::string> blocks, forces;
    const std::vector<std::string> values = outputs_of(c);
    for (const BlockDescription& b : c.blocks) blocks.push_back(name_text(b.name) + ": " + block_text(b, values, c.period_s));
    for (const AppliedDescription& a : c.apply) {
      EntryWriter force(schema::applied);
      force.text("force", input_text(a.force, values));
      if (a.limit) force.number("limit", *a.limit);
      forces.push_back(name_text(a.joint.name) + ": " + (a.limit ? force.done() : input_text(a.force, values)));
    }
    return out.text("blocks", map_text(blocks)).text("apply", map_text(forces)).done();
  }

  static std::string map_text(const std::vector<std::string>& entries) {
    std::string text;
    for (const std::string& entry : entries) text += (text.empty() ? "" : ", ") + entry;
    return "{" + text + "}";
  }
  static std::string input_text(const BlockInput& in, const std::vector<std::string>& values) {
    const std::string& name = values[static_cast<std::size_t>(in.place)];
    return in.sign < 0 ? "-" + name : name_text(name);
  }

  std::string block_text(const BlockDescription& b, const std::vector<std::string>& values, double period_s) {
    EntryWriter out(schema::block);
    out.word("type", word_of(b.kind));
    std::vector<std::string> taken, joints;
    for (const BlockInput& in : b.of) taken.push_back(input_text(in, values));
    for (const NameRef& joint : b.joints) joints.push_back(name_text(joint.name));
    const auto limits = [&] {
      if (!std::isfinite(b.max) && !std::isfinite(b.min)) return;
      if (std::isfinite(b.max)) out.number("max", b.max);
      if (!std::isfinite(b.max) || b.min != -b.max) out.number("min", b.min);
    };
    const auto cutoff = [&] {
      if (b.cutoff_Hz > 0) out.number("cutoff", b.cutoff_Hz);
    };
    if (!taken.empty() && b.kind != BlockKind::computed_torque) out.text("of", taken.size() == 1 ? taken[0] : list_text(taken));
    switch (b.kind) {
      case BlockKind::signal:
        out.text("law", law_text(b.law, phases_));
        if (b.derivative > 0) out.text("derivative", std::to_string(b.derivative));
        break;
      case BlockKind::sensor:
        out.name("quantity", b.quantity).number_unless_default("quantum", b.quantum).number_unless_default("noise", b.level);
        out.number_unless_default("bias", b.bias);
        break;
      case BlockKind::noise: out.number("noise", b.level); break;
      case BlockKind::sum:
      case BlockKind::product: break;
      case BlockKind::gain: out.number("by", b.by); break;
      case BlockKind::expression: out.text("value", law_text(b.law, values)); break;
      case BlockKind::filter:
        cutoff();
        if (b.order != 1) out.text("order", std::to_string(b.order));
        break;
      case BlockKind::derivative: cutoff(); break;
      case BlockKind::pid:
        out.number_unless_default("kp", b.kp).number_unless_default("ki", b.ki).number_unless_default("kd", b.kd);
        cutoff();
        limits();
        break;
      case BlockKind::integral:
      case BlockKind::limit: limits(); break;
      case BlockKind::rate_limit: out.number("rate", b.rate); break;
      case BlockKind::delay:
        if (b.samples != 1) out.number("time", b.samples * period_s);
        break;
      case BlockKind::quantise: out.number("quantum", b.quantum); break;
      case BlockKind::backlash:
      case BlockKind::dead_zone: out.number("width", b.width); break;
      case BlockKind::computed_torque: {
        std::vector<std::string> entries;
        for (std::size_t i = 0; i < joints.size(); ++i) entries.push_back(joints[i] + ": " + taken[i]);
        out.text("accelerations", map_text(entries)).word_unless_default("base", b.base_moves ? "moving" : "still");
        break;
      }
      case BlockKind::gravity: out.text("joints", list_text(joints)); break;
      case BlockKind::lead: {
        std::vector<std::string> entries;
        for (const MotionGiven& m : b.lead) entries.push_back(name_text(m.of.name) + ": " + led_text(m));
        out.text("joints", list_text(joints)).text("motion", map_text(entries));
        break;
      }
      case BlockKind::custom: {
        std::vector<std::string> entries;
        for (const auto& [key, x] : b.numbers) entries.push_back(name_text(key) + ": " + number_text(x));
        out.text("kind", name_text(b.custom));
        if (!entries.empty()) out.text("numbers", map_text(entries));
        if (b.memory > 0) out.text("memory", std::to_string(b.memory));
        break;
      }
    }
    if (b.initial) out.number("initial", *b.initial);
    if (b.trip) out.number("trip", *b.trip);
    return out.done();
  }
  std::string led_text(const MotionGiven& m) {
    if (m.law) return law_text(*m.law, phases_);
    std::vector<std::string> entries;
    for (const auto& [part, law] : m.parts) entries.push_back(name_text(part) + ": " + law_text(law, phases_));
    if (!m.turn_axes.empty()) entries.push_back("turn: " + turns_text(m.turn_axes, m.turn_angles));
    if (m.axis) entries.push_back("axis: " + direction_text(*m.axis));
    if (!m.target.empty()) entries.push_back("target: " + laws_text(m.target, phases_));
    return map_text(entries);
  }
  std::string turns_text(const std::vector<Vec3d>& axes, const std::vector<LawDescription>& angles) {
    std::vector<std::string> directions;
    for (const Vec3d& axis : axes) directions.push_back(direction_text(axis));
    return EntryWriter(schema::turn_motion).text("axes", list_text(directions)).text("angles", laws_text(angles, phases_)).done();
  }

  void initial() {
    if (d_.initial_q.empty() && d_.initial_v.empty()) return;
    const auto values = [](const std::vector<InitialValue>& entries) {
      std::string text;
      for (const InitialValue& v : entries)
        text += (text.empty() ? "" : ", ") + name_text(v.of.name) + ": " + (v.values.size() == 1 ? number_text(v.values[0]) : numbers_text(v.values));
      return "{" + text + "}";
    };
    line("initial", "q", values(d_.initial_q));
    line("initial", "v", values(d_.initial_v));
  }

  void looks() {  // by body, in the order of their first shapes
    std::vector<std::string> order;
    for (const LookDescription& look : d_.looks)
      if (std::find(order.begin(), order.end(), look.body.name) == order.end()) order.push_back(look.body.name);
    for (const std::string& body : order) {
      std::vector<std::string> shapes;
      for (const LookDescription& look : d_.looks)
        if (look.body.name == body) shapes.push_back(look_text(look));
      line("look", body, list_text(shapes));
    }
  }

  const Description& d_;
  std::vector<std::string> phases_;  // their names
  DiagnosticSink sink_;
  std::string out_;
  std::string_view section_;
};

}  // namespace

Result<std::string> write_description(const Description& d) { return Writer(d).write(); }

}  // namespace zanjir
