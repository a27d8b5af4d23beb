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
      noticeable_(find_method(options.method)->order < 4 ? noticeable_at_low_order : noticeable) {
  const Model& model = system.model();
  rates_.reserve(model.contacts().size());
  std::map<std::string_view, std::size_t> groups;
  for (const Contact& c : model.contacts()) {
    group_.push_back(groups.emplace(c.group, groups.size()).first->second);
    mass_kg_.push_back(model.body(model.frame(c.on).body).mass_kg);
  }
  good_.resize(groups.size());
  begin_.resize(model.contacts().size());
  end_.resize(model.contacts().size());
}

bool HalvedSteps::is_believed(const Rate& r, double step_s) const {
  const Good& good = good_[group_[r.contact]];
  return step_s <= good.step_s && r.by <= 2 * good.by && mass_kg_[r.contact] >= good.mass_kg;
}

bool HalvedSteps::step_to(double t_s) {
  while (stepper_->t() < t_s)
    if (stepper_->step(t_s).status == StepStatus::failed) return false;
  return true;
}

double HalvedSteps::share(double begin_s, const double* y_begin, double end_s, const double* y_end) {
  rates_.clear();
  const Model& model = system_.model();
  const std::vector<ContactMemory>& memory = system_.contact_memory();
  for (std::size_t i = 0; i < memory.size(); ++i) {
    const Contact& c = model.contacts()[i];
    if (!c.compliant || c.holds() || memory[i].phase != ContactPhase::touching) continue;
    rates_.push_back({i, false, 0, 0, std::max(memory[i].touch_speed_m_per_s, c.compliant->normal.least_speed_m_per_s)});
  }
  if (rates_.empty()) return 0;
  const auto n = static_cast<std::size_t>(system_.n_states());
  if (begin_s == t_known_s_ && std::equal(y_known_.begin(), y_known_.end(), y_begin)) begin_ = end_;
  else begin_ = system_.gaps_inside(begin_s, y_begin).gap;
  end_ = system_.gaps_at(end_s, y_end).gap;
  y_known_.assign(y_end, y_end + n);
  t_known_s_ = end_s;
  for (Rate& r : rates_) {
    const Gap& gap = begin_[r.contact];
    r.touches = gap.rate_m_per_s < 0 && std::abs(gap.distance_m) <= touching * model.length_m();
    r.begin = gap.rate_m_per_s, r.end = end_[r.contact].rate_m_per_s;
    r.by = std::max({r.by, std::abs(r.begin), std::abs(r.end)});
  }
  const double step_s = end_s - begin_s;
  if (std::ranges::none_of(rates_, [&](const Rate& r) { return changes(r) && !is_believed(r, step_s); })) return 0;
  stepper_->restart(begin_s, y_begin);
  if (!step_to(begin_s + step_s / 2) || !step_to(end_s)) return std::numeric_limits<double>::infinity();
  double off = 0;
  const Sight& halved = system_.gaps_inside(end_s, stepper_->y());
  for (const Rate& r : rates_)
    if (changes(r)) {
      const double other = halved.gap[r.contact].rate_m_per_s,
                   change = std::max({std::abs(r.end - r.begin), std::abs(other - r.begin), noticeable_ * r.by});
      off = std::max(off, std::abs(r.end - other) / (allowed * change));
    }
  if (off > by_far) return off;
  for (const Rate& r : rates_)
    if (changes(r)) good_[group_[r.contact]] = {step_s, r.by, mass_kg_[r.contact]};
  return off;
}

}  // namespace zanjir
