// Elastic bodies: every formulation that covers them gives the same mass matrix, bias, accelerations and reactions on random trees of rigid and
// elastic links, planar and spatial, with every rotary variant and with foreshortening.
#include <gtest/gtest.h>

#include <algorithm>

#include "support/descriptions.hpp"
#include "support/random_elastic.hpp"
#include "support/solve.hpp"
#include "support/tolerance.hpp"
#include "support/zoo.hpp"
#include "zanjir/describe/description.hpp"
#include "zanjir/dynamics/tree_dynamics.hpp"
#include "zanjir/formulations/gibbs_appell/gibbs_appell.hpp"
#include "zanjir/formulations/lagrange/lagrange.hpp"
#include "zanjir/formulations/multipliers/multipliers.hpp"
#include "zanjir/formulations/newton_euler/newton_euler.hpp"
#include "zanjir/loops/loop_rank.hpp"
#include "zanjir/model/build.hpp"
#include "zanjir/verify/random_state.hpp"

namespace zanjir::test {
namespace {

std::string named(const AnyFormulation& formulation) { return std::string(name_of(formulation)); }

// Of those that have a mass matrix at hand, each against the kernels.
template <class F> void expect_matrices(const Model& model, const State& state, const MatX& M, const VecX& bias) {
  MatX M_other;
  VecX bias_other;
  typename F::Scratch scratch(model);
  F::mass_matrix_and_bias(model, state, scratch, M_other, bias_other);
  EXPECT_LT((M - M_other).cwiseAbs().maxCoeff(), tolerance_scale() * 1e-13 * M.cwiseAbs().maxCoeff()) << F::name;
  EXPECT_LT((bias - bias_other).cwiseAbs().maxCoeff(), tolerance_scale() * 3e-13 * std::max(1.0, bias.cwiseAbs().maxCoeff())) << F::name;
}

// M vdot + bias for a random vdot and for none, in everyone's inverse dynamics of the tree.
void expect_inverse(const Model& model, const State& state, const MatX& M, const VecX& bias, Random& random) {
  const VecX u = random_vecx(random, model.nv());
  for (const AnyFormulation& formulation : formulations_for(model, Ask::inverse)) {
    if (named(formulation) == Lagrange::name) continue;  // has matrices, and takes its time
    for (const VecX& vdot : {VecX(VecX::Zero(model.nv())), u}) {
      const Solution solution = solve_or_throw(formulation, model, state, inverse_question(model, vdot));
      const VecX expected = M * vdot + bias;
      EXPECT_LT((solution.tau - expected).cwiseAbs().maxCoeff(),
                tolerance_scale() * 2e-13 * std::max({1.0, bias.cwiseAbs().maxCoeff(), M.cwiseAbs().maxCoeff()}))
          << named(formulation);
    }
  }
}

void expect_agreement(const Model& model, const State& state, Random& random, const std::string& trace) {
  SCOPED_TRACE(trace);
  Workspace ws(model);
  update_velocities(model, state, ws);
  MatX M;
  VecX bias;
  mass_matrix(model, ws, M);
  bias_force(model, ws, bias);
  expect_matrices<Multipliers>(model, state, M, bias);
  expect_matrices<GibbsAppell>(model, state, M, bias);
  expect_matrices<Lagrange>(model, state, M, bias);
  expect_inverse(model, state, M, bias, random);

  const Given question = forward_question(model, VecX::Zero(model.nv()));
  const double condition = condition_number(model, state, question);
  const Solution reference = solve_or_throw(NewtonEuler{}, model, state, question, Reactions::compute);
  for (const AnyFormulation& formulation : formulations_for(model, Ask::forward)) {
    if (named(formulation) == NewtonEuler::name) continue;  // the reference
    const bool reactions = coverage(formulation, model).reactions;
    const Solution other = solve_or_throw(formulation, model, state, question, reactions ? Reactions::compute : Reactions::skip);
    const double size = reference.vdot.cwiseAbs().maxCoeff();
    const auto bound = [&](double magnitude) { return condition < 1e6 ? agreement(condition, magnitude) : ill_conditioned(condition, magnitude); };
    EXPECT_LT((reference.vdot - other.vdot).cwiseAbs().maxCoeff(), bound(size)) << named(formulation) << ", condition " << condition;
    for (std::size_t j = 0; reactions && j < reference.reaction.size(); ++j) {
      const Forced d = reference.reaction[j].total - other.reaction[j].total;
      EXPECT_LT(norm(d.n) + norm(d.f), bound(size + bias.cwiseAbs().maxCoeff())) << named(formulation) << " " << model.joints()[j].name;
    }
  }
  // What comes back for those accelerations is no force.
  for (const AnyFormulation& formulation : std::vector<AnyFormulation>{NewtonEuler{}, GibbsAppell{}}) {
    const Solution back = solve_or_throw(formulation, model, state, inverse_question(model, reference.vdot));
    EXPECT_LT(back.tau.cwiseAbs().maxCoeff(),
              2e-14 * std::max({1.0, bias.cwiseAbs().maxCoeff(), (M.cwiseAbs() * reference.vdot.cwiseAbs()).maxCoeff()}))
        << named(formulation);
  }
}

class ElasticAgreement : public testing::TestWithParam<int> {};

TEST_P(ElasticAgreement, OfAllFormulationsOnRandomTrees) {
  for (const std::uint64_t seed : seeds(10)) {
    for (const Space space : {Space::planar, Space::spatial}) {
      Random random(1000 * static_cast<std::uint64_t>(GetParam()) + seed);
      const ElasticTreeOptions options{GetParam(), space, seed % 2 == 0 ? Stiffening::full : Stiffening::none};
      const Result<Model> model = build_model(random_elastic_tree(random, options));
      ASSERT_TRUE(model) << to_text(model.diagnostics);
      if (model->nv() == 0) continue;
      const State state = zanjir::random_state(*model, random);
      expect_agreement(*model, state, random, "seed " + std::to_string(seed) + (space == Space::planar ? " planar" : " spatial"));
    }
  }
}
INSTANTIATE_TEST_SUITE_P(Links, ElasticAgreement, testing::Range(1, 11));

// Loops of random data: the tree's last link closed to the ground or to another link, elastic or not, by a hinge, a universal, spherical or cylindrical joint.
void expect_loop_agreement(const Model& model, const State& state) {
  const LoopRank rank = generic_rank(model, state);
  Given question = forward_question(model, VecX::Zero(model.nv()));
  question.rank = &rank;
  // What the rows divide by, and what resists the motions they leave.
  const double rows = rank.rank > 0 ? rank.singular_values[0] / rank.singular_values[rank.rank - 1] : 1,
               condition = rows * condition_number(model, state, question);
  const auto solve = [&](const AnyFormulation& formulation) {
    Solver solver(formulation, model);
    Solution out;
    const Reactions reactions = coverage(formulation, model).reactions ? Reactions::compute : Reactions::skip;
    EXPECT_EQ(solver.solve(state, question, reactions, out), SolveStatus::ok) << solver.name() << ": " << out.note;
    return out;
  };
  const Solution reference = solve(NewtonEuler{});
  const double size =
      std::max(norm(model.gravity()), reference.vdot.cwiseAbs().maxCoeff());  // where the loop locks the links, what is left is rounding of this
  double force = size;
  for (const JointWrench& w : reference.loop_reaction) force = std::max(force, norm(w.total.n) + norm(w.total.f));
  const auto bound = [&](double magnitude) { return condition < 1e6 ? agreement(condition, magnitude) : ill_conditioned(condition, magnitude); };
  int others = 0;
  for (const AnyFormulation& formulation : formulations_for(model, Ask::forward)) {
    if (named(formulation) == NewtonEuler::name || (named(formulation) == Lagrange::name && model.nv() > 16))
      continue;  // the reference; takes its time
    ++others;
    const Solution other = solve(formulation);
    ASSERT_EQ(other.vdot.size(), reference.vdot.size());
    EXPECT_LT((reference.vdot - other.vdot).cwiseAbs().maxCoeff(), bound(size)) << named(formulation) << ", condition " << condition;
    for (std::size_t j = 0; j < other.loop_reaction.size(); ++j) {
      const Forced d = reference.loop_reaction[j].total - other.loop_reaction[j].total;
      EXPECT_LT(norm(d.n) + norm(d.f), bound(force)) << named(formulation) << " loop " << j;
    }
    for (std::size_t j = 0; j < other.reaction.size(); ++j) {
      const Forced d = reference.reaction[j].total - other.reaction[j].total;
      EXPECT_LT(norm(d.n) + norm(d.f), bound(force)) << named(formulation) << " " << model.joints()[j].name;
    }
  }
  EXPECT_GE(others, 3) << "multipliers, gibbs-appell, oracle";
}

class ElasticLoopAgreement : public testing::TestWithParam<int> {};

TEST_P(ElasticLoopAgreement, OfAllFormulationsOnRandomLoops) {
  for (const std::uint64_t seed : seeds(10)) {
    for (const Space space : {Space::planar, Space::spatial}) {
      Random random(2000 * static_cast<std::uint64_t>(GetParam()) + seed);
      SCOPED_TRACE("seed " + std::to_string(seed) + (space == Space::planar ? " planar" : " spatial"));
      const ElasticLoop loop = random_elastic_loop(random, {GetParam(), space, seed % 2 == 0 ? Stiffening::full : Stiffening::none});
      const Model model = build(loop.description);
      ASSERT_EQ(static_cast<int>(model.constraints().size()), 1);
      expect_loop_agreement(model, loop.state);
    }
  }
}
INSTANTIATE_TEST_SUITE_P(Links, ElasticLoopAgreement, testing::Range(1, 11));

// Four-bars with an elastic coupler and rocker, closed between sections; the second one closes the loop through two sections of one body.
TEST(ElasticAgreementOfLoops, OfAllFormulations) {
  const std::string head = "zanjir: 1\nplane: xy\ngravity: [0, -9.81, 0]\n";
  const auto beam = [](double length, const std::string& modes, const std::string& more) {
    return "{beam: {length: " + std::to_string(length) +
           ", section: {area: 0.01, iy: 3e-4, iz: 5e-4}, material: {density: 100, young: 1e5, viscosity: 20}, modes: " + modes + more + "}}";
  };
  for (const std::string more : {"", ", stiffening: full"}) {
    const std::string four_bar = head +
                                 "bodies: {crank: {mass: 1, com: [0.1, 0, 0], inertia: {izz: 0.01}}, coupler: " + beam(0.6, "{bending_y: 3}", more) +
                                 ", rocker: " + beam(0.5, "[cf, cf]", more) +
                                 "}\njoints: {A: {type: revolute, parent: ground, child: crank, axis: z}, B: {type: revolute, parent: crank, child: "
                                 "coupler, at: [0.2, 0, 0], axis: z}, "
                                 "D: {type: revolute, parent: ground, child: rocker, at: [0.6, 0, 0], axis: z}}\n"
                                 "loops: {C: {type: revolute, between: [coupler, rocker], at: [0.6, 0, 0], at_child: [0.5, 0, 0], axis: z}}\n"
                                 "initial: {q: {A: 1.0, B: -0.6, D: 1.4}}\n";
    const std::string frame =
        head + "bodies: {base: " + beam(1, "{bending_y: 2}", more) +
        ", left: {mass: 1, com: [0.2, 0, 0], inertia: {izz: 0.02}}, right: {mass: 1, com: [0.2, 0, 0], inertia: {izz: 0.02}}}\n" +
        "joints: {P: {type: revolute, parent: ground, child: base, axis: z}, L: {type: revolute, parent: base, child: left, at: [0.2, 0, 0], axis: "
        "z}, "
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
          const std::string name = named(formulation);
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
        EXPECT_GE(others, 4);
      }
    }
  }
}

}  // namespace
}  // namespace zanjir::test
