#include "zanjir/report/info_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "zanjir/analyse/elastic_facts.hpp"
#include "zanjir/analyse/loop_summary.hpp"
#include "zanjir/describe/contact_laws.hpp"
#include "zanjir/formulations/registry.hpp"
#include "zanjir/kernels/dispatch.hpp"
#include "zanjir/loops/limbs.hpp"
#include "zanjir/loops/loop_rank.hpp"
#include "zanjir/report/json.hpp"
#include "zanjir/report/json_values.hpp"
#include "zanjir/report/table.hpp"
#include "zanjir/state/state.hpp"
#include "zanjir/terms/coordinate_units.hpp"

namespace zanjir {
namespace {

// Those of cut joints too; where nothing is said of one but that it is actuated, it is a plain one.
std::vector<std::pair<std::string, Actuator>> actuators_of(const Model& model) {
  std::vector<std::pair<std::string, Actuator>> all;
  for (const Actuator& a : model.actuators()) all.emplace_back(model.speed_names()[at(a.speed)], a);
  for (std::size_t i = 0; i < model.cut_roles().size(); ++i) {
    if (model.cut_roles()[i] != Role::actuated) continue;
    Actuator actuator{.speed = static_cast<int>(i)};
    for (const Actuator& said : model.cut_actuators())
      if (said.speed == actuator.speed) actuator = said;
    all.emplace_back(model.cut_speed_names()[i], actuator);
  }
  return all;
}

std::string_view name_of(Role role) { return role == Role::passive ? "passive" : role == Role::actuated ? "actuated" : "prescribed"; }
std::string_view name_of(Origin origin) { return origin == Origin::user ? "user" : origin == Origin::section ? "section" : "carrier"; }
std::string_view name_of(Plane plane) { return plane == Plane::xy ? "xy" : plane == Plane::yz ? "yz" : plane == Plane::xz ? "xz" : "none"; }
std::string text_of(const Vec3d& a) { return fmt::format("[{:.6g}, {:.6g}, {:.6g}]", a.x + 0.0, a.y + 0.0, a.z + 0.0); }

double total_mass(const Model& model) {
  double mass = 0;
  for (const Body& body : model.bodies().subspan(1)) mass += body.mass_kg;
  return mass;
}
std::string roles_of(const Model& model, const Joint& joint) {
  if (joint.nv == 0) return "-";
  std::string text;
  bool uniform = true;
  for (int i = joint.v_begin; i < joint.v_begin + joint.nv; ++i) {
    const Role role = model.roles()[at(i)];
    uniform = uniform && role == model.roles()[at(joint.v_begin)];
    text += (text.empty() ? "" : ", ") + std::string(part_of(joint, model.speed_names()[at(i)])) + " " + std::string(name_of(role));
  }
  return uniform ? std::string(name_of(model.roles()[at(joint.v_begin)])) : text;
}

struct ElementText {
  std::string name, kind, acts, numbers;
  Json json;
};
std::vector<ElementText> elements_of(const Model& model) {
  const ForceElements& forces = model.forces();
  std::vector<ElementText> list;
  for (const FrameSpring& s : forces.frame_springs) {
    const std::string &a = model.frame(s.a).name, &b = model.frame(s.b).name;
    const std::string kind = s.stiffness_N_per_m == 0 ? "damper" : "spring";
    list.push_back({s.name,
                    kind,
                    a + " - " + b,
                    fmt::format("stiffness {} N/m, rest {} m, damping {} N s/m", s.stiffness_N_per_m, s.rest_m, s.damping_N_s_per_m),
                    {{"name", s.name},
                     {"kind", kind},
                     {"between", {a, b}},
                     {"stiffness", s.stiffness_N_per_m},
                     {"rest", s.rest_m},
                     {"damping", s.damping_N_s_per_m}}});
  }
  for (const JointSpring& s : forces.joint_springs) {
    const std::string& speed = model.speed_names()[at(s.speed)];
    const std::string kind = s.stiffness == 0 ? "damper" : "spring";
    const bool turns = model.speed(s.speed).turns();
    list.push_back({s.name,
                    kind,
                    "joint " + speed,
                    fmt::format("stiffness {} {}, rest {} {}, damping {} {}", s.stiffness, turns ? "N m/rad" : "N/m", s.rest, turns ? "rad" : "m",
                                s.damping, turns ? "N m s/rad" : "N s/m"),
                    {{"name", s.name}, {"kind", kind}, {"joint", speed}, {"stiffness", s.stiffness}, {"rest", s.rest}, {"damping", s.damping}}});
  }
  const auto add_limits = [&](std::string name, const char* kind, std::string where, Json json, const TravelLimits& x,
                              const std::optional<double>& restitution) {
    if (std::isfinite(x.min)) json["min"] = x.min;
    if (std::isfinite(x.max)) json["max"] = x.max;
    if (restitution) json["restitution"] = *restitution;
    else json["stiffness"] = x.stiffness, json["damping"] = x.damping;
    list.push_back(
        {std::move(name), kind, std::move(where),
         fmt::format("{} … {}, {}", x.min, x.max,
                     restitution ? fmt::format("restitution {}", *restitution) : fmt::format("stiffness {}, damping {}", x.stiffness, x.damping)),
         std::move(json)});
  };
  for (const JointStop& s : forces.stops) {
    const std::string& speed = model.speed_names()[at(s.speed)];
    add_limits(s.name, "stop", "joint " + speed, {{"name", s.name}, {"kind", "stop"}, {"joint", speed}}, s.limits, s.restitution);
  }
  for (const DrivePlay& p : forces.plays) {
    const std::string &motor = model.speed_names()[at(p.motor_speed)], &joint = model.speed_names()[at(p.joint_speed)];
    add_limits(p.name, "backlash", "joint " + motor + " against " + joint,
               {{"name", p.name}, {"kind", "backlash"}, {"joint", motor}, {"against", joint}}, p.limits, {});
  }
  for (const JointFriction& f : forces.frictions) {
    const std::string& speed = model.speed_names()[at(f.speed)];
    list.push_back({f.name,
                    "friction",
                    "joint " + speed,
                    fmt::format("coulomb {}, stiction {} {}, viscous {}", f.coulomb, f.stiction, force_unit(model, f.speed), f.viscous),
                    {{"name", f.name},
                     {"kind", "friction"},
                     {"joint", speed},
                     {"coulomb", f.coulomb},
                     {"stiction", f.stiction},
                     {"stribeck_speed", f.stribeck_speed},
                     {"transition_speed", f.transition_speed},
                     {"viscous", f.viscous}}});
  }
  for (const Contact& c : model.contacts()) {
    Json json{{"name", c.name},
              {"kind", "contact"},
              {"on", model.frame(c.on).name},
              {"radius", c.shape.radius_m},
              {"normal", {c.ground.plane.normal.x, c.ground.plane.normal.y, c.ground.plane.normal.z}}};
    if (c.shape.rim_m > 0) json["rim"] = c.shape.rim_m;
    if (c.ground.kind != GroundKind::plane) json["ground"] = name_of(c.ground.kind);
    const std::string radius = fmt::format("{}radius {} m", c.shape.rim_m > 0 ? fmt::format("rim {} m, ", c.shape.rim_m) : "", c.shape.radius_m);
    std::string numbers = fmt::format("{}, rigid, restitution {}", radius, c.restitution);
    if (c.compliant) {
      const NormalLaw& law = c.compliant->normal;
      const FrictionLaw& friction = c.compliant->friction;
      numbers =
          fmt::format("{}, {}, stiffness {:.6g} N/m^{}, friction {}", radius, name_of(law.type), law.stiffness, law.exponent, name_of(friction.type));
      json["law"] = {{"type", name_of(law.type)}, {"stiffness", law.stiffness}, {"exponent", law.exponent}, {"restitution", law.restitution}};
      json["friction"] = {{"type", name_of(friction.type)}, {"coefficient", friction.coefficient}};
      if (c.holds()) numbers = fmt::format("{}, holds{}, friction {}", radius, c.held ? " by a law of time" : "", name_of(friction.type));
      if (c.carrier) json["ground_on"] = model.frame(*c.carrier).name, numbers += ", ground on " + model.frame(*c.carrier).name;
    } else {
      json["restitution"] = c.restitution;
    }
    list.push_back({c.name, "contact", "frame " + model.frame(c.on).name, numbers, std::move(json)});
  }
  for (const Controller& c : model.controllers()) {
    const char* kind = c.kind == ControlKind::force ? "force" : c.kind == ControlKind::pd ? "pd" : "computed torque";
    list.push_back({c.name, "control", "joint " + c.name, kind, {{"name", c.name}, {"kind", "control"}, {"joint", c.name}, {"type", kind}}});
  }
  for (const SampledController& c : model.sampled_controllers()) {
    std::string on;
    for (const AppliedDescription& a : c.says.apply) on += (on.empty() ? "" : ", ") + a.joint.name;
    list.push_back({c.says.name,
                    "controller",
                    "joint " + on,
                    fmt::format("every {} s, delay {} s, {} blocks", c.says.period_s, c.says.delay_s, c.says.blocks.size()),
                    {{"name", c.says.name}, {"kind", "controller"}, {"joint", on}, {"every", c.says.period_s}, {"delay", c.says.delay_s}}});
  }
  for (const FrameLaw& l : forces.frame_laws) {
    const std::string &a = model.frame(l.a).name, &b = model.frame(l.b).name;
    list.push_back({l.name, "force", a + " - " + b, "by a law", {{"name", l.name}, {"kind", "force"}, {"between", {a, b}}}});
  }
  for (const FrameLoad& l : forces.frame_loads) {
    const std::string& on = model.frame(l.on).name;
    const std::string axes = l.world_axes ? "ground" : on;
    list.push_back(
        {l.name, "load", "frame " + on, "wrench in the axes of " + axes, {{"name", l.name}, {"kind", "load"}, {"on", on}, {"axes", axes}}});
  }
  for (const JointLoad& l : forces.joint_loads) {
    const std::string& speed = model.speed_names()[at(l.speed)];
    list.push_back({l.name,
                    "load",
                    "joint " + speed,
                    std::string("generalized force in ") + std::string(force_unit(model, l.speed)),
                    {{"name", l.name}, {"kind", "load"}, {"joint", speed}}});
  }
  return list;
}

struct ConstraintText {
  std::string name, kind, first, second, reason;
  int rows = 0;
};
std::vector<ConstraintText> constraints_of(const Model& model) {
  std::vector<ConstraintText> list;
  for (const Constraint& c : model.constraints()) {
    ConstraintText t;
    t.name = zanjir::name_of(c);
    t.rows = std::visit([](const auto& x) { return n_rows_of(x); }, c);
    if (const auto* cut = std::get_if<CutJoint>(&c)) {
      t.kind = zanjir::name_of(cut->joint.type);
      t.first = model.body(cut->joint.parent).name;
      t.second = model.body(cut->joint.child).name;
      t.reason = cut->reason;
    } else if (const auto* rod = std::get_if<Distance>(&c)) {
      t.kind = "distance";
      t.first = model.frame(rod->a).name;
      t.second = model.frame(rod->b).name;
    } else {
      const Gear& gear = std::get<Gear>(c);
      t.kind = "gear";
      t.first = model.coordinate_names()[at(gear.coordinate_a)];
      t.second = model.coordinate_names()[at(gear.coordinate_b)];
    }
    if (springs_of(c) >= 0) t.kind += ", springs";
    list.push_back(std::move(t));
  }
  return list;
}

std::string springs_text(const Model& model) {
  const auto n = model.sprung().size();
  return fmt::format("  {} loop{} with springs of {:g} to {:g} N/m or N m/rad, {} rows, {}\n", n, n == 1 ? "" : "s",
                     model.spring_stiffness().minCoeff(), model.spring_stiffness().maxCoeff(), model.n_spring_rows(),
                     model.spring_damping().isZero(0) ? "no dampers" : fmt::format("dampers up to {:g}", model.spring_damping().maxCoeff()));
}

// Of a parallel robot: the limbs between the ground and the body that most of them join to it, driven joints in brackets.
struct LimbText {
  std::string name, type;
  int loops = 0;  // inside it
};
std::vector<LimbText> limbs_of(const Model& model, BodyId platform) {
  std::vector<LimbText> list;
  const auto driven = [&](const LimbJoint& j) {
    const std::span<const Role> roles = j.tree >= 0 ? model.roles() : model.cut_roles();
    for (int i = 0; i < (j.rod ? 0 : j.joint.nv); ++i) {
      if (roles[at(j.joint.v_begin + i)] != Role::passive) return true;
    }
    return false;
  };
  for (const Limb& limb : find_limbs(model, limb_base(model), platform)) {
    LimbText text{limb.name, "", 0};
    for (std::size_t i = 0; i < limb.path.size(); ++i)
      text.type += driven(limb.joints[at(limb.path[i])]) ? fmt::format("({})", limb.type[i]) : std::string(1, limb.type[i]);
    for (const LimbJoint& j : limb.joints) text.loops += j.closes ? 1 : 0;
    list.push_back(std::move(text));
  }
  return list;
}
std::string limbs_text(const Model& model) {
  const std::optional<BodyId> platform = likely_platform(model);
  if (!platform) return "";
  const std::vector<LimbText> limbs = limbs_of(model, *platform);
  std::string out = fmt::format("  body '{}' on {} limbs, driven joints in brackets:\n", model.body(*platform).name, limbs.size());
  for (const LimbText& limb : limbs)
    out += fmt::format("    {} {}{}\n", limb.name, limb.type,
                       limb.loops > 0 ? fmt::format(", with {} loop{} of its own", limb.loops, limb.loops == 1 ? "" : "s") : "");
  return out;
}
Json limbs_json(const Model& model) {
  const std::optional<BodyId> platform = likely_platform(model);
  if (!platform) return nullptr;
  Json limbs = Json::array();
  for (const LimbText& limb : limbs_of(model, *platform)) limbs.push_back({{"name", limb.name}, {"type", limb.type}, {"loops", limb.loops}});
  return {{"platform", model.body(*platform).name}, {"list", limbs}};
}

std::string loops_text(const Model& model) {
  const LoopSummary s = summarise_loops(model);
  const int n = static_cast<int>(model.constraints().size()), redundant = s.facts.n_redundant();
  std::string names;
  for (const std::string& name : s.touched) names += (names.empty() ? "" : ", ") + name;
  std::string out = fmt::format("  {} loop{}, {} closure rows of rank {}: mobility {} by rank, {} by Gruebler's count\n", n, n == 1 ? "" : "s",
                                model.n_closure_rows(), s.facts.rank.rank, s.mobility, s.gruebler);
  if (s.assembly.closed)
    out += fmt::format("  initial guess off by {:.3g} m and {:.3g} rad, closed in {} step{} to {:.1e} of the model length {:.6g} m\n", s.gap_before,
                       s.angle_before, s.assembly.iterations, s.assembly.iterations == 1 ? "" : "s", s.assembly.residual, model.length_m());
  if (!s.moved.empty())
    out += fmt::format("  the given initial coordinates do not close the loops together, so they are a guess: moved most is {}\n", s.moved);
  if (!s.assembly.closed)
    out += fmt::format(
        "  the loops DO NOT CLOSE from the initial guess: at joint '{}' a gap of {:.6g} {} is left; rank and mobility below are not those of a "
        "closed mechanism\n",
        s.assembly.worst, s.assembly.worst_gap, s.assembly.worst_is_angle ? "rad" : "m");
  if (redundant > 0)
    out += fmt::format("  {} redundant constraint{} = {} self-stress state{}: reactions partly undetermined at {}\n", redundant,
                       redundant == 1 ? "" : "s", redundant, redundant == 1 ? "" : "s", names);
  else out += "  no redundant constraint: every reaction is determined\n";
  std::string sigma;
  for (const double x : s.facts.rank.singular_values) sigma += (sigma.empty() ? "" : ", ") + fmt::format("{:.6g}", x);
  out += fmt::format("  singular values of the scaled rows {}{}\n", sigma,
                     std::isfinite(s.facts.rank.gap)
                         ? fmt::format("; gap at the rank {:.1e}{}", s.facts.rank.gap, s.facts.rank.certain() ? "" : ", RANK UNCERTAIN")
                         : "");
  if (s.facts.rank.rank_here < s.facts.rank.rank)
    out += fmt::format("  the initial configuration is singular: rank {} there, {} beside it\n", s.facts.rank.rank_here, s.facts.rank.rank);
  return out + limbs_text(model);
}

Json loops_json(const Model& model) {
  const LoopSummary s = summarise_loops(model);
  Json cuts = Json::array();
  for (const ConstraintText& t : constraints_of(model))
    cuts.push_back({{"name", t.name}, {"type", t.kind}, {"between", {t.first, t.second}}, {"rows", t.rows}, {"reason", t.reason}});
  const UserJoints users(model);
  Workspace ws(model);
  update_velocities(model, s.state, ws);
  const LoopRank& r = s.facts.rank;
  return {{"constraints", cuts},
          {"limbs", limbs_json(model)},
          {"rows", model.n_closure_rows()},
          {"rank", r.rank},
          {"rank_here", r.rank_here},
          {"mobility_by_rank", s.mobility},
          {"mobility_by_count", s.gruebler},
          {"redundant", s.facts.n_redundant()},
          {"self_stress_states", s.facts.determinacy.n_states()},
          {"undetermined_at", s.touched},
          {"singular_values", json_of(r.singular_values)},
          {"gap", r.gap},
          {"certain", r.certain()},
          {"length", model.length_m()},
          {"initial",
           {{"closed", s.assembly.closed},
            {"before", {{"m", s.gap_before}, {"rad", s.angle_before}}},
            {"residual", s.assembly.residual},
            {"worst", s.assembly.worst},
            {"moved", s.moved},
            {"iterations", s.assembly.iterations},
            {"coordinates", json_of(users.coordinate_names())},
            {"q", json_of(users.coordinates(ws))}}}};
}

// What is left out stands here, too: without foreshortening a beam sees no axial load as it bends.
std::string shapes_text(const ElasticBodyFacts& body) {
  std::string text;
  for (const auto& [n, what] :
       {std::pair{body.n_along_y, "along y"}, {body.n_along_z, "along z"}, {body.n_stretch, "stretch"}, {body.n_twist, "twist"}}) {
    if (n > 0) text += (text.empty() ? "" : ", ") + fmt::format("{} {}", n, what);
  }
  return text;
}
std::string coupling_text(const ElasticBodyFacts& body) {
  const bool bends = body.n_along_y + body.n_along_z > 0;
  return !bends ? "-" : body.foreshortens ? "coupled: bending foreshortens" : "not coupled: `stiffening: none`";
}
std::string frequencies_text(const VecX& w) {
  std::string text;
  for (Eigen::Index i = 0; i < std::min<Eigen::Index>(w.size(), 3); ++i) text += (i ? ", " : "") + fmt::format("{:.5g}", w[i]);
  return text.empty() ? "-" : text + (w.size() > 3 ? " ..." : "");
}

std::string abilities(const Coverage& c) {
  std::string text;
  for (const auto& [able, word] : {std::pair{c.forward, "forward"}, {c.inverse, "inverse"}, {c.reactions, "reactions"}}) {
    if (able) text += (text.empty() ? "" : ", ") + std::string(word);
  }
  return text;
}

}  // namespace

std::string info_text(const Model& model) {
  const int n_bodies = model.n_user_bodies(), free_speeds = model.nv() - n_prescribed(model);
  const bool has_loops = model.n_closure_rows() > 0;
  const auto n_joints = std::count_if(model.joints().begin(), model.joints().end(), [](const Joint& joint) { return joint.origin == Origin::user; });
  std::string out = fmt::format("{}\n  {} bod{} of {:.6g} kg in all, {} joint{}{}\n", model.name(), n_bodies, n_bodies == 1 ? "y" : "ies",
                                total_mass(model), n_joints, n_joints == 1 ? "" : "s", has_loops ? " in the tree" : "");
  out += has_loops
             ? fmt::format("  tree with {} speed{}, {} prescribed\n", model.nv(), model.nv() == 1 ? "" : "s", n_prescribed(model)) + loops_text(model)
             : fmt::format("  mobility {}: tree with {} speed{}, {} prescribed\n", free_speeds, model.nv(), model.nv() == 1 ? "" : "s",
                           n_prescribed(model));
  if (model.n_spring_rows() > 0) out += springs_text(model);
  out += fmt::format("  gravity {} m/s^2{}\n", text_of(model.gravity()),
                     model.plane() == Plane::none ? "" : fmt::format(", planar in {}", name_of(model.plane())));

  Table bodies({"body", "mass kg", "mass centre m", "Ixx Iyy Izz Ixy Ixz Iyz about it, kg m^2"});
  for (const Body& body : model.bodies().subspan(1)) {
    const Sym3d I = body.I_com_kg_m2;
    bodies.add({body.name, fmt::format("{:.6g}", body.mass_kg), text_of(body.com_m),
                fmt::format("{:.6g} {:.6g} {:.6g} {:.6g} {:.6g} {:.6g}", I.xx, I.yy, I.zz, I.xy + 0.0, I.xz + 0.0, I.yz + 0.0)});
  }
  Table elastic({"elastic body", "length m", "shapes", "frequencies, its frame held, rad/s", "bending and axial load"});
  for (const ElasticBodyFacts& body : elastic_body_facts(model))
    elastic.add(
        {body.name, fmt::format("{:.6g}", body.length_m), shapes_text(body), frequencies_text(body.frequencies_rad_per_s), coupling_text(body)});
  Table joints({"joint", "type", "parent", "child", "axes", "at, in parent m", "role"});
  for (const Joint& joint : model.joints()) {
    std::string axes;
    for (const Vec3d& axis : joint.axes) axes += (axes.empty() ? "" : " ") + text_of(axis);
    joints.add({joint.name, std::string(zanjir::name_of(joint.type)), model.body(joint.parent).name, model.body(joint.child).name,
                axes.empty() ? "-" : axes, text_of(joint.X_PJ.p), roles_of(model, joint)});
  }
  Table frames({"frame", "on body", "at m"});
  for (const Frame& frame : model.frames().subspan(model.bodies().size()))
    frames.add({frame.name, model.body(frame.body).name, text_of(frame.X_BF.p)});
  const State initial = initial_state(model);
  Table coordinates({"coordinate", "unit", "initial"}), speeds({"speed", "unit", "initial", "role", "force in"});
  for (int i = 0; i < model.nq(); ++i)
    coordinates.add({model.coordinate_names()[at(i)], std::string(coordinate_unit(model, i)), fmt::format("{:.6g}", initial.q[i])});
  for (int i = 0; i < model.nv(); ++i)
    speeds.add({model.speed_names()[at(i)], std::string(speed_unit(model, i)), fmt::format("{:.6g}", initial.v[i]),
                std::string(name_of(model.roles()[at(i)])), std::string(force_unit(model, i))});
  Table actuators({"actuator on", "gear ratio", "rotor inertia", "weight", "stiffness", "force limit", "speed limit"});
  const auto or_else = [](double x, const char* word) { return std::isinf(x) ? word : exact(x); };
  const auto add_actuator = [&](const std::string& on, const Actuator& a) {
    actuators.add({on, exact(a.gear_ratio), exact(a.rotor_inertia_kg_m2), exact(a.weight), or_else(a.stiffness, "rigid"),
                   or_else(a.force_limit, "none"), or_else(a.speed_limit, "none")});
  };
  for (const auto& [on, a] : actuators_of(model)) add_actuator(on, a);
  Table elements({"element", "kind", "acts on", "numbers"});
  for (const ElementText& e : elements_of(model)) elements.add({e.name, e.kind, e.acts, e.numbers});
  Table formulations({"formulation", "covers", "sits out"});
  for (const AnyFormulation& f : all_formulations()) {
    const Coverage c = coverage(f, model);
    formulations.add({std::string(zanjir::name_of(f)), abilities(c).empty() ? "-" : abilities(c), c.why_not.empty() ? "-" : c.why_not});
  }
  Table cuts({"closed by", "type", "first", "second", "rows", "why it was cut"});
  for (const ConstraintText& t : constraints_of(model))
    cuts.add({t.name, t.kind, t.first, t.second, std::to_string(t.rows), t.reason.empty() ? "-" : t.reason});
  for (const Table* table : {&bodies, &elastic, &joints, &cuts, &frames, &coordinates, &speeds, &actuators, &elements, &formulations}) {
    if (!table->empty()) out += "\n" + table->text();
  }
  return out + fmt::format("\n  instruction set {}\n", kernels::functions().isa);
}

std::string info_json(const Model& model) {
  Json out = {{"model", model.name()},
              {"plane", name_of(model.plane())},
              {"gravity", json_of(model.gravity())},
              {"mass", total_mass(model)},
              {"mobility", model.nv() - n_prescribed(model)},
              {"nq", model.nq()},
              {"nv", model.nv()},
              {"loops", 0}};
  if (model.n_closure_rows() > 0) {
    out["loops"] = loops_json(model);
    out["mobility"] = out["loops"]["mobility_by_rank"];
  }
  if (model.n_spring_rows() > 0)
    out["springs"] = {{"loops", model.sprung().size()},
                      {"rows", model.n_spring_rows()},
                      {"stiffness", json_of(model.spring_stiffness())},
                      {"damping", json_of(model.spring_damping())}};
  const State initial = initial_state(model);
  Json bodies = Json::array(), joints = Json::array(), frames = Json::array(), coordinates = Json::array(), speeds = Json::array(),
       actuators = Json::array(), elements = Json::array(), formulations = Json::array();
  for (const Body& body : model.bodies().subspan(1)) {
    const Sym3d I = body.I_com_kg_m2;
    bodies.push_back({{"name", body.name},
                      {"origin", name_of(body.origin)},
                      {"mass", body.mass_kg},
                      {"com", json_of(body.com_m)},
                      {"inertia", {{"about", "com"}, {"ixx", I.xx}, {"iyy", I.yy}, {"izz", I.zz}, {"ixy", I.xy}, {"ixz", I.xz}, {"iyz", I.yz}}}});
  }
  for (const Joint& joint : model.joints()) {
    Json axes = Json::array(), names_q = Json::array(), names_v = Json::array(), roles = Json::array();
    for (const Vec3d& axis : joint.axes) axes.push_back(json_of(axis));
    for (int i = joint.q_begin; i < joint.q_begin + joint.nq; ++i) names_q.push_back(model.coordinate_names()[at(i)]);
    for (int i = joint.v_begin; i < joint.v_begin + joint.nv; ++i) {
      names_v.push_back(model.speed_names()[at(i)]);
      roles.push_back(name_of(model.roles()[at(i)]));
    }
    joints.push_back({{"name", joint.name},
                      {"origin", name_of(joint.origin)},
                      {"type", zanjir::name_of(joint.type)},
                      {"parent", model.body(joint.parent).name},
                      {"child", model.body(joint.child).name},
                      {"axes", axes},
                      {"at", json_of(joint.X_PJ.p)},
                      {"at_child", json_of(joint.X_CJ.p)},
                      {"coordinates", names_q},
                      {"speeds", names_v},
                      {"roles", roles}});
  }
  for (const Frame& frame : model.frames().subspan(model.bodies().size()))
    frames.push_back({{"name", frame.name}, {"body", model.body(frame.body).name}, {"p", json_of(frame.X_BF.p)}, {"R", json_of(frame.X_BF.R)}});
  for (int i = 0; i < model.nq(); ++i)
    coordinates.push_back({{"name", model.coordinate_names()[at(i)]}, {"unit", coordinate_unit(model, i)}, {"initial", initial.q[i]}});
  for (int i = 0; i < model.nv(); ++i)
    speeds.push_back({{"name", model.speed_names()[at(i)]},
                      {"unit", speed_unit(model, i)},
                      {"force_unit", force_unit(model, i)},
                      {"role", name_of(model.roles()[at(i)])},
                      {"initial", initial.v[i]},
                      {"rotor_inertia", model.rotor_inertia()[i]}});
  const auto add_actuator = [&](const std::string& on, const Actuator& a) {
    Json one{{"on", on}, {"gear_ratio", a.gear_ratio}, {"rotor_inertia", a.rotor_inertia_kg_m2}, {"weight", a.weight}};
    for (const auto& [key, value] : {std::pair{"stiffness", a.stiffness}, {"force_limit", a.force_limit}, {"speed_limit", a.speed_limit}})
      if (!std::isinf(value)) one[key] = value;
    actuators.push_back(std::move(one));
  };
  for (const auto& [on, a] : actuators_of(model)) add_actuator(on, a);
  for (const ElementText& e : elements_of(model)) elements.push_back(e.json);
  for (const AnyFormulation& f : all_formulations()) {
    const Coverage c = coverage(f, model);
    formulations.push_back({{"name", zanjir::name_of(f)},
                            {"forward", c.forward},
                            {"inverse", c.inverse},
                            {"reactions", c.reactions},
                            {"feedback", c.feedback},
                            {"multipliers", c.multipliers},
                            {"leftover", c.leftover},
                            {"sigma", c.sigma},
                            {"near_singular", c.near_singular},
                            {"why_not", c.why_not}});
  }
  Json elastic = Json::array();
  for (const ElasticBodyFacts& body : elastic_body_facts(model))
    elastic.push_back({{"body", body.name},
                       {"length", body.length_m},
                       {"shapes", {{"y", body.n_along_y}, {"z", body.n_along_z}, {"stretch", body.n_stretch}, {"twist", body.n_twist}}},
                       {"frequencies", json_of(body.frequencies_rad_per_s)},
                       {"foreshortens", body.foreshortens}});
  out["bodies"] = bodies;
  if (!elastic.empty()) out["elastic_bodies"] = elastic;
  out["joints"] = joints;
  out["frames"] = frames;
  out["coordinates"] = coordinates;
  out["speeds"] = speeds;
  out["actuators"] = actuators;
  out["force_elements"] = elements;
  out["formulations"] = formulations;
  out["instruction_set"] = kernels::functions().isa;
  return to_line(out);
}

}  // namespace zanjir
