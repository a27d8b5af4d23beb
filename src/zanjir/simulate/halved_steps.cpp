#include "zanjir/simulate/halved_steps.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace zanjir {
namespace {

// A step in which no gap changes its rate by more than this part of it has ten others beside it in the bounce: methods of all orders resolve that, or see it in the energy.
constexpr double noticeable = 0.1;
// Of the rate a step may be off; at most ten or twenty steps of a bounce are noticeable, so that it ends within half a percent of its speed.
constexpr double allowed = 2e-4;

}  // namespace

HalvedSteps::HalvedSteps(const StepperOptions& options, MotionSystem& system)
    : system_(system), mechanical_(system), stepper_(make_stepper(options, system, &mechanical_)) {
  rates_.reserve(system.model().contacts().size());
}

void HalvedSteps::read(double t_s, const double* y, double Rate::*rate) {
  const Sight& sight = system_.gaps_inside(t_s, y);
  for (Rate& r : rates_) r.*rate = sight.gap[r.contact].rate_m_per_s;
}

bool HalvedSteps::step_to(double t_s) {
  while (stepper_->t() < t_s)
    if (stepper_->step(t_s).status == StepStatus::failed) return false;
  return true;
}

double HalvedSteps::share(double begin_s, const double* y_begin, double end_s, const double* y_end) {
  rates_.clear();
  const std::vector<ContactMemory>& memory = system_.contact_memory();
  for (std::size_t i = 0; i < memory.size(); ++i) {
    const Contact& c = system_.model().contacts()[i];
    if (!c.compliant || c.holds() || memory[i].phase != ContactPhase::touching) continue;
    rates_.push_back({i, 0, 0, std::max(memory[i].touch_speed_m_per_s, c.compliant->normal.least_speed_m_per_s)});
  }
  if (rates_.empty()) return 0;
  read(begin_s, y_begin, &Rate::begin);
  read(end_s, y_end, &Rate::end);
  for (Rate& r : rates_) r.by = std::max({r.by, std::abs(r.begin), std::abs(r.end)});
  if (std::ranges::none_of(rates_, [](const Rate& r) { return std::abs(r.end - r.begin) > noticeable * r.by; })) return 0;
  stepper_->restart(begin_s, y_begin);
  if (!step_to(begin_s + (end_s - begin_s) / 2) || !step_to(end_s)) return std::numeric_limits<double>::infinity();
  read(end_s, stepper_->y(), &Rate::begin);
  double off = 0;
  for (const Rate& r : rates_) off = std::max(off, std::abs(r.end - r.begin) / (allowed * r.by));
  return off;
}

}  // namespace zanjir
