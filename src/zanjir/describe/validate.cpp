#include "zanjir/describe/validate.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <deque>
#include <string>
#include <unordered_map>
#include <unordered_set>

#include "zanjir/core/law_measures.hpp"
#include "zanjir/core/name_map.hpp"
#include "zanjir/language/key_path.hpp"

namespace zanjir {
namespace {

constexpr const char* entry_names[6] = {"ixx", "iyy", "izz", "ixy", "ixz", "iyz"};

std::size_t plane_entry(Plane plane) { return plane == Plane::yz ? 0 : plane == Plane::xz ? 1 : 2; }  // the moment about the normal

bool finite(const Vec3d& a) { return std::isfinite(a.x) && std::isfinite(a.y) && std::isfinite(a.z); }
bool finite(const Transformd& X) {
  const Mat3d& R = X.R;
  return finite(X.p) && std::isfinite(R.xx + R.xy + R.xz + R.yx + R.yy + R.yz + R.zx + R.zy + R.zz);
}
bool is_plain(std::string_view name) {
  if (name.empty() || std::isdigit(static_cast<unsigned char>(name[0]))) return false;
  for (const char c : name) {
    const auto u = static_cast<unsigned char>(c);
    if (!(std::isalnum(u) || c == '_' || c == '-' || u >= 0x80)) return false;
  }
  return true;
}

class Validator {
 public:
  Validator(const Description& d, DiagnosticSink& sink) : d_(d), sink_(sink) {}

  void run() {
    if (d_.characteristic_length_m && !(*d_.characteristic_length_m > 0)) sink_.error({}, "characteristic_length", "must be positive");
    if (!finite(d_.gravity_m_s2)) sink_.error({}, "gravity", "is not a finite number");
    bodies_.reserve(d_.bodies.size());
    frames_.reserve(d_.frames.size());
    joints_.reserve(d_.joints.size());
    for (const BodyDescription& body : d_.bodies) check_body(body);
    for (const FrameDescription& frame : d_.frames) check_frame(frame);
    for (const JointDescription& joint : d_.joints) check_joint(joint);
    for (const DistanceDescription& rod : d_.distances) {
      name("loops", joints_, rod.name, rod.at);
      if (!(rod.length_m > 0))
        sink_.error(rod.length_at, "loops." + rod.name + ".length", "a distance must be positive: at zero length it has no direction",
                    "use a spherical joint to hold two points together");
    }
    for (const LookDescription& look : d_.looks) check_look(look);
    for (const GearDescription& gear : d_.gears) {
      name("loops", joints_, gear.name, gear.at);
      if (!(std::abs(gear.ratio) > 0)) sink_.error(gear.at, "loops." + gear.name + ".ratio", "must not be zero");
    }
    for (const ActuatorDescription& a : d_.actuators) {
      const std::string path = "actuators." + a.on.name;
      if (!(std::abs(a.gear_ratio) > 0)) sink_.error(a.on.at, path + ".gear_ratio", "must not be zero");
      if (!(a.rotor_inertia >= 0)) sink_.error(a.on.at, path + ".rotor_inertia", "must not be negative");
      for (const auto& [key, value] : {std::pair{".stiffness", a.stiffness}, {".force_limit", a.force_limit}, {".speed_limit", a.speed_limit}})
        if (value && !(*value > 0)) sink_.error(a.on.at, path + key, "must be positive");
      if (a.backlash) {
        name("actuators", joints_, made_.emplace_back(motor_joint_of(a)), a.backlash->at);
        if (!(a.rotor_inertia > 0)) sink_.error(a.backlash->at, path + ".backlash", "a motor behind play needs a `rotor_inertia`");
        if (!(a.backlash->play >= 0)) sink_.error(a.backlash->at, path + ".backlash.play", "must not be negative");
        if (!(a.backlash->stiffness > 0)) sink_.error(a.backlash->at, path + ".backlash.stiffness", "must be positive");
        if (!(a.backlash->damping >= 0)) sink_.error(a.backlash->at, path + ".backlash.damping", "must not be negative");
      }
    }
    for (const StopDescription& stop : d_.stops) {
      name("stops", stops_, stop.name, stop.at);
      if (stop.min && stop.max && !(*stop.min < *stop.max)) sink_.error(stop.at, "stops." + stop.name + ".max", "must be above `min`");
      if (stop.restitution) check_restitution(*stop.restitution, stop.at, "stops." + stop.name);
    }
    for (const ContactDescription& contact : d_.contacts) {
      name("contacts", contacts_, contact.name, contact.at);
      check_direction(contact.normal, contact.at, "contacts." + contact.name + ".ground.normal");
      check_restitution(contact.restitution, contact.at, "contacts." + contact.name);
      check_contact(contact, "contacts." + contact.name);
    }
    check_laws();
    check_controllers();
  }

