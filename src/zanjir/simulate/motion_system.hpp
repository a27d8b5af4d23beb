// The motion of a model as first-order equations for the steppers: y = [q, v of what is integrated; bristles of contacts; work of each source].
// Prescribed coordinates are evaluated from their laws, never integrated. Quaternions are four numbers whose length is kept by projection.
#pragma once

#include <algorithm>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "zanjir/dynamics/energy.hpp"
#include "zanjir/dynamics/held_contacts.hpp"
#include "zanjir/formulations/registry.hpp"
#include "zanjir/integrate/system.hpp"
#include "zanjir/loops/loop_springs.hpp"
#include "zanjir/loops/projector.hpp"
#include "zanjir/simulate/controllers.hpp"
#include "zanjir/simulate/shared_forward.hpp"
#include "zanjir/simulate/sim_options.hpp"
#include "zanjir/terms/ledger.hpp"

namespace zanjir {

class MotionSystem final : public System {
 public:
  // `start` is closed; it decides the rank of the loops, which is kept.
  MotionSystem(const Model&, const State& start, const MotionOptions&);
  MotionSystem(const MotionSystem&) = delete;
  MotionSystem& operator=(const MotionSystem&) = delete;

  int n() const override { return n_states() + n_work_sources; }
  int n_states() const override { return static_cast<int>(q_index_.size() + v_index_.size()) + n_bristles(); }
  int n_bristles() const { return 2 * static_cast<int>(bristle_of_.size()); }
  RhsStatus rhs(double t_s, const double* y, double* ydot) override;
  bool stages(const RungeKuttaTable&, double t0_s, double h_s, double t_end_s, const double* y0, double* const* k, double* y_end) override;
  bool project(double t_s, double* y) override;
  void accepted(double t_s, const double* y) override;
  bool left_unsolved(double t_s, const double* y, const double* ydot, double gamma_s, double* correction) override;  // of bristles

  void pack(const State&, double* y) const;          // leaves the ledger alone
  void unpack(double t_s, const double* y, State&);  // at inside(t_s)
  // The same but for entries that laws give, for who has them found anyway (State).
  void unpack_integrated(double t_s, const double* y, State&) const;

  // Laws of time are put together from pieces (a trapezoid, step(t - 1)) and no step may span two of them: the driver stops at every switch, and until it
  // says that the next piece has begun all laws are read on the near side of it, to which the stages at the end of the step belong.
  double next_switch(double after_s, double until_s) const;  // infinity: none
  void begin_piece(double begin_s, double end_s);            // at first there is one, without begin and end
  // An instant between the next two at which `held` of a contact lets go or takes hold: a step that ends there, at the latest, passes one of them at most, which the search for events sees.
  double between_orders(double after_s, double until_s) const;  // infinity: none
  double inside(double t_s) const { return std::clamp(t_s, piece_begin_s_, piece_end_s_); }
  std::string name_of_state(std::size_t i) const;  // of those in y: "the speed 'A'"
  double* ledger(double* y) const { return y + n_states(); }
  const double* ledger(const double* y) const { return y + n_states(); }

  // What the contacts remember, between two events.
  const std::vector<ContactMemory>& contact_memory() const { return contact_; }
  void set_contact_memory(const std::vector<ContactMemory>& memory) {
    contact_ = memory;
    placed_ = false;
  }
  const std::vector<int>& bristle_of() const { return bristle_of_; }  // the contacts that have bristles, two numbers each
  // Bristles from z on, [n_bristles], into the memory and back; and their rates where everything is as in ws (Stage::velocity).
  void take_bristles(const double* z, std::vector<ContactMemory>&) const;
  void put_bristles(const std::vector<ContactMemory>&, double* z) const;
  void bristle_rates(const Workspace&, double* rates) const;

  // Dynamics at a state as the right-hand side sees it: control, accelerations, forces; reactions when asked for. The forces of contacts that hold are found on
  // the way, and left in the state.
  SolveStatus solve(State&, Reactions, Solution&);
  // The same without the forces of contacts that hold.
  SolveStatus solve_without_holds(const State&, Reactions, Solution&);
  HeldContacts& holds() { return holds_; }
  // The state at y, onto the loops when that is the care taken: dense output is slightly off them.
  void state_at(double t_s, const double* y, State&);
  // Poses and velocities at y: at the start or end of a step, where it is on the loops already, or inside of one, as state_at. Those of a step's end are found once for
  // events, energies and what else looks at it. Valid until the next call of either.
  const Workspace& kinematics_at(double t_s, const double* y);
  const Workspace& kinematics_inside(double t_s, const double* y);
  // No body turns faster there, rad/s: the speeds of all turning joints together, which ask for no pose.
  double turns_at_most(double t_s, const double* y);
  // What events look at there, and books: for less than poses where runs go side by side. Valid until the next call of these.
  const Sight& gaps_at(double t_s, const double* y);
  const Sight& gaps_inside(double t_s, const double* y);
  const Sight& energies_at(double t_s, const double* y);

