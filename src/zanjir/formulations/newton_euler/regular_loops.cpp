#include "zanjir/formulations/newton_euler/regular_loops.hpp"

#include <algorithm>
#include <cmath>

#include "zanjir/core/copy_numbers.hpp"
#include "zanjir/core/finite.hpp"
#include "zanjir/formulations/newton_euler/closed.hpp"
#include "zanjir/kernels/dispatch.hpp"
#include "zanjir/kinematics/frames.hpp"
#include "zanjir/loops/loop_rank_data.hpp"
#include "zanjir/model/loop_cost.hpp"

namespace zanjir {

namespace {

using kernels::Known;

const kernels::LoopFunctions& loop_functions() {
  static const kernels::LoopFunctions& chosen = *kernels::loop_functions_for(kernels::functions().isa, 1);
  return chosen;
}

}  // namespace

RegularLoops::RegularLoops(const Model& model)
    : covers_(model.n_closure_rows() > 0 && model.sprung().empty() && LoopPlan::covers(model) && !has_long_ways(model)),
      prescribed_(!model.prescribed().empty()) {
  if (!covers_) return;
  for (const Joint& joint : model.joints()) {
    welds_ = welds_ || joint.n_steps == 0;
    joints_.push_back(wrench_point(model, joint));
    speeds_.push_back({joint.v_begin, joint.nv});
  }
  bias_ = rhs_ = gears_ = known_ = VecX::Zero(model.nv());
  wrench_ = VecX::Zero(6 * static_cast<Eigen::Index>(model.constraints().size()));
}

bool RegularLoops::serves(const Model& model, const Given& given, const LoopRank& rank, Reactions want_reactions) const {
  if (!covers_ || !in_use || (want_reactions == Reactions::compute && welds_)) return false;
  if (rank.rank != model.n_closure_rows() || static_cast<int>(rank.rows.size()) != rank.rank || rank.rank_of_all_speeds > rank.rank) return false;
  if (static_cast<int>(given.want.size()) != model.nv() || given.tau.size() != model.nv() || given.vdot.size() != model.nv()) return false;
  if (given.tau_cut.size() > 0 && !given.tau_cut.isZero(0)) return false;
  for (std::size_t i = 0; i < given.want.size(); ++i)
    if (given.want[i] != Want::vdot && model.roles()[i] != Role::prescribed) return false;
  return true;
}

bool RegularLoops::solve(const Model& model, const Given& given, const LoopRank& rank, Reactions want_reactions, const VecX& tau,
                         const double* external, Workspace& ws, Solution& out) {
  const kernels::Functions& f = kernels::functions();
  const kernels::LoopFunctions& lf = loop_functions();
  const kernels::Tables& tables = model.tables();
  if (!plan_ || rows_ != rank.rows) {
    rows_ = rank.rows;
    plan_ = std::make_unique<LoopPlan>(model, rows_, 0.0, nullptr, LoopPlan::Matrix::by_branches);
    M_ = VecX::Zero(plan_->tables.n_factor);
    lambda_ = VecX::Zero(plan_->tables.n_rows);
    loop_ = VecX::Zero(static_cast<Eigen::Index>(kernels::loop_scratch_numbers(plan_->tables, model.nv())));
  }
  const kernels::LoopTables& loops = plan_->tables;
  if (prescribed_) {
    for (int i = 0; i < model.nv(); ++i) known_[i] = model.roles()[at(i)] == Role::prescribed ? ws.vdot_prescribed[i] : 0;
  }
  const double* known = prescribed_ ? known_.data() : nullptr;
  if (ws.stage == Stage::velocity) {
    f.inverse_dynamics(tables, Known::kinematics, ws.q.data(), ws.v.data(), known, external, ws.tree.data(), bias_.data());
  } else {
    lf.kinematics_and_bias(tables, ws.q.data(), ws.v.data(), known, external, ws.tree.data(), bias_.data());
    ws.stage = Stage::velocity;
  }
  double largest[3];
  lf.close_up(tables, loops, ws.q.data(), ws.v.data(), known_.data(), ws.tree.data(), loop_.data(), largest);
  if (given.closure_feedback.size() > 0) {
    for (int i = 0; i < loops.n_rows; ++i)
      if (loops.row[i].number >= 0) loop_[kernels::loop_gamma + i] += given.closure_feedback[loops.row[i].number];
  }
  f.packed_mass_matrix(tables, model.long_branches(), ws.tree.data(), {loops.depth, loops.row_begin}, M_.data());
  for (int i = 0; i < model.nv(); ++i) rhs_[i] = tau[i] - bias_[i];
  copy_numbers(known_, out.vdot);
  if (lf.solve(tables, loops, M_.data(), rhs_.data(), loop_.data(), out.vdot.data(), lambda_.data()) != 0) return false;
  const double sigma = std::sqrt(loop_[kernels::loop_sigma2]);
  constexpr double sharp_below = 0.1;  // of sigma_ref: as in closed.cpp, where it is looked at more closely
  if (!(sigma > sharp_below * rank.sigma_ref)) return false;

  out.sigma_ratio = sigma / rank.sigma_ref;
  out.configuration = Configuration::regular;
  out.rank = rank.rank;
  copy_numbers(given.tau, out.tau);
  out.tau_cut.setZero(model.n_cut_v());
  out.leftover.resize(0);
  out.leftover_cut.resize(0);
  out.lambda.resize(model.n_closure_rows());
  for (int i = 0; i < loops.n_rows; ++i)
    if (loops.row[i].number >= 0) out.lambda[loops.row[i].number] = lambda_[i];
  if (want_reactions == Reactions::skip && !prescribed_) return true;

  // Everything known: one sweep for tau of the driven speeds and all reactions.
  if (!external) ws.external.setZero();
  gears_.setZero();
  lf.add_wrenches(tables, loops, ws.tree.data(), loop_.data(), lambda_.data(), ws.external.data(), gears_.data());
  f.inverse_dynamics(tables, Known::kinematics, ws.q.data(), ws.v.data(), out.vdot.data(), ws.external.data(), ws.tree.data(), bias_.data());
  if (prescribed_) {
    for (int i = 0; i < model.nv(); ++i)
      if (model.roles()[at(i)] == Role::prescribed) out.tau[i] = bias_[i] - gears_[i] - ws.tau_elements[i];
    if (!all_finite(out.tau.data(), out.tau.size())) return false;
  }
  return want_reactions == Reactions::skip || find_reactions(model, out.tau, ws, out);
}

bool RegularLoops::find_reactions(const Model& model, const VecX& tau, const Workspace& ws, Solution& out) {
  // Found where they are read: a wrench that is put together elsewhere and then moved waits until its numbers have reached the memory.
  static_assert(sizeof(JointWrench) == 12 * sizeof(double));
  const kernels::LoopFunctions& lf = loop_functions();
  const std::size_t n = model.joints().size();
  if (out.reaction.size() != n) out.reaction.resize(n);
  lf.joint_wrenches(model.tables(), joints_.data(), static_cast<int>(n), ws.tree.data(), &out.reaction.data()->total.n.x);
  std::fill(wrench_.data(), wrench_.data() + wrench_.size(), 0.0);
  lf.loop_wrenches(model.tables(), plan_->tables, loop_.data(), lambda_.data(), wrench_.data());
  double off = 0;  // zero, or not a number
  const auto look = [&off](const Forced& F) {
    off += (F.n.x - F.n.x) + (F.n.y - F.n.y) + (F.n.z - F.n.z) + (F.f.x - F.f.x) + (F.f.y - F.f.y) + (F.f.z - F.f.z);
  };
  for (std::size_t j = 0; j < n; ++j) {
    look(out.reaction[j].total);
    const double* own = tau.data() + speeds_[j].begin;
    bool drives = false;
    for (int i = 0; i < speeds_[j].n; ++i) drives = drives || own[i] != 0;  // also by a number that is none
    Forced& share = out.reaction[j].actuator;
    share.n.x = share.n.y = share.n.z = share.f.x = share.f.y = share.f.z = 0;
    if (!drives) continue;
    const Joint& joint = model.joints()[j];
    share = actuator_share(model, ws, joint, tau);
    if (joint.swapped) {
      const Body &parent = model.body(joint.parent), &child = model.body(joint.child);
      const Vec3d J = row_pose(model, ws, parent.row) * (parent.X_RB * joint.X_PJ.p),
                  C = row_pose(model, ws, child.row) * (child.X_RB * joint.X_CJ.p);
      share = user_wrench(joint, share, share, J, C).actuator;
    }
  }
  const std::size_t n_loops = model.constraints().size();
  if (out.loop_reaction.size() != n_loops) out.loop_reaction.resize(n_loops);
  const double* of_loop = wrench_.data();
  for (std::size_t c = 0; c < n_loops; ++c, of_loop += 6) {
    Forced &F = out.loop_reaction[c].total, &share = out.loop_reaction[c].actuator;
    F.n.x = of_loop[0], F.n.y = of_loop[1], F.n.z = of_loop[2], F.f.x = of_loop[3], F.f.y = of_loop[4], F.f.z = of_loop[5];
    share.n.x = share.n.y = share.n.z = share.f.x = share.f.y = share.f.z = 0;
    look(F);
  }
  return off == 0;
}

}  // namespace zanjir
