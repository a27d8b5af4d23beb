#include "support/random_elastic.hpp"

#include <algorithm>

#include "zanjir/describe/description.hpp"

#include "support/descriptions.hpp"
#include "support/zoo.hpp"
#include "zanjir/kinematics/frames.hpp"
#include "zanjir/loops/assembly.hpp"
#include "zanjir/verify/random_state.hpp"

namespace zanjir::test {
namespace {

BeamDescription random_beam(Random& random, const ElasticTreeOptions& options, int n_modes) {
  BeamDescription beam;
  beam.length_m = random.uniform(0.5, 1.5);
  BeamProperties& p = beam.properties;
  p.mass_kg_per_m = random.uniform(0.5, 2);
  p.EA_N = random.uniform(500, 2000);
  p.EI_y_N_m2 = random.uniform(10, 80);
  p.EI_z_N_m2 = random.uniform(10, 80);
  p.GI_x_N_m2 = random.uniform(10, 50);
  p.kAG_N = random.chance(0.5) ? random.uniform(500, 2000) : 0;
  p.rotary_kg_m = {random.uniform(5e-3, 2e-2), random.uniform(2e-3, 1e-2), random.uniform(2e-3, 1e-2)};
  p.viscosity_A_N_s = 1;
  p.viscosity_I_y_N_s_m2 = random.uniform(0, 0.1);
  p.viscosity_I_z_N_s_m2 = random.uniform(0, 0.1);
  p.air_N_s_per_m2 = random.uniform(0, 0.5);
  beam.rotary = static_cast<RotaryInertia>(random.integer(0, 2));
  beam.stiffening = options.stiffening;
  beam.damped_curvature = random.chance(0.5) ? DampedCurvature::sections : DampedCurvature::centre_line;
  std::vector<ModeDescription> all = {{ModeKind::bending_y, ModeSet::static_pair, 1},
                                      {ModeKind::bending_y, ModeSet::static_pair, 2},
                                      {ModeKind::bending_y, ModeSet::cc, 1},
                                      {ModeKind::bending_y, ModeSet::ss, 1},
                                      {ModeKind::axial, ModeSet::static_end, 1}};
  if (options.space == Space::spatial) {
    all.push_back({ModeKind::bending_z, ModeSet::cf, 1});
    all.push_back({ModeKind::bending_z, ModeSet::ff, 1});
    if (beam.rotary == RotaryInertia::element) all.push_back({ModeKind::torsion, ModeSet::sine, 1});
  }
  for (int k = 0; k < n_modes; ++k) {
    const auto which = static_cast<std::size_t>(random.integer(0, static_cast<int>(all.size()) - 1));
    beam.modes.push_back(all[which]);
    all.erase(all.begin() + static_cast<std::ptrdiff_t>(which));
  }
  return beam;
}

}  // namespace

Description random_elastic_tree(Random& random, const ElasticTreeOptions& options) {
  Description d = mechanism(options.space == Space::planar ? Vec3d{1, -9.81, 0} : random_vector(random, -6, 6), {}, {});
  if (options.space == Space::planar) d.plane = Plane::xy;
  for (int i = 0; i < options.n_links; ++i) {
    const std::string name = "b" + std::to_string(i);
    BodyDescription link = body(name, random.uniform(0.3, 1), options.space == Space::planar ? Vec3d{0.2, 0.1, 0} : random_vector(random, -0.2, 0.2),
                                random_inertia(random, 1, 0.3));
    if (const int n_modes = random.integer(0, 4); n_modes > 0) {
      link = BodyDescription{};
      link.name = name;
      link.beam = random_beam(random, options, n_modes);
    }
    JointDescription joint = test::joint("j" + std::to_string(i), JointType::revolute, "ground", name, {0, 0, 0});
    if (i > 0) {
      const auto parent = static_cast<std::size_t>(random.chance(0.3) ? random.integer(0, i - 1) : i - 1);
      joint.parent.name = d.bodies[parent].name;
      const double reach = d.bodies[parent].beam ? d.bodies[parent].beam->length_m : 0.5;
      joint.at_parent.X.p = {reach * (random.chance(0.5) ? 1.0 : random.uniform(0.2, 1)),
                             options.space == Space::planar ? 0.0 : random.uniform(-0.1, 0.1), 0};
    }
    if (options.space == Space::planar) {
      joint.type = std::vector{JointType::revolute, JointType::revolute, JointType::planar,
                               JointType::weld}[static_cast<std::size_t>(i == 0 ? 0 : random.integer(0, 3))];
      if (joint.type == JointType::revolute) joint.axes = {{0, 0, 1}};
      if (joint.type == JointType::planar) joint.axes = {{1, 0, 0}, {0, 1, 0}};
    } else {
      const JointType types[] = {JointType::revolute,    JointType::universal, JointType::spherical, JointType::weld,
                                 JointType::cylindrical, JointType::prismatic, JointType::free};
      joint.type = types[random.integer(0, i == 0 ? 6 : 5)];
      joint.at_parent.X.R = to_matrix(random_quaternion(random));
      if (axes_of(joint.type) > 0) joint.axes = {random_direction(random)};
      if (joint.type == JointType::universal) joint.axes.push_back(random_direction(random));
      // A line has no inertia about itself, and these joints let it turn so.
      const bool turns_about_itself = joint.type == JointType::spherical || joint.type == JointType::free;
      if (link.beam && link.beam->rotary == RotaryInertia::none && turns_about_itself) link.beam->rotary = RotaryInertia::frame;
    }
    d.bodies.push_back(std::move(link));
    d.joints.push_back(std::move(joint));
  }
  if (options.n_links > 1) {  // a spring with damper between sections
    add_frame(d, "b0", "s", {Mat3d::identity(), {0.3, 0, 0}});
    add_frame(d, "b1", "s", {Mat3d::identity(), {0.4, 0, 0}});
    SpringDescription spring;
    spring.name = "s";
    spring.between = {NameRef{"b0.s", {}}, NameRef{"b1.s", {}}};
    spring.stiffness = 20, spring.rest = 0.3, spring.damping = 2;
    d.springs.push_back(spring);
  }
  return d;
}

namespace {

// Where something stands on a link: beyond its origin, on a section of its own if the link is elastic.
Transformd random_place(Random& random, const ElasticTreeOptions& options, const BodyDescription& on) {
  const bool planar = options.space == Space::planar;
  const double reach = on.beam ? on.beam->length_m : 0.5;
  return {planar ? Mat3d::identity() : to_matrix(random_quaternion(random)),
          {reach * random.uniform(0.3, 1), planar ? 0.0 : random.uniform(-0.1, 0.1), 0}};
}

// A tree with a rigid body welded on its last link, and which links, or the ground, that body moves against: a loop between welded bodies is none.
struct TreeWithTip {
  Description description;
  std::vector<std::string> apart;
};
TreeWithTip tree_with_tip(Random& random, const ElasticTreeOptions& options) {
  TreeWithTip out{random_elastic_tree(random, options), {}};
  Description& d = out.description;
  JointDescription weld = joint("weld", JointType::weld, d.bodies.back().name, "tip", {0, 0, 0});
  weld.at_parent.X = random_place(random, options, d.bodies.back());
  d.joints.push_back(weld);
  d.bodies.push_back(body("tip", 0.2, {0.05, 0, 0}, random_inertia(random, 0.2, 0.1)));
  const Model tree = build(d);
  const auto row_of = [&](const std::string& name) { return tree.body(*tree.find_body(name)).row; };
  if (row_of("tip") != 0) out.apart.push_back("ground");
  for (int i = 0; i + 1 < options.n_links; ++i) {
    if (const std::string& name = d.bodies[static_cast<std::size_t>(i)].name; row_of(name) != row_of("tip")) out.apart.push_back(name);
  }
  return out;
}

}  // namespace

ElasticLoop random_elastic_loop(Random& random, const ElasticTreeOptions& options) {
  TreeWithTip with_tip = tree_with_tip(random, options);
  while (with_tip.apart.empty()) with_tip = tree_with_tip(random, options);  // all welded to the ground
  ElasticLoop out{std::move(with_tip.description), {}};
  Description& d = out.description;
  const bool planar = options.space == Space::planar;
  const std::string first = with_tip.apart[static_cast<std::size_t>(random.integer(0, static_cast<int>(with_tip.apart.size()) - 1))];
  const auto first_body = std::find_if(d.bodies.begin(), d.bodies.end(), [&](const BodyDescription& b) { return b.name == first; });
  const Transformd X_AJ = first_body == d.bodies.end() ? Transformd{} : random_place(random, options, *first_body);
  add_frame(d, first, "closes", X_AJ);
  const Model tree = build(d);
  out.state = zanjir::random_state(tree, random);
  Workspace ws(tree);
  update_velocities(tree, out.state, ws);
  const auto pose = [&](const std::string& name) { return frame_kinematics(tree, ws, tree.frame(*tree.find_frame(name))).X_WF; };
  const JointType types[] = {JointType::spherical, JointType::universal, JointType::revolute, JointType::cylindrical};
  JointDescription closing = joint("closing", planar ? JointType::revolute : types[random.integer(0, 3)], first, "tip", {0, 0, 0});
  closing.at_parent.X = X_AJ;
  closing.at_child.X = inverse(pose("tip")) * pose(first + ".closes");
  closing.at_child_given = true;
  closing.cut = true;
  if (axes_of(closing.type) > 0) closing.axes = {planar ? Vec3d{0, 0, 1} : random_direction(random)};
  if (closing.type == JointType::universal) closing.axes.push_back(random_direction(random));
  d.joints.push_back(closing);
  close_velocities(build(d), out.state);
  return out;
}

}  // namespace zanjir::test
