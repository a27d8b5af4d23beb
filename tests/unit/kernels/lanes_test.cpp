#include "unit/kernels/kernel_case.hpp"

namespace zanjir::test {
namespace {

using kernels::Known;

// The states of one block: `used` different ones, the rest padded with a copy of the first.
struct Block {
  std::vector<RandomState> state;
  Numbers q, v, vdot, tau, external;
};

Block make_block(const KernelCase& c, int lanes, int used) {
  Block b;
  Random random(c.seed + 5);
  for (int k = 0; k < lanes; ++k) b.state.push_back(k < used ? random_state(random, c.tree) : b.state.front());
  const auto interleave = [&](const std::vector<double> RandomState::*field) {
    const std::size_t n = (b.state[0].*field).size(), w = static_cast<std::size_t>(lanes);
    Numbers out(n * w);
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t k = 0; k < w; ++k) out[i * w + k] = (b.state[k].*field)[i];
    return out;
  };
  b.q = interleave(&RandomState::q);
  b.v = interleave(&RandomState::v);
  b.vdot = interleave(&RandomState::vdot);
  b.tau = interleave(&RandomState::tau);
  b.external = interleave(&RandomState::external);
  return b;
}

VecL lane_of(const Numbers& a, int lanes, int k) {
  VecL out(static_cast<Eigen::Index>(a.size()) / lanes);
  for (Eigen::Index i = 0; i < out.size(); ++i) out(i) = a[static_cast<std::size_t>(i * lanes + k)];
  return out;
}

TEST(Lanes, EveryKernelMatchesDoubleLaneByLane) {
  const kernels::Functions& plain = *kernels::functions_for("base", 1);
  for_random_trees(6000, [&](const KernelCase& c) {
    Random random(c.seed + 99);
    std::vector<std::uint8_t> given(static_cast<std::size_t>(c.n()));
    for (auto& flag : given) flag = random.chance(0.3);
    for (const auto* f : tables_of_many_lanes())
      for (const int used : {f->lanes, 1, f->lanes - 1}) {
        const int w = f->lanes;
        const auto width = static_cast<std::size_t>(w);
        const Block b = make_block(c, w, used);
        Numbers scratch = c.scratch(w), M_rows(c.nv() * c.nv() * width), M_world = M_rows, M_branches = M_rows, J(6 * c.nv() * width),
                point(3 * width, 0.25);
        Numbers tau_inverse(c.nv() * width), tau = b.tau, vdot = b.vdot;
        f->kinematics_to(c.tables, b.q.data(), c.n() - 1, scratch.data());
        Numbers J_path = J;
        f->jacobian(c.tables, scratch.data(), c.n() - 1, point.data(), J_path.data());
        f->kinematics(c.tables, b.q.data(), b.v.data(), scratch.data());
        f->mass_matrix_rows(c.tables, scratch.data(), M_rows.data());
        f->mass_matrix_world(c.tables, scratch.data(), M_world.data());
        f->mass_matrix_branches(c.tables, scratch.data(), M_branches.data());  // leaves the zeros that are there
        f->jacobian(c.tables, scratch.data(), c.n() - 1, point.data(), J.data());
        f->inverse_dynamics(c.tables, Known::nothing, b.q.data(), b.v.data(), b.vdot.data(), b.external.data(), scratch.data(), tau_inverse.data());
        const unsigned failed = f->forward_dynamics(c.tables, Known::nothing, b.q.data(), b.v.data(), given.data(), b.external.data(), scratch.data(),
                                                    tau.data(), vdot.data());
        EXPECT_EQ(failed, 0u) << c.name(*f);

        for (int k = 0; k < w; ++k) {
          const RandomState& s = b.state[static_cast<std::size_t>(k)];
          Numbers scratch1 = c.scratch(), M1(c.nv() * c.nv()), J1(6 * c.nv()), tau1(c.nv()), forward_tau1(c.nv()), vdot1(c.nv());
          plain.kinematics(c.tables, s.q.data(), s.v.data(), scratch1.data());
          plain.mass_matrix_rows(c.tables, scratch1.data(), M1.data());
          plain.jacobian(c.tables, scratch1.data(), c.n() - 1, point.data(), J1.data());
          plain.inverse_dynamics(c.tables, Known::nothing, s.q.data(), s.v.data(), s.vdot.data(), s.external.data(), scratch1.data(), tau1.data());
          std::copy(s.tau.begin(), s.tau.end(), forward_tau1.data());
          std::copy(s.vdot.begin(), s.vdot.end(), vdot1.data());
          plain.forward_dynamics(c.tables, Known::nothing, s.q.data(), s.v.data(), given.data(), s.external.data(), scratch1.data(),
                                 forward_tau1.data(), vdot1.data());

          const auto close = [&](const Numbers& lanes, const Numbers& one, double amplification) {
            const VecL exact = as_vector(one);
            return largest(lane_of(lanes, w, k) - exact) <= rounding(c.operations() * amplification, std::max(1.0, largest(exact)) * c.tree.depth());
          };
          const auto size = static_cast<Eigen::Index>(c.nv());
          MatL M = Eigen::Map<Eigen::MatrixXd>(M1.data(), size, size).cast<Real>();
          M = M.selfadjointView<Eigen::Upper>();  // the lower triangle by rows is the upper one by columns
          const double cond = condition(M);
          EXPECT_TRUE(close(M_rows, M1, 1)) << c.name(*f) << ", lane " << k;
          EXPECT_TRUE(close(M_world, M1, 1)) << c.name(*f) << ", lane " << k;
          EXPECT_TRUE(close(M_branches, M1, 1)) << c.name(*f) << ", lane " << k;
          EXPECT_TRUE(close(J, J1, 1)) << c.name(*f) << ", lane " << k;
          EXPECT_TRUE(close(J_path, J1, 1)) << c.name(*f) << ", lane " << k;
          EXPECT_TRUE(close(tau_inverse, tau1, 1)) << c.name(*f) << ", lane " << k;
          EXPECT_TRUE(close(vdot, vdot1, cond)) << c.name(*f) << ", lane " << k;
          EXPECT_TRUE(close(tau, forward_tau1, cond)) << c.name(*f) << ", lane " << k;
        }
        for (int k = used; k < w; ++k)  // a padded lane meets the same arithmetic as the state it copies
          EXPECT_EQ(lane_of(vdot, w, k), lane_of(vdot, w, 0)) << c.name(*f);
      }
  });
}

// Hinges hand on in registers what the next one of a run needs (kernels/lean_pass.hpp), and in the scratch, full of NaN here, what others need.
TEST(Lanes, RunsOfHingesMatchDoubleWhereverTheyFork) {
  const kernels::Functions& plain = *kernels::functions_for("base", 1);
  std::uint64_t seed = 7000;
  for (const int n : {1, 2, 7, 30}) {
    for (const auto& [branching, rotors] : {std::pair{0.0, false}, {0.0, true}, {0.2, false}, {0.2, true}, {0.6, false}, {0.6, true}}) {
      TreeOptions options;
      options.n_massive = n;
      options.all_primitives = false;
      options.rotors = rotors;  // of every other hinge
      options.massless_steps = branching > 0.5;
      options.branching = branching;
      const KernelCase c(seed++, options);
      for (const auto* f : tables_of_many_lanes()) {
        const int w = f->lanes;
        const Block b = make_block(c, w, w);
        const std::size_t size = c.nv() * static_cast<std::size_t>(w);
        Numbers scratch = c.scratch(w), tau(size), bias(size), forces = b.tau, vdot(size);
        f->inverse_dynamics(c.tables, Known::nothing, b.q.data(), b.v.data(), b.vdot.data(), nullptr, scratch.data(), tau.data());
        scratch = c.scratch(w);
        f->inverse_dynamics(c.tables, Known::nothing, b.q.data(), b.v.data(), nullptr, nullptr, scratch.data(), bias.data());
        scratch = c.scratch(w);
        EXPECT_EQ(f->forward_dynamics(c.tables, Known::nothing, b.q.data(), b.v.data(), nullptr, nullptr, scratch.data(), forces.data(), vdot.data()),
                  0u);
        for (int k = 0; k < w; ++k) {
          const RandomState& s = b.state[static_cast<std::size_t>(k)];
          Numbers scratch1 = c.scratch(), M1(c.nv() * c.nv()), tau1(c.nv()), bias1(c.nv()), forces1(c.nv()), vdot1(c.nv());
          plain.kinematics(c.tables, s.q.data(), s.v.data(), scratch1.data());
          plain.mass_matrix_rows(c.tables, scratch1.data(), M1.data());
          plain.inverse_dynamics(c.tables, Known::nothing, s.q.data(), s.v.data(), s.vdot.data(), nullptr, scratch1.data(), tau1.data());
          plain.inverse_dynamics(c.tables, Known::nothing, s.q.data(), s.v.data(), nullptr, nullptr, scratch1.data(), bias1.data());
          std::copy(s.tau.begin(), s.tau.end(), forces1.data());
          plain.kinematics(c.tables, s.q.data(), s.v.data(), scratch1.data());
          plain.forward_dynamics(c.tables, Known::kinematics, s.q.data(), s.v.data(), nullptr, nullptr, scratch1.data(), forces1.data(),
                                 vdot1.data());
          const auto nv = static_cast<Eigen::Index>(c.nv());
          MatL M = Eigen::Map<Eigen::MatrixXd>(M1.data(), nv, nv).cast<Real>();
          M = M.selfadjointView<Eigen::Upper>();
          const auto off = [&](const Numbers& lanes, const Numbers& one) { return largest(lane_of(lanes, w, k) - as_vector(one)); };
          const auto bound = [&](const Numbers& one, double amplification) {
            return rounding(c.operations() * amplification, std::max(1.0, largest(as_vector(one))) * c.tree.depth());
          };
          EXPECT_LE(off(tau, tau1), bound(tau1, 1)) << c.name(*f) << ", lane " << k;
          EXPECT_LE(off(bias, bias1), bound(bias1, 1)) << c.name(*f) << ", lane " << k;
          EXPECT_LE(off(vdot, vdot1), bound(vdot1, condition(M))) << c.name(*f) << ", lane " << k;
          EXPECT_EQ(lane_of(forces, w, k), as_vector(forces1)) << c.name(*f) << ", lane " << k;
        }
      }
    }
  }
}

TEST(Lanes, ALaneThatFailsIsNamedAndLeavesTheOthersAlone) {
  Tree tree;
  const Eigen::Matrix3d turn = Eigen::Matrix3d::Identity();
  // A slender rod on a hinge on a massless hinge at right angles: singular only when the rod lies along the first axis.
  Eigen::Matrix3d onto_x;
  onto_x << 0, 0, 1, 1, 0, 0, 0, 1, 0;
  tree.add(0, kernels::Primitive::revolute_z, turn, Eigen::Vector3d::Zero(), 0, Eigen::Vector3d::Zero(), Eigen::Matrix3d::Zero());
  tree.add(1, kernels::Primitive::revolute_z, onto_x, Eigen::Vector3d::Zero(), 1, Eigen::Vector3d(0, 1, 0), Eigen::Matrix3d::Zero());
  tree.finish();
  const kernels::Tables tables = tree.tables();
  for (const auto* f : tables_of_many_lanes()) {
    const auto w = static_cast<std::size_t>(f->lanes);
    Numbers scratch(kernels::scratch_layout(tables.n_steps).total * w), q(2 * w, 0.4), v(2 * w, 0.3), tau(2 * w, 0.2), all(2 * w), vdot(2 * w);
    const auto solve = [&](Numbers& out) {
      return f->forward_dynamics(tables, Known::nothing, q.data(), v.data(), nullptr, nullptr, scratch.data(), tau.data(), out.data());
    };
    EXPECT_EQ(solve(all), 0u) << f->isa;
    for (unsigned mask = 1; mask < (1u << w); mask += 1 + mask / 3) {
      for (std::size_t k = 0; k < w; ++k) q[w + k] = mask >> k & 1 ? 0 : 0.4;  // the second angle: the rod's y is the first axis, world z
      EXPECT_EQ(solve(vdot), mask) << f->isa;
      for (std::size_t i = 0; i < 2 * w; ++i) {
        if (!(mask >> (i % w) & 1)) {
          EXPECT_EQ(vdot[i], all[i]) << f->isa << ", lane " << i % w;
        }
      }
    }
  }
}

}  // namespace
}  // namespace zanjir::test