 private:
  // Of names that the description keeps. Nothing is put into words but for an error: most of the time that a large file takes would go into that.
  using Names = std::unordered_map<std::string_view, SourcePos, NameHash, std::equal_to<>>;
  using Pair = std::pair<std::string_view, std::string_view>;  // body and frame
  struct PairHash {
    std::size_t operator()(const Pair& p) const { return NameHash()(p.first) * 3 + NameHash()(p.second); }
  };

  void name(const KeyPath& section, Names& names, const std::string& name, SourcePos at) {
    if (!is_plain(name))
      sink_.error(at, join_path(section, name).text(), "'" + name.substr(0, 40) + "' is not a name",
                  "names are letters, digits, '_' and '-', and begin with a letter");
    const auto [seen, is_new] = names.emplace(name, at);
    if (!is_new)
      sink_.error(at, join_path(section, name).text(), "'" + name + "' exists already",
                  seen->second.line > 0 ? "the first stands in line " + std::to_string(seen->second.line) : "");
  }

  // What the reader has asked for, of descriptions that others made.
  void check_contact(const ContactDescription& c, const std::string& path) {
    const ContactFrictionDescription& f = c.friction;
    if (!(f.coefficient >= 0) || !(f.coefficient_across >= 0))
      sink_.error(c.at, path + ".friction.coefficient", "must not be negative", "friction opposes sliding, it does not drive");
    if (f.type == FrictionLawType::bristle && !(f.stiffness_N_per_m > 0))
      sink_.error(c.at, path + ".friction.stiffness", "must be greater than zero");
    if (f.type == FrictionLawType::bristle && !(f.elastic_part >= 0 && f.elastic_part < 1))
      sink_.error(c.at, path + ".friction.elastic_part", "must lie between 0 and 1");
    const bool holds = c.law && c.law->type == NormalLawType::hold;
    if (f.type == FrictionLawType::dry && !(f.coefficient > 0 && f.coefficient_across > 0))
      sink_.error(c.at, path + ".friction.coefficient", "must be greater than zero with `type: dry`", "without friction leave `friction` out");
    if (f.type == FrictionLawType::wheel) check_direction(f.direction, c.at, path + ".friction.direction");
    if (holds != (f.type == FrictionLawType::dry || f.type == FrictionLawType::stick || f.type == FrictionLawType::wheel) &&
        f.type != FrictionLawType::none)
      sink_.error(c.at, path + ".friction.type", "does not go with this law", "dry, stick and wheel go with `hold` alone, and `hold` with no others");
    if (c.held && !holds) sink_.error(c.at, path + ".held", "goes with `law: {type: hold}` alone");
    if (c.samples < 2) sink_.error(c.at, path + ".samples", "must be 2 at least");
    for (const ContactDiscDescription& disc : c.discs) check_direction(disc.axis, c.at, path + ".discs.axis");
    if (c.step) check_direction(c.step->toward, c.at, path + ".ground.step.toward");
    if (!c.heights) return;
    const HeightsDescription& h = *c.heights;
    check_direction(h.along, c.at, path + ".ground.heights.along");
    if (!(h.spacing_m > 0) || !(h.spacing_across_m > 0)) sink_.error(c.at, path + ".ground.heights.spacing", "must be greater than zero");
    if (h.rows_m.size() < 2 || h.rows_m.front().size() < 2)
      sink_.error(c.at, path + ".ground.heights", "two rows of two heights are needed at least");
    for (const std::vector<double>& row : h.rows_m) {
      if (row.size() != h.rows_m.front().size() || !std::all_of(row.begin(), row.end(), [](double x) { return std::isfinite(x); })) {
        sink_.error(c.at, path + ".ground.heights", "the field of heights has a hole");
        break;
      }
    }
  }

