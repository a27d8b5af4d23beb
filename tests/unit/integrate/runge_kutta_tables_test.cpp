// Order conditions over all rooted trees [Hairer1993] section II.2: a method has order p when sum_i b_i Phi_i(tree) = 1/gamma(tree) for every tree of
// up to p vertices; dense output of order p when the same holds with b(theta) and theta^vertices / gamma.
#include "zanjir/integrate/runge_kutta_tables.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>
#include <vector>

#include "support/tolerance.hpp"

namespace zanjir::test {
namespace {

struct Tree {
  int vertices = 1;
  double gamma = 1;
  std::vector<int> children;  // indices into the list, not increasing
};

// All trees of up to `vertices`, each once, smaller ones first: 1, 1, 2, 4, 9, 20, 48, 115 of them.
std::vector<Tree> rooted_trees(int vertices) {
  std::vector<Tree> trees = {Tree{}};
  for (int order = 2; order <= vertices; ++order) {
    const int known = static_cast<int>(trees.size());
    std::vector<Tree> made;
    // a forest of order - 1 vertices, as a non-increasing sequence of indices
    const auto extend = [&](auto&& self, std::vector<int>& forest, int left) -> void {
      if (left == 0) {
        Tree tree;
        tree.vertices = order;
        tree.children = forest;
        tree.gamma = order;
        for (int child : forest) tree.gamma *= trees[static_cast<std::size_t>(child)].gamma;
        made.push_back(tree);
        return;
      }
      for (int child = forest.empty() ? known - 1 : forest.back(); child >= 0; --child) {
        const int size = trees[static_cast<std::size_t>(child)].vertices;
        if (size > left) continue;
        forest.push_back(child);
        self(self, forest, left - size);
        forest.pop_back();
      }
    };
    std::vector<int> forest;
    extend(extend, forest, order - 1);
    trees.insert(trees.end(), made.begin(), made.end());
  }
  return trees;
}

struct Weights {  // Phi_i(tree), and the same with all coefficients positive, which bounds the rounding
  std::vector<std::vector<double>> value, size;
};

Weights elementary_weights(const RungeKuttaTable& table, const std::vector<Tree>& trees) {
  const auto rows = static_cast<std::size_t>(table.rows);
  Weights w;
  for (const Tree& tree : trees) {
    std::vector<double> value(rows, 1), size(rows, 1);
    for (std::size_t i = 0; i < rows; ++i) {
      for (int child : tree.children) {
        double sum = 0, bound = 0;
        for (std::size_t j = 0; j < i; ++j) {
          const double a = table.A_at(static_cast<int>(i), static_cast<int>(j));
          sum += a * w.value[static_cast<std::size_t>(child)][j];
          bound += std::abs(a) * w.size[static_cast<std::size_t>(child)][j];
        }
        value[i] *= sum;
        size[i] *= bound;
      }
    }
    w.value.push_back(value);
    w.size.push_back(size);
  }
  return w;
}

// The highest order at which weights b satisfy all conditions at theta, at most `up_to`.
int order_of(const RungeKuttaTable& table, const std::vector<double>& b, double theta, int up_to) {
  const std::vector<Tree> trees = rooted_trees(up_to);
  const Weights w = elementary_weights(table, trees);
  int order = up_to;
  for (std::size_t t = 0; t < trees.size(); ++t) {
    double sum = 0, bound = 0;
    for (std::size_t i = 0; i < b.size(); ++i) {
      sum += b[i] * w.value[t][i];
      bound += std::abs(b[i]) * w.size[t][i];
    }
    // every coefficient is rounded once per level, and sums over the rows are made on each of up to 8 levels
    if (std::abs(sum - std::pow(theta, trees[t].vertices) / trees[t].gamma) > rounding(8 * table.rows, bound))
      order = std::min(order, trees[t].vertices - 1);
  }
  return order;
}

std::vector<double> solution_weights(const RungeKuttaTable& table) {
  std::vector<double> b(static_cast<std::size_t>(table.rows), 0);
  for (int j = 0; j < table.stages; ++j) b[static_cast<std::size_t>(j)] = table.A_at(table.stages, j);
  return b;
}

// b(theta) of the nested form in the header, with the first n_terms rows of D.
std::vector<double> dense_weights(const RungeKuttaTable& table, double theta, int n_terms) {
  const std::vector<double> b = solution_weights(table);
  std::vector<double> out(b.size());
  for (std::size_t j = 0; j < b.size(); ++j) {
    const double first = j == 0, last = j == static_cast<std::size_t>(table.stages);
    std::vector<double> F = {b[j], first - b[j], 2 * b[j] - first - last};
    for (int i = 0; i < n_terms; ++i) F.push_back(table.D[static_cast<std::size_t>(i * table.rows) + j]);
    double sum = 0;
    for (std::size_t i = F.size(); i-- > 0;) sum = (F[i] + sum) * (i % 2 == 0 ? theta : 1 - theta);
    out[j] = sum;
  }
  return out;
}

std::vector<double> embedded(const RungeKuttaTable& table, std::span<const double> error) {
  std::vector<double> b = solution_weights(table);
  for (std::size_t j = 0; j < b.size(); ++j) b[j] -= error[j];
  return b;
}

TEST(RootedTrees, AreAsManyAsKnown) {
  const int known[] = {1, 1, 2, 4, 9, 20, 48, 115, 286};
  std::vector<int> count(10, 0);
  for (const Tree& tree : rooted_trees(9)) ++count[static_cast<std::size_t>(tree.vertices)];
  for (int order = 1; order <= 9; ++order) EXPECT_EQ(count[static_cast<std::size_t>(order)], known[order - 1]);
}

class EachTable : public testing::TestWithParam<const RungeKuttaTable* (*)()> {
 protected:
  const RungeKuttaTable& table = *GetParam()();
};

TEST_P(EachTable, SolutionHasItsOrderAndNoMore) { EXPECT_EQ(order_of(table, solution_weights(table), 1, table.order + 1), table.order); }

TEST_P(EachTable, NodesAreRowSums) {
  for (int i = 0; i < table.rows; ++i) {
    double sum = 0, bound = 0;
    for (int j = 0; j < i; ++j) {
      sum += table.A_at(i, j);
      bound += std::abs(table.A_at(i, j));
    }
    EXPECT_NEAR(sum, table.c[static_cast<std::size_t>(i)], rounding(table.rows, bound)) << "row " << i;
    for (int j = i; j < table.rows; ++j) EXPECT_EQ(table.A_at(i, j), 0) << "explicit";
  }
}

TEST_P(EachTable, DenseOutputHasItsOrderAndMeetsBothEnds) {
  const int terms = static_cast<int>(table.D.size()) / table.rows;
  for (double theta : {0.1, 0.35, 0.5, 0.77})
    EXPECT_EQ(order_of(table, dense_weights(table, theta, terms), theta, table.dense_order + 1), table.dense_order);
  for (double theta : {0.1, 0.5, 0.9}) EXPECT_EQ(order_of(table, dense_weights(table, theta, 0), theta, 4), 3) << "cubic";
  EXPECT_EQ(dense_weights(table, 0, terms), std::vector<double>(static_cast<std::size_t>(table.rows), 0.0));
  EXPECT_EQ(dense_weights(table, 1, terms), solution_weights(table));
}

INSTANTIATE_TEST_SUITE_P(RungeKuttaTable, EachTable,
                         testing::Values([] { return &rk4_table(); }, [] { return &dopri5_table(); }, [] { return &dop853_table(); }));

TEST(RungeKuttaTable, EmbeddedMethodsHaveTheirOrders) {
  EXPECT_EQ(order_of(dopri5_table(), embedded(dopri5_table(), dopri5_table().error), 1, 6), 4);
  EXPECT_EQ(order_of(dop853_table(), embedded(dop853_table(), dop853_table().error), 1, 6), 5);
  EXPECT_EQ(order_of(dop853_table(), embedded(dop853_table(), dop853_table().error_2), 1, 6), 3);
  EXPECT_TRUE(dopri5_table().error_needs_end_slope());
  EXPECT_FALSE(dop853_table().error_needs_end_slope());
}

// What is left of y' = z y, h = 1, after a step: below 1 up to stable_to on the imaginary axis, on the whole left half of that circle, and not much beyond it.
TEST(RungeKuttaTable, MethodsAreStableAsFarAsTheySay) {
  for (const RungeKuttaTable* table : {&dopri5_table(), &dop853_table()}) {
    const auto left = [&](std::complex<double> z) {
      std::vector<std::complex<double>> k;
      std::complex<double> y;
      for (int i = 0; i <= table->stages; ++i) {
        y = 1;
        for (int j = 0; j < i; ++j) y += z * table->A_at(i, j) * k[static_cast<std::size_t>(j)];
        k.push_back(y);
      }
      return std::abs(y);
    };
    for (int share = 1; share <= 20; ++share)  // twentieths
      for (const double angle : {90., 100., 120., 150., 180.})
        EXPECT_LT(left(std::polar(0.05 * share * table->stable_to, angle * std::numbers::pi / 180)), 1 + 1e-5)
            << table->name << share << ' ' << angle;
    EXPECT_GT(left({0, 1.3 * table->stable_to}), 1.0005) << table->name;
  }
}

}  // namespace
}  // namespace zanjir::test
