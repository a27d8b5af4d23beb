#include "zanjir/loops/loop_pattern.hpp"

#include <algorithm>
#include <functional>

namespace zanjir {

namespace {

int count(const auto& list) { return static_cast<int>(list.size()); }

void sort_from_the_tips(std::vector<int>& speeds) {
  std::sort(speeds.begin(), speeds.end(), std::greater<>());
  speeds.erase(std::unique(speeds.begin(), speeds.end()), speeds.end());
}

// The speeds that move either side of a constraint, from the tips to the ground.
std::vector<int> speeds_to_the_ground(const Model& model, const Closure::Pair& pair, const Constraint& constraint, const std::vector<int>& up) {
  std::vector<int> speeds;
  const auto mark = [&](int speed) {
    for (; speed >= 0; speed = up[at(speed)]) speeds.push_back(speed);
  };
  const auto mark_row = [&](int row) {
    for (; row != 0; row = model.tables().step[row].parent) {
      const kernels::Step& step = model.tables().step[row];
      if (step.joint == kernels::Primitive::section) {
        const kernels::Elastic& body = model.tables().elastic[model.tables().section[step.flexible].elastic];
        return mark(body.v_begin + body.n_modes - 1);
      }
      for (int k = kernels::nv_of(step.joint) - 1; k >= 0; --k) {
        if (up[at(step.v_begin + k)] > -2) return mark(step.v_begin + k);
      }
    }
  };
  if (const auto* gear = std::get_if<Gear>(&constraint)) {
    for (const int speed : {gear->speed_a, gear->speed_b}) {
      if (up[at(speed)] > -2) mark(speed);
    }
  } else {
    mark_row(pair.row_first);
    mark_row(pair.row_second);
  }
  sort_from_the_tips(speeds);
  return speeds;
}

// Only those between the two bodies of a constraint, where its rows are not zero; from the tips as well.
std::vector<int> speeds_between(const Closure& closure, int row) {
  std::vector<int> speeds(closure.Phi_q.innerIndexPtr() + closure.Phi_q.outerIndexPtr()[row],
                          closure.Phi_q.innerIndexPtr() + closure.Phi_q.outerIndexPtr()[row + 1]);
  std::reverse(speeds.begin(), speeds.end());
  return speeds;
}

struct RowsOfConstraint {
  std::vector<int> rows, speeds;
  std::vector<int> neighbours;  // constraints that share speeds with this one
  int block = -1;               // its place, once it has one
};

// Each once, by marks: along one long chain a pair of loops shares thousands of speeds, and where a loop has met all others there are no more to find.
void find_neighbours(const std::vector<std::vector<int>>& moves, std::vector<RowsOfConstraint>& all) {
  std::vector<int> met_by(all.size(), -1);
  for (int i = 0; i < count(all); ++i) {
    std::vector<int>& mine = all[at(i)].neighbours;
    met_by[at(i)] = i;
    for (const int speed : all[at(i)].speeds) {
      if (mine.size() + 1 == all.size()) break;
      for (const int other : moves[at(speed)]) {
        if (met_by[at(other)] != i) mine.push_back(other), met_by[at(other)] = i;
      }
    }
    std::sort(mine.begin(), mine.end());
  }
}

// Reverse Cuthill-McKee: each group of connected loops from one with fewest neighbours outwards, then all in reverse [George1981].
std::vector<int> elimination_order(const std::vector<RowsOfConstraint>& all) {
  std::vector<int> order;
  std::vector<bool> taken(all.size(), false);
  const auto fewer = [&](int a, int b) { return all[at(a)].neighbours.size() < all[at(b)].neighbours.size(); };
  while (order.size() < all.size()) {
    int start = -1;
    for (int i = 0; i < count(all); ++i) {
      if (!taken[at(i)] && (start < 0 || fewer(i, start))) start = i;
    }
    taken[at(start)] = true;
    order.push_back(start);
    for (std::size_t next = order.size() - 1; next < order.size(); ++next) {
      std::vector<int> found;
      for (const int other : all[at(order[next])].neighbours) {
        if (!taken[at(other)]) found.push_back(other);
      }
      std::stable_sort(found.begin(), found.end(), fewer);
      for (const int i : found) taken[at(i)] = true;
      order.insert(order.end(), found.begin(), found.end());
    }
  }
  std::reverse(order.begin(), order.end());
  return order;
}

void add_block(const Closure& closure, std::vector<RowsOfConstraint>& all, int which, LoopFactor& x) {
  RowsOfConstraint& from = all[at(which)];
  LoopFactor::Block block{count(x.order), count(from.rows), count(x.speeds), count(from.speeds), 0};
  if (!x.blocks.empty()) block.numbers_begin = x.blocks.back().numbers_begin + x.blocks.back().n * x.blocks.back().n_speeds;
  x.order.insert(x.order.end(), from.rows.begin(), from.rows.end());
  x.speeds.insert(x.speeds.end(), from.speeds.begin(), from.speeds.end());
  const int *pattern = closure.Phi_q.innerIndexPtr() + closure.Phi_q.outerIndexPtr()[from.rows.front()],
            *pattern_end = closure.Phi_q.innerIndexPtr() + closure.Phi_q.outerIndexPtr()[from.rows.front() + 1];
  for (const int speed : from.speeds) {
    const int* place = std::lower_bound(pattern, pattern_end, speed);
    x.entry.push_back(place == pattern_end || *place != speed ? -1 : static_cast<int>(place - pattern));
    const auto next = std::lower_bound(from.speeds.begin(), from.speeds.end(), x.up[at(speed)], std::greater<>());
    x.up_place.push_back(next == from.speeds.end() || *next != x.up[at(speed)] ? -1 : static_cast<int>(next - from.speeds.begin()));
  }
  const int b = from.block = count(x.blocks);
  x.blocks.push_back(block);
  std::vector<int> coupled{b};  // with itself, and with the blocks before it that share speeds
  for (const int other : from.neighbours) {
    if (all[at(other)].block >= 0) coupled.push_back(all[at(other)].block);
  }
  std::sort(coupled.begin(), coupled.end());
  for (const int a : coupled) {
    const LoopFactor::Block& other = x.blocks[at(a)];
    LoopFactor::Coupling coupling{b, a, count(x.shared), 0};
    const int *mine = x.speeds.data() + block.speeds_begin, *theirs = x.speeds.data() + other.speeds_begin;
    for (int i = 0, j = 0; i < block.n_speeds && j < other.n_speeds;) {
      if (mine[i] == theirs[j]) {
        if (const bool goes_on = count(x.shared) > coupling.begin && x.shared.back().place_a + x.shared.back().n == i &&
                                 x.shared.back().place_b + x.shared.back().n == j;
            goes_on) {
          ++x.shared.back().n;
        } else {
          x.shared.push_back({i, j, 1});
        }
        ++i, ++j;
      } else {
        mine[i] > theirs[j] ? ++i : ++j;
      }
    }
    coupling.end = count(x.shared);
    x.couplings.push_back(coupling);
  }
}

}  // namespace

void use_rows(const Model& model, std::span<const Constraint> constraints, const Closure& closure, std::span<const int> rows, LoopFactor& x) {
  x.rows.assign(rows.begin(), rows.end());
  x.order.clear(), x.blocks.clear(), x.speeds.clear(), x.up_place.clear(), x.entry.clear(), x.couplings.clear(), x.shared.clear();
  std::vector<RowsOfConstraint> all;
  std::vector<std::vector<int>> moves(at(model.nv()));  // per speed: the constraints that it moves
  int first = 0;
  std::size_t next = 0;
  for (std::size_t c = 0; c < closure.pairs.size(); ++c) {
    const int n = n_rows_of(constraints[c]);
    RowsOfConstraint mine;
    for (; next < rows.size() && rows[next] < first + n; ++next) mine.rows.push_back(rows[next]);
    first += n;
    if (mine.rows.empty()) continue;
    mine.speeds = x.metric == LoopFactor::Metric::mass ? speeds_to_the_ground(model, closure.pairs[c], constraints[c], x.up)
                                                       : speeds_between(closure, mine.rows.front());
    for (const int speed : mine.speeds) moves[at(speed)].push_back(count(all));
    all.push_back(std::move(mine));
  }
  find_neighbours(moves, all);
  for (const int i : elimination_order(all)) add_block(closure, all, i, x);

  const int r = count(x.order);
  x.last.assign(at(r), 0);
  for (int i = 0; i < r; ++i) x.last[at(i)] = i;
  for (const LoopFactor::Coupling& c : x.couplings) {  // rows of b come first
    const LoopFactor::Block &a = x.blocks[at(c.a)], &b = x.blocks[at(c.b)];
    for (int j = b.begin; j < b.begin + b.n; ++j) x.last[at(j)] = std::max(x.last[at(j)], a.begin + a.n - 1);
  }
  std::ptrdiff_t total = 0;
  x.row_start.assign(at(r), 0);
  for (int j = 0; j < r; ++j) {
    if (j > 0) x.last[at(j)] = std::max(x.last[at(j)], x.last[at(j - 1)]);
    x.row_start[at(j)] = total - j;
    total += x.last[at(j)] - j + 1;
  }
  const int numbers = x.blocks.empty() ? 0 : x.blocks.back().numbers_begin + x.blocks.back().n * x.blocks.back().n_speeds;
  x.Phi = x.Z = VecX::Zero(numbers);
  x.U = VecX::Zero(total);
  x.inverse_diagonal = x.damping = x.g = x.h = x.lambda = x.residual_g = VecX::Zero(r);
  if (x.articulated)
    for (const LoopFactor::Block& block : x.blocks) x.articulated->make_room(block.n, block.n_speeds);
}

}  // namespace zanjir
