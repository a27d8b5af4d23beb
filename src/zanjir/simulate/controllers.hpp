// Forces of actuators in time: by a law, by PD, or by computed torque, evaluated at every right-hand side; and those that sampled controllers (control/) hold.
#pragma once

#include <cmath>
#include <vector>

#include "zanjir/forces/control.hpp"
#include "zanjir/formulations/registry.hpp"
#include "zanjir/kinematics/closure.hpp"

namespace zanjir {

class Controllers {
 public:
  // The laws of the model, but for speeds that have one of `inputs`. Computed torque asks `formulation` what force gives the wanted acceleration.
  Controllers(const Model&, const AnyFormulation&, const std::vector<Controller>& inputs = {});
  bool follow_state() const { return follow_state_; }  // something besides laws of time
  bool only_hold() const { return laws_.empty(); }     // sampled ones alone: constant until they act
  bool read_poses() const { return on_cut_joints_; }
  // tau [nv] and tau_cut [n_cut_v] at a state, zero where nothing acts. Not ok: computed torque found no force (its solution says why). `known`: where everything
  // is (Stage::position); null: it is found here when it is needed.
  SolveStatus forces(const State&, const LoopRank*, VecX& tau, VecX& tau_cut, const Workspace* known = nullptr);
  const std::string& problem() const { return answer_.note; }
  // Forces of sampled controllers, from now on and besides; where an input acts instead, it stays.
  void hold(const VecX& tau, const VecX& tau_cut);
  // Where a law of a force or a target is put together from two pieces: MotionLaw::next_switch.
  double next_switch(double after_s, double until_s) const;
  // Of each law of errors that has a limit and drives a coordinate of the tree: what it would give without, over the limit. Of computed torque, which asks the dynamics for it, nothing.
  int n_demands() const;
  void demands(const State&, double* of_limits) const;
  std::vector<std::string> notes() const;  // which were at their limits, and when first

 private:
  double within_limit(std::size_t law, double force, double t_s);
  static bool has_demand(const Controller& c) { return c.kind == ControlKind::pd && !c.cut && std::isfinite(c.limit); }
  double error_force(const Controller&, double q, double v, const Jet& target) const;
  const Model* model_;
  std::vector<Controller> laws_;
  std::vector<double> first_limited_s_;  // per law
  std::vector<Controller> inputs_;
  VecX held_, held_cut_;
  bool on_cut_joints_ = false, computes_torque_ = false, follow_state_ = false;
  Solver solver_;
  Workspace ws_;
  Given question_;
  Solution answer_;
  CutRows cut_;
  VecX v_cut_;
};

}  // namespace zanjir
