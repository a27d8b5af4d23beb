#include "zanjir/analyse/elastic_facts.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "support/simulation.hpp"
#include "support/zoo.hpp"
#include "zanjir/dynamics/tree_dynamics.hpp"
#include "zanjir/state/state.hpp"

namespace zanjir::test {

// M of the modes is the block that the mass matrix has for them, where nothing hangs on the body and it is not bent: in one model the
// integrals have more shapes than modes, because of foreshortening.
TEST(ElasticFacts, MassOfTheModesIsTheirBlockOfTheMassMatrix) {
  for (const char* name : {"elastic_spin_up", "elastic_chain_ss", "elastic_chain_hinged"}) {
    SCOPED_TRACE(name);
    const Model model = zoo_model(name);
    State state = initial_state(model);
    for (const ElasticBody& e : model.elastic_bodies()) state.q.segment(e.q_begin, e.field.n_modes()).setZero();
    Workspace ws(model);
    update_velocities(model, state, ws);
    MatX M;
    mass_matrix(model, ws, M);
    const ElasticBody& last = model.elastic_bodies().back();
    const ElasticBodyFacts facts = elastic_body_facts(model).back();
    const int n = last.field.n_modes();
    ASSERT_EQ(facts.M.rows(), n);
    EXPECT_LT((facts.M - M.block(last.v_begin, last.v_begin, n, n)).cwiseAbs().maxCoeff(), 1e-14 * M.cwiseAbs().maxCoeff());
    for (int j = 0; j < n; ++j) {
      const ModeFacts& mode = facts.modes[static_cast<std::size_t>(j)];
      EXPECT_EQ(mode.mass_kg, facts.M(j, j));
      EXPECT_EQ(mode.stiffness_N_per_m, facts.K(j, j));
      EXPECT_GT(mode.frequency_rad_per_s, 0) << mode.name;
    }
  }
}

// A bar fixed at one end: (k - 1/2) pi c/l with c^2 = EA/mu, in twist GJ over the rotary inertia; of the shapes one by one, and of the default set together, which converges to it.
TEST(ElasticFacts, GivesTheFrequenciesOfStretchAndTwist) {
  const auto facts = [](const std::string& modes) {
    return elastic_body_facts(model_of("zanjir: 1\ngravity: [0, 0, 0]\nbodies: {a: {beam: {length: 2, section: {area: 3, iy: 1, iz: 1, torsion: 5}, "
                                       "material: {young: 7, shear: 2}, mass_per_length: 4, "
                                       "rotary_per_length: [0.5, 1, 1], modes: " +
                                       modes + "}}}\njoints: {A: {type: weld, parent: ground, child: a}}\n"))
        .front();
  };
  const double stretch = std::sqrt(21.0 / 4) / 2, twist = std::sqrt(10 / 0.5) / 2, pi = std::numbers::pi;
  const ElasticBodyFacts sines = facts("{axial: {sine: 2}, torsion: {sine: 2}}"), held = facts("{axial: {fixed: 1}}"), many = facts("{axial: 30}"),
                         both = facts("{axial: 2}");
  EXPECT_NEAR(sines.modes[0].frequency_rad_per_s, pi / 2 * stretch, 3e-14);
  EXPECT_NEAR(sines.modes[1].frequency_rad_per_s, 3 * pi / 2 * stretch, 1e-13);
  EXPECT_NEAR(sines.modes[2].frequency_rad_per_s, pi / 2 * twist, 6e-14);
  EXPECT_NEAR(sines.modes[3].frequency_rad_per_s, 3 * pi / 2 * twist, 2e-13);
  EXPECT_NEAR(held.modes[0].frequency_rad_per_s, pi * stretch, 6e-14);
  EXPECT_NEAR(sines.frequencies_rad_per_s[0], pi / 2 * stretch, 3e-14);
  EXPECT_NEAR(both.frequencies_rad_per_s[0], 1.57781 * stretch, 1e-5);  // Ritz with s and sin(pi s), by hand
  EXPECT_NEAR(many.frequencies_rad_per_s[0], pi / 2 * stretch, 2e-6);
  EXPECT_EQ(both.n_stretch, 2);
  EXPECT_EQ(sines.n_twist, 2);
  // What turns with its frame has no inertia against twist.
  EXPECT_EQ(elastic_body_facts(model_of("zanjir: 1\ngravity: [0, 0, 0]\nbodies: {a: {beam: {length: 2, section: {area: 3, iy: 1, iz: 1, torsion: 5}, "
                                        "material: {young: 7}, mass_per_length: 4, rotary_inertia: "
                                        "frame, modes: {torsion: 1}}}, b: {mass: 1, inertia: {ixx: 1, iyy: 1, izz: 1}}}\njoints: {A: {type: weld, "
                                        "parent: ground, child: a}, B: {type: weld, parent: a, child: b, at: [2, 0, 0]}}\n"))
                .front()
                .frequencies_rad_per_s.size(),
            0);
}

}  // namespace zanjir::test
