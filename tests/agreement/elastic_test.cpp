// Elastic bodies: every formulation that covers them gives the same mass matrix, bias, accelerations and reactions on random trees of rigid and
// elastic links, planar and spatial, with every rotary variant and with foreshortening.
#include <gtest/gtest.h>

#include <algorithm>

#include "support/descriptions.hpp"
#include "support/random_model.hpp"
#include "support/solve.hpp"
#include "support/tolerance.hpp"
#include "support/zoo.hpp"
#include "zanjir/analyse/random_state.hpp"
#include "zanjir/dynamics/formulations/newton_euler.hpp"

namespace zanjir::test {
namespace {

enum class Space { planar, spatial };
struct Options {
  int n_links = 3;
  Space space = Space::spatial;
  Stiffening stiffening = Stiffening::none;
};

BeamDescription random_beam(Random& random, const Options& options, int n_modes) {
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
  p.viscosity_I_y_N_s_m2 = random.uniform(0, 0.1);
  p.viscosity_I_z_N_s_m2 = random.uniform(0, 0.1);
  p.air_N_s_per_m2 = random.uniform(0, 0.5);
  beam.rotary = static_cast<RotaryInertia>(random.integer(0, 2));
  beam.stiffening = options.stiffening;
  std::vector<ModeDescription> all = {{ModeKind::bending_y, ModeSet::static_pair, 1}, {ModeKind::bending_y, ModeSet::static_pair, 2}, {ModeKind::bending_y, ModeSet::cc, 1},
                                      {ModeKind::bending_y, ModeSet::ss, 1},          {ModeKind::axial, ModeSet::static_load, 1}};
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

Description random_elastic_tree(Random& random, const Options& options) {
  Description d = mechanism(options.space == Space::planar ? Vec3d{1, -9.81, 0} : random_vector(random, -6, 6), {}, {});
  if (options.space == Space::planar) d.plane = Plane::xy;
  for (int i = 0; i < options.n_links; ++i) {
    const std::string name = "b" + std::to_string(i);
    BodyDescription link = body(name, random.uniform(0.3, 1), options.space == Space::planar ? Vec3d{0.2, 0.1, 0} : random_vector(random, -0.2, 0.2), random_inertia(random, 1, 0.3));
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
      joint.at_parent.X.p = {reach * (random.chance(0.5) ? 1.0 : random.uniform(0.2, 1)), options.space == Space::planar ? 0.0 : random.uniform(-0.1, 0.1), 0};
    }
    if (options.space == Space::planar) {
      joint.type = std::vector{JointType::revolute, JointType::revolute, JointType::planar, JointType::weld}[static_cast<std::size_t>(i == 0 ? 0 : random.integer(0, 3))];
      if (joint.type == JointType::revolute) joint.axes = {{0, 0, 1}};
      if (joint.type == JointType::planar) joint.axes = {{1, 0, 0}, {0, 1, 0}};
    } else {
      const JointType types[] = {JointType::revolute, JointType::universal, JointType::spherical, JointType::weld, JointType::cylindrical, JointType::prismatic, JointType::free};
      joint.type = types[random.integer(0, i == 0 ? 6 : 5)];
      joint.at_parent.X.R = to_matrix(random_quaternion(random));
      if (axes_of(joint.type) > 0) joint.axes = {random_direction(random)};
      if (joint.type == JointType::universal) joint.axes.push_back(random_direction(random));
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

void expect_agreement(const Model& model, const State& state, const std::string& trace) {
  SCOPED_TRACE(trace);
  Workspace ws(model);
  update_velocities(model, state, ws);
  MatX M, M2;
  VecX bias, bias2;
  mass_matrix(model, ws, M);
  bias_force(model, ws, bias);
  Multipliers::Scratch scratch(model);
  Multipliers::mass_matrix_and_bias(model, state, scratch, M2, bias2);
  EXPECT_LT((M - M2).cwiseAbs().maxCoeff(), 1e-12 * M.cwiseAbs().maxCoeff());
  EXPECT_LT((bias - bias2).cwiseAbs().maxCoeff(), 1e-11 * std::max(1.0, bias.cwiseAbs().maxCoeff()));

  const Given question = forward_question(model, VecX::Zero(model.nv()));
  const double condition = condition_number(model, state, question);
  const Solution reference = solve_or_throw(NewtonEuler{}, model, state, question, Reactions::compute);
  for (const AnyFormulation& formulation : formulations_for(model, Ask::forward)) {
    if (Solver(formulation, model).name() == NewtonEuler::name) continue;  // the reference
    const bool reactions = coverage(formulation, model).reactions;
    const Solution other = solve_or_throw(formulation, model, state, question, reactions ? Reactions::compute : Reactions::skip);
    const double size = reference.vdot.cwiseAbs().maxCoeff();
    const auto bound = [&](double magnitude) { return condition < 1e6 ? agreement(condition, magnitude) : ill_conditioned(condition, magnitude); };
    EXPECT_LT((reference.vdot - other.vdot).cwiseAbs().maxCoeff(), bound(size)) << Solver(formulation, model).name() << ", condition " << condition;
    for (std::size_t j = 0; reactions && j < reference.reaction.size(); ++j) {
      const Forced d = reference.reaction[j].total - other.reaction[j].total;
      EXPECT_LT(norm(d.n) + norm(d.f), bound(size + bias.cwiseAbs().maxCoeff())) << Solver(formulation, model).name() << " " << model.joints()[j].name;
    }
  }
  // What comes back for those accelerations is no force.
  const Solution back = solve_or_throw(NewtonEuler{}, model, state, inverse_question(model, reference.vdot));
  EXPECT_LT(back.tau.cwiseAbs().maxCoeff(), 1e-11 * std::max({1.0, bias.cwiseAbs().maxCoeff(), (M.cwiseAbs() * reference.vdot.cwiseAbs()).maxCoeff()}));
}

class ElasticAgreement : public testing::TestWithParam<int> {};

TEST_P(ElasticAgreement, OfAllFormulationsOnRandomTrees) {
  for (const std::uint64_t seed : seeds(10)) {
    for (const Space space : {Space::planar, Space::spatial}) {
      Random random(1000 * static_cast<std::uint64_t>(GetParam()) + seed);
      const Options options{GetParam(), space, seed % 2 == 0 ? Stiffening::full : Stiffening::none};
      const Result<Model> model = build_model(random_elastic_tree(random, options));
      ASSERT_TRUE(model) << to_text(model.diagnostics);
      if (model->nv() == 0) continue;
      expect_agreement(*model, zanjir::random_state(*model, random), "seed " + std::to_string(seed) + (space == Space::planar ? " planar" : " spatial"));
    }
  }
}
INSTANTIATE_TEST_SUITE_P(Links, ElasticAgreement, testing::Range(1, 11));

// Four-bars with an elastic coupler and rocker, closed between sections; the second one closes the loop through two sections of one body.
TEST(ElasticAgreementOfLoops, OfAllFormulations) {
  const std::string head = "zanjir: 1\nplane: xy\ngravity: [0, -9.81, 0]\n";
  const auto beam = [](double length, const std::string& modes, const std::string& more) {
    return "{beam: {length: " + std::to_string(length) + ", section: {area: 0.01, iy: 3e-4, iz: 5e-4}, material: {density: 100, young: 1e5, viscosity: 20}, modes: " + modes + more + "}}";
  };
  for (const std::string more : {"", ", stiffening: full"}) {
    const std::string four_bar = head + "bodies: {crank: {mass: 1, com: [0.1, 0, 0], inertia: {izz: 0.01}}, coupler: " + beam(0.6, "{bending_y: 3}", more) + ", rocker: " + beam(0.5, "[cf, cf]", more) +
                                 "}\njoints: {A: {type: revolute, parent: ground, child: crank, axis: z}, B: {type: revolute, parent: crank, child: coupler, at: [0.2, 0, 0], axis: z}, "
                                 "D: {type: revolute, parent: ground, child: rocker, at: [0.6, 0, 0], axis: z}}\n"
                                 "loops: {C: {type: revolute, between: [coupler, rocker], at: [0.6, 0, 0], at_child: [0.5, 0, 0], axis: z}}\n"
                                 "initial: {q: {A: 1.0, B: -0.6, D: 1.4}}\n";
    const std::string frame = head + "bodies: {base: " + beam(1, "{bending_y: 2}", more) + ", left: {mass: 1, com: [0.2, 0, 0], inertia: {izz: 0.02}}, right: {mass: 1, com: [0.2, 0, 0], inertia: {izz: 0.02}}}\n" +
                              "joints: {P: {type: revolute, parent: ground, child: base, axis: z}, L: {type: revolute, parent: base, child: left, at: [0.2, 0, 0], axis: z}, "
                              "R: {type: revolute, parent: base, child: right, at: [0.9, 0, 0], axis: z}}\n"
                              "loops: {S: {type: revolute, between: [left.end, right.end], axis: z}}\nframes: {left: {end: [0.5, 0, 0]}, right: {end: [0.45, 0, 0]}}\n"
                              "initial: {q: {L: 0.8, R: 2.2}}\n";
    for (const std::string& text : {four_bar, frame}) {
      const Result<Description> description = read_description_text(text, "loop");
      ASSERT_TRUE(description) << to_text(description.diagnostics);
      const Model model = build(*description);
      Random random(11);
      for (int k = 0; k < 5; ++k) {
        State state;
        ASSERT_TRUE(random_closed_state(model, random, state));
        for (const ElasticBody& e : model.elastic_bodies()) EXPECT_LT(state.q.segment(e.q_begin, e.field.n_modes()).norm(), e.field.length_m);
        const Given question = forward_question(model, VecX::Zero(model.nv()));
        const Solution reference = solve_or_throw(NewtonEuler{}, model, state, question, Reactions::compute);
        const double condition = condition_number(model, state, question), size = reference.vdot.cwiseAbs().maxCoeff();
        int others = 0;
        for (const AnyFormulation& formulation : formulations_for(model, Ask::forward)) {
          const std::string name(Solver(formulation, model).name());
          if (name == NewtonEuler::name) continue;
          ++others;
          const bool reactions = coverage(formulation, model).reactions;
          const Solution other = solve_or_throw(formulation, model, state, question, reactions ? Reactions::compute : Reactions::skip);
          EXPECT_LT((reference.vdot - other.vdot).cwiseAbs().maxCoeff(), ill_conditioned(condition, size)) << name << ", condition " << condition;
          for (std::size_t j = 0; reactions && j < reference.loop_reaction.size(); ++j) {
            const Forced d = reference.loop_reaction[j].total - other.loop_reaction[j].total;
            EXPECT_LT(norm(d.n) + norm(d.f), ill_conditioned(condition, size)) << name << " loop " << j;
          }
        }
        EXPECT_GE(others, 3);
      }
    }
  }
}

}  // namespace
}  // namespace zanjir::test
