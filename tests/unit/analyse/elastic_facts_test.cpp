#include "zanjir/analyse/elastic_facts.hpp"

#include <gtest/gtest.h>

#include <cmath>

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
    EXPECT_LT((facts.M - M.block(last.v_begin, last.v_begin, n, n)).cwiseAbs().maxCoeff(), 1e-12 * M.cwiseAbs().maxCoeff());
    for (int j = 0; j < n; ++j) {
      const ModeFacts& mode = facts.modes[static_cast<std::size_t>(j)];
      EXPECT_EQ(mode.mass_kg, facts.M(j, j));
      EXPECT_EQ(mode.stiffness_N_per_m, facts.K(j, j));
      EXPECT_GT(mode.frequency_rad_per_s, 0) << mode.name;
    }
  }
}

}  // namespace zanjir::test