  void check_restitution(double restitution, SourcePos at, const std::string& path) {
    if (!(restitution >= 0 && restitution <= 1))
      sink_.error(at, path + ".restitution", "must lie between 0 and 1", "above 1 an impact would make energy");
  }

  bool check_direction(const Vec3d& a, SourcePos at, const KeyPath& path) {
    const double largest = std::max({std::abs(a.x), std::abs(a.y), std::abs(a.z)});  // squares of tiny or huge entries leave the range of double
    if (finite(a) && largest >= 1e-100 && largest <= 1e100) return true;
    sink_.error(at, path.text(),
                !finite(a)     ? "is not a finite number"
                : largest == 0 ? "direction has zero length"
                               : "direction has an absurd length");
    return false;
  }

  bool check_direction(const Vec3d& a, SourcePos at, const std::string& path) { return check_direction(a, at, KeyPath(path)); }

  // -- bodies

  void check_body(const BodyDescription& body) {
    const KeyPath bodies("bodies"), path = join_path(bodies, body.name);
    name(bodies, bodies_, body.name, body.at);
    if (body.name == "ground") sink_.error(body.at, path.text(), "`ground` is the world and cannot be described");
    if (body.massless) return;
    if (body.beam) return check_beam(*body.beam, path.text() + ".beam");
    if (!(body.mass_kg > 0) || std::isinf(body.mass_kg))
      sink_.error(body.mass_at, path.text() + ".mass", "must be greater than zero", "write `massless: true` for a body without mass");
    if (!finite(body.com_m)) sink_.error(body.at, path.text() + ".com", "is not a finite number");
    if (!body.point_mass) check_inertia(body, join_path(path, "inertia"));
  }

  void check_inertia(const BodyDescription& body, const KeyPath& path) {
    const Sym3d& I = body.inertia_com_kg_m2;
    const double entries[6] = {I.xx, I.yy, I.zz, I.xy, I.xz, I.yz};
    const auto& given = body.inertia_given;
    const bool one_is_enough = d_.plane != Plane::none && !(given[0] && given[1] && given[2]);
    const std::size_t normal = plane_entry(d_.plane);
    if (!one_is_enough) return check_physical(body, path);
    if (!(entries[normal] > 0))
      sink_.error(body.inertia_at, path.text(), std::string("`") + entry_names[normal] + "` about the mass centre is not positive",
                  "check `about`, or write `inertia: point`");
  }

  // Zero about one axis is a thin rod, and allowed.
  void check_physical(const BodyDescription& body, const KeyPath& path) {
    const Sym3d& I = body.inertia_com_kg_m2;
    Eigen::Matrix3d m;
    m << I.xx, I.xy, I.xz, I.xy, I.yy, I.yz, I.xz, I.yz, I.zz;
    if (!m.allFinite()) return sink_.error(body.inertia_at, path.text(), "is not a finite number");
    Eigen::Vector3d p(I.xx, I.yy, I.zz);
    if (I.xy == 0 && I.xz == 0 && I.yz == 0) std::sort(p.data(), p.data() + 3);
    else p = Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d>(m, Eigen::EigenvaluesOnly).eigenvalues();
    const double tolerance = 1e-9 * std::max(p[2], 0.0);  // numbers are copied from drawings with few digits, never with fewer errors than this
    const auto refuse = [&](const char* what, const char* hint) {
      char moments[96];
      std::snprintf(moments, sizeof moments, "%.6g, %.6g, %.6g", p[0], p[1], p[2]);
      sink_.error(body.inertia_at, path.text(), std::string(what) + " (principal moments about the mass centre: " + moments + ")", hint);
    };
    if (!(p[2] > 0)) refuse("the inertia is zero or negative", "a point mass is written `inertia: point`");
    else if (p[0] < -tolerance) refuse("the inertia is not positive", "check the signs of ixy, ixz, iyz, and `about`");
    else if (!body.inertia_as_published && p[2] > p[0] + p[1] + tolerance)
      refuse("no body has this inertia: one moment is larger than the sum of the others",
             "check it, or write `as_published: true` to take it as it is");
  }

