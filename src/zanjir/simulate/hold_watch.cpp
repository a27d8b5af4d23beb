#include "zanjir/simulate/hold_watch.hpp"

#include <algorithm>

namespace zanjir {

HoldWatch::HoldWatch(MotionSystem& system)
    : let_go_m(system.model().contacts().size(), 0.0),
      system_(system),
      state_(initial_state(system.model())),
      ws_(system.model()),
      slope_(static_cast<std::size_t>(system.n())),
      y_(slope_.size()),
      known_y_(slope_.size()),
      known_(let_go_m.size()),
      seen_(known_.size()),
      here_(seen_.size()),
      ends_(2, std::vector<HeldContacts::Watched>(seen_.size())) {}

void HoldWatch::make_room(State& state) {
  if (solution_.vdot.size() == 0) (void)system_.solve(state, Reactions::skip, solution_);
}

const HoldWatch::Seen& HoldWatch::at(const EventInstant& now, int contact) {
  const bool known = known_t_s_ == now.t_s && std::equal(known_y_.begin(), known_y_.end(), now.y) && same_phases();
  if (!known) look(now);
  return seen_[static_cast<std::size_t>(contact)];
}

bool HoldWatch::same_phases() const {
  const auto& memory = system_.contact_memory();
  return known_.size() == memory.size() &&
         std::equal(memory.begin(), memory.end(), known_.begin(), [](const ContactMemory& a, const ContactMemory& b) {
           return a.phase == b.phase && a.grip == b.grip && norm(a.slide_G - b.slide_G) == 0;
         });
}

void HoldWatch::look(const EventInstant& now) {
  known_t_s_ = now.t_s;
  std::copy(now.y, now.y + system_.n(), known_y_.begin());
  known_ = system_.contact_memory();
  if (system_.rhs(now.t_s, now.y, slope_.data()) != RhsStatus::ok) std::fill(slope_.begin(), slope_.end(), 0.0);
  const double fastest = now.ws().v.size() > 0 ? std::max(1.0, now.ws().v.cwiseAbs().maxCoeff()) : 1, h = 1e-5 / fastest;
  double t[2];
  for (const std::size_t side : {0u, 1u}) {
    t[side] = system_.inside(now.t_s + (side == 0 ? -h : h));
    for (std::size_t i = 0; i < y_.size(); ++i) y_[i] = now.y[i] + (t[side] - now.t_s) * slope_[i];
    read(t[side], y_.data(), ends_[side]);
  }
  read(now.t_s, now.y, here_);
  for (const int i : system_.holds().contacts()) {
    const auto k = static_cast<std::size_t>(i);
    const double dt = t[1] - t[0];
    const auto rate = [&](double HeldContacts::Watched::*field) { return dt > 0 ? (ends_[1][k].*field - ends_[0][k].*field) / dt : 0; };
    using Of = HeldContacts::Watched;
    seen_[k].value = seen_[k].rate = here_[k];
    for (const auto field : {&Of::normal_N, &Of::spare_N, &Of::along_slide_m_per_s, &Of::margin_N, &Of::strain, &Of::creep})
      seen_[k].rate.*field = rate(field);
  }
}

void HoldWatch::read(double t_s, const double* y, std::vector<HeldContacts::Watched>& out) {
  out.resize(seen_.size());
  system_.unpack(t_s, y, state_);
  if (!solved(system_.solve(state_, Reactions::skip, solution_))) return;
  update_velocities(system_.model(), state_, ws_);
  system_.holds().watch(ws_, out);
}

}  // namespace zanjir
