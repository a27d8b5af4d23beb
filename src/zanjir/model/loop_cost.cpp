#include "zanjir/model/loop_cost.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "zanjir/core/ids.hpp"

namespace zanjir {
namespace {

constexpr double large_bytes = 4e9, long_close_s = 60, long_solve_s = 10;
// How often a run keeps them: as LoopFactor of the dynamics, the projection, the closing and the rank, as rows of a Closure and CutRows; counted in heap profiles
// of runs of a ring and of a chain with loops over each other.
constexpr double n_factors = 6, n_closures = 20, n_mass_matrices = 11;
constexpr double factorisations_to_close = 10;  // steps of Gauss-Newton, picks of rows at the state and its neighbours
constexpr double multiplications_per_s = 1e9;   // of numbers that do not fit into a cache
// Per speed of a tree with articulated bodies: where the factor of a mass matrix takes as long, what is kept, and what each row of the loops takes.
constexpr double multiplications_of_a_walk = 3000, bytes_of_a_walk = 1000, multiplications_of_a_walk_with_a_row = 40;

// The tree of the kernels' rows: depths in speeds, and where two ways to the ground meet. Each row knows its parent and one jump far up; the jumps halve
// what is left, so a meeting takes the logarithm of the depth.
class Ways {
 public:
  explicit Ways(const Model& model) : parent_(at(model.n_steps()) + 1), jump_(parent_), steps_(parent_), speeds_(parent_) {
    const kernels::Tables& tables = model.tables();
    for (int row = 1; row < model.n_steps(); ++row) {
      const kernels::Step& step = tables.step[row];
      const int up = step.parent;
      parent_[at(row)] = up;
      steps_[at(row)] = steps_[at(up)] + 1;
      speeds_[at(row)] = speeds_[at(up)] + (step.joint == kernels::Primitive::section ? tables.elastic[tables.section[step.flexible].elastic].n_modes
                                                                                      : kernels::nv_of(step.joint));
      const int over = jump_[at(up)];
      jump_[at(row)] = steps_[at(up)] - steps_[at(over)] == steps_[at(over)] - steps_[at(jump_[at(over)])] ? jump_[at(over)] : up;
    }
  }
  int depth(int row) const { return speeds_[at(row)]; }
  int parent(int row) const { return parent_[at(row)]; }
  int meet(int a, int b) const {
    if (steps_[at(a)] < steps_[at(b)]) std::swap(a, b);
    while (steps_[at(a)] > steps_[at(b)]) a = steps_[at(jump_[at(a)])] >= steps_[at(b)] ? jump_[at(a)] : parent_[at(a)];
    while (a != b) {
      const bool apart = jump_[at(a)] != jump_[at(b)];
      a = apart ? jump_[at(a)] : parent_[at(a)], b = apart ? jump_[at(b)] : parent_[at(b)];
    }
    return a;
  }