  void check_beam(const BeamDescription& beam, const std::string& path) {
    const auto positive = [&](double value, const char* key) {
      if (!(value > 0) || std::isinf(value)) sink_.error(beam.at, path + key, "must be greater than zero");
    };
    positive(beam.length_m, ".length");
    positive(beam.properties.mass_kg_per_m, ".mass_per_length");
    positive(beam.properties.EA_N, ".section.area");
    positive(beam.properties.EI_y_N_m2, ".section.iy");
    positive(beam.properties.EI_z_N_m2, ".section.iz");
    if (beam.modes.empty()) sink_.error(beam.at, path + ".modes", "an elastic body needs a mode", "describe it as a rigid body otherwise");
    if (!beam.modal_damping_N_s_per_m.empty() && beam.modal_damping_N_s_per_m.size() != beam.modes.size())
      sink_.error(beam.at, path + ".modal_damping",
                  std::to_string(beam.modes.size()) + " numbers are wanted, but there are " + std::to_string(beam.modal_damping_N_s_per_m.size()));
  }

  void check_frame(const FrameDescription& frame) {
    const auto refuse = [&](std::string what, std::string hint = {}) {
      sink_.error(frame.pose.at, "frames." + frame.body.name + "." + frame.name, std::move(what), std::move(hint));
    };
    if (!is_plain(frame.name))
      refuse("'" + frame.name.substr(0, 40) + "' is not a name", "names are letters, digits, '_' and '-', and begin with a letter");
    if (!frames_.emplace(frame.body.name, frame.name).second) refuse("'" + frame.body.name + "." + frame.name + "' exists already");
    if (!finite(frame.pose.X)) refuse("is not a finite number");
  }

  void check_look(const LookDescription& look) {
    const std::string path = "look." + look.body.name;
    if (look.body.name != "ground" && !bodies_.contains(look.body.name)) {
      std::vector<std::string> known = {"ground"};
      constexpr int most = 10;  // errors with a hint, since each looks through all names
      for (std::size_t i = 0; i < d_.bodies.size() && sink_.n_errors() < most; ++i) known.push_back(d_.bodies[i].name);
      sink_.error(look.body.at, path, "no body '" + look.body.name + "'", did_you_mean(look.body.name, known));
    }
    const bool sizes = std::isfinite(look.radius_m + look.length_m + look.scale) && finite(look.size_m) && finite(look.X);
    if (!sizes || !std::all_of(look.outline_m.begin(), look.outline_m.end(), [](const Vec3d& p) { return finite(p); }))
      sink_.error(look.at, path, "is not a finite number");
  }

  // -- joints