  // Who is shown every place, at Stage::velocity, for which a right-hand side is found.
  using Watch = std::function<void(double t_s, const Workspace&)>;
  void set_watch(Watch watch) { watch_ = std::move(watch); }

  // Forces of the controllers at a state. False: see problem(). `known` as below.
  bool control(const State&, const Workspace* known, VecX& tau, VecX& tau_cut);
  // Forces of sampled controllers, from now on, and the numbers that they are recorded with (null: there are none).
  void hold_forces(const VecX& tau, const VecX& tau_cut) { controllers_.hold(tau, tau_cut); }
  void set_control_numbers(const double* numbers) { control_numbers_ = numbers; }
  const double* control_numbers() const { return control_numbers_; }
  // Power of each source, forces and multipliers given (lambda: null when loops are kept closed). `known`: that state as it was taken, with where everything is and how fast unless that is found here.
  void powers(const State&, const Workspace* known, const VecX& tau, const VecX& tau_cut, const VecX* lambda, double* rates);

  // [n_spring_rows], or empty; and preload <- preload - stiffness times elongation at y, with the energy that this adds in the ledger of y.
  const VecX& preload() const { return preload_; }
  void update_preload(double t_s, double* y);

  const Model& model() const { return model_; }
  const std::vector<int>& q_index() const { return q_index_; }  // entries of q and v that are integrated
  const std::vector<int>& v_index() const { return v_index_; }
  const LoopRank* rank() const { return loops_ ? &rank_ : nullptr; }
  const MotionOptions& options() const { return options_; }
  // Largest scaled closure residual at Stage::position of ws, or 0.
  double loop_residual(const Workspace& ws);
  // Why the last right-hand side had no answer.
  const std::string& problem() const { return problem_; }
  bool has_loops() const { return loops_; }
  std::vector<std::string> control_notes() const { return controllers_.notes(); }
  int n_demands() const { return controllers_.n_demands(); }
  void demands(double t_s, const double* y, double* of_limits) {  // Controllers::demands
    unpack(t_s, y, projected_);
    controllers_.demands(projected_, of_limits);
  }
  bool control_follows_state() const { return controllers_.follow_state(); }
  std::optional<double> smallest_sigma_ratio() const { return smallest_sigma_ratio_; }  // of all evaluations so far, where it is measured
  long evaluations_near_singular() const { return near_singular_; }

 private:
  const Workspace* place(const State&);
  StepConditions conditions();
  void see_gaps(const Workspace&, Sight&);
  void now_seen(double t_s, const double* y);
  void add_feedback(const Workspace&);
  bool close(State&);  // projects when the residual asks for it; true: the state was changed
  double energy_at(const State&);

  SolveStatus ask(const State&, Reactions, Solution&);

  const Model& model_;
  MotionOptions options_;
  bool loops_ = false, has_elements_ = false;
  bool laws_apart_ =
      false;  // no rate of what is integrated depends on what laws give, and no control reads it: laws are left to those who find poses
  VecX preload_, elongations_;
  std::vector<int> q_index_, v_index_;
  std::vector<int> quaternion_begin_;  // in y
  std::vector<ContactMemory> contact_;
  std::vector<int> bristle_of_;
  LoopRank rank_;
  Solver solver_;
  Controllers controllers_;
  const double* control_numbers_ = nullptr;
  HeldContacts holds_;
  Workspace ws_holds_;
  State state_, projected_, let_go_;
  VecX qdot_, prescribed_vdot_;
  KnownLaws laws_;
  Given question_;
  Solution solution_;
  Workspace ws_;
  const Workspace* here_ = nullptr;  // poses and velocities of the state that was solved last, if anybody has found them
  Workspace ws_there_;               // of kinematics_at, which knows t and y there while placed_
  std::vector<double> y_there_;
  double t_there_s_ = 0;
  bool placed_ = false;
  bool shares_slopes_ = false;  // whole right-hand sides are asked for elsewhere
  Sight glimpse_;               // inside of a step
  Sight sight_;                 // at t_seen_s_, y_seen_ while seen_
  std::vector<double> y_seen_;
  double t_seen_s_ = 0;
  bool seen_ = false;
  Closure closure_;
  CutRows cut_;
  VecX v_cut_, phi_dot_;
  Projector projector_;
  double piece_begin_s_ = -std::numeric_limits<double>::infinity(), piece_end_s_ = std::numeric_limits<double>::infinity();
  std::optional<double> smallest_sigma_ratio_;
  double sigma_bound_ = 0;  // largest smallest singular value, from above, that sigma_ref has been compared with
  long near_singular_ = 0;
  std::string problem_;
  Watch watch_;
};

}  // namespace zanjir
