#include "unit/kernels/kernel_case.hpp"

namespace zanjir::test {
namespace {

using kernels::Known;
using kernels::Primitive;

TEST(ArticulatedBody, SolvesTheDenseEquationsOfMotion) {
  for_random_trees(3000, [](const KernelCase& c) {
    const Twin twin(c.tree, c.state);
    const MatL M = twin.mass_matrix();
    const VecL bias = twin.bias(true), rhs = as_vector(c.state.tau) - bias;
    const VecL exact = M.llt().solve(rhs);
    const double cond = condition(M);
    for (const auto* f : tables_of_one_lane()) {
      Numbers scratch = c.scratch(), tau(c.nv()), vdot(c.nv());
      std::copy(c.state.tau.begin(), c.state.tau.end(), tau.data());
      const unsigned failed = f->forward_dynamics(c.tables, Known::nothing, c.state.q.data(), c.state.v.data(), nullptr, c.state.external.data(),
                                                  scratch.data(), tau.data(), vdot.data());
      EXPECT_EQ(failed, 0u) << c.name(*f);
      // Cholesky-like elimination: relative error at most operations * eps * condition.
      EXPECT_LE(largest(as_vector(vdot) - exact), rounding(c.operations() * cond, largest(exact))) << c.name(*f) << ", condition " << cond;
    }
  });
}

TEST(ArticulatedBody, IsTheInverseOfInverseDynamicsWithAnyAccelerationsGiven) {
  for_random_trees(3100, [](const KernelCase& c) {
    Random random(c.seed + 77);
    std::vector<std::uint8_t> given(static_cast<std::size_t>(c.n()));
    for (auto& flag : given) flag = random.chance(0.5);
    const MatL M = Twin(c.tree, c.state).mass_matrix();
    for (const auto* f : tables_of_one_lane())
      for (const Known known : {Known::nothing, Known::kinematics})
        for (const bool hybrid : {false, true}) {
          Numbers scratch = c.scratch(), tau(c.nv()), vdot(c.nv()), back(c.nv());
          std::copy(c.state.tau.begin(), c.state.tau.end(), tau.data());
          std::copy(c.state.vdot.begin(), c.state.vdot.end(), vdot.data());
          if (known == Known::kinematics) f->kinematics(c.tables, c.state.q.data(), c.state.v.data(), scratch.data());
          const unsigned failed = f->forward_dynamics(c.tables, known, c.state.q.data(), c.state.v.data(), hybrid ? given.data() : nullptr,
                                                      c.state.external.data(), scratch.data(), tau.data(), vdot.data());
          ASSERT_EQ(failed, 0u) << c.name(*f);
          for (int i = 1; i < c.n(); ++i)  // what was given is left alone
            for (int k = 0; k < kernels::nv_of(c.tree.step[static_cast<std::size_t>(i)].joint); ++k) {
              const auto j = static_cast<std::size_t>(c.tree.step[static_cast<std::size_t>(i)].v_begin + k);
              if (hybrid && given[static_cast<std::size_t>(i)]) EXPECT_EQ(vdot[j], c.state.vdot[j]);
              else EXPECT_EQ(tau[j], c.state.tau[j]);
            }
          Numbers again = c.scratch();
          f->inverse_dynamics(c.tables, Known::nothing, c.state.q.data(), c.state.v.data(), vdot.data(), c.state.external.data(), again.data(),
                              back.data());
          // Residual of an elimination: relative to |M| |vdot|, which cancels against the rest; the pivots' growth is the depth at most.
          const double size = largest(as_vector(tau)) + largest(M.cwiseAbs() * as_vector(vdot).cwiseAbs());
          EXPECT_LE(largest(as_vector(back) - as_vector(tau)), rounding(c.operations() * c.tree.depth(), size))
              << c.name(*f) << (hybrid ? ", hybrid" : "");
        }
  });
}

TEST(ArticulatedBody, NamesTheRowThatNoInertiaResists) {
  const Eigen::Matrix3d turn = Eigen::Matrix3d::Identity(), none = Eigen::Matrix3d::Zero();
  const Eigen::Vector3d origin = Eigen::Vector3d::Zero(), arm(1, 0, 0);
  struct Lame {
    const char* what;
    int row;
    Tree tree;
  };
  std::vector<Lame> all;
  {
    Lame l{"massless leaf", 2, {}};
    l.tree.add(0, Primitive::revolute_z, turn, origin, 1, arm, none);
    l.tree.add(1, Primitive::revolute_z, turn, arm, 0, origin, none);
    all.push_back(l);
  }
  {
    Lame l{"point mass on a ball", 1, {}};
    l.tree.add(0, Primitive::ball, turn, origin, 1, arm, none);
    all.push_back(l);
  }
  {
    Lame l{"two hinges on one line, no mass between", 1, {}};
    l.tree.add(0, Primitive::revolute_z, turn, origin, 0, origin, none);
    l.tree.add(1, Primitive::revolute_z, turn, origin, 1, arm, 0.1 * turn);
    all.push_back(l);
  }
  {
    Lame l{"massless free step with a slide behind it", 1, {}};
    l.tree.add(0, Primitive::free, turn, origin, 0, origin, none);
    l.tree.add(1, Primitive::prismatic_z, turn, arm, 1, origin, 0.1 * turn);
    all.push_back(l);
  }
  for (Lame& l : all) {
    l.tree.finish();
    const kernels::Tables tables = l.tree.tables();
    for (const auto* f : tables_of_one_lane()) {
      Numbers scratch(kernels::scratch_layout(tables.n_steps).total), q(7 + 1), v(7), tau(7), vdot(7);
      q[0] = 0.3;
      if (l.tree.step[1].joint == Primitive::ball) q[0] = 0.8, q[2] = 0.6;
      if (l.tree.step[1].joint == Primitive::free) q[3] = 0.8, q[4] = 0.6;
      EXPECT_EQ(f->forward_dynamics(tables, Known::nothing, q.data(), v.data(), nullptr, nullptr, scratch.data(), tau.data(), vdot.data()), 1u)
          << l.what << ", " << f->isa;
      // It is this step that fails: once prescribed it takes no pivot, and nothing does.
      std::vector<std::uint8_t> given(l.tree.step.size(), 0);
      given[static_cast<std::size_t>(l.row)] = 1;
      EXPECT_EQ(f->forward_dynamics(tables, Known::nothing, q.data(), v.data(), given.data(), nullptr, scratch.data(), tau.data(), vdot.data()), 0u)
          << l.what << ", " << f->isa;
    }
  }
}

}  // namespace
}  // namespace zanjir::test