  void check_joint(const JointDescription& joint) {
    const KeyPath section(joint.in_loops ? "loops" : "joints"), path = join_path(section, joint.name);
    name(section, joints_, joint.name, joint.at);
    if (!finite(joint.at_parent.X)) sink_.error(joint.at_parent.at, path.text() + ".at", "is not a finite number");
    if (!finite(joint.at_child.X)) sink_.error(joint.at_child.at, path.text() + ".at_child", "is not a finite number");
    const std::size_t wanted = static_cast<std::size_t>(axes_of(joint.type));
    const KeyPath axes = join_path(path, wanted == 1 ? "axis" : "axes");
    if (joint.axes.size() != wanted)
      return sink_.error(joint.axis_at, axes.text(),
                         "a " + std::string(name_of(joint.type)) + " joint has " + std::to_string(wanted) + (wanted == 1 ? " axis" : " axes") +
                             ", but there are " + std::to_string(joint.axes.size()));
    bool good = true;
    for (const Vec3d& axis : joint.axes) good = check_direction(axis, joint.axis_at, axes) && good;
    if (!good || wanted < 2) return;
    const Vec3d a = joint.axes[0] * (1 / norm(joint.axes[0])), b = joint.axes[1] * (1 / norm(joint.axes[1]));
    if (joint.type != JointType::universal && std::abs(dot(a, b)) > 1e-9)
      sink_.error(joint.axis_at, axes.text(), "the two axes are not at right angles");
    if (joint.type == JointType::universal && norm(cross(a, b)) < 1e-9) sink_.error(joint.axis_at, axes.text(), "the two axes are parallel");
  }

  // -- laws of time

  void check_law(const LawDescription& law, const std::string& path) { check_law(law, path, d_.phases.size()); }
  enum class Measures : std::uint8_t { none, known };  // of core/law_measures.hpp
  void check_law(const LawDescription& law, const std::string& path, std::size_t n_phases, Measures measures = Measures::none) {
    std::vector<std::size_t> named = law.expression.phases();
    if (law.phase >= 0) named.push_back(static_cast<std::size_t>(law.phase));
    const auto measure = [&](std::size_t i) { return measures == Measures::known && i >= most_phases && i < most_law_arguments; };
    if (std::any_of(named.begin(), named.end(), [&](std::size_t i) { return i >= n_phases && !measure(i); }))
      return sink_.error(law.at, path, "a phase is named that does not stand before it");
    constexpr std::size_t any = 0;
    const std::size_t wanted = law.kind == LawKind::sine || law.kind == LawKind::cycloid    ? 4
                               : law.kind == LawKind::trapezoid                             ? 5
                               : law.kind == LawKind::rose_x || law.kind == LawKind::rose_y ? 6
                               : law.kind == LawKind::spline || law.kind == LawKind::table  ? 1
                                                                                            : any;
    if (wanted != any && law.numbers.size() != wanted)
      sink_.error(law.at, path, std::to_string(wanted) + " numbers are wanted, but there are " + std::to_string(law.numbers.size()));
    for (const double x : law.numbers)
      if (!std::isfinite(x)) return sink_.error(law.at, path, "is not a finite number");
    if (law.kind != LawKind::spline && law.kind != LawKind::table) return;
    if (law.knots.size() < 2) return sink_.error(law.at, path, "two times are needed at least");
    for (std::size_t i = 0; i < law.knots.size(); ++i) {
      if (!std::isfinite(law.knots[i].first) || !std::isfinite(law.knots[i].second)) return sink_.error(law.at, path, "is not a finite number");
      if (i > 0 && !(law.knots[i].first > law.knots[i - 1].first)) return sink_.error(law.at, path, "times must increase");
    }
  }

  bool has_rates(const LawDescription& law) const {
    const auto known = [&](std::size_t phase) { return phase >= has_rates_.size() || has_rates_[phase]; };
    const std::vector<std::size_t> named = law.expression.phases();
    return law.expression.has_rates() && std::all_of(named.begin(), named.end(), known) &&
           (law.phase < 0 || known(static_cast<std::size_t>(law.phase)));
  }
  void check_moving_law(const LawDescription& law, const std::string& path) {
    check_law(law, path);
    if (!has_rates(law))
      sink_.error(law.at, path, "a motion needs rates and accelerations, which rate() and acceleration() of a phase do not have",
                  "they are for loads and forces");
  }