 private:
  std::vector<int> parent_, jump_, steps_, speeds_;
};

struct Ends {
  int a = 0, b = 0;
};

// The rows of the tree that a constraint's two sides move with. Of a gear: those of its two speeds.
Ends ends_of(const Model& model, const std::vector<int>& row_of_speed, const Constraint& constraint) {
  if (const auto* cut = std::get_if<CutJoint>(&constraint)) return {model.body(cut->joint.parent).row, model.body(cut->joint.child).row};
  if (const auto* rod = std::get_if<Distance>(&constraint))
    return {model.body(model.frame(rod->a).body).row, model.body(model.frame(rod->b).body).row};
  const Gear& gear = std::get<Gear>(constraint);
  return {row_of_speed[at(gear.speed_a)], row_of_speed[at(gear.speed_b)]};
}

// Of n rows that all meet in S, each with entries for so many speeds: one factorisation, S and its factor; and what is kept for it.
double multiplications(double n, double entries) { return n * n / 6 * n + n / 2 * entries; }
double bytes_of_factor(double n, double entries) { return 18 * n * n + 28 * entries; }  // U, couplings and runs of speeds; Phi, Z and three lists

}  // namespace

bool LoopCost::is_large() const { return bytes > large_bytes || seconds_to_close > long_close_s || seconds_to_solve > long_solve_s; }

std::string LoopCost::text() const {
  const auto time = [](double s) {
    return s < 120 ? fmt::format("{:.2g} s", s) : s < 7200 ? fmt::format("{:.2g} minutes", s / 60) : fmt::format("{:.2g} hours", s / 3600);
  };
  return fmt::format("about {:.2g} GB of memory, {} to close them and {} each time the dynamics are solved", bytes / 1e9, time(seconds_to_close),
                     time(seconds_to_solve));
}

bool has_long_ways(const Model& model) {
  if (!model.elastic_bodies().empty()) return false;
  std::vector<double> depth(at(model.n_steps()), 0);  // in speeds
  double multiplications = 0;                         // to factor a mass matrix
  for (int row = 1; row < model.n_steps(); ++row) {
    const kernels::Step& step = model.tables().step[row];
    depth[at(row)] = depth[at(step.parent)] + kernels::nv_of(step.joint);
    multiplications += kernels::nv_of(step.joint) * depth[at(row)] * depth[at(row)] / 2;
  }
  return multiplications > multiplications_of_a_walk * model.nv();
}

LoopCost loop_cost(const Model& model) {
  LoopCost cost;
  if (model.constraints().empty()) return cost;
  const Ways ways(model);
  const auto n_steps = at(model.n_steps());
  std::vector<int> row_of_speed(at(model.nv()), 0), branch(n_steps, 0);  // branch: the step next to the ground
  for (int row = 1; row < model.n_steps(); ++row) {
    const kernels::Step& step = model.tables().step[row];
    for (int k = 0; k < kernels::nv_of(step.joint); ++k) row_of_speed[at(step.v_begin + k)] = row;
    branch[at(row)] = ways.parent(row) == 0 ? row : branch[at(ways.parent(row))];
  }
  std::vector<double> across(n_steps, 0), on_branch(n_steps, 0);  // rows over a step; rows that a branch moves, and their entries
  std::vector<double> branch_entries(n_steps, 0);
  double entries = 0, longest = -1;
  for (std::size_t c = 0; c < model.constraints().size(); ++c) {
    const Constraint& constraint = model.constraints()[c];
    const bool rigid = springs_of(constraint) < 0;  // springs are closed as if they held, and solved as forces
    const double n = n_rows_of(rigid ? constraint : model.sprung()[at(springs_of(constraint))]);
    const Ends ends = ends_of(model, row_of_speed, constraint);
    const int meet = ways.meet(ends.a, ends.b), both = ways.depth(ends.a) + ways.depth(ends.b);
    entries += n * (both - 2 * ways.depth(meet));
    across[at(ends.a)] += n, across[at(ends.b)] += n, across[at(meet)] -= 2 * n;
    if (n * both > longest) longest = n * both, cost.constraint = static_cast<int>(c);
    if (!rigid) continue;
    const int a = branch[at(ends.a)], b = branch[at(ends.b)];
    for (const int branch_of_end : {a, a == b ? 0 : b}) {
      if (branch_of_end == 0) continue;
      on_branch[at(branch_of_end)] += n, branch_entries[at(branch_of_end)] += n * (both - ways.depth(meet));
    }
  }
  double over_each_other = 0;  // rows that all share one speed, geometry alone
  for (int row = model.n_steps() - 1; row > 0; --row) {
    over_each_other = std::max(over_each_other, across[at(row)]);
    across[at(ways.parent(row))] += across[at(row)];
  }
  cost.bytes = n_closures * 12 * entries + n_factors * bytes_of_factor(over_each_other, entries) / 2;
  cost.seconds_to_close = factorisations_to_close * multiplications(over_each_other, entries) / multiplications_per_s;
  double solve = 0, mass = 0;
  for (std::size_t b = 0; b < n_steps; ++b) {
    solve += multiplications(on_branch[b], branch_entries[b]);
    cost.bytes += n_factors * bytes_of_factor(on_branch[b], branch_entries[b]) / 2;
  }
  if (has_long_ways(model)) {
    cost.bytes += n_factors * bytes_of_a_walk * model.nv();
    solve += multiplications_of_a_walk * model.nv() + multiplications_of_a_walk_with_a_row * entries;
  } else if (model.n_closure_rows() > 0) {
    for (int i = 0; i < model.nv(); ++i) {
      const double depth = ways.depth(row_of_speed[at(i)]);
      mass += depth, solve += depth * depth / 2;
    }
  }
  cost.bytes += n_mass_matrices * 8 * mass;
  cost.seconds_to_solve = solve / multiplications_per_s;
  return cost;
}

}  // namespace zanjir
