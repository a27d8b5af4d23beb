#include "zanjir/formulations/gibbs_appell/bodies.hpp"

#include <gtest/gtest.h>

#include "support/random_elastic.hpp"
#include "support/tolerance.hpp"
#include "support/zoo.hpp"

namespace zanjir::test {
namespace {

// S itself, summed over the points of the field, has the derivatives that the shares give: by differences in the accelerations, in which it is quadratic (so that
// central differences are exact). Sections that turn are left out: their S has no points.
TEST(GibbsAppellBodies, SharesAreDerivativesOfTheAccelerationEnergy) {
  for (const std::uint64_t seed : seeds(20)) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    const Model model = build(random_elastic_tree(random, {2, Space::spatial, seed % 2 == 0 ? Stiffening::full : Stiffening::none}));
    for (const ElasticBody& elastic : model.elastic_bodies()) {
      DisplacementField field = elastic.field;
      field.rotary_kg_m = {0, 0, 0};
      const int n = field.n_modes();
      const VecX delta = random_vecx(random, n, 0.3), rate = random_vecx(random, n);
      const Vec3d omega = random_vector(random, -2, 2);
      VecX u = random_vecx(random, 6 + n);
      const auto S_of = [&](const VecX& x) {
        double S = 0;
        const Vec3d alpha{x[0], x[1], x[2]}, a{x[3], x[4], x[5]};
        for (const FieldNode& node : field.nodes) {
          const Vec3d r = section_centre(field, node.shapes, delta.data()), r_rate = section_rate(field, node.shapes, delta.data(), rate.data());
          // d2r/dt2 seen in the body: linear in delta'' at fixed delta, and quadratic in delta'
          const VecX second = x.tail(n);
          const Vec3d r_second = section_rate(field, node.shapes, delta.data(), second.data()) +
                                 section_rate(field, node.shapes, rate.data(), rate.data()) -
                                 section_rate(field, node.shapes, VecX(VecX::Zero(n)).data(), rate.data());
          const Vec3d acceleration = a + cross(alpha, r) + cross(omega, cross(omega, r)) + cross(omega, r_rate) * 2 + r_second;
          S += 0.5 * node.weight * field.mass_kg_per_m * dot(acceleration, acceleration);
        }
        return S;
      };
      const gibbs_appell::Integrals c = gibbs_appell::integrals_of(field);
      gibbs_appell::Share share(c);
      gibbs_appell::update_share(c, omega, delta.data(), rate.data(), share);
      VecX G = VecX::Zero(n);
      const Forced f = gibbs_appell::derivative_of_S(c, share, {u[0], u[1], u[2]}, {u[3], u[4], u[5]}, u.data() + 6, G.data());
      VecX found(6 + n);
      found << f.n.x, f.n.y, f.n.z, f.f.x, f.f.y, f.f.z, G;
      for (int k = 0; k < 6 + n; ++k) {
        const VecX step = VecX::Unit(6 + n, k);
        EXPECT_NEAR(0.5 * (S_of(u + step) - S_of(u - step)), found[k], rounding(1000, std::max(1.0, S_of(u)))) << k;
      }
    }
  }
}

}  // namespace
}  // namespace zanjir::test
