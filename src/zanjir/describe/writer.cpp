// One function per section of the file, in the order in which the reader wants them; what each key means is said by the schema.
#include "zanjir/describe/writer.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "zanjir/core/law_measures.hpp"
#include "zanjir/describe/entry_writer.hpp"
#include "zanjir/describe/written_parts.hpp"

namespace zanjir {
namespace {

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
    if (!modes_can_be_written(beam, d_.plane))
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
        text += "turn: " + turns_text(motion.turn_axes, motion.turn_angles, phases_) + ", ";
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
    for (const ControllerDescription& c : d_.controllers) line("controllers", c.name, controller_text(c, phases_));
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