  void check_laws() {
    if (d_.phases.size() > most_phases) sink_.error({}, "phases", "more than " + std::to_string(most_phases) + " phases in all");
    Names phases;
    for (std::size_t i = 0; i < d_.phases.size(); ++i) {
      name("phases", phases, d_.phases[i].name, d_.phases[i].at);
      check_law(d_.phases[i].law, "phases." + d_.phases[i].name, i);
      has_rates_.push_back(has_rates(d_.phases[i].law));
    }
    for (const MotionDescription& motion : d_.motions) {
      const std::string path = "motion." + motion.of.name;
      for (const LawDescription& law : motion.laws) check_moving_law(law, path);
      for (const LawDescription& law : motion.turn_angles) check_moving_law(law, path + ".turn.angles");
      for (const Vec3d& axis : motion.turn_axes) check_direction(axis, motion.of.at, path + ".turn.axes");
      if (motion.turn_axes.size() != motion.turn_angles.size()) sink_.error(motion.of.at, path + ".turn.angles", "there must be one angle per axis");
    }
    for (const LoadDescription& load : d_.loads) {
      name("loads", loads_, load.name, load.at);
      const std::string path = "loads." + load.name;
      if (load.joint) check_law(load.value, path + ".value");
      for (const LawDescription& law : load.force) check_law(law, path + ".force");
      for (const LawDescription& law : load.moment) check_law(law, path + ".moment");
    }
    for (const ContactDescription& contact : d_.contacts)
      if (contact.held) check_law(*contact.held, "contacts." + contact.name + ".held");
    for (const FrameLawDescription& law : d_.frame_laws) {
      name("forces", frame_laws_, law.name, law.at);
      const std::string path = "forces." + law.name;
      check_direction(law.axis, law.at, path + ".axis");
      check_law(law.force, path + ".force", d_.phases.size(), Measures::known);
      check_law(law.moment, path + ".moment", d_.phases.size(), Measures::known);
    }
    for (const ControlDescription& control : d_.controls) {
      check_law(control.force, "control." + control.of.name + ".force");
      check_moving_law(control.target, "control." + control.of.name + ".target");
    }
  }

  // Values that a controller's description names by place are there and stand above, but for delays.
  void check_controllers() {
    Names controllers;
    for (const ControllerDescription& c : d_.controllers) {
      const std::string path = "controllers." + c.name;
      name("controllers", controllers, c.name, c.at);
      if (!(c.period_s > 0)) sink_.error(c.at, path + ".every", "must be positive");
      if (!(c.delay_s >= 0)) sink_.error(c.at, path + ".delay", "must not be negative");
      const std::size_t all = outputs_of(c).size();
      std::size_t above = 0;
      Names blocks;
      const std::string of_blocks = path + ".blocks";
      for (const BlockDescription& b : c.blocks) {
        const std::string here = path + ".blocks." + b.name;
        name(of_blocks, blocks, b.name, b.at);
        const std::size_t known = b.kind == BlockKind::delay ? all : above;
        for (const BlockInput& in : b.of)
          if (in.place < 0 || static_cast<std::size_t>(in.place) >= known)
            sink_.error(b.at, here + ".of", "takes a value that does not stand above it");
        if (b.kind == BlockKind::expression) check_law(b.law, here + ".value", above);
        if (b.kind == BlockKind::signal) check_law(b.law, here + ".law");
        if (b.kind == BlockKind::signal && b.derivative > 0) check_moving_law(b.law, here + ".law");
        above += outputs_of(b).size();
      }
      for (const AppliedDescription& a : c.apply)
        if (a.force.place < 0 || static_cast<std::size_t>(a.force.place) >= all)
          sink_.error(a.joint.at, path + ".apply." + a.joint.name, "no such value");
    }
  }

  const Description& d_;
  DiagnosticSink& sink_;
  Names bodies_, joints_, loads_, frame_laws_, stops_, contacts_;
  std::unordered_set<Pair, PairHash> frames_;
  std::deque<std::string> made_;  // names that only follow from the description
  std::vector<bool> has_rates_;   // per phase
};

}  // namespace

void validate(const Description& d, DiagnosticSink& sink) { Validator(d, sink).run(); }

}  // namespace zanjir
