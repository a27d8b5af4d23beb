// One random tree in one random state, the scratch to run a kernel table on it, and its twin's answers. Shared by the kernel tests.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "support/random_tree.hpp"
#include "support/tolerance.hpp"
#include "zanjir/core/decompositions.hpp"

namespace zanjir::test {

struct KernelCase {
  std::uint64_t seed;
  Tree tree;
  RandomState state;
  kernels::Tables tables;
  KernelCase(const KernelCase&) = delete;
  KernelCase(std::uint64_t seed_, const TreeOptions& options) : seed(seed_) {
    Random random(seed);
    tree = random_tree(random, options);
    state = random_state(random, tree);
    tables = tree.tables();
  }
  int n() const { return static_cast<int>(tree.step.size()); }
  std::size_t nv() const { return static_cast<std::size_t>(tree.nv); }
  Numbers scratch(int lanes = 1) const { return Numbers(kernels::scratch_layout(n()).total * static_cast<std::size_t>(lanes), std::nan("")); }
  std::string name(const kernels::Functions& f) const {
    return std::string(f.isa) + " x" + std::to_string(f.lanes) + ", seed " + std::to_string(seed) + ", " + std::to_string(n() - 1) + " rows, depth " +
           std::to_string(tree.depth());
  }
  // A pass carries a row's numbers over at most `depth` steps, out and back; a step is a chain of about 40 operations (products of
  // rotations, cross products, sums). Rounding errors add up at worst linearly along it.
  double operations() const { return 2 * 40 * tree.depth(); }
};

// Small trees first, so that the first failure is the smallest.
inline std::vector<TreeOptions> tree_sizes() {
  std::vector<TreeOptions> out;
  for (const int n : {1, 2, 3, 5, 8, 13, 21, 35, 50})
    for (int repeat = 0; repeat < 6; ++repeat) {
      TreeOptions o;
      o.n_massive = n;
      o.branching = repeat == 0 ? 0.0 : 0.3;
      o.rotors = repeat != 1 && repeat != 5;
      o.in_plane = repeat >= 4;
      out.push_back(o);
    }
  return out;
}

// body(case) for every size; the seed is part of every message.
template <class Body> void for_random_trees(std::uint64_t seed, const Body& body) {
  for (const TreeOptions& o : tree_sizes()) {
    const KernelCase c(seed++, o);
    body(c);
    if (::testing::Test::HasFailure()) return;
  }
}

inline VecL as_vector(const std::vector<double>& a) {
  return Eigen::Map<const Eigen::VectorXd>(a.data(), static_cast<Eigen::Index>(a.size())).cast<Real>();
}
inline VecL as_vector(const Numbers& a) { return Eigen::Map<const Eigen::VectorXd>(a.data(), static_cast<Eigen::Index>(a.size())).cast<Real>(); }
inline double largest(const MatL& a) { return a.size() ? static_cast<double>(a.cwiseAbs().maxCoeff()) : 0.0; }
inline double condition(const MatL& M) {
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> s(M.cast<double>(), Eigen::EigenvaluesOnly);
  return s.eigenvalues().maxCoeff() / s.eigenvalues().minCoeff();
}

}  // namespace zanjir::test
