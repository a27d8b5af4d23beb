#include "zanjir/simulate/simulate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <span>
#include <utility>

#include "zanjir/control/control.hpp"
#include "zanjir/dynamics/contact_action.hpp"
#include "zanjir/simulate/channel_event.hpp"
#include "zanjir/simulate/check_start.hpp"
#include "zanjir/simulate/contact_phases.hpp"
#include "zanjir/simulate/ground_notes.hpp"
#include "zanjir/simulate/halved_steps.hpp"
#include "zanjir/simulate/hold_phases.hpp"
#include "zanjir/simulate/impacts.hpp"
#include "zanjir/simulate/law_zones.hpp"
#include "zanjir/simulate/mechanical_motion.hpp"
#include "zanjir/simulate/pace.hpp"
#include "zanjir/simulate/restarts.hpp"
#include "zanjir/simulate/run_books.hpp"
#include "zanjir/simulate/speed_bands.hpp"
#include "zanjir/simulate/stability_watch.hpp"
#include "zanjir/simulate/zeno_watch.hpp"

namespace zanjir {
namespace {

using Clock = std::chrono::steady_clock;

// Whether one that is taken again may be cut down to this.
bool may_be(double t_s, double step_s) {
  constexpr double shortest = 1e-12;  // relative to t, or 1 s
  return step_s > shortest * std::max(std::abs(t_s), 1.0);
}

// What a run begins with; `auto` begins explicitly, and finds out.
StepperOptions first_stepper(const Model& model, StepperOptions options) {
  if (options.method == automatic_method) options.method = "dopri5";
  return SpeedBands::fine_enough(std::move(options), model);
}

class Run {
 public:
  Run(const Model& model, State& state, const SimOptions& options, const MakeRecorder& make_recorder)
      : model_(model),
        state_(state),
        options_(options),
        system_(model, state, options.motion),
        control_(model, *find_formulation(options.motion.formulation)),
        mechanical_(system_),
        sampler_(system_, options.samples),
        stepper_options_(first_stepper(model, options.stepper)),
        stepper_(make_stepper(stepper_options_, system_, &mechanical_)),
        own_guards_(impact_guards(model)),
        phases_(model),
        holds_(system_),
        zones_(system_, stepper_options_),
        bands_(std::make_unique<SpeedBands>(system_, stepper_options_)),
        y_(static_cast<std::size_t>(system_.n()), 0.0),
        y_sample_(y_.size()),
        row_(sampler_.channels().size()),
        y_before_(y_.size()),
        ws_(model),
        before_(state),
        stability_(model, options, state),
        books_(model, system_, phases_, summary_) {
    make_halved_steps();
    for (const auto& guard : own_guards_) impact_guards_.push_back(guard.get()), guards_.push_back(guard.get());
    for (const auto& guard : phases_.guards()) guards_.push_back(guard.get());
    for (const auto& guard : holds_.guards()) guards_.push_back(guard.get());
    for (const UserEvent& event : options.events) {
      if (!event.guard) channel_guards_.push_back(std::make_unique<ChannelGuard>(system_, sampler_, summary_.energy_begin_J, event));
      guards_.push_back(event.guard ? event.guard.get() : channel_guards_.back().get());
    }
    if (!make_recorder) return;
    recorder_ = make_recorder(sampler_.channels());
    if (!recorder_) end(RunEnd::recorder_failed, "there is no recorder");
  }

  RunSummary go();

 private:
  void begin();
  bool advance();  // one step with its events; false: the run has ended
  bool after_event(const Located&);
  bool change_phases(double t_s, const std::vector<int>* crossing, bool& changed);
  bool take_again(double t_before_s, double tried_s);
  void begin_again(double t_before_s);
  void cross(double t_s);
  void update_preload(double t_s);
  void take_over(const MethodChoice&, double t_s);
  void make_halved_steps();
  void note_ground();
  void note_short_steps(long steps);
  void add_note(std::string note) {
    if (!note.empty()) summary_.notes.push_back(std::move(note));
  }
  bool accumulates(const Located&, int guard);
  std::string crowded(double t_s) const;
  bool apply_impacts(double t_s, const std::vector<int>& impacts);
  bool apply_holds(const HoldPhases::Outcome&);
  void tell_shared_forces();
  bool orders_known(double t_s);
  bool end_at(const HoldPhases::Outcome&);
  std::size_t n_own_guards() const { return impact_guards_.size() + phases_.guards().size() + holds_.guards().size(); }
  bool note_user_event(const Located&, int guard, const std::string*& stopped_by);
  void begin_piece(double t_s, bool at_a_switch);
  void after_switch(double t_s);
  bool act(double t_s);
  void note_jump(double t_s);
  void look(double t_s, const double* y) { look(t_s, y, books_.at(t_s, y)); }
  void look(double t_s, const double* y, const RunBooks::Entry&);
  bool books_add_up();
  bool sample(double t_s, const double* y);
  bool note(const EventRecord&);
  bool samples_until(double t_s, bool inclusive);
  // On the grid; the end of the run counts as on it when it is but for rounding.
  double next_sample_time() const {
    const double due = t_begin_ + static_cast<double>(next_sample_) * options_.sample_interval_s;
    return std::abs(due - options_.until_s) < 1e-9 * options_.sample_interval_s ? options_.until_s : due;
  }
  bool end(RunEnd how, std::string why) {
    summary_.end = how;
    summary_.why = std::move(why);
    return false;
  }
  std::string failure(const StepReport&) const;
  bool begin_contacts();

