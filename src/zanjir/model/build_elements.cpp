// Building a model: roles of speeds, prescribed motion, force elements, controls.
#include "zanjir/model/model_builder.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "zanjir/language/expression_parser.hpp"

namespace zanjir {

using namespace building;

namespace {

// A sine as the expression that it is, so that what the waves of many joints have in common is computed once (language/shared_expressions), whichever way they were written.
LawDescription written_out(const LawDescription& law) {
  if (law.kind != LawKind::sine) return law;
  const auto number = [&](std::size_t i) { return "(" + Expression::constant(law.numbers[i]).text() + ")"; };  // reads back as the same number
  const std::string argument = law.phase < 0 ? "t" : "s";
  ExpressionNames names;
  names.time = ExpressionNames::Time::allowed;
  names.phase = [&](std::string_view word) {
    return word == "s" ? std::optional(PhaseName{static_cast<std::size_t>(law.phase)}) : std::optional<PhaseName>();
  };
  auto parsed = parse_expression(number(3) + " + " + number(0) + "*sin(" + number(1) + "*" + argument + " + " + number(2) + ")", names);
  auto* expression = std::get_if<ParsedExpression>(&parsed);
  if (!expression) return law;
  LawDescription out;
  out.expression = std::move(expression->expression);
  out.at = law.at;
  return out;
}

}  // namespace

void ModelBuilder::assign_roles() {
  m_.roles_.assign(at(m_.tables_.nv), Role::passive);
  m_.rotor_inertia_ = VecX::Zero(m_.tables_.nv);
  std::vector<int> actuator_of(at(m_.tables_.nv), -1);
  const auto actuate = [&](int speed) {
    m_.roles_[at(speed)] = Role::actuated;
    if (actuator_of[at(speed)] < 0) {
      actuator_of[at(speed)] = static_cast<int>(m_.actuators_.size());
      m_.actuators_.push_back({.speed = speed});
    }
    return actuator_of[at(speed)];
  };
  for (const JointDescription& jd : d_.joints) {
    const std::string path = path_of(jd) + ".actuated";
    if (model_joint_[at(joint_index_.at(jd.name))] < 0) {
      actuate_cut(jd, path);
      continue;
    }
    const Joint& joint = m_.joints_[at(model_joint_[at(joint_index_.at(jd.name))])];
    if (jd.actuated && joint.nv == 0) sink_.error(jd.at, path, "a weld has nothing to actuate");
    if (jd.actuated)
      for (int i = 0; i < joint.nv; ++i) actuate(joint.v_begin + i);
    for (const NameRef& part : jd.actuated_parts) {
      if (const auto ref = resolve_speed_part({jd.name + "." + part.name, part.at}, path)) actuate(joint.v_begin + ref->part);
    }
  }
  constexpr double none = std::numeric_limits<double>::infinity();
  for (const ActuatorDescription& ad : d_.actuators) {
    Actuator actuator{-1,
                      ad.gear_ratio,
                      ad.rotor_inertia,
                      ad.weight,
                      ad.spindle,
                      ad.stiffness.value_or(none),
                      ad.force_limit.value_or(none),
                      ad.speed_limit.value_or(none)};
    const Joint* cut = cut_joint_with_one_speed(ad.on.name);
    if (cut && ad.gear_ratio == 1 && ad.rotor_inertia == 0 && ad.weight == 1) {
      actuator.speed = cut->v_begin;
      m_.cut_roles_[at(cut->v_begin)] = Role::actuated;
      m_.cut_actuators_.push_back(actuator);
      continue;
    }
    const auto ref = resolve_one_speed(ad.on, "actuators." + ad.on.name);
    if (!ref) continue;
    const int speed = ref->joint->v_begin + ref->part;
    if (m_.rotor_inertia_[speed] != 0) {
      sink_.error(ad.on.at, "actuators." + ad.on.name, "this degree of freedom has an actuator already");
      continue;
    }
    const int slot = actuate(speed);
    actuator.speed = speed;
    m_.actuators_[at(slot)] = actuator;
    m_.rotor_inertia_[speed] = ad.rotor_inertia * ad.gear_ratio * ad.gear_ratio;
  }
}

void ModelBuilder::actuate_cut(const JointDescription& jd, const std::string& path) {
  const CutJoint* cut = cut_named(jd.name);
  if (!cut) return;
  const auto speeds = traits(jd.type).speeds;
  if (jd.actuated) std::fill_n(m_.cut_roles_.begin() + cut->joint.v_begin, cut->joint.nv, Role::actuated);
  for (const NameRef& part : jd.actuated_parts) {
    const auto found = std::find_if(speeds.begin(), speeds.end(), [&](const JointPart& p) { return p.name == part.name; });
    if (found == speeds.end()) no_part(part, path, {&cut->joint, -1, part.name}, speeds);
    else m_.cut_roles_[at(cut->joint.v_begin) + static_cast<std::size_t>(found - speeds.begin())] = Role::actuated;
  }
}

void ModelBuilder::add_prescribed() {
  for (const PhaseDescription& phase : d_.phases) m_.phases_.add(MotionLaw(phase.law));
  for (const MotionDescription& md : d_.motions) {
    const std::string path = "motion." + md.of.name;
    const auto ref = resolve_speed_part(md.of, path);
    if (!ref) continue;
    const Joint& joint = *ref->joint;
    if (!own_coordinates(md.of, path, joint)) continue;
    if (ref->part >= 0 && m_.body(joint.child).origin == Origin::carrier) {
      sink_.error(md.of.at, path, "joint '" + joint.name + "' is cut to open a loop, so its motion is prescribed as a whole",
                  "give laws for all of its parts (" + list_of(traits(joint.type).speeds) + "), or cut another joint of the loop");
      continue;
    }
    PrescribedMotion motion;
    motion.joint = static_cast<JointId>(static_cast<int>(&joint - m_.joints_.data()));
    const bool turns = has_quaternion(joint.type);
    const int n_scalar = static_cast<int>(scalar_coordinates(joint.type).size());
    if (joint.nv == 0) {
      sink_.error(md.of.at, path, "a weld cannot move");
      continue;
    }
    if (turns && ref->part >= 0) {
      sink_.error(md.of.at, path, "a " + std::string(name_of(joint.type)) + " joint is prescribed as a whole",
                  "write '" + joint.name + "' with `turn:`" + (n_scalar ? " and x, y, z" : ""));
      continue;
    }
    if (turns != !md.turn_axes.empty()) {
      sink_.error(md.of.at, path,
                  turns ? "the motion of a " + std::string(name_of(joint.type)) + " joint needs `turn: {axes, angles}`"
                        : "only spherical and free joints are prescribed by `turn`");
      continue;
    }
    const int wanted = ref->part >= 0 ? 1 : n_scalar;
    if (static_cast<int>(md.laws.size()) != wanted) {
      sink_.error(md.of.at, path, "needs " + std::to_string(wanted) + " law" + (wanted == 1 ? "" : "s") + ", has " + std::to_string(md.laws.size()),
                  joint.nv > 1 ? "its parts are: " + list_of(scalar_coordinates(joint.type)) + (turns ? ", turn" : "") : "");
      continue;
    }
    for (std::size_t i = 0; i < md.laws.size(); ++i) {
      const int part = static_cast<int>(i);
      motion.parts.push_back(ref->part >= 0 ? ref->part : stored_part(joint, part));
      motion.laws.emplace_back(written_out(md.laws[i]));
    }
    for (const Vec3d& axis : md.turn_axes) motion.turn_axes.push_back(axis * (1 / norm(axis)));
    for (const LawDescription& law : md.turn_angles) motion.turn_angles.emplace_back(law);
    for (int s = 0; s < joint.nv; ++s) {
      if (ref->part >= 0 && s != ref->part) continue;
      Role& role = m_.roles_[at(joint.v_begin + s)];
      if (role != Role::passive) {
        sink_.error(
            md.of.at, path,
            "'" + m_.speed_names_[at(joint.v_begin + s)] +
                (role == Role::prescribed ? "' is prescribed twice" : "' is actuated and prescribed at once"),
            role == Role::prescribed ? "keep one law" : "a prescribed joint gets whatever force its motion needs: remove `actuated`, or the motion");
        break;
      }
      role = Role::prescribed;
    }
    m_.prescribed_.push_back(std::move(motion));
  }
  std::vector<const Expression*> expressions;
  for (const PrescribedMotion& motion : m_.prescribed_)
    for (const MotionLaw& law : motion.laws)
      if (law.expression()) expressions.push_back(law.expression());
  m_.motion_expressions_ = SharedExpressions(expressions);
}

void ModelBuilder::add_forces() {
  for (const SpringDescription& s : d_.springs) {
    const std::string path = (s.damper ? "dampers." : "springs.") + s.name;
    if (s.between) {
      const auto a = resolve_frame(s.between->first, path + ".between"), b = resolve_frame(s.between->second, path + ".between");
      if (!a || !b) continue;
      if (m_.frame(*a).body == m_.frame(*b).body) {
        sink_.error(s.at, path + ".between", "both ends are on body '" + m_.body(m_.frame(*a).body).name + "'");
        continue;
      }
      m_.forces_.frame_springs.push_back({s.name, *a, *b, s.stiffness, s.rest, s.damping});
    } else if (s.joint) {
      const auto ref = resolve_one_speed(*s.joint, path + ".joint");
      if (!ref) continue;
      const bool scalar = !has_quaternion(ref->joint->type);
      if (!scalar && s.stiffness != 0) {
        sink_.error(s.joint->at, path + ".joint", "'" + s.joint->name + "' has no scalar coordinate to stretch",
                    "use a spring between two frames, or a damper");
        continue;
      }
      m_.forces_.joint_springs.push_back(
          {s.name, scalar ? ref->joint->q_begin + ref->part : -1, ref->joint->v_begin + ref->part, s.stiffness, s.rest, s.damping});
    }
  }
  for (const LoadDescription& l : d_.loads) {
    const std::string path = "loads." + l.name;
    if (l.on) {
      const auto on = resolve_frame(*l.on, path + ".on");
      if (!on) continue;
      FrameLoad load{l.name, *on, l.world_axes, {}, {}};
      for (std::size_t i = 0; i < 3; ++i) {
        load.moment[i] = MotionLaw(l.moment[i]);
        load.force[i] = MotionLaw(l.force[i]);
      }
      m_.forces_.frame_loads.push_back(std::move(load));
    } else if (l.joint) {
      const auto ref = resolve_one_speed(*l.joint, path + ".joint");
      if (ref) m_.forces_.joint_loads.push_back({l.name, ref->joint->v_begin + ref->part, MotionLaw(l.value)});
    }
  }
}

void ModelBuilder::add_frame_laws() {
  for (const FrameLawDescription& l : d_.frame_laws) {
    const std::string path = "forces." + l.name + ".between";
    const auto a = resolve_frame(l.a, path), b = resolve_frame(l.b, path);
    if (!a || !b) continue;
    if (m_.frame(*a).body == m_.frame(*b).body) {
      sink_.error(l.at, path, "both ends are on body '" + m_.body(m_.frame(*a).body).name + "'");
      continue;
    }
    m_.forces_.frame_laws.push_back({l.name, *a, *b, l.axis * (1 / norm(l.axis)), MotionLaw(l.force), MotionLaw(l.moment)});
  }
}

void ModelBuilder::add_stops_and_friction() {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  for (const StopDescription& s : d_.stops) {
    const std::string path = "stops." + s.name;
    const auto ref = resolve_one_speed(s.joint, path + ".joint");
    if (!ref) continue;
    if (has_quaternion(ref->joint->type)) {
      sink_.error(s.joint.at, path + ".joint", "'" + s.joint.name + "' has no scalar coordinate to limit");
      continue;
    }
    m_.forces_.stops.push_back({s.name,
                                ref->joint->q_begin + ref->part,
                                ref->joint->v_begin + ref->part,
                                {s.min.value_or(-infinity), s.max.value_or(infinity), s.stiffness, s.damping},
                                s.restitution});
  }
  for (const ActuatorDescription& a : d_.actuators) {
    if (!a.backlash || a.backlash->driven.name.empty()) continue;
    const std::string path = "actuators." + a.backlash->driven.name + ".backlash";
    const auto motor = resolve_one_speed(a.on, path), joint = resolve_one_speed(a.backlash->driven, path);
    if (!motor || !joint) continue;
    const double half = a.backlash->play / 2;
    m_.forces_.plays.push_back({a.on.name + ".play",
                                motor->joint->q_begin,
                                motor->joint->v_begin,
                                joint->joint->q_begin + joint->part,
                                joint->joint->v_begin + joint->part,
                                {-half, half, a.backlash->stiffness, a.backlash->damping}});
  }
  for (const FrictionDescription& f : d_.frictions) {
    const auto ref = resolve_one_speed(f.joint, "friction." + f.name + ".joint");
    if (ref)
      m_.forces_.frictions.push_back(
          {f.name, ref->joint->v_begin + ref->part, f.coulomb, f.stiction, f.stribeck_speed, f.transition_speed, f.viscous});
  }
}

// The actuated speed that a controller works on, of the tree or of a cut joint.
void ModelBuilder::add_controls() {
  for (const ControlDescription& c : d_.controls) {
    const std::string path = "control." + c.of.name;
    Controller law{c.of.name, c.kind, false, -1, -1, MotionLaw(c.force), MotionLaw(c.target), c.kp, c.kd};
    if (c.limit) law.limit = *c.limit;
    Role role = Role::passive;
    if (const Joint* cut = cut_joint_with_one_speed(c.of.name)) {
      law.cut = true;
      law.coordinate = cut->q_begin;
      law.speed = cut->v_begin;
      role = m_.cut_roles_[at(cut->v_begin)];
      if (c.kind == ControlKind::computed_torque) {
        sink_.error(c.of.at, path + ".type", "computed torque needs a coordinate of the tree, and joint '" + cut->name + "' is cut",
                    "cut another joint of the loop: write `cut: true` there");
        continue;
      }
    } else {
      const auto ref = resolve_one_speed(c.of, path);
      if (!ref) continue;
      law.coordinate = has_quaternion(ref->joint->type) ? -1 : ref->joint->q_begin + ref->part;
      law.speed = ref->joint->v_begin + ref->part;
      role = m_.roles_[at(law.speed)];
      if (law.coordinate < 0 && c.kind != ControlKind::force) {
        sink_.error(c.of.at, path + ".type", "'" + c.of.name + "' has no scalar coordinate to follow a target", "use `type: force`");
        continue;
      }
    }
    if (has_actuator(c.of, path, role)) m_.controllers_.push_back(std::move(law));
  }
}

bool ModelBuilder::has_actuator(const NameRef& of, const std::string& path, Role role) {
  if (role == Role::actuated) return true;
  sink_.error(of.at, path,
              role == Role::prescribed ? "the joint is prescribed: its motion law decides, not a controller" : "the joint has no actuator",
              "write `actuated: true` on it");
  return false;
}

std::optional<ModelBuilder::Driven> ModelBuilder::driven_speed(const NameRef& of, const std::string& path) {
  if (const Joint* cut = cut_joint_with_one_speed(of.name)) return Driven{true, cut->v_begin, m_.cut_roles_[at(cut->v_begin)]};
  const auto ref = resolve_one_speed(of, path);
  if (!ref) return std::nullopt;
  const int speed = ref->joint->v_begin + ref->part;
  return Driven{false, speed, m_.roles_[at(speed)]};
}

void ModelBuilder::add_sampled_controllers() {
  for (const ControllerDescription& c : d_.controllers) {
    SampledController out{c, {}};
    for (const AppliedDescription& a : c.apply) {
      const std::string path = "controllers." + c.name + ".apply." + a.joint.name;
      const auto on = driven_speed(a.joint, path);
      if (!on || !has_actuator(a.joint, path, on->role)) continue;
      const auto same = [&](const auto& other) { return other.cut == on->cut && other.speed == on->speed; };
      const auto taken = [&](const SampledController& other) { return std::any_of(other.forces.begin(), other.forces.end(), same); };
      if (std::any_of(m_.controllers_.begin(), m_.controllers_.end(), same) || taken(out) ||
          std::any_of(m_.sampled_controllers_.begin(), m_.sampled_controllers_.end(), taken)) {
        sink_.error(a.joint.at, path, "this actuator has a controller already", "add the values in one of them");
        continue;
      }
      double limit = a.limit.value_or(std::numeric_limits<double>::infinity());
      for (const Actuator& actuator : on->cut ? m_.cut_actuators_ : m_.actuators_)
        if (actuator.speed == on->speed) limit = std::min(limit, actuator.force_limit);
      out.forces.push_back({a.force.place, a.force.sign, on->cut, on->speed, limit});
    }
    m_.sampled_controllers_.push_back(std::move(out));
  }
}

const CutJoint* ModelBuilder::cut_named(const std::string& joint) const {
  const auto found = cut_index_.find(joint);
  return found == cut_index_.end() ? nullptr : &std::get<CutJoint>(m_.constraints_[at(found->second)]);
}

const Joint* ModelBuilder::cut_joint_with_one_speed(const std::string& name) const {
  const CutJoint* cut = cut_named(name);
  return cut && cut->joint.nv == 1 ? &cut->joint : nullptr;
}

}  // namespace zanjir
