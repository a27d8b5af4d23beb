// Models with elastic bodies in lanes: every kernel of every instruction set present against `double`, lane by lane, the padded last
// pack included.
#include <gtest/gtest.h>

#include <cmath>

#include "support/random_tree.hpp"
#include "support/simulation.hpp"
#include "support/solve.hpp"
#include "support/tolerance.hpp"
#include "support/zoo.hpp"
#include "zanjir/verify/random_state.hpp"

namespace zanjir::test {
namespace {

using kernels::Known;

// Every primitive, an elastic body welded to a section, a branch, modes of all kinds; with and without pairs.
Model spatial_tree(const std::string& stiffening) {
  const auto beam = [&](const std::string& modes) {
    return "{beam: {length: 1, section: {area: 0.01, iy: 3e-4, iz: 5e-4, torsion: 4e-4}, material: {density: 100, young: 1e5, viscosity: "
           "20}, air_damping: 0.1, stiffening: " +
           stiffening + ", modes: " + modes + "}}";
  };
  return model_of("zanjir: 1\ngravity: [1, 2, -9.81]\nbodies:\n  hub: {mass: 2, inertia: {ixx: 0.1, iyy: 0.2, izz: 0.15}}\n  a: " +
                  beam("{bending_y: 2, bending_z: 1, axial: 1, torsion: 1}") + "\n  b: " + beam("{bending_y: 1}") + "\n  c: " +
                  beam("{bending_y: 3, bending_z: 2}") + "\n  d: {mass: 0.4, com: [0.1, 0, 0], inertia: {ixx: 0.01, iyy: 0.02, izz: 0.02}}\n" +
                  "joints:\n  F: {type: free, parent: ground, child: hub}\n  A: {type: universal, parent: hub, child: a, at: [0.1, 0, "
                  "0.1], axes: [y, z]}\n  B: {type: weld, parent: a, child: b, at: [0.7, 0, 0.02]}\n" +
                  "  C: {type: spherical, parent: a, child: c, at: [1, 0, 0]}\n  D: {type: cylindrical, parent: c, child: d, at: [1, 0.05, "
                  "0], axis: x}\n");
}

// `used` different states, the rest padded with the first; number i of lane k at [i * lanes + k].
struct ElasticBlock {
  std::vector<State> state;
  std::vector<VecX> vdot, tau, external;
};
ElasticBlock make_elastic_block(const Model& model, int lanes, int used) {
  ElasticBlock b;
  Random random(11);
  for (int k = 0; k < lanes; ++k) {
    const auto vector = [&](int n) {
      VecX x(n);
      for (double& number : x) number = random.uniform(-1, 1);
      return x;
    };
    b.state.push_back(k < used ? zanjir::random_state(model, random) : b.state.front());
    b.vdot.push_back(k < used ? vector(model.nv()) : b.vdot.front());
    b.tau.push_back(k < used ? vector(model.nv()) : b.tau.front());
    b.external.push_back(k < used ? vector(6 * model.n_steps()) : b.external.front());
  }
  return b;
}
template <class Vector> Numbers interleaved(int lanes, Vector&& of_lane) {
  const auto n = static_cast<std::size_t>(of_lane(0).size()), w = static_cast<std::size_t>(lanes);
  Numbers out(n * w);
  for (std::size_t k = 0; k < w; ++k)
    for (std::size_t i = 0; i < n; ++i) out[i * w + k] = of_lane(static_cast<int>(k))[static_cast<Eigen::Index>(i)];
  return out;
}
VecX elastic_lane_of(const Numbers& a, int lanes, int k) {
  VecX out(static_cast<Eigen::Index>(a.size()) / lanes);
  for (Eigen::Index i = 0; i < out.size(); ++i) out[i] = a[static_cast<std::size_t>(i * lanes + k)];
  return out;
}

// All answers of one table for one block.
struct Answers {
  Numbers M_rows, M_world, M_branches, J, J_path, inverse, tau, vdot;
};
Answers answers(const kernels::Functions& f, const Model& model, const ElasticBlock& b, const std::vector<std::uint8_t>& given, int first_lane) {
  const auto w = static_cast<std::size_t>(f.lanes), nv = static_cast<std::size_t>(model.nv());
  const auto at = [&](int k) { return static_cast<std::size_t>(first_lane + k); };
  const Numbers q = interleaved(f.lanes, [&](int k) { return b.state[at(k)].q; }), v = interleaved(f.lanes, [&](int k) { return b.state[at(k)].v; });
  const Numbers vdot = interleaved(f.lanes, [&](int k) { return b.vdot[at(k)]; }), tau = interleaved(f.lanes, [&](int k) { return b.tau[at(k)]; }),
                external = interleaved(f.lanes, [&](int k) { return b.external[at(k)]; });
  Answers out{Numbers(nv * nv * w), Numbers(nv * nv * w), Numbers(nv * nv * w), Numbers(6 * nv * w), Numbers(6 * nv * w), Numbers(nv * w), tau, vdot};
  const kernels::Tables& tables = model.tables();
  Numbers scratch(kernels::scratch_numbers(tables) * w, std::nan("")), point(3 * w, 0.25);
  const int last = model.n_steps() - 1;
  f.kinematics_to(tables, q.data(), last, scratch.data());
  f.jacobian(tables, scratch.data(), last, point.data(), out.J_path.data());
  f.kinematics(tables, q.data(), v.data(), scratch.data());
  f.mass_matrix_rows(tables, scratch.data(), out.M_rows.data());
  f.mass_matrix_world(tables, scratch.data(), out.M_world.data());
  f.mass_matrix_branches(tables, scratch.data(), out.M_branches.data());
  f.jacobian(tables, scratch.data(), last, point.data(), out.J.data());
  f.inverse_dynamics(tables, Known::nothing, q.data(), v.data(), vdot.data(), external.data(), scratch.data(), out.inverse.data());
  EXPECT_EQ(
      f.forward_dynamics(tables, Known::nothing, q.data(), v.data(), given.data(), external.data(), scratch.data(), out.tau.data(), out.vdot.data()),
      0u)
      << f.isa;
  return out;
}

// A pass carries the numbers of a row over at most all rows, out and back, each a chain of about 40 operations and one sum over the
// shapes of its body.
double operations(const Model& model) {
  int shapes = 0;
  for (const ElasticBody& e : model.elastic_bodies()) shapes = std::max(shapes, e.field.n_shapes());
  return 2.0 * model.n_steps() * (40 + shapes * shapes);
}

void expect_lanes_agree(const Model& model) {
  const kernels::Functions& plain = *kernels::functions_for("base", 1);
  std::vector<std::uint8_t> given(static_cast<std::size_t>(model.n_steps()), 0);
  given[2] = 1;  // one driven joint
  for (const kernels::Functions* f : tables_of_many_lanes()) {
    for (const int used : {f->lanes, 1, f->lanes - 1}) {
      SCOPED_TRACE(model.name() + ", " + f->isa + ", " + std::to_string(used) + " lanes used");
      const ElasticBlock b = make_elastic_block(model, f->lanes, used);
      const Answers many = answers(*f, model, b, given, 0);
      for (int k = 0; k < f->lanes; ++k) {
        const Answers one = answers(plain, model, b, given, k);
        const double condition = condition_number(model, b.state[static_cast<std::size_t>(k)], forward_question(model, VecX::Zero(model.nv())));
        const auto expect_close = [&](const Numbers& lanes, const Numbers& single, double amplification, const char* what) {
          const VecX exact = elastic_lane_of(single, 1, 0);
          EXPECT_LE((elastic_lane_of(lanes, f->lanes, k) - exact).lpNorm<Eigen::Infinity>(),
                    rounding(operations(model) * amplification, std::max(1.0, exact.lpNorm<Eigen::Infinity>())))
              << what << ", lane " << k;
        };
        expect_close(many.M_rows, one.M_rows, 1, "mass matrix");
        expect_close(many.M_world, one.M_rows, 1, "mass matrix, world");
        expect_close(many.M_branches, one.M_rows, 1, "mass matrix, branches");
        expect_close(many.J, one.J, 1, "Jacobian");
        expect_close(many.J_path, one.J, 1, "Jacobian of a path");
        expect_close(many.inverse, one.inverse, 1, "inverse dynamics");
        expect_close(many.vdot, one.vdot, condition, "forward dynamics");
        expect_close(many.tau, one.tau, condition, "force of the driven joint");
      }
      for (int k = used; k < f->lanes; ++k)
        EXPECT_EQ(elastic_lane_of(many.vdot, f->lanes, k), elastic_lane_of(many.vdot, f->lanes, 0));  // the same arithmetic as the state it copies
    }
  }
}

TEST(ElasticLanes, EveryKernelMatchesDoubleLaneByLane) {
  if (tables_of_many_lanes().empty()) GTEST_SKIP() << "this processor has no wide registers";
  for (const char* stiffening : {"none", "full"}) expect_lanes_agree(spatial_tree(stiffening));
  for (const std::string& name : elastic_names()) expect_lanes_agree(zoo_model(name));
}

}  // namespace
}  // namespace zanjir::test