  const Model& model_;
  State& state_;
  const SimOptions& options_;
  MotionSystem system_;
  Control control_;
  MechanicalMotion mechanical_;
  Sampler sampler_;
  StepperOptions stepper_options_;
  std::unique_ptr<Stepper> stepper_, other_stepper_;  // other: see cross()
  bool crosses_ = false;
  double cross_until_s_ = 0;
  std::vector<std::unique_ptr<ImpactGuard>> own_guards_;
  std::vector<const ImpactGuard*> impact_guards_;
  ContactPhases phases_;
  HoldPhases holds_;
  LawZones zones_;
  std::unique_ptr<SpeedBands> bands_;
  std::unique_ptr<HalvedSteps> halved_;  // of constant steps, where something can bounce
  bool told_shared_forces_ = false;
  std::vector<std::unique_ptr<ChannelGuard>> channel_guards_;
  std::vector<Guard*> guards_;  // impact_guards_, then those of phases_, of holds_, and of the user's events
  std::vector<int> applied_;    // of guards_: what stood at zero when the locator started last
  std::unique_ptr<EventLocator> locator_;
  std::unique_ptr<ZenoWatch> zeno_;
  std::unique_ptr<CrowdWatch> crowd_;
  std::vector<double> y_, y_sample_, row_, y_before_;
  Workspace ws_;
  Recorder* recorder_ = nullptr;
  RunSummary summary_;
  long next_sample_ = 0;
  double t_begin_ = 0, last_sample_s_ = -std::numeric_limits<double>::infinity(), switch_s_ = 0;
  double next_preload_s_ = std::numeric_limits<double>::infinity();
  double between_orders_s_ = -std::numeric_limits<double>::infinity();  // see MotionSystem; passed: not known
  State before_;
  bool jump_noted_ = false;
  StabilityWatch stability_;
  StepperCounts spent_;  // by steppers before this one, and by trials
  RunBooks books_;
  bool looked_ = false;                                           // their last entry is the present state's
  double care_step_s_ = std::numeric_limits<double>::infinity();  // no longer steps now: see RunBooks::judge
  double zone_step_s_ = std::numeric_limits<double>::infinity();  // nor than this: see LawZones
  double band_step_s_ = std::numeric_limits<double>::infinity();  // nor than this: see SpeedBands
};

void Run::begin() {
  locator_ = std::make_unique<EventLocator>(system_, guards_);
  applied_.reserve(guards_.size());
  zeno_ = std::make_unique<ZenoWatch>(guards_.size(), options_.zeno_interval_s);
  // What rocks to rest, down to the speed that counts as none, has a thousand strikes in this time only if it loses less than 0.2 % of its speed in each; what falls flat strikes with all its places.
  constexpr double little = 5e-3;  // of the time in which things of this size fall
  constexpr std::size_t many = 1000, of_each = 20;
  const double g = norm(model_.gravity());
  crowd_ = std::make_unique<CrowdWatch>(many + of_each * system_.holds().contacts().size(), little * std::sqrt(model_.length_m() / (g > 0 ? g : 1)));
  t_begin_ = options_.resumed ? options_.resumed->t_begin_s : state_.t_s;
  // Whether the start is at a switch is not known.
  const double rounding = time_rounding_s(state_.t_s);
  begin_piece(state_.t_s, system_.next_switch(state_.t_s - 4 * rounding, options_.until_s) <= state_.t_s + rounding);
  if (!control_.empty()) {
    if (options_.resumed) control_.go_on(options_.resumed->control);
    else control_.begin(state_.t_s);
    system_.hold_forces(control_.tau(), control_.tau_cut());
    system_.set_control_numbers(control_.numbers().data());
  }
  system_.pack(state_, y_.data());
  const Energy e = energy(model_, system_.kinematics_at(state_.t_s, y_.data()));
  summary_.model = model_.name();
  summary_.method = options_.stepper.method;
  summary_.formulation = options_.motion.formulation;
  summary_.t_begin_s = t_begin_;
  summary_.t_s = state_.t_s;
  summary_.has_loops = system_.has_loops();
  if (summary_.has_loops) summary_.trusted_loop_residual_m = trusted_loop_residual * model_.length_m();
  summary_.has_springs = model_.n_spring_rows() > 0;
  if (summary_.has_springs && options_.motion.preload_interval_s > 0) next_preload_s_ = state_.t_s + options_.motion.preload_interval_s;
  summary_.energy_begin_J = e.total_J();
  // What holds has exchanged nothing yet when it first gives way: all of the mass at a speed that counts as none is no energy.
  double mass_kg = 0;
  for (const Body& body : model_.bodies()) mass_kg += body.mass_kg;
  // And what lies still exchanges the rounding of where it is, which is no exchange.
  constexpr double rounding_of_places = 1e-12;
  const double slowest = system_.holds().empty() ? 0 : system_.holds().slowest_m_per_s();
  // Without gravity, too: what loads press on the ground moves by roundings, more slowly than what counts as rest.
  summary_.largest_exchange_J =
      std::max(rounding_of_places * mass_kg * norm(model_.gravity()) * model_.length_m(), 0.5 * mass_kg * slowest * slowest);
  // What lies on compliant contacts has not, either, when it begins to sink into them: laws count slower touch-downs as their least speed.
  double slow = std::numeric_limits<double>::infinity();
  for (const Contact& contact : model_.contacts())
    if (contact.compliant && !contact.holds()) slow = std::min(slow, contact.compliant->normal.least_speed_m_per_s);
  if (!std::isfinite(slow)) slow = 0;
  books_.begin(e.total_J() - e.kinetic_J, options_.until_s - t_begin_, 0.5 * mass_kg * slowest * slowest, 0.5 * mass_kg * slow * slow);
  if (options_.resumed) {
    summary_.energy_begin_J = options_.resumed->energy_begin_J;
    summary_.largest_kinetic_J = options_.resumed->largest_kinetic_J;
    summary_.largest_exchange_J = std::max(summary_.largest_exchange_J, summary_.largest_kinetic_J);
    std::copy(options_.resumed->work_J.begin(), options_.resumed->work_J.end(), system_.ledger(y_.data()));
  }
}

// The laws of time go on with the piece that begins at t, or that t lies in.
void Run::begin_piece(double t_s, bool at_a_switch) {
  // A switch at the end of the run, but for rounding, counts: the last step must not read the laws beyond it.
  switch_s_ = system_.next_switch(t_s, options_.until_s + 4 * time_rounding_s(options_.until_s));
  system_.begin_piece(at_a_switch ? t_s : -std::numeric_limits<double>::infinity(), switch_s_);
  looked_ = false;
}

void Run::after_switch(double t_s) {
  system_.unpack(t_s, y_.data(), before_);
  begin_piece(t_s, true);
  system_.unpack(t_s, y_.data(), state_);
  state_.t_s = t_s;
  stepper_->restart(t_s, y_.data());
  if (!jump_noted_) note_jump(t_s);
}

// Sampled controllers read the mechanism and change their forces, as at a switch of an input.
bool Run::act(double t_s) {
  system_.unpack(t_s, y_.data(), state_);
  state_.t_s = t_s;
  update_velocities(model_, state_, ws_);
  const Control::Outcome outcome = control_.act(t_s, state_, ws_, system_.rank());
  system_.hold_forces(control_.tau(), control_.tau_cut());
  if (outcome == Control::Outcome::went_on) return true;
  return end(outcome == Control::Outcome::tripped ? RunEnd::tripped : RunEnd::numerics_failed, control_.problem());
}

// A prescribed joint whose law jumps would hit what it carries. Said once.
void Run::note_jump(double t_s) {
  constexpr double continuous = 1e-9;
  for (const PrescribedMotion& motion : model_.prescribed()) {
    const Joint& joint = model_.joint(motion.joint);
    const auto jumps = [](const VecX& a, const VecX& b, int begin, int n) {
      return (a - b).segment(begin, n).lpNorm<Eigen::Infinity>() > continuous * (1 + a.segment(begin, n).lpNorm<Eigen::Infinity>());
    };
    const bool in_position = jumps(state_.q, before_.q, joint.q_begin, joint.nq), in_speed = jumps(state_.v, before_.v, joint.v_begin, joint.nv);
    if (!in_position && !in_speed) continue;
    jump_noted_ = true;
    summary_.notes.push_back(fmt::format(
        "the law that prescribes '{}' jumps in {} at t = {:.9g} s: the impulse that this takes is neither in the motion nor in the ledger; "
        "take a law with a continuous rate (trapezoid, cycloid, cubic table)",
        joint.name, in_position ? "position" : "speed", t_s));
    return;
  }
}

void Run::look(double t_s, const double* y, const RunBooks::Entry& now) {
  system_.unpack(t_s, y, state_);
  state_.t_s = t_s;
  books_.accept(t_s, y, now);
  looked_ = true;
}

bool Run::sample(double t_s, const double* y) {
  if (!recorder_) return true;
  sampler_.fill(t_s, y, summary_.energy_begin_J, row_);
  if (const Channel* channel = sampler_.not_finite(row_); channel && summary_.rows_without_numbers++ == 0)
    summary_.without_number = fmt::format("'{}' at t = {:.9g} s", channel->name, t_s);
  ++summary_.samples;
  last_sample_s_ = t_s;
  if (recorder_->append(row_)) return true;
  return end(RunEnd::recorder_failed, recorder_->error());
}

bool Run::note(const EventRecord& event) {
  if (++summary_.n_events <= max_events_kept) summary_.events.push_back(event);
  return !recorder_ || recorder_->add_event(event) || end(RunEnd::recorder_failed, recorder_->error());
}

// The samples that are due inside the last step, up to t_s.
bool Run::samples_until(double t_s, bool inclusive) {
  if (options_.sample_interval_s <= 0 || !recorder_) return true;
  for (;; ++next_sample_) {
    const double due = next_sample_time();
    if (inclusive ? due > t_s : due >= t_s) return true;
    if (due == stepper_->t()) std::copy(stepper_->y(), stepper_->y() + system_.n(), y_sample_.begin());
    else stepper_->interpolate(due, y_sample_.data());
    if (!sample(due, y_sample_.data())) return false;
  }
}

std::string Run::failure(const StepReport& report) const {
  std::string why = fmt::format("no step from t = {:.9g} s: {}", stepper_->t(), report.why);
  if (!system_.problem().empty()) why += "; the dynamics said: " + system_.problem();
  return why;
}

bool Run::begin_contacts() {
  std::vector<EventRecord> changed;
  phases_.begin(system_, state_, changed);
  looked_ = false;
  system_.pack(state_, y_.data());
  for (const EventRecord& record : changed) {
    if (!note(record)) return false;
  }
  const bool goes_on = options_.resumed.has_value();
  if (holds_.empty()) return true;
  if (!orders_known(state_.t_s)) return false;
  const HoldPhases::Outcome outcome = holds_.begin(state_, goes_on);
  // What goes on as it was has been told already.
  if (goes_on && outcome.events.empty())
    told_shared_forces_ = std::ranges::any_of(state_.contact, [](const ContactMemory& m) { return m.shares_normal || m.shares_friction; });
  return apply_holds(outcome);
}

bool Run::orders_known(double t_s) {
  const HoldPhases::Outcome unknown = holds_.unknown_order(t_s);
  if (solved(unknown.status)) return true;
  end_at(unknown);
  summary_.at += ".held";
  return false;
}

bool Run::end_at(const HoldPhases::Outcome& outcome) {
  if (outcome.contact >= 0) summary_.at = "contacts." + model_.contacts()[at(outcome.contact)].group;
  return end(RunEnd::numerics_failed, outcome.problem);
}

// state_ has the speeds and grips from which the motion goes on.
bool Run::apply_holds(const HoldPhases::Outcome& outcome) {
  for (const EventRecord& record : outcome.events) {
    if (!note(record)) return false;
  }
  if (!solved(outcome.status)) return end_at(outcome);
  system_.pack(state_, y_.data());
  system_.ledger(y_.data())[at(WorkSource::impacts)] += outcome.energy_J;
  tell_shared_forces();
  return true;
}

// Once: that single forces of contacts that share them are a choice.
void Run::tell_shared_forces() {
  if (told_shared_forces_) return;
  std::string names;
  std::size_t n = 0;
  constexpr std::size_t most_named = 4;  // the summary of a recording has a fixed size
  for (std::size_t i = 0; i < state_.contact.size(); ++i) {
    if (!state_.contact[i].shares_normal && !state_.contact[i].shares_friction) continue;
    if (n++ < most_named) names += (n > 1 ? ", " : "") + model_.contacts()[i].name;
  }
  if (n == 0) return;
  told_shared_forces_ = true;
  summary_.notes.push_back(
      fmt::format("from t = {:.6g} s on contacts that hold share forces that rigid bodies do not determine ({}{}): single forces are a choice, their "
                  "sums are not; "
                  "CONTACT.undetermined says which and when",
                  state_.t_s, names, n > most_named ? fmt::format(" and {} more", n - most_named) : ""));
}

// Whether events of this guard come too fast to end; the run is over then. Compliant contacts part and touch at two levels, so theirs always end.
bool Run::accumulates(const Located& event, int i) {
  const bool impact = static_cast<std::size_t>(i) < impact_guards_.size();
  const bool phase = !impact && static_cast<std::size_t>(i) < impact_guards_.size() + phases_.guards().size();
  if (phase) return false;
  const bool hold = !impact && static_cast<std::size_t>(i) < n_own_guards();
  if (hold && !zeno_->accumulates(i, event.t_s)) return false;
  const std::string& name = guards_[static_cast<std::size_t>(i)]->name;
  if (event.departure == Departure::none && impact && impact_guards_[static_cast<std::size_t>(i)]->restitution == 0) {
    return !end(
        RunEnd::events_accumulate,
        fmt::format(
            "'{}' stays closed from t = {:.12g} s on: impacts without restitution leave no speed to part with, and rigid impacts hold nothing up; "
            "end the run before, or use a compliant contact",
            name, event.t_s));
  }
  if (hold || event.departure == Departure::none || zeno_->accumulates(i, event.t_s)) {
    return !end(RunEnd::events_accumulate,
                fmt::format("the events of '{}' accumulate at t = {:.12g} s: they follow each other faster than {:g} s and would never end; "
                            "end the run before, or use a compliant contact",
                            name, event.t_s, options_.zeno_interval_s));
  }
  return false;
}

// Contacts that hold change without end.
std::string Run::crowded(double t_s) const {
  std::vector<std::string> names;
  double first_s = t_s;
  for (const CrowdWatch::Last& last : crowd_->last()) {
    first_s = std::min(first_s, last.t_s);
    const std::string& name = guards_[at(last.guard)]->name;
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  }
  std::string list;
  constexpr std::size_t most_named = 8;
  for (std::size_t i = 0; i < std::min(names.size(), most_named); ++i) list += (i > 0 ? ", " : "") + names[i];
  if (names.size() > most_named) list += fmt::format(" and {} more", names.size() - most_named);
  return fmt::format(
      "{} events of {} between t = {:.12g} s and {:.3g} s later: rigid contacts that change so often lead nowhere; "
      "end the run before, or use a compliant `law` for them",
      crowd_->last().size(), list, first_s, t_s - first_s);
}

bool Run::apply_impacts(double t_s, const std::vector<int>& impacts) {
  std::vector<double> approach;
  const ImpactResult impact = apply_impact(model_, system_.rank(), impact_guards_, impacts, state_, approach);
  if (impact.status != SolveStatus::ok) {
    return end(RunEnd::numerics_failed,
               fmt::format("impact of '{}' at t = {:.9g} s: {}", guards_[static_cast<std::size_t>(impacts[0])]->name, t_s, name_of(impact.status)));
  }
  for (std::size_t k = 0; k < impacts.size(); ++k) {
    const EventRecord record{t_s, guards_[static_cast<std::size_t>(impacts[k])]->name, "impact", approach[k], k == 0 ? impact.energy_J : 0};
    if (!note(record)) return false;
  }
  system_.pack(state_, y_.data());
  system_.ledger(y_.data())[at(WorkSource::impacts)] += impact.energy_J;
  return true;
}

bool Run::note_user_event(const Located& event, int i, const std::string*& stopped_by) {
  const UserEvent& own = options_.events[static_cast<std::size_t>(i) - n_own_guards()];
  Guard& guard = *guards_[static_cast<std::size_t>(i)];
  const GuardValue g = guard.value({system_, event.t_s, y_.data()});
  if (own.then == UserEvent::Then::stop) stopped_by = &guard.name;
  return note({event.t_s, guard.name, own.then == UserEvent::Then::stop ? "stop" : "crossing", g.rate, 0});
}

bool Run::after_event(const Located& event) {
  system_.unpack(event.t_s, y_.data(), state_);
  state_.t_s = event.t_s;
  std::vector<int> impacts, contacts, holds;
  const std::string* stopped_by = nullptr;
  const int n_impacts = static_cast<int>(impact_guards_.size()), n_contacts = static_cast<int>(phases_.guards().size()),
            n_own = static_cast<int>(n_own_guards());
  for (const int i : event.guards) {
    if (accumulates(event, i)) return false;
    if (i < n_impacts) impacts.push_back(i);
    else if (i < n_impacts + n_contacts) contacts.push_back(i - n_impacts);
    else if (i < n_own) holds.push_back(i - n_impacts - n_contacts);
    else if (!note_user_event(event, i, stopped_by)) return false;
  }
  if (!holds.empty() && crowd_->crowds(n_impacts + n_contacts + holds.front(), event.t_s)) return end(RunEnd::events_accumulate, crowded(event.t_s));
  if (!sample(event.t_s, y_.data())) return false;
  if (!impacts.empty() && !apply_impacts(event.t_s, impacts)) return false;
  bool jumped = !impacts.empty();
  if (!contacts.empty() && !change_phases(event.t_s, &contacts, jumped)) return false;
  if (!holds.empty()) {
    system_.unpack(event.t_s, y_.data(), state_);
    state_.t_s = event.t_s;
    if (!apply_holds(holds_.cross(holds, state_))) return false;
    jumped = true;
  }
  if (jumped && !sample(event.t_s, y_.data())) return false;
  look(event.t_s, y_.data());
  if (stopped_by) return end(RunEnd::stopped_by_event, fmt::format("event '{}'", *stopped_by));
  if (jumped || !stepper_->retakes()) stepper_->restart(event.t_s, y_.data());
  applied_.clear();
  for (const int i : event.guards) {
    if (i < n_impacts || i >= n_own) applied_.push_back(i);
  }
  locator_->start(event.t_s, y_.data(), applied_);
  return true;
}

// Contacts that cross (none given: those whose change was missed) touch or part.
bool Run::change_phases(double t_s, const std::vector<int>* crossing, bool& jumped) {
  std::vector<EventRecord> changed;
  const Workspace& ws = system_.kinematics_at(t_s, y_.data());
  std::vector<ContactMemory> memory = ws.contact;
  if (crossing) phases_.cross(ws, *crossing, memory, changed);
  else phases_.catch_up(ws, memory, changed);
  system_.set_contact_memory(memory);
  system_.put_bristles(memory, system_.ledger(y_.data()) - system_.n_bristles());
  for (const EventRecord& record : changed) {
    if (!note(record)) return false;
  }
  jumped = jumped || !changed.empty();
  return true;
}

// Positions of 1e308 m are numbers, their energies are not: nothing could be said about such a run.
bool Run::books_add_up() {
  return books_.finite() ||
         end(RunEnd::numerics_failed,
             fmt::format("the energy is not a number at t = {:.9g} s; are masses, positions and speeds what they should be?", summary_.t_s));
}

// Back to y_before_, for a step half as long. False: it could not be told from none.
bool Run::take_again(double t_before, double tried_s) {
  if (!may_be(t_before, tried_s / 2)) return false;
  care_step_s_ = tried_s / 2;
  begin_again(t_before);
  return true;
}

// The equations of an implicit step need not have a solution where a force jumps: its time goes by with a method that solves none. The second call goes back.
void Run::cross(double t_s) {
  if (!other_stepper_) {
    StepperOptions options = stepper_options_;
    options.method = "dopri5", options.fixed_step_s = 0;
    other_stepper_ = make_stepper(options, system_, &mechanical_);
  }
  std::swap(stepper_, other_stepper_);
  crosses_ = !crosses_;
  stepper_->restart(t_s, y_.data());
}

void Run::begin_again(double t_before) {
  ++summary_.steps_taken_again;
  y_ = y_before_;
  stepper_->restart(t_before, y_.data());
  locator_->start(t_before, y_.data(), applied_);
}

// Augmented Lagrangian: the equations change here, as at a switch of an input.
void Run::update_preload(double t_s) {
  system_.update_preload(t_s, y_.data());
  stepper_->restart(t_s, y_.data());
  applied_.clear();
  locator_->start(t_s, y_.data(), applied_);
  next_preload_s_ = t_s + options_.motion.preload_interval_s;
}

void Run::make_halved_steps() {
  if (halved_) spent_.rhs += halved_->evaluations();
  halved_.reset();
  if (stepper_options_.fixed_step_s > 0 && HalvedSteps::looks_at(model_)) halved_ = std::make_unique<HalvedSteps>(stepper_options_, system_);
}

void Run::take_over(const MethodChoice& choice, double t_s) {
  summary_.advice.push_back(fmt::format(
      "auto: `--method {}` from t = {:.6g} s on, where something at about {:.2g} rad/s sets the steps of {}; in trials {:.2g} times less work",
      choice.text(), t_s, stepper_->counts().fastest_per_s, stepper_options_.method, choice.gain));
  spent_ += stepper_->counts();
  stepper_options_ = SpeedBands::fine_enough(choice.stepper, model_);
  stepper_ = make_stepper(stepper_options_, system_, &mechanical_);
  make_halved_steps();
  spent_.rhs += bands_->evaluations();
  bands_ = std::make_unique<SpeedBands>(system_, stepper_options_);
  stability_.begin(t_s);
  stepper_->restart(t_s, y_.data());
  locator_->start(t_s, y_.data(), applied_);
}

bool Run::advance() {
  const double t_before = stepper_->t();
  const bool cares = !phases_.guards().empty() || !holds_.empty() || halved_;
  if (cares) {
    if (!looked_) look(t_before, y_.data());
    if (books_.last().contacts.overdue) {
      bool changed = false;
      if (!change_phases(t_before, nullptr, changed)) return false;
      look(t_before, y_.data());
      stepper_->restart(t_before, y_.data());
      locator_->start(t_before, y_.data(), applied_);
    }
  }
  if (crosses_ && t_before >= cross_until_s_) cross(t_before);
  y_before_ = y_;
  if (t_before >= between_orders_s_) between_orders_s_ = system_.between_orders(t_before, options_.until_s);
  double limit = std::min({options_.until_s, switch_s_, between_orders_s_, next_preload_s_, control_.next_s()});
  const double longest_step = std::min({care_step_s_, zone_step_s_, band_step_s_});
  if (!holds_.empty()) {
    if (stepper_options_.fixed_step_s > 0) limit = std::min(limit, t_before + holds_.longest_step_s(t_before, y_.data()));
    holds_.follow_ways(t_before, y_.data());
  }
  if (!stepper_->keeps_below(longest_step)) limit = std::min(limit, t_before + longest_step);
  if (!stepper_->samples_inside() && options_.sample_interval_s > 0 && recorder_) {
    limit = std::min(limit, next_sample_time());
  }
  if (!zones_.empty()) zones_.begin_step();
  const StepReport report = stepper_->step(limit);
  if (report.status == StepStatus::failed) {
    const double refused = std::min({limit - t_before, care_step_s_, stepper_options_.fixed_step_s > 0 ? stepper_options_.fixed_step_s : limit});
    if (cares && (halved_ || phases_.any_touching(system_.contact_memory())) && take_again(t_before, refused)) return true;
    if (!bands_->empty() && stepper_options_.fixed_step_s > 0 && may_be(t_before, refused / 4)) {
      // The equations of an implicit step may have several solutions where friction falls with the speed, and a long one none that an iteration finds.
      band_step_s_ = std::min(refused, band_step_s_) / 4;
      begin_again(t_before);
      return true;
    }
    if (!zones_.empty() && !crosses_) {
      constexpr double little = 1e-6;  // of the run, where nobody knows how long the step would have been
      cross_until_s_ =
          t_before + std::min({refused, zone_step_s_, stepper_options_.fixed_step_s > 0 ? refused : little * (options_.until_s - t_begin_)});
      return cross(t_before), true;
    }
    return end(RunEnd::numerics_failed, failure(report));
  }
  const double tried = stepper_->t() - t_before;
  if (!zones_.empty()) {
    const double longest = zones_.longest_step(*stepper_, t_before, y_before_.data(), stepper_->t(), stepper_->y());
    if (longest < tried && may_be(t_before, longest)) {
      // Little by little: of a step that is far too long the way is none, and what it meets may be nowhere.
      zone_step_s_ = std::clamp(longest, tried / 16, 0.9 * tried);
      begin_again(t_before);
      return true;
    }
    zone_step_s_ = std::numeric_limits<double>::infinity();
  }
  if (!bands_->empty()) {
    band_step_s_ = bands_->longest_step(t_before, y_before_.data(), stepper_->t(), stepper_->y());
    if (band_step_s_ < tried && may_be(t_before, band_step_s_)) {
      begin_again(t_before);
      return true;
    }
    band_step_s_ = bands_->next_step(stepper_->t(), stepper_->y());
  }
  // Events in a constant step that has blown up are not sought: its bodies turn a million times on the way.
  if (halved_ && phases_.any_touching(system_.contact_memory()) && books_.absurd(books_.at(stepper_->t(), stepper_->y())) &&
      take_again(t_before, tried))
    return true;
  const Located* event = locator_->locate(*stepper_, t_before, y_.data());
  if (!event && !(stepper_->t() > t_before)) {
    // The iteration of an implicit method may find its stages for the whole step and not for the part of it that ends at the event: in a shorter step the event is another one's, or nearer.
    if (take_again(t_before, tried)) return true;
    return end(RunEnd::numerics_failed, fmt::format("no step from t = {:.9g} s to the event inside it", t_before));
  }
  if (!event) std::copy(stepper_->y(), stepper_->y() + system_.n(), y_.begin());
  const double t_s = event ? event->t_s : stepper_->t();
  const RunBooks::Entry now = books_.at(t_s, y_.data());
  if (cares && t_s > t_before) {
    if (event && event->against_its_rate && take_again(t_before, tried)) return true;
    if (stepper_options_.fixed_step_s > 0 && holds_.lost_a_way(t_s, y_.data()) && take_again(t_before, t_s - t_before)) return true;
    const auto read_inside = [this](double t) {
      stepper_->glance(t, y_sample_.data());
      return static_cast<const double*>(y_sample_.data());
    };
    RunBooks::Judgement step = books_.judge(now, t_before, t_s, read_inside);
    if (step.sound && halved_) {
      const double share = halved_->share(t_before, y_before_.data(), t_s, y_.data());
      step.sound = share <= 1;
      step.share = std::max(step.share, share);
    }
    if (!step.sound && take_again(t_before, t_s - t_before)) return true;
    books_.take(step);
    if (step.share < 1.0 / 32) care_step_s_ *= 2;
  } else if (!cares) {
    care_step_s_ *= 2;
  }
  if (!event) applied_.clear();
  const bool acts = t_s >= control_.next_s();
  if (!samples_until(t_s, !event && !acts)) return false;
  if (event) {
    if (!after_event(*event)) return false;
    if (acts && !act(t_s)) return false;
  } else {
    look(t_s, y_.data(), now);
    if (acts && (!act(t_s) || !samples_until(t_s, true))) return false;  // a row at an instant of control shows the values and forces from then on
    if (options_.sample_interval_s <= 0 && !sample(t_s, y_.data())) return false;
  }
  if (!books_add_up()) return false;
  if ((!phases_.guards().empty() || !zones_.empty()) && books_.hopeless()) {
    return end(RunEnd::numerics_failed, fmt::format("at t = {:.9g} s {:.3g} J of {:.3g} J come from nowhere; take smaller steps or another method",
                                                    t_s, books_.last().imbalance_J, summary_.largest_exchange_J));
  }
  if (!holds_.empty() && !orders_known(t_s)) return false;
  const bool switches = t_s >= switch_s_;
  if (switches) after_switch(t_s);
  if (t_s >= next_preload_s_) update_preload(t_s);
  const bool beyond = !holds_.empty() && !event && !switches && !acts && holds_.any_beyond(t_s, y_.data());
  if (switches || acts || beyond) {
    const bool overdue = beyond || (!holds_.empty() && holds_.any_overdue(state_));
    if (overdue) {
      if (!apply_holds(holds_.catch_up(state_)) || !sample(t_s, y_.data())) return false;
      look(t_s, y_.data());
    }
    if (overdue || acts) stepper_->restart(t_s, y_.data());
    if (!event || overdue || acts) locator_->start(t_s, y_.data(), applied_);
  }
  if (const auto choice = stability_.look(t_s, state_, stepper_->counts(), stepper_options_)) {
    spent_.rhs += choice->evaluations;
    if (choice->gain > 1) take_over(*choice, t_s);
  }
  if (options_.progress) options_.progress(t_s);
  if (options_.pace) {
    const std::span<const double> states(y_.data(), static_cast<std::size_t>(system_.n_states()));
    if (options_.pace->hopeless(t_s, states, stepper_options_, event || report.status == StepStatus::reached_limit)) {
      options_.pace->say(what_holds_up(*options_.pace, stepper_options_, stepper_->counts(), summary_.steps_taken_again,
                                       system_.name_of_state(options_.pace->fastest())));
    }
  }
  if (options_.cancel && options_.cancel->load(std::memory_order_relaxed))
    return end(RunEnd::cancelled, fmt::format("interrupted at t = {:.9g} s", t_s));
  return t_s < options_.until_s;
}

// Constant steps were asked for by somebody who may count on their number.
void Run::note_short_steps(long steps) {
  if (bands_->empty() || !(stepper_options_.fixed_step_s > 0)) return;
  const double asked = std::ceil((summary_.t_s - t_begin_) / stepper_options_.fixed_step_s);
  if (static_cast<double>(steps) > 2 * asked)
    add_note(fmt::format(
        "{} steps in place of {:.0f}: those of {:.3g} s are too long for friction that holds, and were shortened there; `sdirk4`, or error "
        "control (no constant step), does with fewer",
        steps, asked, stepper_options_.fixed_step_s));
}

// What prescribed joints were meant to push against, and did not.
void Run::note_ground() {
  if (!summary_.finished()) return;
  const bool touched = std::ranges::any_of(system_.contact_memory(), [](const ContactMemory& m) { return m.phase == ContactPhase::touching; });
  if (!touched && summary_.n_events == 0) add_note(untouched_note(model_, system_.kinematics_at(summary_.t_s, y_.data())));
  add_note(free_fall_note(model_));
}

RunSummary Run::go() {
  const Clock::time_point start = Clock::now();
  begin();
  look(state_.t_s, y_.data());
  bool going = summary_.end != RunEnd::recorder_failed;
  if (going) going = books_add_up();
  if (going && state_.t_s >= control_.next_s()) going = act(state_.t_s);
  std::vector<double> slope(y_.size());
  if (going && system_.rhs(state_.t_s, y_.data(), slope.data()) != RhsStatus::ok)
    going = end(RunEnd::numerics_failed, "the start has no acceleration: " + system_.problem());
  if (const auto problems = check_start(model_, state_); going && !problems.empty())
    going = end(RunEnd::numerics_failed, problems.front().message + ": " + problems.front().hint);
  if (going) going = begin_contacts();
  if (going) going = options_.resumed ? true : sample(state_.t_s, y_.data());
  if (going) {
    // A time within 1e-9 of an interval of a sample is that sample: the difference is rounding.
    if (options_.sample_interval_s > 0) next_sample_ = static_cast<long>(std::floor((state_.t_s - t_begin_) / options_.sample_interval_s + 1e-9)) + 1;
    stepper_->restart(state_.t_s, y_.data());
    locator_->start(state_.t_s, y_.data(), applied_);
    stability_.begin(state_.t_s);
    while (state_.t_s < options_.until_s && advance()) {
    }
    if (summary_.end != RunEnd::recorder_failed && last_sample_s_ < summary_.t_s)
      sample(summary_.t_s, y_.data());  // where it ended, on the grid or not
    if (std::string advice = stability_.advice(summary_, stepper_->counts(), stepper_options_); !advice.empty())
      summary_.advice.push_back(std::move(advice));
    note_ground();
    for (const auto& guard : channel_guards_)
      if (guard->no_number_s && *guard->no_number_s <= summary_.t_s)
        summary_.events_without_number.push_back(fmt::format("'{}' at t = {:.9g} s", guard->name, *guard->no_number_s));
    if (halved_) spent_.rhs += halved_->evaluations();
    spent_.rhs += bands_->evaluations();
    summary_.cost = spent_;
    summary_.cost += stepper_->counts();
    note_short_steps(summary_.cost.steps);
    if (other_stepper_) summary_.cost += other_stepper_->counts();
    summary_.smallest_sigma_ratio = system_.smallest_sigma_ratio();
    summary_.evaluations_near_singular = system_.evaluations_near_singular();
  }
  for (std::string& note : system_.control_notes()) summary_.notes.push_back(std::move(note));
  if (!control_.empty())
    for (std::string& note : control_.notes()) summary_.notes.push_back(std::move(note));
  summary_.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  if (recorder_ && summary_.end != RunEnd::recorder_failed && !recorder_->finish(summary_.json())) end(RunEnd::recorder_failed, recorder_->error());
  return summary_;
}

}  // namespace

RunSummary simulate(const Model& model, State& state, const SimOptions& options, const MakeRecorder& make_recorder) {
  if (options.restart_every_s > 0) return simulate_with_restarts(model, state, options, make_recorder);
  return Run(model, state, options, make_recorder).go();
}

}  // namespace zanjir
