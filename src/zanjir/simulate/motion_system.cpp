#include "zanjir/simulate/motion_system.hpp"

#include <cmath>

#include "zanjir/core/contract.hpp"
#include "zanjir/core/finite.hpp"
#include "zanjir/dynamics/contact_action.hpp"
#include "zanjir/language/expression_bounds.hpp"
#include "zanjir/loops/rank_finder.hpp"

namespace zanjir {
namespace {

AnyFormulation formulation_named(const std::string& name) {
  const std::optional<AnyFormulation> found = find_formulation(name);
  ZANJIR_REQUIRE(found.has_value(), "no formulation has this name");
  return *found;
}

}  // namespace

MotionSystem::MotionSystem(const Model& model, const State& start, const MotionOptions& options)
    : model_(model),
      options_(options),
      loops_(model.n_closure_rows() > 0),
      preload_(start.preload),
      elongations_(VecX::Zero(model.n_spring_rows())),
      solver_(formulation_named(options.formulation), model),
      controllers_(model, formulation_named(options.formulation), options.inputs),
      holds_(model),
      ws_holds_(model),
      state_(start),
      projected_(start),
      let_go_(start),
      qdot_(VecX::Zero(model.nq())),
      prescribed_vdot_(VecX::Zero(model.nv())),
      question_(forward_question(model, VecX::Zero(model.nv()))),
      ws_(model),
      ws_there_(model),
      closure_(model),
      cut_(model),
      v_cut_(VecX::Zero(model.n_cut_v())),
      phi_dot_(VecX::Zero(model.n_closure_rows())),
      projector_(model) {
  if (options.preload_interval_s > 0 && preload_.size() == 0) preload_.setZero(model.n_spring_rows());
  for (std::string* text : {&problem_, &solution_.note})
    text->reserve(128);  // a trial step far into the ground has no rate, and is told so without the heap
  has_elements_ = !model.forces().empty() || !model.spring_damping().isZero(0) || model.has_compliant_contacts() ||
                  !model.elastic_bodies().empty();  // modes are damped too
  take_contact_memory(model, start, contact_);
  for (std::size_t i = 0; i < model.contacts().size(); ++i) {
    if (model.contacts()[i].has_bristle()) bristle_of_.push_back(static_cast<int>(i));
  }
  std::vector<bool> prescribed_q(static_cast<std::size_t>(model.nq()), false);
  for (const int i : prescribed_coordinates(model)) prescribed_q[static_cast<std::size_t>(i)] = true;
  for (int i = 1; i < model.n_steps(); ++i) {
    const kernels::Step& step = model.tables().step[i];
    const int quaternion = step.joint == kernels::Primitive::ball ? 0 : step.joint == kernels::Primitive::free ? 3 : -1;
    if (quaternion >= 0 && !prescribed_q[static_cast<std::size_t>(step.q_begin + quaternion)]) quaternion_begin_.push_back(step.q_begin + quaternion);
  }
  for (int i = 0; i < model.nq(); ++i) {
    if (prescribed_q[static_cast<std::size_t>(i)]) continue;
    for (int& begin : quaternion_begin_) {
      if (begin == i) begin = -1 - static_cast<int>(q_index_.size());  // marked: now a place in y
    }
    q_index_.push_back(i);
  }
  for (int& begin : quaternion_begin_) begin = -1 - begin;
  for (int i = 0; i < model.nv(); ++i) {
    if (model.roles()[static_cast<std::size_t>(i)] != Role::prescribed) v_index_.push_back(i);
  }
  laws_apart_ = !options.shared && !controllers_.follow_state() &&
                std::ranges::all_of(model.prescribed(), [&](const PrescribedMotion& motion) { return model.joint(motion.joint).nq == 1; });
  y_there_.resize(static_cast<std::size_t>(n_states()));
  y_seen_.resize(y_there_.size());
  sight_.gap.resize(model.contacts().size());
  glimpse_ = sight_;
  shares_slopes_ = options.shared && options.shared->finds_slopes() && controllers_.only_hold();
  question_.tau_cut = VecX::Zero(model.n_cut_v());
  if (loops_ && options.loop_care == LoopCare::baumgarte) question_.closure_feedback = VecX::Zero(model.n_closure_rows());
  if (loops_) {
    rank_ = RankFinder(model).find(model, start);
    question_.rank = &rank_;
    projector_.project(model, rank_, WeakDirections::spared, projected_,
                       {-1, -1});  // whatever the residual: later projections find their memory there
    projected_ = start;
  }
}

void MotionSystem::pack(const State& state, double* y) const {
  for (const int i : q_index_) *y++ = state.q[i];
  for (const int i : v_index_) *y++ = state.v[i];
  if (!bristle_of_.empty()) put_bristles(state.contact, y);
}

void MotionSystem::take_bristles(const double* z, std::vector<ContactMemory>& memory) const {
  for (const int i : bristle_of_) memory[static_cast<std::size_t>(i)].bristle_m = {z[0], z[1]}, z += 2;
}

void MotionSystem::put_bristles(const std::vector<ContactMemory>& memory, double* z) const {
  for (const int i : bristle_of_) {
    const std::array<double, 2> bristle = memory.empty() ? std::array<double, 2>{0, 0} : memory[static_cast<std::size_t>(i)].bristle_m;
    *z++ = bristle[0], *z++ = bristle[1];
  }
}

void MotionSystem::bristle_rates(const Workspace& ws, double* rates) const {
  for (const int i : bristle_of_) {
    const auto k = static_cast<std::size_t>(i);
    std::array<double, 2> rate{0, 0};
    if (ws.contact[k].phase == ContactPhase::touching)
      rate = ws.contacts_seen ? ws.seen[k].force.bristle_rate_m_per_s : contact_action(model_, ws, i).force.bristle_rate_m_per_s;
    *rates++ = rate[0], *rates++ = rate[1];
  }
}

void MotionSystem::unpack(double t_s, const double* y, State& state) {
  unpack_integrated(t_s, y, state);
  laws_.write(model_, state.t_s, state.q, state.v, prescribed_vdot_);
}

void MotionSystem::unpack_integrated(double t_s, const double* y, State& state) const {
  state.t_s = inside(t_s);
  for (const int i : q_index_) state.q[i] = *y++;
  for (const int i : v_index_) state.v[i] = *y++;
  state.preload = preload_;
  state.contact = contact_;
  take_bristles(y, state.contact);
}

std::string MotionSystem::name_of_state(std::size_t i) const {
  if (i < q_index_.size()) return "the coordinate '" + model_.coordinate_names()[static_cast<std::size_t>(q_index_[i])] + "'";
  i -= q_index_.size();
  if (i < v_index_.size()) return "the speed '" + model_.speed_names()[static_cast<std::size_t>(v_index_[i])] + "'";
  return "the friction of '" + model_.contacts()[static_cast<std::size_t>(bristle_of_[(i - v_index_.size()) / 2])].name + "'";
}

double MotionSystem::next_switch(double after_s, double until_s) const {
  double next = controllers_.next_switch(after_s, until_s);
  const auto look = [&](const MotionLaw& law) { next = std::min(next, law.next_switch(after_s, until_s, model_.phases())); };
  for (std::size_t i = 0; i < model_.phases().size(); ++i) look(model_.phases()[i]);
  for (const PrescribedMotion& motion : model_.prescribed()) {
    for (const MotionLaw& law : motion.laws) look(law);
    for (const MotionLaw& law : motion.turn_angles) look(law);
  }
  for (const JointLoad& load : model_.forces().joint_loads) look(load.value);
  for (const FrameLaw& law : model_.forces().frame_laws) look(law.force), look(law.moment);
  for (const int i : holds_.contacts()) {
    if (const auto& held = model_.contacts()[static_cast<std::size_t>(i)].held) look(*held);
  }
  for (const FrameLoad& load : model_.forces().frame_loads) {
    for (const MotionLaw& law : load.moment) look(law);
    for (const MotionLaw& law : load.force) look(law);
  }
  return next;
}

double MotionSystem::between_orders(double after_s, double until_s) const {
  double between = std::numeric_limits<double>::infinity();
  // Where the law comes to be above zero, or not; of expressions of time alone none is missed, of others none that lasts for a 4096th of the rest.
  const auto next_sign = [&](const MotionLaw& law, double after) {
    PhaseJets room;
    std::function<bool(double, double)> keeps;
    if (law.expression()) keeps = [&](double begin, double end) { return keeps_its_sign(law.expression()->program(), begin, end); };
    return first_change(
        after, until_s, [&](double t) { return law.value_at(t, model_.phases().at(t, room)) > 0; }, keeps);
  };
  for (const int i : holds_.contacts()) {
    const auto& held = model_.contacts()[static_cast<std::size_t>(i)].held;
    if (!held || held->is_constant()) continue;
    const double next = next_sign(*held, after_s);
    if (next < until_s) between = std::min(between, (next + next_sign(*held, next)) / 2);
  }
  return between;
}

void MotionSystem::begin_piece(double begin_s, double end_s) {
  placed_ = seen_ = false;
  piece_begin_s_ = std::isfinite(begin_s) ? begin_s + time_rounding_s(begin_s) : begin_s;
  piece_end_s_ = std::isfinite(end_s) ? std::max(piece_begin_s_, end_s - time_rounding_s(end_s)) : end_s;
}

bool MotionSystem::control(const State& state, const Workspace* known, VecX& tau, VecX& tau_cut) {
  if (solved(controllers_.forces(state, rank(), tau, tau_cut, known))) return true;
  problem_ = "computed torque: " + controllers_.problem();
  return false;
}

// Accelerations are linear in these forces, so that the rows they keep at rest give them from the accelerations without; whatever the formulation.
SolveStatus MotionSystem::solve(State& state, Reactions reactions, Solution& solution) {
  if (holds_.empty() || !holds_.any_touching(state.contact)) return ask(state, reactions, solution);
  const SolveStatus status = solve_without_holds(state, Reactions::skip, solution);
  if (!solved(status)) return status;
  update_velocities(model_, state, ws_holds_);
  if (!solved(holds_.find_forces(ws_holds_, rank(), solution.vdot, state.contact))) {
    problem_ = "the forces of contacts that hold are not numbers";
    return SolveStatus::singular;
  }
  return ask(state, reactions, solution);
}

SolveStatus MotionSystem::solve_without_holds(const State& state, Reactions reactions, Solution& solution) {
  let_go_ = state;
  for (const int i : holds_.contacts()) let_go_.contact[static_cast<std::size_t>(i)].force_G = {0, 0, 0};
  return ask(let_go_, reactions, solution);
}

SolveStatus MotionSystem::ask(const State& state, Reactions reactions, Solution& solution) {
  // Baumgarte terms and control of cut joints are found before the question is asked, from poses that the solver then need not find again.
  const bool baumgarte = loops_ && options_.loop_care == LoopCare::baumgarte;
  here_ = baumgarte || controllers_.read_poses() ? place(state) : nullptr;
  const bool controlled = control(state, here_, question_.tau, question_.tau_cut);
  if (controlled && options_.shared && reactions == Reactions::skip && !(loops_ && options_.loop_care != LoopCare::projection) &&
      question_.tau_cut.isZero(0) && options_.shared->accelerations(state, question_.tau, solution, here_)) {
    solver_.release();
    return SolveStatus::ok;
  }
  if (controlled && baumgarte) add_feedback(*here_);
  const SolveStatus status = controlled ? solver_.solve(state, question_, reactions, solution) : SolveStatus::inconsistent;
  solver_.release();
  if (!here_) here_ = solver_.kinematics();
  if (!controlled) return status;
  if (!solved(status)) {
    problem_ = name_of(status);
    if (!solution.note.empty()) problem_.append(": ").append(solution.note);
  }
  return status;
}

// In the scratch of the solver where it has one, else here.
const Workspace* MotionSystem::place(const State& state) {
  if (const Workspace* held = solver_.hold(state)) return held;
  update_velocities(model_, state, ws_);
  return &ws_;
}

// phi'' + 2 alpha phi' + beta^2 phi = 0 instead of phi'' = 0.
void MotionSystem::add_feedback(const Workspace& ws) {
  update_closure_positions(model_, ws, closure_);
  question_.closure_feedback.noalias() = closure_.Phi_q * ws.v;
  question_.closure_feedback *= -2 * options_.baumgarte_alpha_per_s;
  question_.closure_feedback -= options_.baumgarte_beta_per_s * options_.baumgarte_beta_per_s * closure_.phi;
}

StepConditions MotionSystem::conditions() {
  control(state_, nullptr, question_.tau, question_.tau_cut);  // what sampled controllers hold
  return {piece_begin_s_, piece_end_s_, &contact_, &question_.tau};
}

bool MotionSystem::stages(const RungeKuttaTable& table, double t0_s, double h_s, double t_end_s, const double* y0, double* const* k, double* y_end) {
  if (!shares_slopes_ || !options_.shared->stages(conditions(), table, t0_s, h_s, t_end_s, y0, k, y_end, sight_)) return false;
  now_seen(t_end_s, y_end);
  return true;
}

RhsStatus MotionSystem::rhs(double t_s, const double* y, double* ydot) {
  if (shares_slopes_ && options_.shared->slope(conditions(), t_s, y, ydot)) return RhsStatus::ok;
  if (laws_apart_) unpack_integrated(t_s, y, state_);
  else unpack(t_s, y, state_);
  if (!solved(solve(state_, Reactions::skip, solution_))) return RhsStatus::retry;
  if (laws_apart_ && !here_) laws_.write(model_, state_.t_s, state_.q, state_.v, prescribed_vdot_);
  if (solution_.sigma_ratio) smallest_sigma_ratio_ = std::min(smallest_sigma_ratio_.value_or(*solution_.sigma_ratio), *solution_.sigma_ratio);
  if (solution_.configuration == Configuration::near_singular) ++near_singular_;
  coordinate_rates(model_, state_.q, state_.v, qdot_);
  double* out = ydot;
  for (const int i : q_index_) *out++ = qdot_[i];
  for (const int i : v_index_) *out++ = solution_.vdot[i];
  if (!bristle_of_.empty()) {
    if (!here_ || here_->stage != Stage::velocity) update_velocities(model_, state_, ws_), here_ = &ws_;
    bristle_rates(*here_, out);
    out += n_bristles();
  }
  if (watch_) {
    if (!here_ || here_->stage != Stage::velocity) update_velocities(model_, state_, ws_), here_ = &ws_;
    watch_(t_s, *here_);
  }
  powers(state_, here_, solution_.tau, question_.tau_cut, loops_ && options_.loop_care != LoopCare::projection ? &solution_.lambda : nullptr, out);
  if (all_finite(ydot, n())) return RhsStatus::ok;
  problem_ = "a rate is not a number";
  return RhsStatus::retry;
}

void MotionSystem::powers(const State& state, const Workspace* known, const VecX& tau, const VecX& tau_cut, const VecX* lambda, double* rates) {
  std::fill(rates, rates + n_work_sources, 0.0);
  const VecX& v = known ? known->v : state.v;
  for (int i = 0; i < model_.nv(); ++i) {
    const Role role = model_.roles()[static_cast<std::size_t>(i)];
    if (role != Role::passive) rates[at(role == Role::actuated ? WorkSource::actuators : WorkSource::prescribed)] += tau[i] * v[i];
  }
  const bool cut_actuators = tau_cut.size() > 0 && !tau_cut.isZero(0);
  if (!has_elements_ && !cut_actuators && !lambda) return;
  const bool poses_known = known && known->stage == Stage::velocity;
  if (!poses_known) {
    if (model_.acts_on_frames() || !model_.sprung().empty() || cut_actuators || lambda) update_velocities(model_, state, ws_);
    else take_state(model_, state, ws_);  // forces at joints and modes have no poses
  }
  const Workspace& ws = poses_known ? *known : ws_;
  if (has_elements_) {
    const Power p = power(model_, ws, tau);
    rates[at(WorkSource::dampers)] = p.dampers_W;
    rates[at(WorkSource::friction)] = p.friction_W;
    rates[at(WorkSource::loads)] = p.loads_W;
    rates[at(WorkSource::contact_normal)] = p.contact_normal_W;
    rates[at(WorkSource::contact_friction)] = p.contact_friction_W;
  }
  if (cut_actuators) {
    update_cut_rows(model_, ws, cut_);
    v_cut_.noalias() = cut_.S * ws.v;
    rates[at(WorkSource::actuators)] += tau_cut.dot(v_cut_);
  }
  if (lambda) {
    update_closure_positions(model_, ws, closure_);
    phi_dot_.noalias() = closure_.Phi_q * ws.v;
    rates[at(WorkSource::loops)] = lambda->dot(phi_dot_);
  }
}

bool MotionSystem::project(double t_s, double* y) {
  bool changed = false;
  for (const int begin : quaternion_begin_) {
    double* quat = y + begin;
    const double length2 = quat[0] * quat[0] + quat[1] * quat[1] + quat[2] * quat[2] + quat[3] * quat[3];
    if (std::abs(length2 - 1) < 4 * std::numeric_limits<double>::epsilon()) continue;
    const double s = 1 / std::sqrt(length2);
    for (int i = 0; i < 4; ++i) quat[i] *= s;
    changed = true;
  }
  const bool closes = loops_ && options_.loop_care == LoopCare::projection, holds = !holds_.empty() && holds_.any_touching(contact_);
  if (!closes && !holds) return changed;
  unpack(t_s, y, projected_);
  const bool stands = holds && holds_.project(ws_holds_, rank(), projected_);
  if (!(closes && close(projected_)) && !stands) return changed;
  unpack(t_s, y, state_);
  ledger(y)[at(WorkSource::projection)] += energy_at(projected_) - energy_at(state_);
  pack(projected_, y);
  return true;
}

// sigma_ref is the largest sigma_r of the run so far: a start near a singular point knows too small a one. The ratio that the dynamics gives is a bound
// from above, so what exceeds it is looked at more closely, and only when it is new.
void MotionSystem::accepted(double t_s, const double* y) {
  constexpr double new_by = 1.1;
  if (!loops_ || !solution_.sigma_ratio || *solution_.sigma_ratio <= new_by) return;
  const double bound = *solution_.sigma_ratio * rank_.sigma_ref;
  if (bound <= new_by * sigma_bound_) return;
  sigma_bound_ = bound;
  unpack(t_s, y, projected_);
  rank_.sigma_ref = std::max(rank_.sigma_ref, projector_.smallest_singular_value(model_, rank_, projected_));
}

// Bristles: their slope is -(stiffness speed)/(coefficient F_N) where they slide, which has no bound where F_N vanishes, and none where they stick.
bool MotionSystem::left_unsolved(double t_s, const double* y, const double* ydot, double gamma_s, double* correction) {
  bool any = false;
  int k = n_states() - n_bristles();
  for (const int i : bristle_of_) {
    const int at = k;
    k += 2;
    if (contact_[static_cast<std::size_t>(i)].phase == ContactPhase::flight) continue;
    kinematics_at(t_s, y);
    std::array<double, 2>& z = ws_there_.contact[static_cast<std::size_t>(i)].bristle_m;
    const std::array<double, 2> here{y[at], y[at + 1]};
    const auto rate = [&](double along, double across) {
      z = {along, across};
      return contact_action(model_, ws_there_, i).force.bristle_rate_m_per_s;
    };
    const double d = 1e-7 * std::hypot(here[0], here[1]) + 1e-14 * model_.length_m();
    const std::array<double, 2> f = rate(here[0], here[1]), a = rate(here[0] + d, here[1]), b = rate(here[0], here[1] + d);
    z = here;
    // (1 - gamma J) dz = gamma (f - ydot)
    const double r0 = gamma_s * (f[0] - ydot[at]), r1 = gamma_s * (f[1] - ydot[at + 1]), g = gamma_s / d;
    const double xx = 1 - g * (a[0] - f[0]), yx = -g * (a[1] - f[1]), xy = -g * (b[0] - f[0]), yy = 1 - g * (b[1] - f[1]), det = xx * yy - xy * yx;
    correction[at] = (yy * r0 - xy * r1) / det;
    correction[at + 1] = (xx * r1 - yx * r0) / det;
    any = true;
  }
  return any;
}

double MotionSystem::energy_at(const State& state) {
  update_velocities(model_, state, ws_);
  return energy(model_, ws_).total_J();
}

void MotionSystem::state_at(double t_s, const double* y, State& state) {
  unpack(t_s, y, state);
  if (loops_ && options_.loop_care == LoopCare::projection) close(state);
}

bool MotionSystem::close(State& state) {
  double fastest = 1;
  for (Eigen::Index i = 0; i < state.v.size(); ++i) fastest = std::max(fastest, std::abs(state.v[i] / model_.column_scale()[i]));
  const double leave = options_.projection_tolerance * std::min(1.0, rank_.sigma_ref);  // a residual is as much as residual/sigma in q
  return projector_.project(model_, rank_, WeakDirections::spared, state, {leave, leave * fastest}).factorisations > 0;
}

void MotionSystem::update_preload(double t_s, double* y) {
  unpack(t_s, y, state_);
  const double before = energy_at(state_);  // leaves the positions in ws_
  spring_elongations(model_, ws_, elongations_);
  if (preload_.size() == 0) preload_.setZero(model_.n_spring_rows());
  preload_ -= model_.spring_stiffness().cwiseProduct(elongations_);
  placed_ = seen_ = false;
  state_.preload = preload_;
  ledger(y)[at(WorkSource::loops)] += energy_at(state_) - before;
}

const Workspace& MotionSystem::kinematics_at(double t_s, const double* y) {
  if (placed_ && t_s == t_there_s_ && std::equal(y_there_.begin(), y_there_.end(), y)) return ws_there_;
  unpack_integrated(t_s, y, projected_);
  update_velocities(model_, projected_, ws_there_);
  t_there_s_ = t_s;
  std::copy_n(y, y_there_.size(), y_there_.begin());
  placed_ = true;
  return ws_there_;
}

const Workspace& MotionSystem::kinematics_inside(double t_s, const double* y) {
  if (!loops_ || options_.loop_care != LoopCare::projection) return kinematics_at(t_s, y);
  placed_ = false;
  state_at(t_s, y, projected_);
  update_velocities(model_, projected_, ws_there_);
  return ws_there_;
}

double MotionSystem::turns_at_most(double t_s, const double* y) {
  unpack(t_s, y, projected_);
  double sum = 0;
  for (int i = 0; i < model_.nv(); ++i)
    if (model_.speeds()[static_cast<std::size_t>(i)].turns()) sum += std::abs(projected_.v[i]);
  return sum;
}

void MotionSystem::now_seen(double t_s, const double* y) {
  t_seen_s_ = t_s;
  std::copy_n(y, y_seen_.size(), y_seen_.begin());
  seen_ = true;
}

void MotionSystem::see_gaps(const Workspace& ws, Sight& sight) {
  sight.energy_known = false;
  for (std::size_t i = 0; i < sight.gap.size(); ++i) {
    const Contact& c = model_.contacts()[i];
    if (c.compliant && !c.holds()) sight.gap[i] = contact_gap(model_, ws, c);
  }
}

const Sight& MotionSystem::gaps_at(double t_s, const double* y) {
  if (seen_ && t_s == t_seen_s_ && std::equal(y_seen_.begin(), y_seen_.end(), y)) return sight_;
  if (!shares_slopes_ || !options_.shared->gaps(conditions(), t_s, y, sight_)) see_gaps(kinematics_at(t_s, y), sight_);
  now_seen(t_s, y);
  return sight_;
}

const Sight& MotionSystem::gaps_inside(double t_s, const double* y) {
  if (!shares_slopes_ || !options_.shared->gaps(conditions(), t_s, y, glimpse_)) see_gaps(kinematics_inside(t_s, y), glimpse_);
  return glimpse_;
}

const Sight& MotionSystem::energies_at(double t_s, const double* y) {
  gaps_at(t_s, y);
  if (!sight_.energy_known) sight_.energy = energy(model_, kinematics_at(t_s, y), &sight_.opening);
  sight_.energy_known = true;
  return sight_;
}

double MotionSystem::loop_residual(const Workspace& ws) {
  if (!loops_) return 0;
  update_closure_positions(model_, ws, closure_);
  double worst = 0;
  for (Eigen::Index i = 0; i < closure_.phi.size(); ++i) worst = std::max(worst, std::abs(closure_.phi[i] * model_.row_scale()[i]));
  return worst;
}

}  // namespace zanjir
