#include "zanjir/loops/loop_plan.hpp"

#include <algorithm>

#include "zanjir/core/decompositions.hpp"
#include "zanjir/loops/loop_factor.hpp"
#include "zanjir/loops/loop_pattern.hpp"
#include "zanjir/loops/pose_plan.hpp"

namespace zanjir {

namespace {

using kernels::LoopRowKind;

LoopRowKind kind_of(RowKind kind) {
  switch (kind) {
    case RowKind::translation: return LoopRowKind::translation;
    case RowKind::alignment: return LoopRowKind::alignment;
    case RowKind::universal: return LoopRowKind::universal;
    case RowKind::rotation: return LoopRowKind::rotation;
  }
  return LoopRowKind::translation;
}

// First row of each constraint among all.
std::vector<int> first_rows(const Model& model) {
  std::vector<int> first;
  int next = 0;
  for (const Constraint& c : model.constraints()) {
    first.push_back(next);
    next += n_rows_of(c);
  }
  return first;
}

bool drives_a_cut(const Model& model) {
  return std::any_of(model.cut_roles().begin(), model.cut_roles().end(), [](Role role) { return role != Role::passive; });
}

}  // namespace

bool LoopPlan::covers(const Model& model) { return model.elastic_bodies().empty(); }

LoopPlan::LoopPlan(const Model& model, const std::vector<int>& rows, double sigma_least, const State* reference, Matrix matrix) {
  LoopFactor factor(model);
  const Closure closure(model);
  use_rows(model, model.constraints(), closure, rows, factor);
  const std::vector<int> first = first_rows(model);
  const auto narrow = [](const auto& from, std::vector<std::int32_t>& to) { to.assign(from.begin(), from.end()); };
  narrow(factor.speeds, speed_), narrow(factor.up_place, up_place_);
  narrow(factor.last, last_), narrow(factor.row_start, row_start_), narrow(factor.up, up_);
  std::ptrdiff_t n_factor = 0;
  for (int i = 0; i < model.nv(); ++i) {
    const bool whole = matrix == Matrix::whole;
    depth_.push_back(whole ? i : factor.depth[at(i)]);
    row_begin_.push_back(whole ? std::ptrdiff_t{i} * model.nv() : factor.row_begin[at(i)]);
    n_factor = row_begin_.back() + (whole ? model.nv() : depth_.back() + 1);
  }
  for (const LoopFactor::Coupling& c : factor.couplings) {
    const auto begin = static_cast<std::int32_t>(places_a_.size());
    for (int i = c.begin; i < c.end; ++i) {
      const LoopFactor::Run& run = factor.shared[at(i)];
      for (int s = 0; s < run.n; ++s) places_a_.push_back(run.place_a + s), places_b_.push_back(run.place_b + s);
    }
    coupling_.push_back({c.a, c.b, begin, static_cast<std::int32_t>(places_a_.size())});
  }
  pivot_floor_.assign(model.pivot_floor().begin(), model.pivot_floor().end());
  column_scale_.assign(model.column_scale().begin(), model.column_scale().end());

  int n_numbers = 0;
  for (const LoopFactor::Block& from : factor.blocks) {
    const int number = factor.order[at(from.begin)];
    const auto c = static_cast<std::size_t>(std::upper_bound(first.begin(), first.end(), number) - first.begin()) - 1;
    const Constraint& constraint = model.constraints()[c];
    const Closure::Pair& pair = closure.pairs[c];
    kernels::LoopBlock block;
    block.constraint = static_cast<std::int32_t>(c);
    block.row_first = pair.row_first, block.row_second = pair.row_second;
    plan_pose(pair.X_first, block.X_first), plan_pose(pair.X_second, block.X_second);
    block.begin = static_cast<int>(row_.size()), block.n = from.n, block.padded = from.n, block.speeds_begin = from.speeds_begin,
    block.n_speeds = from.n_speeds;
    if (matrix == Matrix::by_branches) block.padded = (from.n + kernels::loop_group - 1) / kernels::loop_group * kernels::loop_group;
    block.numbers_begin = n_numbers;
    n_numbers += block.padded * block.n_speeds;
    const auto place_of = [&](int speed) {
      const auto begin = speed_.begin() + from.speeds_begin, end = begin + from.n_speeds, found = std::find(begin, end, speed);
      return found == end ? -1 : static_cast<int>(found - begin);
    };
    block.axes_begin = static_cast<int>(axis_.size());
    const auto* gear = std::get_if<Gear>(&constraint);
    if (gear) {
      block.number = gear->ratio;
      block.speed_a = gear->speed_a, block.speed_b = gear->speed_b;
      block.coordinate_a = gear->coordinate_a, block.coordinate_b = gear->coordinate_b, block.offset = gear->offset;
      block.place_a = place_of(gear->speed_a), block.place_b = place_of(gear->speed_b);
    } else {
      const kernels::Step* steps = model.tables().step;
      for (int i = pair.row_second, j = pair.row_first; i != j;) {  // parents precede children: the larger row is not an ancestor of the other
        int& row = i > j ? i : j;
        const double sign = i > j ? 1 : -1;
        const kernels::Step& step = steps[row];
        const int nv = kernels::nv_of(step.joint), first_axis = step.joint == kernels::Primitive::revolute_z    ? 2
                                                                : step.joint == kernels::Primitive::prismatic_z ? 5
                                                                                                                : 0;
        for (int k = 0; k < nv; ++k) {
          const int place = place_of(step.v_begin + k);
          if (place >= 0) axis_.push_back({row, first_axis + k, place, sign});
        }
        row = step.parent;
      }
    }
    block.axes_end = static_cast<int>(axis_.size());
    const auto* cut = std::get_if<CutJoint>(&constraint);
    if (const auto* rod = std::get_if<Distance>(&constraint)) block.number = rod->length_m;
    for (int i = from.begin; i < from.begin + from.n; ++i) {
      kernels::LoopRow row;
      row.number = factor.order[at(i)];
      row.scale = model.row_scale()[row.number];
      row.kind = gear ? LoopRowKind::gear : LoopRowKind::distance;
      if (cut) {
        const ClosureRow& said = cut->rows[static_cast<std::size_t>(row.number - first[c])];
        row.kind = kind_of(said.kind);
        plan_vector(said.u, row.u);
        if (said.kind == RowKind::alignment) plan_vector(aligned_axis(cut->joint), block.a);
        if (said.kind == RowKind::universal) plan_vector(cut->joint.axes[0], block.a), plan_vector(cut->joint.axes[1], block.b);
      }
      block.of_points = block.of_points && row.kind == LoopRowKind::translation;
      row_.push_back(row);
    }
    kernels::LoopRow none;
    none.number = -1, none.scale = 0;
    row_.resize(static_cast<std::size_t>(block.begin + block.padded), none);
    block_.push_back(block);
  }
  const int n_envelope = matrix == Matrix::by_branches ? pad_envelope(factor) : static_cast<int>(factor.U.size());
  tables.n_rows = static_cast<int>(row_.size());
  tables.n_blocks = static_cast<int>(block_.size());
  tables.n_couplings = static_cast<int>(coupling_.size());
  tables.n_numbers = n_numbers;
  tables.n_envelope = n_envelope;
  tables.row = row_.data(), tables.block = block_.data(), tables.axis = axis_.data(), tables.coupling = coupling_.data();
  tables.speed = speed_.data(), tables.up_place = up_place_.data(), tables.places_a = places_a_.data(), tables.places_b = places_b_.data();
  tables.last = last_.data(), tables.row_start = row_start_.data(), tables.up = up_.data();
  tables.depth = depth_.data(), tables.row_begin = row_begin_.data(), tables.n_factor = n_factor;
  tables.pivot_floor = pivot_floor_.data(), tables.column_scale = column_scale_.data();
  tables.sigma_least = sigma_least;
  if (reference) order_passive(model, *reference);
}

// Whole groups of rows and columns: from the row's own group to the end of the block that it reached. The number of all numbers.
int LoopPlan::pad_envelope(const LoopFactor& factor) {
  std::vector<int> block_of;
  for (std::size_t b = 0; b < factor.blocks.size(); ++b) block_of.resize(block_of.size() + at(factor.blocks[b].n), static_cast<int>(b));
  last_.clear(), row_start_.clear();
  int n = 0;
  for (const kernels::LoopBlock& block : block_) {
    const auto from = static_cast<std::size_t>(&block - block_.data());
    int reached = static_cast<int>(from);
    for (int i = factor.blocks[from].begin; i < factor.blocks[from].begin + block.n; ++i)
      reached = std::max(reached, block_of[at(factor.last[at(i)])]);
    const int end = block_[at(reached)].begin + block_[at(reached)].padded;
    for (int i = block.begin; i < block.begin + block.padded; ++i) {
      const int begin = i / kernels::loop_group * kernels::loop_group;
      last_.push_back(end - 1);
      row_start_.push_back(n - begin);
      n += end - begin;
    }
  }
  return n;
}

// As many actuated speeds as freedoms, all of the tree: the rows over the passive speeds are square, and complete pivoting there gives the order.
void LoopPlan::order_passive(const Model& model, const State& reference) {
  std::vector<int> speeds;
  for (int i = 0; i < model.nv(); ++i) {
    if (model.roles()[at(i)] == Role::prescribed) return;
    if (model.roles()[at(i)] == Role::passive) speeds.push_back(i);
  }
  const auto n = static_cast<Eigen::Index>(row_.size());
  if (n == 0 || static_cast<Eigen::Index>(speeds.size()) != n || drives_a_cut(model)) return;
  Workspace ws(model);
  Closure closure(model);
  update_positions(model, reference, ws);
  update_closure_positions(model, ws, closure);
  MatX A(n, n);
  for (Eigen::Index i = 0; i < n; ++i) {
    const int speed = speeds[static_cast<std::size_t>(i)];
    for (Eigen::Index j = 0; j < n; ++j) {
      const kernels::LoopRow& row = row_[static_cast<std::size_t>(j)];
      A(i, j) = closure.Phi_q.coeff(row.number, speed) * row.scale * model.column_scale()[speed];
    }
  }
  const Eigen::FullPivLU<MatX> lu(A);  // P A Q = L U
  passive_.resize(speeds.size()), passive_row_.resize(speeds.size());
  passive_place_.assign(speed_.size(), -1);
  for (Eigen::Index i = 0; i < n; ++i) {
    passive_[static_cast<std::size_t>(lu.permutationP().indices()[i])] = speeds[static_cast<std::size_t>(i)];
    passive_row_[static_cast<std::size_t>(lu.permutationQ().indices()[i])] = static_cast<std::int32_t>(i);
  }
  for (std::size_t i = 0; i < speed_.size(); ++i) {
    const auto found = std::find(passive_.begin(), passive_.end(), speed_[i]);
    if (found != passive_.end()) passive_place_[i] = static_cast<std::int32_t>(found - passive_.begin());
  }
  tables.n_passive = tables.n_rows;
  tables.n_factor = std::max(tables.n_factor, std::ptrdiff_t{tables.n_passive} * tables.n_passive);
  tables.passive = passive_.data(), tables.passive_row = passive_row_.data(), tables.passive_place = passive_place_.data();
}

kernels::JointPoint wrench_point(const Model& model, const Joint& joint) {
  const Body& body = model.body(joint.swapped ? joint.parent : joint.child);
  kernels::JointPoint out;
  out.row = joint.first_step + joint.n_steps - 1;
  out.row_of_point = body.row;
  out.swapped = joint.swapped;
  plan_vector(body.X_RB * (joint.swapped ? joint.X_PJ.p : joint.X_CJ.p), out.at);
  return out;
}

}  // namespace zanjir
