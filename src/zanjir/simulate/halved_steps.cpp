#include "zanjir/simulate/halved_steps.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <string_view>

#include "zanjir/simulate/events.hpp"

namespace zanjir {
namespace {

// A step in which no gap changes its rate by more than this part of it has ten (fifty) others beside it in the bounce: methods of high (low) order resolve that.
constexpr double noticeable = 0.1, noticeable_at_low_order = 0.02;
// Of the change of the rate a step may be off: all steps of a bounce that are asked are then off by half a percent of its speed together.
constexpr double allowed = 2e-3;
// Of that a step that is good by far takes at most this: with the fourth order one half as long again is good. A choice: at 1/32 long worms are asked at every strike (docs/decisions/0057).
constexpr double by_far = 1.0 / 8;

}  // namespace

// Or it has just touched: forces at the beginning of the step say nothing then, which is all that some methods look at.
bool HalvedSteps::changes(const Rate& r) const { return r.touches || std::abs(r.end - r.begin) > noticeable_ * r.by; }

HalvedSteps::HalvedSteps(const StepperOptions& options, MotionSystem& system)
    : system_(system),
      mechanical_(system),
      stepper_(make_stepper(options, system, &mechanical_)),
      noticeable_(find_method(options.method)->order < 4 ? noticeable_at_low_order : noticeable),
      first_order_(find_method(options.method)->order < 2),
      state_(initial_state(system.model())) {
  const Model& model = system.model();
  std::map<std::string_view, std::size_t> groups;
  for (const Contact& c : model.contacts()) {
    group_.push_back(groups.emplace(c.group, groups.size()).first->second);
    mass_kg_.push_back(model.body(model.frame(c.on).body).mass_kg);
  }
  begin_.resize(model.contacts().size());
  end_.resize(model.contacts().size());
  for (const JointStop& stop : model.forces().stops)
    if (!stop.restitution) travels_.push_back({&stop.limits, stop.coordinate, stop.speed});
  for (const DrivePlay& play : model.forces().plays)
    travels_.push_back({&play.limits, play.motor_coordinate, play.motor_speed, play.joint_coordinate, play.joint_speed});
  good_.resize(groups.size());
  rates_.reserve(begin_.size() + travels_.size());
  if (travels_.empty()) return;
  std::vector<double> y(static_cast<std::size_t>(system.n()));  // so that everything in state_ has its size
  system.pack(state_, y.data());
  system.unpack(state_.t_s, y.data(), state_);
}

bool HalvedSteps::looks_at(const Model& model) {
  return !model.forces().plays.empty() || std::ranges::any_of(model.forces().stops, [](const JointStop& s) { return !s.restitution; }) ||
         std::ranges::any_of(model.contacts(), [](const Contact& c) { return c.compliant && !c.holds(); });
}

bool HalvedSteps::is_believed(const Rate& r, double step_s) const {
  if (r.place >= group_.size()) return false;
  const Good& good = good_[group_[r.place]];
  return step_s <= good.step_s && r.by <= 2 * good.by && mass_kg_[r.place] >= good.mass_kg;
}

bool HalvedSteps::step_to(double t_s) {
  while (stepper_->t() < t_s)
    if (stepper_->step(t_s).status == StepStatus::failed) return false;
  return true;
}

void HalvedSteps::look_at_contacts(double begin_s, const double* y_begin, double end_s, const double* y_end) {
  const Model& model = system_.model();
  const std::vector<ContactMemory>& memory = system_.contact_memory();
  for (std::size_t i = 0; i < memory.size(); ++i) {
    const Contact& c = model.contacts()[i];
    if (!c.compliant || c.holds() || memory[i].phase != ContactPhase::touching) continue;
    rates_.push_back({i, false, 0, 0, std::max(memory[i].touch_speed_m_per_s, c.compliant->normal.least_speed_m_per_s)});
  }
  if (rates_.empty()) return;
  const auto n = static_cast<std::size_t>(system_.n_states());
  if (begin_s == t_known_s_ && std::equal(y_known_.begin(), y_known_.end(), y_begin)) begin_ = end_;
  else begin_ = system_.gaps_inside(begin_s, y_begin).gap;
  end_ = system_.gaps_at(end_s, y_end).gap;
  y_known_.assign(y_end, y_end + n);
  t_known_s_ = end_s;
  for (Rate& r : rates_) {
    const Gap& gap = begin_[r.place];
    r.touches = gap.rate_m_per_s < 0 && std::abs(gap.distance_m) <= touching * model.length_m();
    r.begin = gap.rate_m_per_s, r.end = end_[r.place].rate_m_per_s;
    r.by = std::max({r.by, std::abs(r.begin), std::abs(r.end)});
  }
}

void HalvedSteps::look_at_travels(double begin_s, const double* y_begin, double end_s, const double* y_end) {
  if (travels_.empty()) return;
  constexpr double still = 1e-3;  // of the fastest so far: what rests against a stop is not asked about
  const std::size_t first = rates_.size(), n_contacts = begin_.size();
  system_.unpack(begin_s, y_begin, state_);
  for (std::size_t i = 0; i < travels_.size(); ++i) {
    const double x = travels_[i].at(state_.q), rate = travels_[i].rate(state_.v);
    const bool inside = !travels_[i].beyond(x), enters = inside && travels_[i].beyond(x + rate * (end_s - begin_s));
    rates_.push_back({n_contacts + i, enters, rate, 0, !inside || enters ? 1.0 : 0.0});
  }
  system_.unpack(end_s, y_end, state_);
  for (std::size_t i = 0; i < travels_.size(); ++i) {
    Rate& r = rates_[first + i];
    r.end = travels_[i].rate(state_.v);
    const bool began_beyond = r.by > 0 && !r.touches, ends_beyond = travels_[i].beyond(travels_[i].at(state_.q)), asked = r.by > 0 || ends_beyond;
    r.touches = r.touches || began_beyond != ends_beyond;  // or parts: inside of the step
    double& fastest = travels_[i].fastest;
    if (asked) fastest = std::max({fastest, std::abs(r.begin), std::abs(r.end)});
    r.by = asked ? std::max({still * fastest, std::abs(r.begin), std::abs(r.end)}) : 0;
  }
  std::erase_if(rates_, [&](const Rate& r) { return r.place >= n_contacts && !(r.by > 0); });
}

// A method of the first order takes the forces of one instant: a step, and its halves, may go far beyond a stop before they know of it. The energy that this makes is, of that of the motion, what the rate would
// change by in the next step: k d^2 / (m v^2) with d = v h.
double HalvedSteps::onset(double end_s, const double* y_end, double step_s) {
  const std::size_t n_contacts = begin_.size();
  if (std::ranges::none_of(rates_, [&](const Rate& r) { return r.place >= n_contacts && r.touches; })) return 0;
  stepper_->restart(end_s, y_end);
  if (!step_to(end_s + step_s)) return std::numeric_limits<double>::infinity();
  system_.unpack(end_s + step_s, stepper_->y(), state_);
  double off = 0;
  for (const Rate& r : rates_)
    if (r.place >= n_contacts && r.touches)
      off = std::max(off, std::abs(travels_[r.place - n_contacts].rate(state_.v) - r.end) / (2 * allowed * r.by));
  return off;
}

double HalvedSteps::share(double begin_s, const double* y_begin, double end_s, const double* y_end) {
  rates_.clear();
  look_at_contacts(begin_s, y_begin, end_s, y_end);
  look_at_travels(begin_s, y_begin, end_s, y_end);
  const double step_s = end_s - begin_s;
  if (std::ranges::none_of(rates_, [&](const Rate& r) { return changes(r) && !is_believed(r, step_s); })) return 0;
  stepper_->restart(begin_s, y_begin);
  if (!step_to(begin_s + step_s / 2) || !step_to(end_s)) return std::numeric_limits<double>::infinity();
  double off = 0;
  const std::size_t n_contacts = begin_.size();
  if (!travels_.empty()) system_.unpack(end_s, stepper_->y(), state_);
  const Sight& halved = system_.gaps_inside(end_s, stepper_->y());
  for (const Rate& r : rates_)
    if (changes(r)) {
      const double other = r.place < n_contacts ? halved.gap[r.place].rate_m_per_s : travels_[r.place - n_contacts].rate(state_.v),
                   change = std::max({std::abs(r.end - r.begin), std::abs(other - r.begin), noticeable_ * r.by});
      off = std::max(off, std::abs(r.end - other) / (allowed * change));
    }
  if (first_order_) off = std::max(off, onset(end_s, y_end, step_s));
  if (off > by_far) return off;
  for (const Rate& r : rates_)  // no event begins a step where a stop does: one that hardly met it says nothing of others
    if (r.place < n_contacts && changes(r)) good_[group_[r.place]] = {step_s, r.by, mass_kg_[r.place]};
  return off;
}

}  // namespace zanjir
